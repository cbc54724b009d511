"""The notation of Fursaz: the fen, the text board, and moves in words.

A fen has fields separated by spaces. First come the rows from the top down to `a`, separated by `/`; a point is `.`,
`b` or `w`. Next is the player to move: the colour and the seat, such as `w0`, or `?` until the pie rule has settled who
plays which colour. Next is the number of consecutive passes so far. Last come the ages that differ: `NE>E:c3,d4` means
that different colours flank c3 and d4 on these two axes, and that the flanks on the axis SW-NE are younger than those
on the axis W-E. Flanks that are not mentioned are equally old.
"""

# Translators: Each message follows the name of the player who moves, as in “Ada furls 3 discs from a4 to c4”.

from collections.abc import Iterator
from typing import Final

from rules.core import Move, Phrase, Seat, message
from rules.fursaz.board import FursazBoard
from rules.fursaz.cascade import NO_AGES, ORDERS, Ages, Cascade, Stones, flanks, in_conflict, pairs
from rules.fursaz.tables import AXES, PASS, TAKE_BLACK, TAKE_WHITE, Colour, Points, points

_UNSETTLED: Final = "?"
_MOVERS: Final = tuple(f"{letter}{seat}" for letter in "bw" for seat in (0, 1))
_PASSES: Final = ("0", "1", "2")
_AGES: Final = tuple(f"{AXES[younger].name}>{AXES[older].name}" for younger, older in ORDERS)
_IN_FEN: Final = str.maketrans("012", ".bw")
_ON_BOARD: Final = str.maketrans("01234", ".BWbw")
_PLACEMENT: Final = message("places a stone on {point}")
_PLACEMENTS: Final = {
    Colour.BLACK: message("places a stone on {point}, which flips to black"),
    Colour.WHITE: message("places a stone on {point}, which flips to white"),
}
"""Placements of a stone that turns to the other colour at once."""

Fields = tuple[Stones, Ages, Seat | None, Colour, int]
"""The fields of a `FursazBoard` after `size`."""


def write_fen(board: FursazBoard) -> str:
    """The fen of `board`; `read_fen` inverts it."""
    rows = "/".join(reversed(_rows(board.points, board.stones, _IN_FEN)))
    if board.black_seat is None:
        return f"{rows} {_UNSETTLED} 0"
    mover = f"{'bw'[board.mover]}{board.mover_seat}"
    ages = (
        f" {name}:{','.join(board.points.named(mask))}" for name, mask in zip(_AGES, board.ages, strict=True) if mask
    )
    return f"{rows} {mover} {board.passes}{''.join(ages)}"


def read_fen(size: int, text: str) -> Fields:
    """The fields of the position that a fen describes. Raises ValueError if the text is not a fen of this size."""
    fields = text.split(" ")
    if len(fields) < 3 or fields[2] not in _PASSES:
        raise ValueError("after its rows a Fursaz position says who is to move, then 0, 1 or 2 for the turns passed")
    rows, mover, passes, *ages = fields
    stones = _read_rows(points(size), rows)
    if mover == _UNSETTLED:
        if stones[0].bit_count() > 1 or stones[1] or passes != "0" or ages:
            raise ValueError(
                "before the colours are settled there is at most one stone, a black one, and no more to say"
            )
        return stones, NO_AGES, None, Colour.BLACK, 0
    if mover not in _MOVERS:
        raise ValueError(
            f"who is to move in a Fursaz position is {', '.join(_MOVERS)} or {_UNSETTLED}, not {mover[:40]}"
        )
    colour, seat = Colour("bw".index(mover[0])), int(mover[1])
    black_seat = Seat(seat if colour is Colour.BLACK else 1 - seat)
    return stones, _read_ages(points(size), stones, ages), black_seat, colour, int(passes)


def text_board(board: FursazBoard, _viewpoint: Seat | None = None) -> str:
    """The board as text, the top row first, then a line with the score of each colour.

    `B` and `W` are stones, `b` and `w` are territory of Black and White, and dots are other empty points. Each line of
    the board begins with the letter of its row and ends with the name of its last point.
    """
    rows = board.points.rows
    marked = _rows(board.points, (*board.stones, *board.territory()), _ON_BOARD)
    widest = max(row.count for row in rows)
    lines = [
        f"{row.letter} {' ' * (widest - row.count)}{' '.join(marks)} {row.letter}{row.count}"
        for row, marks in zip(reversed(rows), reversed(marked), strict=True)
    ]
    for colour, (stones, territory) in zip(Colour, board.scores(), strict=True):
        stone, empty = "BW"[colour], "bw"[colour]
        lines.append(f"{colour.side}: {stones} {stone} + {territory} {empty} = {stones + territory}")
    return "\n".join(lines)


