"""Profiles and leaderboards on the page: what chat shows, with links, for those who are on the server."""

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

from bot.actions import privacy as privacy_actions
from bot.actions import settings
from bot.actions.competitions import entries
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.competitions.competition import NEVER, Competition, Format, Regulations, Venue
from bot.model.people import Person
from bot.model.place import DIRECT
from players.characters import MOLE
from rules import GAMES
from tests.bot.actions.results import DRAWN, LOST, WON, past, people
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Answer, Browser, Visited, visited, words

ELSEWHERE = 99 << 22
MEMBERS = people(13)


async def played(site: Visited, *pairs: tuple[Person, Person], game: str = "furl", server_id: int = SERVER) -> None:
    """Store rated matches, each won by the person who is named first."""
    await past(site.matches.database, server_id, *((pair, WON) for pair in pairs), game=game)


def names_in(answer: Answer) -> list[str]:
    """The names on a leaderboard, in its order; each is a link to a profile."""
    table = answer.text.partition("<tbody>")[2].partition("</tbody>")[0]
    return re.findall(r'<a href="/profile/\d+"><span class="face[^<]*</span><span>(.+?)</span></a>', table)


async def test_a_profile_has_the_results_the_boards_and_the_rivals_who_are_links(site: Visited) -> None:
    await played(site, (ADA, BEN), (ADA, CLEO))
    match = await site.match(host=ADA, guest=BEN)
    async with site.matches.change(match.id) as change:
        change.place_at(replace(match.place, message_id=5 << 22))
    ada = await site.visit(ADA)
    assert 'href="/profile"' in (await ada.get("/")).text
    here = (await ada.get("/profile")).headers["Location"]
    assert here == f"/profile/{ADA.id}"
    shown = await ada.get(here)
    assert re.search(r"Furl 1\d{3} provisional 2 won, 0 lost", words(shown)) and "Wins in a row: 2" in words(shown)
    assert re.search(rf'<a class="whole" href="/profile/{BEN.id}">.*?<b>Ben</b>.*?<small>1 won, 0 lost<', shown.text)
    assert re.search(rf'<a class="tile" href="/matches/{match.id}">.*?<b>Ben</b><small>Furl · #{match.id}<', shown.text)
    assert "discord.com" not in shown.text and "who=" not in shown.text
    of_ben = await (await site.visit(CLEO)).get(f"/profile/{BEN.id}")
    assert of_ben.status == 200 and "<h1>Ben</h1>" in of_ben.text and "Lost −" in words(of_ben)
    assert f'href="/play/furl?who={BEN.id}"' in of_ben.text
    asked = await (await site.visit(CLEO)).get(f"/play/furl?who={BEN.id}")
    assert f'<option value="{BEN.id}" selected>Ben' in asked.text


async def test_a_curve_is_drawn_from_three_ratings_on(site: Visited) -> None:
    ada = await site.visit(ADA)
    for count in range(5):
        assert ('class="spark"' in (await ada.get(f"/profile/{ADA.id}")).text) == (count >= 3), count
        await played(site, (ADA, MEMBERS[count]))


def _found(answer: Answer) -> list[str]:
    """The opponents in the finished matches that a profile lists, in its order."""
    return re.findall(r'<b>([^<]+)</b><span class="line">', answer.text)


async def test_every_finished_match_is_found_by_opponent_game_result_and_month(site: Visited) -> None:
    ended = ((ADA, BEN), WON), ((ADA, CLEO), LOST), ((CLEO, ADA), DRAWN)
    await past(site.matches.database, SERVER, *ended, game="furl")
    await played(site, (BEN, ADA), game="fursaz")
    await played(site, (ADA, BEN), server_id=ELSEWHERE)
    ada = await site.visit(ADA)
    whole = await ada.get(f"/profile/{ADA.id}")
    assert sorted(_found(whole)) == ["Ben", "Ben", "Cleo", "Cleo"]
    month = re.findall(r'<option value="(\d{4}-\d{2})">', whole.text)[-1]
    for query, found in (
        ("opponent=bE", ["Ben", "Ben"]),
        ("opponent=%25", []),
        ("game=fursaz", ["Ben"]),
        ("game=nothing", ["Ben", "Ben", "Cleo", "Cleo"]),
        ("result=won", ["Ben"]),
        ("result=lost", ["Ben", "Cleo"]),
        ("result=drawn&opponent=cleo", ["Cleo"]),
        ("result=drawn&opponent=ben", []),
        (f"month={month}", ["Ben", "Ben", "Cleo", "Cleo"]),
        ("month=2001-02", []),
        ("month=9999-12", ["Ben", "Ben", "Cleo", "Cleo"]),
        ("month=x&page=9", ["Ben", "Ben", "Cleo", "Cleo"]),
    ):
        shown = await ada.get(f"/profile/{ADA.id}?{query}")
        assert sorted(_found(shown)) == found, query
        assert ("No match like that." in words(shown)) == (not found)


