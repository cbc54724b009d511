"""Pairing: who meets whom, in each format, when a competition begins, in its next round, and when people join late.

All-play-all pairs everybody with everybody at once. A knock-out pairs by a bracket in which the two strongest can only
meet at the end. Swiss rounds pair people with similar scores; nobody meets anybody twice or gets two byes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, cast

from pairing_core import (  # pyright: ignore[reportMissingTypeStubs]
    DUTCH_TILL2026_COMPAT,
    CanonicalPlayer,
    CanonicalRequest,
    EngineTimeoutError,
    ExecutionBudgets,
    ImpossiblePairingError,
    RoundPairing,
    pair_canonical,
    round_robin,
)

from bot.model.clock import Terms
from bot.model.competitions.competition import Competition, Entrant, Fixture, Format, Regulations, meeting
from bot.model.competitions.standings import Division, ranked
from rules.core import Game

_USUAL_SHARE: Final = 4
"""The share of the time for a turn that people usually take is 1 to this. Of a bank, they use about half."""


def all_play_all(person_ids: Sequence[int], *, both_sides: bool) -> Sequence[Fixture]:
    """The fixtures of everybody against everybody, by Berger tables; of an odd number of people, one rests each round.

    With `both_sides` two people meet twice in the same round, once in each seat.
    """
    return [
        fixture
        for number, boards in enumerate(round_robin(len(person_ids)), start=1)
        for first, second in boards
        if second is not None
        for fixture in meeting(number, person_ids[first - 1], person_ids[second - 1], both_sides=both_sides)
    ]


def rounds_of(regulations: Regulations, count: int) -> int | None:
    """How many rounds `count` people play; None if all matches begin at once."""
    match regulations.format:
        case Format.KNOCKOUT:
            return _knockout_rounds(count)
        case Format.SWISS:
            return _swiss_rounds(count, regulations.rounds)
        case Format.LEAGUE | Format.ALL_PLAY_ALL | Format.LADDER | Format.SERVERS:
            return None


def first_fixtures(regulations: Regulations, division: Sequence[Entrant]) -> Sequence[Fixture]:
    """The pairing of a division when it begins."""
    if regulations.format.has_rounds:
        return _of_round(regulations, division, (), 1)
    return all_play_all([entrant.person.id for entrant in division], both_sides=regulations.both_sides)


def next_fixtures(
    regulations: Regulations, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Sequence[Fixture]:
    """The pairing of an event's next round; empty if there is none, or while this round is not over."""
    latest = max((fixture.round for fixture in fixtures), default=0)
    if not regulations.format.has_rounds or latest >= (regulations.rounds or 0) or _any_open(entrants, fixtures):
        return ()
    return _of_round(regulations, entrants, fixtures, latest + 1)


