"""Stored ratings: applied in the transaction in which a match ends, and equal to recomputed ones."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from openskill.models import PlackettLuce
from sqlalchemy import Executable, and_, delete, func, not_, select, update

from bot.actions import engines
from bot.actions import privacy as privacy_actions
from bot.actions import rating_audits as rating_book
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.ratings import ALL_ROUND, MOST_ALIKE, NewRating, Skill, _model, rated  # pyright: ignore[reportPrivateUsage]
from bot.store import people as people_store
from bot.store import ratings as rating_rows
from bot.store.engine.database import Database
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.people import rating_changes, ratings
from rules import GAMES
from tests.bot.actions.results import LOST, WON, PastMatch, direct, end, people, random_outcomes
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, DAN, ELSEWHERE, SERVER, Hall, address_of, dump, hall_at, here
from tests.rules.playouts import of_a_thousand

pytestmark = pytest.mark.usefixtures("every_result_counts")
RATED = Terms(is_rated=True)


async def standing(hall: Hall, person: Person, pool: str = STICKS.key) -> tuple[Skill, tuple[int, int, int]]:
    """The stored rating of a person, with their wins, draws and losses."""
    query = select(ratings).where(ratings.c.person_id == person.id, ratings.c.pool == pool)
    async with hall.database.read() as connection:
        row = (await connection.execute(query)).one()
    return Skill(row.mu, row.sigma), (row.wins, row.draws, row.losses)


async def none_stored(hall: Hall) -> bool:
    async with hall.database.read() as connection:
        counts = [
            await connection.scalar(select(func.count()).select_from(table)) for table in (ratings, rating_changes)
        ]
    return counts == [0, 0]


async def audited(hall: Hall) -> list[rating_book.Audit]:
    return [audit async for audit in rating_book.audits(hall.database.read)]


async def resigned(hall: Hall, match: Match, person: Person) -> Match:
    return await hall.matches.resign(here(person), match.id)


async def test_a_rated_match_changes_the_ratings_of_its_players_in_its_game_and_in_all_games(hall: Hall) -> None:
    match = await hall.running(game=STICKS, terms=RATED)
    assert await none_stored(hall)
    await resigned(hall, match, BEN)
    won, lost = rated([Skill(), Skill()], (1, 2))
    for pool in (STICKS.key, ALL_ROUND):
        assert await standing(hall, ADA, pool) == (won, (1, 0, 0))
        assert await standing(hall, BEN, pool) == (lost, (0, 0, 1))
    assert (await hall.matches.load(match.id)).ratings == (
        NewRating(won.rating, won.rating - 1500, is_provisional=True),
        NewRating(lost.rating, lost.rating - 1500, is_provisional=True),
    )


async def test_an_error_while_a_match_ends_leaves_match_and_ratings_unchanged(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await hall.running(game=STICKS, terms=RATED)
    before = await dump(hall.database)

    async def fail(*_values: object, **_options: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("bot.actions.change.boards.announce", fail)
    with pytest.raises(RuntimeError):
        await resigned(hall, match, BEN)
    assert await dump(hall.database) == before


async def test_too_many_matches_of_the_same_people_stop_counting_and_are_known_to(hall: Hall) -> None:
    for number in range(MOST_ALIKE + 2):
        match = await hall.running(*((ADA, BEN) if number % 2 else (BEN, ADA)), game=STICKS, terms=RATED)
        match = await resigned(hall, match, BEN)
        assert bool(match.ratings) is (number < MOST_ALIKE)
    assert (await standing(hall, ADA))[1] == (MOST_ALIKE, 0, 0)
    assert (await resigned(hall, await hall.running(ADA, CLEO, game=STICKS, terms=RATED), CLEO)).ratings
    hall.clock.go_on(days=7)
    assert (await resigned(hall, await hall.running(game=STICKS, terms=RATED), BEN)).ratings
    assert [audit.agrees for audit in await audited(hall)] == [True]


async def test_which_matches_count_is_known_when_they_begin_whatever_order_they_end_in(hall: Hall) -> None:
    begun = [await hall.running(game=STICKS, terms=RATED) for _ in range(MOST_ALIKE + 3)]
    assert [match.counts for match in begun] == [True] * MOST_ALIKE + [False] * 3
    for match in reversed(begun):
        hall.clock.go_on(days=2)
        assert bool((await resigned(hall, match, BEN)).ratings) is match.counts
    assert (await standing(hall, ADA))[1] == (MOST_ALIKE, 0, 0)
    assert [audit.agrees for audit in await audited(hall)] == [True]


async def test_who_deletes_their_data_and_comes_back_is_no_new_opponent(hall: Hall) -> None:
    await hall.running(CLEO, BEN, game=GAMES["furl"])  # Cleo has been here before
    for _ in range(MOST_ALIKE):
        match = await hall.running(game=STICKS, terms=RATED)
        assert (await resigned(hall, match, BEN)).ratings
        await privacy_actions.forget(hall.matches, BEN)
    for players in ((ADA, BEN), (BEN, ADA)):
        assert not (await hall.running(*players, game=STICKS, terms=RATED)).counts
    assert (await hall.running(ADA, CLEO, game=STICKS, terms=RATED)).counts
    assert not (await hall.running(ADA, DAN, game=STICKS, terms=RATED)).counts, "may be the former player"
    hall.clock.go_on(days=7)
    assert (await hall.running(game=STICKS, terms=RATED)).counts


async def test_all_engines_of_an_owner_are_one_opponent_also_after_the_owner_came_back(hall: Hall) -> None:
    async def engine_of(owner: Person, name: str) -> Person:
        engine, _secret = await engines.register(hall.matches, owner, SERVER, name, [STICKS.key])
        await engines.note_ready(hall.matches, engine.person)
        return engine.person

    async def counts(other: Person) -> bool:
        proposal = Proposal(STICKS, 0, opponents=(other,), terms=RATED, by_player=True)
        match = await hall.matches.propose(Actor(own, None), DIRECT, proposal)
        return (await hall.matches.join(Actor(other, None), match.id)).counts

    own, another = await engine_of(ADA, "Nut"), await engine_of(CLEO, "Acorn")
    assert await counts(another)
    theirs = [await engine_of(BEN, f"Bolt {number}") for number in range(2)]
    assert [await counts(theirs[number % 2]) for number in range(MOST_ALIKE + 1)] == [True] * MOST_ALIKE + [False]
    await privacy_actions.forget(hall.matches, BEN)
    assert not await counts(await engine_of(BEN, "Bolt"))
    assert await counts(another)


async def test_of_matches_that_begin_at_once_no_more_count_than_of_those_that_begin_one_by_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(MOST_ALIKE - 1):
        await hall.running(game=STICKS, terms=RATED)
    other, counted, both = await hall_at(hall.url), 0, asyncio.Event()
    count_alike = rating_rows.count_alike

    async def slowly(*arguments: Any) -> int:
        nonlocal counted
        count, counted = await count_alike(*arguments), counted + 1
        if counted == 2:
            both.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(both.wait(), 0.2)
        return count

    waiting = [await hall.challenge(game=STICKS, terms=RATED) for _ in range(2)]
    monkeypatch.setattr(rating_rows, "count_alike", slowly)
    try:
        begun = await asyncio.gather(
            *(one.matches.join(here(BEN), match.id) for one, match in zip((hall, other), waiting, strict=True))
        )
    finally:
        await other.database.close()
    assert sorted(match.counts for match in begun) == [False, True]


async def test_another_game_other_people_and_a_week_later_are_other_matters(hall: Hall) -> None:
    for _ in range(MOST_ALIKE):
        await hall.running(game=STICKS, terms=RATED)
    assert not (await hall.running(BEN, ADA, game=STICKS, terms=RATED)).counts
    assert (await hall.running(ADA, CLEO, game=STICKS, terms=RATED)).counts
    assert (await hall.running(game=GAMES["furl"], terms=RATED)).counts
    hall.clock.go_on(days=7, milliseconds=-1)
    assert not (await hall.running(game=STICKS, terms=RATED)).counts
    hall.clock.go_on(milliseconds=1)
    assert (await hall.running(game=STICKS, terms=RATED)).counts


async def test_each_server_has_ratings_of_its_own(hall: Hall) -> None:
    async with hall.database.write() as connection:
        for person in (ADA, BEN):
            await people_store.remember(connection, person)
        await end(connection, PastMatch((ADA, BEN), WON, hall.clock()))
        await end(connection, PastMatch((ADA, BEN), LOST, hall.clock(), server_id=ELSEWHERE))
    async with hall.database.read() as connection:
        rows = await connection.execute(
            select(ratings.c.server_id, ratings.c.rating)
            .where(ratings.c.person_id == ADA.id, ratings.c.pool == "furl")
            .order_by(ratings.c.server_id)
        )
        assert [tuple(row) for row in rows] == [(SERVER, 1566), (ELSEWHERE, 1434)]
    assert [audit.agrees for audit in await audited(hall)] == [True, True]


@pytest_asyncio.fixture
async def season(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A hall with the ratings of forty results, more than are read at a time."""
    monkeypatch.setattr(rating_book, "_BATCH", 7)
    everybody = people(5)
    async with hall.database.write() as connection:
        for person in everybody:
            await people_store.remember(connection, person)
        outcomes = random_outcomes(random.Random(3), everybody, hall.clock(), timedelta(hours=9))
        for outcome in islice(outcomes, 40):
            await end(connection, outcome)
            hall.clock.at = outcome.ended_at
    return hall


