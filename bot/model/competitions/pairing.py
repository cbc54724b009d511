"""Pairing: who meets whom when a competition begins, in its next round and when people come late, in each format.

All-play-all pairs everybody with everybody at once. A knock-out pairs by a bracket in which the two strongest can only
meet at the end. Swiss rounds pair those who stand alike, nobody with anybody twice, and give nobody two byes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, cast

from pairing_core import (  # pyright: ignore[reportMissingTypeStubs]
    DUTCH_TILL2026_COMPAT,
    CanonicalPlayer,
    CanonicalRequest,
    ImpossiblePairingError,
    RoundPairing,
    pair_canonical,
    round_robin,
)

from bot.model.competitions.competition import Competition, Entrant, Fixture, Format, Regulations
from bot.model.competitions.standings import Division, StandingsRow, ranked


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people to play a match, by id in seat order; without a second one a bye. Rounds count from 1."""

    round: int
    first_id: int
    second_id: int | None


def meeting(round_number: int, one: int, other: int, *, both_sides: bool) -> Sequence[Meeting]:
    """The match in which two people meet, or two matches with sides swapped."""
    there, back = Meeting(round_number, one, other), Meeting(round_number, other, one)
    return (there, back) if both_sides else (there,)


def all_play_all(person_ids: Sequence[int], *, both_sides: bool) -> Sequence[Meeting]:
    """Everybody against everybody by Berger tables; with an odd number of people, one rests in each round.

    With `both_sides` two people meet twice in the same round, once in each seat.
    """
    meetings: list[Meeting] = []
    for number, boards in enumerate(round_robin(len(person_ids)), start=1):
        for first, second in boards:
            if second is None:
                continue
            meetings += meeting(number, person_ids[first - 1], person_ids[second - 1], both_sides=both_sides)
    return meetings


def rounds_of(regulations: Regulations, count: int) -> int | None:
    """How many rounds so many people play; None where all matches begin at once."""
    match regulations.format:
        case Format.KNOCKOUT:
            return _knockout_rounds(count)
        case Format.SWISS:
            return _swiss_rounds(count, regulations.rounds)
        case Format.LEAGUE | Format.ALL_PLAY_ALL | Format.LADDER:
            return None


def first_meetings(regulations: Regulations, division: Sequence[Entrant]) -> Sequence[Meeting]:
    """The pairing of a division when it begins."""
    if regulations.format.has_rounds:
        return _of_round(regulations, division, (), 1)
    return all_play_all([entrant.person.id for entrant in division], both_sides=regulations.both_sides)


