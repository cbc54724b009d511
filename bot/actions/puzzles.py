"""Solving puzzles: which one comes next, what an answer changes, and how people stand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bot.actions.context import Context
from bot.model.jobs import Claim, Kind
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.puzzles import (
    Attempt,
    AttemptEnding,
    NoPuzzleLeft,
    NoPuzzles,
    Puzzle,
    PuzzleStanding,
    StoredPuzzle,
    Trial,
    UnknownPuzzle,
    days_in_a_row,
    first_skill,
    met,
    suiting,
)
from bot.records.puzzles import read, shipped
from bot.store import people, puzzles, settings
from bot.store.engine.database import Connection
from bot.store.jobs import queue, server_posts
from rules import GAMES
from rules.core import Game, Move


async def next_puzzle(context: Context, actor: Actor, game: Game | None) -> Trial:
    """The puzzle that a person has begun, or else one that suits them, of a game or of the one they tried last.

    Raises `NoPuzzles` for a game without any, `NoPuzzleLeft` for a person who has tried them all.
    """
    async with context.database.read() as connection:
        tried = await puzzles.attempts(connection, actor.person.id)
        last = next((GAMES[one.game] for one in tried if shipped(one.game)), None)
        chosen = game or last or next(game for game in GAMES.values() if shipped(game.key))
        known = await _known(connection, actor, chosen)
        if not known:
            raise NoPuzzles(chosen)
        begun = next((known[one.puzzle] for one in tried if one.ending is None and one.puzzle in known), None)
        if begun is None:
            over = {one.puzzle for one in tried}
            left = [puzzle for puzzle in known.values() if puzzle.id not in over]
            if not left:
                raise NoPuzzleLeft(chosen, len(known))
            standing = await puzzles.standing(connection, actor.server_id or DIRECT, chosen.key, actor.person.id)
            begun = suiting(left, standing)
        return await _trial(context, connection, actor, begun)


async def find(context: Context, actor: Actor, game: Game, puzzle_id: str) -> Trial:
    """The puzzle of that id, one that ships with Furlong or is from a match of the server. Raises `UnknownPuzzle`."""
    async with context.database.read() as connection:
        puzzle = shipped(game.key).get(puzzle_id)
        if puzzle is None:
            stored = await puzzles.find(connection, actor.server_id or DIRECT, puzzle_id)
            if stored is None:
                raise UnknownPuzzle(game)
            puzzle = read(GAMES[stored.game], stored.line)
        return await _trial(context, connection, actor, puzzle)


async def today(context: Context, actor: Actor) -> Trial:
    """The puzzle of the day where a person asks, whether or not it is posted there. Raises `NoPuzzles`."""
    puzzle = of_day(actor.server_id or DIRECT, context.now())
    if puzzle is None:
        raise NoPuzzles(next(iter(GAMES.values())))
    async with context.database.write() as connection:
        trial = await _trial(context, connection, actor, puzzle)
        if trial.attempt.ending is not AttemptEnding.SOLVED:
            return trial
        # It may have been solved before it was the puzzle of a day, and nobody can do so twice.
        return await _solved_today(context, connection, actor, trial)


async def _solved_today(context: Context, connection: Connection, actor: Actor, trial: Trial) -> Trial:
    await puzzles.note_day(connection, actor.person.id, day_of(context.now()))
    return replace(trial, days_in_a_row=await _days_in_a_row(context, connection, actor, trial.puzzle))


async def _days_in_a_row(context: Context, connection: Connection, actor: Actor, puzzle: Puzzle) -> int | None:
    """As in `Trial`."""
    now = context.now().astimezone(UTC)
    today = of_day(actor.server_id or DIRECT, now)
    if today is None or puzzle.id != today.id:
        return None
    return days_in_a_row(await puzzles.days_of(connection, actor.person.id), now.date())


async def answer(context: Context, actor: Actor, puzzle: Puzzle, move: Move) -> Trial:
    """Note a legal move as the answer to a puzzle; nothing changes once it has ended."""
    if move == puzzle.best:
        return await _change(context, actor, puzzle, lambda before: replace(before, ending=AttemptEnding.SOLVED))
    return await _change(context, actor, puzzle, lambda before: replace(before, wrong=before.wrong + 1))


async def hint(context: Context, actor: Actor, puzzle: Puzzle) -> Trial:
    """Note that a person has asked for a hint."""
    return await _change(context, actor, puzzle, lambda before: replace(before, is_hinted=True))


async def show_solution(context: Context, actor: Actor, puzzle: Puzzle) -> Trial:
    """Note that a person has asked for the solution."""
    return await _change(context, actor, puzzle, lambda before: replace(before, ending=AttemptEnding.SOLUTION_SHOWN))


async def best(context: Context, server_id: int, game: Game, most: int) -> Sequence[tuple[Person, PuzzleStanding]]:
    """The people who stand best with the puzzles of a game on a server."""
    async with context.database.read() as connection:
        return await puzzles.best(connection, server_id, game.key, most)


async def games_with_puzzles(context: Context, server_id: int | None) -> Sequence[Game]:
    """The games of which a person on a server can solve puzzles."""
    async with context.database.read() as connection:
        found = await puzzles.games_of_server(connection, server_id or DIRECT)
    return [game for game in GAMES.values() if shipped(game.key) or game.key in found]


def of_day(server_id: int, at: datetime) -> Puzzle | None:
    """The puzzle of the day of a server, on which the games take turns; None if no puzzles ship with Furlong."""
    pools = [sorted(shipped(key).values(), key=lambda puzzle: puzzle.id) for key in GAMES if shipped(key)]
    if not pools:
        return None
    day, game = divmod(at.astimezone(UTC).toordinal() + server_id, len(pools))
    return pools[game][day % len(pools[game])]


async def lay_out_daily(context: Context) -> None:
    """Choose today's puzzle for every server that wants it posted and has none yet; it is posted later."""
    now = context.now()
    async with context.database.read() as connection:
        waiting = await server_posts.servers_without(connection, Kind.DAILY_PUZZLE, day_of(now), context.shards())
    for server_id in waiting:
        puzzle = of_day(server_id, now)
        if puzzle is None:
            return
        async with context.database.write() as connection:
            data = {"game": puzzle.game.key, "puzzle": puzzle.id}
            await server_posts.lay_out(connection, Kind.DAILY_PUZZLE, server_id, day_of(now), now, **data)


