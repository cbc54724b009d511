"""Private boards, on which a person tries moves for all seats of a match."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Final

from bot.actions import analysis
from bot.actions.analysis import AnalysisBoard
from bot.model.analysis import Analysis, moves_in
from bot.model.match import Match, State
from bot.model.plans.grammar import outline
from bot.screens.core import Act, Action, Asked, Choosable, Menu, Screen, Weight, on, page_number
from bot.screens.exercises import Exercise, stage_at
from bot.screens.matches import back_to, title_of
from bot.screens.pictures import Diagram, viewpoint_of
from bot.screens.plans import boards_of, keep
from bot.texts import analysis as analysis_texts
from bot.texts import matches as match_texts
from bot.texts import names
from bot.texts.language import message, say
from bot.texts.vocabulary import moves_in_english
from rules.core import CHANCE, Move, Position

LONGEST_TYPED_MOVES: Final = 400
"""The most characters of typed moves, which are some dozens."""

TRY: Final = message("Try {move}")


@on("try", beside=True)
async def open_board(asked: Asked) -> Screen:
    """Handle Try moves: a board of a running match, or of one that is over from a ply on. Raises `StepWhileRunning`."""
    match, detail = await asked.begun(), asked.act.detail
    return board_of(asked, await begun(asked, match, page_number(detail) if detail else None))


async def begun(asked: Asked, match: Match, ply: int | None) -> AnalysisBoard:
    """The person's board of a match, from a ply on if the match is over. Raises `StepWhileRunning`."""
    if ply is None:
        return await analysis.board(asked.context, match, asked.person)
    return await analysis.begin(asked.context, match, asked.person, ply)


@on("try_show", at="/matches/{match_id}/try")
async def show_again(asked: Asked) -> Screen:
    """Handle Back to the board, under the question about a plan."""
    match = await asked.begun()
    return board_of(asked, await analysis.board(asked.context, match, asked.person), asked.act.detail)


async def board_and_stage(asked: Asked) -> tuple[AnalysisBoard, str]:
    """The board of an act and the chosen stage; a turnout, without a stage, if it differs from what the person sees."""
    match = await asked.begun()
    board = await analysis.board(asked.context, match, asked.person, asked.act.revision)
    return board, "" if board.turnout is not None else asked.act.value or asked.act.detail


async def _changed(asked: Asked, board: AnalysisBoard, change: Callable[[Analysis], Analysis]) -> Screen:
    """The board after a change, or the current board if it differs from what the person sees."""
    seen = asked.act.revision
    return board_of(asked, await analysis.change(asked.context, board.match, asked.person, seen, change))


@on("try_branch", takes_value=True)
async def branch(asked: Asked) -> Screen:
    """Handle the menu of moves tried from the current position."""
    board, move = await board_and_stage(asked)
    return await _changed(
        asked, board, lambda tried: tried.at((*tried.path, *(option for option in tried.branches if option == move)))
    )


@on("try_go")
async def go(asked: Asked) -> Screen:
    """Handle Start, Back, Forward and Take out."""
    board, step = await board_and_stage(asked)
    change = analysis.STEPS.get(step)
    return board_of(asked, board) if change is None else await _changed(asked, board, change)


@on("try_roll")
async def roll(asked: Asked) -> Screen:
    """Handle Roll. The dice have nothing to do with those of the match."""
    board, _step = await board_and_stage(asked)
    position = board.then.history.position
    if position.turn is not CHANCE:
        return board_of(asked, board)
    rolled = analysis.rolled(position)
    return await _changed(asked, board, lambda tried: tried.played(rolled))


@on("try_plan")
async def ask_plan(asked: Asked) -> Screen:
    """Handle Make this my plan: show the plan and its consequences."""
    board, _chosen = await board_and_stage(asked)
    if board.turnout is not None:
        return board_of(asked, board)
    match, revision, tree = board.match, board.analysis.revision, board.as_plan(asked.person)
    keep = Act("try_plan_yes", match.id, revision, str(match.revision))
    return Screen(
        title=title_of(match),
        heading=f"**{names.title(match)}**",
        text=analysis_texts.plan_question(match, tree, asked.person),
        boards=boards_of(match, asked.person.id, tree),
        actions=(
            Action(say("Make this my plan"), keep, Weight.ONWARD),
            Action(say("Back to the board"), Act("try_show", match.id, revision)),
        ),
    )


