"""Finding and listing matches, and showing them again."""

import pytest

from bot.actions import matches
from bot.model.challenges import Proposal
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.refusals import UnknownButton
from bot.model.refusals.matches import MatchElsewhere
from tests.bot.queue import forget_jobs, stored_jobs
from tests.bot.tables import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    ELSEWHERE,
    FURL,
    SERVER,
    Hall,
    dump,
    here,
    statements,
    update_match,
)

ALL = tuple(State)


async def numbers(hall: Hall, person: Person, server_id: int | None, *states: State) -> list[int]:
    return [summary.id for summary in await hall.matches.of_person(person, server_id, *(states or ALL))]


async def test_a_match_of_another_server_is_refused_even_to_its_players(hall: Hall) -> None:
    match = await hall.running()
    async with hall.refusing(MatchElsewhere) as caught:
        await hall.matches.find(Actor(ADA, ELSEWHERE), match.id)
    assert caught.value.number == match.id


async def several(hall: Hall) -> dict[str, Match]:
    """Matches of Ada in different states, an hour apart in this order."""
    made: dict[str, Match] = {}
    made["waits for Ben"] = await hall.running(moves=["a4<c4"])
    hall.clock.go_on(hours=1)
    made["waits for Ada"] = await hall.running()
    hall.clock.go_on(hours=1)
    made["challenge"] = await hall.challenge(CLEO)
    hall.clock.go_on(hours=1)
    made["finished"] = await hall.matches.resign(here(ADA), (await hall.running()).id)
    hall.clock.go_on(hours=1)
    made["waits for Ada too"] = await hall.running(BEN, ADA, moves=["a4<c4"])
    hall.clock.go_on(hours=1)
    made["of others"] = await hall.running(BEN, CLEO)
    made["elsewhere"] = await hall.matches.propose(Actor(ADA, ELSEWHERE), ELSEWHERE, Proposal(FURL, CHANNEL, (BEN,)))
    return made


async def test_of_those_that_changed_at_the_same_time_the_newer_comes_first(hall: Hall) -> None:
    made = [await hall.open_challenge() for _ in range(3)]
    assert await numbers(hall, ADA, None) == [match.id for match in reversed(made)]


async def test_a_list_has_the_states_the_server_and_the_person_that_were_asked_for(hall: Hall) -> None:
    made = await several(hall)
    server = made["challenge"].place.server_id
    assert await numbers(hall, ADA, server, State.OPEN) == [made["challenge"].id]
    assert await numbers(hall, ADA, ELSEWHERE, State.OPEN) == [made["elsewhere"].id]
    assert await numbers(hall, ADA, server, State.OPEN, State.FINISHED) == [made["finished"].id, made["challenge"].id]
    assert await numbers(hall, CLEO, server) == [made["challenge"].id, made["of others"].id]
    assert await numbers(hall, DAN, None) == []
    assert await hall.matches.of_person(ADA, server) == []


async def test_a_summary_says_what_the_match_says(hall: Hall) -> None:
    made = await several(hall)
    async with hall.database.write() as connection:
        await update_match(connection, made["challenge"].id, {"message_id": 77})
    for summary in (*await hall.matches.of_person(ADA, None, *ALL), *await hall.matches.of_person(CLEO, None, *ALL)):
        match = await hall.matches.load(summary.id)
        assert summary.paused_until == (None if match.pause is None else match.pause.due_at)
        assert summary.asked_ids == {person.id for person in match.invited if person not in match.players}
        for name in {*type(summary).__slots__} - {"paused_until", "asked_ids"}:
            assert getattr(summary, name) == getattr(match, name), name
        assert summary.opponents_of(ADA.id) == match.opponents_of(ADA.id)


async def test_a_list_costs_two_statements_however_long_it_is(hall: Hall) -> None:
    for _ in range(4):
        await hall.open_challenge()
        with statements() as sent:
            await hall.matches.of_person(ADA, None, *ALL)
        assert len([statement for statement in sent if not statement.startswith("BEGIN")]) == 2


async def test_open_and_running_matches_are_shown_again_in_the_order_of_their_latest_changes(hall: Hall) -> None:
    made = await several(hall)
    async with hall.database.write() as connection:
        await forget_jobs(connection, Kind.BOARD)
    shown = await hall.matches.announce_again()
    expected = {match.id for name, match in made.items() if name != "finished"}
    assert set(shown) == expected
    assert list(shown[:3]) == [made[name].id for name in ("waits for Ben", "waits for Ada", "challenge")]
    waiting = await stored_jobs(hall.database, Kind.BOARD)
    assert [(job.match_id, job.data["is_new_message"], job.due_at) for job in waiting] == [
        (number, True, hall.clock.at) for number in shown
    ]


async def test_showing_again_changes_no_match(hall: Hall) -> None:
    await several(hall)
    before = await dump(hall.database)
    await hall.matches.announce_again()
    after = await dump(hall.database)
    assert before.pop("jobs") != after.pop("jobs")
    assert before == after


async def test_a_person_goes_by_the_name_seen_last_where_a_match_shows_it_and_nowhere_else(hall: Hall) -> None:
    await hall.challenge(Person(BEN.id, "Benny"))
    assert await matches.person_seen(hall.matches, Actor(ADA, SERVER), BEN.id) == Person(BEN.id, "Benny")
    for server_id, person_id in ((ELSEWHERE, BEN.id), (SERVER, DAN.id), (None, BEN.id)):
        with pytest.raises(UnknownButton):
            await matches.person_seen(hall.matches, Actor(ADA, server_id), person_id)
