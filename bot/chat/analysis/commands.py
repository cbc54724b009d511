"""Commands and handlers for trying moves on a private board, turning a line into a plan, and private notes."""

from collections.abc import Callable, Sequence
from typing import Final

from discord import app_commands

from bot.actions import analysis as analyzing
from bot.actions.analysis import LONGEST, AnalysisBoard
from bot.chat import plans as planning
from bot.chat.analysis import views as view
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.arguments import page_number
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, modal, row_of
from bot.chat.core.request import Request
from bot.chat.replays.argument import match_behind, named_or_latest
from bot.chat.replays.commands import complete_replay
from bot.model.analysis import Analysis
from bot.model.match import Match
from bot.model.picking import choose
from bot.model.plans.grammar import outline
from bot.records.parsing import MOST_MOVES
from bot.texts import analysis as sentences
from bot.texts import matches
from bot.texts.language import say

_LONGEST_TYPED: Final = 400  # characters, some dozens of moves


@app_commands.command(name="try", description="Try moves for all sides on a private board; nothing is played.")
@app_commands.rename(ply="step")
@app_commands.describe(
    match="Which match; the only one that runs, or your latest one, if you do not say",
    moves="Moves to try, in order, from where your board stands",
    ply="At which step of a match that is over to begin: 0 is the start",
)
@app_commands.autocomplete(match=complete_replay)
@slash
async def try_moves(
    request: Request,
    match: str | None = None,
    moves: app_commands.Range[str, 1, _LONGEST_TYPED] | None = None,
    ply: app_commands.Range[int, 0, MOST_MOVES] | None = None,
) -> Answer:
    """Show the person's analysis board of a match."""
    going_on = Press("try", detail="" if ply is None else str(ply))
    target = await named_or_latest(request, match, going_on, prefers_running=ply is None)
    board = await _begun(request, target, ply)
    if moves is not None:
        change = board.change("play", moves)
        assert change is not None, "the text has moves"
        board = await analyzing.change(request.context, target, request.person, board.analysis.revision, change)
    return await _show(request, board)


@on_press("try")
async def open_board(request: Request) -> Answer:
    """Handle Try moves, behind More and under a position of a replay."""
    detail = request.press.detail
    return await _show(
        request, await _begun(request, await match_behind(request), page_number(detail) if detail else None)
    )


async def _begun(request: Request, match: Match, ply: int | None) -> AnalysisBoard:
    """The person's analysis board of a match, from a ply on if the match is over. Raises `StepWhileRunning`."""
    if ply is None:
        return await analyzing.board(request.context, match, request.person)
    return await analyzing.begin(request.context, match, request.person, ply)


async def _show(request: Request, board: AnalysisBoard) -> Answer:
    return Show(await view.board(board, request.person))


async def _again(request: Request, board: AnalysisBoard, chosen: str = "") -> Answer:
    return Change(await view.board(board, request.person, chosen))


async def _behind(request: Request) -> AnalysisBoard:
    """The current board of a button, with a turnout if it differs from what the person sees."""
    match = await match_behind(request)
    return await analyzing.board(request.context, match, request.person, request.press.revision)


async def _changed(request: Request, board: AnalysisBoard, change: Callable[[Analysis], Analysis]) -> Answer:
    """The board after a change, or the current board if it differs from what the person sees."""
    seen = request.press.revision
    return await _again(request, await analyzing.change(request.context, board.match, request.person, seen, change))


@on_press("try_show", in_place=True)
async def show_again(request: Request) -> Answer:
    """Handle Back to the board, under the question about a plan."""
    return await _again(request, await analyzing.board(request.context, await match_behind(request), request.person))


@on_press("try_pick", in_place=True)
async def pick(request: Request) -> Answer:
    """Handle a choice from the menus of moves, or Choose again; a whole move is tried at once."""
    board = await _behind(request)
    choice = choose(board.then.history.position, request.value or request.press.detail)
    if board.turnout is not None or choice is None:
        return await _again(request, board)
    move = choice.move
    if move is not None and not choice.branches:
        return await _changed(request, board, lambda tried: tried.played(move))
    return await _again(request, board, choice.chosen)


async def _done(request: Request, deed: str, text: str = "") -> Answer:
    """The board after an action, or the current board if the action is impossible."""
    board = await _behind(request)
    change = board.change(deed, text)
    return await (_again(request, board) if change is None else _changed(request, board, change))


@on_press("try_play", in_place=True)
async def play(request: Request) -> Answer:
    """Handle moves typed in the modal, or Try, when the chosen move could be continued."""
    return await _done(request, "play", request.value or request.press.detail)


@on_press("try_branch", in_place=True, takes_value=True)
async def branch(request: Request) -> Answer:
    """Handle the menu of moves tried from the current position."""
    return await _done(request, "branch", request.value)


@on_press("try_go", in_place=True)
async def go(request: Request) -> Answer:
    """Handle Start, Back, Forward and Take out."""
    return await _done(request, request.press.detail)


@on_press("try_roll", in_place=True)
async def roll(request: Request) -> Answer:
    """Handle Roll."""
    return await _done(request, "roll")


@on_press("try_text")
async def text(request: Request) -> Answer:
    """Handle Text: show the position without a picture."""
    return Say(matches.text_then((await _behind(request)).then))


@on_press("try_window", opens_modal=True)
async def ask_moves(request: Request) -> Answer:
    """Handle Type moves: open a modal for them."""
    board = await _behind(request)
    typed = Press("try_play", board.match.id, request.press.revision)
    label = sentences.modal_label(board.then.history.position)
    return Ask(modal(say(sentences.MODAL_TITLE), typed, label, "", _LONGEST_TYPED))


@on_press("try_plan", in_place=True)
async def ask_plan(request: Request) -> Answer:
    """Handle Make this my plan: show the plan and its consequences."""
    board = await _behind(request)
    if board.turnout is not None:
        return await _again(request, board)
    return Change(view.plan_question(board, board.as_plan(request.person), request.person))


@on_press("try_plan_yes", in_place=True)
async def make_plan(request: Request) -> Answer:
    """Handle Make this my plan, after the question; show the board instead if anything has changed meanwhile."""
    board = await _behind(request)
    if board.turnout is not None or board.match.revision != page_number(request.press.detail):
        return await _again(request, board)
    lines: Sequence[str] = outline(board.as_plan(request.person))
    match = await planning.keep(request, board.match.id, "\n".join(lines), adding=False)
    return Change(planning.post(match, request.person.id, board.match.ply))


def _post(match: Match, text: str) -> Post:
    return Post(plain(matches.note(match, text), row_of(button(say("Write"), Press("note_edit", match.id)))))


@on_press("note")
async def show_note(request: Request) -> Answer:
    """Handle Note, behind More."""
    return Show(_post(*await analyzing.read(request.context, request.actor, request.press.match_id)))


@on_press("note_edit", opens_modal=True)
async def edit(request: Request) -> Answer:
    """Handle Write, under a note: open a modal with its text."""
    match, text = await analyzing.read(request.context, request.actor, request.press.match_id)
    form = modal(matches.modal_title(match), Press("note_save", match.id), matches.modal_label(), text, LONGEST)
    return Ask(form)


@on_press("note_save", in_place=True, takes_value=True)
async def save(request: Request) -> Answer:
    """Handle the note submitted in that modal."""
    return Change(_post(*await analyzing.write(request.context, request.actor, request.press.match_id, request.value)))
