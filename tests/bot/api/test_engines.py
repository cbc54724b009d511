"""Engines: who can challenge them and whom they can, how they play, and what is kept from them."""

import random
from datetime import timedelta
from typing import Any

import pytest

from bot.actions import engines, privacy, ratings, tokens
from bot.actions.engines import note_ready
from bot.model.engines import MOST_ENGINES, MOST_ON_SERVER, READY_FOR
from bot.model.match import State
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.ratings import Field
from bot.model.refusals.engines import TooManyEngines, TooManyEnginesHere
from bot.model.refusals.guests import NoGuestName
from tests.bot.api.programs import Client, Reply, engine, program
from tests.bot.tables import dump
from tests.bot.web.visiting import ADA, BEN, CHANNEL, SERVER, Visited

pytestmark = pytest.mark.each_database

THERE = {"place": {"server": str(SERVER), "channel": str(CHANNEL)}}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit of requests, because these engines do not think."""
    for limit in ("bot.api.core.MOST_BY_TOKEN", "bot.web.access._MOST_BY_PERSON", "bot.web.access._MOST_BY_ADDRESS"):
        monkeypatch.setattr(limit, 1_000_000)


async def _id(client: Client) -> str:
    name = (await client.get("/me")).body["name"]
    found = (await client.get("/engines")).body["engines"]
    return next(one["id"] for one in found if one["name"] == name)


async def _asked(client: Client, other: Client, **body: Any) -> Reply:
    return await client.post("/matches", **{"game": "furl", "opponents": [await _id(other)], **body})


async def _begun(client: Client, other: Client, **body: Any) -> int:
    number = (await _asked(client, other, **body)).body["id"]
    assert (await other.post(f"/matches/{number}/actions/join")).body["state"] == "running"
    return number


async def _played_out(number: int, *clients: Client, lots: random.Random) -> dict[str, Any]:
    known = (await clients[0].get(f"/matches/{number}")).body
    while known["state"] == "running":
        mover = clients[0] if known["is_your_turn"] else clients[1]
        await mover.post(f"/matches/{number}/moves", move=lots.choice(known["legal_moves"]))
        known = (await clients[0].get(f"/matches/{number}")).body
    return known


async def test_engines_play_each_other_rated_on_a_list_of_their_own(site: Visited) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    assert (await bolt.get("/me")).body["is_engine"]
    number = await _begun(bolt, nut)
    match = await site.matches.load(number)
    assert match.terms.is_rated and match.deadline is not None and match.place.server_id == DIRECT
    known = await _played_out(number, bolt, nut, lots=random.Random(1))
    assert known["result"]["ending"] == "rules" and [one["is_engine"] for one in known["players"]] == [True, True]
    ids = frozenset(one.person.id for one in await engines.on_server(site.matches, SERVER))
    board = await ratings.leaderboard(site.matches, Field(DIRECT, "furl", among=ids), 0, ADA)
    assert {row.person.name for row in board.rows} == {"Bolt", "Nut"}
    assert not (await ratings.leaderboard(site.matches, Field(SERVER, "furl"), 0, ADA)).rows
    assert not (await ratings.leaderboard(site.matches, Field(DIRECT, "furl"), 0, ADA)).rows


async def test_a_person_challenges_an_engine_by_program_to_a_casual_match_in_a_channel(site: Visited) -> None:
    bolt, ben = await engine(site), await program(site, BEN)
    refused = await _asked_by(ben, bolt, is_rated=True)
    assert (refused.status, refused.error) == (409, "RatedAmongEngines")
    reply = await _asked_by(ben, bolt)
    match = await site.matches.load(reply.body["id"])
    assert (
        not match.terms.is_rated and match.terms.days == 3 and match.is_solitary and match.place.channel_id == CHANNEL
    )
    begun = await bolt.post(f"/matches/{match.id}/actions/join")
    assert begun.body["state"] == "running"
    known = await _played_out(match.id, ben, bolt, lots=random.Random(3))
    assert known["result"] is not None and (await site.matches.load(match.id)).ratings == ()


async def _asked_by(client: Client, other: Client, **body: Any) -> Reply:
    return await _asked(client, other, **THERE, **body)


async def test_an_engine_challenges_nobody_but_engines_of_its_server_that_are_ready_and_play_the_game(
    site: Visited,
) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN, "playwin")
    far, _secret = await engines.register(site.matches, BEN, SERVER + 1, "Far", ["furl"])
    await note_ready(site.matches, far.person)
    before = await dump(site.matches.database)
    asked: list[dict[str, Any]] = [{"opponents": [str(one)]} for one in (BEN.id, far.person.id)]
    asked += [{"opponents": []}, {"opponents": [], "character": "mole"}, {"opponents": [], **THERE}]
    for body in asked:
        refused = await bolt.post("/matches", game="furl", **body)
        assert (refused.status, refused.error) == (409, "EnginesPlayEngines"), body
    assert (await _asked(bolt, nut)).error == "EngineDoesNotPlay"
    assert (await _asked(nut, nut)).error == "OpponentIsYou"
    site.clock[0] += READY_FOR
    assert (await _asked(nut, bolt)).error == "EngineNotReady"
    after = await dump(site.matches.database)
    assert after["matches"] == before["matches"] and after["participants"] == before["participants"]


async def test_an_engine_wins_on_time_against_one_that_hangs(site: Visited) -> None:
    bolt, nut, cog = await engine(site), await engine(site, "Nut", BEN), await engine(site, "Cog", BEN)
    hanging, other = await _begun(bolt, nut, time="1 day", side="second"), await _begun(bolt, cog, side="second")
    assert (await nut.post(f"/matches/{hanging}/moves", move="a4<c4")).status == 200
    known = (await bolt.get(f"/matches/{hanging}")).body
    assert (await bolt.post(f"/matches/{hanging}/moves", move=known["legal_moves"][0])).status == 200
    site.clock[0] += timedelta(days=1, minutes=1)
    assert await site.matches.time_out(hanging)
    known = (await bolt.get(f"/matches/{hanging}")).body
    assert known["result"]["ending"] == "time" and known["result"]["places"] == [2, 1]
    assert (await bolt.get(f"/matches/{other}")).body["state"] == "running"


async def test_ten_engines_play_rated_matches_to_the_end(site: Visited) -> None:
    people = [Person((number + 9) << 22, f"Owner {number}") for number in range(10)]
    ten = [await engine(site, f"Bolt {number}", owner) for number, owner in enumerate(people)]
    lots = random.Random(5)
    pairs = [(ten[number], ten[(number + 1) % 10]) for number in range(10)]
    numbers = [await _begun(*pair) for pair in pairs]
    over = [await _played_out(number, *pair, lots=lots) for number, pair in zip(numbers, pairs, strict=True)]
    assert {one["result"]["ending"] for one in over} == {"rules"}
    ids = frozenset(one.person.id for one in await engines.on_server(site.matches, SERVER))
    board = await ratings.leaderboard(site.matches, Field(DIRECT, "furl", among=ids), 0, ADA)
    assert len(board.rows) == 10 and {row.rating.matches for row in board.rows} == {2}


async def test_one_that_floods_or_cheats_again_and_again_has_to_wait_and_the_others_do_not(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    number = await _begun(bolt, nut, side="first")
    monkeypatch.setattr("bot.api.core.MOST_BY_TOKEN", 20)
    statuses = [(await bolt.post(f"/matches/{number}/moves", move="a1<a1")).status for _ in range(40)]
    refused = statuses.index(429)
    assert set(statuses[:refused]) == {409} and set(statuses[refused:]) == {429}
    assert (await nut.get(f"/matches/{number}")).status == 200
    assert (await site.matches.load(number)).ply == 0


async def test_illegal_moves_are_refused_and_nothing_is_stored(site: Visited) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    number = await _begun(bolt, nut, side="first")
    before = await dump(site.matches.database)
    for client, move in ((bolt, "a1<a1"), (bolt, "resign"), (nut, "a4<c4")):
        assert (await client.post(f"/matches/{number}/moves", move=move)).status == 409
    assert await dump(site.matches.database) == before


async def test_an_engine_does_nothing_but_play(site: Visited) -> None:
    bolt, match = await engine(site), await site.match()
    assert (await bolt.get(f"/matches/{match.id}")).status == 404
    for answer in ("join", "leave", "cancel", "decline"):
        assert (await bolt.post(f"/matches/{match.id}/actions/{answer}")).status == 404
    assert (await bolt.get("/calendar/x.ics")).status == 404


async def test_the_engines_of_a_person_and_of_a_server_are_limited(site: Visited) -> None:
    with pytest.raises(NoGuestName):
        await engines.register(site.matches, ADA, SERVER, " ", ["furl"])
    for number in range(MOST_ENGINES):
        await engines.register(site.matches, ADA, SERVER, f"Bolt {number}", ["furl"])
    with pytest.raises(TooManyEngines):
        await engines.register(site.matches, ADA, SERVER + 1, "Bolt", ["furl"])
    others = [Person(BEN.id + number, "Zoe") for number in range(1, MOST_ON_SERVER + 1)]
    for other in others[: MOST_ON_SERVER - MOST_ENGINES]:
        await engines.register(site.matches, other, SERVER, "Nut", ["furl"])
    with pytest.raises(TooManyEnginesHere):
        await engines.register(site.matches, others[-1], SERVER, "Nut", ["furl"])


async def test_engines_are_deleted_with_their_owner_and_their_matches_end(site: Visited) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    number = await _begun(bolt, nut)
    await privacy.forget(site.matches, ADA)
    assert (await bolt.get("/me")).status == 401
    [left] = await engines.on_server(site.matches, SERVER)
    assert left.person.name == "Nut" and not await engines.of_owner(site.matches, ADA.id)
    match = await site.matches.load(number)
    assert match.state is not State.RUNNING and "Bolt" not in {one.name for one in match.people}


async def test_a_new_token_ends_the_one_before(site: Visited) -> None:
    bolt = await engine(site)
    [found] = await engines.of_owner(site.matches, ADA.id)
    _engine, secret = await engines.renew(site.matches, ADA, found.person.id)
    assert (await bolt.get("/me")).status == 401 and (await Client(site, secret).get("/me")).status == 200
    assert not await tokens.of_person(site.matches, ADA.id)
