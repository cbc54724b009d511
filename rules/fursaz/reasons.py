"""Reasons for moves of Fursaz, in words: firm stones, points, and what the other player can flip next."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rules.core import Move, Phrase
from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE, Colour, points
from rules.wording import Reason, Reasons

_LATE: Final = 32
"""With at most this many moves left (fifteen empty points and passes), the score shows who is likely to win."""
_LEAST_PREVENTED: Final = 2
"""The least number of stones protected from turning that is worth giving as a reason."""
_REMEMBERED: Final = 64  # boards: the moves of a position are compared, all with the board before them
_LARGE: Final = 6
"""The least number of points gained that is said before everything else."""


def reasons(board: FursazBoard, move: Move) -> Reasons:
    """What speaks for a legal move."""
    if move == TAKE_BLACK:
        return Reasons([Reason(Phrase("gets a stone that is worth more than moving next"))])
    if move == TAKE_WHITE:
        return Reasons([Reason(Phrase("gets the next move, which is worth more than the stone"))])
    if board.black_seat is None:
        return Reasons([Reason(Phrase("leaves both colours with much the same chances, whichever is chosen"))])
    after = board.after(move)
    gain, lead = list(_gain(board, after, move)), list(_lead(after, board.mover))
    firm = [Reason(Phrase("puts a stone where it can never be flanked"))] if _is_firm(board, move) else []
    flips = list(_flips(board, after))
    is_large = gain[0].worth >= _LARGE
    leads = bool(firm) or any(reason.text for reason in flips) or after.longest <= _LATE
    main = [*(gain if is_large else ()), *firm, *flips, *(lead if leads else ())]
    lesser = [*_of_territory(board, after), *([] if is_large else gain), *_of_flanks(board, after)]
    return Reasons(main, lesser if leads else [*lesser, *lead])


def _flips(board: FursazBoard, after: FursazBoard) -> Iterator[Reason]:
    """What the other player can turn next, if that is fewer stones than before."""
    if after.is_over:
        return
    side, before, then = after.mover.side, _most_gained(replace(board, mover=board.mover.other)), _most_gained(after)
    words = None
    if before - then >= _LEAST_PREVENTED and then:
        words = Phrase(
            "lets {side} flip {count, plural, one {# stone} other {# stones}} instead of {before}",
            side=side,
            count=then,
            before=before,
        )
    elif before - then >= _LEAST_PREVENTED:
        words = Phrase("lets {side} flip no stone instead of {before}", side=side, before=before)
    yield Reason(words, -then, "flips")


def _gain(board: FursazBoard, after: FursazBoard, move: Move) -> Iterator[Reason]:
    """How the difference between the scores changes."""
    own, other = board.mover, board.mover.other
    before, then = board.scores(), after.scores()
    gained = then[own].points - then[other].points - before[own].points + before[other].points
    words = None
    if move == PASS:
        words = Phrase("keeps the score as it is")
    elif gained > 1:
        words = Phrase("gains {count, plural, one {# point} other {# points}} on {side}", count=gained, side=other.side)
    yield Reason(words, gained, "gain")


def _of_territory(board: FursazBoard, after: FursazBoard) -> Iterator[Reason]:
    own, other = board.mover, board.mover.other
    (had, had_not), (has, has_not) = (
        (scores[own].territory, scores[other].territory) for scores in (board.scores(), after.scores())
    )
    if has > had:
        words = Phrase(
            "brings its territory from {before} to {count, plural, one {# point} other {# points}}",
            before=had,
            count=has,
        )
        yield Reason(words, has)
    if has_not < had_not:
        taken = had_not - has_not
        words = Phrase(
            "takes {count, plural, one {# point} other {# points}} of territory from {side}",
            count=taken,
            side=other.side,
        )
        yield Reason(words, taken)


def _of_flanks(board: FursazBoard, after: FursazBoard) -> Iterator[Reason]:
    """Which stones one more stone would flank."""
    if after.is_over:
        return
    own, other = board.mover, board.mover.other
    (could, endangered), (can, left) = (_open(position, own) for position in (board, after))
    words = Phrase("threatens to flank {count, plural, one {# stone} other {# stones}}", count=can)
    yield Reason(words if can > could else None, can, "threatened")
    words = Phrase("leaves {side} no stone to flank instead of {before}", side=other.side, before=endangered)
    if left:
        words = Phrase(
            "leaves {side} {count, plural, one {# stone} other {# stones}} to flank instead of {before}",
            side=other.side,
            count=left,
            before=endangered,
        )
    yield Reason(words if left < endangered else None, -left, "endangered")


def _lead(after: FursazBoard, own: Colour) -> Iterator[Reason]:
    mine, theirs = (after.scores()[colour].points for colour in (own, own.other))
    if mine > theirs:
        words = Phrase(
            "leads with {count, plural, one {# point} other {# points}} to {other}", count=mine, other=theirs
        )
        yield Reason(words, mine - theirs)


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
    """Whether a move puts a stone where it can never be flanked, because the point is on the edge along every axis."""
    if point == PASS:
        return False
    ways = points(board.size).board.rays[point]
    return not any(map(min, map(len, ways[:3]), map(len, ways[3:])))


@lru_cache(_REMEMBERED)
def _most_gained(board: FursazBoard) -> int:
    """The most stones that the player to move could turn."""
    theirs = board.stones[board.mover.other]
    moves = (move for move in board.legal_moves() if move != PASS)
    return max(((theirs & board.cascade_of(move).stones[board.mover]).bit_count() for move in moves), default=0)
