"""Webhooks on the page: how people turn them on and off, and see what becomes of them."""

import re
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.actions import engines as engine_actions
from bot.actions import jobs, tokens, webhooks
from bot.actions import privacy as privacy_actions
from bot.actions.context import Context
from bot.hosting.service import posting_events
from bot.model.jobs import Kind
from bot.model.people import Actor, Person
from bot.model.tokens import Scope, Token
from bot.model.webhooks import MOST_AT_FIRST, Webhook
from tests.bot.api.programs import Client
from tests.bot.queue import stored_jobs
from tests.bot.receiver import Receiver, receiving
from tests.bot.web.test_settings import shown
from tests.bot.web.visiting import ADA, BEN, SERVER, Answer, Browser, Visited, visited, words

pytestmark = pytest.mark.each_database


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as found:
        yield found


@pytest.fixture
async def site(fresh_url: str) -> AsyncIterator[Visited]:
    async with visited(fresh_url) as site:
        yield site


async def _made(site: Visited, person: Person = ADA, scope: Scope = Scope.READ) -> tuple[Token, Client]:
    _token, secret = await tokens.make(site.matches, person, "My *script*", scope, timedelta(days=90))
    [token, *_] = await tokens.of_person(site.matches, person.id)
    return token, Client(site, secret)


async def _turn_on(browser: Browser, token: Token, address: str) -> Answer:
    form = shown(await browser.get(f"/programs/{token.id}/webhook"))
    return await browser.post(f"/programs/{token.id}", **{**form, "in.address": address})


async def _post_all(context: Context, receiver: Receiver) -> None:
    """Do what the bot does with due events."""
    post = posting_events(receiver.connector)
    assert post is not None
    for due in await jobs.due(context, [Kind.WEBHOOK], 9):
        claim = await jobs.claim(context, due)
        assert claim is not None
        found = await webhooks.waiting(context, claim)
        assert isinstance(found, tuple)
        await webhooks.note(context, claim, *found, await post(context, claim, *found))


async def test_a_webhook_is_turned_on_gets_a_signed_event_for_a_move_and_is_turned_off(
    site: Visited, receiver: Receiver
) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    token, client = await _made(site)
    listed = await ada.get("/programs")
    assert f'href="/programs/{token.id}"' in listed.text and "It has no webhook." in words(listed)
    page = await ada.get(f"/programs/{token.id}")
    [key] = re.findall(r"whpk_[A-Za-z0-9+/]{43}=", page.text)
    assert "My *script*" in words(page) and "It's off." in words(page)
    assert (await _turn_on(ada, token, receiver.address)).status == 303
    assert "It's on." in words(await ada.get(f"/programs/{token.id}"))
    assert "127.0.0.1" in words(await ada.get("/programs"))
    await _post_all(site.matches, receiver)
    await site.matches.play(site.actor(ADA), match.id, "a4<c4")
    await _post_all(site.matches, receiver)
    [first, second] = receiver.posted
    assert first.checked(key)["data"]["is_your_turn"] and not second.checked(key)["data"]["is_your_turn"]
    assert second.data == (await client.get("/matches")).body["matches"][0]
    known = (await client.get("/webhook")).body
    assert (known["public_key"], known["address"], known["is_on"]) == (key, receiver.address, True)
    await ada.post(f"/programs/{token.id}", csrf=await ada.csrf(), deed="webhook_end", detail=f"{token.id}")
    await site.matches.play(site.actor(BEN), match.id, "e5<e4")
    await _post_all(site.matches, receiver)
    assert len(receiver.posted) == 2 and (await client.get("/webhook")).body["address"] is None
    assert "It's off." in words(await ada.get(f"/programs/{token.id}"))


@pytest.mark.parametrize(
    "typed", ["", "http://example.com/", "https://127.0.0.1/", "https://user@example.com/", "x" * 600]
)
async def test_an_address_that_cannot_be_posted_to_is_refused_with_the_reason(fresh_url: str, typed: str) -> None:
    async with visited(fresh_url) as site:
        ada = await site.visit(ADA)
        token, _ = await _made(site)
        refused = await _turn_on(ada, token, typed)
        assert refused.status == 409 and "can't post to that address" in words(refused)
        assert (await webhooks.find(site.matches, ADA, token.id)).webhook is None


async def test_a_failure_is_shown_with_its_status_and_when_it_is_tried_again(site: Visited, receiver: Receiver) -> None:
    await site.match()
    ada = await site.visit(ADA)
    token, client = await _made(site)
    await _turn_on(ada, token, receiver.address)
    receiver.status = 503
    await _post_all(site.matches, receiver)
    assert "The last answer was: 503." in words(await ada.get(f"/programs/{token.id}"))
    known = (await client.get("/webhook")).body
    assert (known["failures"], known["status"], known["next_at"]) == (1, 503, "2030-01-01T00:05:00Z")
    receiver.status = 410
    site.clock[0] += timedelta(minutes=5)
    await _post_all(site.matches, receiver)
    assert "the last answer was: 410" in words(await ada.get(f"/programs/{token.id}"))
    assert "410" in words(await ada.get("/programs")) and not (await client.get("/webhook")).body["is_on"]
    receiver.status = 200
    await _turn_on(ada, token, receiver.address)
    await _post_all(site.matches, receiver)
    assert len(receiver.posted) == 3 and "It's on." in words(await ada.get(f"/programs/{token.id}"))


