"""The check of a database: every stored match is replayed and compared with everything else stored about it."""

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractAsyncContextManager, ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final

from bot.model.fairness import Fairness, check_rolls
from bot.model.match import State
from bot.model.result import Ending
from bot.store.audit import StoredMatch, matches_after
from bot.store.engine.database import Connection, looked_at, one_view
from rules import GAMES
from rules.core import Game, IllegalMove, Position
from rules.record import Step, steps

_BATCH: Final = 100  # matches at a time
_EVERY: Final = 50 * _BATCH
"""The number of matches after which a line reports progress."""

_AHEAD: Final = 3  # batches in memory for each process that replays them


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """The numbers of matches checked, of entries in their records, and of matches with a fault."""

    matches: int = 0
    moves: int = 0
    wrong: int = 0


async def check(url: str, tell: Callable[[str], None], games: Mapping[str, Game] = GAMES) -> CheckSummary:
    """Check every match in the database at `url`; `tell` gets a line for each that does not agree, lowest number first.

    It also gets a line of progress now and then. `games` are the known games by key. Matches are read in batches,
    each batch as it is at one moment, and replayed afterwards, so that others who use the database are not held up: in
    a process for each core, unless there are few, or `games` are not those that every process knows. Raises
    DatabaseUnusable.
    """
    with ExitStack() as running:
        pool = None
        if games is GAMES and (cores := os.cpu_count() or 1) > 1:
            pool = running.enter_context(ProcessPoolExecutor(cores, get_context("spawn")))
        async with looked_at(url) as database:
            return await check_in(lambda: one_view(database), tell, games, tell, pool)


async def check_in(
    view: Callable[[], AbstractAsyncContextManager[Connection]],
    tell: Callable[[str], None],
    games: Mapping[str, Game],
    tell_progress: Callable[[str], None],
    pool: Executor | None = None,
) -> CheckSummary:
    """Check every match in an open database; `view` gives a transaction that reads in it. See `check`.

    All batches but the first are replayed in the `pool`, if there is one.
    """
    summary, after = CheckSummary(), 0
    begun = deque[tuple[Sequence[StoredMatch], Awaitable[Sequence[Sequence[str]]]]]()
    while True:
        async with view() as connection:
            batch = await matches_after(connection, after, _BATCH)
        if batch:
            begun.append((batch, _replay_batch(pool if after else None, batch, games)))
            after = batch[-1].id
        while begun and (not batch or len(begun) > _AHEAD * (os.cpu_count() or 1)):
            replayed, faults = begun.popleft()
            for stored, found_faults in zip(replayed, await faults, strict=True):
                summary = CheckSummary(
                    summary.matches + 1, summary.moves + len(stored.entries), summary.wrong + bool(found_faults)
                )
                if found_faults:
                    tell(f"Match {stored.id} ({stored.game}): {'; '.join(found_faults)}.")
            if summary.matches % _EVERY == 0:
                tell_progress(f"{summary.matches:,} matches replayed …")
        if not batch:
            return summary


def _replay_batch(
    pool: Executor | None, batch: Sequence[StoredMatch], games: Mapping[str, Game]
) -> Awaitable[Sequence[Sequence[str]]]:
    """The faults of each match of a batch, which is replayed here and now, or in a pool."""
    if pool is not None:
        return asyncio.get_running_loop().run_in_executor(pool, _faults_of_batch, batch)
    done = asyncio.get_running_loop().create_future()
    done.set_result(_faults_of_batch(batch, games))
    return done


def _faults_of_batch(batch: Sequence[StoredMatch], games: Mapping[str, Game] = GAMES) -> Sequence[Sequence[str]]:
    return [list(_faults(stored, games)) for stored in batch]


def _faults(stored: StoredMatch, games: Mapping[str, Game]) -> Iterator[str]:
    """A sentence for each inconsistency of a match."""
    game = games.get(stored.game)
    if game is None:
        yield "this Furlong does not know its game"
    elif stored.game_version != game.version:
        yield f"it is played by version {stored.game_version} of its rules, and this Furlong knows version {game.version}"
    elif stored.seats not in game.seats:
        yield f"its game cannot be played by {stored.seats}"
    elif [ply for ply, _token in stored.entries] != list(range(1, stored.ply + 1)):
        yield f"it is stored as {stored.ply} moves long, but its record has {len(stored.entries)} or has gaps"
    else:
        yield from _faults_of_record(stored, game)


