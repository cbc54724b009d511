"""The course of a competition, whatever its format: its first meetings, its next round, and how it stands."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from bot.model.competitions import knockout, swiss
from bot.model.competitions.competition import Competition, Entrant, Fixture, Format, Regulations
from bot.model.competitions.knockout import bracket_table
from bot.model.competitions.schedule import Meeting, all_play_all, meeting
from bot.model.competitions.standings import Table, table


def rounds_of(regulations: Regulations, count: int) -> int | None:
    """How many rounds so many people play; None where all matches begin at once."""
    match regulations.format:
        case Format.KNOCKOUT:
            return knockout.rounds_for(count)
        case Format.SWISS:
            return swiss.rounds_for(count, regulations.rounds)
        case Format.LEAGUE | Format.ALL_PLAY_ALL | Format.LADDER:
            return None


def first_meetings(regulations: Regulations, division: Sequence[Entrant]) -> Sequence[Meeting]:
    """Who meets whom in a division when it begins."""
    if regulations.format.has_rounds:
        return _of_round(regulations, division, (), 1)
    return all_play_all([entrant.person.id for entrant in division], both_sides=regulations.both_sides)


def next_meetings(
    regulations: Regulations, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Sequence[Meeting]:
    """Who meets whom in the next round of an event, once this one is over; nobody if there is none, or not yet."""
    latest = max((fixture.round for fixture in fixtures), default=0)
    if not regulations.format.has_rounds or latest >= (regulations.rounds or 0):
        return ()
    out = {entrant.person.id for entrant in entrants if entrant.is_out}
    if any(not fixture.is_over and not out & set(fixture.people) for fixture in fixtures):
        return ()
    return _of_round(regulations, entrants, fixtures, latest + 1)


def paired(division: int, meetings: Iterable[Meeting]) -> tuple[Fixture, ...]:
    """Fixtures of a division that are not stored yet, and so have no number."""
    return tuple(Fixture(0, division, one.round, one.first_id, one.second_id) for one in meetings)


def may_come_late(competition: Competition, fixtures: Sequence[Fixture], now: datetime) -> bool:
    """Whether somebody may still join a competition that runs.

    To Swiss rounds, as long as one follows in which they can play; where everybody meets everybody, in the first half of
    the time.
    """
    match competition.regulations.format:
        case Format.SWISS:
            return max(fixture.round for fixture in fixtures) < (competition.regulations.rounds or 0)
        case Format.ALL_PLAY_ALL:
            return now - competition.begins_at < competition.length / 2
        case Format.LEAGUE | Format.KNOCKOUT | Format.LADDER:
            return False


def late_meetings(
    regulations: Regulations, person_id: int, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Sequence[Meeting]:
    """Whom somebody meets at once who comes late: in Swiss rounds nobody, else everybody who still plays."""
    if regulations.format.has_rounds:
        return ()
    first = max((fixture.round for fixture in fixtures), default=0) + 1
    others = [entrant.person.id for entrant in entrants if not entrant.is_out]
    return [
        one
        for number, other in enumerate(others, start=first)
        for one in meeting(number, *_shared_out(person_id, other, number), both_sides=regulations.both_sides)
    ]


def _shared_out(one: int, other: int, number: int) -> tuple[int, int]:
    """Two people in turns."""
    return (one, other) if number % 2 else (other, one)


def _of_round(
    regulations: Regulations, entrants: Sequence[Entrant], fixtures: Sequence[Fixture], number: int
) -> Sequence[Meeting]:
    if regulations.format is Format.KNOCKOUT:
        return knockout.next_meetings(entrants, fixtures)
    return swiss.next_meetings(entrants, fixtures, number, both_sides=regulations.both_sides)


def tables(format_: Format, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> tuple[Table, ...]:
    """The tables of a competition, the first division first; none before it begins."""
    divisions = max((entrant.division or 0 for entrant in entrants), default=0)
    return tuple(
        table_of(
            format_,
            number,
            divisions,
            [entrant for entrant in entrants if entrant.division == number],
            [fixture for fixture in fixtures if fixture.division == number],
        )
        for number in range(1, divisions + 1)
    )


def table_of(
    format_: Format, division: int, divisions: int, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Table:
    """The table of a division of so many, by its own people and fixtures."""
    if format_ is Format.KNOCKOUT:
        return bracket_table(entrants, fixtures)
    return table(division, divisions, entrants, fixtures)


def round_ends_at(competition: Competition, number: int) -> datetime:
    """When the time for a round is over: each has as much of the time of the whole."""
    rounds = competition.regulations.rounds
    if rounds is None or number >= rounds:
        return competition.ends_at
    return competition.begins_at + competition.length * (number / rounds)
