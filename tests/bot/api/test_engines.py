"""Engines: who can challenge them and whom they can, how they play, and what is kept from them."""

import logging
import random
from collections.abc import Collection
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import select, update

from bot.actions import departures, ratings, tokens
from bot.actions import engines as engine_actions
from bot.actions import privacy as privacy_actions
from bot.actions.engines import note_ready
from bot.model.askers import Cost
from bot.model.engines import MOST_ENGINES, MOST_ON_SERVER, READY_FOR
from bot.model.match import State
from bot.model.people import Actor, Membership, Person
from bot.model.place import DIRECT
from bot.model.ratings import Field
from bot.model.refusals.matches import UnknownMatch
from bot.model.refusals.people import NoGuestName, NotNow
from bot.model.refusals.programs import TooManyEngines, TooManyEnginesHere
from bot.store import ratings as rating_store
from bot.store.engine.schema.people import engines as stored_engines
from bot.store.engine.schema.people import rating_changes
from tests.bot.allowing import UNLIMITED, allow
from tests.bot.api.programs import Client, Reply, engine, program
from tests.bot.tables import dump
from tests.bot.web.visiting import ADA, BEN, CHANNEL, SERVER, Visited

pytestmark = pytest.mark.each_database

THERE = {"place": {"server": str(SERVER), "channel": str(CHANNEL)}}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit of requests, because these engines do not think."""
    monkeypatch.setattr("bot.api.core.MOST_BY_TOKEN", UNLIMITED)
    allow(monkeypatch, UNLIMITED, Cost.REQUEST, Cost.NEARBY)


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
    ids = frozenset(one.person.id for one in await engine_actions.on_server(site.matches, SERVER))
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
    far, _secret = await engine_actions.register(site.matches, BEN, SERVER + 1, "Far", ["furl"])
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


async def test_engines_play_rated_matches_to_the_end(site: Visited) -> None:
    people = [Person((number + 9) << 22, f"Owner {number}") for number in range(4)]
    four = [await engine(site, f"Bolt {number}", owner) for number, owner in enumerate(people)]
    lots = random.Random(5)
    pairs = [(four[number], four[(number + 1) % 4]) for number in range(4)]
    numbers = [await _begun(*pair) for pair in pairs]
    over = [await _played_out(number, *pair, lots=lots) for number, pair in zip(numbers, pairs, strict=True)]
    assert {one["result"]["ending"] for one in over} == {"rules"}
    ids = frozenset(one.person.id for one in await engine_actions.on_server(site.matches, SERVER))
    board = await ratings.leaderboard(site.matches, Field(DIRECT, "furl", among=ids), 0, ADA)
    assert len(board.rows) == 4 and {row.rating.matches for row in board.rows} == {2}


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
        await engine_actions.register(site.matches, ADA, SERVER, " ", ["furl"])
    for number in range(MOST_ENGINES):
        await engine_actions.register(site.matches, ADA, SERVER, f"Bolt {number}", ["furl"])
    with pytest.raises(TooManyEngines):
        await engine_actions.register(site.matches, ADA, SERVER + 1, "Bolt", ["furl"])
    others = [Person(BEN.id + number, "Zoe") for number in range(1, MOST_ON_SERVER + 1)]
    for other in others[: MOST_ON_SERVER - MOST_ENGINES]:
        await engine_actions.register(site.matches, other, SERVER, "Nut", ["furl"])
    with pytest.raises(TooManyEnginesHere):
        await engine_actions.register(site.matches, others[-1], SERVER, "Nut", ["furl"])


async def test_engines_whose_owners_have_left_make_room_on_a_full_server(site: Visited) -> None:
    owners = [Person(BEN.id + number, "Zoe") for number in range(MOST_ON_SERVER + 1)]
    for owner in owners[:-1]:
        await engine_actions.register(site.matches, owner, SERVER, f"Nut {owner.id}", ["furl"])
    gone = owners[0]

    async def left(_server_id: int, person_ids: Collection[int]) -> Collection[int]:
        return {gone.id} & {*person_ids}

    site.matches.left = left
    new, _secret = await engine_actions.register(site.matches, owners[-1], SERVER, "Bolt", ["furl"])
    there = await engine_actions.on_server(site.matches, SERVER)
    assert new in there and len(there) == MOST_ON_SERVER and gone not in {engine.owner for engine in there}
    with pytest.raises(TooManyEnginesHere):
        await engine_actions.register(site.matches, ADA, SERVER, "Bolt", ["furl"])
    again, _secret = await engine_actions.register(site.matches, gone, SERVER + 1, "Nut again", ["furl"])
    assert again.person.id not in {engine.person.id for engine in there}, "it goes on from its results elsewhere"


async def test_no_ban_ends_the_match_of_an_engine_though_the_server_is_full(
    site: Visited, caplog: pytest.LogCaptureFixture
) -> None:
    """A manager would win by banning the owner of the engine that they play: they end such matches by what is recorded."""
    caplog.set_level(logging.INFO, "bot.actions.engines")
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    others = [Person(BEN.id + number, "Zoe") for number in range(1, MOST_ON_SERVER)]
    for other in others[:-1]:
        await engine_actions.register(site.matches, other, SERVER, "Cog", ["furl"])
    number, asked = await _begun(bolt, nut, is_rated=True), (await _asked(bolt, nut)).body["id"]
    nut_id = next(one.person.id for one in await engine_actions.of_owner(site.matches, BEN.id))
    site.matches.left = AsyncMock(return_value=frozenset({BEN.id}))
    ends: dict[int, State] = {}
    for match_id in (number, asked):
        with pytest.raises(TooManyEnginesHere):
            await engine_actions.register(site.matches, others[-1], SERVER, "Bolt", ["furl"])
        ends[match_id] = (await site.matches.load(match_id)).state
        await nut.post(f"/matches/{match_id}/actions/{'resign' if match_id == number else 'decline'}")
    assert ends == {number: State.RUNNING, asked: State.OPEN} and not caplog.records
    await engine_actions.register(site.matches, others[-1], SERVER, "Bolt", ["furl"])
    assert [one.server_id for one in await engine_actions.of_owner(site.matches, BEN.id)] == [DIRECT]
    assert [record.getMessage() for record in caplog.records] == [
        f"engine {nut_id}, whose owner has left server {SERVER}, makes room for another one there"
    ]


async def test_engines_are_deleted_with_their_owner_and_their_matches_end(site: Visited) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    number = await _begun(bolt, nut)
    await privacy_actions.forget(site.matches, ADA)
    assert (await bolt.get("/me")).status == 401
    [left] = await engine_actions.on_server(site.matches, SERVER)
    assert left.person.name == "Nut" and not await engine_actions.of_owner(site.matches, ADA.id)
    match = await site.matches.load(number)
    assert match.state is not State.RUNNING and "Bolt" not in {one.name for one in match.people}


async def test_a_new_token_ends_the_one_before(site: Visited) -> None:
    bolt = await engine(site)
    [found] = await engine_actions.of_owner(site.matches, ADA.id)
    _engine, secret = await engine_actions.renew(site.matches, Actor(ADA, None), found.person.id)
    assert (await bolt.get("/me")).status == 401 and (await Client(site, secret).get("/me")).status == 200
    assert not await tokens.of_person(site.matches, ADA.id)


async def test_engines_of_one_owner_play_each_other_for_nothing(site: Visited) -> None:
    """Ada's engines lose to each other as often as she likes, and their ratings stay as they are."""
    bolt, nut, other = await engine(site), await engine(site, "Nut"), await engine(site, "Cog", BEN)
    assert (await _asked(bolt, nut, is_rated=True)).error == "RatedWithinOwner"
    number = await _begun(bolt, nut)
    assert not (await site.matches.load(number)).terms.is_rated
    assert (await nut.post(f"/matches/{number}/actions/resign")).status == 200
    again = (await bolt.post(f"/matches/{number}/actions/rematch")).body
    assert again["state"] == "finished" and (await site.matches.load(await _begun(bolt, other))).terms.is_rated


