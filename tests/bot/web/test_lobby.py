"""Challenges for everyone on Furlong on the page."""

import re
from dataclasses import replace

import pytest

from bot.actions import people, settings
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import State
from bot.model.people import Actor, Person
from bot.model.servers import Lobby
from rules import GAMES
from tests.bot.api.programs import program
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Visited, words

AWAY = 99 << 22
"""Another server."""


async def _posted(site: Visited, *hosts: Person) -> list[int]:
    """The numbers of challenges that people of another server have posted for everyone."""
    await settings.settle(site.matches, AWAY, lambda before: replace(before, lobby=Lobby.POST))
    proposal = Proposal(GAMES["furl"], CHANNEL, terms=Terms(3), by_player=True, lobby_id=AWAY, waits_days=3)
    return [(await site.matches.propose(Actor(host, AWAY), AWAY, proposal)).id for host in hosts]


async def test_home_lists_five_then_more_and_one_is_accepted(site: Visited) -> None:
    strangers = [Person((200 + number) << 22, f"Stranger {number}") for number in range(7)]
    numbers = await _posted(site, *strangers)
    ada = await site.visit(ADA)
    home = await ada.get("/")
    shown = words(home).partition("For everyone on Furlong")[2]
    assert shown.count("Accept") == 5 and "2 more" in shown and "a newcomer" in shown and 'href="/lobby"' in home.text
    whole = words(await ada.get("/lobby"))
    assert all(stranger.name in whole for stranger in strangers)
    answered = {"csrf": await ada.csrf(), "deed": "join", "revision": "0"}
    await ada.post(f"/matches/{numbers[0]}/answer", **answered)
    match = await site.matches.load(numbers[0])
    assert ADA in match.players and match.is_about_to_begin


async def test_a_block_hides_it_on_home_and_at_its_address(site: Visited) -> None:
    [number] = await _posted(site, BEN)
    ada, cleo = await site.visit(ADA), await site.visit(CLEO)
    assert "Ben" in words(await ada.get("/"))
    await site.match(host=ADA, guest=BEN)
    await people.block(site.matches, ADA, BEN)
    assert "For everyone on Furlong" not in words(await ada.get("/"))
    assert "isn't for you" in words(await ada.get(f"/matches/{number}"))
    assert "Ben" in words(await cleo.get("/"))


async def test_programs_list_and_accept_them(site: Visited) -> None:
    [number] = await _posted(site, BEN)
    ada = await program(site, ADA)
    listed = await ada.get("/matches?lobby=true")
    assert [match["id"] for match in listed.body["matches"]] == [number]
    await ada.post(f"/matches/{number}/actions/join")
    assert (await site.matches.load(number)).is_about_to_begin


async def test_a_form_posts_one_for_everyone(site: Visited) -> None:
    ada = await site.visit(ADA)
    asked = {"csrf": await ada.csrf(), "in.who": "anyone", "in.days": "usual", "in.is_rated": "casual"}
    refused = await ada.post("/play/furl", **asked, **{"in.also": "everyone"})
    assert "a manager has to allow it once" in words(refused)
    await settings.settle(site.matches, SERVER, lambda before: replace(before, lobby=Lobby.POST))
    await ada.post("/play/furl", **asked, **{"in.also": "everyone"})
    match = await site.matches.load(1)
    assert match.lobby_id == SERVER and match.place.by_player and match.state is State.OPEN


async def test_one_is_accepted_in_the_whole_list(site: Visited) -> None:
    [number] = await _posted(site, BEN)
    ada = await site.visit(ADA)
    page = await ada.get("/lobby")
    [form] = re.findall(r'(?s)<form[^>]*action="([^"]*)"[^>]*>((?:(?!</form>).)*lobby_join.*?)</form>', page.text)
    address, fields = form
    answer = await ada.post(address, **dict(re.findall(r'name="(\w+)" value="([^"]*)"', fields)))
    assert answer.status == 303, words(answer)[-400:]
    assert (await site.matches.load(number)).is_about_to_begin


async def test_a_match_from_there_can_be_reported_on_its_page(site: Visited, caplog: pytest.LogCaptureFixture) -> None:
    [number] = await _posted(site, BEN)
    ada = await site.visit(ADA)
    await ada.post(f"/matches/{number}/answer", csrf=await ada.csrf(), deed="join", revision="0")
    await site.matches.begun(await site.matches.load(number))
    page = words(await ada.get(f"/matches/{number}"))
    assert f"Report Ben in match #{number} (Furl) to the host of Furlong?" in page
    answer = await ada.post(f"/matches/{number}/deeds", csrf=await ada.csrf(), deed="report_yes", revision="0")
    [line] = [record.getMessage() for record in caplog.records if "reports" in record.getMessage()]
    assert f"{ADA.id} reports {BEN.id} in match {number}" in line
    assert line.partition(":")[0] in words(answer if answer.status == 200 else await ada.get(f"/matches/{number}"))
