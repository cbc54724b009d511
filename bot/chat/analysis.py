"""Trying moves on a private board, turning a line into a plan, and private notes."""

from collections.abc import Callable, Sequence
from typing import Final

import discord
from discord import app_commands, ui

from bot.actions import analysis as analyzing
from bot.actions.analysis import LONGEST, AnalysisBoard
from bot.chat import plans as planning
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, image, layout, paint, plain
from bot.chat.core.press import PressMenu, button, menu, modal, row_of
from bot.chat.core.request import Request
from bot.chat.matches import picker
from bot.chat.replays.argument import match_behind, named_or_latest
from bot.chat.replays.commands import complete_replay
from bot.model.analysis import Analysis
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.picking import choose
from bot.model.plans.grammar import outline
from bot.model.plans.tree import PlanTree
from bot.pictures import viewpoint_of
from bot.records.parsing import MOST_MOVES
from bot.screens.core import Act, page_number
from bot.texts import analysis as sentences
from bot.texts import limits, matches, moves, names
from bot.texts.language import say
from rules.core import CHANCE, Position

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
    going_on = Act("try", detail="" if ply is None else str(ply))
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
    detail = request.act.detail
    return await _show(
        request, await _begun(request, await match_behind(request), page_number(detail) if detail else None)
    )


async def _begun(request: Request, match: Match, ply: int | None) -> AnalysisBoard:
    """The person's analysis board of a match, from a ply on if the match is over. Raises `StepWhileRunning`."""
    if ply is None:
        return await analyzing.board(request.context, match, request.person)
    return await analyzing.begin(request.context, match, request.person, ply)


async def _show(request: Request, board: AnalysisBoard) -> Answer:
    return Show(await _board(board, request.person))


async def _again(request: Request, board: AnalysisBoard, chosen: str = "") -> Answer:
    return Change(await _board(board, request.person, chosen))


async def _behind(request: Request) -> AnalysisBoard:
    """The current board of a button, with a turnout if it differs from what the person sees."""
    match = await match_behind(request)
    return await analyzing.board(request.context, match, request.person, request.act.revision)


async def _changed(request: Request, board: AnalysisBoard, change: Callable[[Analysis], Analysis]) -> Answer:
    """The board after a change, or the current board if it differs from what the person sees."""
    seen = request.act.revision
    return await _again(request, await analyzing.change(request.context, board.match, request.person, seen, change))


@on_press("try_show", in_place=True)
async def show_again(request: Request) -> Answer:
    """Handle Back to the board, under the question about a plan."""
    return await _again(request, await analyzing.board(request.context, await match_behind(request), request.person))


@on_press("try_pick", in_place=True)
async def pick(request: Request) -> Answer:
    """Handle a choice from the menus of moves, or Choose again; a whole move is tried at once."""
    board = await _behind(request)
    choice = choose(board.then.history.position, request.value or request.act.detail)
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
    return await _done(request, "play", request.value or request.act.detail)


@on_press("try_branch", in_place=True, takes_value=True)
async def branch(request: Request) -> Answer:
    """Handle the menu of moves tried from the current position."""
    return await _done(request, "branch", request.value)


@on_press("try_go", in_place=True)
async def go(request: Request) -> Answer:
    """Handle Start, Back, Forward and Take out."""
    return await _done(request, request.act.detail)


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
    typed = Act("try_play", board.match.id, request.act.revision)
    label = sentences.modal_label(board.then.history.position)
    return Ask(modal(say(sentences.MODAL_TITLE), typed, label, "", _LONGEST_TYPED))


@on_press("try_plan", in_place=True)
async def ask_plan(request: Request) -> Answer:
    """Handle Make this my plan: show the plan and its consequences."""
    board = await _behind(request)
    if board.turnout is not None:
        return await _again(request, board)
    return Change(_plan_question(board, board.as_plan(request.person), request.person))


@on_press("try_plan_yes", in_place=True)
async def make_plan(request: Request) -> Answer:
    """Handle Make this my plan, after the question; show the board instead if anything has changed meanwhile."""
    board = await _behind(request)
    if board.turnout is not None or board.match.revision != page_number(request.act.detail):
        return await _again(request, board)
    lines: Sequence[str] = outline(board.as_plan(request.person))
    match = await planning.keep(request, board.match.id, "\n".join(lines), adding=False)
    return Change(planning.post(match, request.person.id, board.match.ply))


