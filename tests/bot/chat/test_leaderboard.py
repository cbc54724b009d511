"""The leaderboard: who stands where, who is shown, and how people navigate it."""

import re
from collections.abc import Sequence
from itertools import combinations

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.model.people import Person
from bot.model.place import DIRECT
from rules import GAMES
from tests.bot.actions.results import DRAWN, WON, past, people
from tests.bot.screen import buttons_of, menus_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text

Pair = tuple[MemberActor, MemberActor]


def members(world: World, count: int) -> list[MemberActor]:
    """Add that many members to the server."""
    return [world.guild.add_member(world.env.create_user(f"Player {number}")) for number in range(1, count + 1)]


async def played(world: World, *pairs: Pair, places: tuple[int, ...] = WON, game: str = "furl") -> None:
    """Store rated matches between these pairs, one after the other, with these places."""
    results = [((Person(first.id, first.name), Person(second.id, second.name)), places) for first, second in pairs]
    await past(world.matches.database, world.guild.id, *results, game=game)


async def ladder(world: World, everybody: Sequence[MemberActor], game: str = "furl") -> None:
    """Give everybody six matches, each won by the person who is listed first."""
    around = [(above, (above + step) % len(everybody)) for step in (1, 2, 3) for above in range(len(everybody))]
    await played(world, *((everybody[min(pair)], everybody[max(pair)]) for pair in around), game=game)


async def opened(world: World, who: MemberActor, **options: str) -> ResponseMessage:
    return answer(await who.slash(world.channel, "leaderboard", **options))


def rows(message: ResponseMessage) -> list[str]:
    """The position and name of everybody, in the order of the list."""
    found = re.findall(r"^`\s*(?:(\d+)\.|–)\s+\S+` \*\*(.+?)\*\*", text_of(message), re.MULTILINE)
    return [f"{position or '-'} {name}" for position, name in found]


async def test_an_empty_leaderboard_says_how_to_get_there(world: World) -> None:
    page = await opened(world, world.ada)
    assert "Leaderboard · All games" in text_of(page)
    assert "Be the first to finish a rated match of any game: `/play` starts one." in text_of(page)
    page = await opened(world, world.ada, game="furl")
    assert "finish a rated match of Furl: " in text_of(page) and buttons_of(page) == [
        "My profile",
        "How it works",
    ]


async def test_people_are_ordered_by_their_ratings_which_are_explained(world: World) -> None:
    everybody = [world.ada, world.ben, world.cleo, *members(world, 4)]
    await ladder(world, everybody)
    page = await opened(world, world.ada)
    assert rows(page) == [f"{number} {who.name}" for number, who in enumerate(everybody, start=1)]
    first, second = re.findall(r"`.*`.*\n-# .*", text_of(page))[:2]
    assert re.fullmatch(r"`1\.\s1\d{3}` \*\*Ada\*\* 🥇 · you\n-# 6 won, 0 lost · last match \+\d+", first)
    assert re.fullmatch(r"`2\.\s1\d{3}` \*\*Ben\*\* 🥈\n-# 5 won, 1 lost · last match [+−±]\d+", second)


async def test_the_first_three_positions_have_a_medal_each_and_provisional_ones_none(world: World) -> None:
    everybody = [world.ada, world.ben, world.cleo, *members(world, 5)]
    await ladder(world, everybody)
    await played(world, (members(world, 1)[0], world.guild.add_member(world.env.create_user("New member"))))
    text = text_of(await opened(world, world.ada))
    assert re.findall(r"\*\*(\w+)\*\* ([🥇🥈🥉])", text) == [("Ada", "🥇"), ("Ben", "🥈"), ("Cleo", "🥉")]


async def test_equal_ratings_share_a_position(world: World) -> None:
    everybody = members(world, 12)
    equals, loser, winners = everybody[:6], everybody[6], everybody[7:]
    await played(world, *combinations(equals, 2), places=DRAWN)
    await played(world, *((winner, loser) for winner in winners))
    page = await opened(world, world.ada)
    shown = rows(page)
    assert sorted(shown[:6]) == sorted(f"1 {who.name}" for who in equals)
    assert text_of(page).count("🥇") == 6 and not any(medal in text_of(page) for medal in "🥈🥉")
    assert shown[6] == f"7 {loser.name}" and all(line.startswith("- ") for line in shown[7:])


