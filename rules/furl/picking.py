"""The picker for moves of Furl: its questions, and its options with their effects."""

# Translators: A question over a menu, or a choice in it with what it does; a choice has room for 100 characters.

from collections.abc import Sequence
from typing import Final

from rules.core import Move, Option, Phrase, message
from rules.furl import tables
from rules.furl.board import FurlBoard
from rules.furl.tables import Furl
from rules.wording import reaching

_IN_A_ROW: Final = message("{count, plural, one {# disc} other {# discs}} in a row")


def question(board: FurlBoard, stage: str) -> Phrase:
    """The question at a stage: first which piece moves, then where it goes."""
    if stage:
        return Phrase("Where does {cell} go?", cell=stage)
    return Phrase("Which disc or stack moves?") if board.stacks[board.mover] else Phrase("Which disc moves?")


def option(board: FurlBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for a cell: as a start, with the best effect of its moves; as an end, with the effect of the move."""
    if stage == moves[0]:
        return Option(stage[3:], _effect(board, moves[0]))
    if len(moves) == 1:
        return Option(stage, _effect_at_end(board, moves[0]))
    return Option(stage, _best(board, moves))


def _best(board: FurlBoard, moves: Sequence[Move]) -> Phrase:
    """The best effect among several moves."""
    furls = [meaning.height for move in moves if isinstance(meaning := tables.moves()[move], Furl)]
    unfurls = [move[3:] for move in moves if not isinstance(tables.moves()[move], Furl)]
    preys = [cell for cell in unfurls if board.piece(cell)]
    if any(cell[0] == tables.FAR_ROWS[board.mover] for cell in unfurls):
        return Phrase("can reach the far row")
    if preys:
        return Phrase("can capture {cells:or}", cells=tuple(preys))
    return Phrase("can make a stack of {height}", height=max(furls)) if furls else reaching(unfurls)


def _effect_at_end(board: FurlBoard, move: Move) -> Phrase:
    """The effect of a move together with the cell where it ends."""
    effect, end = _effect(board, move), move[3:]
    if effect.message == _IN_A_ROW:
        return Phrase("{effect} up to {cell}", effect=effect, cell=end)
    return Phrase("{effect} on {cell}", effect=effect, cell=end)


def _effect(board: FurlBoard, move: Move) -> Phrase:
    meaning = tables.moves()[move]
    if isinstance(meaning, Furl):
        return Phrase("stack of {height}", height=meaning.height)
    prey = board.piece(move[3:])
    if prey is not None:
        if prey.height == 1:
            return Phrase("captures a disc")
        return Phrase("captures a stack of {height}", height=prey.height)
    if move[3] == tables.FAR_ROWS[board.mover]:
        return Phrase("reaches the far row")
    return Phrase(_IN_A_ROW, count=meaning.height)
