"""Explanations of forbidden moves of Fursaz, in sentences for players: first the rule, then what is legal."""

# Translators: These sentences, and the parts in lower case that they're made of, say why a typed move can't be
# played.

from typing import Final

from rules.core import Phrase, Typed, message
from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE, Colour
from rules.wording import game_over, not_a_move, sentences

_WRONG_COLOUR: Final = {
    Colour.BLACK: message("It's Black's turn, so the stone on {point} would be black."),
    Colour.WHITE: message("It's White's turn, so the stone on {point} would be white."),
}
_OCCUPIED: Final = {
    Colour.BLACK: message("{point} holds a black stone: a stone goes on an empty point."),
    Colour.WHITE: message("{point} holds a white stone: a stone goes on an empty point."),
}


def of_token(board: FursazBoard, move: str) -> str:
    """Why `move`, which may be any text, cannot be played on this board."""
    if board.is_over:
        return game_over(board.outcome())
    if board.is_choosing:
        return choose_first(board) if move == PASS or move in board.points.bit else no_move(board, move)
    if move == PASS:
        problem = Phrase("Place the first stone: then there's something to choose from.")
        return sentences(problem, instead(board))
    if move in (TAKE_BLACK, TAKE_WHITE):
        return no_choice(board)
    colour = board.stone(move) if move in board.points.bit else None
    return no_move(board, move) if colour is None else occupied(board, move, colour)


def choose_first(board: FursazBoard) -> Phrase:
    """The answer to a point or a pass while a colour is to be chosen."""
    return sentences(Phrase("First choose who plays Black."), instead(board))


def no_choice(board: FursazBoard) -> Phrase:
    """The answer to a choice of colour when there is none to make."""
    if board.black_seat is None:
        return sentences(Phrase("Colours are chosen once the first stone is placed."), instead(board))
    return sentences(
        Phrase("The colours are settled, and it's the turn of {side}.", side=board.mover.side), instead(board)
    )


def wrong_colour(board: FursazBoard, point: str) -> Phrase:
    """The answer to a request for a stone of the enemy's colour."""
    return sentences(Phrase(_WRONG_COLOUR[board.mover], point=point), instead(board))


def occupied(board: FursazBoard, point: str, colour: Colour) -> Phrase:
    """The answer to a placement on a point that already has a stone of this colour."""
    beside = [ray[0] for ray in board.points.board.rays[point] if ray and board.stone(ray[0]) is None]
    return sentences(
        Phrase(_OCCUPIED[colour], point=point),
        Phrase("Beside it {points, plural, one {is {points}} other {are {points}}}.", points=tuple(beside))
        if beside
        else instead(board),
    )


def several(board: FursazBoard) -> Phrase:
    """The answer to more than one move at once."""
    return sentences(Phrase("A turn is one stone or a pass, so name just one point."), instead(board))


def no_move(board: FursazBoard, text: str) -> Phrase:
    """The answer to a text that is not a move of this game."""
    return sentences(not_a_move(text, "Fursaz"), instead(board))


def instead(board: FursazBoard) -> Phrase:
    """A sentence with what the player can do instead; the game must not be over."""
    if board.is_choosing:
        return Phrase(
            "Type {black} to play Black and take the stone on {point}, or {white} to play White; White moves next.",
            black=Typed("black"),
            white=Typed("white"),
            point=board.points.named(board.occupied)[0],
        )
    example = board.legal_moves()[0]
    if board.black_seat is None:
        return Phrase("Name the point for the first black stone, such as {point}.", point=example)
    return Phrase("Name an empty point, such as {point}, or {passing}.", point=example, passing=Typed("pass"))
