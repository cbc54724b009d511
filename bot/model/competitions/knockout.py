"""Knock-out: a bracket in which the two strongest can only meet at the end."""

from collections.abc import Sequence

from bot.model.competitions.competition import Entrant, Fixture
from bot.model.competitions.schedule import Meeting, meeting
from bot.model.competitions.standings import Table, TableRow, table


def rounds_for(count: int) -> int:
    """How many rounds so many people need."""
    return (count - 1).bit_length()


def next_meetings(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Sequence[Meeting]:
    """Who meets whom in the round after those that were paired, which are over; nobody once there is a winner.

    `entrants` are by seed, all who were there when it began. Whoever has nobody to meet has a bye, also because the
    other is out.
    """
    slots = _slots(entrants)
    for number in range(1, rounds_for(len(entrants)) + 1):
        in_round = [fixture for fixture in fixtures if fixture.round == number]
        if not in_round:
            out = {entrant.person.id for entrant in entrants if entrant.is_out}
            return _paired(number, [None if one in out else one for one in slots])
        slots = [_winner(slots[index : index + 2], in_round) for index in range(0, len(slots), 2)]
    return ()


def _slots(entrants: Sequence[Entrant]) -> Sequence[int | None]:
    """The people in the order in which they stand in the bracket, with nobody where there are too few."""
    order = [0]
    while len(order) < len(entrants):
        count = 2 * len(order)
        order = [seed for upper in order for seed in (upper, count - 1 - upper)]
    return [entrants[seed].person.id if seed < len(entrants) else None for seed in order]


def _paired(number: int, slots: Sequence[int | None]) -> Sequence[Meeting]:
    meetings: list[Meeting] = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        if one is not None and other is not None:
            meetings += meeting(number, one, other, both_sides=True)
        elif one is not None or other is not None:
            meetings.append(Meeting(number, one or other or 0, None))
    return meetings


def _winner(pair: Sequence[int | None], in_round: Sequence[Fixture]) -> int | None:
    """Who goes on: the bye, more points of both matches, or the better seed, which stands first."""
    met = [fixture for fixture in in_round if fixture.first_id in pair]
    if not met:
        return None
    if met[0].is_bye:
        return met[0].first_id
    first, second = met[0].people
    points = {first: 0.0, second: 0.0}
    for fixture in met:
        for person_id, own in zip(fixture.people, fixture.points or (0.0, 0.0), strict=True):
            points[person_id] += own
    return second if points[second] > points[first] else first


def bracket_table(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Table:
    """How everybody stands: by the rounds that they have won, then as they were seeded. `wins` are those rounds."""
    played = [fixture for fixture in fixtures if not fixture.is_bye]  # who has nobody to meet goes on, and wins nothing
    usual = {row.entrant.person.id: row for row in table(1, 1, entrants, played).rows}
    won = dict.fromkeys(usual, 0)
    slots = _slots(entrants)
    for number in range(1, rounds_for(len(entrants)) + 1):
        in_round = [fixture for fixture in fixtures if fixture.round == number]
        over = [fixture for fixture in in_round if not _is_open(fixture, entrants)]
        if not in_round or len(over) < len(in_round):
            break
        slots = [_winner(slots[index : index + 2], in_round) for index in range(0, len(slots), 2)]
        for one in slots:
            if one is not None:
                won[one] += 1
    ordered = sorted(entrants, key=lambda entrant: (-won[entrant.person.id], entrant.seed or 0))
    rows = [_row(usual[entrant.person.id], place, won[entrant.person.id]) for place, entrant in enumerate(ordered, 1)]
    return Table(1, tuple(rows), ())


def _is_open(fixture: Fixture, entrants: Sequence[Entrant]) -> bool:
    out = {entrant.person.id for entrant in entrants if entrant.is_out}
    return not fixture.is_over and not out & set(fixture.people)


def _row(row: TableRow, place: int, won: int) -> TableRow:
    return TableRow(row.entrant, place, row.points, row.played, row.to_play, won, 0.0, 0.0)
