"""Matches that go nowhere: a rule of the table ends them, for what is kept of a match would grow for ever."""

from typing import Final

from bot.model.match import Match, State

LONGEST_RECORD: Final = 3_000
"""A match whose record has so many entries, moves and rolls alike, is a draw: several times as long as any real one."""

_WARNED_BEFORE: Final = 200


def is_endless(match: Match) -> bool:
    """Whether a match goes on no more, though neither its rules nor its players have ended it."""
    return match.state is State.RUNNING and match.ply >= LONGEST_RECORD


def is_almost_endless(match: Match) -> bool:
    """Whether a running match soon goes on no more, so that its players should know."""
    return match.state is State.RUNNING and match.ply >= LONGEST_RECORD - _WARNED_BEFORE
