"""Replaying every stored match and comparing where it leads with what else is stored of it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.fairness import Fairness, check_draws
from bot.model.match import Ending, State
from bot.store.inspection import looked_at, one_view
from bot.store.schema import matches, moves, participants
from rules import GAMES
from rules.core import Game, IllegalMove, Move, Position
from rules.record import replay

_BATCH: Final = 100


@dataclass(frozen=True, slots=True)
class Tally:
    """What was checked: how many matches, with how many entries in their records, and in how many something is wrong."""

    matches: int = 0
    moves: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class _Stored:
    """A match as it stood at one moment: its row, its record as plies and tokens, the ids of those who have joined."""

    row: Row[Any]
    entries: Sequence[tuple[int, Move]]
    players: Sequence[int]

    @property
    def record(self) -> tuple[Move, ...]:
        return tuple(token for _ply, token in self.entries)


async def check(url: str, tell: Callable[[str], None]) -> Tally:
    """Check every match in the database at `url`; `tell` gets a line for each that does not agree, lowest number first.

    Matches are read some at a time, each as it is at one moment, and replayed afterwards: whoever works with the
    database meanwhile is not held up. Raises DatabaseUnusable.
    """
    tally, after = Tally(), 0
    async with looked_at(url) as database:
        while True:
            async with one_view(database) as connection:
                batch = await _batch(connection, after)
            if not batch:
                return tally
            after = batch[-1].row.id
            for stored in batch:
                faults = list(_faults(stored))
                tally = Tally(tally.matches + 1, tally.moves + len(stored.entries), tally.wrong + bool(faults))
                if faults:
                    tell(f"Match {stored.row.id} ({stored.row.game}): {'; '.join(faults)}.")


async def _batch(connection: AsyncConnection, after: int) -> list[_Stored]:
    """The next matches by number, within one transaction."""
    rows = (
        await connection.execute(select(matches).where(matches.c.id > after).order_by(matches.c.id).limit(_BATCH))
    ).all()
    numbers = [row.id for row in rows]
    entries: defaultdict[int, list[tuple[int, Move]]] = defaultdict(list)
    players: defaultdict[int, list[int]] = defaultdict(list)
    for match_id, ply, token in await connection.execute(
        select(moves.c.match_id, moves.c.ply, moves.c.token)
        .where(moves.c.match_id.in_(numbers))
        .order_by(moves.c.match_id, moves.c.ply)
    ):
        entries[match_id].append((ply, Move(token)))
    for match_id, person_id in await connection.execute(
        select(participants.c.match_id, participants.c.person_id)
        .where(participants.c.match_id.in_(numbers), participants.c.joined)
        .order_by(participants.c.match_id, participants.c.place)
    ):
        players[match_id].append(person_id)
    return [_Stored(row, entries[row.id], players[row.id]) for row in rows]


def _faults(stored: _Stored) -> Iterator[str]:
    """What does not agree in a match, in words."""
    row, game = stored.row, GAMES.get(stored.row.game)
    if game is None:
        yield "this Furlong does not know its game"
    elif row.game_version != game.version:
        yield f"it is played by version {row.game_version} of its rules, and this Furlong knows version {game.version}"
    elif row.seats not in game.seats:
        yield f"its game cannot be played by {row.seats}"
    elif [ply for ply, _token in stored.entries] != list(range(1, row.ply + 1)):
        yield f"it is stored as {row.ply} moves long, but its record has {len(stored.entries)} or has gaps"
    else:
        yield from _faults_of_record(stored, game)


def _faults_of_record(stored: _Stored, game: Game) -> Iterator[str]:
    try:
        position = replay(game, stored.row.seats, stored.record)
    except IllegalMove as error:
        yield str(error).rstrip(".")
        return
    yield from _faults_of_state(stored, position)
    yield from _faults_of_dice(stored, game)


def _faults_of_state(stored: _Stored, position: Position) -> Iterator[str]:
    row = stored.row
    has_begun = row.started_at is not None
    if has_begun and len(stored.players) != row.seats:
        yield f"it has {row.seats} seats and {len(stored.players)} players"
    elif row.state == State.OPEN and (has_begun or stored.entries or row.ending is not None):
        yield "it is stored as waiting for players, but has begun"
    elif row.state == State.RUNNING:
        yield from _faults_of_turn(stored, position)
    elif row.state not in tuple(State):
        yield f"its state, {row.state}, is unknown"
    elif row.to_move_id is not None:
        yield "somebody is to move although it is not going on"
    elif row.state in (State.FINISHED, State.CALLED_OFF):
        yield from _faults_of_end(row, position)


def _faults_of_turn(stored: _Stored, position: Position) -> Iterator[str]:
    row, turn = stored.row, position.turn
    if row.ending is not None or row.started_at is None:
        yield "it is stored as going on, but has ended or not begun"
    elif turn is None:
        yield "it is stored as going on, but its moves end the game"
    elif not isinstance(turn, int):
        yield "its record ends where chance is to decide"
    elif row.to_move_id != stored.players[turn]:
        yield f"after its moves it is the turn of seat {turn}, but somebody else is stored as to move"


def _faults_of_end(row: Row[Any], position: Position) -> Iterator[str]:
    outcome = position.outcome()
    stored = (_numbers(row.places), _numbers(row.points))
    if row.ending not in tuple(Ending):
        yield f"its ending, {row.ending}, is unknown"
    elif row.ending == Ending.RULES:
        reached = None if outcome is None else (outcome.places, outcome.points)
        if stored != reached:
            yield f"its stored places and points, {_told(stored)}, are not those that its moves lead to, {_told(reached)}"
    elif outcome is not None:
        yield f"its moves end the game, but it is stored as ended otherwise ({row.ending})"
    elif (stored[0] is None) != (row.state == State.CALLED_OFF) or len(stored[0] or range(row.seats)) != row.seats:
        yield f"its stored places, {_told(stored)}, do not fit a match that is {row.state}"


def _numbers(stored: Any) -> tuple[int, ...] | None:
    return tuple(cast(list[int], stored)) if isinstance(stored, list) else None


def _told(result: tuple[tuple[int, ...] | None, tuple[int, ...] | None] | None) -> str:
    places, points = result or (None, None)
    if places is None:
        return "none"
    return " ".join(map(str, places)) + (f" with {' '.join(map(str, points))}" if points is not None else "")


def _faults_of_dice(stored: _Stored, game: Game) -> Iterator[str]:
    row = stored.row
    if not game.has_chance:
        return
    if row.secret is None or row.commitment is None:
        yield "its dice were never sealed"
        return
    fairness = Fairness(row.secret, row.commitment, tuple(row.joined_by or ()))
    if not fairness.keeps_its_word:
        yield "the secret of its dice does not fit its seal"
    wrong = check_draws(game, row.seats, stored.record, fairness.dice).wrong
    if wrong:
        yield f"its sealed dice do not give what was drawn at {', '.join(str(ply) for ply in wrong)}"
