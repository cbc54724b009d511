"""Engines on the page: registered, listed, challenged, watched and removed."""

import re

import pytest

from bot.actions import engines as engine_actions
from bot.actions.engines import note_ready
from bot.actions.tokens import find
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.engines import MOST_ON_SERVER
from bot.model.people import Actor, Membership, Person
from bot.model.place import DIRECT
from rules import GAMES
from rules.core import Seat
from tests.bot.web.test_settings import shown
from tests.bot.web.visiting import ADA, BEN, SERVER, Browser, Visited, visited, words

pytestmark = pytest.mark.each_database


async def _registered(site: Visited, browser: Browser, name: str = "Bolt") -> str:
    """Register an engine by the form; returns the secret of its token."""
    form = {
        **shown(await browser.get("/engines/new")),
        "in.name": name,
        "in.games.furl": "on",
        "in.games.playwin": "on",
    }
    made = await browser.post("/engines/new", **form)
    assert made.status == 200 and f"{name} (engine)" in words(made)
    assert f"http://127.0.0.1:{site.port}/api/v1" in made.text
    [secret] = re.findall(r"furlong_[A-Za-z0-9_-]{32}", made.text)
    return secret


async def test_an_engine_is_registered_listed_and_removed(site: Visited) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    assert (
        'href="/engines"' in (await ada.get("/programs")).text
        and 'href="/engines"' in (await ada.get("/leaderboard/all-round/1")).text
    )
    secret = await _registered(site, ada)
    [engine] = await engine_actions.on_server(site.matches, SERVER)
    path = f"/engines/{engine.person.id}"
    listed = await ben.get("/engines")
    assert "Bolt (engine) , not connected: Furl and Play Win. It belongs to Ada." in words(listed)
    assert path not in listed.text and (await ben.get(path)).status == 404
    await ben.post("/engines", csrf=await ben.csrf(), deed="engine_end", detail=str(engine.person.id))
    await ben.post("/engines", csrf=await ben.csrf(), deed="engine_renew", detail=str(engine.person.id))
    assert await find(site.matches, secret) is not None
    await note_ready(site.matches, engine.person)
    assert ", connected:" in words(await ben.get("/engines")) and path in (await ada.get("/engines")).text
    renewed = await ada.post(path, csrf=await ada.csrf(), deed="engine_renew", detail=str(engine.person.id))
    [new] = re.findall(r"furlong_[A-Za-z0-9_-]{32}", renewed.text)
    assert await find(site.matches, secret) is None and await find(site.matches, new) is not None
    assert "Remove" in words(await ada.get(path))
    removed = await ada.post(path, csrf=await ada.csrf(), deed="engine_end", detail=str(engine.person.id))
    assert removed.status == 303 and removed.headers["Location"].startswith("/engines")
    assert not await engine_actions.on_server(site.matches, SERVER) and await find(site.matches, new) is None


async def test_whoever_is_timed_out_or_has_left_still_removes_their_own_engine(site: Visited) -> None:
    ada = await site.visit(ADA)
    for standing in (Membership.TIMED_OUT, Membership.GONE):
        engine, _secret = await engine_actions.register(site.matches, ADA, SERVER, "Bolt", ["furl"])
        site.memberships[ADA.id] = standing
        await ada.post("/engines", csrf=await ada.csrf(), deed="engine_end", detail=str(engine.person.id))
        assert not await engine_actions.on_server(site.matches, SERVER), standing


async def test_where_no_programs_are_served_engines_are_offered_nowhere(fresh_url: str) -> None:
    async with visited(fresh_url, has_programs=False) as site:
        ada = await site.visit(ADA)
        await site.match(host=ADA, guest=BEN)
        for path in ("/leaderboard/all-round/1", "/programs"):
            assert 'href="/engines"' not in (await ada.get(path)).text, path
        for path in ("/engines", "/engines/new"):
            refused = await ada.get(path)
            assert refused.status == 409 and "WEB_URL" in refused.text and "Register" not in words(refused)
        form = {"deed": "engine_register", "in.name": "Bolt", "in.games.furl": "on"}
        assert (await ada.post("/engines/new", csrf=await ada.csrf(), **form)).status == 409
        engine, _secret = await engine_actions.register(site.matches, ADA, SERVER, "Bolt", ["furl"])
        await note_ready(site.matches, engine.person)
        assert "Bolt" not in (await ada.get("/play/furl")).text
        kept = await ada.get("/engines")
        assert "WEB_URL" in kept.text and f"/engines/{engine.person.id}" in kept.text and "Register" not in words(kept)