async def test_a_rated_rematch_of_engines_that_have_one_owner_does_not_begin(site: Visited) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    number = await _begun(bolt, nut)
    await _played_out(number, bolt, nut, lots=random.Random(1))
    async with site.matches.database.write() as connection:
        await connection.execute(update(stored_engines).values(owner_id=ADA.id))
    assert (await bolt.post(f"/matches/{number}/actions/rematch")).status == 200
    offer = next(one for one in (await nut.get(f"/matches/{number}")).body["offers"])
    refused = await nut.post(f"/matches/{number}/actions/accept_offer", choice=str(offer["id"]))
    assert refused.error == "RatedWithinOwner"


async def test_an_engine_that_is_removed_and_registered_again_goes_on_from_its_ratings(site: Visited) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    await _played_out(await _begun(bolt, nut), bolt, nut, lots=random.Random(1))
    running = await _begun(bolt, nut)
    ids = {one.person.name: one.person.id for one in await engine_actions.on_server(site.matches, SERVER)}
    async with site.matches.database.read() as connection:
        before = await rating_store.ratings_by_pool(connection, DIRECT, ids["Nut"])
    for number in range(MOST_ENGINES + 2):
        await engine_actions.remove(site.matches, Actor(BEN, None), ids["Nut"])
        assert [one.person.name for one in await engine_actions.on_server(site.matches, SERVER)] == ["Bolt"]
        thrown_away, _secret = await engine_actions.register(
            site.matches, BEN, SERVER + 1, f"New {number}", ["playwin"]
        )
        assert thrown_away.person.id == ids["Nut"]
    assert (await nut.get("/me")).status == 401 and (await site.matches.load(running)).state is State.FINISHED
    async with site.matches.database.read() as connection:
        after = await rating_store.ratings_by_pool(connection, DIRECT, ids["Nut"])
    assert before.keys() == after.keys() and all(after[pool].matches >= before[pool].matches > 0 for pool in before)
    second, _secret = await engine_actions.register(site.matches, BEN, SERVER, "Nut", ["furl"])
    assert second.person.id != ids["Nut"], "an engine beside the first is another one"
    for removed in (second.person.id, ids["Nut"]):
        await engine_actions.remove(site.matches, Actor(BEN, None), removed)
    named, _secret = await engine_actions.register(site.matches, BEN, SERVER, "Nut", ["furl"])
    assert named.person == second.person, "the one that had the name goes on"
    await privacy_actions.forget(site.matches, BEN)
    assert not await engine_actions.of_owner(site.matches, BEN.id)