async def test_a_webhook_is_for_its_owner_alone(site: Visited, receiver: Receiver) -> None:
    ben, ada = await site.visit(BEN), await site.visit(ADA)
    token, _ = await _made(site)
    assert (await ben.get(f"/programs/{token.id}")).status == 404
    form = {
        **shown(await ada.get(f"/programs/{token.id}/webhook")),
        "in.address": receiver.address,
        "csrf": await ben.csrf(),
    }
    assert (await ben.post(f"/programs/{token.id}", **form)).status == 409
    assert (await webhooks.find(site.matches, ADA, token.id)).webhook is None
    await _turn_on(ada, token, receiver.address)
    await ben.post(f"/programs/{token.id}", csrf=await ben.csrf(), deed="webhook_end", detail=f"{token.id}")
    assert (await webhooks.find(site.matches, ADA, token.id)).webhook == Webhook(receiver.address)
    for unknown in ("0", "999", "x", "-1", "9" * 30):
        assert (await ada.get(f"/programs/{unknown}")).status == 404


async def test_a_calendar_has_no_webhook(site: Visited) -> None:
    ada = await site.visit(ADA)
    token, _ = await _made(site, scope=Scope.CALENDAR)
    assert f"/programs/{token.id}" not in (await ada.get("/programs")).text
    assert (await ada.get(f"/programs/{token.id}")).status == 404


async def test_the_owner_of_an_engine_turns_its_webhook_on(site: Visited, receiver: Receiver) -> None:
    ada = await site.visit(ADA)
    engine, secret = await engine_actions.register(site.matches, ADA, SERVER, "Bolt", ["furl"])
    [token] = await tokens.of_person(site.matches, engine.person.id)
    assert f'href="/programs/{token.id}"' in (await ada.get(f"/engines/{engine.person.id}")).text
    await _turn_on(ada, token, receiver.address)
    assert [one.webhook_until for one in await engine_actions.on_server(site.matches, SERVER)] == [token.expires_at]
    assert (await Client(site, secret).get("/webhook")).body["address"] == receiver.address
    await engine_actions.renew(site.matches, Actor(ADA, SERVER), engine.person.id)
    assert [one.webhook_until for one in await engine_actions.on_server(site.matches, SERVER)] == [None]


async def test_when_it_is_turned_on_a_limited_number_of_matches_wait(
    site: Visited, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_AT_FIRST == 200
    monkeypatch.setattr(webhooks, "MOST_AT_FIRST", 2)
    for _ in range(3):
        await site.match()
    token, _ = await _made(site)
    await webhooks.turn_on(site.matches, token, receiver.address)
    assert len(await stored_jobs(site.matches.database, Kind.WEBHOOK)) == 2


async def test_two_changes_of_a_webhook_at_once_are_one(site: Visited, receiver: Receiver) -> None:
    from bot.model.refusals import UnknownButton  # noqa: PLC0415

    token, _ = await _made(site)
    await webhooks.turn_on(site.matches, token, receiver.address)
    with pytest.raises(UnknownButton):
        await webhooks.turn_on(site.matches, token, f"{receiver.service}/other")
    assert (await webhooks.find(site.matches, ADA, token.id)).webhook == Webhook(receiver.address)


async def test_an_export_has_the_address_and_no_secret(site: Visited, receiver: Receiver) -> None:
    token, _ = await _made(site)
    await webhooks.turn_on(site.matches, token, receiver.address)
    [file] = [file async for file in privacy_actions.export(site.matches, ADA.id)]
    assert receiver.address in file.data.decode()
    assert await webhooks.secret(site.matches) not in file.data.decode()


async def test_a_change_costs_nothing_where_nobody_has_a_webhook(site: Visited, receiver: Receiver) -> None:
    """The statements of a move are the same as if there were no webhooks, and two more for each that hears of it."""
    from sqlalchemy import Engine, event  # noqa: PLC0415

    match, counted = await site.match(), list[str]()

    def count(_connection: object, _cursor: object, text: str, *_rest: object) -> None:
        counted.append(text)

    event.listen(Engine, "before_cursor_execute", count)
    try:
        await site.matches.play(site.actor(ADA), match.id, "a4<c4")
        without = counted[:]
        token, _ = await _made(site, BEN)
        await webhooks.turn_on(site.matches, token, receiver.address)
        counted.clear()
        await site.matches.play(site.actor(BEN), match.id, "e5<e4")
    finally:
        event.remove(Engine, "before_cursor_execute", count)
    updates = [text for text in without if text.startswith("UPDATE matches")]
    assert len(updates) == 1 and not any("webhook" in text for text in without if text not in updates)
    assert len(counted) == len(without) + 2
