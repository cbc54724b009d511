"""Puzzles, which are solved privately, a server's table of solvers, the puzzle of the day, and the search for puzzles.

The puzzle of the day comes with the solution of the previous one and the names of its solvers. Nobody waits for a
search of finished matches, so the thinking processes put everything else first.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import discord
from discord import app_commands, ui

from bot.actions import matches, puzzles, settings
from bot.chat.core.answers import Answer, Change
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post, diagram_post, plain
from bot.chat.core.press import button, row_of
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, SEARCHES, JobKind, JobResult
from bot.chat.delivery.threads import resend_after
from bot.chat.replays.commands import channel_to_post_in, post_once
from bot.chat.screens import asked_of, beside, post_of
from bot.chat.servers import tell_of_channel
from bot.model.errors import BrokenRecord
from bot.model.jobs import LONGEST_WAIT, Claim, Kind
from bot.model.match import Match
from bot.model.people import Person
from bot.model.puzzles import Puzzle, StoredPuzzle, Trial
from bot.model.refusals import Refusal, UnknownButton
from bot.model.refusals.learning import NotToday
from bot.opponents.thinkers import NoAnswer, Thinkers
from bot.records.puzzles import read, shipped
from bot.screens import puzzles as puzzle_screens
from bot.screens.core import Act, game_named
from bot.screens.pictures import Diagram
from bot.texts import puzzles as puzzle_texts
from bot.texts.language import say, speaking
from rules.core import Position

_LONGEST: Final = 60  # characters; longer than any name of a game and any move


@suggestions
async def complete_game(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The games with puzzles here that begin with the typed text, for the command's `game`."""
    games = await puzzles.games_with_puzzles(request.context, request.server_id)
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=game.name, value=game.key) for game in games if game.name.casefold().startswith(wanted)
    ]


@app_commands.command(name="puzzle", description="Find the one move that wins, or is clearly the best.")
@app_commands.describe(
    game="Which game; leave it out for the game of your last puzzle", move="Your answer, if you like to type"
)
@app_commands.autocomplete(game=complete_game)
@slash
async def puzzle(
    request: Request,
    game: app_commands.Range[str, 1, _LONGEST] | None = None,
    move: app_commands.Range[str, 1, _LONGEST] | None = None,
) -> Answer:
    """Show a new puzzle, or judge the person's answer to the one that they have begun."""
    chosen = None if game is None else game_named(game)
    trial = await puzzles.next_puzzle(request.context, request.actor, chosen)
    if move is not None:
        return await beside(await puzzle_screens.PUZZLE.typed(asked_of(request), trial, move))
    return await beside(puzzle_screens.task(asked_of(request), trial))


@on_press("puzzle_post", in_place=True)
async def post_result(request: Request) -> Answer:
    """Handle Post my result, after the puzzle of the day: post it in the channel, once per private message."""
    message, channel = request.message, channel_to_post_in(request)
    trial, _chosen = await puzzle_screens.trial_and_stage(asked_of(request))
    if message is None:
        raise UnknownButton
    if not puzzle_texts.in_a_row(trial):
        raise NotToday
    with speaking(await request.language_here()):
        result = _result(trial, request.person, request.context.now())
    sent = await post_once(request, message, channel, result)
    over = puzzle_screens.over(asked_of(request), trial, puzzle_texts.result_posted(sent.jump_url), may_post=False)
    return Change(await post_of(over))


async def _daily(puzzle: Puzzle, theme: str, yesterday: str) -> Post:
    """The puzzle of the day, for a channel; `yesterday` is a line about the previous one, or empty."""
    solve = button(say("Solve"), Act("puzzle_daily", detail=puzzle_screens.detail(puzzle)), discord.ButtonStyle.success)
    text = button(say("Text"), Act("puzzle_text", detail=puzzle_screens.detail(puzzle)))
    below = [ui.TextDisplay[ui.LayoutView](yesterday)] if yesterday else []
    diagram = Diagram(puzzle.game, puzzle.position, (), theme)
    return await diagram_post(diagram, puzzle_texts.daily(puzzle), *below, row_of(solve, text))