async def test_no_rematch_begins_with_an_engine_that_was_removed_or_whose_owner_was_banned(site: Visited) -> None:
    bolt, ada = await engine(site, "Bolt", BEN), await program(site)
    number = (await _asked_by(ada, bolt)).body["id"]
    await bolt.post(f"/matches/{number}/actions/join")
    await ada.post(f"/matches/{number}/actions/resign")
    site.memberships[BEN.id] = Membership.GONE
    assert (await ada.post(f"/matches/{number}/actions/rematch")).error == "OwnerHasLeft"
    site.memberships[BEN.id] = Membership.MEMBER
    [one] = await engine_actions.on_server(site.matches, SERVER)
    await engine_actions.remove(site.matches, Actor(BEN, None), one.person.id)
    assert (await ada.post(f"/matches/{number}/actions/rematch")).error == "EngineNotReady"


async def test_an_engine_begins_nothing_once_its_owner_was_banned_or_has_left_and_plays_on(site: Visited) -> None:
    bolt, nut, ada, zoe = await engine(site), await engine(site, "Nut", BEN), await program(site), await program(site)
    number, asked = await _begun(bolt, nut), (await _asked(bolt, nut)).body["id"]
    nut_id = await _id(nut)

    async def left(server_id: int, person_ids: Collection[int]) -> Collection[int]:
        assert server_id == SERVER
        return {BEN.id} & {*person_ids}

    site.matches.left, site.memberships[BEN.id] = left, Membership.GONE
    assert (await nut.post(f"/matches/{asked}/actions/join")).error == "OwnerHasLeft"
    assert (await nut.post("/matches", game="furl", opponents=[nut_id])).error == "EnginesPlayEngines"
    assert (await bolt.post("/matches", game="furl", opponents=[nut_id])).error == "EnginesPlayEngines"
    refused = await ada.post("/matches", game="furl", opponents=[nut_id], **THERE)
    assert refused.error == "OpponentNotHere"
    assert [one["name"] for one in (await zoe.get("/engines", server=str(SERVER))).body["engines"]] == ["Bolt"]
    known = (await nut.get(f"/matches/{number}")).body
    if not known["is_your_turn"]:
        known = (await bolt.post(f"/matches/{number}/moves", move=known["legal_moves"][0])).body
    assert (await nut.post(f"/matches/{number}/moves", move=known["legal_moves"][0])).status == 200
    assert (await nut.post(f"/matches/{number}/actions/draw")).status == 200
    assert (await nut.post(f"/matches/{number}/actions/resign")).status == 200