def describe(board: FursazBoard, move: Move) -> Phrase:
    """A legal move in words that follow a player's name: "places a stone on d4, flips 3 and loses 1"."""
    if move == TAKE_BLACK:
        return Phrase("takes Black and the stone on {point}; White moves next", point=_first_stone(board))
    if move == TAKE_WHITE:
        return Phrase(
            "takes White and moves next; the stone on {point} is the other player's", point=_first_stone(board)
        )
    if move == PASS:
        return Phrase("passes and ends the match") if board.passes else Phrase("passes")
    if board.black_seat is None:
        return Phrase("places the first black stone on {point}", point=move)
    return _placement(board, move)


def _placement(board: FursazBoard, move: Move) -> Phrase:
    result = board.cascade_of(move)
    (mine, theirs), placed = _own_first(board.mover, board.stones), board.points.bit[move]
    mine_after, theirs_after = _own_first(board.mover, result.stones)
    turned, flipped, lost = placed & theirs_after, (theirs & mine_after).bit_count(), (mine & theirs_after).bit_count()
    placement = Phrase(_PLACEMENTS[board.mover.other] if turned else _PLACEMENT, point=move)
    return _with_course(_with_effects(placement, bool(turned), flipped, lost), result)


def _with_effects(placement: Phrase, turned: bool, flipped: int, lost: int) -> Phrase:
    """A placement with the numbers of stones that it flips and loses; `turned` if it also turns the placed stone."""
    if flipped and lost:
        return Phrase("{placement}, flips {flipped} and loses {lost}", placement=placement, flipped=flipped, lost=lost)
    if flipped and turned:
        return Phrase("{placement}, and flips {flipped}", placement=placement, flipped=flipped)
    if flipped:
        return Phrase("{placement} and flips {flipped}", placement=placement, flipped=flipped)
    if lost and turned:
        return Phrase("{placement}, and loses {lost}", placement=placement, lost=lost)
    return Phrase("{placement} and loses {lost}", placement=placement, lost=lost) if lost else placement


def _with_course(placement: Phrase, result: Cascade) -> Phrase:
    """A placement with the number of stages of its cascade, if there is more than one stage A and one stage B."""
    stages = sum(map(bool, result.flips))
    if result.endless:
        return Phrase(
            "{placement}, in a cascade without end that stops after {count, plural, one {# stage} other {# stages}}",
            placement=placement,
            count=stages,
        )
    if len(result.flips) > 2:
        return Phrase(
            "{placement}, in a cascade of {count, plural, one {# stage} other {# stages}}",
            placement=placement,
            count=stages,
        )
    return placement


def _own_first(colour: Colour, stones: Stones) -> Stones:
    return stones if colour is Colour.BLACK else (stones[1], stones[0])


def _first_stone(board: FursazBoard) -> str:
    return board.points.named(board.occupied)[0]


def _rows(board: Points, masks: tuple[int, ...], symbols: dict[int, int]) -> list[str]:
    """The rows from the bottom, one character per point: the symbol for the number of its mask, from 1, or for 0."""
    length = len(board.tokens)
    # Reading the binary digits as hexadecimal makes room to add the masks, each multiplied by its number.
    number = sum(place * int(f"{mask:b}", 16) for place, mask in enumerate(masks, start=1))
    marks = f"{number:0{length}x}"[::-1].translate(symbols)
    return [marks[row.first : row.first + row.count] for row in board.rows]


def _read_rows(board: Points, text: str) -> Stones:
    marks = board.board.rows_of_text(text, "[.bw]", "., b or w", of="position on this board", called="points")
    black, white = (sum(board.bit[point] for point, mark in marks.items() if mark == colour) for colour in "bw")
    return black, white


def _read_ages(board: Points, stones: Stones, fields: list[str]) -> Ages:
    if not fields:
        return NO_AGES
    occupied = stones[0] | stones[1]
    now = flanks(pairs(board, occupied, occupied), stones[Colour.BLACK])
    masks = [0] * len(ORDERS)
    last = -1
    for place, mask in _age_fields(board, fields):
        younger, older = ORDERS[place]
        if place <= last:
            raise ValueError(f"the ages of flanks are written in the order {', '.join(_AGES)}")
        if mask & ~in_conflict(now, younger, older) or mask & masks[ORDERS.index((older, younger))]:
            raise ValueError(f"{_AGES[place]} is said of a stone that different colours do not flank so")
        masks[place] = mask
        last = place
    one, two, three, four, five, six = masks
    return one, two, three, four, five, six


def _age_fields(board: Points, fields: list[str]) -> Iterator[tuple[int, int]]:
    """For each field, its index in `ORDERS` and the mask of its points."""
    for field in fields:
        name, _, listed = field.partition(":")
        names = listed.split(",")
        if name not in _AGES or not all(point in board.bit for point in names):
            raise ValueError(f"“{field[:40]}” does not say whose flank is younger, as NE>E:c3,d4 does")
        mask = sum(board.bit[point] for point in set(names))
        if list(board.named(mask)) != names:
            raise ValueError(f"the points of {name} are not written once each, in the order of the board")
        yield _AGES.index(name), mask
