"""What programs do in a match besides moving: all that its screens offer people, and the same refusals."""

from typing import Any

from bot.actions import engines as engine_actions
from bot.api.actions import NAMES
from bot.model.askers import ALLOWANCES, Cost
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.tokens import Scope
from bot.screens import more
from rules import GAMES
from rules.core import Seat
from tests.bot.api.programs import Client, engine, program
from tests.bot.tables import dump
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Visited

THERE = {"place": {"server": str(SERVER), "channel": str(CHANNEL)}}


async def _listed(client: Client, number: int) -> list[dict[str, Any]]:
    reply = await client.get(f"/matches/{number}/actions")
    assert reply.status == 200, reply.body
    return reply.body["actions"]


async def _names(client: Client, number: int) -> set[str]:
    return {one["name"] for one in await _listed(client, number)}


async def _done(client: Client, number: int, name: str, **body: Any) -> dict[str, Any]:
    reply = await client.post(f"/matches/{number}/actions/{name}", **body)
    assert reply.status == 200, reply.body
    return reply.body


async def _timed(site: Visited) -> Match:
    """A running match with three days for a move, in which Ada is to move."""
    proposal = Proposal(GAMES["furl"], CHANNEL, (BEN,), Seat(0), terms=Terms(3))
    proposed = await site.matches.propose(Actor(ADA, SERVER), SERVER, proposal)
    return await site.matches.join(Actor(BEN, SERVER), proposed.id)


async def _moved(match: Match, *clients: Client) -> None:
    """Let both sides move once."""
    for _ in range(2):
        known = (await clients[0].get(f"/matches/{match.id}")).body
        mover: int = known["turn"]
        await clients[mover].post(f"/matches/{match.id}/moves", move=known["legal_moves"][0])


def test_every_option_behind_more_is_an_action_or_left_to_people_on_purpose() -> None:
    shows = {"log", "replay", "rules", "try", "review", "verify", "dice"}
    for_people = {
        "hint",
        "vote_now",
        "follow_match",
        "report",
    }  # a program that asks for hints plays as Furlong, those who vote are in a channel, and a report is one's own word
    assert {entry.act.name for entry in more.OPTIONS} - shows - for_people <= set(NAMES)
    assert not (shows | for_people) & set(NAMES)


async def test_what_is_listed_can_be_done_and_nothing_else(site: Visited) -> None:
    match = await _timed(site)
    ada, ben, cleo = await program(site), await program(site, BEN), await program(site, CLEO)
    await _moved(match, ada, ben)
    assert await _names(ada, match.id) == {"plan", "note", "draw", "takeback", "time", "pause", "handover", "resign"}
    assert [one["choice"] for one in await _listed(ada, match.id) if one["name"] == "pause"] == ["3", "7", "14", "30"]
    assert all(one["label"] for one in await _listed(ada, match.id))
    assert (await cleo.get(f"/matches/{match.id}/actions")).status == 404
    before = await dump(site.matches.database)
    for name, error in {"rematch": "NoRematchYet", "resume": "NotPaused", "call_off": "NotAbandoned"}.items():
        refused = await ada.post(f"/matches/{match.id}/actions/{name}")
        assert (refused.status, refused.error) == (409, error)
    for name, body in {"pause": {}, "handover": {"choice": "wolf"}, "accept_offer": {"choice": "7"}}.items():
        assert (await ada.post(f"/matches/{match.id}/actions/{name}", **body)).status == 409, name
    assert await dump(site.matches.database) == before


async def test_a_draw_is_offered_seen_and_agreed_to(site: Visited) -> None:
    match = await site.match()
    ada, ben = await program(site), await program(site, BEN)
    offered = await _done(ada, match.id, "draw")
    [offer] = offered["offers"]
    assert offer["kind"] == "draw" and offer["by"] == "Ada" and offer["is_yours"] and not offer["asks_you"]
    assert "draw" not in await _names(ada, match.id) and site.looked[-1] == match.id
    [listed] = (await ben.get("/matches")).body["matches"]
    assert listed["open_offers"] == 1
    answers = [one for one in await _listed(ben, match.id) if one["choice"] == str(offer["id"])]
    assert [one["name"] for one in answers] == ["accept_offer", "decline_offer"] and "Ada" in answers[0]["says"]
    agreed = await _done(ben, match.id, "accept_offer", choice=str(offer["id"]))
    assert agreed["state"] == "finished" and agreed["result"]["ending"] == "agreed" and agreed["offers"] == []
    assert site.in_turn == site.looked, "nobody waits to see it"


async def test_whoever_offers_what_is_offered_to_them_accepts_it(site: Visited) -> None:
    match = await site.match()
    await _done(await program(site), match.id, "draw")
    assert (await _done(await program(site, BEN), match.id, "draw"))["result"]["ending"] == "agreed"


