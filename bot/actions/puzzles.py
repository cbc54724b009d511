"""Solving puzzles: choosing the next one, the effects of an answer, and people's results."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bot.actions.context import Context
from bot.model.jobs import Claim, Kind
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.puzzles import Attempt, AttemptEnding, Puzzle, PuzzleStanding, StoredPuzzle, Trial, suiting
from bot.model.refusals.learning import NoPuzzleLeft, NoPuzzles, UnknownPuzzle
from bot.records.puzzles import read, shipped
from bot.store import people as people_store
from bot.store import puzzles
from bot.store.engine.database import Connection
from bot.store.jobs import queue, server_posts
from rules import GAMES
from rules.core import Game, Move


async def next_puzzle(context: Context, actor: Actor, game: Game | None) -> Trial:
    """The puzzle that a person has begun, else one that suits them, of `game` or of the game they tried last.

    Raises `NoPuzzles` for a game without any, `NoPuzzleLeft` for a person who has tried them all.
    """
    async with context.database.read() as connection:
        tried = await puzzles.attempts(connection, actor.person.id)
        last = next((GAMES[attempt.game] for attempt in tried if shipped(attempt.game)), None)
        chosen = game or last or next(game for game in GAMES.values() if shipped(game.key))
        stored = await puzzles.of_server(connection, actor.server_id or DIRECT, chosen.key)
        standing = await puzzles.standing(connection, actor.server_id or DIRECT, chosen.key, actor.person.id)
        by_id = {**shipped(chosen.key), **{row.id: read(chosen, row.line) for row in stored}}
        if not by_id:
            raise NoPuzzles(chosen)
        begun = next(
            (by_id[attempt.puzzle] for attempt in tried if attempt.ending is None and attempt.puzzle in by_id), None
        )
        if begun is None:
            over = {attempt.puzzle for attempt in tried}
            left = [puzzle for puzzle in by_id.values() if puzzle.id not in over]
            if not left:
                raise NoPuzzleLeft(chosen, len(by_id))
            begun = suiting(left, standing)
        return await _trial(context, connection, actor, begun)


async def find(context: Context, actor: Actor, game: Game, puzzle_id: str) -> Trial:
    """The puzzle with this id, shipped with Furlong or from a match of the server. Raises `UnknownPuzzle`."""
    async with context.database.read() as connection:
        puzzle = shipped(game.key).get(puzzle_id)
        if puzzle is None:
            stored = await puzzles.find(connection, actor.server_id or DIRECT, puzzle_id)
            if stored is None or stored.game not in GAMES:
                raise UnknownPuzzle(game)
            puzzle = read(GAMES[stored.game], stored.line)
        return await _trial(context, connection, actor, puzzle)


async def today(context: Context, actor: Actor) -> Trial:
    """The puzzle of the day for the server of the request, whether or not it is posted there. Raises `NoPuzzles`."""
    puzzle = of_day(actor.server_id or DIRECT, context.now())
    if puzzle is None:
        raise NoPuzzles(next(iter(GAMES.values())))
    day = context.now().astimezone(UTC).date()
    async with context.database.read() as connection:
        trial = await _trial(context, connection, actor, puzzle)
        if trial.attempt.ending is not AttemptEnding.SOLVED:
            return trial
        in_a_row = await puzzles.noted_day(connection, actor.person.id, day, context.now())
    if in_a_row is None:
        # It may have been solved before it was the puzzle of the day, and nobody can solve it twice.
        async with context.database.write() as connection:
            in_a_row = await puzzles.note_day(connection, actor.person.id, day, context.now())
    return replace(trial, days_in_a_row=in_a_row)


async def answer(context: Context, actor: Actor, puzzle: Puzzle, move: Move) -> Trial:
    """Store a legal move as the answer to a puzzle; nothing changes once the attempt has ended."""

    def answered(before: Attempt) -> Attempt:
        if move == puzzle.best:
            return replace(before, ending=AttemptEnding.SOLVED)
        return replace(before, wrong=before.wrong + 1)

    return await _change(context, actor, puzzle, answered)


async def hint(context: Context, actor: Actor, puzzle: Puzzle) -> Trial:
    """Note that a person has asked for a hint."""
    return await _change(context, actor, puzzle, lambda before: replace(before, is_hinted=True))


async def show_solution(context: Context, actor: Actor, puzzle: Puzzle) -> Trial:
    """Note that a person has asked for the solution."""
    return await _change(context, actor, puzzle, lambda before: replace(before, ending=AttemptEnding.SOLUTION_SHOWN))


async def best(context: Context, server_id: int, game: Game, most: int) -> Sequence[tuple[Person, PuzzleStanding]]:
    """The people with the best results in the puzzles of a game on a server."""
    async with context.database.read() as connection:
        return await puzzles.best(connection, server_id, game.key, most)


async def standing(context: Context, actor: Actor, game: Game) -> PuzzleStanding:
    """A person's results in the puzzles of a game where they ask."""
    async with context.database.read() as connection:
        return await puzzles.standing(connection, actor.server_id or DIRECT, game.key, actor.person.id)