def next_meetings(
    regulations: Regulations, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Sequence[Meeting]:
    """The pairing of an event's next round once this one is over; empty if there is none, or not yet."""
    latest = max((fixture.round for fixture in fixtures), default=0)
    if not regulations.format.has_rounds or latest >= (regulations.rounds or 0):
        return ()
    out = {entrant.person.id for entrant in entrants if entrant.is_out}
    if any(not fixture.is_over and not out & set(fixture.people) for fixture in fixtures):
        return ()
    return _of_round(regulations, entrants, fixtures, latest + 1)


def paired(division: int, meetings: Iterable[Meeting]) -> tuple[Fixture, ...]:
    """The fixtures of meetings in a division; not stored yet, they have no number."""
    return tuple(Fixture(0, division, one.round, one.first_id, one.second_id) for one in meetings)


def may_come_late(competition: Competition, fixtures: Sequence[Fixture], now: datetime) -> bool:
    """Whether a running competition still takes people.

    Swiss rounds do as long as another round follows, all-play-all in the first half of its time.
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
    """The meetings of a person who comes late: none at once in Swiss rounds, else one with everybody who still plays."""
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
    """Two people in the order of their seats, which alternates from round to round."""
    return (one, other) if number % 2 else (other, one)


def _of_round(
    regulations: Regulations, entrants: Sequence[Entrant], fixtures: Sequence[Fixture], number: int
) -> Sequence[Meeting]:
    if regulations.format is Format.KNOCKOUT:
        return _knockout_meetings(entrants, fixtures)
    return _swiss_meetings(entrants, fixtures, number, both_sides=regulations.both_sides)


def divisions_of(format_: Format, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> tuple[Division, ...]:
    """The standings of a competition's divisions; none before it begins."""
    divisions = max((entrant.division or 0 for entrant in entrants), default=0)
    return tuple(
        division_of(
            format_,
            number,
            divisions,
            [entrant for entrant in entrants if entrant.division == number],
            [fixture for fixture in fixtures if fixture.division == number],
        )
        for number in range(1, divisions + 1)
    )


def division_of(
    format_: Format, division: int, divisions: int, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Division:
    """The standings of a division of so many, from its entrants and fixtures."""
    if format_ is Format.KNOCKOUT:
        return bracket(entrants, fixtures)
    return ranked(division, divisions, entrants, fixtures)


def round_ends_at(competition: Competition, number: int) -> datetime:
    """When the time for a round is over: all rounds have equal shares of the competition's time."""
    rounds = competition.regulations.rounds
    if rounds is None or number >= rounds:
        return competition.ends_at
    return competition.begins_at + competition.length * (number / rounds)


# --- knock-out ---


def _knockout_rounds(count: int) -> int:
    """How many rounds a bracket of so many people has."""
    return (count - 1).bit_length()


def _knockout_meetings(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Sequence[Meeting]:
    """The pairing of the round after the latest, which is over; empty once there is a winner.

    `entrants` are all who were there when it began, by seed. A player without an opponent, because there is none or the
    opponent dropped out, has a bye.
    """
    slots = _slots(entrants)
    for number in range(1, _knockout_rounds(len(entrants)) + 1):
        in_round = [fixture for fixture in fixtures if fixture.round == number]
        if not in_round:
            out = {entrant.person.id for entrant in entrants if entrant.is_out}
            return _bracket_meetings(number, [None if one in out else one for one in slots])
        slots = [_winner(slots[index : index + 2], in_round) for index in range(0, len(slots), 2)]
    return ()


def _slots(entrants: Sequence[Entrant]) -> Sequence[int | None]:
    """The people in the order of the bracket, None where it has an empty place."""
    order = [0]
    while len(order) < len(entrants):
        count = 2 * len(order)
        order = [seed for upper in order for seed in (upper, count - 1 - upper)]
    return [entrants[seed].person.id if seed < len(entrants) else None for seed in order]


def _bracket_meetings(number: int, slots: Sequence[int | None]) -> Sequence[Meeting]:
    meetings: list[Meeting] = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        if one is not None and other is not None:
            meetings += meeting(number, one, other, both_sides=True)
        elif one is not None or other is not None:
            meetings.append(Meeting(number, one or other or 0, None))
    return meetings


def _winner(pair: Sequence[int | None], in_round: Sequence[Fixture]) -> int | None:
    """The player who goes on: with a bye, with more points of both matches, or with the better seed, who stands first."""
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


def bracket(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Division:
    """The standings of a knock-out: by rounds won, which `wins` counts, then by seed."""
    played = [fixture for fixture in fixtures if not fixture.is_bye]  # a bye goes on, and wins nothing
    usual = {row.entrant.person.id: row for row in ranked(1, 1, entrants, played).rows}
    won = dict.fromkeys(usual, 0)
    slots = _slots(entrants)
    for number in range(1, _knockout_rounds(len(entrants)) + 1):
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
    return Division(1, tuple(rows), ())


def _is_open(fixture: Fixture, entrants: Sequence[Entrant]) -> bool:
    out = {entrant.person.id for entrant in entrants if entrant.is_out}
    return not fixture.is_over and not out & set(fixture.people)


def _row(row: StandingsRow, place: int, won: int) -> StandingsRow:
    return StandingsRow(row.entrant, place, row.points, row.played, row.to_play, won, 0.0, 0.0)


# --- Swiss rounds ---

_SOON_STUCK: Final = (5, 6)
"""Numbers of people who, after three rounds, may have met in a way that leaves no full pairing: they play one less."""

_STRONGEST: Final = 3000  # a rating; only the order counts


def _swiss_rounds(count: int, wanted: int | None) -> int:
    """How many Swiss rounds so many people play: as many as wanted, or as find a winner; never more than opponents."""
    usual = (count - 1).bit_length() + (count not in _SOON_STUCK)
    return max(1, min(wanted or usual, count - 1 if count % 2 == 0 else count))


def _swiss_meetings(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], number: int, *, both_sides: bool
) -> Sequence[Meeting]:
    """The pairing of a round once all before it are over; empty if all who are left have met.

    `entrants` are by seed. People who came late have no points for the rounds they missed.
    """
    there = [entrant.person.id for entrant in entrants if not entrant.is_out]
    if len(there) < 2:
        return ()
    numbers = {entrant.person.id: index for index, entrant in enumerate(entrants, start=1)}
    points = {row.entrant.person.id: row.points for row in ranked(1, 1, entrants, fixtures).rows}
    players = [_player(one, points[one], numbers, fixtures, number) for one in there]
    boards = _paired(players, number, with_sides=not both_sides) or _paired(players, number, with_sides=False)
    people = {index: person_id for person_id, index in numbers.items()}
    meetings: list[Meeting] = []
    for one, other in boards:
        if other is None:
            meetings.append(Meeting(number, people[one], None))
        else:
            meetings += meeting(number, people[one], people[other], both_sides=both_sides)
    return meetings


def _player(
    person_id: int, points: float, numbers: Mapping[int, int], fixtures: Sequence[Fixture], number: int
) -> CanonicalPlayer:
    """An entrant as the pairing library knows players: number, points, sides, opponents, and whether a bye was had."""
    own = {fixture.round: fixture for fixture in fixtures if person_id in fixture.people}
    opponents = {numbers[other] for fixture in own.values() for other in fixture.people if other != person_id}
    return CanonicalPlayer(
        id=numbers[person_id],
        pairing_no=numbers[person_id],
        rating=_STRONGEST - numbers[person_id],
        points=points,
        color_hist="".join(_side(own.get(earlier), person_id) for earlier in range(1, number)),
        opponents=tuple(sorted(opponents)),
        received_bye=any(fixture.is_bye for fixture in own.values()),
    )


def _side(fixture: Fixture | None, person_id: int) -> str:
    if fixture is None or fixture.is_bye:
        return "-"
    return "w" if fixture.first_id == person_id else "b"


def _paired(players: Sequence[CanonicalPlayer], number: int, *, with_sides: bool) -> Sequence[tuple[int, int | None]]:
    """The boards by player numbers; empty if no pairing is possible, with sides counted or not."""
    present = {player.id for player in players}
    known = [
        replace(
            player,
            opponents=tuple(one for one in player.opponents if one in present),
            color_hist=player.color_hist if with_sides else "-" * len(player.color_hist),
        )
        for player in players
    ]
    request = CanonicalRequest(players=tuple(known), ruleset=DUTCH_TILL2026_COMPAT, round_number=number)
    try:
        paired = cast("RoundPairing", pair_canonical(request))
    except ImpossiblePairingError:
        return ()
    return [(board.white_id, board.black_id) for board in paired.pairings]
