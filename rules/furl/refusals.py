"""Explanations of forbidden moves of Furl, in sentences for players: first the rule, then what is legal.

A move is given like its token: the cell where it starts, the possible kinds (some of the signs `<`, `>` and `x`), and
the cell where it ends.
"""

from rules.furl import tables
from rules.furl.board import FurlBoard, Piece
from rules.furl.tables import CAPTURE, FURL, UNFURL
from rules.wording import either, game_over, plural


def of_token(board: FurlBoard, move: str) -> str:
    """Why `move`, which may be any text, cannot be played on this board."""
    start, sign, end = move[:2], move[2:3], move[3:]
    cells = tables.geometry().bit
    if start in cells and end in cells and sign in (FURL, UNFURL, CAPTURE):
        return forbidden(board, start, sign, end)
    return game_over(board.outcome()) or f"“{move[:40]}” is not a move of Furl. {example(board)}"


def forbidden(board: FurlBoard, start: str, signs: str, end: str) -> str:
    """Why no move of the kinds `signs` leads from `start` to `end`, both cells of the board."""
    return game_over(board.outcome()) or f"{_obstacle(board, start, signs, end)} {_instead(board, start, end)}"


def nothing_starts(board: FurlBoard, start: str, signs: str) -> str:
    """Why no move of the kinds `signs` starts from `start`, a cell of the board, while the game goes on."""
    return f"{_obstacle_at_start(board, start, signs) or _no_room(board, start)} {_instead(board, start)}"


def example(board: FurlBoard) -> str:
    """A sentence that names a legal move; the game must not be over."""
    return f"A legal move is {board.legal_moves()[0]}, for example."


def _instead(board: FurlBoard, start: str, end: str = "") -> str:
    """A sentence with legal moves from the same cell, those to `end` first, or else with any legal move."""
    moves = [move for move in board.legal_moves() if move[:2] == start]
    if not moves:
        return example(board)
    moves.sort(key=lambda move: move[3:] != end)
    return f"From {start} you can play {either(moves)}."


def _obstacle(board: FurlBoard, start: str, signs: str, end: str) -> str:
    obstacle = _obstacle_at_start(board, start, signs)
    if obstacle is not None:
        return obstacle
    if start == end:
        return f"A move ends on another cell than it starts from, and this one names {start} twice."
    line = (start, *tables.geometry().way(start, end))
    if len(line) == 1:
        return f"{end} is not on a straight line with {start}: both furling and unfurling go along a straight line."
    piece = board.piece(start)
    if piece is None or piece.height == 1:
        return _furl_obstacle(board, line)
    return _unfurl_obstacle(board, line, piece.height)


def _obstacle_at_start(board: FurlBoard, start: str, signs: str) -> str | None:
    piece = board.piece(start)
    if piece is None or piece.seat != board.mover:
        return f"{start} {_what_is_there(piece)}: a move starts on a disc or a stack of your own."
    if piece.height == 1 and FURL not in signs:
        return f"{start} is a single disc: only a stack of two or more can unfurl."
    if piece.height > 1 and signs == FURL:
        return f"{start} is a stack: only single discs can be furled."
    return None


def _no_room(board: FurlBoard, start: str) -> str:
    piece = board.piece(start)
    if piece is None or piece.height == 1:
        return f"{start} has no single disc of yours next to it: a furl needs two or more in a line."
    return f"The stack on {start} has no direction with room for its {piece.height} discs: it must be sown whole."


def _furl_obstacle(board: FurlBoard, line: tuple[str, ...]) -> str:
    own_disc = Piece(board.mover, 1)
    cell = next(cell for cell in line if board.piece(cell) != own_disc)
    piece = board.piece(cell)
    there = "is a stack" if piece is not None and piece.seat == board.mover else _what_is_there(piece)
    return f"{cell} {there}: a furl needs a single disc of yours on every cell from {line[0]} to {line[-1]}."


def _unfurl_obstacle(board: FurlBoard, line: tuple[str, ...], height: int) -> str:
    _, *passed, end = line
    if len(line) - 1 != height:
        return _wrong_length(line, height)
    for cell in passed:
        if board.piece(cell) is not None:
            return f"{cell} is in the way: a stack unfurls over empty cells, and only the last may hold an enemy piece."
    piece = board.piece(end)
    if piece is None:
        return f"{end} is empty, so there is nothing to capture."
    if piece.seat == board.mover:
        return f"{end} is your own: an unfurling stack ends on an empty cell or captures an enemy piece."
    return f"{end} {_what_is_there(piece)}: a capture is written with x."


def _wrong_length(line: tuple[str, ...], height: int) -> str:
    start, end, away = line[0], line[-1], len(line) - 1
    whole = f"The stack on {start} is {height} high and is sown whole, one disc a cell"
    room = next(len(ray) for ray in tables.geometry().rays[start] if end in ray)
    if room < height:
        return f"{whole}: that way there {'is' if room == 1 else 'are'} only {plural(room, 'cell')} before the edge."
    return f"{whole}: it ends {plural(height, 'cell')} away, and {end} is {plural(away, 'cell')} away."


def _what_is_there(piece: Piece | None) -> str:
    if piece is None:
        return "is empty"
    side = tables.SIDES[piece.seat].lower()
    return f"holds a {side} disc" if piece.height == 1 else f"holds a {side} stack of {piece.height}"