async def games_with_puzzles(context: Context, server_id: int | None) -> Sequence[Game]:
    """The games with puzzles for people on a server."""
    async with context.database.read() as connection:
        keys = await puzzles.games_of_server(connection, server_id or DIRECT)
    return [game for game in GAMES.values() if shipped(game.key) or game.key in keys]


def of_day(server_id: int, at: datetime) -> Puzzle | None:
    """A server's puzzle of the day, with the games taking turns; None if no puzzles ship with Furlong."""
    pools = [sorted(shipped(key).values(), key=lambda puzzle: puzzle.id) for key in GAMES if shipped(key)]
    if not pools:
        return None
    day, game = divmod(at.astimezone(UTC).toordinal() + server_id, len(pools))
    return pools[game][day % len(pools[game])]


async def lay_out_daily(context: Context) -> None:
    """Choose today's puzzle for every server that wants it posted and has none yet, to be posted later."""
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
    """The day of an instant, UTC, in its stored form."""
    return now.astimezone(UTC).date().isoformat()


async def day_before(
    context: Context, server_id: int, day: str, most: int
) -> tuple[Puzzle, Sequence[Person], int] | None:
    """A server's last daily puzzle before a day, some of the people who solved it, and the number of all of them.

    None if there was none, or if the puzzle no longer ships with Furlong.
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
    """Whether to search a finished match for puzzles: today's time is not spent, and all its players accept puzzles."""
    async with context.database.read() as connection:
        has_time = await puzzles.seconds_searched(connection, context.now().date()) < seconds_a_day
        return has_time and await puzzles.may_keep(connection, match_id)


async def note_search(context: Context, claim: Claim, puzzles_found: Sequence[StoredPuzzle], seconds: float) -> None:
    """Store the puzzles of a match, unless one of its players has refused them or had their data deleted meanwhile.

    The search took `seconds` of processor time.
    """
    async with context.database.write() as connection:
        if await queue.finish(connection, claim):
            await puzzles.lock_players(connection, claim.about_match)
            if await puzzles.may_keep(connection, claim.about_match):
                await puzzles.keep(connection, claim.server_id, claim.about_match, puzzles_found)
        await puzzles.add_seconds_searched(connection, context.now().date(), seconds)


async def _change(context: Context, actor: Actor, puzzle: Puzzle, change: Callable[[Attempt], Attempt]) -> Trial:
    """Change a person's attempt."""
    person, server_id, now = actor.person, actor.server_id or DIRECT, context.now()
    async with context.database.write() as connection:
        await people_store.remember(connection, person)  # their other answers now wait for this one
        trial = await _trial(context, connection, actor, puzzle)
        if trial.attempt.ending is not None:
            return trial
        attempt = change(trial.attempt)
        standing = await puzzles.standing(connection, server_id, puzzle.game.key, person.id)
        counts = attempt.has_counted and not trial.attempt.has_counted
        skill = await puzzles.lock_skill(connection, puzzle) if counts else None
        is_of_day = trial.days_in_a_row is not None and attempt.ending is AttemptEnding.SOLVED
        today = now.astimezone(UTC).date() if is_of_day else None
        tried = trial.counted(attempt, standing, skill)
        if person.is_guest and tried.skill is not None:
            tried = replace(tried, skill=skill)  # whoever comes in by the guest door does not change what others get
        return await puzzles.keep_trial(connection, person, server_id, tried, today, now)


async def _trial(context: Context, connection: Connection, actor: Actor, puzzle: Puzzle) -> Trial:
    server_id, now = actor.server_id or DIRECT, context.now().astimezone(UTC)
    today = of_day(server_id, now)
    is_todays = today is not None and today.id == puzzle.id
    day = now.date() if is_todays else None
    return await puzzles.trial(connection, actor.person.id, server_id, puzzle, day, now)
