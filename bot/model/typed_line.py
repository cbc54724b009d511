"""Moves that somebody types one after the other, for whoever is to move."""

import re
from collections.abc import Sequence
from typing import Final

from rules.core import Move, MoveError, Position

_BETWEEN: Final = re.compile(r"[;\n]|,(?![0-9])")
"""What stands between moves; before a digit a comma belongs to a square."""


def moves_in(text: str, position: Position) -> Sequence[Move]:
    """The moves that a text has from a position on, with commas or spaces between them.

    Raises `MoveError` for the first that cannot be played.
    """
    moves: list[Move] = []
    for piece in filter(None, (part.strip().strip("`") for part in _BETWEEN.split(text))):
        for word in _words(piece, position):
            moves.append(position.parse(word))
            position = position.play(moves[-1])
    return moves


def _words(piece: str, position: Position) -> Sequence[str]:
    """A text without commas is one move if it can be played, and else a move for each word."""
    words = piece.split()
    if len(words) == 1:
        return words
    try:
        position.parse(piece)
    except MoveError:
        return words
    return [piece]
