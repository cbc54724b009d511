"""Swiss rounds: those meet who stand alike, nobody meets anybody twice, and nobody has two byes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, cast

from pairing_core import (  # pyright: ignore[reportMissingTypeStubs]
    DUTCH_TILL2026_COMPAT,
    CanonicalPlayer,
    CanonicalRequest,
    ImpossiblePairingError,
    RoundPairing,
    pair_canonical,
)

from bot.model.competitions.competition import Entrant, Fixture
from bot.model.competitions.schedule import Meeting, meeting
from bot.model.competitions.standings import table

_SOON_STUCK: Final = (5, 6)
"""So many people can have met after three rounds in such a way that not all of the others can be paired once more."""

_STRONGEST: Final = 3000  # a rating; only the order counts


def rounds_for(count: int, wanted: int | None) -> int:
    """How many rounds so many people play: as many as are wanted, or what tells a winner; never more than there are others."""
    usual = (count - 1).bit_length() + (count not in _SOON_STUCK)
    return max(1, min(wanted or usual, count - 1 if count % 2 == 0 else count))


def next_meetings(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], number: int, *, both_sides: bool
) -> Sequence[Meeting]:
    """Who meets whom in a round, once all before it are over; nobody if all who are left have met.

    `entrants` are by seed. Who came late has no points for what they have missed.
    """
    there = [entrant.person.id for entrant in entrants if not entrant.is_out]
    if len(there) < 2:
        return ()
    numbers = {entrant.person.id: index for index, entrant in enumerate(entrants, start=1)}
    points = {row.entrant.person.id: row.points for row in table(1, 1, entrants, fixtures).rows}
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
    """Somebody as the library knows people: by number, with points, sides, opponents and whether they have had a bye."""
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
    """Who meets whom, by number; nobody if there is no way, sides counted or not."""
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
