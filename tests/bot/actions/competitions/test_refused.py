"""Who may do what in a competition at each of its stages, and which refusal meets those who may not."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from unittest.mock import AsyncMock

import pytest

from bot.actions.competitions import calendar, entries
from bot.actions.competitions import standings as competition_standings
from bot.model.competitions.competition import Competition, CompetitionStage, Format, Regulations
from bot.model.people import Actor
from bot.model.refusals import Refusal
from bot.model.refusals.competitions import (
    AlreadyEntered,
    CompetitionOver,
    EntryClosed,
    NotEntered,
    PlaysThere,
    UnknownCompetition,
)
from bot.model.refusals.people import NotManager
from tests.bot.actions.competitions.club import TERMS, VENUE, Club, crowd
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import CLEO, ELSEWHERE, Hall, dump, here, managing

DAY = timedelta(days=1)
_PEOPLE = crowd(8)
ENTRANT, OTHER, STRANGER = here(_PEOPLE[0]), _PEOPLE[1], here(CLEO)
PLAYING_MANAGER, MANAGER = managing(_PEOPLE[0]), managing(CLEO)
_Act = Callable[[Hall, Actor, int], Awaitable[object]]


def _remove(hall: Hall, actor: Actor, number: int) -> Awaitable[object]:
    return entries.remove(hall.matches, actor, number, OTHER)


def _remove_stranger(hall: Hall, actor: Actor, number: int) -> Awaitable[object]:
    return entries.remove(hall.matches, actor, number, CLEO)


def _challenge(hall: Hall, actor: Actor, number: int) -> Awaitable[object]:
    return entries.challenge(hall.matches, actor, number, OTHER)


def _of(act: Callable[..., Awaitable[object]]) -> _Act:
    return lambda hall, actor, number: act(hall.matches, actor, number)


JOIN, LEAVE, BEGIN, CALL_OFF = map(_of, (entries.join, entries.leave, calendar.begin_now, entries.call_off))
OPEN, RUNNING, CALLED_OFF = CompetitionStage.OPEN, CompetitionStage.RUNNING, CompetitionStage.CALLED_OFF

_REFUSED: list[tuple[CompetitionStage, _Act, Actor, type[Refusal]]] = [
    (OPEN, JOIN, ENTRANT, AlreadyEntered),
    (OPEN, LEAVE, STRANGER, NotEntered),
    (OPEN, BEGIN, ENTRANT, NotManager),
    (OPEN, CALL_OFF, ENTRANT, NotManager),
    (OPEN, _remove, ENTRANT, NotManager),
    (OPEN, _remove_stranger, MANAGER, NotEntered),
    (OPEN, _challenge, ENTRANT, CompetitionOver),
    (RUNNING, JOIN, STRANGER, EntryClosed),
    (RUNNING, LEAVE, STRANGER, NotEntered),
    (RUNNING, BEGIN, MANAGER, EntryClosed),
    (RUNNING, CALL_OFF, MANAGER, EntryClosed),
    (RUNNING, _remove, STRANGER, NotManager),
    (RUNNING, _remove, PLAYING_MANAGER, PlaysThere),
    (RUNNING, _challenge, ENTRANT, UnknownCompetition),
    (RUNNING, _of(competition_standings.ladder), ENTRANT, UnknownCompetition),
    (CALLED_OFF, JOIN, STRANGER, EntryClosed),
    (CALLED_OFF, LEAVE, ENTRANT, CompetitionOver),
    (CALLED_OFF, BEGIN, MANAGER, EntryClosed),
    (CALLED_OFF, CALL_OFF, MANAGER, EntryClosed),
    (CALLED_OFF, _remove, MANAGER, CompetitionOver),
    (CALLED_OFF, _challenge, ENTRANT, CompetitionOver),
]
_ALLOWED: list[tuple[CompetitionStage, _Act, Actor]] = [
    (OPEN, JOIN, STRANGER),
    (OPEN, LEAVE, ENTRANT),
    (OPEN, BEGIN, MANAGER),
    (OPEN, CALL_OFF, MANAGER),
    (OPEN, _remove, PLAYING_MANAGER),
    (RUNNING, LEAVE, ENTRANT),
    (RUNNING, _remove, MANAGER),
]


async def _at(hall: Hall, stage: CompetitionStage) -> int:
    """A league of eight people at a stage; its number."""
    club = Club(hall)
    league = await club.league(_PEOPLE)
    if stage is RUNNING:
        await club.begin(league)
    elif stage is CALLED_OFF:
        await entries.call_off(hall.matches, MANAGER, league.id)
    return league.id


@pytest.mark.parametrize("stage", [OPEN, RUNNING, CALLED_OFF])
async def test_those_who_may_not_do_it_get_the_refusal_of_that_rule_and_nothing_changes(
    hall: Hall, stage: CompetitionStage
) -> None:
    number = await _at(hall, stage)
    before = await dump(hall.database)
    for at, act, actor, refusal in _REFUSED:
        if at is stage:
            with pytest.raises(Refusal) as refused:
                await act(hall, actor, number)
            assert type(refused.value) is refusal, (act, actor)
    assert await dump(hall.database) == before


@pytest.mark.parametrize(("stage", "act", "actor"), _ALLOWED)
async def test_those_who_may_do_it_do(hall: Hall, stage: CompetitionStage, act: _Act, actor: Actor) -> None:
    number = await _at(hall, stage)
    before = await dump(hall.database)
    await act(hall, actor, number)
    assert await dump(hall.database) != before


async def test_a_ladder_that_was_closed_takes_nobody_and_no_challenge(hall: Hall) -> None:
    now = hall.clock.at
    wanted = Competition(
        "Ladder",
        VENUE,
        Regulations(Format.LADDER, (ROUNDS,), 4, False, TERMS),
        now,
        now + timedelta(days=9_000),
        _PEOPLE[0],
        now,
        stage=RUNNING,
    )
    ladder = (await entries.propose(hall.matches, None, wanted)).id
    for person in _PEOPLE[:3]:
        await entries.join(hall.matches, here(person), ladder)
    with pytest.raises(AlreadyEntered):
        await entries.join(hall.matches, ENTRANT, ladder)
    await entries.call_off(hall.matches, MANAGER, ladder)
    before = await dump(hall.database)
    for act, actor in ((JOIN, STRANGER), (LEAVE, ENTRANT), (_challenge, ENTRANT), (_remove, MANAGER)):
        with pytest.raises(CompetitionOver):
            await act(hall, actor, ladder)
    assert await dump(hall.database) == before


async def test_a_person_whose_competition_ends_while_they_leave_all_is_not_refused(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await _at(hall, CALLED_OFF)
    monkeypatch.setattr("bot.store.competitions.entered_by", AsyncMock(return_value=[number]))
    before = await dump(hall.database)
    await entries.leave_all(hall.matches, _PEOPLE[0])
    assert await dump(hall.database) == before


@pytest.mark.parametrize("format_", [one for one in Format if one is not Format.LEAGUE])
async def test_competitions_of_all_formats_are_opened_by_managers_of_their_own_server(
    hall: Hall, format_: Format
) -> None:
    now = hall.clock.at
    regulations = Regulations(format_, (ROUNDS,), 8, False, TERMS)
    wanted = Competition("Cup", VENUE, regulations, now + DAY, now + 9 * DAY, _PEOPLE[0], now)
    elsewhere = Actor(CLEO, ELSEWHERE, manages_server=True)
    for actor, refusal in ((STRANGER, NotManager), (elsewhere, UnknownCompetition), (here(_PEOPLE[0]), NotManager)):
        async with hall.refusing(refusal):
            await entries.propose(hall.matches, actor, wanted)
    assert (await entries.propose(hall.matches, MANAGER, wanted)).id == 1