async def test_finished_matches_have_pages_that_keep_what_is_looked_for(site: Visited) -> None:
    await played(site, *[(ADA, BEN)] * 11, (CLEO, ADA))
    ada = await site.visit(ADA)
    first = await ada.get(f"/profile/{ADA.id}?opponent=ben&result=won")
    assert len(_found(first)) == 10 and ">Later<" not in first.text
    [onward] = re.findall(r'href="([^"]+)">Earlier<', first.text)
    second = await ada.get(onward.replace("&amp;", "&").partition("#")[0])
    assert _found(second) == ["Ben"] and ">Later<" in second.text and ">Earlier<" not in second.text


async def test_people_of_the_server_are_found_by_a_part_of_their_name(site: Visited) -> None:
    await played(site, (ADA, BEN), (CLEO, MEMBERS[0]))
    await played(site, (MEMBERS[1], MEMBERS[2]), server_id=ELSEWHERE)
    ada = await site.visit(ADA)
    assert 'action="/people"' in (await ada.get(f"/profile/{ADA.id}")).text
    assert (await ada.get("/people?name=bE")).headers["Location"] == f"/profile/{BEN.id}"
    several = await ada.get("/people?name=e")
    assert {f"/profile/{one.id}" for one in (BEN, CLEO)} <= set(re.findall(r'href="([^"]+)"', several.text))
    for nobody in (MEMBERS[1].name, "%25", ""):
        assert "Location" not in (await ada.get(f"/people?name={nobody}")).headers
    alone = await site.visit(ADA, None)
    assert 'action="/people"' not in (await alone.get("/profile")).text
    assert "Location" not in (await alone.get("/people?name=ben")).headers


async def test_a_person_without_results_has_a_profile_without_a_curve(site: Visited) -> None:
    ada = await site.visit(ADA)
    shown = await ada.get(f"/profile/{ADA.id}")
    assert "You haven't finished a match with others here yet." in words(shown)
    assert "Most often against" not in words(shown) and 'class="spark"' not in shown.text


async def test_a_leaderboard_is_turned_by_links_and_a_game_is_chosen_by_one(site: Visited) -> None:
    await played(site, *combinations(MEMBERS, 2))
    await played(site, (MEMBERS[0], MEMBERS[1]), game="fursaz")
    ada = await site.visit(ADA)
    assert 'href="/leaderboard"' in (await ada.get("/")).text
    assert (await ada.get("/leaderboard")).headers["Location"] == "/leaderboard/all-round/1"
    assert (await ada.get("/leaderboard/furl")).headers["Location"] == "/leaderboard/furl/1"
    first = await ada.get("/leaderboard/furl/1")
    assert "Leaderboard · Furl" in words(first) and "Page 1 of 2" in words(first)
    assert "You aren't on this leaderboard yet." in words(first)
    assert '<a class="button" href="/leaderboard/furl" aria-current="page">Furl</a>' in first.text
    assert '<a class="button" href="/leaderboard/fursaz">Fursaz</a>' in first.text
    assert 'id="later"' in first.text and 'href="/leaderboard/furl/2"' in first.text
    second = await ada.get("/leaderboard/furl/2")
    assert "Page 2 of 2" in words(second) and 'href="/leaderboard/furl/1"' in second.text
    assert sorted([*names_in(first), *names_in(second)]) == sorted(person.name for person in MEMBERS)
    assert len(names_in(await ada.get("/leaderboard/fursaz/1"))) == 2
    about = await ada.get("/ratings")
    assert 'href="/ratings"' in first.text and "How ratings work" in words(about)
    assert 'href="/leaderboard"' in about.text
    for wrong in ("/leaderboard/chess", "/leaderboard/furl/0", "/leaderboard/furl/3", "/leaderboard/furl/999"):
        assert (await ada.get(wrong)).status == 404, wrong


async def test_whom_a_visitor_may_not_see_is_not_there_and_looks_like_nobody(site: Visited) -> None:
    """Persons of other servers, people who never existed, characters, forgotten people and broken numbers."""
    await played(site, (ADA, BEN))
    await played(site, (MEMBERS[0], MEMBERS[1]), server_id=ELSEWHERE)
    await played(site, (MEMBERS[2], ADA), server_id=DIRECT)
    mole = seated(MOLE, 1)[0]
    await past(site.matches.database, SERVER, ((ADA, mole), LOST), ((ADA, Person(-1, "")), WON), game="furl")
    ada = await site.visit(ADA)
    unknown = await ada.get("/profile/123456789012345678")
    assert unknown.status == 404
    for one in (MEMBERS[0].id, MEMBERS[2].id, mole.id, -1, 0, 2**63, "9" * 19, "007", f"0{BEN.id}", "x"):
        for query in ("", "?picture"):
            hidden = await ada.get(f"/profile/{one}{query}")
            assert (hidden.status, words(hidden)) == (404, words(unknown)), one
    assert MEMBERS[0].name not in words(await ada.get("/leaderboard/furl/1"))