async def test_all_engines_of_a_server_can_be_found_page_by_page_and_challenged(site: Visited) -> None:
    ada = await site.visit(ADA)
    for number in range(MOST_ON_SERVER):
        owner = Person((number + 900) << 22, "Owner")
        made, _secret = await engine_actions.register(site.matches, owner, SERVER, f"Bolt {number}", ["furl"])
        await note_ready(site.matches, made.person)
    listed = "".join([(await ada.get(f"/engines{page}")).text for page in ("", "/page/2", "/page/3")])
    form = (await ada.get("/play/furl")).text
    for number in range(MOST_ON_SERVER):
        assert f"Bolt {number} (engine)" in listed and f"Bolt {number} (engine)" in form


async def test_a_form_without_a_game_or_from_a_direct_message_registers_nothing(site: Visited) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN, None)
    refused = await ada.post("/engines/new", **{**shown(await ada.get("/engines/new")), "in.name": "Bolt"})
    assert refused.status == 409 and (await ben.get("/engines/new")).status == 409
    assert not await engine_actions.of_owner(site.matches, ADA.id)


async def test_an_engine_that_is_ready_is_offered_and_asked_to_a_casual_match(site: Visited) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    await _registered(site, ada)
    [engine] = await engine_actions.on_server(site.matches, SERVER)
    assert "Bolt" not in words(await ben.get("/play/furl"))
    await note_ready(site.matches, engine.person)
    assert "Bolt (engine)" in words(await ben.get("/play/furl")) and "Bolt" not in words(await ben.get("/play/fursaz"))
    posted = await ben.post("/play/furl", csrf=await ben.csrf(), **{"in.who": str(engine.person.id)})
    match = await site.matches.load(int(posted.headers["Location"].rpartition("/")[2]))
    assert match.invited == (engine.person,) and not match.terms.is_rated and match.terms.has_limit
    match = await site.matches.join(Actor(engine.person, None), match.id)
    assert "Bolt (engine)" in words(await ben.get(f"/matches/{match.id}"))


async def _rated(site: Visited, first: Person, second: Person) -> int:
    proposal = Proposal(GAMES["furl"], 0, (second,), Seat(0), terms=Terms(3, is_rated=True), by_player=True)
    match = await site.matches.propose(Actor(first, None), DIRECT, proposal)
    match = await site.matches.join(Actor(second, None), match.id)
    while match.to_move is not None:
        move = match.position.legal_moves()[match.ply % len(match.position.legal_moves())]
        match = (await site.matches.play(Actor(match.to_move, None), match.id, move)).match
    return match.id


async def test_matches_among_engines_are_watched_by_anybody_and_make_their_list(site: Visited) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    await _registered(site, ada)
    await _registered(site, ben, "Nut")
    found = [one.person for one in await engine_actions.on_server(site.matches, SERVER)]
    for one in found:
        await note_ready(site.matches, one)
    assert "No engine here has finished" in words(await ben.get("/engines/ratings/furl/1"))
    number = await _rated(site, *found)
    table = words(await ben.get("/engines/ratings/furl/1"))
    assert "Engines · Furl" in table and "Bolt (engine)" in table and "Nut (engine)" in table
    assert "Bolt" not in words(await ben.get("/leaderboard/furl/1"))
    for watcher in (ben, Browser(site)):
        watched = await watcher.get(f"/matches/{number}")
        assert watched.status == 200 and "Bolt (engine)" in words(watched)