def _post(match: Match, text: str) -> Post:
    return Post(plain(matches.note(match, text), row_of(button(say("Write"), Act("note_edit", match.id)))))


@on_press("note")
async def show_note(request: Request) -> Answer:
    """Handle Note, behind More."""
    return Show(_post(*await analyzing.read(request.context, request.actor, request.act.match_id)))


@on_press("note_edit", opens_modal=True)
async def edit(request: Request) -> Answer:
    """Handle Write, under a note: open a modal with its text."""
    match, text = await analyzing.read(request.context, request.actor, request.act.match_id)
    form = modal(matches.modal_title(match), Act("note_save", match.id), matches.modal_label(), text, LONGEST)
    return Ask(form)


@on_press("note_save", in_place=True, takes_value=True)
async def save(request: Request) -> Answer:
    """Handle the note submitted in that modal."""
    return Change(_post(*await analyzing.write(request.context, request.actor, request.act.match_id, request.value)))


async def _board(trial: AnalysisBoard, person: Person, chosen: str = "") -> Post:
    """A person's private board, with the part of the next move chosen so far."""
    then, tried, match = trial.then, trial.analysis, trial.match
    position = then.history.position
    choice = choose(position, chosen)
    options = [branch.partial for branch in choice.branches] if choice is not None and choice.chosen else ()
    picture = await paint(then, options=options, chosen=chosen, viewpoint=viewpoint_of(match, person.id))
    question = moves.question(position, choice) if choice is not None and choice.branches else ""
    items: list[ui.Item[ui.LayoutView]] = [
        ui.TextDisplay(sentences.board(trial, question)),
        image(matches.alt_text(then), instead=position),
    ]
    if choice is not None:
        at = (match.id, tried.revision)
        items += picker.rows(
            position, choice, Act("try_pick", *at), Act("try_play", *at), say("Try {move}", move=choice.move or "")
        )
    if len(tried.branches) > 1:
        items.append(row_of(_branches(position, trial)))
    return Post(layout(*items, *_navigation(trial, position, person)), picture)


def _branches(position: Position, trial: AnalysisBoard) -> PressMenu:
    """A menu of the moves tried from a position."""
    named = position.named_moves()
    options = [
        discord.SelectOption(
            label=say(named[move]) if move in named else move,
            value=move,
            description=names.shortened(say(position.odds(move) or position.describe(move))),
        )
        for move in trial.analysis.branches[: limits.MENU]
    ]
    act = Act("try_branch", trial.match.id, trial.analysis.revision)
    return menu(say(sentences.TRIED_HERE), act, options)


def _navigation(trial: AnalysisBoard, position: Position, person: Person) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    """The buttons for navigating and using the moves tried."""
    tried, match = trial.analysis, trial.match
    at = (match.id, tried.revision)
    steps = [
        button(say("Start"), Act("try_go", *at, "start"), disabled=not tried.path),
        button(say("Back"), Act("try_go", *at, "back"), disabled=not tried.path),
        button(say("Forward"), Act("try_go", *at, "forward"), disabled=not tried.branches),
        button(say("Take out"), Act("try_go", *at, "cut"), disabled=not tried.path),
    ]
    if position.turn is CHANCE:
        steps.append(button(say("Roll"), Act("try_roll", *at), discord.ButtonStyle.primary))
    others = [button(say("Type moves"), Act("try_window", *at)), button(say("Text"), Act("try_text", *at))]
    if match.state is State.RUNNING and match.seat_of(person.id) is not None:
        others.append(button(say("Make this my plan"), Act("try_plan", *at), disabled=not tried.path))
    return [row_of(*steps), row_of(*others)]


def _plan_question(trial: AnalysisBoard, tree: PlanTree, person: Person) -> Post:
    """The question whether to turn a line into a plan."""
    match, tried = trial.match, trial.analysis
    keep = Act("try_plan_yes", match.id, tried.revision, str(match.revision))
    buttons = row_of(
        button(say("Make this my plan"), keep, discord.ButtonStyle.success),
        button(say("Back to the board"), Act("try_show", match.id, tried.revision)),
    )
    return Post(plain(sentences.plan_question(match, tree, person), buttons))