async def test_an_offer_is_declined(site: Visited) -> None:
    match = await site.match()
    ada, ben = await program(site), await program(site, BEN)
    [offer] = (await _done(ada, match.id, "draw"))["offers"]
    refused = await ada.post(f"/matches/{match.id}/actions/accept_offer", choice=str(offer["id"]))
    assert (refused.status, refused.error) == (409, "OfferForOthers")
    assert (await _done(ben, match.id, "decline_offer", choice=str(offer["id"])))["offers"] == []
    assert (await ada.post(f"/matches/{match.id}/actions/draw")).error == "RefusedBefore"


async def test_a_match_is_paused_by_agreement_and_resumed(site: Visited) -> None:
    match = await _timed(site)
    ada, ben = await program(site), await program(site, BEN)
    [offer] = (await _done(ada, match.id, "pause", choice="14"))["offers"]
    assert offer["kind"] == "pause" and offer["until"].startswith("2030-01-15")
    paused = await _done(ben, match.id, "accept_offer", choice=str(offer["id"]))
    assert paused["paused_until"] == offer["until"] and paused["deadline"] is None
    assert "resume" in await _names(ada, match.id) and "pause" not in await _names(ada, match.id)
    resumed = await _done(ben, match.id, "resume")
    assert resumed["paused_until"] is None and resumed["deadline"] is not None