DAMAGE: tuple[Executable, ...] = (
    delete(ratings),
    delete(rating_changes),
    delete(rating_changes).where(rating_changes.c.pool == ALL_ROUND),
    update(ratings).where(ratings.c.pool == "furl").values(mu=ratings.c.mu + 1e-9),
    update(ratings).where(ratings.c.wins > ratings.c.losses).values(wins=0),
    update(rating_changes).where(rating_changes.c.change > 0).values(sigma=rating_changes.c.sigma * (1 + 1e-15)),
    update(rating_changes).where(rating_changes.c.matches == 2).values(change=0),
    update(matches).where(matches.c.id == 30).values(is_rated=not_(matches.c.is_rated)),
    update(matches).where(matches.c.game == "furl").values(places=[1, 1]),
    update(matches).where(matches.c.id == 11).values(places=[1, 1, 1, 1, 1]),
    update(matches).where(matches.c.id == 12).values(places=None),
    update(matches).where(matches.c.id == 20).values(game="furbowl"),
)


async def test_ratings_computed_anew_are_those_stored_after_many_results(fresh_file: Path) -> None:
    everybody, total = people(7), max(120, of_a_thousand(1000))
    outcomes = random_outcomes(random.Random(6), everybody, datetime(2030, 1, 1, tzinfo=UTC), timedelta(hours=5))
    with direct(fresh_file) as connection:
        for person in everybody:
            await people_store.remember(connection, person)
        for outcome in islice(outcomes, total):
            await end(connection, outcome)
    database = await Database.open(address_of(fresh_file))
    [audit] = [audit async for audit in rating_book.audits(database.read)]
    assert audit.agrees
    assert 0 < audit.counted < audit.matches < total  # some were casual, and some too many between the same people
    assert {pool for pool, _person in audit.ledger.ratings} == {"furl", "fursaz", "farlander", ALL_ROUND}
    await database.close()


