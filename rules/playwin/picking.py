"""The picker for moves of Play Win: its questions, and its options with their effects."""

# Translators: A question over a menu, or a choice in it with what it does; a choice has room for 100 characters.

from collections.abc import Sequence

from rules.core import Move, Option, Phrase
from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import Approach
from rules.wording import reaching


def question(board: PlayWinBoard, stage: str) -> Phrase:
    """The question at a stage: first which piece moves, then where it goes."""
    is_capture = bool(board.captures().most)
    if stage:
        return (
            Phrase("Where does {cell} leap?", cell=stage) if is_capture else Phrase("Where does {cell} go?", cell=stage)
        )
    return Phrase("Which piece captures?") if is_capture else Phrase("Which piece moves?")


def option(board: PlayWinBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for a piece, with its goals or captures, or for the cell where it ends, with captures to come."""
    name = tables.geometry().name_of
    meanings = [tables.moves()[move] for move in moves]
    if stage != moves[0]:
        preys = dict.fromkeys(name[leap.over] for leap in meanings if not isinstance(leap, Approach))
        if preys:
            return Option(stage, Phrase("captures {cells:or}", cells=tuple(preys)))
        return Option(stage, reaching([move[3:] for move in moves]))
    [meaning] = meanings
    if isinstance(meaning, Approach):
        due, side = board.after(meaning).captures().most, tables.SIDES[1 - board.mover]
        return Option(name[meaning.to], Phrase("{side} must capture {count}", side=side, count=due) if due else "")
    left = board.captures().most - 1
    label = Phrase("{target} over {captured}", target=name[meaning.to], captured=name[meaning.over])
    return Option(label, Phrase("{count} more to come", count=left) if left else "")
