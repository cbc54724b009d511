"""Challenges by programs: what their owners may do by chat, and the same refusals."""

from typing import Any

import pytest

from bot.actions import people
from bot.api.schema import LARGEST_ID
from bot.model.askers import ALLOWANCES, Cost
from bot.model.challenges import with_character
from bot.model.match import State
from bot.model.people import Membership, Person
from bot.model.refusals.challenges import WrongNumberOfPlayers
from bot.model.tokens import Scope
from players.characters import CHARACTERS
from rules import GAMES
from rules.core import Seat
from tests.bot.allowing import allow
from tests.bot.api.programs import Reply, engine, program
from tests.bot.tables import dump
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Visited, visited

THERE = {"place": {"server": str(SERVER), "channel": str(CHANNEL)}}


async def _challenged(site: Visited, **asked: Any) -> Reply:
    return await (await program(site)).post("/matches", **{"game": "furl", **asked})


async def test_a_person_is_challenged_on_terms_and_answers_by_program(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    asked = {"opponents": [str(BEN.id)], "side": "second", "time": "7 days + 12 hours", "pauses_weekends": True}
    reply = await _challenged(site, **THERE, **asked, is_rated=False)
    assert reply.status == 200 and reply.body["state"] == "open"
    match = await site.matches.load(reply.body["id"])
    assert match.invited == (BEN,) and match.host == ADA and match.host_seat == Seat(1)
    assert (match.place.server_id, match.place.channel_id, match.place.by_player) == (SERVER, CHANNEL, False)
    assert match.terms.bank is not None and match.terms.pauses_weekends and not match.terms.is_rated
    assert site.in_turn == site.looked and site.looked[-1] == match.id, "the channel is told"
    joined = await (await program(site, BEN)).post(f"/matches/{match.id}/actions/join")
    assert joined.body["state"] == "running" and joined.body["your_seat"] == 0


async def test_an_open_challenge_waits_for_anybody(site: Visited) -> None:
    reply = await _challenged(site, **THERE, game="farlander", players=2)
    match = await site.matches.load(reply.body["id"])
    assert match.is_open_challenge and match.seats == 2 and match.terms.is_rated and match.terms.days == 3


async def test_characters_are_played_on_a_server_and_in_direct_messages(site: Visited) -> None:
    there = await _challenged(site, **THERE, character="otter", side="first")
    assert there.body["state"] == "running" and there.body["is_your_turn"]
    assert [player["is_character"] for player in there.body["players"]] == [False, True]
    alone = await _challenged(site, game="farlander", character="mole", players=4)
    match = await site.matches.load(alone.body["id"])
    assert match.place.by_player and match.is_about_to_begin, "it begins once Discord has shown it to its player"
    assert [player.is_character for player in match.players] == [False, True, True, True]


async def test_the_rules_of_the_chat_refuse_and_nothing_is_stored(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    ben = {"opponents": [str(BEN.id)]}
    await people.block(site.matches, CLEO, ADA)
    ada = await program(site)
    before = await dump(site.matches.database)
    asked = {
        "UnknownGame": {**THERE, "game": "chess"},
        "OnlyInServers": ben,
        "OpponentNotHere": {**THERE, "opponents": ["1"]},
        "NotTaking": {**THERE, "opponents": [str(CLEO.id)]},
        "WrongNumberOfPlayers": {**THERE, **ben, "players": 4},
        "NoSeatLeft": {**THERE, **ben, "players": 2, "character": "lynx"},
        "NotDays": {**THERE, **ben, "time": "a blue moon"},
        "RatedWithCharacters": {"character": "lynx", "is_rated": True},
        "RatedWithHints": {**THERE, "is_rated": True, "has_hints": True},
    }
    for error, body in asked.items():
        reply = await ada.post("/matches", **{"game": "furl", **body})
        assert (reply.status, reply.error) == (409, error) and reply.body["says"], error
    for bad in ({"place": {"server": str(SERVER)}}, {**THERE, "opponents": [ADA.id]}, {"side": "third"}):
        assert (await ada.post("/matches", **{"game": "furl", **bad})).status == 400
    site.members.discard((SERVER, ADA.id))
    assert (await ada.post("/matches", game="furl", **THERE)).error == "OnlyInServers"
    assert await dump(site.matches.database) == before


async def test_ids_as_long_as_discords_are_understood_and_longer_ones_are_none(site: Visited) -> None:
    ada, now = await program(site), "1456074443980800002"  # as they are since 2022
    reply = await ada.post("/matches", game="furl", place={"server": now, "channel": now})
    assert (reply.status, reply.error) == (409, "OnlyInServers"), "nobody there"
    reply = await ada.post("/matches", game="furl", opponents=[now], **THERE)
    assert (reply.status, reply.error) == (409, "OpponentNotHere")
    for number in ("9" * 19, "1" * 20, "0", "-1", "1.0"):
        for body in ({"place": {"server": number, "channel": now}}, {**THERE, "opponents": [number]}):
            assert (await ada.post("/matches", game="furl", **body)).status == 400, number


async def test_a_character_can_be_asked_for_by_its_strength(site: Visited) -> None:
    for strength, name in ((1580, "Otter +100"), (0, "Mole"), (4_000, "Lynx"), (950.0, "Hedgehog")):
        reply = await _challenged(site, strength=strength)
        assert reply.status == 200 and name in [one["name"] for one in reply.body["players"]], name
    for wrong in (-1, 4_001, 1.5, "1480"):
        assert (await _challenged(site, strength=wrong)).status == 400
    both = await _challenged(site, strength=1480, character="lynx")
    assert (both.status, both.error) == (409, "CharacterAndStrength")


async def test_a_strength_is_that_in_a_match_of_as_many_as_play(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    for named, name in (([], "Badger +200"), ([str(BEN.id)], "Lynx")):
        reply = await _challenged(site, **THERE, game="farlander", strength=1_310, opponents=named)
        assert reply.status == 200 and name in [one["name"] for one in reply.body["players"]], name


async def test_no_more_characters_are_made_up_than_the_game_has_seats_for(site: Visited) -> None:
    for players in (1_000, LARGEST_ID):
        with pytest.raises(WrongNumberOfPlayers):  # before the seats are filled, one character after the other
            with_character(GAMES["furl"], (), CHARACTERS[0], players)
        reply = await _challenged(site, character="mole", players=players)
        assert (reply.status, reply.error) == (409, "WrongNumberOfPlayers")


async def test_nothing_is_posted_where_the_owner_may_not_write_or_while_they_are_timed_out(fresh_url: str) -> None:
    allowed = set[int]()

    async def may_post(_server: int, channel_id: int, _person: int) -> bool:
        return channel_id in allowed

    async with visited(fresh_url, may_post=may_post) as site:
        assert (await _challenged(site, **THERE)).error == "MayNotPostHere"
        allowed.add(CHANNEL)
        assert (await _challenged(site, **THERE)).status == 200
        site.memberships[ADA.id] = Membership.TIMED_OUT
        assert (await _challenged(site, **THERE)).error == "TimedOut"


async def test_a_token_that_reads_challenges_nobody(site: Visited) -> None:
    reader = await program(site, scope=Scope.READ)
    refused = await reader.post("/matches", game="furl", character="mole")
    assert (refused.status, refused.error) == (403, "OutOfScope")
    assert (await reader.get("/matches", state="open")).body == {"matches": []}


async def test_challenges_have_their_own_limit(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, other = await program(site), await program(site)
    monkeypatch.setattr("bot.actions.challenges.MOST_OPEN", 1_000)
    replies = [
        await ada.post("/matches", game="none", character="mole") for _ in range(ALLOWANCES[Cost.CHALLENGE].account)
    ]
    assert {one.status for one in replies} == {409}
    refused = await other.post("/matches", game="furl", character="mole")
    assert (refused.status, refused.headers["Retry-After"]) == (429, "600")
    assert (await ada.get("/matches", state=State.OPEN.value)).status == 200


async def test_open_challenges_of_others_are_listed_read_and_joined_by_those_who_are_on_the_server(
    site: Visited,
) -> None:
    ben = await program(site, BEN)
    number = (await ben.post("/matches", game="furl", **THERE)).body["id"]
    ada, bolt = await program(site), await engine(site)
    assert (await ada.get("/matches", state="open")).body["matches"] == []
    [seen] = (await ada.get("/matches", server=str(SERVER))).body["matches"]
    assert (seen["id"], seen["is_yours"], seen["players"]) == (number, False, ["Ben"])
    assert "join" in [one["name"] for one in (await ada.get(f"/matches/{number}/actions")).body["actions"]]
    for nobody in (bolt, await program(site, Person(77 << 22, "Dan"))):
        assert (await nobody.get("/matches", server=str(SERVER))).error == "OnlyInServers"
        assert (await nobody.get(f"/matches/{number}")).status == 404
        assert (await nobody.post(f"/matches/{number}/actions/join")).status == 404
    joined = await ada.post(f"/matches/{number}/actions/join")
    assert (joined.status, joined.body["state"]) == (200, "running")
    assert (await ada.get("/matches", server=str(SERVER))).body["matches"] == []


async def test_a_match_that_is_played_again_is_a_challenge(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, 2, Cost.CHALLENGE)
    ada = await program(site)
    number = (await ada.post("/matches", game="furl", character="mole")).body["id"]
    await ada.post(f"/matches/{number}/actions/resign")
    again = [await ada.post(f"/matches/{number}/actions/rematch") for _ in range(2)]
    assert [one.status for one in again] == [409, 429], "refused ones count"
