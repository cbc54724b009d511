"""The parser for moves of Fursaz as players type them: `c3`, `C 3`, `stone on c3`, `pass`, `take black`, `swap`."""

from typing import Final

from rules.core import IllegalMove, InvalidMove, Move, message
from rules.fursaz import refusals
from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE, Colour
from rules.reading import TO, parts_of
from rules.wording import game_over

_COLOURS: Final = {"black": Colour.BLACK, "white": Colour.WHITE}
_CHOICES: Final = {**_COLOURS, "swap": Colour.BLACK, "swaps": Colour.BLACK}
_NOT: Final = frozenset(("no", "not", "don't", "dont", "don’t", "never"))
_PASSES: Final = frozenset(("pass", "passes", "passing", "skip", "skips"))
_PLACES: Final = frozenset(
    ("place", "places", "put", "puts", "play", "plays", "stone", "on", "at", "to", "point", "move", TO)
)
_SMALL: Final = frozenset(("a", "i", "my", "the", "turn", "please", "first"))
_TAKES: Final = frozenset(
    ("take", "takes", "i'll", "i’ll", "choose", "chooses", "be", "as", "want", "do", "let", "us", "with", "keep")
)


def read(board: FursazBoard, text: str) -> Move:
    """The legal move that `text` means. Raises `InvalidMove` or `IllegalMove`."""
    if board.is_over:
        raise IllegalMove(game_over(board.outcome()))
    named, before, after = parts_of(text)
    words = {*before, *after}
    if board.is_choosing:
        return _colour(board, text, named, words)
    if words & _CHOICES.keys() and not named and not words & _PASSES:
        raise IllegalMove(refusals.no_choice(board))
    if words & _PASSES and not named and not words - _PASSES - _PLACES - _SMALL:
        return _legal(board, PASS)
    if not named or words - _PLACES - _SMALL - _COLOURS.keys():
        raise InvalidMove(refusals.no_move(board, text))
    return _placement(board, named, {_COLOURS[word] for word in words & _COLOURS.keys()})


def _placement(board: FursazBoard, named: list[str], colours: set[Colour]) -> Move:
    if len(named) > 1:
        raise InvalidMove(refusals.several(board))
    point = named[0]
    board.points.board.check_cell(point, message("There's no point {cell}"))
    if colours - {board.mover}:
        raise IllegalMove(refusals.wrong_colour(board, point))
    return _legal(board, point)


def _colour(board: FursazBoard, text: str, named: list[str], words: set[str]) -> Move:
    colours = {_CHOICES[word] for word in words & _CHOICES.keys()}
    if not colours and (named or words & _PASSES):
        raise IllegalMove(refusals.choose_first(board))
    if len(colours) != 1 or named or words - _CHOICES.keys() - _NOT - _TAKES - _PLACES - _SMALL:
        raise InvalidMove(refusals.no_move(board, text))
    colour = colours.pop()
    wanted = colour.other if words & _NOT else colour
    return TAKE_BLACK if wanted is Colour.BLACK else TAKE_WHITE


def _legal(board: FursazBoard, move: str) -> Move:
    if not board.allows(move):
        raise IllegalMove(refusals.of_token(board, move))
    return Move(move)
