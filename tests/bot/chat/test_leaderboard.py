"""The leaderboard: who stands where, who is shown, and how people navigate it."""

import re
from collections.abc import Sequence
from itertools import combinations

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.model.people import Person
from tests.bot.actions.results import DRAWN, WON, past, people
from tests.bot.screen import text_of
from tests.bot.world import World, answer

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


async def test_the_longest_page_fits_into_a_message(world: World) -> None:
    everybody = members(world, 24)
    asterisks = [Person(who.id, "*" * 90) for who in everybody]
    pairs = [*combinations(asterisks[:8], 2), *zip(asterisks[8::2], asterisks[9::2], strict=True)]
    await past(world.matches.database, world.guild.id, *[(pair, WON) for pair in pairs], game="furl")
    page = await opened(world, everybody[-1])  # the end of the test checks what is sent against Discord's limits
    assert text_of(page).count("`1.") == 1 and text_of(page).count("-# 0 won, 1 lost") == 1 and "· you" in text_of(page)


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


async def test_a_name_cannot_reverse_the_text_behind_it(world: World) -> None:
    both = (Person(world.ada.id, "\u202eadA\u2066"), Person(world.ben.id, "Ben"))
    await past(world.matches.database, world.guild.id, (both, WON), game="furl")
    assert "**adA**" in text_of(await opened(world, world.cleo))


_FORGED = [
    ("furlong:leaderboard:0:0:chess/0", (), "There's no game called “chess”."),
    ("furlong:leaderboard:0:0:", (), "Leaderboard · All games"),
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
