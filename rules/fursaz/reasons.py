"""Reasons for moves of Fursaz, in words: firm stones, points, and what the other player can flip next."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.core import Move, Phrase
from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE, Colour, points
from rules.wording import Reasons

_LATE: Final = 32
"""With at most this many moves left (fifteen empty points and passes), the score shows who is likely to win."""
_LEAST_PREVENTED: Final = 2
"""The least number of stones protected from turning that is worth giving as a reason."""


def reasons(board: FursazBoard, move: Move) -> Reasons:
    """What speaks for a legal move."""
    if move == TAKE_BLACK:
        return Reasons([Phrase("gets a stone that is worth more than moving next")])
    if move == TAKE_WHITE:
        return Reasons([Phrase("gets the next move, which is worth more than the stone")])
    if board.black_seat is None:
        return Reasons([Phrase("leaves both colours with much the same chances, whichever is chosen")])
    return Reasons([*_reasons(board, move)], [*_smaller_reasons(board, move)])


def _reasons(board: FursazBoard, move: Move) -> Iterator[Phrase]:
    after, is_firm = board.after(move), move != PASS and _is_firm(board, move)
    if is_firm:
        yield Phrase("puts a stone where it can never be flanked")
    if after.is_over:
        return
    before, then = _most_gained(replace(board, mover=board.mover.other)), _most_gained(after)
    prevents = before - then >= _LEAST_PREVENTED
    if prevents and then:
        side = after.mover.side
        yield Phrase(
            "lets {side} flip {count, plural, one {# stone} other {# stones}} instead of {before}",
            side=side,
            count=then,
            before=before,
        )
    elif prevents:
        yield Phrase("lets {side} flip no stone instead of {before}", side=after.mover.side, before=before)
    if is_firm or prevents or after.longest <= _LATE:
        yield from _lead(after, board.mover)


def _smaller_reasons(board: FursazBoard, move: Move) -> Iterator[Phrase]:
    """Lesser reasons: territory, the score, and which stones can be flanked."""
    after, own, other = board.after(move), board.mover, board.mover.other
    (had, had_not), (has, has_not) = ((scores[own], scores[other]) for scores in (board.scores(), after.scores()))
    if move == PASS:
        yield Phrase("flips nothing")
    if has.territory > had.territory:
        yield Phrase(
            "brings its territory from {before} to {count, plural, one {# point} other {# points}}",
            before=had.territory,
            count=has.territory,
        )
    if has_not.territory < had_not.territory:
        taken = had_not.territory - has_not.territory
        yield Phrase(
            "takes {count, plural, one {# point} other {# points}} of territory from {side}",
            count=taken,
            side=other.side,
        )
    gained = (has.points - has_not.points) - (had.points - had_not.points)
    if gained > 1:
        yield Phrase("gains {count, plural, one {# point} other {# points}} on {side}", count=gained, side=other.side)
    (could, endangered), (can, left) = (_open(position, own) for position in (board, after))
    if can > could:
        yield Phrase("threatens to flank {count, plural, one {# stone} other {# stones}}", count=can)
    if left < endangered:
        yield Phrase(
            "leaves {side} {count, plural, one {# stone} other {# stones}} to flank instead of {before}",
            side=other.side,
            count=left,
            before=endangered,
        )
    yield from _lead(after, own)
    yield Phrase("takes a point before the other player does")


def _lead(after: FursazBoard, own: Colour) -> Iterator[Phrase]:
    mine, theirs = (after.scores()[colour].points for colour in (own, own.other))
    if mine > theirs:
        yield Phrase("leads by {count, plural, one {# point} other {# points}} to {other}", count=mine, other=theirs)


def _open(board: FursazBoard, own: Colour) -> tuple[int, int]:
    """How many enemy stones `own` could flank with one more stone, and how many of its own stones the enemy could."""
    _, within = _in_reach(board, board.points.full & ~board.occupied)
    mine, theirs = board.stones[own], board.stones[own.other]
    return (theirs & within[own]).bit_count(), (mine & within[own.other]).bit_count()


def _in_reach(board: FursazBoard, empty: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The points that each colour flanks on some axis, and those that it could flank with one more stone."""
    black, white = board.stones
    by_black = by_white = open_to_black = open_to_white = 0
    for step in board.points.axes:
        distance, free = step, board.points.full  # free: all points nearer than `distance` are empty, on both sides
        while free:
            black_ahead, black_behind = black >> distance, black << distance
            white_ahead, white_behind = white >> distance, white << distance
            empty_ahead, empty_behind = empty >> distance, empty << distance
            by_black |= free & black_ahead & black_behind
            by_white |= free & white_ahead & white_behind
            open_to_black |= free & (black_ahead & empty_behind | black_behind & empty_ahead)
            open_to_white |= free & (white_ahead & empty_behind | white_behind & empty_ahead)
            free &= empty_ahead & empty_behind
            distance += step
    return (by_black, by_white), (open_to_black, open_to_white)


def _is_firm(board: FursazBoard, point: str) -> bool:
    """Whether a stone on a point can never be flanked, because the point is on the edge along every axis."""
    ways = points(board.size).board.rays[point]
    return not any(map(min, map(len, ways[:3]), map(len, ways[3:])))


def _most_gained(board: FursazBoard) -> int:
    """The most stones that the player to move could turn."""
    theirs = board.stones[board.mover.other]
    moves = (move for move in board.legal_moves() if move != PASS)
    return max(((theirs & board.cascade_of(move).stones[board.mover]).bit_count() for move in moves), default=0)
