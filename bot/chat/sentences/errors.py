"""From an exception to the reply: a sentence for what people should understand, a short code for everything else."""

import logging
import secrets
from typing import Final

from bot.chat.sentences.refusals import (
    analysis,
    blocking,
    challenges,
    commands,
    competitions,
    games,
    learning,
    matches,
    moves,
    offers,
    privacy,
    puzzling,
    replays,
    reviewing,
    settings,
    standings,
    vacations,
)
from bot.chat.sentences.refusals.sentence import sentence
from bot.store.errors import is_busy_or_full

_THEMES: Final = (
    analysis,
    blocking,
    challenges,
    commands,
    competitions,
    games,
    learning,
    matches,
    moves,
    offers,
    privacy,
    puzzling,
    replays,
    reviewing,
    settings,
    standings,
    vacations,
)
"""The files of the sentences, each of which registers its own when it is imported here."""

_log: Final = logging.getLogger(__name__)


def reply(error: BaseException) -> str:
    """The sentence that tells a person what went wrong and what would work.

    An error that nobody should see is logged with its traceback under a code that the reply names.
    """
    return sentence(error) or _coded(error)


def _coded(error: BaseException) -> str:
    code = secrets.token_hex(3).upper()
    if is_busy_or_full(error):
        _log.error("%s: the database did not take a change: %s", code, error)
        return (
            "Furlong could not write to its database just now, so nothing has changed. Please try again in a minute. "
            f"(Code {code}, for whoever hosts Furlong.)"
        )
    _log.error("%s: unexpected error", code, exc_info=error)
    return (
        "Something went wrong inside Furlong. Everything that you were told before still holds. "
        f"Please try again. If it happens again, tell whoever hosts Furlong this code: {code}."
    )
