"""Profiles: a person's results, opponents, and rating over time."""

import re
from dataclasses import replace

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

import render
from bot.actions import ratings as rating_book
from bot.actions import settings
from bot.actions.ratings import profile
from bot.model.people import Person
from bot.model.ratings import ALL_ROUND, Profile, Tally
from bot.store import people as people_store
from tests.bot.actions.results import DRAWN, LOST, WON, PastMatch, end, past, people
from tests.bot.screen import alt_texts_of, picture_of, text_of
from tests.bot.tables import ADA, BEN, CLEO, DAN, ELSEWHERE, SERVER, Hall
from tests.bot.world import World, answer, reply_text


async def ended(hall: Hall, *outcomes: PastMatch) -> None:
    """Store matches with these results, four days apart."""
    async with hall.database.write() as connection:
        for person in (ADA, BEN, CLEO, DAN):
            await people_store.remember(connection, person)
        for outcome in outcomes:
            hall.clock.go_on(days=4)
            await end(connection, replace(outcome, ended_at=hall.clock()))


def between(hall: Hall, first: Person, second: Person, places: tuple[int, ...], game: str = "furl") -> PastMatch:
    return PastMatch((first, second), places, hall.clock(), game)


async def profile_of(hall: Hall, person: Person) -> Profile:
    return await profile(hall.matches, person, SERVER, frozenset())


async def test_results_are_counted_by_game_and_in_all_games_casual_ones_too(hall: Hall) -> None:
    casual = replace(between(hall, CLEO, ADA, WON), is_rated=False)
    await ended(
        hall,
        between(hall, ADA, BEN, WON, "fursaz"),
        between(hall, ADA, BEN, WON),
        between(hall, BEN, ADA, DRAWN),
        casual,
        PastMatch((BEN, CLEO, ADA), (1, 1, 3), hall.clock(), "farlander"),
        PastMatch((ADA, BEN), WON, hall.clock(), server_id=ELSEWHERE),
    )
    found = await profile_of(hall, ADA)
    tallies = [(record.pool, record.tally, record.row and record.row.rating.matches) for record in found.records]
    assert tallies == [
        (ALL_ROUND, Tally(2, 1, 2), 4),
        ("furl", Tally(1, 1, 1), 2),
        ("fursaz", Tally(1, 0, 0), 1),
        ("farlander", Tally(0, 0, 1), 1),
    ]
    assert found.matches == 5


async def test_a_streak_is_of_wins_up_to_now_and_the_longest_is_kept(hall: Hall) -> None:
    async def streaks() -> tuple[int, int]:
        found = await profile_of(hall, ADA)
        return found.streak, found.best_streak

    assert await streaks() == (0, 0)
    seen: list[tuple[int, int]] = []
    for places in (WON, WON, LOST, WON, DRAWN, WON, WON, WON):
        await ended(hall, between(hall, ADA, BEN, places))
        seen.append(await streaks())
    assert seen == [(1, 1), (2, 2), (0, 2), (1, 2), (0, 2), (1, 2), (2, 2), (3, 3)]


async def test_a_curve_has_a_line_for_each_game_and_one_for_all_where_there_are_several(hall: Hall) -> None:
    await ended(hall, between(hall, ADA, BEN, WON), between(hall, ADA, BEN, LOST))
    assert [track.pool for track in (await profile_of(hall, ADA)).tracks] == ["furl"]
    await ended(hall, between(hall, ADA, BEN, WON, "fursaz"))
    tracks = (await profile_of(hall, ADA)).tracks
    assert [(track.pool, len(track.points)) for track in tracks] == [(ALL_ROUND, 3), ("furl", 2), ("fursaz", 1)]
    assert tracks[1].points[0][1] == 1566 and tracks[1].points[0][0] < tracks[1].points[1][0]


async def test_only_the_latest_results_are_looked_at(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_book, "MOST_RESULTS", 2)
    await ended(hall, between(hall, ADA, BEN, LOST), between(hall, ADA, CLEO, WON), between(hall, ADA, CLEO, WON))
    found = await profile_of(hall, ADA)
    assert found.matches == 2 and [rival.person for rival in found.rivals] == [CLEO]


# --- as people see it ---


async def opened(world: World, who: MemberActor, **options: MemberActor) -> ResponseMessage:
    return answer(await who.slash(world.channel, "profile", **options))


def person(who: MemberActor) -> Person:
    return Person(who.id, who.name)


async def played(world: World, *results: tuple[MemberActor, MemberActor, tuple[int, ...]], game: str = "furl") -> None:
    rows = [((person(first), person(second)), places) for first, second, places in results]
    await past(world.matches.database, world.guild.id, *rows, game=game)


