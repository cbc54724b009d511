"""The interface: whose matches it shows, and how programs play in them."""

import asyncio
import random
from dataclasses import replace
from datetime import timedelta

import pytest
from aiohttp import ClientSession

from bot.actions import privacy as privacy_actions
from bot.actions import settings, tokens
from bot.api.core import MOST_BY_TOKEN, PATH
from bot.model.askers import Cost
from bot.model.match import State
from bot.model.tokens import Scope
from tests.bot.allowing import UNLIMITED, allow
from tests.bot.api.programs import MONTH, Client, program
from tests.bot.web.visiting import ADA, BEN, CLEO, SERVER, Visited


async def test_a_program_reads_a_match_and_plays_in_it(site: Visited) -> None:
    match = await site.match()
    ada, ben = await program(site), await program(site, BEN)
    [listed] = (await ada.get("/matches")).body["matches"]
    assert listed["id"] == match.id and listed["is_your_turn"] and listed["players"] == ["Ada", "Ben"]
    before = (await ada.get(f"/matches/{match.id}")).body
    assert before["fen"] == match.position.fen() and before["legal_moves"] == [*match.position.legal_moves()]
    assert before["your_seat"] == 0 and before["turn"] == 0 and before["result"] is None
    after = await ada.post(f"/matches/{match.id}/moves", move="a4<c4", revision=before["revision"])
    assert after.status == 200 and after.body["history"] == ["a4<c4"] and not after.body["is_your_turn"]
    assert (await site.matches.load(match.id)).history.tokens == ("a4<c4",) and site.looked == [match.id]
    theirs = (await ben.get(f"/matches/{match.id}")).body
    assert theirs["is_your_turn"] and theirs["your_seat"] == 1
    [waits] = (await ben.get("/matches")).body["matches"]
    assert waits["is_your_turn"]


@pytest.mark.parametrize("game", ["furl", "playwin"])
async def test_a_whole_match_is_played_by_two_programs_at_random(
    site: Visited, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.api.core.MOST_BY_TOKEN", 10_000)  # they are faster than programs that think
    allow(monkeypatch, UNLIMITED, Cost.REQUEST, Cost.NEARBY)
    lots, match = random.Random(1), await site.match(game)
    players = {0: await program(site), 1: await program(site, BEN)}
    known = (await players[0].get(f"/matches/{match.id}")).body
    while known["state"] == "running":
        move = lots.choice(known["legal_moves"])
        known = (await players[known["turn"]].post(f"/matches/{match.id}/moves", move=move)).body
        assert len(known["history"]) < 2_000
    assert known["turn"] is None and known["legal_moves"] == [] and known["result"]["ending"] == "rules"
    assert sorted(known["result"]["places"]) in ([1, 2], [1, 1])
    [listed] = (await players[0].get("/matches", state="finished")).body["matches"]
    assert listed["id"] == match.id and listed["state"] == "finished"


async def test_what_the_rules_forbid_is_refused_with_a_reason_and_changes_nothing(site: Visited) -> None:
    match = await site.match()
    ada, ben = await program(site), await program(site, BEN)
    refused = [
        await ada.post(f"/matches/{match.id}/moves", move="a1<a1"),
        await ada.post(f"/matches/{match.id}/moves", move="nonsense"),
        await ben.post(f"/matches/{match.id}/moves", move="a4<c4"),
        await ada.post(f"/matches/{match.id}/moves", move="a4<c4", revision=match.revision + 1),
    ]
    assert [one.status for one in refused] == [409] * 4 and all(one.body["says"] for one in refused)
    assert [one.error for one in refused][2:] == ["NotYourTurn", "StaleBoard"]
    assert (await site.matches.load(match.id)).ply == 0


async def test_a_challenge_is_seen_and_answered(site: Visited) -> None:
    match = await site.proposed()
    ben = await program(site, BEN)
    [asked] = (await ben.get("/matches", state="open")).body["matches"]
    assert asked["id"] == match.id
    shown = (await ben.get(f"/matches/{match.id}")).body
    assert shown["state"] == "open" and shown["fen"] is None and shown["legal_moves"] == []
    begun = await ben.post(f"/matches/{match.id}/actions/join")
    assert begun.body["state"] == "running" and begun.body["your_seat"] == 1
    assert (await ben.post(f"/matches/{match.id}/actions/join")).status == 409


async def test_a_match_that_exists_and_is_not_ones_own_looks_like_one_that_does_not_exist(site: Visited) -> None:
    match = await site.match()
    cleo = await program(site, CLEO)
    posted: dict[str, dict[str, str]] = {"/moves": {"move": "a4<c4"}, "/actions/join": {}, "/actions/resign": {}}
    for path in ("", "/actions", *posted):
        body = posted.get(path)
        method = "GET" if body is None else "POST"
        hidden = await cleo.ask(method, f"/matches/{match.id}{path}", json=body)
        missing = await cleo.ask(method, f"/matches/{match.id + 1}{path}", json=body)
        assert (hidden.status, hidden.body) == (missing.status, missing.body) == (404, missing.body)
    assert (await cleo.get("/matches")).body == {"matches": []}


async def test_a_public_match_can_be_read_by_any_program_and_played_only_by_its_players(site: Visited) -> None:
    match = await site.match()
    await settings.settle(site.matches, SERVER, lambda before: replace(before, has_public_pages=True))
    cleo = await program(site, CLEO)
    seen = await cleo.get(f"/matches/{match.id}")
    assert seen.status == 200 and seen.body["your_seat"] is None and not seen.body["is_your_turn"]
    assert (await cleo.post(f"/matches/{match.id}/moves", move="a4<c4")).status in (404, 409)
    assert (await site.matches.load(match.id)).ply == 0


async def test_a_token_that_reads_does_not_play(site: Visited) -> None:
    match = await site.match()
    reader = await program(site, scope=Scope.READ)
    assert (await reader.get(f"/matches/{match.id}")).status == 200
    refused = await reader.post(f"/matches/{match.id}/moves", move="a4<c4")
    assert refused.status == 403 and refused.error == "OutOfScope"
    assert (await site.matches.load(match.id)).ply == 0


async def test_without_a_token_that_lasts_nothing_is_told(site: Visited) -> None:
    match = await site.match()
    ada = await program(site)
    expired = await program(site)
    site.clock[0] += MONTH - timedelta(seconds=1)
    assert (await expired.get("/me")).status == 200
    site.clock[0] += timedelta(seconds=1)
    for client in (expired, ada, Client(site, ""), Client(site, "furlong_" + "x" * 32), Client(site, "x" * 5_000)):
        for path in ("/me", "/matches", f"/matches/{match.id}", "/games"):
            refused = await client.get(path)
            assert refused.status == 401 and refused.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "Bearer "])
