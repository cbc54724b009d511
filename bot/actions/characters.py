"""The turns of characters: finding their moves, and playing them.

A due turn is a stored job, so it can be done twice, late, in several processes or after a crash: its moves are computed
while nothing is locked, and then played at once if the match has not changed.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Final

from bot.actions import offers, playing
from bot.actions.change import MatchChange, check_revision
from bot.model.characters import character_of
from bot.model.history import advance
from bot.model.match import Match
from bot.model.people import Actor, Person
from players.characters import Character
from rules.core import Move, Position, Seat

_log: Final = logging.getLogger(__name__)
_MOST_AT_ONCE: Final = 100
"""Moves of one turn that are found before they are played; what remains of the turn is due then."""

_LATE: Final = timedelta(minutes=1)
"""People who have waited this long are told by a new message."""

_MOST_SEATS: Final = 16  # more than any game has, so that no two seats share a number


Choose = Callable[[Position, Character, int, Sequence[Position], int], Awaitable[Move]]
"""Finds the move of a character in a position, by a seed for its chance, which is the same throughout a match, the
earlier positions, and the id of the person who waits for it."""


async def turn_found(match: Match, choose: Choose) -> Sequence[Move]:
    """The moves with which the character who is to move in a match plays their turn.

    Rolls within the turn fall as they will when it is played, and the character learns of them only then.
    """
    seat, history = match.position.turn, match.history
    assert isinstance(seat, int) and match.is_thinking, "a character is to move"
    character = character_of(match.seated[seat])
    assert character is not None, "characters that are stored are known"
    dice = match.fairness.dice if match.fairness else None
    moves: list[Move] = []
    while history.position.turn == seat and len(moves) < _MOST_AT_ONCE:
        past = tuple(step.before for step in history.steps)
        move = await choose(history.position, character, _seed(match, seat), past, match.host.id)
        legal = history.position.legal_moves()
        if move not in legal:  # our own fault, but no reason to hold up the match
            _log.error("%s chose %r, which is not a legal move in match %s", character.name, move, match.id)
            move = legal[match.ply % len(legal)]
        moves.append(move)
        history = advance(history, seat, move, dice)
    return moves


def _seed(match: Match, seat: Seat) -> int:
    """The seed of a character's choices: different for each match and seat, and unrelated to the match's dice."""
    return match.id * _MOST_SEATS + seat


def resign(change: MatchChange, revision: int) -> None:
    """Resign a match at `revision` for the character who is to move. Raises `StaleBoard` if the match has moved on."""
    playing.resign(change, _mover(change, revision))


def claim_draw(change: MatchChange, revision: int) -> None:
    """Claim a draw for the character who is to move, because a position has recurred. Raises `StaleBoard`."""
    offers.offer_draw(change, Actor(_mover(change, revision), None))


def _mover(change: MatchChange, revision: int) -> Person:
    check_revision(change.match, revision)
    assert change.match.to_move is not None, "at that revision a character is to move"
    return change.match.to_move


def play_turn(change: MatchChange, revision: int, moves: Sequence[Move]) -> None:
    """Play the moves found by a character for a match at `revision`. Raises `StaleBoard` if the match has moved on."""
    check_revision(change.match, revision)
    note_lateness(change)
    playing.play_as_found(change, moves)


def note_lateness(change: MatchChange) -> None:
    """Have the people in a match told by a new message if they have waited long for a computer player."""
    change.is_late = change.now - change.match.changed_at > _LATE
