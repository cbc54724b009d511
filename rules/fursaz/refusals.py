"""Explanations of forbidden moves of Fursaz, in sentences for players: first the rule, then what is legal."""

from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE
from rules.wording import game_over, listed, quoted


def of_token(board: FursazBoard, move: str) -> str:
    """Why `move`, which may be any text, cannot be played on this board."""
    if board.is_over:
        return game_over(board.outcome())
    if board.is_choosing:
        return choose_first(board) if move == PASS or move in board.points.bit else no_move(board, move)
    if move == PASS:
        return f"The first stone has to be placed, so that there is something to choose from. {instead(board)}"
    if move in (TAKE_BLACK, TAKE_WHITE):
        return no_choice(board)
    return occupied(board, move) if move in board.points.bit else no_move(board, move)


def choose_first(board: FursazBoard) -> str:
    """The answer to a point or a pass while a colour is to be chosen."""
    return f"First choose who plays Black. {instead(board)}"


def no_choice(board: FursazBoard) -> str:
    """The answer to a choice of colour when there is none to make."""
    if board.black_seat is None:
        return f"Colours are chosen once the first stone is placed. {instead(board)}"
    return f"Who plays Black is settled, and {board.mover.side} is to move. {instead(board)}"


def wrong_colour(board: FursazBoard, point: str) -> str:
    """The answer to a request for a stone of the enemy's colour."""
    return (
        f"{board.mover.side} is to move, so the stone on {point} would be {board.mover.side.lower()}. {instead(board)}"
    )


def occupied(board: FursazBoard, point: str) -> str:
    """The answer to a placement on a point that already has a stone."""
    colour = board.stone(point)
    there = f"{point} holds a {'' if colour is None else colour.side.lower()} stone: a stone goes on an empty point."
    beside = [ray[0] for ray in board.points.board.rays[point] if ray and board.stone(ray[0]) is None]
    if not beside:
        return f"{there} {instead(board)}"
    return f"{there} Beside it {'is' if len(beside) == 1 else 'are'} {listed(beside)}."


def several(board: FursazBoard) -> str:
    """The answer to more than one move at once."""
    return f"A turn is one stone or a pass, so name just one point. {instead(board)}"


def no_move(board: FursazBoard, text: str) -> str:
    """The answer to a text that is not a move of this game."""
    return f"{quoted(text)} is not a move of Fursaz. {instead(board)}"


def instead(board: FursazBoard) -> str:
    """A sentence with what the player can do instead; the game must not be over."""
    if board.is_choosing:
        stone = board.points.named(board.occupied)[0]
        return f"Say black to play Black and own the stone on {stone}, or white to play White; White moves next."
    example = board.legal_moves()[0]
    if board.black_seat is None:
        return f"Name the point for the first black stone, such as {example}."
    return f"Name an empty point, such as {example}, or pass."
