"""Explanations of forbidden moves of Furl, in sentences for players: first the rule, then what is legal.

A move is given like its token: the cell where it starts, the possible kinds (some of the signs `<`, `>` and `x`), and
the cell where it ends.
"""

# Translators: These sentences, and the parts in lower case that they're made of, say why a typed move can't be
# played.

from typing import Final

from rules.core import Phrase, message
from rules.furl import tables
from rules.furl.board import FurlBoard, Piece
from rules.furl.tables import CAPTURE, FURL, UNFURL
from rules.wording import either, example, game_over, not_a_move, sentences

_HOLDING: Final = (
    (message("{cell} holds a white disc"), message("{cell} holds a white stack of {height}")),
    (message("{cell} holds a black disc"), message("{cell} holds a black stack of {height}")),
)
"""Clauses that say what a cell holds, by seat, for a disc and for a stack."""


def of_token(board: FurlBoard, move: str) -> str:
    """Why `move`, which may be any text, cannot be played on this board."""
    start, sign, end = move[:2], move[2:3], move[3:]
    cells = tables.geometry().bit
    if start in cells and end in cells and sign in (FURL, UNFURL, CAPTURE):
        return forbidden(board, start, sign, end)
    return game_over(board.outcome()) or sentences(not_a_move(move, "Furl"), example(board.legal_moves()))


def forbidden(board: FurlBoard, start: str, signs: str, end: str) -> str:
    """Why no move of the kinds `signs` leads from `start` to `end`, both cells of the board."""
    return game_over(board.outcome()) or sentences(_obstacle(board, start, signs, end), _instead(board, start, end))


def nothing_starts(board: FurlBoard, start: str, signs: str) -> Phrase:
    """Why no move of the kinds `signs` starts from `start`, a cell of the board, while the game goes on."""
    return sentences(_obstacle_at_start(board, start, signs) or _no_room(board, start), _instead(board, start))


def _instead(board: FurlBoard, start: str, end: str = "") -> Phrase:
    """A sentence with legal moves from the same cell, those to `end` first, or else with any legal move."""
    moves = [move for move in board.legal_moves() if move[:2] == start]
    if not moves:
        return example(board.legal_moves())
    moves.sort(key=lambda move: move[3:] != end)
    return Phrase("From {cell} you can play {moves}.", cell=start, moves=either(moves))


def _obstacle(board: FurlBoard, start: str, signs: str, end: str) -> Phrase:
    obstacle = _obstacle_at_start(board, start, signs)
    if obstacle is not None:
        return obstacle
    if start == end:
        return Phrase("You named {cell} twice: a move has to end on another cell.", cell=start)
    line = (start, *tables.geometry().way(start, end))
    if len(line) == 1:
        return Phrase(
            "{end} isn't on a straight line with {start}: both furling and unfurling go along a straight line.",
            start=start,
            end=end,
        )
    piece = board.piece(start)
    if piece is None or piece.height == 1:
        return _furl_obstacle(board, line)
    return _unfurl_obstacle(board, line, piece.height)


def _obstacle_at_start(board: FurlBoard, start: str, signs: str) -> Phrase | None:
    piece = board.piece(start)
    if piece is None or piece.seat != board.mover:
        return Phrase("{situation}: start with a disc or a stack of your own.", situation=_holding(start, piece))
    if piece.height == 1 and FURL not in signs:
        return Phrase("{cell} is a single disc: only a stack of two or more can unfurl.", cell=start)
    if piece.height > 1 and signs == FURL:
        return Phrase("{cell} is a stack: only single discs can be furled.", cell=start)
    return None


def _no_room(board: FurlBoard, start: str) -> Phrase:
    piece = board.piece(start)
    if piece is None or piece.height == 1:
        return Phrase("{cell} has no single disc of yours next to it: a furl needs two or more in a line.", cell=start)
    return Phrase(
        "The stack on {cell} has no direction with room for its {count, plural, one {# disc} other {# discs}}: it lays down every disc.",
        cell=start,
        count=piece.height,
    )


def _furl_obstacle(board: FurlBoard, line: tuple[str, ...]) -> Phrase:
    own_disc = Piece(board.mover, 1)
    cell = next(cell for cell in line if board.piece(cell) != own_disc)
    piece = board.piece(cell)
    is_own = piece is not None and piece.seat == board.mover
    return Phrase(
        "{situation}: a furl needs a single disc of yours on every cell from {first} to {last}.",
        situation=Phrase("{cell} is a stack", cell=cell) if is_own else _holding(cell, piece),
        first=line[0],
        last=line[-1],
    )


def _unfurl_obstacle(board: FurlBoard, line: tuple[str, ...], height: int) -> Phrase:
    _, *passed, end = line
    if len(line) - 1 != height:
        return _wrong_length(line, height)
    for cell in passed:
        if board.piece(cell) is not None:
            return Phrase(
                "{cell} is in the way: a stack unfurls over empty cells, and only the last may hold an enemy piece.",
                cell=cell,
            )
    piece = board.piece(end)
    if piece is None:
        return Phrase("{cell} is empty, so there's nothing to capture.", cell=end)
    if piece.seat == board.mover:
        return Phrase(
            "{cell} is your own: an unfurling stack ends on an empty cell or captures an enemy piece.", cell=end
        )
    return Phrase("{situation}: type a capture with x.", situation=_holding(end, piece))


def _wrong_length(line: tuple[str, ...], height: int) -> Phrase:
    start, end = line[0], line[-1]
    room = next(len(ray) for ray in tables.geometry().rays[start] if end in ray)
    if room < height:
        return Phrase(
            "The stack on {start} is {height} high and lays down every disc, one a cell: that way there {room, plural, one {is only # cell} other {are only # cells}} before the edge.",
            start=start,
            height=height,
            room=room,
        )
    return Phrase(
        "The stack on {start} is {height} high and lays down every disc, one a cell: it ends {height, plural, one {# cell} other {# cells}} away, and {end} is {away, plural, one {# cell} other {# cells}} away.",
        start=start,
        height=height,
        end=end,
        away=len(line) - 1,
    )


def _holding(cell: str, piece: Piece | None) -> Phrase:
    """A clause that says what a cell holds."""
    if piece is None:
        return Phrase("{cell} is empty", cell=cell)
    return Phrase(_HOLDING[piece.seat][piece.height > 1], cell=cell, height=piece.height)
