"""The reliability of a player, which follows from their latest matches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.ratings import Reliability
from bot.model.refusals.challenges import ReliabilityForOpen, TooUnreliable
from bot.store import reliability
from bot.store.engine.database import Connection
from bot.store.entries import StoredEntry, entries_of
from rules import GAMES
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, ELSEWHERE, FURL, SERVER, Hall, here

_TERMS = Terms(3)


async def _known(hall: Hall, person: Person, server_id: int = SERVER) -> Reliability:
    async with hall.database.read() as connection:
        return await reliability.of_person(connection, server_id, person.id)


async def _lost_on_time(hall: Hall, loser: Person) -> None:
    """Play a match of Ada and Ben in which both move, and then `loser` runs out of time."""
    moves = ("a4<c4", "e5<e4") if loser == ADA else ("a4<c4", "e5<e4", "c4xe3")
    match = await hall.running(ADA, BEN, terms=_TERMS, moves=moves[:2])
    if loser == BEN:
        match = (await hall.matches.play(here(ADA), match.id, match.position.legal_moves()[0])).match
    hall.clock.go_on(days=3)
    assert await hall.matches.time_out(match.id)


async def _finished(hall: Hall, count: int) -> None:
    for _ in range(count):
        await hall.matches.resign(here(ADA), (await hall.running(ADA, BEN, terms=_TERMS)).id)


async def test_matches_that_were_not_finished_in_time_count_against_whose_time_it_was(hall: Hall) -> None:
    """Resigning is no fault, nor is a match without a limit; never making a move counts as running out of time."""
    assert (await _known(hall, ADA)).is_new
    await _finished(hall, 3)
    await _lost_on_time(hall, ADA)
    await hall.running(ADA, BEN, terms=_TERMS)
    await hall.matches.resign(here(BEN), (await hall.running(ADA, BEN)).id)
    unplayed = await hall.running(BEN, ADA, terms=_TERMS)
    hall.clock.go_on(days=3)
    assert await hall.matches.time_out(unplayed.id)
    assert replace(await _known(hall, ADA), usual_time=None) == Reliability(4, 3)
    assert replace(await _known(hall, BEN), usual_time=None) == Reliability(5, 4)
    assert not (await _known(hall, BEN)).is_new and (await _known(hall, BEN)).percent == 80
    assert await _known(hall, ADA, ELSEWHERE) == Reliability(0, 0)


async def _table(hall: Hall) -> Match:
    match = await hall.challenge(BEN, CLEO, game=GAMES["farlander"], terms=_TERMS)
    for person in (BEN, CLEO):
        match = await hall.matches.join(here(person), match.id)
    return await hall.matches.begun(match)


@pytest.mark.parametrize("retires", [True, False])
async def test_a_player_who_runs_out_of_time_at_a_table_counts_as_not_finishing_in_time(
    hall: Hall, *, retires: bool
) -> None:
    """Whether the seat retires or another player may play on in it."""
    match = await _table(hall)
    match = (await hall.matches.play(here(_mover(match)), match.id, match.position.legal_moves()[0])).match
    leaver = _mover(match)
    hall.clock.go_on(days=3)
    assert await hall.matches.time_out(match.id)
    match = await hall.matches.load(match.id)
    others = [player for player in match.players if player != leaver]
    if retires:
        match = await hall.matches.decline_offer(here(others[0]), match.id, match.open_offers[0].id)
    for other in others:
        if match.state is State.RUNNING:
            match = await hall.matches.resign(here(other), match.id)
    assert match.state is State.FINISHED
    known = [await _known(hall, person) for person in (leaver, *others)]
    assert [(one.matches, one.in_time) for one in known] == [(1, 0), (1, 1), (1, 1)]


async def test_only_the_records_that_give_the_usual_time_are_read_whole(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Challenges show their host's reliability, so long matches at tables must not be unfolded for it each time."""
    read = list[int]()

    async def read_whole(connection: Connection, numbers: Sequence[int]) -> Mapping[int, Sequence[StoredEntry]]:
        read.extend(numbers)
        return await entries_of(connection, numbers)

    monkeypatch.setattr(reliability, "entries_of", read_whole)
    monkeypatch.setattr(reliability, "_MOST_TIMED", 1)
    tables = [await _table(hall) for _ in range(2)]
    for match in tables:
        for person in (ADA, BEN):
            await hall.matches.resign(here(person), match.id)
    assert (await _known(hall, CLEO)).matches == 2
    assert read == [tables[1].id]


def _mover(match: Match) -> Person:
    assert match.to_move is not None
    return match.to_move


async def test_the_usual_time_is_the_median_of_turns_and_knows_nothing_of_plans(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, terms=_TERMS)
    for hours in (1, 5, 1, 7, 1, 30, 1):
        hall.clock.go_on(hours=hours)
        mover = _mover(match)
        match = (await hall.matches.play(here(mover), match.id, match.position.legal_moves()[0])).match
    await hall.matches.resign(here(BEN), match.id)
    assert (await _known(hall, BEN)).usual_time == timedelta(hours=7)
    assert (await _known(hall, ADA)).usual_time == timedelta(hours=1)


async def test_an_open_challenge_may_ask_for_it_and_who_is_new_may_join(hall: Hall) -> None:
    await _finished(hall, 3)
    for _ in range(2):
        await _lost_on_time(hall, BEN)
    proposal = Proposal(FURL, CHANNEL, least_reliability=80)
    table = await hall.matches.propose(here(ADA), SERVER, proposal)
    assert table.host_reliability is not None and table.host_reliability.percent == 100
    async with hall.refusing(TooUnreliable):
        await hall.matches.join(here(BEN), table.id)
    await hall.matches.join(here(CLEO), table.id)
    async with hall.refusing(ReliabilityForOpen):
        await hall.matches.propose(here(ADA), SERVER, replace(proposal, opponents=(BEN,)))


async def test_no_more_matches_with_the_same_people_count_than_for_ratings(hall: Hall) -> None:
    """Two friends cannot hide matches lost on time behind dozens that they finish at once."""
    await _lost_on_time(hall, ADA)
    await _finished(hall, 20)
    assert replace(await _known(hall, ADA), usual_time=None) == Reliability(4, 3)
    await hall.matches.resign(here(ADA), (await hall.running(ADA, CLEO, terms=_TERMS)).id)
    assert replace(await _known(hall, ADA), usual_time=None) == Reliability(5, 4), "others are another matter"
    hall.clock.go_on(days=8)
    await _finished(hall, 2)
    assert replace(await _known(hall, ADA), usual_time=None) == Reliability(7, 6)