def _any_open(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> bool:
    """Whether two people who still play have a match to finish."""
    out = {entrant.person.id for entrant in entrants if entrant.is_out}
    return any(not fixture.is_over and out.isdisjoint(fixture.people) for fixture in fixtures)


def may_come_late(competition: Competition, fixtures: Sequence[Fixture], now: datetime) -> bool:
    """Whether a running competition still accepts people.

    Swiss rounds do while another round follows, all-play-all in the first half of its time.
    """
    match competition.regulations.format:
        case Format.SWISS:
            return max(fixture.round for fixture in fixtures) < (competition.regulations.rounds or 0)
        case Format.ALL_PLAY_ALL:
            return now - competition.begins_at < competition.length / 2
        case Format.LEAGUE | Format.KNOCKOUT | Format.LADDER | Format.SERVERS:
            return False


def late_fixtures(
    regulations: Regulations, person_id: int, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Sequence[Fixture]:
    """The pairing of a person who joins late: with nobody for now in Swiss rounds, else with everybody who still plays.

    The seats alternate from opponent to opponent.
    """
    if regulations.format.has_rounds:
        return ()
    first = max((fixture.round for fixture in fixtures), default=0) + 1
    others = [entrant.person.id for entrant in entrants if not entrant.is_out]
    pairs = [(person_id, other) if number % 2 else (other, person_id) for number, other in enumerate(others, first)]
    return [
        fixture
        for number, pair in enumerate(pairs, first)
        for fixture in meeting(number, *pair, both_sides=regulations.both_sides)
    ]


def _of_round(
    regulations: Regulations, entrants: Sequence[Entrant], fixtures: Sequence[Fixture], number: int
) -> Sequence[Fixture]:
    if regulations.format is Format.KNOCKOUT:
        return _knockout_fixtures(entrants, fixtures)
    return _swiss_fixtures(entrants, fixtures, number, both_sides=regulations.both_sides)


def divisions_of(format_: Format, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> tuple[Division, ...]:
    """The standings of a competition's divisions; none before it begins. People of servers are one, whomever they meet."""
    divisions = max((entrant.division or 0 for entrant in entrants), default=0)
    return tuple(
        division_of(
            format_,
            number,
            divisions,
            [entrant for entrant in entrants if entrant.division == number],
            [fixture for fixture in fixtures if fixture.division == number or format_ is Format.SERVERS],
        )
        for number in range(1, divisions + 1)
    )


def division_of(
    format_: Format, division: int, divisions: int, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Division:
    """The standings of a division, one of `divisions`, from its entrants and fixtures."""
    if format_ is Format.KNOCKOUT:
        return bracket(entrants, fixtures)
    return ranked(division, divisions, entrants, fixtures)


def typical_length(games: Sequence[Game], terms: Terms) -> timedelta:
    """About how long the longest of a competition's games takes in matches on these terms; 0 if nobody has counted."""
    turns = max(game.typical_turns for game in games)
    if terms.bank is not None:
        return timedelta(seconds=terms.bank + turns * terms.increment) if turns else timedelta()
    return timedelta(days=turns * (terms.days or 0) / _USUAL_SHARE)


def is_too_short(competition: Competition) -> bool:
    """Whether its end, or that of each round, will probably cut most matches off."""
    regulations = competition.regulations
    if regulations.format is Format.LADDER:
        return False
    rounds = rounds_of(regulations, regulations.format.fewest) or 1
    return competition.length / rounds < typical_length(regulations.games, regulations.terms)


def round_ends_at(competition: Competition, number: int) -> datetime:
    """When the time for a round is over; all rounds have equal shares of the competition's time."""
    rounds = competition.regulations.rounds
    if rounds is None or number >= rounds:
        return competition.ends_at
    return competition.begins_at + competition.length * (number / rounds)


# --- knock-out ---


def _knockout_rounds(count: int) -> int:
    """The number of rounds in a bracket of `count` people."""
    return (count - 1).bit_length()


_Slots = Sequence[int | None]
"""The people in bracket order; None for an empty slot."""


def _knockout_fixtures(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Sequence[Fixture]:
    """The pairing of the round after the latest, which is over; empty once there is a winner.

    `entrants` are all who took part from the start, by seed. A player without an opponent, because there is none or the
    opponent dropped out, has a bye.
    """
    out = {entrant.person.id for entrant in entrants if entrant.is_out}
    for number, slots, in_round, _winners in _bracket_rounds(entrants, fixtures):
        if not in_round:
            return _bracket_fixtures(number, [None if person_id in out else person_id for person_id in slots])
    return ()


def _bracket_rounds(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Iterator[tuple[int, _Slots, Sequence[Fixture], _Slots]]:
    """The rounds of a bracket: each with its number, its people, its fixtures, and the people who advance."""
    slots = _slots(entrants)
    for number in range(1, _knockout_rounds(len(entrants)) + 1):
        in_round = [fixture for fixture in fixtures if fixture.round == number]
        winners = [_winner(slots[index : index + 2], in_round) for index in range(0, len(slots), 2)]
        yield number, slots, in_round, winners
        slots = winners


def _slots(entrants: Sequence[Entrant]) -> _Slots:
    order = [0]
    while len(order) < len(entrants):
        count = 2 * len(order)
        order = [seed for upper in order for seed in (upper, count - 1 - upper)]
    return [entrants[seed].person.id if seed < len(entrants) else None for seed in order]


def _bracket_fixtures(number: int, slots: _Slots) -> Sequence[Fixture]:
    fixtures: list[Fixture] = []
    for pair in zip(slots[::2], slots[1::2], strict=True):
        there = [person_id for person_id in pair if person_id is not None]
        if there:
            fixtures += meeting(number, *there, both_sides=True)
    return fixtures


def _winner(pair: Sequence[int | None], in_round: Sequence[Fixture]) -> int | None:
    """The player who advances: by a bye, by more points in both matches, or by the better seed, which comes first."""
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
    played = [fixture for fixture in fixtures if not fixture.is_bye]  # a bye advances its player, but wins nothing
    usual = {row.entrant.person.id: row for row in ranked(1, 1, entrants, played).rows}
    won = Counter[int | None]()
    for _number, _slots, in_round, winners in _bracket_rounds(entrants, fixtures):
        if not in_round or _any_open(entrants, in_round):
            break
        won.update(winners)
    ordered = sorted(entrants, key=lambda entrant: (-won[entrant.person.id], entrant.seed or 0))
    rows = [
        replace(usual[row.person.id], place=place, wins=won[row.person.id], head_to_head=0.0, sonneborn_berger=0.0)
        for place, row in enumerate(ordered, 1)
    ]
    return Division(1, tuple(rows), ())


# --- Swiss rounds ---

_SOON_STUCK: Final = (5, 6)
"""Numbers of people for whom three rounds may leave no complete pairing, so they play one round less."""

_MOST_STEPS: Final = 20_000
"""The steps of the search for a pairing in which everybody has had both sides equally often, some 50 ms.

If, say, the better player always wins, those with equal points have had equal sides, and the search would take minutes.
"""

_STRONGEST: Final = 3000  # a rating; only the order counts


def _swiss_rounds(count: int, wanted: int | None) -> int:
    """How many Swiss rounds `count` people play: as wanted, or enough for a winner; never more than opponents."""
    usual = (count - 1).bit_length() + (count not in _SOON_STUCK)
    return max(1, min(wanted or usual, count - 1 if count % 2 == 0 else count))


def _swiss_fixtures(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], number: int, *, both_sides: bool
) -> Sequence[Fixture]:
    """The pairing of a round after all earlier ones are over; empty if everybody left has met.

    `entrants` are by seed. People who joined late have no points for the rounds they missed.
    """
    numbers = {entrant.person.id: index for index, entrant in enumerate(entrants, start=1) if not entrant.is_out}
    if len(numbers) < 2:
        return ()
    points = {row.entrant.person.id: row.points for row in ranked(1, 1, entrants, fixtures).rows}
    players = [_player(index, points[index], numbers, fixtures, number) for index in numbers]
    boards = (() if both_sides else _boards(players, number, _MOST_STEPS)) or _boards_without_sides(players, number)
    people = {index: person_id for person_id, index in numbers.items()}
    return [
        fixture
        for first, other in boards
        for fixture in meeting(number, people[first], None if other is None else people[other], both_sides=both_sides)
    ]


def _player(
    person_id: int, points: float, numbers: Mapping[int, int], fixtures: Sequence[Fixture], number: int
) -> CanonicalPlayer:
    """An entrant as the pairing library models players: number, points, sides, opponents, and whether they had a bye.

    `numbers` holds everybody who still plays.
    """
    own = {fixture.round: fixture for fixture in fixtures if person_id in fixture.people}
    met = {other for fixture in own.values() for other in fixture.people if other != person_id}
    return CanonicalPlayer(
        id=numbers[person_id],
        pairing_no=numbers[person_id],
        rating=_STRONGEST - numbers[person_id],
        points=points,
        color_hist="".join(_side(own.get(earlier), person_id) for earlier in range(1, number)),
        opponents=tuple(sorted(numbers[other] for other in met if other in numbers)),
        received_bye=any(fixture.is_bye for fixture in own.values()),
    )


def _side(fixture: Fixture | None, person_id: int) -> str:
    if fixture is None or fixture.is_bye:
        return "-"
    return "w" if fixture.first_id == person_id else "b"


def _boards(
    players: Sequence[CanonicalPlayer], number: int, most_steps: int | None = None
) -> Sequence[tuple[int, int | None]]:
    """The boards of a round by player numbers; empty if no pairing is possible, or none was found in so many steps."""
    request = CanonicalRequest(
        players=tuple(players),
        ruleset=DUTCH_TILL2026_COMPAT,
        round_number=number,
        budgets=ExecutionBudgets(max_steps=most_steps),
    )
    try:
        paired = cast("RoundPairing", pair_canonical(request))
    except (ImpossiblePairingError, EngineTimeoutError):
        return ()
    return [(board.white_id, board.black_id) for board in paired.pairings]


def _boards_without_sides(players: Sequence[CanonicalPlayer], number: int) -> Sequence[tuple[int, int | None]]:
    """The boards of a round if sides do not matter for who meets whom; the one who had the first seat less often gets it."""
    leads = {player.id: player.color_hist.count("w") - player.color_hist.count("b") for player in players}
    boards = _boards([replace(player, color_hist="-" * (number - 1)) for player in players], number)
    return [
        (other, first) if other is not None and leads[other] < leads[first] else (first, other)
        for first, other in boards
    ]