@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        'Application/JSON; charset="utf-8"',
        "application/json;charset=utf8",
        "application/json;  charset=utf-8",
        'application/json \t;\tCHARSET="UTF-8" ',
        "application/json;",
    ],
)
async def test_the_words_of_a_request_may_be_written_in_any_usual_way(site: Visited, scheme: str, kind: str) -> None:
    match, ada = await site.match(), await program(site)
    headers = {"Authorization": f"{scheme} {ada.secret}", "Content-Type": kind}
    answer = await ada.ask("POST", f"/matches/{match.id}/moves", headers=headers, data=b'{"move": "a4<c4"}')
    assert answer.status == 200


async def test_what_can_be_read_can_be_asked_for_without_its_body(site: Visited) -> None:
    ada = await program(site)
    async with ClientSession() as session:
        for path, status in (("/me", 200), ("/matches", 200), ("/events", 405)):
            address, headers = f"http://127.0.0.1:{site.port}{PATH}{path}", {"Authorization": f"Bearer {ada.secret}"}
            async with session.head(address, headers=headers) as answer:
                assert answer.status == status and not await answer.read()


async def test_a_session_of_a_browser_is_no_token(site: Visited) -> None:
    ada = await site.visit(ADA)
    assert (await ada.get("/api/v1/me")).status == 401


async def test_a_revoked_token_ends_at_once_and_so_do_those_of_a_person_who_is_forgotten(site: Visited) -> None:
    ada, ben = await program(site), await program(site, BEN)
    [token] = await tokens.of_person(site.matches, ADA.id)
    await tokens.end(site.matches, BEN.id, token.id)  # of another person
    assert (await ada.get("/me")).body["token"] == "My engine"
    await tokens.end(site.matches, ADA.id, token.id)
    assert (await ada.get("/me")).status == 401
    await privacy_actions.forget(site.matches, BEN)
    assert (await ben.get("/me")).status == 401


