"""Commands and handlers for puzzles, which are solved privately, and for a server's table of solvers."""

from typing import Final

from discord import app_commands

from bot.actions import puzzles
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.arguments import game_named, game_of
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post
from bot.chat.core.press import Press, modal
from bot.chat.core.request import Request
from bot.chat.puzzles import views
from bot.chat.replays.commands import channel_to_post_in, post_once
from bot.model.picking import choose
from bot.model.puzzles import NotToday, Trial
from bot.model.refusals import OnlyInServers, UnknownButton
from bot.texts import matches, moves
from bot.texts import puzzles as sentences
from bot.texts.language import say, speaking
from bot.texts.vocabulary import move_in_english
from rules.core import Move

_LONGEST: Final = 60
_MOST_LISTED: Final = 15


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
        return Show(
            await _judged(request, trial, trial.puzzle.position.parse(move_in_english(move, trial.puzzle.position)))
        )
    return Show(await views.task(trial))


async def _asked(request: Request) -> tuple[Trial, str]:
    """The puzzle and the chosen stage in a button's detail."""
    key, _, rest = request.press.detail.partition("/")
    puzzle_id, _, chosen = rest.partition("/")
    return await puzzles.find(request.context, request.actor, game_of(key), puzzle_id), chosen


async def _judged(request: Request, trial: Trial, move: Move) -> Post:
    """The response to an answer: the solution, the other side's reply, or a note that nothing counts any more."""
    answered = await puzzles.answer(request.context, request.actor, trial.puzzle, move)
    if answered.attempt.ending is None:
        return await views.wrong(answered, move)
    note = "" if trial.attempt.ending is None else sentences.ended(trial.attempt)
    return await views.over(answered, note, may_post=request.server_id is not None)


async def _task(trial: Trial, chosen: str = "", note: str = "") -> Answer:
    """A puzzle, or its solution once it has ended."""
    return Change(await (views.task(trial, chosen, note) if trial.attempt.ending is None else views.over(trial)))


@on_press("puzzle", in_place=True)
async def open_next(request: Request) -> Answer:
    """Handle Next puzzle."""
    game = game_of(request.press.detail)
    return Change(await views.task(await puzzles.next_puzzle(request.context, request.actor, game)))


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
        return await views.over(trial, sentences.ended(trial.attempt), may_post=request.server_id is not None)
    return await views.task(trial)


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
        result = views.result(trial, request.person, request.context.now())
    sent = await post_once(request, message, channel, result)
    return Change(await views.over(trial, sentences.result_posted(sent.jump_url)))


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
    return Change(
        await _judged(
            request, trial, trial.puzzle.position.parse(move_in_english(request.value or chosen, trial.puzzle.position))
        )
    )


@on_press("puzzle_window", opens_modal=True)
async def ask_move(request: Request) -> Answer:
    """Handle Type a move: open a modal for it."""
    trial, _chosen = await _asked(request)
    typed = Press("puzzle_play", detail=views.at(trial.puzzle))
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
    return Change(await views.over(await puzzles.show_solution(request.context, request.actor, trial.puzzle)))


@on_press("puzzle_text")
async def text(request: Request) -> Answer:
    """Handle Text: show the position without a picture."""
    trial, _chosen = await _asked(request)
    return Say(matches.text_position(trial.puzzle.game, trial.puzzle.position))


@on_press("puzzle_table")
async def standings(request: Request) -> Answer:
    """Handle Table: show the best solvers of the game's puzzles on this server."""
    if request.server_id is None:
        raise OnlyInServers
    game = game_of(request.press.detail)
    found = await puzzles.best(request.context, request.server_id, game, _MOST_LISTED)
    return Say(sentences.standings(game, found))
