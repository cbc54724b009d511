"""The parser for moves of Furl as players type them: `a4<c4`, `A4 - C4`, `furl a4 to c4`, `c4 takes e3`, or `c4`."""

from typing import Final

from rules.core import AmbiguousMove, IllegalMove, InvalidMove, Move, Phrase
from rules.furl import refusals, tables
from rules.furl.board import FurlBoard
from rules.furl.tables import CAPTURE, FURL, UNFURL
from rules.reading import FROM, TO, kinds_meant, parts_of
from rules.wording import either, example, game_over, not_a_move, quoted, sentences

_ANY: Final = FURL + UNFURL + CAPTURE
_ANYWHERE: Final = {
    **dict.fromkeys(("<", "<<", FROM, "furl", "furls", "furled", "furling"), FURL),
    **dict.fromkeys((">", ">>", "unfurl", "unfurls", "unfurled", "unfurling"), UNFURL + CAPTURE),
    **dict.fromkeys((CAPTURE, "take", "takes", "capture", "captures", "capturing"), CAPTURE),
    **dict.fromkeys(("-", TO, "a", "the", "my", "of", "on", "and", "disc", "discs", "stack"), _ANY),
}
_BEFORE: Final = {**_ANYWHERE, "from": _ANY}
_AFTER: Final = {**_ANYWHERE, "to": _ANY, "onto": _ANY}


def read(board: FurlBoard, text: str) -> Move:
    """The legal move that `text` means.

    Two cells determine the move; the words and signs around them only have to agree with it. One cell is enough if only
    one move starts from it. Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`.
    """
    over = game_over(board.outcome())
    if over:
        raise IllegalMove(over)
    cells, signs = _understood(board, text)
    if len(cells) == 1:
        return _from_cell(board, cells[0], signs)
    start, end = cells
    for sign in signs:
        move = Move(start + sign + end)
        meaning = tables.moves().get(move)
        if meaning is not None and board.allows(meaning):
            return move
    raise IllegalMove(refusals.forbidden(board, start, signs, end))


def _understood(board: FurlBoard, text: str) -> tuple[list[str], str]:
    """The one or two cells that `text` names, and the signs of the moves that it may mean."""
    parts = parts_of(text)
    cells, signs = parts.cells, kinds_meant(_ANY, parts, _BEFORE, _AFTER)
    if not 1 <= len(cells) <= 2 or signs is None:
        raise InvalidMove(
            sentences(
                not_a_move(text, "Furl"),
                Phrase(
                    "Type the cell where it starts and the cell where it ends: a4<c4 furls, c4>e3 unfurls, c4xe3 unfurls and captures."
                ),
                example(board.legal_moves()),
            )
        )
    if not signs:
        raise InvalidMove(
            sentences(
                Phrase(
                    "{text} is two kinds of move: < furls single discs, > unfurls a stack, x unfurls it and captures.",
                    text=quoted(text),
                ),
                example(board.legal_moves()),
            )
        )
    for name in cells:
        tables.geometry().check_cell(name)
    return cells, signs


def _from_cell(board: FurlBoard, start: str, signs: str) -> Move:
    moves = [move for move in board.legal_moves() if move[:2] == start and move[2] in signs]
    if not moves:
        raise IllegalMove(refusals.nothing_starts(board, start, signs))
    if len(moves) > 1:
        raise AmbiguousMove(Phrase("From {cell} you can play {moves}: say which.", cell=start, moves=either(moves)))
    return moves[0]