def _result(trial: Trial, person: Person, day: datetime) -> Post:
    """A person's result of the puzzle of the day, for a channel."""
    solve = button(say("Solve it too"), Act("puzzle_daily", detail=puzzle_screens.detail(trial.puzzle)))
    return Post(plain(puzzle_texts.result(trial, person, day), row_of(solve)))


_MOST_NAMED: Final = 20  # solvers in one sentence


async def post_puzzle(delivery: Delivery, claim: Claim) -> JobResult:
    """Post the puzzle of a day."""
    context, server_id, chosen = delivery.context, claim.server_id, claim.first.data
    last = await puzzles.day_before(context, server_id, claim.first.name or "", _MOST_NAMED)
    yesterday = "" if last is None else puzzle_texts.yesterday(*last)
    theme = await settings.theme_of(context, server_id)
    post = await _daily(shipped(chosen["game"])[chosen["puzzle"]], theme, yesterday)
    return await delivery.post_once(claim, (await settings.of_server(context, server_id)).puzzle_channel_id, post)


DAILY_PUZZLE: Final = JobKind(Kind.DAILY_PUZZLE, MESSAGES, post_puzzle, resend_after, tell_of_channel)

_log: Final = logging.getLogger(__name__)
_LEASE: Final = timedelta(minutes=2)  # a search of a match takes a few seconds, and its claim is renewed
_MOST_POSITIONS: Final = 60  # of a match that are searched
_MOST_OF_MATCH: Final = 2  # puzzles from one match
_MOST_SECONDS: Final = 2.0
"""The most seconds of processor time for searching a match: most take less than one, long ones took over five."""
_APART: Final = 6
"""The least number of moves between two puzzles of a match, which would otherwise be much alike."""
_NOBODY: Final = "puzzles"


async def search(delivery: Delivery, claim: Claim) -> JobResult:
    """Search a match and store the puzzles found: none if it cannot be read or the day's time is spent."""
    context, puzzles_found = delivery.context, list[StoredPuzzle]()
    thinkers, before = delivery.thinkers, delivery.thinkers.searched
    try:
        if await puzzles.is_searched(context, claim.about_match, thinkers.searching_seconds):
            puzzles_found = await _search(await matches.load(context, claim.about_match), thinkers)
    except (BrokenRecord, Refusal, NoAnswer) as error:
        _log.info("there are no puzzles in match %s: %s", claim.match_id, error)
    await puzzles.note_search(context, claim, puzzles_found, thinkers.searched - before)
    return JobResult()


async def _search(match: Match, thinkers: Thinkers) -> list[StoredPuzzle]:
    puzzles_found: list[StoredPuzzle] = []
    last, until = -_APART, thinkers.searched + _MOST_SECONDS
    for ply, position in _positions(match):
        if len(puzzles_found) == _MOST_OF_MATCH or thinkers.searched >= until:
            break
        line = await thinkers.puzzle(position, _NOBODY) if ply - last >= _APART else None
        if line is not None:
            puzzles_found.append(StoredPuzzle(read(match.game, line).id, match.game.key, line))
            last = ply
    return puzzles_found


def _positions(match: Match) -> Sequence[tuple[int, Position]]:
    """The positions of a match with a player to move, with their plies; evenly spread ones if there are many."""
    steps = enumerate(match.history.steps)
    positions = [(ply, step.before) for ply, step in steps if isinstance(step.before.turn, int)]
    return positions[:: 1 + len(positions) // (_MOST_POSITIONS + 1)] if match.game.evaluation is not None else ()


def _wait(*_: object) -> timedelta:
    return LONGEST_WAIT


SEARCH: Final = JobKind(Kind.PUZZLE_SEARCH, SEARCHES, search, _wait, lease=_LEASE)
