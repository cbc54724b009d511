"""Who is in which division: by ratings at first, later by the season before."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.competitions.competition import SMALLEST_DIVISION, Entrant
from bot.model.competitions.standings import Division, in_order

_UNRATED: Final = float("-inf")


def order_of(
    entrants: Sequence[Entrant], ratings: Mapping[int, float], before: Sequence[Division] = ()
) -> Sequence[Entrant]:
    """Everybody in a season in the order in which the divisions are filled, the strongest first.

    `ratings` are those that are no longer provisional, by person, and `before` are the tables of the season before, the
    first division first. Who was in that season comes in the order in which it ended, once some have gone up and down;
    behind them newcomers, by their ratings, and those who have none as they have joined.
    """
    earlier = {person_id: rank for rank, person_id in enumerate(_after(before))}

    def key(entrant: Entrant) -> tuple[float, float, float, int]:
        person_id = entrant.person.id
        rank = earlier.get(person_id, len(earlier))
        return rank, -ratings.get(person_id, _UNRATED), entrant.joined_at.timestamp(), person_id

    return sorted(entrants, key=key)


def _after(tables: Sequence[Division]) -> Sequence[int]:
    """Everybody of a season in the order for the next one: those who move have changed places with each other."""
    orders = [list(in_order(table.rows)) for table in tables]
    places = [
        [
            *(row for row in (orders[number - 1] if number else ()) if row.move < 0),
            *(row for row in orders[number] if row.move == 0),
            *(row for row in (orders[number + 1] if number + 1 < len(orders) else ()) if row.move > 0),
        ]
        for number in range(len(orders))
    ]
    found: list[int] = []
    for number, rows in enumerate(places):
        found += [row.entrant.person.id for row in rows]
        found += [entrant.person.id for entrant in tables[number].struck]
    return found


def sizes(count: int, largest: int) -> Sequence[int]:
    """How many people the divisions of so many have, the first division first: as even as may be.

    None has more than `largest`, unless another would have fewer than `SMALLEST_DIVISION`.
    """
    divisions = -(-count // largest)
    while divisions > 1 and count < divisions * SMALLEST_DIVISION:
        divisions -= 1
    small, larger = divmod(count, divisions)
    return [small + (number < larger) for number in range(divisions)]


def divided(ordered: Sequence[Entrant], largest: int) -> Sequence[Sequence[Entrant]]:
    """People in this order, in their divisions."""
    divisions: list[Sequence[Entrant]] = []
    first = 0
    for size in sizes(len(ordered), largest):
        divisions.append(ordered[first : first + size])
        first += size
    return divisions