@on("try_plan_yes")
async def make_plan(asked: Asked) -> Screen:
    """Handle Make this my plan, after the question; show the board instead if anything has changed meanwhile."""
    board, seen = await board_and_stage(asked)
    before = board.match
    if board.turnout is not None or before.revision != page_number(seen):
        return board_of(asked, board)
    text = "\n".join(outline(board.as_plan(asked.person)))
    return await keep(asked, before, text, agreed=before.revision)


async def _shown(asked: Asked, board: AnalysisBoard, chosen: str) -> Screen:
    return board_of(asked, board, chosen)


async def _tried(asked: Asked, board: AnalysisBoard, moves: Sequence[Move]) -> Screen:
    return await _changed(asked, board, lambda tried: reduce(Analysis.played, moves, tried))


def board_of(asked: Asked, board: AnalysisBoard, chosen: str = "") -> Screen:
    """A person's private board, with the part of the next move chosen so far."""
    then, tried, match = board.then, board.analysis, board.match
    position, at = then.history.position, (match.id, tried.revision)
    pick, play = Act("try_pick", *at), Act("try_play", *at)
    steps = [
        Action(say("Start"), Act("try_go", *at, "start"), is_possible=bool(tried.path)),
        Action(say("Back"), Act("try_go", *at, "back"), is_possible=bool(tried.path)),
        Action(say("Forward"), Act("try_go", *at, "forward"), is_possible=bool(tried.branches)),
        Action(say("Take out"), Act("try_go", *at, "cut"), is_possible=bool(tried.path)),
    ]
    if position.turn is CHANCE:
        steps.append(Action(say("Let chance decide"), Act("try_roll", *at), Weight.MAIN))
    actions = [Action(say("Type moves"), Act("try_window", *at)), Action(say("Text"), Act("try_text", *at))]
    if match.state is State.RUNNING and match.seat_of(asked.person.id) is not None:
        actions.append(Action(say("Make this my plan"), Act("try_plan", *at), is_possible=bool(tried.path)))
    return Screen(
        title=title_of(board.match),
        text=analysis_texts.board(board),
        here=Act("try_show", match.id),
        board=Diagram.of(then, viewpoint_of(match, asked.person.id)),
        alt=match_texts.alt_text(then),
        stage=stage_at(position, chosen, pick, play, TRY, is_at_once=True),
        menus=[_branches(position, board)] if len(tried.branches) > 1 else (),
        steps=steps,
        actions=actions,
        up=back_to(match),
    )


def _branches(position: Position, board: AnalysisBoard) -> Menu:
    """A menu of the moves tried from a position."""
    named = position.named_moves()
    options = [
        Choosable(
            say(named[move]) if move in named else move,
            names.shortened(say(position.odds(move) or position.describe(move))),
            move,
        )
        for move in board.analysis.branches
    ]
    act = Act("try_branch", board.match.id, board.analysis.revision)
    return Menu(say(analysis_texts.TRIED_HERE), act, options)


def _position(board: AnalysisBoard) -> Position:
    return board.then.history.position


def _words(asked: Asked, board: AnalysisBoard) -> str:
    return match_texts.text_then(board.then, viewpoint_of(board.match, asked.person.id))


def _window(board: AnalysisBoard) -> tuple[Act, str]:
    return Act("try_play", board.match.id, board.analysis.revision), say(analysis_texts.MODAL_TITLE)


def _typed(text: str, position: Position) -> Sequence[Move]:
    """The moves in a typed text. Raises a `MoveError`."""
    return moves_in(moves_in_english(text, position), position)


TRIED: Final = Exercise(
    "try",
    board_and_stage,
    _position,
    _words,
    _shown,
    _tried,
    _window,
    _typed,
    analysis_texts.modal_label,
    LONGEST_TYPED_MOVES,
)
