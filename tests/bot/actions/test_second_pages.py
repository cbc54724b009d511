"""Lists in pages: the second and the last page, the numbers on them, and how they follow on from those before."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest
from sqlalchemy import insert

from bot.actions import moderation, ratings
from bot.actions.rating_audits import Audit, put_right
from bot.model.match import Match
from bot.model.moderation import Intervention, InterventionKind, MatchSubject
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.ratings import MOST_RANKED, Field, Leaderboard, Rating, Skill
from bot.store import moderation as stored_interventions
from bot.store import people as people_store
from bot.store import ratings as rating_store
from bot.store.engine.schema.people import ratings as table
from bot.texts import boards as board_texts
from bot.texts import ratings as rating_texts
from tests.bot.actions.results import people as crowd
from tests.bot.query_plans import executed
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, CHANNEL, ELSEWHERE, SERVER, Hall

FIELD: Final = Field(SERVER, "furl")
RANKED, PROVISIONAL = 13, 12


async def _rated(hall: Hall, *numbers: tuple[float, int]) -> Sequence[Person]:
    """People with these skills, each after so many matches."""
    everybody = crowd(len(numbers))
    async with hall.database.write() as connection:
        for person, (mu, matches) in zip(everybody, numbers, strict=True):
            await people_store.remember(connection, person)
            rating = Rating(Skill(mu, 1.0), wins=matches, changed_at=hall.clock.at)
            for server in (SERVER, ELSEWHERE) if mu > 30 else (SERVER,):
                await connection.execute(
                    insert(table).values(**rating_store.rating_row(server, "furl", person.id, rating))
                )
    return everybody


async def _many(hall: Hall) -> Sequence[Person]:
    """Thirteen ranked people, the best first, then twelve provisional ones, the best first."""
    ranked = [(40.0 - number, 5) for number in range(RANKED)]
    return await _rated(hall, *ranked, *((60.0 - number, 4) for number in range(PROVISIONAL)))


def _shown(page: Leaderboard) -> list[tuple[Person, int | None]]:
    return [(row.person, row.position) for row in page.rows]


async def test_pages_of_a_leaderboard_go_on_from_ranked_to_provisional_people(hall: Hall) -> None:
    everybody = await _many(hall)
    expected = [(who, number if number <= RANKED else None) for number, who in enumerate(everybody, start=1)]
    for page, shown in ((0, expected[:10]), (1, expected[10:20]), (2, expected[20:]), (3, expected[20:])):
        found = await ratings.leaderboard(hall.matches, FIELD, page, ADA)
        assert _shown(found) == shown and found.pages == 3 and found.page == min(page, 2) and found.own is None


async def test_ones_own_row_is_known_on_every_page_with_its_position(hall: Hall) -> None:
    everybody = await _many(hall)
    for reader, position in ((everybody[0], 1), (everybody[11], 12), (everybody[24], None)):
        for page in range(3):
            own = (await ratings.leaderboard(hall.matches, FIELD, page, reader)).own
            assert own is not None and (own.person, own.position) == (reader, position)


async def test_a_leaderboard_ends_with_the_most_that_are_ranked(hall: Hall) -> None:
    """Those after it have no place, and the last page is the last full one."""
    everybody = await _rated(hall, *((300.0 - number, 5) for number in range(MOST_RANKED + 12)))
    last = MOST_RANKED // 10 - 1
    for page in (last, last + 1):
        found = await ratings.leaderboard(hall.matches, FIELD, page, everybody[-1])
        assert (found.page, found.pages) == (last, last + 1)
        assert _shown(found)[-1] == (everybody[MOST_RANKED - 1], MOST_RANKED)
        assert found.own is not None and found.own.position is None
    for person, place in ((everybody[0], ", place 1 ·"), (everybody[-1], "**Furl**: ")):
        profile = await ratings.profile(hall.matches, person, SERVER, frozenset())
        told = rating_texts.profile_results(profile)
        assert place in told and f"of {MOST_RANKED}" not in told and (", place" in told) is (place != "**Furl**: ")


async def test_an_audit_of_many_ratings_gives_others_their_turn_after_each_hundred(hall: Hall) -> None:
    await _rated(hall, *((30.0 - number / 100, 5) for number in range(230)))
    audit = Audit(SERVER)
    async with hall.database.read() as connection:
        pages = [len(page) async for page in rating_store.stored_ratings(connection, SERVER)]
        await audit.compare(connection)
    assert pages == [100, 100, 30] and audit.wrong_people == 230
    with executed() as sent:
        await put_right(hall.database, audit)
    assert sum(statement.startswith("DELETE FROM ratings") for statement, _ in sent) == 1
    async with hall.database.read() as connection:
        assert [page async for page in rating_store.stored_ratings(connection, SERVER)] == []


async def test_positions_shared_across_two_pages_stay_shared(hall: Hall) -> None:
    skills = [40.0, 39.0, *[38.0] * 7, 30.0, 30.0, 30.0, 29.0]
    await _rated(hall, *((mu, 5) for mu in skills))
    pages = [(await ratings.leaderboard(hall.matches, FIELD, page, ADA)).rows for page in range(2)]
    assert [[row.position for row in rows] for rows in pages] == [[1, 2, *[3] * 7, 10], [10, 10, 13]]
    assert len({row.person for rows in pages for row in rows}) == 13


@pytest.mark.parametrize(("ranked", "provisional", "pages"), [(0, 0, 1), (10, 0, 1), (10, 1, 2), (9, 1, 1), (0, 11, 2)])
async def test_a_page_is_full_before_another_begins(hall: Hall, ranked: int, provisional: int, pages: int) -> None:
    await _rated(hall, *[(30.0, 5)] * ranked, *[(30.0, 4)] * provisional)
    found = await ratings.leaderboard(hall.matches, FIELD, 5, ADA)
    assert found.pages == pages and found.page == pages - 1
    assert len(found.rows) == ranked + provisional - 10 * (pages - 1)


async def test_those_left_out_move_the_others_up_and_direct_matches_show_those_met(hall: Hall) -> None:
    everybody = await _many(hall)
    left_out = frozenset({everybody[0].id, everybody[20].id})
    found = await ratings.leaderboard(hall.matches, replace(FIELD, left_out=left_out), 1, ADA)
    assert _shown(found)[:3] == [(everybody[11], 11), (everybody[12], 12), (everybody[13], None)]
    assert everybody[20] not in [row.person for row in found.rows]
    assert (await ratings.leaderboard(hall.matches, Field(DIRECT, "furl"), 0, ADA)).rows == ()


async def test_the_log_of_moderators_shows_ten_on_a_page_the_latest_first(hall: Hall) -> None:
    done = Intervention(SERVER, CHANNEL, ADA, InterventionKind.CLOSE, hall.clock.at, MatchSubject(0, "furl"))
    async with hall.database.write() as connection:
        for number in range(1, 22):
            subject = MatchSubject(number, "furl")
            await stored_interventions.add(connection, replace(done, subject=subject))
            await stored_interventions.add(connection, replace(done, server_id=ELSEWHERE))
    for page, first, last in ((0, 21, 12), (1, 11, 2), (2, 1, 1)):
        found = await moderation.log(hall.matches, SERVER, page)
        subjects = [one.subject for one in found.done]
        assert subjects == [MatchSubject(number, "furl") for number in range(first, last - 1, -1)]
        assert (found.page, found.pages) == (page, 3)
    assert (await moderation.log(hall.matches, 1, 0)).pages == 1


async def _rounds(hall: Hall, moves: int) -> Match:
    match = await hall.running(ADA, BEN, game=ROUNDS, moves=("on",) * moves)
    return await hall.matches.load(match.id)


@pytest.mark.parametrize(
    ("moves", "pages"),
    [(1, ["1-1"]), (20, ["1-20"]), (21, ["2-21", "1-1"]), (43, ["24-43", "4-23", "1-3"])],
)
async def test_the_log_of_a_match_has_twenty_steps_on_a_page_the_latest_page_full(
    hall: Hall, moves: int, pages: list[str]
) -> None:
    match = await _rounds(hall, moves)
    assert board_texts.log_pages(match) == len(pages)
    for page, steps in enumerate(pages):
        numbers = [
            int(line.partition(".")[0]) for line in board_texts.log_page(match, page).splitlines() if line[:1].isdigit()
        ]
        assert f"{numbers[0]}-{numbers[-1]}" == steps and numbers == sorted(numbers)
