"""The picker for moves of Play Win: its questions, and its options with their effects."""

from collections.abc import Sequence

from rules.core import Move, Option
from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import Approach
from rules.wording import listed, reaching


def question(board: PlayWinBoard, stage: str) -> str:
    """The question at a stage: first which piece moves, then where it goes."""
    is_capture = bool(board.captures().most)
    if stage:
        return f"{stage} leaps where?" if is_capture else f"{stage} goes where?"
    return "Which piece captures?" if is_capture else "Which piece moves?"


def option(board: PlayWinBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for a piece, with its goals or captures, or for the cell where it ends, with captures to come."""
    name = tables.geometry().name_of
    meanings = [tables.moves()[move] for move in moves]
    if stage != moves[0]:
        preys = dict.fromkeys(name[leap.over] for leap in meanings if not isinstance(leap, Approach))
        return Option(
            stage, f"captures {listed(list(preys), 'or')}" if preys else reaching([move[3:] for move in moves])
        )
    [meaning] = meanings
    if isinstance(meaning, Approach):
        due = board.after(meaning).captures().most
        return Option(name[meaning.to], f"{tables.SIDES[1 - board.mover]} must capture {due}" if due else "")
    left = board.captures().most - 1
    return Option(f"{name[meaning.to]} over {name[meaning.over]}", f"{left} more to come" if left else "")
