"""What stands in the way of an approach or of a leap, each in one sentence for players.

A move is named by the cell where it starts, which holds a piece of the player to move, the cell where it ends and, if it
is a leap, the cell that it leaps over.
"""

from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import Leap
from rules.wording import listed, plural


def of_approach(board: PlayWinBoard, start: str, end: str) -> str:
    """Why the piece on `start` cannot approach to `end`, no capture being possible."""
    line = _line(start, end)
    if not line:
        return _not_straight(board, start, end)
    if board.piece(end) is not None:
        there = f"{what_is_there(board, end)}: a piece moves to an empty cell"
        return f"{end} {there}{'' if board.piece(end) == board.mover else ', and captures by leaping'}."
    for cell in line[:-1]:
        if board.piece(cell) is not None:
            return f"{cell} is in the way: a piece moves in a straight line over empty cells."
    if len(line) > board.longest_approach():
        return _too_far(board, start, end, len(line))
    return _no_nearer(board, start, end)


def of_leap(board: PlayWinBoard, start: str, end: str, over: str = "") -> str:
    """Why the piece on `start` cannot leap to `end`; `over` may be left open."""
    if over:
        return _over_obstacle(board, start, over) or _landing_obstacle(board, start, over, end)
    ways = _overs(start, end)
    if not ways:
        return (
            f"A leap from {start} cannot land on {end}: it goes over an enemy on a neighbouring cell and bends there, "
            "60° to the left or right, to the next cell."
        )
    if board.piece(end) is not None:
        return f"{end} {what_is_there(board, end)}: a leap lands on an empty cell."
    return f"There is nothing to leap over from {start} to {end}: {_no_enemy(ways)}."


def of_capture(board: PlayWinBoard, start: str, over: str) -> str:
    """Why the piece on `start` cannot capture what stands on `over`."""
    obstacle = _over_obstacle(board, start, over)
    if obstacle:
        return obstacle
    landings = _landings(start, over)
    if not landings:
        return f"A leap over {over} from {start} would leave the board."
    taken = "which is not empty" if len(landings) == 1 else "and neither is empty"
    return f"A leap over {over} from {start} lands on {listed(landings, 'or')}, {taken}."


def leaps_from(start: str) -> tuple[Leap, ...]:
    """The leaps that the board has from a cell, whatever stands around it."""
    return tables.leaps()[tables.geometry().bit[start]]


def what_is_there(board: PlayWinBoard, cell: str) -> str:
    """What a cell is for the player to move: "is empty", "is your own piece", "holds a black piece"."""
    seat = board.piece(cell)
    if seat is None:
        return "is empty"
    return "holds your own piece" if seat == board.mover else f"holds a {tables.SIDES[seat].lower()} piece"


def _not_straight(board: PlayWinBoard, start: str, end: str) -> str:
    ways = _overs(start, end) if board.piece(end) is None else []
    bent = f", and for a bent leap {_no_enemy(ways)}" if ways else ": a piece moves in a straight line"
    return f"{end} is not on a straight line with {start}{bent}."


def _too_far(board: PlayWinBoard, start: str, end: str, length: int) -> str:
    return (
        f"{end} is {plural(length, 'cell')} away from {start}: with {board.own.bit_count()} pieces you may go at most "
        f"{plural(board.longest_approach(), 'cell')}, one fewer than you have pieces."
    )


def _no_nearer(board: PlayWinBoard, start: str, end: str) -> str:
    before, after = (board.distance(tables.geometry().bit[cell]) for cell in (start, end))
    rule = "may not end farther from its nearest enemy" if board.loose else "must end closer to its nearest enemy"
    away = f"from {start} the nearest enemy is {plural(before, 'step')} away, from {end} {'also ' if before == after else ''}"
    return f"A piece {rule} than it was: {away}{after}."


def _over_obstacle(board: PlayWinBoard, start: str, over: str) -> str:
    if not any(over in ray[:1] for ray in tables.geometry().rays[start]):
        return f"{over} is not next to {start}: a leap goes over an enemy on a neighbouring cell."
    if board.piece(over) != 1 - board.mover:
        return f"{over} {what_is_there(board, over)}: a leap goes over an enemy."
    return ""


def _landing_obstacle(board: PlayWinBoard, start: str, over: str, end: str) -> str:
    landings = _landings(start, over)
    if end in landings:
        return f"{end} {what_is_there(board, end)}: a leap lands on an empty cell."
    bends = "must bend" if end in _line(start, end)[1:2] and over in _line(start, end) else "bends"
    lands = f"over {over} from {start} it lands on {listed(landings, 'or')}, not on {end}" if landings else ""
    leaves = f"over {over} from {start} it would leave the board"
    return f"A leap {bends}, 60° to the left or right: {lands or leaves}."


def _overs(start: str, end: str) -> list[str]:
    """The cells over which a bent leap from `start` lands on `end`."""
    name = tables.geometry().name_of
    return [name[leap.over] for leap in leaps_from(start) if name[leap.to] == end]


def _landings(start: str, over: str) -> list[str]:
    """The cells where a bent leap from `start` over `over` lands."""
    name = tables.geometry().name_of
    return [name[leap.to] for leap in leaps_from(start) if name[leap.over] == over]


def _no_enemy(overs: list[str]) -> str:
    if len(overs) == 1:
        return f"{overs[0]} holds no enemy"
    return f"neither {' nor '.join(overs)} holds an enemy"


def _line(start: str, end: str) -> tuple[str, ...]:
    """The cells after `start` up to `end`; empty if no straight line joins them."""
    for ray in tables.geometry().rays[start]:
        if end in ray:
            return ray[: ray.index(end) + 1]
    return ()
