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
from bot.model.characters import BADGER, MOLE, seated
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.ratings import ALL_ROUND, Profile, Tally
from bot.store import people as people_store
from tests.bot.actions.results import DRAWN, LOST, WON, PastMatch, end, past, people
from tests.bot.screen import alt_texts_of, buttons_of, picture_of, text_of
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


async def test_matches_with_characters_count_by_themselves(hall: Hall) -> None:
    mole, *_ = seated(MOLE, 1)
    badgers = seated(BADGER, 2)
    async with hall.database.write() as connection:
        for character in (mole, *badgers):
            await people_store.remember(connection, character)
    past = [
        between(hall, ADA, BEN, LOST),
        between(hall, ADA, mole, WON),
        between(hall, mole, ADA, LOST),
        PastMatch((BEN, *badgers, ADA), (1, 4, 2, 3), hall.clock(), "farlander"),
    ]
    await ended(hall, past[0], *(replace(outcome, is_rated=False) for outcome in past[1:]))
    found = await profile_of(hall, ADA)
    assert (found.matches, found.streak, [rival.person for rival in found.rivals]) == (1, 0, [BEN])
    scores = [(score.character, score.tally) for score in found.characters]
    assert scores == [(MOLE, Tally(2, 0, 0)), (BADGER, Tally(1, 0, 1))]


async def test_rivals_are_those_met_most_often_with_the_score_between_the_two(hall: Hall) -> None:
    await ended(
        hall,
        between(hall, ADA, BEN, WON),
        between(hall, BEN, ADA, DRAWN),
        between(hall, ADA, DAN, LOST),
        PastMatch((ADA, BEN, CLEO), (2, 3, 1), hall.clock(), "farlander"),
    )
    rivals = [(rival.person.name, rival.tally) for rival in (await profile_of(hall, ADA)).rivals]
    assert rivals == [("Ben", Tally(2, 1, 0)), ("Cleo", Tally(0, 0, 1)), ("Dan", Tally(0, 0, 1))]


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


async def test_your_profile_tells_results_rivals_and_how_ratings_went(world: World) -> None:
    await played(world, (world.ada, world.ben, WON), (world.ada, world.ben, WON), (world.ada, world.cleo, DRAWN))
    page = await opened(world, world.ada)
    text = text_of(page)
    assert re.match(r"### Ada\n- \*\*Furl\*\*: 1\d{3}\? · 2 won, 1 drawn, 0 lost\n", text)
    assert "\n\n**Wins in a row:** none just now, 2 at best\n**Reliability:** new, " in text
    assert "so far\n-# 3 matches in all.\n" in text
    assert "- **Ben** · 2 won, 0 lost\n- **Cleo** · 0 won, 1 drawn, 0 lost" in text
    [alt] = alt_texts_of(page)
    assert re.fullmatch(r"Ratings of Ada over time\. Furl: from 1566 to 1\d{3}, lowest 1566, highest 1\d{3}\.", alt)


async def test_a_rating_to_rely_on_has_a_place_among_the_others(world: World) -> None:
    others = [world.guild.add_member(world.env.create_user(f"Player {number}")) for number in range(5)]
    await played(world, *((world.ada, other, WON) for other in others))
    assert re.search(r"\*\*Furl\*\*: 1\d{3}, place 1 of 1 · 5 won, 0 lost", text_of(await opened(world, world.ada)))


async def test_all_games_come_first_where_there_are_several(world: World) -> None:
    await played(world, (world.ada, world.ben, WON))
    await played(world, (world.ada, world.ben, WON), (world.ada, world.ben, WON), game="fursaz")
    lines = re.findall(r"^- \*\*(.+?)\*\*: ", text_of(await opened(world, world.ada)), re.MULTILINE)
    assert lines == ["All games", "Fursaz", "Furl"]


async def test_the_profile_of_another_leads_to_the_matches_they_are_in(world: World) -> None:
    await played(world, (world.ben, world.ada, LOST))
    board = await world.start_match()
    page = await opened(world, world.cleo, player=world.ben)
    address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{board.id}"
    assert f"**Playing now**\n[Furl · match #2]({address}) against **Ada**" in text_of(page)
    assert buttons_of(page) == ["Board", "Leaderboard"]
    assert "### Furl · match #2" in reply_text(await world.cleo.click(page, label="Board"))
    assert buttons_of(await opened(world, world.ada, player=world.ben)) == ["Move", "Leaderboard"]
    await world.store_matches(5, host=world.ada, guest=world.ben)
    assert "and 2 more: see `/games`" in text_of(await opened(world, world.cleo, player=world.ben))


