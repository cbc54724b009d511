"""Solving puzzles: which one comes next, what an answer changes, and how people stand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.model.people import Actor, Person
from bot.model.puzzles import (
    Attempt,
    AttemptEnding,
    NoPuzzleLeft,
    NoPuzzles,
    Puzzle,
    PuzzleStanding,
    UnknownPuzzle,
    first_skill,
    met,
    suiting,
)
from bot.model.shards import Shards
from bot.records.puzzles import read, shipped
from bot.store import match_puzzles, people, puzzles
from bot.store.engine.connection import Connection
from bot.store.engine.database import Database
from bot.store.jobs import daily_puzzles
from bot.store.jobs.daily_puzzles import DAILY, day_of
from rules import GAMES
from rules.core import Game, Move


@dataclass(frozen=True, slots=True)
class Trial:
    """A puzzle with what somebody has done about it; where that has just counted, how they stood before and stand now.

    `players` are None for a puzzle that ships with Furlong. For one from a match they are those of the match, or nobody
    where not all of them agree to be named.
    """

    puzzle: Puzzle
    attempt: Attempt
    before: PuzzleStanding | None = None
    after: PuzzleStanding | None = None
    players: Sequence[Person] | None = None


class Puzzling:
    """Everybody's puzzles in a database. `now` tells the time (aware, UTC)."""

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        """Work on an open database."""
        self._database = database
        self._now = now

    async def next(self, actor: Actor, game: Game | None) -> Trial:
        """The puzzle that somebody has begun, or else one that suits them, of a game or of the one they solved last.

        Raises `NoPuzzles` for a game without any, `NoPuzzleLeft` for somebody who has tried them all.
        """
        async with self._database.read() as connection:
            made = await puzzles.attempts(connection, actor.person.id)
            chosen = game or _game_of(made)
            known = await _known(connection, actor, chosen)
            if not known:
                raise NoPuzzles(chosen)
            begun = next((one for one in made if one.ending is None and one.puzzle in known), None)
            if begun is not None:
                return await _trial(connection, actor, known[begun.puzzle])
            over = {one.puzzle for one in made}
            left = [puzzle for puzzle in known.values() if puzzle.id not in over]
            if not left:
                raise NoPuzzleLeft(chosen, len(known))
            standing = await puzzles.standing(connection, actor.server_id or 0, chosen.key, actor.person.id)
            return await _trial(connection, actor, suiting(left, standing))

    async def puzzle(self, actor: Actor, game: Game, puzzle_id: str) -> Puzzle:
        """The puzzle of that id, one that ships with Furlong or is from a match of the server. Raises `UnknownPuzzle`."""
        found = shipped(game.key).get(puzzle_id)
        if found is not None:
            return found
        async with self._database.read() as connection:
            stored = await match_puzzles.find(connection, actor.server_id or 0, puzzle_id)
        if stored is None:
            raise UnknownPuzzle(game)
        return read(GAMES[stored.game], stored.line)

    async def find(self, actor: Actor, puzzle: Puzzle) -> Trial:
        """A puzzle with what somebody has done about it."""
        async with self._database.read() as connection:
            return await _trial(connection, actor, puzzle)

    async def answer(self, actor: Actor, puzzle: Puzzle, move: Move) -> Trial:
        """Note that somebody answers a puzzle with a legal move; nothing changes once it has ended."""
        is_solved = move == puzzle.best

        def after_answer(attempt: Attempt) -> Attempt:
            return (
                replace(attempt, ending=AttemptEnding.SOLVED)
                if is_solved
                else replace(attempt, wrong=attempt.wrong + 1)
            )

        return await self._change(actor, puzzle, after_answer)

    async def hint(self, actor: Actor, puzzle: Puzzle) -> Trial:
        """Note that somebody has asked for a hint."""
        return await self._change(actor, puzzle, lambda attempt: replace(attempt, is_hinted=True))

    async def show(self, actor: Actor, puzzle: Puzzle) -> Trial:
        """Note that somebody has asked for the solution."""
        return await self._change(actor, puzzle, lambda attempt: replace(attempt, ending=AttemptEnding.SOLUTION_SHOWN))

    async def best(self, server_id: int, game: Game, most: int) -> Sequence[tuple[Person, PuzzleStanding]]:
        """Those who stand best with the puzzles of a game on a server."""
        async with self._database.read() as connection:
            return await puzzles.best(connection, server_id, game.key, most)

    async def lay_out_daily(self, shards: Shards) -> None:
        """Choose today's puzzle for every server of some shards that wants one and has none yet; it is posted later.

        The games take turns.
        """
        now = self._now()
        pools = [sorted(shipped(key).values(), key=lambda puzzle: puzzle.id) for key in GAMES if shipped(key)]
        if not pools:
            return
        async with self._database.read() as connection:
            waiting = await DAILY.without(connection, day_of(now), shards)
        for server_id in waiting:
            day, game = divmod(now.toordinal() + server_id, len(pools))
            puzzle = pools[game][day % len(pools[game])]
            async with self._database.write() as connection:
                await daily_puzzles.lay_out(connection, server_id, puzzle, now)

    async def _change(self, actor: Actor, puzzle: Puzzle, change: Callable[[Attempt], Attempt]) -> Trial:
        async with self._database.write() as connection:
            await people.remember(connection, actor.person)
            known = await _trial(connection, actor, puzzle)
            if known.attempt.ending is not None:
                return known
            attempt = change(known.attempt)
            await puzzles.keep_attempt(connection, actor.person.id, attempt, self._now())
            if known.attempt.has_counted or not attempt.has_counted:
                return replace(known, attempt=attempt)
            return await self._counted(connection, actor, replace(known, attempt=attempt))

    async def _counted(self, connection: Connection, actor: Actor, trial: Trial) -> Trial:
        """Let an attempt count for both sides, the person and the puzzle."""
        puzzle, attempt, server_id = trial.puzzle, trial.attempt, actor.server_id or 0
        before = await puzzles.standing(connection, server_id, attempt.game, actor.person.id)
        hard = await puzzles.skill_of(connection, puzzle.id, first_skill(puzzle))
        is_solved = attempt.ending is AttemptEnding.SOLVED
        skill, harder = met(before.skill, hard, is_solved=is_solved, is_hinted=attempt.is_hinted)
        after = before.after(skill, is_solved=is_solved and not attempt.is_hinted)
        await puzzles.keep_standing(connection, server_id, attempt.game, actor.person.id, after, self._now())
        await puzzles.keep_skill(connection, puzzle.id, harder)
        return replace(trial, before=before, after=after)


def _game_of(made: Sequence[Attempt]) -> Game:
    """The game of somebody's latest puzzle, or the first one that there are puzzles of."""
    last = next((one.game for one in made if shipped(one.game)), None)
    return GAMES[last] if last is not None else next(game for game in GAMES.values() if shipped(game.key))


async def _known(connection: Connection, actor: Actor, game: Game) -> Mapping[str, Puzzle]:
    """All puzzles of a game where somebody asks, by their ids."""
    stored = await match_puzzles.of_server(connection, actor.server_id or 0, game.key)
    return {**shipped(game.key), **{one.id: read(game, one.line) for one in stored}}


async def _trial(connection: Connection, actor: Actor, puzzle: Puzzle) -> Trial:
    known = await puzzles.attempt(connection, actor.person.id, puzzle.id)
    players = None
    if puzzle.id not in shipped(puzzle.game.key):
        players = await match_puzzles.players(connection, actor.server_id or 0, puzzle.id)
    return Trial(puzzle, known or Attempt(puzzle.id, puzzle.game.key), players=players)