async def test_where_discord_does_not_say_who_is_there_an_engine_begins_nothing_and_loses_no_move(
    site: Visited,
) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    number, asked = await _begun(bolt, nut), (await _asked(bolt, nut)).body["id"]
    known = (await bolt.get(f"/matches/{number}")).body
    mover = bolt if known["is_your_turn"] else nut
    site.matches.membership = AsyncMock(side_effect=NotNow)
    assert (await mover.post(f"/matches/{number}/moves", move=known["legal_moves"][0])).status == 200
    assert (await nut.post(f"/matches/{asked}/actions/join")).error == "NotNow"


async def test_the_engine_of_an_owner_who_is_timed_out_plays_on_and_begins_nothing(site: Visited) -> None:
    bolt, nut = await engine(site), await engine(site, "Nut", BEN)
    number, asked = await _begun(bolt, nut), (await _asked(bolt, nut)).body["id"]
    site.memberships[BEN.id] = Membership.TIMED_OUT
    assert (await nut.post(f"/matches/{asked}/actions/join")).error == "TimedOut"
    assert (await nut.post("/matches", game="furl", opponents=[await _id(bolt)])).error == "TimedOut"
    known = (await bolt.get(f"/matches/{number}")).body
    for mover in (bolt, nut) if known["is_your_turn"] else (nut, bolt):
        known = (await mover.get(f"/matches/{number}")).body
        assert (await mover.post(f"/matches/{number}/moves", move=known["legal_moves"][0])).status == 200


@pytest.mark.parametrize("names", [("Aaa", "Zzz"), ("Zzz", "Aaa")])
async def test_no_engine_wins_a_rated_match_because_the_bot_has_left_their_server(
    site: Visited, names: tuple[str, str]
) -> None:
    first, second = await engine(site, names[0]), await engine(site, names[1], BEN)
    played, waiting = await _begun(first, second), (await _asked(first, second)).body["id"]
    over, lots = await _begun(second, first), random.Random(2)
    for number in [over, played] * 10:
        match = await site.matches.load(number)
        assert match.to_move is not None
        move = lots.choice(match.position.legal_moves())
        await site.matches.play(Actor(match.to_move, None), number, move)
    assert (await second.post(f"/matches/{over}/actions/resign")).status == 200
    changes = await _rated(site)
    await departures.leave(site.matches, SERVER)
    site.clock[0] += departures.KEPT + timedelta(days=1)
    await departures.delete(site.matches, [1])
    for number in (played, waiting):
        with pytest.raises(UnknownMatch):
            await site.matches.load(number)
    assert await _rated(site) == changes and (await site.matches.load(over)).state is State.FINISHED


async def _rated(site: Visited) -> set[tuple[int, float]]:
    """How the ratings of engines changed, by the number of the match."""
    async with site.matches.database.read() as connection:
        return {(row.match_id, row.mu) for row in await connection.execute(select(rating_changes))}
