"""The features of Furl, counted a second time on cells and words, and the value that they add up to."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from rules import GAMES
from rules.furl import FurlPosition
from rules.furl.evaluation import SIZES, evaluate, features, lateness
from rules.linear import learned
from tests.rules.naive_furl import FAR_ROW, ROWS, WAYS, NaiveFurl, Side, Way, cells_that_way, neighbour
from tests.rules.playouts import sample

_SIDES: Final[tuple[Side, Side]] = ("w", "b")
_HOME: Final[dict[Side, str]] = {"w": "abc", "b": "efg"}
_PIECE: Final = re.compile(r"(?P<side>[wb])(?P<height>[2-7]?)")


def _read(fen: str) -> NaiveFurl:
    """The position in a notation whose first row is the uppermost."""
    board, mover = fen.split()
    pieces: dict[str, tuple[Side, int]] = {}
    for letter, row in zip(reversed(ROWS), board.split("/"), strict=True):
        for number, text in enumerate(re.findall(r"\.|[wb][2-7]?", row), start=1):
            if (found := _PIECE.fullmatch(text)) is not None:
                side: Side = "w" if found["side"] == "w" else "b"
                pieces[f"{letter}{number}"] = (side, int(found["height"] or 1))
    return NaiveFurl(pieces, "w" if mover == "w" else "b")


def _distance(cell: str, side: Side) -> int:
    """How many rows a cell is from a side's own edge."""
    return "abcdefg".index(cell[0]) if side == "w" else "gfedcba".index(cell[0])


def _class_of(cell: str, side: Side) -> int:
    """The number of a cell among those of its row and of the rows before, where mirror images count as one."""
    before = sum(math.ceil(count / 2) for count in list(ROWS.values())[: _distance(cell, side)])
    number, count = int(cell[1:]), ROWS[cell[0]]
    return before + min(number - 1, count - number)


_BACK: Final[dict[Side, tuple[Way, ...]]] = {"w": ("W", "SW", "SE"), "b": ("W", "NW", "NE")}
"""The directions back towards a side's own edge; along a row, one of the two."""


def _of_runs(at: NaiveFurl, side: Side) -> Iterator[tuple[str, int]]:
    """The features of each single disc that ends a run of two, three, or more, going away from the own edge."""
    for cell, piece in at.pieces.items():
        for way in _BACK[side] if piece == (side, 1) else ():
            behind = [at.pieces.get(other) == (side, 1) for other in cells_that_way(cell, way)]
            length = 1 + (behind.index(False) if False in behind else len(behind))
            along = _distance(cell, side) + (0 if way == "W" else 7)
            if length >= 2:
                yield "pair", along
            if length >= 3:
                yield "triple", along
            if length >= 4:
                yield "run", int(way != "W")


def _ways(at: NaiveFurl, side: Side) -> Iterator[tuple[str, str]]:
    """Each stack of a side with each last cell that its discs reach over empty cells, whatever stands there."""
    for cell, (owner, height) in at.pieces.items():
        for way in WAYS if owner == side and height > 1 else ():
            sown = cells_that_way(cell, way)[:height]
            if len(sown) == height and not any(other in at.pieces for other in sown[:-1]):
                yield cell, sown[-1]


def _of_stacks(at: NaiveFurl, side: Side) -> Iterator[tuple[str, int]]:
    """The features of a side's stacks: where they stand, and where their discs can be sown."""
    waits = 3 * (at.mover != side)
    for cell, (owner, height) in at.pieces.items():
        if owner == side and height > 1:
            yield "stack", 4 * _distance(cell, side) + min(height, 5) - 2
    for cell, end in _ways(at, side):
        kind, victim = min(at.pieces[cell][1], 5) - 2, at.pieces.get(end)
        if victim is None:
            yield "ways", kind + 4
        elif victim[0] != side:
            yield "ways", kind
            yield "attack", waits + min(victim[1], 3) - 1
    arriving = {cell for cell, end in _ways(at, side) if end[0] == FAR_ROW[side] and not _is_of(at, end, side)}
    if arriving:
        yield "arrival", waits + min(len(arriving), 3) - 1


def _is_of(at: NaiveFurl, cell: str, side: Side) -> bool:
    return cell in at.pieces and at.pieces[cell][0] == side


