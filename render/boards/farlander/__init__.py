"""The picture of Farlander: a map of tiles whose territories have the colours of their holders.

A counter shows the number of units; a castle is a garrison that counts. The territories of the last turn have a golden
edge, and conquered ones stripes in the colour of who lost them. Discs that point across the border show how many units
moved in, and badges the order of several conquests, the units removed by one, or the units placed. In a picker, all
land steps back but what is on offer, which has an edge in the picker's colour, as the discs have that mark the sources
chosen so far.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from render.board import Board
from render.boards.farlander import pieces
from render.boards.farlander.amounts import part, places
from render.boards.farlander.crossings import crossings
from render.boards.farlander.map import SIZE, Pixel, Ring, Spot, held, held_part, paint_ring, spots
from render.boards.farlander.tones import PALETTE, SIDES, Hue
from render.canvas import Canvas, Piece
from render.header import Player
from render.scene import Scene
from render.shapes import Area, shifted
from render.theme import Role, Scheme, Weight
from render.typeface import Style, width_of
from rules.core import Phrase, Seat, message
from rules.farlander import FarlanderPosition
from rules.farlander.campaign import Conquest, Source
from rules.farlander.tokens import read_conquest

_RESERVES: Final = tuple((x, y) for y in (74, SIZE[1] - 112) for x in (84, SIZE[0] - 84))
"""By seat, the place of the units left to place on the picture."""

_TO_PLACE: Final = message("to place")
_WORDS: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)
_WORDS_WIDTH: Final = 220
_MARGIN: Final = 12
"""The look, the greatest width and the distance from the edge of the words below the units left to place."""


class _Conquered(NamedTuple):
    """A conquest of the last turn, the seat that lost the territory, and the number of units that it lost."""

    conquest: Conquest
    loser: Seat
    lost: int


class _Traces(NamedTuple):
    """The last turn on this map: its conquests, and by territory the number of units placed."""

    conquered: Sequence[_Conquered] = ()
    placed: Mapping[int, int] = {}


class _Picks(NamedTuple):
    """The state of a picker: the target and sources chosen so far, and the territories and numbers on offer."""

    target: int | None = None
    sources: tuple[Source, ...] = ()
    offered: Mapping[int, tuple[int, ...]] = {}


def _paint(position: FarlanderPosition, scene: Scene) -> Canvas:
    """The picture, from the sea up to the marks; a picker hides the last turn once a territory is chosen."""
    holders = tuple(position.holder(territory) for territory in range(len(spots(position.laid))))
    picks = _picks(position, scene)
    canvas = held(position.laid, holders, scene.scheme, is_faded=bool(picks.offered)).copy()
    _paint_reserves(canvas, position, scene)
    traces = _traces(position, scene) if picks.target is None else _Traces()
    _paint_marked(canvas, position, scene.scheme, picks, traces)
    _paint_standing(canvas, position, picks, {done.conquest.target for done in traces.conquered})
    moving, colour = [done.conquest for done in traces.conquered], Role.PATH
    if picks.target is not None:
        moving, colour = [Conquest(picks.target, picks.sources)], Role.OPTION
    for conquest in moving:
        _paint_crossings(canvas, position, conquest, {other.target for other in moving}, colour)
    _paint_badges(canvas, spots(position.laid), traces, picks)
    return canvas


def _areas(position: FarlanderPosition, scene: Scene) -> Mapping[str, Area]:
    """The territory of each option, divided into parts if it can send several numbers of units."""
    offered = _picks(position, scene).offered
    areas: dict[str, Area] = {}
    for option in scene.options:
        conquest = _conquest(position, option)
        territory = position.atlas.index.get(option) if conquest is None else conquest.sources[-1].territory
        if territory is None:
            continue
        spot, amounts = spots(position.laid)[territory], offered[territory]
        number = 0 if conquest is None else amounts.index(conquest.sources[-1].units)
        outline = shifted(part(spot.laid, spot.digit, max(1, len(amounts)), number), spot.tile)
        areas[option] = Area((outline,), _places(spot, amounts)[number])
    return areas


def _territories(position: FarlanderPosition, _scene: Scene) -> Mapping[str, Area]:
    """The territories that are laid."""
    found = zip(position.atlas.names, spots(position.laid), strict=False)
    return {name: Area((shifted(part(spot.laid, spot.digit, 1, 0), spot.tile),), spot.units) for name, spot in found}


def _won_by(position: FarlanderPosition, seat: Seat) -> Collection[str]:
    """The territories of a player."""
    return [name for territory, name in enumerate(position.atlas.names) if position.holder(territory) == seat]


def _places(spot: Spot, amounts: Sequence[int]) -> Sequence[Pixel]:
    """The middle of each number of units on offer in a territory, or of the territory if there are none."""
    if len(amounts) < 2:
        return (spot.badge if amounts else spot.units,)
    return [(spot.tile[0] + round(x), spot.tile[1] + round(y)) for x, y in places(spot.laid, spot.digit, len(amounts))]


def _players(position: FarlanderPosition) -> list[Player]:
    counts = [
        Phrase("left · {points}", points=points)
        if seat in position.gone
        else Phrase("{count, plural, one {# point} other {# points}}", count=points)
        for seat, points in enumerate(position.points)
    ]
    lands = Counter(position.holder(territory) for territory in range(len(spots(position.laid))))
    return [
        Player(
            pieces.CHIPS[position.side(Seat(seat))],
            count,
            share=lands[Seat(seat)] / max(1, lands.total()),
            has_left=seat in position.gone,
        )
        for seat, count in enumerate(counts)
    ]


def _traces(position: FarlanderPosition, scene: Scene) -> _Traces:
    conquered: list[_Conquered] = []
    placed = Counter[int]()
    for step in scene.steps:
        before = step.before
        if not isinstance(before, FarlanderPosition) or before.laid != position.laid:
            continue
        conquest = _conquest(before, step.move)
        if conquest is not None:
            loser = before.holder(conquest.target)
            if loser is not None:
                conquered.append(_Conquered(conquest, loser, before.units[conquest.target]))
        elif step.move in before.atlas.index:
            placed[before.atlas.index[step.move]] += 1
    return _Traces(conquered, placed)


def _picks(position: FarlanderPosition, scene: Scene) -> _Picks:
    index = position.atlas.index
    chosen = _conquest(position, scene.chosen)
    target = index.get(scene.chosen) if chosen is None else chosen.target
    offered: dict[int, tuple[int, ...]] = {}
    for option in scene.options:
        conquest = _conquest(position, option)
        if conquest is not None:
            territory, units = conquest.sources[-1]
            offered[territory] = (*offered.get(territory, ()), units)
        elif option in index:
            offered[index[option]] = ()
    return _Picks(target, chosen.sources if chosen is not None else (), offered)


def _conquest(position: FarlanderPosition, token: str) -> Conquest | None:
    """The conquest that a token, whole or begun, stands for; None if it cannot be painted."""
    conquest = read_conquest(position.atlas, token)
    if conquest is None or conquest.target in (source.territory for source in conquest.sources):
        return None
    return conquest


def _paint_reserves(canvas: Canvas, position: FarlanderPosition, scene: Scene) -> None:
    """Paint the units left to place in the corners, and a wind rose in the last corner if it is free."""
    for seat, (x, y) in zip(position.seats, _RESERVES, strict=False):
        if position.left[seat]:
            canvas.stamp(pieces.reserve(seat), (x, y))
            canvas.stamp(pieces.reserve_number(seat, position.left[seat]), (x, y))
            text = "" if scene.is_small else scene.say(_TO_PLACE)
            left = min(x - 56, SIZE[0] - _MARGIN - width_of(text, _WORDS))
            canvas.write(text, (left, y + 62), _WORDS, _WORDS_WIDTH)
    if not any(position.left[len(_RESERVES) - 1 :]):
        canvas.stamp(pieces.COMPASS, _RESERVES[-1])


def _paint_marked(canvas: Canvas, position: FarlanderPosition, scheme: Scheme, picks: _Picks, traces: _Traces) -> None:
    """Paint the marked territories: those of the last turn, chosen or on offer. A picker fades the others."""
    losers = {done.conquest.target: done.loser for done in traces.conquered}
    last = {*traces.placed, *losers}
    for territory, spot in enumerate(spots(position.laid)):
        rings, loser = _rings(territory, picks, last), losers.get(territory)
        is_faded_around = bool(picks.offered and rings)
        if is_faded_around or loser is not None:
            inner = rings if is_faded_around else ()
            holder = position.holder(territory)
            canvas.paste(held_part(position.laid, territory, holder, scheme, loser=loser, rings=inner))
        for ring in () if is_faded_around else rings:
            paint_ring(canvas, spot, ring)


def _rings(territory: int, picks: _Picks, last: Collection[int]) -> tuple[Ring, ...]:
    """The rings of a marked territory: on offer, chosen, or of the last turn."""
    if territory == picks.target:
        return (0, 5, Role.OPTION), (5, 9, Role.HALO), (9, 13, Role.OPTION)
    if territory in picks.offered:
        return (0, 3, Role.HALO), (3, 9, Role.OPTION)
    if territory in last:
        return (0, 3, Hue.BORDER), (3, 10, Role.GOLD), (10, 12, Hue.BORDER)
    if territory in (source.territory for source in picks.sources):
        return ((0, 4, Hue.BORDER),)
    return ()


def _paint_standing(canvas: Canvas, position: FarlanderPosition, picks: _Picks, striped: Collection[int]) -> None:
    """Paint castles, groups of units and the names of all territories."""
    for territory, spot in enumerate(spots(position.laid)):
        if spot.castle is not None and position.garrisons >> territory & 1:
            canvas.stamp(pieces.CASTLE, spot.castle)
        holder = position.holder(territory)
        if holder is not None:
            count = position.units[territory]
            canvas.stamp(pieces.units(holder, count), spot.units, Piece(territory, holder, count))
        if len(picks.offered.get(territory, ())) < 2:  # several numbers need the room of the name
            name = position.atlas.names[territory]
            canvas.name(pieces.name(name, holder, is_striped=territory in striped), spot.name)


def _paint_crossings(
    canvas: Canvas, position: FarlanderPosition, conquest: Conquest, badged: Collection[int], colour: Role
) -> None:
    """Paint the numbers of units that move in on the borders that they cross, clear of the badges of some territories."""
    found = crossings(position.laid, conquest, position.garrisons, badged)
    for source in conquest.sources:
        if source.territory in found:
            crossing = found[source.territory]
            canvas.mark(pieces.crossing(str(source.units), crossing.degrees, colour), crossing.pixel)


def _paint_badges(canvas: Canvas, there: Sequence[Spot], traces: _Traces, picks: _Picks) -> None:
    """Paint the badges of territories: the order of conquests or units removed, units placed, or numbers on offer."""
    for number, done in enumerate(traces.conquered, start=1):
        badge = pieces.conquered(number) if len(traces.conquered) > 1 else pieces.lost(done.loser, done.lost)
        canvas.mark(badge, there[done.conquest.target].badge)
    for territory, count in traces.placed.items():
        canvas.mark(pieces.placed(count), there[territory].badge)
    for territory, amounts in picks.offered.items():
        for amount, place in zip(amounts, _places(there[territory], amounts), strict=False):
            canvas.stamp(pieces.on_offer(amount), place)


BOARD: Final = Board(
    FarlanderPosition,
    _paint,
    lambda _position, _scene: SIZE,
    _players,
    pieces.CHIPS,
    {side: tones.land for side, tones in zip(pieces.CHIPS, SIDES, strict=True)},
    _areas,
    _territories,
    _won_by,
    PALETTE,
    is_map=True,
    samples={
        "farlander-garrisons": "t7r2/t4r3/t5r4/t3r1/t6r3/t2r2/t1r4 y4b3g2y4/g3r2b1/y5r1y1y2/r5y1g5/g1b3r2r5/r1b3g5/g1b5g1 0/0/0/0 conquest:blue"
    },
)