async def test_only_members_see_the_server_and_others_themselves_alone(site: Visited) -> None:
    await played(site, (ADA, BEN))
    await played(site, (CLEO, MEMBERS[0]), server_id=DIRECT)
    for path in ("/profile", f"/profile/{ADA.id}", "/leaderboard", "/leaderboard/furl/1", "/ratings"):
        assert (await Browser(site).get(path)).status == 401, path
    gone = await site.visit(CLEO)
    assert (await gone.get(f"/profile/{ADA.id}")).status == 200
    site.members.discard((SERVER, CLEO.id))
    for browser in (gone, await site.visit(CLEO, ELSEWHERE), await site.visit(CLEO, None)):
        hidden = [await browser.get(f"/profile/{one}{part}") for one in (ADA.id, 5 << 40) for part in ("", "?picture")]
        assert {(one.status, words(one)) for one in hidden} == {(404, words(hidden[0]))}
        board = words(await browser.get("/leaderboard/furl/1"))
        assert "direct matches" in board and "Ada" not in board and MEMBERS[0].name in board
        own = words(await browser.get(f"/profile/{CLEO.id}"))
        assert MEMBERS[0].name in own and "Ada" not in own


async def test_those_who_have_left_are_not_on_the_page_of_a_leaderboard(fresh_url: str) -> None:
    asked = list[Collection[int]]()

    async def left(server_id: int, person_ids: Collection[int]) -> frozenset[int]:
        assert server_id == SERVER
        asked.append(person_ids)
        return frozenset({ADA.id, BEN.id} if any(BEN.id in some for some in asked) else ())

    async with visited(fresh_url, left=left) as site:
        await played(site, (BEN, ADA), (BEN, CLEO), (ADA, CLEO))
        ada = await site.visit(ADA)
        assert names_in(await ada.get("/leaderboard/furl/1")) == ["Ada", "Cleo"], "who asks has come back"


async def test_names_in_matches_and_competitions_lead_to_profiles(site: Visited) -> None:
    match = await site.match(host=ADA, guest=BEN)
    watcher, link = await site.visit(CLEO), f'<a href="/profile/{BEN.id}">Ben</a>'
    assert link in (await watcher.get(f"/matches/{match.id}")).text
    direct = await site.match(host=ADA, guest=BEN, server_id=DIRECT)
    alone = await (await site.visit(ADA)).get(f"/matches/{direct.id}")
    assert "Ben" in words(alone) and "/profile/" not in alone.text.partition("<main>")[2], "it is of no server"
    now = site.clock[0]
    regulations = Regulations(Format.LADDER, (GAMES["furl"],), 6, both_sides=False, terms=Terms(3, is_rated=True))
    venue = Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False)
    ladder = await entries.propose(site.matches, None, Competition("Spring", venue, regulations, now, NEVER, BEN, now))
    newcomer = MEMBERS[0]
    site.members.add((SERVER, newcomer.id))
    await entries.join(site.matches, site.actor(newcomer), ladder.id)
    [told] = re.findall(
        f'<a href="/profile/{newcomer.id}">(.*?)</a>', (await watcher.get(f"/seasons/{ladder.id}")).text
    )
    assert told.endswith(f"<span>{newcomer.name}</span>")
    entered = await watcher.get(f"/profile/{newcomer.id}")
    assert entered.status == 200 and f"{newcomer.name} hasn't finished a match" in words(entered)


async def test_public_pages_lead_to_no_profiles(site: Visited) -> None:
    match = await site.match()
    await settings.settle(site.matches, SERVER, lambda before: replace(before, has_public_pages=True))
    for browser in (Browser(site), await site.visit(CLEO, ELSEWHERE)):
        shown = await browser.get(f"/matches/{match.id}")
        assert shown.status == 200 and "/profile/" not in shown.text.partition("<main>")[2]


async def test_a_deleted_person_has_no_profile_and_is_no_link(site: Visited) -> None:
    await played(site, (ADA, BEN))
    ada = await site.visit(ADA)
    await privacy_actions.forget(site.matches, BEN)
    shown = await ada.get(f"/profile/{ADA.id}")
    assert "Former player 1" in words(shown) and f"/profile/{BEN.id}" not in shown.text
    assert (await ada.get(f"/profile/{BEN.id}")).status == 404


async def test_ratings_of_a_game_that_is_not_installed_any_more_can_be_read(site: Visited) -> None:
    await played(site, (ADA, BEN))
    await played(site, (BEN, ADA), game="gone")
    ada = await site.visit(ADA)
    assert 'href="/leaderboard/gone">gone<' in (await ada.get("/leaderboard/furl/1")).text
    shown = await ada.get("/leaderboard/gone/1")
    assert shown.status == 200 and names_in(shown) == ["Ben", "Ada"]
    assert re.search(r"gone 1\d{3}", words(await ada.get(f"/profile/{ADA.id}")))
    assert (await ada.get("/leaderboard/never/1")).status == 404