async def test_a_person_who_has_not_finished_a_match_learns_how_to_begin(world: World) -> None:
    page = await opened(world, world.ada)
    assert "You haven't finished a match with others here yet. `/play` starts one." in text_of(page)
    assert alt_texts_of(page) == []
    page = await opened(world, world.ada, player=world.ben)
    assert "Ben hasn't finished a match with others here yet." in text_of(page)


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
    assert re.search(r"\*\*Furl\*\*: 1\d{3}\? · 1 won, 1 lost \(not for ratings: 1 won, 0 lost\)\n", profile)
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


async def test_names_are_shown_as_they_are(world: World) -> None:
    strange = (Person(world.ada.id, "**a** <@1>"), Person(world.ben.id, "[b](https://c)"))
    await past(world.matches.database, world.guild.id, (strange, WON), game="furl")
    world.env.backend.edit_member(world.guild.id, world.ada.id, {"nick": "**a** <@1>"})
    text = text_of(await opened(world, world.ada))
    assert text.startswith(r"### \*\*a\*\*") and "<@1>" not in text and r"**\[b]" in text


async def test_deleted_discord_accounts_of_rivals_break_nothing(world: World) -> None:
    nobody = Person(-3, "")
    await past(world.matches.database, world.guild.id, ((person(world.ada), nobody), WON), game="furl")
    assert "- **someone** · 1 won, 0 lost" in text_of(await opened(world, world.ada))


async def test_in_a_direct_message_people_see_their_own_profile_of_direct_matches_and_no_other(world: World) -> None:
    await past(world.matches.database, DIRECT, ((person(world.ada), person(world.ben)), WON), game="furl")
    own = reply_text(await world.ada.user.slash("profile"))
    assert "### Ada" in own and "- **Ben** · 1 won, 0 lost" in own
    assert "is private" in reply_text(await world.cleo.user.slash("profile", player=world.ada))
    assert "Ben" not in text_of(await opened(world, world.ada))


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
        assert (await shown(world.ada, page, world.ben.id)).startswith("### Ben\n- **Furl**: 1566?")
        assert (await shown(world.ada, page, world.ada.id)).startswith("### Ada\n")
        for number in ("1", "-1", "x", "", 2**63, 5 << 40):
            assert "This button is from another version" in await shown(world.ada, page, number), number
        assert "This button is from another version" in await shown(ada, there, world.ben.id)


async def test_bots_are_answered_clearly(world: World) -> None:
    bot = world.guild.add_member(world.env.create_user("Robot", bot=True))
    reply = reply_text(await world.ada.slash(world.channel, "profile", player=bot))
    assert reply == "**Robot** is a bot, and bots don't play here. Name a person, or nobody to see your own."


async def test_a_profile_leads_to_the_leaderboard(world: World) -> None:
    await played(world, (world.ada, world.ben, WON))
    page = await opened(world, world.ada)
    assert buttons_of(page) == ["Leaderboard"]
    board = answer(await world.ada.click(page, label="Leaderboard"))
    assert "### Leaderboard · All games" in text_of(board) and "### Ada" in text_of(page)


async def test_the_longest_profile_fits_into_a_message(world: World) -> None:
    everybody = [Person(world.ada.id, "*" * 32), *(replace(one, name="*" * 32) for one in people(12))]
    for game in ("furl", "fursaz", "fursaz-7", "playwin", "playwin-loose", "farlander", "furbowl"):
        results = [((everybody[0], other), WON) for other in everybody[1:]]
        await past(world.matches.database, world.guild.id, *results, game=game)
    await world.store_matches(6, host=world.ada, guest=world.ben)
    page = await opened(world, world.ada)  # the end of the test checks what is sent against Discord's limits
    assert len(text_of(page)) <= 4000 and len(alt_texts_of(page)[0]) <= 1024
