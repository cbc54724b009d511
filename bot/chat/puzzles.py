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
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.arguments import game_named, game_of
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post, diagram_post, plain
from bot.chat.core.press import button, modal, row_of
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, SEARCHES, JobKind, JobResult
from bot.chat.delivery.threads import resend_after
from bot.chat.matches import picker
from bot.chat.replays.commands import channel_to_post_in, post_once
from bot.model.errors import BrokenRecord
from bot.model.jobs import LONGEST_WAIT, Claim, Kind
from bot.model.match import Match
from bot.model.people import Person
from bot.model.picking import choose
from bot.model.puzzles import NotToday, Puzzle, StoredPuzzle, Trial
from bot.model.refusals import OnlyInServers, Refusal, UnknownButton
from bot.opponents.thinkers import NoAnswer, Thinkers
from bot.pictures import Diagram, puzzle_board
from bot.records.puzzles import read, shipped
from bot.screens.core import Act
from bot.texts import matches as match_texts
from bot.texts import moves, names
from bot.texts import puzzles as sentences
from bot.texts.language import say, speaking
from bot.texts.vocabulary import move_typed
from rules.core import Move, Position

_LONGEST: Final = 60  # characters; longer than any name of a game and any move
_MOST_LISTED: Final = 15  # solvers, each a line


@suggestions
async def complete_game(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The games with puzzles here that begin with the typed text, for the command's `game`."""
    found = await puzzles.games_with_puzzles(request.context, request.server_id)
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=game.name, value=game.key) for game in found if game.name.casefold().startswith(wanted)
    ]


