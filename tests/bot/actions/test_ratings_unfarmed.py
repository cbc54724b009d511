"""Ratings can't be farmed: what one opponent gives, accounts of a few days, and games that repeat others."""

from datetime import datetime, timedelta

import pytest

from bot.actions import engines, privacy
from bot.actions import rating_audits as rating_book
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import FIRST_ON_DISCORD, Actor, Person
from bot.model.place import DIRECT
from bot.model.ratings import GAINS_PERIOD, MOST_FROM_ONE, QUICK_WIN, gives_too_much
from bot.model.votes import YOUNG
from rules import GAMES
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, DAN, FIRST, SERVER, Hall, here

RATED = Terms(is_rated=True)


@pytest.fixture(autouse=True)
def resignations_count(every_result_counts: None) -> None:
    """Let matches count that end at once."""


async def beaten(hall: Hall, loser: Person, winner: Person = ADA, *, days: int = 3) -> Match:
    """A rated match that somebody has won some days after the last."""
    hall.clock.go_on(days=days)
    match = await hall.running(winner, loser, game=STICKS, terms=RATED)
    return await hall.matches.resign(here(loser), match.id)


@pytest.mark.parametrize(
    ("gains", "is_too_much"),
    [
        ({}, False),
        ({BEN.id: MOST_FROM_ONE - 1}, False),
        ({BEN.id: MOST_FROM_ONE}, True),
        ({BEN.id: 2 * MOST_FROM_ONE - 1, CLEO.id: 6 * MOST_FROM_ONE}, False),
        ({BEN.id: 2 * MOST_FROM_ONE, CLEO.id: 6 * MOST_FROM_ONE}, True),
        ({BEN.id: 2 * MOST_FROM_ONE, CLEO.id: 7 * MOST_FROM_ONE}, False),
        ({BEN.id: MOST_FROM_ONE, CLEO.id: -7 * MOST_FROM_ONE}, True),
        ({BEN.id: -1, CLEO.id: 7 * MOST_FROM_ONE}, False),
    ],
)
def test_an_opponent_gives_at_most_a_quarter_of_what_is_gained_above_what_everybody_may_give(
    gains: dict[int | str, int], is_too_much: bool
) -> None:
    assert gives_too_much(gains, BEN.id) is is_too_much


async def test_who_beats_the_same_person_for_a_month_gains_little_more_than_an_opponent_may_give(hall: Hall) -> None:
    matches = [await beaten(hall, BEN) for _ in range(8)]
    gained = [match.ratings[0].change if match.ratings else 0 for match in matches]
    assert sum(gained) - max(gained) < MOST_FROM_ONE <= sum(gained)
    assert [match.counts for match in matches] == sorted((match.counts for match in matches), reverse=True)
    assert not matches[-1].counts
    assert (await beaten(hall, CLEO)).counts
    assert [audit.agrees async for audit in rating_book.audits(hall.database.read)] == [True]
    hall.clock.go_on(days=GAINS_PERIOD.days)
    assert (await beaten(hall, BEN)).counts


async def test_who_wins_and_loses_in_turn_is_never_stopped(hall: Hall) -> None:
    pairs = [(BEN, ADA), (ADA, BEN)] * 6
    assert all([(await beaten(hall, loser, winner)).counts for loser, winner in pairs])


async def test_an_opponent_who_deletes_their_data_and_comes_back_gives_no_more(hall: Hall) -> None:
    for _ in range(6):
        await beaten(hall, BEN)
        await privacy.forget(hall.matches, BEN)
    assert not (await beaten(hall, BEN)).counts


async def test_what_a_former_player_gave_is_not_held_against_others_who_were_there_before(hall: Hall) -> None:
    await beaten(hall, CLEO)
    for _ in range(6):
        await beaten(hall, BEN)
    await privacy.forget(hall.matches, BEN)
    assert (await beaten(hall, CLEO)).counts


async def test_each_opponent_of_a_match_of_four_gives_a_share_of_it(hall: Hall) -> None:
    counted: list[bool] = []
    for winner in (ADA, ADA, BEN, CLEO, DAN):
        hall.clock.go_on(days=3)
        players = [winner, *(other for other in (ADA, BEN, CLEO, DAN) if other != winner)]
        match = await hall.running(*players, game=GAMES["farlander"], terms=RATED)
        counted.append(match.counts)
        for loser in players[1:]:
            match = await hall.matches.resign(here(loser), match.id)
        assert match.ratings
    assert all(counted)


async def engine_of(hall: Hall, owner: Person, name: str) -> Person:
    engine, _secret = await engines.register(hall.matches, owner, SERVER, name, [STICKS.key])
    await engines.note_ready(hall.matches, engine.person)
    return engine.person


async def test_two_engines_of_an_owner_give_no_more_than_one(hall: Hall) -> None:
    own = await engine_of(hall, ADA, "Nut")
    theirs = [await engine_of(hall, BEN, name) for name in ("Bolt", "Screw")]
    counted: list[bool] = []
    for number in range(8):
        hall.clock.go_on(days=3)
        for engine in (own, *theirs):
            await engines.note_ready(hall.matches, engine)
        proposal = Proposal(STICKS, 0, opponents=(theirs[number % 2],), terms=RATED, by_player=True)
        match = await hall.matches.propose(Actor(own, None), DIRECT, proposal)
        match = await hall.matches.join(Actor(theirs[number % 2], None), match.id)
        counted.append(match.counts)
        await hall.matches.resign(Actor(theirs[number % 2], None), match.id)
    assert counted[:3] == [True] * 3
    assert not counted[-1]


async def test_a_new_account_wins_once_at_once_against_the_same_person(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.actions.change.QUICK_WIN", QUICK_WIN)
    since = hall.clock.at - datetime(2015, 1, 1, tzinfo=hall.clock.at.tzinfo)
    new = Person(int(since / timedelta(milliseconds=1)) * FIRST_ON_DISCORD, "Fay")

    async def won_at_once(loser: Person) -> bool:
        return (await beaten(hall, loser, new, days=0)).counts

    assert await won_at_once(BEN)
    assert not await won_at_once(BEN)
    assert await won_at_once(CLEO)
    assert (await beaten(hall, new, BEN, days=0)).counts, "the new account has lost"
    hall.clock.go_on(days=YOUNG.days)
    assert await won_at_once(BEN)


async def test_a_game_that_repeats_another_of_the_same_engines_leaves_the_ratings(hall: Hall) -> None:
    own, other = await engine_of(hall, ADA, "Nut"), await engine_of(hall, BEN, "Bolt")

    async def counts(*moves: str, loser: Person = other) -> bool:
        hall.clock.go_on(days=3)
        for engine in (own, other):
            await engines.note_ready(hall.matches, engine)
        proposal = Proposal(STICKS, 0, opponents=(other,), host_seat=FIRST, terms=RATED, by_player=True)
        match = await hall.matches.propose(Actor(own, None), DIRECT, proposal)
        match = await hall.matches.join(Actor(other, None), match.id)
        assert match.counts
        for move in moves:
            assert match.to_move is not None
            match = (await hall.matches.play(Actor(match.to_move, None), match.id, move)).match
        match = await hall.matches.resign(Actor(loser, None), match.id)
        assert bool(match.ratings) is match.counts
        return match.counts

    first = await counts("one", "one")
    assert first
    assert not await counts("one", "one")
    assert await counts("one", "more")
    assert await counts("one", "one", loser=own)
    assert [audit.agrees async for audit in rating_book.audits(hall.database.read)] == [True]
    hall.clock.go_on(days=GAINS_PERIOD.days)
    assert await counts("one", "one")