def _of_ways_to_win(at: NaiveFurl, side: Side) -> Iterator[tuple[str, int]]:
    """The features of what a side's stacks reach, or would after a furl, in view of what the other side's reach."""
    enemy: Side = "b" if side == "w" else "w"
    waits = at.mover != side
    watched = {end for _, end in _ways(at, enemy)}
    safe, soon = Counter[bool](), list[tuple[str, str]]()
    for cell, end in _ways(at, side):
        if end[0] == FAR_ROW[side] and not _is_of(at, end, side) and end not in watched:
            safe[cell in watched] += 1
    for is_attacked, count in safe.items():
        yield "safe", 4 * waits + 2 * is_attacked + min(count, 2) - 1
    for end in {end for _, end in _ways(at, side) if _is_of(at, end, enemy) and end not in watched}:
        yield "hang", 3 * waits + min(at.pieces[end][1], 3) - 1
    for cell, piece in at.pieces.items():
        for way in WAYS if piece == (side, 1) and cell[0] != FAR_ROW[side] else ():
            path = cells_that_way(cell, way)
            steps = len(path)
            furls = any(
                len(behind) == steps - 1 and all(at.pieces.get(other) == (side, 1) for other in behind)
                for behind in (cells_that_way(cell, back)[: steps - 1] for back in WAYS)
            )
            is_free = path and not any(other in at.pieces for other in path[:-1]) and not _is_of(at, path[-1], side)
            if steps > 1 and path[-1][0] == FAR_ROW[side] and furls and is_free:
                soon.append((cell, path[-1]))
    if soon:
        yield "soon", 3 * waits + min(len(soon), 3) - 1
    launches = Counter(cell in watched for cell, end in soon if end not in watched)
    for is_attacked, count in launches.items():
        yield "launch", 6 * waits + 3 * is_attacked + min(count, 3) - 1


def _features(at: NaiveFurl, side: Side) -> Iterator[tuple[str, int]]:
    singles = [cell for cell, piece in at.pieces.items() if piece == (side, 1)]
    yield from (("single", _class_of(cell, side)) for cell in singles)
    yield from _of_runs(at, side)
    yield from _of_stacks(at, side)
    yield from _of_ways_to_win(at, side)
    beside = sum(neighbour(cell, way) in singles for cell in singles for way in WAYS) // 2
    yield "pairs", min(beside, 6)
    if at.mover == side:
        yield "turn", 0
    if any(owner == side and cell[0] == FAR_ROW[side] for cell, (owner, _) in at.pieces.items()):
        yield "arrived", 0


def _lateness(at: NaiveFurl) -> float:
    """How many of the thirty discs have left their home rows, where four never do."""
    left = sum(height == 1 and cell[0] in _HOME[side] for cell, (side, height) in at.pieces.items())
    return min(1.0, (30 - left) / 26)


@pytest.mark.parametrize("number", range(len(sample("furl", 2))))
def test_features_and_their_worth_are_those_that_one_counts_by_hand(number: int) -> None:
    position = sample("furl", 2)[number]
    assert isinstance(position, FurlPosition)
    if position.turn is None:
        return
    at = _read(position.fen())
    names = [(name, index) for name, size in SIZES.items() for index in range(size)]
    counted = [Counter(_features(at, side)) for side in _SIDES]
    assert [Counter(names[feature] for feature in found) for found in features(position)] == counted
    late, sums = _lateness(at), [0.0, 0.0]
    for sign, found in zip((1, -1), counted, strict=True):
        for (name, index), times in found.items():
            for stage, weight in enumerate(learned("furl")["furl"][name][index]):
                sums[stage] += sign * times * weight
    worth = 0.999 * math.tanh((sums[0] * (1 - late) + sums[1] * late) / 2_000)
    assert lateness(position) == pytest.approx(late)
    assert evaluate(position) == pytest.approx((worth, -worth))


def test_the_features_of_the_opening_in_numbers() -> None:
    at = _read(GAMES["furl"].start(2).fen())
    found = Counter(name for name, _ in _features(at, "w"))
    assert found == {"single": 15, "pair": 30, "triple": 17, "run": 6, "pairs": 1, "turn": 1}