def _faults_of_record(stored: StoredMatch, game: Game) -> Iterator[str]:
    try:
        played = tuple(steps(game, stored.seats, stored.record))
    except IllegalMove as error:
        yield str(error).rstrip(".")
        return
    yield from _faults_of_state(stored, played[-1].after if played else game.start(stored.seats))
    if game.has_chance:
        yield from _faults_of_dice(stored, played)


def _faults_of_state(stored: StoredMatch, position: Position) -> Iterator[str]:
    if stored.has_begun and len(stored.players) != stored.seats:
        yield f"it has {stored.seats} seats and {len(stored.players)} players"
    elif stored.state == State.OPEN and (stored.has_begun or stored.entries or stored.ending is not None):
        yield "it is stored as waiting for players, but has begun"
    elif stored.state == State.RUNNING:
        yield from _faults_of_turn(stored, position)
    elif stored.state not in tuple(State):
        yield f"its state, {stored.state}, is unknown"
    elif stored.to_move_id is not None:
        yield "a player is to move although it is not going on"
    elif stored.state in (State.FINISHED, State.CALLED_OFF):
        yield from _faults_of_end(stored, position)


def _faults_of_turn(stored: StoredMatch, position: Position) -> Iterator[str]:
    turn = position.turn
    if stored.ending is not None or not stored.has_begun:
        yield "it is stored as going on, but has ended or not begun"
    elif turn is None:
        yield "it is stored as going on, but its moves end the game"
    elif not isinstance(turn, int):
        yield "its record ends where chance is to decide"
    elif stored.players[turn] in stored.leavers:
        if stored.to_move_id in stored.players:
            yield f"the player of seat {turn} has left, but another player is stored as the one to move for it"
    elif stored.to_move_id != stored.players[turn]:
        yield f"after its moves it is the turn of seat {turn}, but another player is stored as the one to move"


def _faults_of_end(stored: StoredMatch, position: Position) -> Iterator[str]:
    outcome = position.outcome()
    result = (stored.places, stored.points)
    if stored.ending not in tuple(Ending):
        yield f"its ending, {stored.ending}, is unknown"
    elif stored.ending == Ending.RULES:
        reached = None if outcome is None else (outcome.places, outcome.points)
        if result != reached and not (stored.leavers and reached and stored.points == reached[1]):
            stored_text, reached_text = _in_words(result), _in_words(reached)
            yield f"its stored places and points, {stored_text}, are not those that its moves lead to, {reached_text}"
    elif outcome is not None:
        yield f"its moves end the game, but it is stored as ended otherwise ({stored.ending})"
    elif (stored.places is None) != (stored.state == State.CALLED_OFF) or not _fit(stored.places, stored.seats):
        yield f"its stored places, {_in_words(result)}, do not fit a match that is {stored.state}"


def _fit(places: tuple[int, ...] | None, seats: int) -> bool:
    return len(places or range(seats)) == seats


def _in_words(result: tuple[tuple[int, ...] | None, tuple[int, ...] | None] | None) -> str:
    places, points = result or (None, None)
    if places is None:
        return "none"
    return " ".join(map(str, places)) + (f" with {' '.join(map(str, points))}" if points is not None else "")


def _faults_of_dice(stored: StoredMatch, played: Sequence[Step]) -> Iterator[str]:
    if stored.secret is None or stored.commitment is None:
        yield "its dice were never sealed"
        return
    fairness = Fairness(stored.secret, stored.commitment, stored.start_message_id)
    if not fairness.keeps_its_word:
        yield "the secret of its dice does not fit its seal"
    wrong = check_rolls(played, fairness.dice).wrong
    if wrong:
        yield f"its sealed dice do not give what was rolled at {', '.join(str(ply) for ply in wrong)}"
