"""The pitch of Furbowl as text, for logs and for people who do not see the picture."""

from collections.abc import Iterable
from typing import Final

from rules.core import Seat
from rules.furbowl.animals import ANIMALS, RABBIT, SIDES, TEAM_SIZE, animal_of, seat_of, team
from rules.furbowl.board import KNOCKED_OUT, NOBODY, NOWHERE, OUT, PLAYS, WAITING, FurbowlBoard
from rules.furbowl.chances import BallRow, Formation
from rules.furbowl.pitch import COLUMNS, ROWS, pitch, square_at

_EMPTY: Final = "."
_BALL: Final = "o"
_STUNNED: Final = "~"
_OFF_PITCH: Final = {KNOCKED_OUT: "knocked out", OUT: "out", WAITING: "not placed yet"}


def text_board(board: FurbowlBoard) -> str:
    """The pitch, row 10 first, and below it in words what letters cannot say.

    Capital letters are Purple's animals, small ones Green's: R is a rabbit, F a fox, B a bear, T a tortoise, C a cat.
    An `o` is the ball; behind a letter it is in that animal's hands. A `~` behind a letter: the animal is stunned.
    """
    digits = [str(column) for column in range(1, COLUMNS + 1)]
    header = [_line("", (digit[:-1] for digit in digits)), _line("", (digit[-1] for digit in digits))]
    rows = [_line(str(row), _cells(board, row)) for row in range(ROWS, 0, -1)]
    return "\n".join([*rows, *header, *map(_team, (board, board), (Seat(0), Seat(1))), _ball(board), _turn(board)])


def _line(label: str, cells: Iterable[str]) -> str:
    return f"{label:>2} {''.join(f'{cell:<2}' for cell in cells)}".rstrip()


def _cells(board: FurbowlBoard, row: int) -> Iterable[str]:
    for column in range(1, COLUMNS + 1):
        square = square_at(column, row)
        yield _cell(board, NOWHERE if square is None else square)


def _cell(board: FurbowlBoard, square: int) -> str:
    piece = board.piece_on(square)
    if piece is None:
        return _BALL if board.ball == square else _EMPTY
    letter = animal_of(piece).letter
    mark = _BALL if piece == board.carrier or square == board.ball else _STUNNED if board.stuns[piece] else ""
    return (letter.upper() if piece < TEAM_SIZE else letter) + mark


def _team(board: FurbowlBoard, seat: Seat) -> str:
    """Where the animals of a team are: "Purple: rabbit on 5,3, fox on 4,5, bear on 6,6 stunned, …"."""
    shown = (f"{animal_of(piece).name} {_whereabouts(board, piece)}" for piece in team(seat))
    return f"{SIDES[seat]}: {', '.join(shown)}"


def _whereabouts(board: FurbowlBoard, piece: int) -> str:
    place = board.places[piece]
    where = _OFF_PITCH[place] if place < 0 else f"on {pitch().names[place]}"
    stunned = " stunned" if board.stuns[piece] else ""
    sprinted = piece % TEAM_SIZE == RABBIT and not board.sprints >> seat_of(piece) & 1
    return f"{where}{stunned}{' (has sprinted)' if sprinted else ''}"


def _ball(board: FurbowlBoard) -> str:
    if board.carrier != NOBODY:
        return f"Ball: the {SIDES[board.carrier // TEAM_SIZE]} {animal_of(board.carrier).name} has it"
    return "Ball: not placed yet" if board.ball == NOWHERE else f"Ball: on {pitch().names[board.ball]}"


def _turn(board: FurbowlBoard) -> str:
    """Whose turn it is, how many plays are left, who has acted, and which play is going on."""
    if isinstance(board.chance, Formation | BallRow):
        return "The teams line up"
    winner = board.winner()
    if winner is not None:
        return f"{SIDES[winner]} has scored"
    done = [animal.name for at, animal in enumerate(ANIMALS) if board.done >> at & 1]
    parts = [f"{SIDES[board.mover]} to move, {_plays_left(board)}"]
    if done:
        parts.append(f"has acted: {', '.join(done)}")
    if board.current is not None:
        parts.append(_in_play(board))
    return "; ".join(parts)


def _plays_left(board: FurbowlBoard) -> str:
    left = PLAYS - board.plays
    return {0: "no play left", 1: "1 play left"}.get(left, f"{left} plays left")


def _in_play(board: FurbowlBoard) -> str:
    if board.current is None:
        return ""
    used = {(True, False): "has moved", (False, True): "has used its Action"}
    animal = ANIMALS[board.current.animal].name
    return f"in play: {animal}, {used.get(board.current[1:], 'has moved and used its Action')}"