async def test_a_token_that_ends_while_a_move_is_on_its_way_changes_nothing(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await site.match()
    ada = await program(site)
    held = asyncio.Event()
    known = settings.language_of

    async def language_of(context: object, person_id: int) -> str:
        await tokens.end_all(site.matches, ADA.id)
        held.set()
        return await known(site.matches, person_id)

    monkeypatch.setattr(settings, "language_of", language_of)
    refused = await ada.post(f"/matches/{match.id}/moves", move="a4<c4")
    assert held.is_set() and refused.status == 401
    assert (await site.matches.load(match.id)).ply == 0


async def test_a_token_has_its_own_limit(site: Visited) -> None:
    ada, other = await program(site), await program(site)
    statuses = [(await ada.get("/me")).status for _ in range(MOST_BY_TOKEN + 1)]
    assert statuses == [200] * MOST_BY_TOKEN + [429]
    refused = await ada.get("/me")
    assert refused.error == "TooManyRequests" and refused.headers["Retry-After"] == "10"
    assert (await other.get("/me")).status == 200


@pytest.mark.parametrize(
    ("method", "path", "options", "status"),
    [
        ("GET", "/nothing", {}, 404),
        ("GET", "/matches/x", {}, 404),
        ("GET", "/matches/9999999999", {}, 404),
        ("DELETE", "/matches", {}, 405),
        ("GET", "/matches?state=none", {}, 400),
        ("GET", "/matches?most=0", {}, 400),
        ("GET", "/matches?most=201", {}, 400),
        ("GET", "/matches?other=1", {}, 400),
        ("GET", "/me?other=1", {}, 400),
        ("POST", "/matches/1/moves", {"data": b""}, 415),
        ("POST", "/matches/1/moves", {"data": b"move=a", "headers": {"Content-Type": "text/plain"}}, 415),
        ("POST", "/matches/1/moves", {"data": b"{}", "headers": {"Content-Type": "application/json; charset=l1"}}, 415),
        ("POST", "/matches/1/moves", {"data": b"{", "headers": {"Content-Type": "application/json"}}, 400),
        (
            "POST",
            "/matches/1/moves",
            {"data": b'{"move": "\xff"}', "headers": {"Content-Type": "application/json"}},
            400,
        ),
        ("POST", "/matches/1/moves", {"json": {}}, 400),
        ("POST", "/matches/1/moves", {"json": {"move": 3}}, 400),
        ("POST", "/matches/1/moves", {"json": {"move": ""}}, 400),
        ("POST", "/matches/1/moves", {"json": {"move": "a\0"}}, 400),
        ("POST", "/matches/1/moves", {"json": {"move": "a" * 201}}, 400),
        ("POST", "/matches/1/moves", {"json": {"move": "a", "revision": -1}}, 400),
        ("POST", "/matches/1/moves", {"json": {"move": "a", "more": 1}}, 400),
        ("POST", "/matches/1/moves", {"json": {"move": "a" * 70_000}}, 413),
        ("POST", "/matches/1/actions/dance", {"json": {}}, 404),
        ("POST", "/matches/1/actions/draw", {"json": {"choice": 3}}, 400),
        ("POST", "/matches/1/actions/note", {"json": {"text": "a" * 10_001}}, 400),
        ("POST", "/matches/1/actions/draw", {"json": {"more": 1}}, 400),
        ("DELETE", "/matches/1/actions", {}, 405),
    ],
)
async def test_bad_input_is_answered_in_json(
    site: Visited, method: str, path: str, options: dict[str, object], status: int
) -> None:
    refused = await (await program(site)).ask(method, path, **options)
    assert refused.status == status and set(refused.body) == {"error", "says"}
    assert ("Allow" in refused.headers) == (status == 405)


async def test_the_matches_in_each_state_can_be_listed(site: Visited) -> None:
    await site.match()
    ada = await program(site)
    for state in State:
        found = await ada.get("/matches", state=state.value.replace(" ", "_"))
        assert found.status == 200 and len(found.body["matches"]) == (state is State.RUNNING)


async def test_texts_are_english_whatever_the_owner_speaks_unless_the_program_asks_for_another_language(
    site: Visited,
) -> None:
    match, ada = await site.match(), await program(site)
    await settings.prefer(site.matches, ADA, lambda known: replace(known, language="de"))
    for language, side in (("", "White"), ("de", "Weiß"), ("xx", "White")):
        reply = await ada.ask("GET", f"/matches/{match.id}", headers={"Accept-Language": language})
        assert reply.body["players"][0]["side"] == side
