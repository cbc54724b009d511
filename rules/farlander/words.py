"""Farlander in words: descriptions of moves, and the text board."""

# Translators: Moves follow a player's name, as in “Ada places a unit in b2”; what chance decides is a clause of its
# own.

from collections import Counter
from collections.abc import Sequence

from rules.core import Move, Phrase, Seat
from rules.farlander.atlas import PLACES, Laid
from rules.farlander.campaign import SIDES, Campaign, Phase
from rules.farlander.tokens import read_conquest, read_roll
from rules.wording import plural, sentences


def describe(campaign: Campaign, move: Move) -> Phrase:
    """A legal move in words that follow a player's name; a roll of chance as a clause of its own."""
    roll = read_roll(move)
    if isinstance(roll, Laid):
        facts = {"tile": roll.tile, "place": PLACES[len(campaign.laid)]}
        if not roll.turn:
            return Phrase("tile {tile} is laid at place {place}, not turned", **facts)
        return Phrase(
            "tile {tile} is laid at place {place}, turned by {count, plural, one {# step} other {# steps}}",
            **facts,
            count=roll.turn,
        )
    if roll is not None:
        if campaign.phase is Phase.FIRST_TO_PLACE:
            return Phrase("{side} begins the placement", side=SIDES[roll])
        return Phrase("{side} begins the conquest", side=SIDES[roll])
    conquest = read_conquest(campaign.atlas, move)
    if conquest is None:
        return Phrase("places a unit in {territory}", territory=move)
    holder = campaign.holder(conquest.target)
    assert holder is not None, "only an enemy's territory is conquered"
    names = campaign.atlas.names
    first, *more = ({"count": source.units, "territory": names[source.territory]} for source in conquest.sources)
    return Phrase(
        "conquers {territory} from {side} with {units}",
        territory=names[conquest.target],
        side=SIDES[holder],
        units=(
            Phrase("{count, plural, one {# unit} other {# units}} from {territory}", **first),
            *(Phrase("{count} from {territory}", **source) for source in more),
        ),
    )


def kind(campaign: Campaign, move: Move) -> str:
    """The kind of a move that is described together with others: tiles or placements; empty for other moves."""
    return campaign.phase.value if campaign.phase in (Phase.MAP, Phase.PLACEMENT) else ""


def describe_all(campaign: Campaign, moves: Sequence[Move]) -> Phrase:
    """Several moves of one kind in words; placements are grouped by territory, in the order of their first unit."""
    if campaign.phase is Phase.MAP:
        if len(campaign.laid) + len(moves) == len(PLACES):
            return Phrase("the map is laid")
        return Phrase("{count, plural, one {# tile is laid} other {# tiles are laid}}", count=len(moves))
    there = tuple(move if count == 1 else f"{move} ×{count}" for move, count in Counter(moves).items())
    return Phrase(
        "places {count, plural, one {# unit} other {# units}}: {territories}", count=len(moves), territories=there
    )


def tally(placed: Campaign, after: Campaign) -> str:
    """What each side has as the conquest begins, after the roll for it, and which side begins."""
    sides = tuple(
        Phrase(
            "{side} {count, plural, one {# point} other {# points}} ({targets, plural, one {# territory} other {# territories}} to conquer)",
            side=SIDES[seat],
            count=placed.points[seat],
            targets=sum(1 for _ in placed.targets(seat)),
        )
        for seat in placed.staying
    )
    # Translators: {sides} is a list such as “Red 9 points (4 territories to conquer)”.
    before = Phrase("Before the conquest: {sides}.", sides=sides)
    if after.mover is None:
        return before
    return sentences(before, Phrase("{side} began the conquest.", side=SIDES[after.mover]))


def text_board(campaign: Campaign, _viewpoint: Seat | None = None) -> str:
    """The map as text: the phase, a line per player, then a line per territory with its borders.

    A star marks a garrison that counts.
    """
    lines = [_headline(campaign), *(_player(campaign, seat) for seat in campaign.seats)]
    names, near = campaign.atlas.names, campaign.atlas.borders
    if names:
        star = " * is a garrison." if campaign.garrisons else ""
        lines += ["", f"Territory, holder, what it borders.{star}"]
    for territory, name in enumerate(names):
        star = "*" if campaign.garrisons >> territory & 1 else " "
        holder = campaign.holder(territory)
        who = "-" if holder is None else f"{SIDES[holder]} {campaign.units[territory]}"
        lines.append(f"{name}{star} {who:<8} {' '.join(names[other] for other in near[territory])}")
    return "\n".join(lines)


def _headline(campaign: Campaign) -> str:
    mover = "" if campaign.mover is None else SIDES[campaign.mover]
    return {
        Phase.MAP: f"The map is being laid: {len(campaign.laid)} of {len(PLACES)} tiles so far.",
        Phase.FIRST_TO_PLACE: "Chance decides who begins the placement.",
        Phase.PLACEMENT: f"Placement: {mover} to move.",
        Phase.FIRST_TO_CONQUER: "Chance decides who begins the conquest.",
        Phase.CONQUEST: f"Conquest: {mover} to move.",
        Phase.OVER: "The match is over.",
    }[campaign.phase]


def _player(campaign: Campaign, seat: Seat) -> str:
    held = campaign.held[seat]
    there = sum(units for territory, units in enumerate(campaign.units) if held >> territory & 1)
    points = campaign.points[seat]
    words = [plural(points, "point"), plural(there, "unit")]
    if campaign.left[seat]:
        words.append(f"{campaign.left[seat]} to place")
    if seat in campaign.gone:
        words.append("has left")
    return f"{SIDES[seat]}: {', '.join(words)}"