@app_commands.command(name="puzzle", description="Find the one move that wins, or is clearly the best.")
@app_commands.describe(
    game="Which game; that of your last puzzle if you do not say", move="Your answer, if you like to type"
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
        return Show(await _judged(request, trial, move))
    return Show(await _to_solve(trial))


async def _asked(request: Request) -> tuple[Trial, str]:
    """The puzzle and the chosen stage in a button's detail."""
    key, _, rest = request.act.detail.partition("/")
    puzzle_id, _, chosen = rest.partition("/")
    return await puzzles.find(request.context, request.actor, game_of(key), puzzle_id), chosen


async def _judged(request: Request, trial: Trial, text: str) -> Post:
    """The response to an answer: the solution, the other side's reply, or a note that nothing counts any more."""
    move = move_typed(text, trial.puzzle.position)
    answered = await puzzles.answer(request.context, request.actor, trial.puzzle, move)
    if answered.attempt.ending is None:
        return await _wrong(answered, move)
    note = "" if trial.attempt.ending is None else sentences.ended(trial.attempt)
    return await _over(answered, note, may_post=request.server_id is not None)


async def _task(trial: Trial, chosen: str = "", note: str = "") -> Answer:
    """A puzzle, or its solution once it has ended."""
    return Change(await (_to_solve(trial, chosen, note) if trial.attempt.ending is None else _over(trial)))


@on_press("puzzle", in_place=True)
async def open_next(request: Request) -> Answer:
    """Handle Next puzzle."""
    game = game_of(request.act.detail)
    return Change(await _to_solve(await puzzles.next_puzzle(request.context, request.actor, game)))


@on_press("puzzle_today")
async def solve_today(request: Request) -> Answer:
    """Handle Puzzle, in the greeting: the puzzle of the day, or its solution once it has ended."""
    return Show(await _opened(request, await puzzles.today(request.context, request.actor)))


@on_press("puzzle_daily")
async def solve_daily(request: Request) -> Answer:
    """Handle Solve, under the puzzle of the day: the same puzzle in private, or its solution once it has ended."""
    trial, _chosen = await _asked(request)
    return Show(await _opened(request, trial))


async def _opened(request: Request, trial: Trial) -> Post:
    if trial.attempt.ending is not None:
        return await _over(trial, sentences.ended(trial.attempt), may_post=request.server_id is not None)
    return await _to_solve(trial)


@on_press("puzzle_post", in_place=True)
async def post_result(request: Request) -> Answer:
    """Handle Post my result, after the puzzle of the day: post it in the channel, once per private message."""
    message, channel = request.message, channel_to_post_in(request)
    trial, _chosen = await _asked(request)
    if message is None:
        raise UnknownButton
    if not sentences.in_a_row(trial):
        raise NotToday
    with speaking(await request.language_here()):
        result = _result(trial, request.person, request.context.now())
    sent = await post_once(request, message, channel, result)
    return Change(await _over(trial, sentences.result_posted(sent.jump_url)))


@on_press("puzzle_again", in_place=True)
async def try_again(request: Request) -> Answer:
    """Handle Try again, after a wrong move."""
    return await _task((await _asked(request))[0])


@on_press("puzzle_pick", in_place=True)
async def pick(request: Request) -> Answer:
    """Handle a choice from the menus of moves, or Choose again; a whole move is the answer."""
    trial, chosen = await _asked(request)
    choice = choose(trial.puzzle.position, request.value or chosen)
    if choice is not None and choice.move is not None and not choice.branches:
        return Change(await _judged(request, trial, choice.move))
    return await _task(trial, "" if choice is None else choice.chosen)


@on_press("puzzle_play", in_place=True)
async def play(request: Request) -> Answer:
    """Handle a move typed in the modal, or Play, for a chosen move that could be continued."""
    trial, chosen = await _asked(request)
    return Change(await _judged(request, trial, request.value or chosen))


@on_press("puzzle_window", opens_modal=True)
async def ask_move(request: Request) -> Answer:
    """Handle Type a move: open a modal for it."""
    trial, _chosen = await _asked(request)
    typed = Act("puzzle_play", detail=_detail(trial.puzzle))
    return Ask(modal(sentences.modal_title(trial.puzzle), typed, say(moves.TYPED), "", _LONGEST))


@on_press("puzzle_hint", in_place=True)
async def hint(request: Request) -> Answer:
    """Handle Hint: show how the move begins."""
    trial, _chosen = await _asked(request)
    hinted = await puzzles.hint(request.context, request.actor, trial.puzzle)
    return await _task(hinted, note=sentences.hint(trial.puzzle))


@on_press("puzzle_solution", in_place=True)
async def solution(request: Request) -> Answer:
    """Handle Solution."""
    trial, _chosen = await _asked(request)
    return Change(await _over(await puzzles.show_solution(request.context, request.actor, trial.puzzle)))


@on_press("puzzle_text")
async def text(request: Request) -> Answer:
    """Handle Text: show the position without a picture."""
    trial, _chosen = await _asked(request)
    return Say(match_texts.text_position(trial.puzzle.game, trial.puzzle.position))


@on_press("puzzle_table")
async def standings(request: Request) -> Answer:
    """Handle Table: show the best solvers of the game's puzzles on this server."""
    if request.server_id is None:
        raise OnlyInServers
    game = game_of(request.act.detail)
    found = await puzzles.best(request.context, request.server_id, game, _MOST_LISTED)
    return Say(sentences.standings(game, found))


def _detail(puzzle: Puzzle) -> str:
    """The detail of a puzzle's buttons: its game and id, to which a chosen stage may be appended."""
    return f"{puzzle.game.key}/{puzzle.id}/"


async def _to_solve(trial: Trial, chosen: str = "", note: str = "") -> Post:
    """A puzzle to solve, with the stage chosen so far."""
    detail = _detail(trial.puzzle)
    return await picker.exercise(
        puzzle_board(trial),
        names.lines(sentences.task(trial), note),
        chosen,
        (Act("puzzle_pick", detail=detail), Act("puzzle_play", detail=detail)),
        [
            button(say("Type a move"), Act("puzzle_window", detail=detail)),
            button(say("Hint"), Act("puzzle_hint", detail=detail)),
            button(say("Solution"), Act("puzzle_solution", detail=detail)),
            button(say("Text"), Act("puzzle_text", detail=detail)),
        ],
    )


async def _daily(puzzle: Puzzle, theme: str, yesterday: str) -> Post:
    """The puzzle of the day, for a channel; `yesterday` is a line about the previous one, or empty."""
    solve = button(say("Solve"), Act("puzzle_daily", detail=_detail(puzzle)), discord.ButtonStyle.success)
    text = button(say("Text"), Act("puzzle_text", detail=_detail(puzzle)))
    below = [ui.TextDisplay[ui.LayoutView](yesterday)] if yesterday else []
    diagram = Diagram(puzzle.game, puzzle.position, (), theme)
    return await diagram_post(diagram, sentences.daily(puzzle), *below, row_of(solve, text))


async def _wrong(trial: Trial, move: Move) -> Post:
    """A wrong move, and the other side's reply."""
    puzzle = trial.puzzle
    again = button(say("Try again"), Act("puzzle_again", detail=_detail(puzzle)), discord.ButtonStyle.primary)
    solution = button(say("Solution"), Act("puzzle_solution", detail=_detail(puzzle)))
    text = names.lines(sentences.wrong(puzzle, move, puzzle.replies.get(move)), sentences.counted(trial))
    return await diagram_post(puzzle_board(trial).after(*puzzle.answered(move)), text, row_of(again, solution))


async def _over(trial: Trial, note: str = "", *, may_post: bool = False) -> Post:
    """A puzzle that was solved, or whose solution is shown; `may_post` adds a button to post the day's result."""
    puzzle = trial.puzzle
    another = button(say("Next puzzle"), Act("puzzle", detail=puzzle.game.key), discord.ButtonStyle.success)
    standings = button(say("Table"), Act("puzzle_table", detail=puzzle.game.key))
    diagram = puzzle_board(trial).after(puzzle.best)
    buttons = [another, standings]
    if may_post and sentences.in_a_row(trial):
        buttons.insert(
            0, button(say("Post my result"), Act("puzzle_post", detail=_detail(puzzle)), discord.ButtonStyle.primary)
        )
    return await diagram_post(diagram, names.lines(note, sentences.over(trial)), row_of(*buttons))


def _result(trial: Trial, person: Person, day: datetime) -> Post:
    """A person's result of the puzzle of the day, for a channel."""
    solve = button(say("Solve it too"), Act("puzzle_daily", detail=_detail(trial.puzzle)))
    return Post(plain(sentences.result(trial, person, day), row_of(solve)))


_MOST_NAMED: Final = 20  # solvers in one sentence


async def post_puzzle(delivery: Delivery, claim: Claim) -> JobResult:
    """Post the puzzle of a day."""
    context, server_id, chosen = delivery.context, claim.server_id, claim.first.data
    last = await puzzles.day_before(context, server_id, claim.first.name or "", _MOST_NAMED)
    yesterday = "" if last is None else sentences.yesterday(*last)
    theme = await settings.theme_of(context, server_id)
    post = await _daily(shipped(chosen["game"])[chosen["puzzle"]], theme, yesterday)
    return await delivery.post_once(claim, (await settings.of_server(context, server_id)).puzzle_channel_id, post)


DAILY_PUZZLE: Final = JobKind(Kind.DAILY_PUZZLE, MESSAGES, post_puzzle, resend_after)

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
    context, found = delivery.context, list[StoredPuzzle]()
    thinkers, before = delivery.thinkers, delivery.thinkers.searched
    try:
        if await puzzles.is_searched(context, claim.about_match, thinkers.searching_seconds):
            found = await _found(await matches.load(context, claim.about_match), thinkers)
    except (BrokenRecord, Refusal, NoAnswer) as error:
        _log.info("there are no puzzles in match %s: %s", claim.match_id, error)
    await puzzles.note_search(context, claim, found, thinkers.searched - before)
    return JobResult()


async def _found(match: Match, thinkers: Thinkers) -> list[StoredPuzzle]:
    found: list[StoredPuzzle] = []
    last, until = -_APART, thinkers.searched + _MOST_SECONDS
    for ply, position in _positions(match):
        if len(found) == _MOST_OF_MATCH or thinkers.searched >= until:
            break
        line = await thinkers.puzzle(position, _NOBODY) if ply - last >= _APART else None
        if line is not None:
            found.append(StoredPuzzle(read(match.game, line).id, match.game.key, line))
            last = ply
    return found


def _positions(match: Match) -> Sequence[tuple[int, Position]]:
    """The positions of a match with a player to move, with their plies; evenly spread ones if there are many."""
    steps = enumerate(match.history.steps)
    found = [(ply, step.before) for ply, step in steps if isinstance(step.before.turn, int)]
    return found[:: 1 + len(found) // (_MOST_POSITIONS + 1)] if match.game.evaluation is not None else ()


def _wait(*_: object) -> timedelta:
    return LONGEST_WAIT


SEARCH: Final = JobKind(Kind.PUZZLE_SEARCH, SEARCHES, search, _wait, lease=_LEASE)