async def test_provisional_ratings_are_listed_apart_without_a_position(world: World) -> None:
    newcomer, other = members(world, 2)
    await ladder(world, [world.ada, world.ben, world.cleo, *members(world, 4)])
    await played(world, (newcomer, other))
    page = await opened(world, newcomer)
    assert rows(page)[-2:] == ["- Player 1", "- Player 2"] and len(rows(page)) == 9
    ranked, heading, provisional = text_of(page).partition("**Provisional**, before their 5th rated match")
    assert heading and "?" not in ranked and re.search(r"`\s–\s1566\?` \*\*Player 1\*\* · you", provisional)


async def test_pages_go_on_where_the_one_before_ended_and_survive_a_restart(world: World) -> None:
    everybody = [world.ada, *members(world, 12)]
    await ladder(world, everybody)
    page = await opened(world, world.ada)
    assert "Page 1 of 2" in text_of(page) and buttons_of(page) == ["Next", "My profile", "How it works"]
    first = rows(page)
    await world.restart()
    await world.ada.click(page, label="Next")
    assert "Page 2 of 2" in text_of(page) and buttons_of(page) == ["Back", "My profile", "How it works"]
    assert [*first, *rows(page)[:3]] == [f"{number} {who.name}" for number, who in enumerate(everybody, start=1)]
    await world.ada.click(page, label="Back")
    assert rows(page) == first


async def test_your_own_row_is_there_on_every_page(world: World) -> None:
    everybody = [world.ada, *members(world, 12)]
    await ladder(world, everybody)
    page = await opened(world, world.ada)
    assert len(rows(page)) == 10 and text_of(page).count("· you") == 1
    await world.ada.click(page, label="Next")
    assert rows(page)[-1] == "1 Ada" and text_of(page).count("· you") == 1
    page = await opened(world, everybody[-1])
    assert rows(page)[-1] == "13 Player 12" and len(rows(page)) == 11
    page = await opened(world, world.ben)
    assert "You aren't on this leaderboard yet. Finish a rated match of any game to get there" in text_of(page)


async def test_the_longest_page_fits_into_a_message(world: World) -> None:
    everybody = members(world, 24)
    asterisks = [Person(who.id, "*" * 90) for who in everybody]
    pairs = [*combinations(asterisks[:8], 2), *zip(asterisks[8::2], asterisks[9::2], strict=True)]
    await past(world.matches.database, world.guild.id, *[(pair, WON) for pair in pairs], game="furl")
    page = await opened(world, everybody[-1])  # the end of the test checks what is sent against Discord's limits
    assert text_of(page).count("`1.") == 1 and text_of(page).count("-# 0 won, 1 lost") == 1 and "· you" in text_of(page)


async def test_a_menu_leads_to_the_other_games(world: World) -> None:
    await played(world, (world.ada, world.ben))
    await played(world, (world.cleo, world.ada), game="fursaz")
    page = await opened(world, world.ada)
    [options] = menus_of(page).values()
    assert list(options) == ["all-round", *GAMES]
    assert len(rows(page)) == 3
    for game, names in (("fursaz", ["- Cleo", "- Ada"]), ("furl", ["- Ada", "- Ben"]), ("playwin", [])):
        await world.ada.select(page, [game], custom_id=option_ids(page)[game])
        assert rows(page) == names and f"Leaderboard · {GAMES[game].name}" in text_of(page)


async def test_a_person_who_has_left_the_server_is_not_shown_and_positions_close_up(world: World) -> None:
    everybody = [world.ada, world.ben, world.cleo, *members(world, 9)]
    await ladder(world, everybody)
    world.env.backend.remove_member(world.guild.id, world.ben.id)
    world.env.backend.remove_member(world.guild.id, everybody[4].id)
    page = await opened(world, world.ada)
    staying = [who for who in everybody if who not in (world.ben, everybody[4])]
    assert rows(page) == [f"{number} {who.name}" for number, who in enumerate(staying, start=1)]
    assert "Page" not in text_of(page)


async def test_a_person_who_has_come_back_is_shown_again(world: World) -> None:
    await ladder(world, [world.ada, world.ben, world.cleo, *members(world, 4)])
    world.env.backend.remove_member(world.guild.id, world.ben.id)
    assert len(rows(await opened(world, world.ada))) == 6
    world.env.backend.add_member(world.guild.id, world.ben.id)
    assert "2 Ben" in rows(await opened(world, world.ben))
    assert "2 Ben" in rows(await opened(world, world.ada))


