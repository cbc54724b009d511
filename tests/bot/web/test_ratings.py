"""Profiles and leaderboards on the page: what chat shows, with links, for those who are on the server."""

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

from bot.actions import privacy, settings
from bot.actions.competitions import entries
from bot.model.characters import MOLE, seated
from bot.model.clock import Terms
from bot.model.competitions.competition import NEVER, Competition, Format, Regulations, Venue
from bot.model.people import Person
from bot.model.place import DIRECT
from rules import GAMES
from tests.bot.actions.results import LOST, WON, past, people
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Answer, Browser, Visited, visited, words

ELSEWHERE = 99 << 22
MEMBERS = people(13)


async def played(site: Visited, *pairs: tuple[Person, Person], game: str = "furl", server_id: int = SERVER) -> None:
    """Store rated matches, each won by the person who is named first."""
    await past(site.matches.database, server_id, *((pair, WON) for pair in pairs), game=game)


def names_in(answer: Answer) -> list[str]:
    """The names on a leaderboard, in its order; each is a link to a profile."""
    return re.findall(r'</code> <a href="/profile/\d+"><b>(.+?)</b></a>', answer.text)


async def test_a_profile_has_the_results_the_curve_and_the_rivals_who_are_links(site: Visited) -> None:
    await played(site, (ADA, BEN), (ADA, CLEO))
    match = await site.match(host=ADA, guest=BEN)
    async with site.matches.change(match.id) as change:
        change.update(place=replace(match.place, message_id=5 << 22))
    ada = await site.visit(ADA)
    assert 'href="/profile"' in (await ada.get("/")).text
    here = (await ada.get("/profile")).headers["Location"]
    assert here == f"/profile/{ADA.id}"
    shown = await ada.get(here)
    assert "Furl : 1" in words(shown) and "2 won, 0 lost" in words(shown)
    assert f'<a href="/profile/{BEN.id}"><b>Ben</b></a> · 1 won, 0 lost' in shown.text
    assert f'<a href="/matches/{match.id}">Furl · match #{match.id}</a> against <b>Ben</b>' in shown.text
    assert re.search(rf'class="button main" href="/matches/{match.id}"[^>]*>Move<', shown.text)
    assert 'href="/leaderboard">Leaderboard<' in shown.text and "discord.com" not in shown.text
    [(address, alt)] = re.findall(r'<img class="figure" src="([^"]+)" alt="([^"]+)"', shown.text)
    assert alt.startswith("Ratings of Ada over time. Furl: from 1566 to ")
    assert (await ada.get_bytes(address.replace("&amp;", "&"))).startswith(b"\x89PNG")
    of_ben = await (await site.visit(CLEO)).get(f"/profile/{BEN.id}")
    assert of_ben.status == 200 and ">Board<" in of_ben.text and "<h1>Ben</h1>" in of_ben.text


async def test_a_person_without_results_has_a_profile_without_a_curve(site: Visited) -> None:
    ada = await site.visit(ADA)
    shown = await ada.get(f"/profile/{ADA.id}")
    assert "You haven't finished a match with others here yet." in words(shown) and "<img" not in shown.text
    assert "Ratings" not in words(await ada.get(f"/profile/{ADA.id}?picture"))


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
    assert f'<a href="/profile/{newcomer.id}">{newcomer.name}</a>' in (await watcher.get(f"/seasons/{ladder.id}")).text
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
    await privacy.forget(site.matches, BEN)
    shown = await ada.get(f"/profile/{ADA.id}")
    assert "Former player 1" in words(shown) and f"/profile/{BEN.id}" not in shown.text
    assert (await ada.get(f"/profile/{BEN.id}")).status == 404