async def test_whatever_is_wrong_is_found_and_put_right(season: Hall) -> None:
    for number, damage in enumerate(DAMAGE):
        async with season.database.write() as connection:
            await connection.execute(damage)
        [audit] = await audited(season)
        assert not audit.agrees, number
        await rating_book.put_right(season.database, audit)
        [audit] = await audited(season)
        assert audit.agrees, number


async def test_to_put_right_what_was_damaged_restores_every_row(season: Hall) -> None:
    before = await dump(season.database)
    async with season.database.write() as connection:
        for damage in DAMAGE[:7]:
            await connection.execute(damage)
    [audit] = await audited(season)
    await rating_book.put_right(season.database, audit)
    assert await dump(season.database) == before


async def test_to_look_and_to_put_right_what_is_right_changes_nothing(season: Hall) -> None:
    before = await dump(season.database)
    [audit] = await audited(season)
    assert audit.agrees and audit.matches > 30
    await rating_book.put_right(season.database, audit)
    assert await dump(season.database) == before


async def test_matches_that_end_while_ratings_are_put_right_are_not_lost(season: Hall) -> None:
    async with season.database.write() as connection:
        await connection.execute(update(ratings).values(mu=30.0))
    [audit] = await audited(season)
    ended = await resigned(season, await season.running(game=STICKS, terms=RATED), BEN)
    assert ended.ratings
    await rating_book.put_right(season.database, audit)
    [audit] = await audited(season)
    assert audit.agrees and ended.id in {change.match_id async for change in _changes(season)}