async def test_discord_is_asked_once_about_those_who_are_shown(world: World) -> None:
    everybody = [world.ada, world.ben, *members(world, 12)]
    await ladder(world, everybody)
    for _ in range(3):
        await opened(world, world.ada)
    asked = [request for request in world.env.http_requests if f"/guilds/{world.guild.id}/members/" in request.path]
    assert len(asked) == 9  # ten are shown, and Ada herself has just asked


async def test_while_discord_does_not_tell_everybody_is_shown(world: World) -> None:
    await ladder(world, [world.ada, world.ben, world.cleo, *members(world, 4)])
    world.env.inject_error("GET", "/guilds/*/members/*", status=500, times=100)
    assert len(rows(await opened(world, world.ada))) == 7


async def test_deleted_discord_accounts_of_people_break_nothing(world: World) -> None:
    gone = people(2)
    nobody = Person(-7, "a person who has left")
    both = [(gone[0], nobody), (nobody, gone[1]), (gone[0], gone[1])]
    await past(world.matches.database, world.guild.id, *[(pair, WON) for pair in both], game="furl")
    page = await opened(world, world.ada)
    assert rows(page) == [] and "Nobody is on this leaderboard yet." in text_of(page)


async def test_names_are_shown_as_they_are(world: World) -> None:
    names = ("**bold** `code` <@1>", "x" * 90)
    strange = [Person(world.ada.id, names[0]), Person(world.ben.id, names[1])]
    await past(world.matches.database, world.guild.id, (tuple(strange), WON), game="furl")
    text = text_of(await opened(world, world.cleo))
    assert r"\*\*bold\*\* \`code\`" in text and "<@1>" not in text and "x" * 50 not in text


async def test_a_name_cannot_reverse_the_text_behind_it(world: World) -> None:
    both = (Person(world.ada.id, "\u202eadA\u2066"), Person(world.ben.id, "Ben"))
    await past(world.matches.database, world.guild.id, (both, WON), game="furl")
    assert "**adA**" in text_of(await opened(world, world.cleo))


async def test_a_leaderboard_leads_to_your_own_profile(world: World) -> None:
    page = await opened(world, world.ada)
    assert text_of(answer(await world.ada.click(page, label="My profile"))).startswith("### Ada\n")


async def test_the_computation_of_ratings_is_explained(world: World) -> None:
    page = await opened(world, world.ada)
    reply = reply_text(await world.ada.click(page, label="How it works"))
    for rule in ("1500", "5th match", "3 rated matches count within 7 days", "runs out of time", "called off"):
        assert rule in reply


async def test_in_a_direct_message_it_compares_people_with_those_alone_whom_they_have_played_there(
    world: World,
) -> None:
    assert "Nobody is on this leaderboard yet" in reply_text(await world.ada.user.slash("leaderboard"))
    [dan] = members(world, 1)
    ada, ben, cleo, dan = (Person(one.id, one.name) for one in (world.ada, world.ben, world.cleo, dan))
    await past(world.matches.database, DIRECT, ((ada, ben), WON), ((ben, cleo), WON), game="furl")
    await past(world.matches.database, world.guild.id, ((ada, dan), WON), game="furl")
    shown = reply_text(await world.ada.user.slash("leaderboard"))
    assert "direct matches" in shown and "**Ada**" in shown and "**Ben**" in shown
    assert "Cleo" not in shown and dan.name not in shown
    on_server = text_of(await opened(world, world.ada))
    assert dan.name in on_server and "Ben" not in on_server and "Cleo" not in on_server


_FORGED = [
    ("furlong:leaderboard:0:0:chess/0", (), "There's no game called “chess”."),
    ("furlong:leaderboard:0:0:", (), "There's no game called “”."),
    ("furlong:leaderboard:0:0:furl/-3", (), "Leaderboard · Furl"),
    ("furlong:leaderboard:0:0:furl/99999999999999999999999", (), "Leaderboard · Furl"),
    ("furlong-menu:leaderboard_of:0:0:", ("chess",), "There's no game called “chess”."),
    ("furlong:leaderboard_open:0:0:all-round", (), "Leaderboard · All games"),
]


async def test_forged_presses_are_answered_and_change_nothing(world: World) -> None:
    await played(world, (world.ada, world.ben))
    page = await opened(world, world.ada)
    async with world.nothing_changes():
        for custom_id, values, reply in _FORGED:
            [result] = await world.at_once(world.forged(world.ada, page, custom_id, *values))
            shown = [page, *result.followups, *([result.response] if result.response else [])]
            assert reply in "\n".join(map(text_of, shown)), custom_id