async def test_a_move_is_taken_back_by_agreement_or_as_a_term_at_once(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada, ben = await program(site), await program(site, BEN)
    asked = {"game": "furl", "opponents": [str(BEN.id)], "side": "first", **THERE}
    refused = await ada.post("/matches", **asked, grants_takebacks=True, is_rated=True)
    assert (refused.status, refused.error) == (409, "RatedWithTakebacks")
    for granted in (False, True):
        number = (await ada.post("/matches", **asked, grants_takebacks=granted)).body["id"]
        begun = await _done(ben, number, "join")
        assert begun["terms"]["grants_takebacks"] is granted and begun["terms"]["is_rated"] is not granted
        moved = (await ada.post(f"/matches/{number}/moves", move="a4<c4")).body
        after = await _done(ada, number, "takeback", revision=moved["revision"])
        assert after["history"] == ([] if granted else ["a4<c4"]) and len(after["offers"]) == (not granted)


async def test_an_action_about_a_move_is_refused_once_there_is_a_newer_one(site: Visited) -> None:
    match = await site.match()
    ada, ben = await program(site), await program(site, BEN)
    await _moved(match, ada, ben)
    for name in ("draw", "takeback"):
        refused = await ada.post(f"/matches/{match.id}/actions/{name}", revision=match.revision)
        assert (refused.status, refused.error) == (409, "StaleBoard"), name
    assert not (await site.matches.load(match.id)).offers


async def test_a_match_is_resigned_and_played_again(site: Visited) -> None:
    match = await site.match()
    ada, ben = await program(site), await program(site, BEN)
    assert (await _done(ada, match.id, "resign"))["result"]["ending"] == "resigned"
    assert await _names(ben, match.id) == {"note", "rematch"}
    [offer] = (await _done(ben, match.id, "rematch"))["offers"]
    agreed = await _done(ada, match.id, "accept_offer", choice=str(offer["id"]))
    again = await site.matches.load(agreed["rematch"])
    assert again.state is State.RUNNING and again.players == (BEN, ADA)
    assert "rematch" not in await _names(ada, match.id)


async def test_time_is_given_and_a_character_plays_on(site: Visited) -> None:
    match = await _timed(site)
    ada, ben = await program(site), await program(site, BEN)
    before = (await ada.get(f"/matches/{match.id}")).body["deadline"]
    assert (await _done(ben, match.id, "time"))["deadline"] > before
    [offer] = (await _done(ada, match.id, "handover", choice="otter"))["offers"]
    assert offer["kind"] == "handover"
    handed = await _done(ben, match.id, "accept_offer", choice=str(offer["id"]))
    assert [one["is_character"] for one in handed["players"]] == [True, False]


async def test_plans_and_notes_are_kept_and_read_by_their_author_alone(site: Visited) -> None:
    match = await site.match()
    ada, ben = await program(site), await program(site, BEN)
    await _done(ada, match.id, "note", text="Mind the fox")
    await _done(ben, match.id, "plan", text="after a4<c4: e1<e2")
    noted = {one["name"]: one for one in await _listed(ada, match.id) if one["text"] is not None}
    assert noted.keys() == {"plan", "note"} and noted["note"]["text"] == "Mind the fox"
    assert "Mind the fox" not in str(await _listed(ben, match.id))
    [planned] = [one for one in await _listed(ben, match.id) if one["name"] == "plan"]
    assert "e1" in planned["text"] and noted["plan"]["text"] == ""
    await _done(ben, match.id, "plan", text="")
    assert not (await site.matches.load(match.id)).plans and site.in_turn == site.looked
    refused = await ada.post(f"/matches/{match.id}/actions/plan", text="nonsense")
    assert (refused.status, refused.error) == (409, "PlanRefused")


async def test_an_open_challenge_is_joined_left_started_and_filled(site: Visited) -> None:
    host, guest = await program(site, CLEO), await program(site, BEN)
    number = (await host.post("/matches", game="farlander", **THERE, least_reliability=80)).body["id"]
    assert (await site.matches.load(number)).least_reliability == 80
    assert await _names(host, number) == {"cancel", "fill"}
    assert await _names(guest, number) == {"join"}, "he is on its server"
    assert (await (await program(site, Person(77 << 22, "Dan"))).get(f"/matches/{number}")).status == 404
    await site.matches.join(Actor(BEN, SERVER), number)
    assert await _names(guest, number) == {"leave"} and await _names(host, number) == {"start", "cancel", "fill"}
    filled = {one["choice"] for one in await _listed(host, number) if one["name"] == "fill"}
    assert filled == {"mole", "hedgehog", "otter", "badger", "lynx"}
    assert (await host.post(f"/matches/{number}/actions/fill", choice="wolf")).error == "UnknownLevel"
    await _done(host, number, "start")
    assert (await site.matches.load(number)).is_about_to_begin, "its dice are sealed in a message first"
    number = (await host.post("/matches", game="furl", **THERE)).body["id"]
    assert (await _done(host, number, "fill", choice="lynx"))["players"][0] is not None
    assert (await site.matches.load(number)).has_characters


async def test_engines_decide_themselves_what_other_engines_offer(site: Visited) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    [_own, other] = (await bolt.get("/engines")).body["engines"]
    number = (await bolt.post("/matches", game="furl", opponents=[other["id"]], side="first")).body["id"]
    await _done(nut, number, "join")
    match = await site.matches.load(number)
    await _moved(match, bolt, nut)
    for name, body in {"takeback": {}, "time": {}, "pause": {"choice": "7"}, "draw": {}}.items():
        offered = await _done(bolt, number, name, **body)
        [offer] = [one for one in offered["offers"] if one["kind"] == name]
        assert len(offered["history"]) == 2 and offered["paused_until"] is None, "nobody has agreed yet"
        assert (await _done(nut, number, "decline_offer", choice=str(offer["id"])))["offers"] == []
    assert (await bolt.post(f"/matches/{number}/actions/handover", choice="lynx")).status in (200, 409)
    assert not (await site.matches.load(number)).has_characters


async def test_an_engine_agrees_to_what_a_person_asks_and_asks_a_person_in_turn(site: Visited) -> None:
    bolt, ben = await engine(site), await program(site, BEN)
    [found] = (await ben.get("/engines", server=str(SERVER))).body["engines"]
    number = (await ben.post("/matches", game="furl", opponents=[found["id"]], side="first", **THERE)).body["id"]
    await _done(bolt, number, "join")
    await _moved(await site.matches.load(number), ben, bolt)
    assert (await _done(ben, number, "takeback"))["history"] == []
    assert (await _done(ben, number, "draw"))["offers"] == [], "it agrees to no draw"
    [offer] = (await _done(bolt, number, "draw"))["offers"]
    assert offer["by"] == found["name"]
    assert (await _done(ben, number, "accept_offer", choice=str(offer["id"])))["state"] == "finished"
    assert "rematch" not in await _names(bolt, number), "it may not post in the channel"
    assert (await bolt.post(f"/matches/{number}/actions/rematch")).error == "MayNotPostHere"
    assert await _names(ben, number) == {"note", "rematch"}


async def test_people_find_the_engines_of_a_server_on_which_they_are(site: Visited) -> None:
    await engine_actions.register(site.matches, ADA, SERVER, "Bolt", ["furl"])
    ben = await program(site, BEN)
    assert [one["name"] for one in (await ben.get("/engines", server=str(SERVER))).body["engines"]] == ["Bolt"]
    for asked in ({}, {"server": str(SERVER + 1)}):
        refused = await ben.get("/engines", **asked)
        assert (refused.status, refused.error) == (409, "OnlyInServers"), asked


async def test_a_token_that_reads_lists_actions_and_does_none(site: Visited) -> None:
    match = await site.match()
    reader = await program(site, scope=Scope.READ)
    assert "resign" in await _names(reader, match.id)
    assert (await reader.post(f"/matches/{match.id}/actions/resign")).error == "OutOfScope"
    assert (await site.matches.load(match.id)).state is State.RUNNING


async def test_actions_have_their_own_limit(site: Visited) -> None:
    match = await site.match()
    ada, other = await program(site), await program(site)
    statuses = [
        (await ada.post(f"/matches/{match.id}/actions/accept_offer")).status
        for _ in range(ALLOWANCES[Cost.ACTION].account)
    ]
    assert set(statuses) == {409}
    assert (await other.post(f"/matches/{match.id}/actions/draw")).status == 429
    assert (await ada.get(f"/matches/{match.id}/actions")).status == 200