async def test_a_person_who_is_forgotten_while_ratings_are_put_right_stays_forgotten(season: Hall) -> None:
    async with season.database.write() as connection:
        await connection.execute(update(ratings).values(mu=30.0))
    [audit] = await audited(season)
    leaving = next(iter(audit.ledger.ratings))[1]
    await privacy_actions.forget(season.matches, Person(leaving, "a person"))
    await rating_book.put_right(season.database, audit)
    [audit] = await audited(season)
    assert audit.agrees
    assert {person_id for _pool, person_id in audit.ledger.ratings} >= {-1}
    assert leaving not in {change.person_id async for change in _changes(season)}


async def _changes(hall: Hall) -> AsyncGenerator[Any]:
    async with hall.database.read() as connection:
        for row in await connection.execute(select(rating_changes)):
            yield row


async def test_the_largest_error_of_ratings_is_reported(season: Hall) -> None:
    async with season.database.write() as connection:
        person_id = await connection.scalar(select(ratings.c.person_id).where(ratings.c.pool == "furl").limit(1))
        is_theirs = and_(ratings.c.pool == "furl", ratings.c.person_id == person_id)
        await connection.execute(update(ratings).where(is_theirs).values(rating=ratings.c.rating + 42))
    [audit] = await audited(season)
    assert (audit.wrong_people, audit.gap, audit.corrections.matches) == (1, 42, 0)


async def test_to_look_changes_nothing_and_two_at_once_put_right_the_same(season: Hall) -> None:
    async with season.database.write() as connection:
        await connection.execute(delete(ratings))
    before = await dump(season.database)
    [first], [second] = await audited(season), await audited(season)
    assert await dump(season.database) == before
    await asyncio.gather(*(rating_book.put_right(season.database, audit) for audit in (first, second)))
    [audit] = await audited(season)
    assert audit.agrees


@pytest.mark.parametrize("ends", ["one after the other", "at once"])
async def test_matches_that_end_at_once_are_entered_in_the_order_of_their_ends(hall: Hall, ends: str) -> None:
    running = [await hall.running(*pair, game=STICKS, terms=RATED) for pair in permutations((ADA, BEN, CLEO), 2)]
    deeds = [resigned(hall, match, match.players[1]) for match in running]
    if ends == "at once":
        await asyncio.gather(*deeds)
    else:
        for deed in deeds:
            await deed
    [audit] = await audited(hall)
    assert audit.agrees and audit.counted == len(running)


async def test_ratings_of_an_older_model_are_computed_anew_once(season: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    right = await dump(season.database)
    monkeypatch.setattr("bot.model.ratings.BradleyTerryFull", PlackettLuce)
    _model.cache_clear()
    [audit] = await audited(season)
    await rating_book.put_right(season.database, audit)
    assert await dump(season.database) != right
    monkeypatch.undo()
    _model.cache_clear()
    assert await rating_book.are_outdated(season.database)
    await rating_book.recompute(season.database)
    assert not await rating_book.are_outdated(season.database)
    found = await dump(season.database)
    assert (found["ratings"], found["rating_changes"]) == (right["ratings"], right["rating_changes"])


async def test_a_database_without_ratings_has_those_of_the_model_of_today(hall: Hall) -> None:
    assert not await rating_book.are_outdated(hall.database)
    await resigned(hall, await hall.running(game=STICKS, terms=RATED), BEN)
    assert not await rating_book.are_outdated(hall.database)
