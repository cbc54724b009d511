"""The events of a turn of Furbowl as a picture shows them: paths of animals and the ball, hits, and dice."""

# Translators: Painted beside the dice in the picture: the name of a roll, as short as it can be.

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.core import Move, message
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import TEAM_SIZE
from rules.furbowl.board import NOBODY, FurbowlBoard
from rules.furbowl.chances import Catch, Dodge, Ouch, Pickup, Recovery, Surprise, Tackle, Throw, ouch_terms, total_of
from rules.furbowl.chances import rolls as all_rolls
from rules.furbowl.effects import check_of
from rules.furbowl.pitch import column_of, members, pitch, row_of
from rules.record import Step

_NAMES: Final[Mapping[type, str]] = {
    Dodge: message("dodge"),
    Pickup: message("pick-up"),
    Surprise: message("pick-up"),
    Throw: message("throw"),
    Catch: message("catch"),
    Tackle: message("tackle"),
    Recovery: message("recovery"),
}


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll: its purpose as a message, the dice, the bonus, and the total that was needed (None on the Ouch table).

    `play` is the number of the play in its turn, from 1.
    """

    name: str
    eyes: tuple[int, int]
    bonus: int
    target: int | None
    play: int = 1

    @property
    def total(self) -> int:
        """The sum of dice and bonus."""
        return sum(self.eyes) + self.bonus


class Walk(NamedTuple):
    """The path of an animal (an index in `ANIMALS`), square by square, in a play of the turn."""

    animal: int
    way: tuple[int, ...]
    play: int


@dataclass(frozen=True, slots=True)
class Story:
    """The story of some steps, in squares of `rules.furbowl.pitch`.

    `walks` are the paths of animals; `pushes` and `flights` are the first and last squares of pushed animals and of the
    flying ball; `hits` and `misses` are the squares of attackers and their victims. `rolls` are all rolls, in order.
    """

    walks: tuple[Walk, ...]
    pushes: tuple[tuple[int, int], ...]
    flights: tuple[tuple[int, int], ...]
    hits: tuple[tuple[int, int], ...]
    misses: tuple[tuple[int, int], ...]
    rolls: tuple[Roll, ...]


def story_of(steps: Iterable[Step]) -> Story:
    """The story of the steps, ignoring steps of other games."""
    walks: list[Walk] = []
    pushes: list[tuple[int, int]] = []
    flights: list[tuple[int, int]] = []
    hits: list[tuple[int, int]] = []
    misses: list[tuple[int, int]] = []
    rolls: list[Roll] = []
    for step in steps:
        before, after = step.before, step.after
        if not isinstance(before, FurbowlPosition) or not isinstance(after, FurbowlPosition):
            continue
        ends_turn = after.mover != before.mover  # after which nothing is known of its plays
        play = max(1, before.plays + (before.current is None) if ends_turn else after.plays)
        roll = _roll(before, step.move, play)
        rolls += [roll] if roll is not None else []
        flights += _flight(before, after)
        for piece, start, end in _moved(before, after):
            if isinstance(before.chance, Tackle):
                pushes.append((start, end))
            else:
                walks.append(Walk(piece % TEAM_SIZE, way(before, start, end), play))
        if isinstance(before.chance, Tackle) and roll is not None:
            tackles = hits if roll.total >= (roll.target or 0) else misses
            tackles.append((before.places[before.active()], before.places[before.chance.defender]))
    return Story(tuple(walks), tuple(pushes), tuple(flights), tuple(hits), tuple(misses), tuple(rolls))


def way(board: FurbowlBoard, start: int, end: int) -> tuple[int, ...]:
    """A shortest path of an animal from one square to another, as straight as possible, including both ends."""
    empty = board.empty() | 1 << end
    layers = [1 << start]
    reached = 1 << start
    while not reached >> end & 1:
        spread = _around(layers[-1]) & empty & ~reached
        if not spread:
            return (start, end)
        layers.append(spread)
        reached |= spread
    squares = [end]
    for layer in reversed(layers[:-1]):
        here, straight_on = squares[-1], 2 * squares[-1] - squares[-2 if len(squares) > 1 else -1]
        nearby = members(layer & pitch().areas[1][here])
        squares.append(min(nearby, key=lambda square: (_bend(square, start, end), square != straight_on)))
    return tuple(reversed(squares))


def _bend(square: int, start: int, end: int) -> int:
    """How far a square is from the straight line between two others."""
    places = ((column_of(at), row_of(at)) for at in (square, start, end))
    (column, row), (from_column, from_row), (to_column, to_row) = places
    return abs((to_column - from_column) * (row - from_row) - (to_row - from_row) * (column - from_column))


def _around(squares: int) -> int:
    around = 0
    for square in members(squares):
        around |= pitch().areas[1][square]
    return around


def _moved(before: FurbowlBoard, after: FurbowlBoard) -> Iterable[tuple[int, int, int]]:
    """The pieces that have moved on the pitch, each with its squares before and after."""
    places = enumerate(zip(before.places, after.places, strict=True))
    return [(piece, start, end) for piece, (start, end) in places if start != end and start >= 0 and end >= 0]


def _flight(before: FurbowlBoard, after: FurbowlBoard) -> list[tuple[int, int]]:
    if before.carrier == after.carrier != NOBODY:
        return []
    start, end = _ball_of(before), _ball_of(after)
    return [(start, end)] if start != end and start >= 0 else []


def _ball_of(board: FurbowlBoard) -> int:
    return board.ball if board.carrier == NOBODY else board.places[board.carrier]


def _roll(before: FurbowlBoard, move: Move, play: int) -> Roll | None:
    eyes = all_rolls().get(move)
    if eyes is None or before.chance is None:
        return None
    check = check_of(before, before.chance)
    if check is not None:
        return Roll(_NAMES.get(type(before.chance), ""), eyes, check.bonus, check.target, play)
    if isinstance(before.chance, Ouch):
        return Roll(message("Ouch!"), eyes, total_of(ouch_terms(before.active(), before.chance.defender)), None, play)
    return None