async def test_casual_matches_alone_make_a_profile_without_a_picture(world: World) -> None:
    async with world.matches.database.write() as connection:
        for who in (world.ada, world.ben):
            await people_store.remember(connection, person(who))
        outcome = PastMatch((person(world.ada), person(world.ben)), WON, world.matches.now(), server_id=world.guild.id)
        await end(connection, replace(outcome, is_rated=False))
    page = await opened(world, world.ada)
    assert "- **Furl**: 1 won, 0 lost\n" in text_of(page) and alt_texts_of(page) == []
    assert "-# 1 match in all, which doesn't count for ratings." in text_of(page)
    await played(world, (world.ada, world.ben, WON))
    assert "-# 2 matches in all, of which 1 counts for ratings." in text_of(await opened(world, world.ada))


async def test_the_leaderboards_count_is_shown_beside_a_rating_and_the_rest_by_itself(world: World) -> None:
    outcome = PastMatch((person(world.ada), person(world.ben)), WON, world.matches.now(), server_id=world.guild.id)
    async with world.matches.database.write() as connection:
        for who in (world.ada, world.ben):
            await people_store.remember(connection, person(who))
        await end(connection, replace(outcome, is_rated=False))
    await played(world, (world.ada, world.ben, WON), (world.ada, world.ben, LOST))
    profile = text_of(await opened(world, world.ada))
    assert re.search(
        r"\*\*Furl\*\*: 1\d{3} \(provisional\) · 1 won, 1 lost \(not for ratings: 1 won, 0 lost\)\n", profile
    )
    board = text_of(answer(await world.ada.slash(world.channel, "leaderboard", game="furl")))
    assert "-# 1 won, 1 lost · last match" in board


async def test_the_picture_is_painted_in_the_theme_of_the_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    curves: list[render.Curve] = []

    def curve(wanted: render.Curve) -> bytes:
        curves.append(wanted)
        return b"curve"

    monkeypatch.setattr(render, "curve", curve)
    await played(world, (world.ada, world.ben, WON))
    await settings.settle(world.bot.services.context, world.guild.id, lambda server: replace(server, theme="paper"))
    page = await opened(world, world.ada)
    assert world.env.backend.cdn.get(picture_of(page)) == b"curve"
    [shown] = curves
    assert (shown.theme, shown.title, [line.name for line in shown.series]) == ("paper", "Ratings", ["Furl"])
    assert [point.rating for point in shown.series[0].points] == [1566]


async def test_deleted_discord_accounts_of_rivals_break_nothing(world: World) -> None:
    nobody = Person(-3, "")
    await past(world.matches.database, world.guild.id, ((person(world.ada), nobody), WON), game="furl")
    assert "- **someone** · 1 won, 0 lost" in text_of(await opened(world, world.ada))


async def test_a_profile_asked_for_by_number_is_of_those_alone_whose_name_the_server_shows_anyway(
    world: World,
) -> None:
    await played(world, (world.ben, world.cleo, WON))
    page = await opened(world, world.ada)
    elsewhere = world.env.create_guild("Elsewhere")
    ada, channel = elsewhere.add_member(world.ada.user), elsewhere.create_text_channel("other games")
    there = answer(await ada.slash(channel, "profile"))

    async def shown(who: MemberActor, note: ResponseMessage, number: object) -> str:
        [result] = await world.at_once(world.forged(who, note, f"furlong:profile:0:0:{number}"))
        return reply_text(result)

    async with world.nothing_changes():
        assert (await shown(world.ada, page, world.ben.id)).startswith("### Ben\n- **Furl**: 1566 (provisional)")
        assert (await shown(world.ada, page, world.ada.id)).startswith("### Ada\n")
        for number in ("1", "-1", "x", "", 2**63, 5 << 40):
            assert "This button is from another version" in await shown(world.ada, page, number), number
        assert "This button is from another version" in await shown(ada, there, world.ben.id)


async def test_the_longest_profile_fits_into_a_message(world: World) -> None:
    everybody = [Person(world.ada.id, "*" * 32), *(replace(one, name="*" * 32) for one in people(12))]
    for game in ("furl", "fursaz", "fursaz-7", "playwin", "playwin-loose", "farlander", "furbowl"):
        results = [((everybody[0], other), WON) for other in everybody[1:]]
        await past(world.matches.database, world.guild.id, *results, game=game)
    await world.store_matches(6, host=world.ada, guest=world.ben)
    page = await opened(world, world.ada)  # the end of the test checks what is sent against Discord's limits
    assert len(text_of(page)) <= 4000 and len(alt_texts_of(page)[0]) <= 1024
