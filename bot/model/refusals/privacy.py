"""Being forgotten."""

from bot.model.refusals.refusal import Refusal


class AskedOfAnother(Refusal):
    """Somebody answered a question that was put to somebody else."""


class KeepsPlaying(Refusal):
    """Somebody who wants to be forgotten has a match that began only just now."""
