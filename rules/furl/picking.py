"""The picker for moves of Furl: its questions, and its options with their effects."""

from collections.abc import Sequence

from rules.core import Move, Option
from rules.furl import tables
from rules.furl.board import FurlBoard
from rules.furl.tables import Furl
from rules.wording import listed, reaching


def question(board: FurlBoard, stage: str) -> str:
    """The question at a stage: first which piece moves, then where it goes."""
    if stage:
        return f"{stage} goes where?"
    return "Which disc or stack moves?" if board.stacks[board.mover] else "Which disc moves?"


def option(board: FurlBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for a cell: as a start, with the best effect of its moves; as an end, with the effect of the move."""
    if stage == moves[0]:
        return Option(stage[3:], _effect(board, moves[0]))
    if len(moves) == 1:
        effect = _effect(board, moves[0])
        return Option(stage, f"{effect} {'up to' if effect.endswith('in a row') else 'on'} {moves[0][3:]}")
    return Option(stage, _best(board, moves))


def _best(board: FurlBoard, moves: Sequence[Move]) -> str:
    """The best effect among several moves."""
    furls = [meaning.height for move in moves if isinstance(meaning := tables.moves()[move], Furl)]
    unfurls = [move[3:] for move in moves if not isinstance(tables.moves()[move], Furl)]
    preys = [cell for cell in unfurls if board.piece(cell)]
    if any(cell[0] == tables.FAR_ROWS[board.mover] for cell in unfurls):
        return "can reach the far row"
    if preys:
        return f"can capture {listed(preys, 'or')}"
    return f"can make a stack of {max(furls)}" if furls else reaching(unfurls)


def _effect(board: FurlBoard, move: Move) -> str:
    meaning = tables.moves()[move]
    if isinstance(meaning, Furl):
        return f"stack of {meaning.height}"
    prey = board.piece(move[3:])
    if prey is not None:
        return "captures a disc" if prey.height == 1 else f"captures a stack of {prey.height}"
    return "reaches the far row" if move[3] == tables.FAR_ROWS[board.mover] else f"{meaning.height} discs in a row"