def day_of(now: datetime) -> str:
    """The day of an instant, UTC, as it is stored."""
    return now.astimezone(UTC).date().isoformat()


async def day_before(
    context: Context, server_id: int, day: str, most: int
) -> tuple[Puzzle, Sequence[Person], int] | None:
    """The last daily puzzle of a server before a day, at most so many who have solved it, and how many there are.

    None if there was none, or the puzzle does not ship with Furlong any more.
    """
    async with context.database.read() as connection:
        last = await server_posts.posted_before(connection, Kind.DAILY_PUZZLE, server_id, day)
        if last is None:
            return None
        since, chosen = datetime.fromisoformat(last[0]).replace(tzinfo=UTC), last[1]
        puzzle = shipped(chosen["game"]).get(chosen["puzzle"])
        if puzzle is None:
            return None
        return puzzle, *await puzzles.solvers(connection, server_id, chosen["game"], puzzle.id, since, most)


async def is_searched(context: Context, match_id: int, seconds_a_day: float) -> bool:
    """Whether a finished match is searched for puzzles: today's time is not spent, and all its players take such puzzles."""
    async with context.database.read() as connection:
        has_time = await puzzles.seconds_searched(connection, context.now().date()) < seconds_a_day
        return has_time and await puzzles.may_keep(connection, match_id)


async def note_search(context: Context, claim: Claim, found: Sequence[StoredPuzzle], seconds: float) -> None:
    """Keep the puzzles of a match, unless one of its players has refused them or had their data deleted meanwhile.

    The search has taken `seconds` of processor time.
    """
    async with context.database.write() as connection:
        await puzzles.add_seconds_searched(connection, context.now().date(), seconds)
        if await queue.finish(connection, claim) and await puzzles.may_keep(connection, claim.about_match):
            await puzzles.keep(connection, claim.server_id, claim.about_match, found)


async def _change(context: Context, actor: Actor, puzzle: Puzzle, change: Callable[[Attempt], Attempt]) -> Trial:
    """Change what a person has tried; the first time that it counts, it does so for the person and for the puzzle."""
    person_id, server_id, now = actor.person.id, actor.server_id or DIRECT, context.now()
    async with context.database.write() as connection:
        await people.remember(connection, actor.person)
        known = await _trial(context, connection, actor, puzzle)
        if known.attempt.ending is not None:
            return known
        attempt = change(known.attempt)
        await puzzles.keep_attempt(connection, person_id, attempt, now)
        if known.days_in_a_row is not None and attempt.ending is AttemptEnding.SOLVED:
            known = await _solved_today(context, connection, actor, known)
        if known.attempt.has_counted or not attempt.has_counted:
            return replace(known, attempt=attempt)
        before = await puzzles.standing(connection, server_id, attempt.game, person_id)
        hard = await puzzles.skill_of(connection, puzzle.id, first_skill(puzzle))
        is_solved = attempt.ending is AttemptEnding.SOLVED
        skill, harder = met(before.skill, hard, is_solved=is_solved, is_hinted=attempt.is_hinted)
        after = before.after(skill, is_solved=is_solved and not attempt.is_hinted)
        await puzzles.keep_standing(connection, server_id, attempt.game, person_id, after, now)
        await puzzles.keep_skill(connection, puzzle.id, harder)
        return replace(known, attempt=attempt, before=before, after=after)


async def _known(connection: Connection, actor: Actor, game: Game) -> Mapping[str, Puzzle]:
    """All puzzles of a game that a person can solve here, by their ids."""
    stored = await puzzles.of_server(connection, actor.server_id or DIRECT, game.key)
    return {**shipped(game.key), **{one.id: read(game, one.line) for one in stored}}


async def _trial(context: Context, connection: Connection, actor: Actor, puzzle: Puzzle) -> Trial:
    tried = await puzzles.attempt(connection, actor.person.id, puzzle.id)
    is_shipped = puzzle.id in shipped(puzzle.game.key)
    players = None if is_shipped else await puzzles.players(connection, actor.server_id or DIRECT, puzzle.id)
    theme = "" if actor.server_id is None else (await settings.server_of(connection, actor.server_id)).theme
    in_a_row = await _days_in_a_row(context, connection, actor, puzzle)
    attempt = tried or Attempt(puzzle.id, puzzle.game.key)
    return Trial(puzzle, attempt, theme, players, days_in_a_row=in_a_row)
