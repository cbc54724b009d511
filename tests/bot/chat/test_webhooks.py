"""Events that are posted to a receiver on this machine, signed, once each, until it fails for a day."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from aiohttp import web

from bot.actions import engines as engine_actions
from bot.actions import jobs, tokens, webhooks
from bot.actions import privacy as privacy_actions
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, WEBHOOKS
from bot.chat.webhooks import post
from bot.hosting.service import posting_events
from bot.model.jobs import Kind
from bot.model.people import Person
from bot.model.refusals import UnknownButton
from bot.model.refusals.matches import GameIsAway
from bot.model.tokens import Scope, Token
from bot.model.webhooks import WAITS, Webhook
from bot.outside import requests
from bot.outside.webhooks import public_key
from bot.store import webhooks as store
from tests.bot.chat.delivery.correspondents import DAY, HOUR, begin, close_direct_messages, likes, slow_bot
from tests.bot.matches import Matches
from tests.bot.queue import stored_jobs
from tests.bot.receiver import Receiver, receiving
from tests.bot.tables import all_games
from tests.bot.world import World

_YEAR = timedelta(days=365)


@pytest.fixture
def simcord_bot(fresh_file: Path) -> discord.Client:
    return slow_bot(fresh_file, shows=1_000 * DAY, tends=2_000 * DAY)


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as found:
        yield found


async def _token(world: World, person: Person | None = None) -> Token:
    person = person or world.actor(world.ben).person
    await tokens.make(world.matches, person, "My script", Scope.READ, _YEAR)
    return (await tokens.of_person(world.matches, person.id))[0]


async def _hook(world: World, receiver: Receiver, person: Person | None = None) -> Token:
    """A token of Ben's with a webhook, and a bot that posts."""
    await world.restart(post_event=posting_events(receiver.connector))
    token = await _token(world, person)
    await webhooks.turn_on(world.matches, token, receiver.address)
    return await webhooks.find(world.matches, token.person, token.id)


async def _again(world: World, token: Token) -> Token:
    return await webhooks.find(world.matches, token.person, token.id)


async def _posted(world: World) -> None:
    await world.bot.delivery.deliver_due(WEBHOOKS)


async def _waiting(world: World) -> int:
    return len(await stored_jobs(world.matches.database, Kind.WEBHOOK))


async def _key(world: World, token: Token) -> str:
    return public_key(await webhooks.secret(world.matches), token.id)


async def test_a_match_is_posted_when_it_changes_and_ends_signed_with_the_key_of_its_token(
    world: World, receiver: Receiver
) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    await _posted(world)
    [first] = receiver.posted
    found = first.checked(await _key(world, token))
    assert found["type"] == "match" and datetime.fromisoformat(found["timestamp"]) <= world.matches.now()
    assert first.data["id"] == 1 and not first.data["is_your_turn"] and first.data["state"] == "running"
    assert abs(int(first.headers["webhook-timestamp"]) - world.matches.now().timestamp()) < 60
    await world.play("a4<c4")
    await _posted(world)
    second = receiver.posted[-1]
    assert second.checked(await _key(world, token))["data"]["is_your_turn"]
    await world.matches.resign(world.actor(world.ada), 1)
    await _posted(world)
    assert [one.data["state"] for one in receiver.posted] == ["running", "running", "finished"]
    assert len({one.event for one in receiver.posted}) == 3 and await _waiting(world) == 0


async def test_a_challenge_is_posted_and_so_is_its_end(world: World, receiver: Receiver) -> None:
    await _hook(world, receiver)
    proposed = await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await _posted(world)
    await world.ben.click(world.board(), label="Decline")
    await _posted(world)
    assert proposed and [one.data["state"] for one in receiver.posted] == ["open", "called_off"]


async def test_changes_before_it_is_posted_are_one_event(world: World, receiver: Receiver) -> None:
    await begin(world)
    await _hook(world, receiver)
    await world.play("a4<c4", "e5<e4")
    await _posted(world)
    assert [one.data["revision"] for one in receiver.posted] == [(await world.match()).revision]


async def test_nothing_is_posted_for_others_and_without_a_webhook_nothing_waits(
    world: World, receiver: Receiver
) -> None:
    await begin(world)
    cleo = world.actor(world.cleo).person
    await _hook(world, receiver, cleo)
    await _token(world)
    await world.play("a4<c4")
    await _posted(world)
    assert receiver.posted == [] and await _waiting(world) == 0


async def test_what_was_posted_and_not_noted_is_posted_again_as_the_same_event(
    world: World, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed between the two leaves a claim behind, which runs out."""
    await begin(world)
    await _hook(world, receiver)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(webhooks, "note", killed)
        [due] = await jobs.due(world.matches, [Kind.WEBHOOK], 9)
        claim = await jobs.claim(world.matches, due)
        assert claim is not None
        with pytest.raises(asyncio.CancelledError):
            await world.bot.delivery.loops[WEBHOOKS]._kinds[Kind.WEBHOOK].do(world.bot.delivery, claim)  # pyright: ignore[reportPrivateUsage]
    await _posted(world)
    assert len(receiver.posted) == 1
    await world.env.advance_time(121)
    await _posted(world)
    assert [one.event for one in receiver.posted] == [receiver.posted[0].event] * 2 and await _waiting(world) == 0


async def test_a_change_while_it_is_posted_is_posted_as_another_event(world: World, receiver: Receiver) -> None:
    await begin(world)
    await _hook(world, receiver)

    async def change(_request: web.Request) -> web.Response:
        receiver.answers = None
        await world.matches.play(world.actor(world.ada), 1, "a4<c4")
        return web.Response()

    receiver.answers = change
    await _posted(world)
    await _posted(world)
    assert [one.data["is_your_turn"] for one in receiver.posted] == [False, True]
    assert len({one.event for one in receiver.posted}) == 2


@pytest.mark.parametrize("status", [300, 302, 400, 403, 404, 429, 500, 503])
async def test_a_receiver_that_fails_is_asked_again_later_and_later_and_then_turned_off_with_word_to_its_owner(
    world: World, receiver: Receiver, status: int
) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    receiver.status = status
    for number, wait in enumerate(WAITS, start=1):
        await _posted(world)
        await _posted(world)
        webhook = (await _again(world, token)).webhook
        assert webhook is not None and webhook.failures == number and webhook.status == status
        assert len(receiver.posted) == number
        await world.matches.play(
            world.actor(world.ada if number % 2 else world.ben), 1, ("a4<c4", "e5<e4", "b1<b2", "b1<b2")[number - 1]
        ) if number < 3 else None
        await _posted(world)
        assert len(receiver.posted) == number
        await world.env.advance_time(wait.total_seconds() + 1)
    await _posted(world)
    await world.bot.delivery.deliver_due(NOTICES)
    webhook = (await _again(world, token)).webhook
    assert webhook is not None and webhook.stopped_at is not None and await _waiting(world) == 0
    told = [text for text in world.direct_messages(world.ben) if "webhook" in text]
    assert len(told) == 1 and "My script" in told[0] and "receiver.example" in told[0]
    before = len(receiver.posted)
    await world.matches.resign(world.actor(world.ben), 1)
    await _posted(world)
    assert len(receiver.posted) == before == len(WAITS) + 1


async def test_a_receiver_that_is_slow_again_and_again_has_each_event_once_and_is_turned_off(
    world: World, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.webhooks.PROMPT", -1.0)
    await begin(world)
    token = await _hook(world, receiver)
    for number, move in enumerate(("a4<c4", "e5<e4", "b1<b2", "e1<e2"), start=1):
        await _posted(world)
        webhook = (await _again(world, token)).webhook
        assert webhook is not None and webhook.failures == number and await _waiting(world) == 0
        await world.matches.play(world.actor(world.ada if number % 2 else world.ben), 1, move)
        await _posted(world)
        assert len(receiver.posted) == number and webhook.rests_until is not None
        await world.env.advance_time(WAITS[number - 1].total_seconds() + 1)
    await _posted(world)
    webhook = (await _again(world, token)).webhook
    assert webhook is not None and webhook.stopped_at is not None
    assert len({posted.event for posted in receiver.posted}) == len(receiver.posted) == len(WAITS) + 1


async def test_after_a_failure_success_begins_anew(world: World, receiver: Receiver) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    receiver.status = 500
    await _posted(world)
    receiver.status = 204
    await world.env.advance_time(WAITS[0].total_seconds() + 1)
    await _posted(world)
    webhook = (await _again(world, token)).webhook
    assert webhook is not None and (webhook.failures, webhook.status, webhook.rests_until) == (0, None, None)
    assert receiver.posted[0].event == receiver.posted[1].event and await _waiting(world) == 0


async def test_a_rest_that_was_set_by_a_wrong_clock_is_over(world: World, receiver: Receiver) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    webhook = Webhook(receiver.address, 1, 500, world.matches.now() + _YEAR)
    async with world.matches.database.write() as connection:
        assert await store.change(connection, token.id, webhook, before=token.webhook)
    await _posted(world)
    assert len(receiver.posted) == 1 and (await _again(world, token)).webhook == Webhook(receiver.address)


async def test_an_event_of_a_match_whose_game_is_away_waits_for_the_game(world: World, receiver: Receiver) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    database, games = world.matches.database, all_games()
    without = Matches(database, now=world.matches.now, games={key: games[key] for key in games if key != "furl"})
    [due] = await jobs.due(world.matches, [Kind.WEBHOOK], 9)
    claim = await jobs.claim(world.matches, due)
    assert claim is not None and token.webhook is not None
    delivery = SimpleNamespace(context=without, post_event=posting_events(receiver.connector))
    with pytest.raises(GameIsAway):
        await post(cast(Delivery, delivery), claim)
    assert receiver.posted == [] and await _waiting(world) == 1


async def test_a_receiver_that_is_gone_is_turned_off_at_once_and_can_be_turned_on_again(
    world: World, receiver: Receiver
) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    receiver.status = 410
    await _posted(world)
    await world.bot.delivery.deliver_due(NOTICES)
    token = await _again(world, token)
    assert token.webhook is not None and token.webhook.stopped_at is not None
    assert any("webhook" in text for text in world.direct_messages(world.ben))
    receiver.status = 200
    await webhooks.turn_on(world.matches, token, receiver.address)
    await _posted(world)
    assert len(receiver.posted) == 2 and len({one.event for one in receiver.posted}) == 2


async def test_what_waits_to_be_told_has_the_host_alone_because_an_address_is_often_secret(
    world: World, receiver: Receiver
) -> None:
    """Jobs are named whole in the log if they fail by our fault."""
    await begin(world)
    await _hook(world, receiver)
    receiver.status = 410
    await _posted(world)
    [job] = await stored_jobs(world.matches.database, Kind.WEBHOOK_END)
    assert "receiver.example" in str(job) and "/hook" not in str(job)


async def test_word_to_the_owner_waits_for_the_end_of_quiet_hours_and_for_nobody_whose_messages_are_closed(
    world: World, receiver: Receiver
) -> None:
    await begin(world)
    await likes(world, world.ben, quiet=2)
    await _hook(world, receiver)
    receiver.status = 410
    await _posted(world)
    await world.bot.delivery.deliver_due(NOTICES)
    assert world.direct_messages(world.ben) == []
    close_direct_messages(world, world.ben)
    await world.env.advance_time(3 * HOUR)
    await world.bot.delivery.deliver_due(NOTICES)
    assert await stored_jobs(world.matches.database, Kind.WEBHOOK_END) == []


async def test_a_receiver_that_hangs_keeps_nobody_waiting(
    world: World, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "WITHIN", 0.3)
    await begin(world)
    ben, ada = await _hook(world, receiver), await _token(world, world.actor(world.ada).person)
    await webhooks.turn_on(world.matches, ada, f"{receiver.service}/quick")

    async def hang(request: web.Request) -> web.Response:
        return await receiver.hang(request) if request.path == "/hook" else web.Response()

    receiver.answers = hang
    posting = asyncio.create_task(_posted(world))
    await receiver.hears.wait()
    await world.play("a4<c4")
    await posting
    await _posted(world)
    assert [one.path for one in receiver.posted].count("/quick") == 2
    webhook = (await _again(world, ben)).webhook
    assert webhook is not None and webhook.failures == 1 and webhook.status is None


async def test_nothing_is_posted_once_the_token_has_ended_or_the_webhook_was_turned_off(
    world: World, receiver: Receiver
) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    await world.play("a4<c4")
    await tokens.end(world.matches, token.person.id, token.id)
    await _posted(world)
    other = await _hook(world, receiver)
    await world.play("e5<e4")
    await webhooks.turn_off(world.matches, other)
    assert await _waiting(world) == 0
    last = await _hook(world, receiver)
    await world.env.advance_time(_YEAR.total_seconds() + 1)
    await _posted(world)
    assert receiver.posted == [] and await _waiting(world) == 0
    with pytest.raises(UnknownButton):
        await _again(world, last)


async def test_a_token_that_ends_while_an_event_is_posted_leaves_nothing_behind(
    world: World, receiver: Receiver
) -> None:
    await begin(world)
    token = await _hook(world, receiver)

    async def end(_request: web.Request) -> web.Response:
        await tokens.end_all(world.matches, token.person.id)
        return web.Response(status=410)

    receiver.answers = end
    await _posted(world)
    await _posted(world)
    assert await _waiting(world) == 0 and await stored_jobs(world.matches.database, Kind.WEBHOOK_END) == []


async def test_a_new_address_is_asked_at_once_and_the_old_one_no_more(world: World, receiver: Receiver) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    receiver.status = 500
    await _posted(world)
    receiver.status = 200
    await webhooks.turn_on(world.matches, await _again(world, token), f"{receiver.service}/new")
    await _posted(world)
    assert [one.path for one in receiver.posted] == ["/hook", "/new"]


async def test_a_deletion_takes_webhooks_and_what_waits_for_them_along(world: World, receiver: Receiver) -> None:
    await begin(world)
    token = await _hook(world, receiver)
    await world.play("a4<c4")
    assert await _waiting(world) == 1
    await privacy_actions.forget(world.matches, token.person)
    assert await _waiting(world) == 0
    await _posted(world)
    assert receiver.posted == []


async def test_a_deleted_opponent_is_posted_without_a_name(world: World, receiver: Receiver) -> None:
    await begin(world)
    await _hook(world, receiver)
    await privacy_actions.forget(world.matches, world.actor(world.ada).person)
    await _posted(world)
    assert [one.data["players"] for one in receiver.posted] == [["Former player 1", "Ben"]]


async def test_of_a_match_that_is_gone_nothing_is_posted(world: World, receiver: Receiver) -> None:
    from bot.actions import departures  # noqa: PLC0415

    await begin(world)
    await _hook(world, receiver)
    await departures.leave(world.matches, world.guild.id)
    await world.env.advance_time(timedelta(days=31).total_seconds())
    await departures.delete(world.matches, ())
    await _posted(world)
    assert receiver.posted == [] and await _waiting(world) == 0


async def test_a_process_that_cannot_post_leaves_events_to_another(world: World, receiver: Receiver) -> None:
    await begin(world)
    await _hook(world, receiver)
    await world.restart(post_event=None)
    await _posted(world)
    assert receiver.posted == [] and await _waiting(world) == 1
    await world.restart(post_event=posting_events(receiver.connector))
    await world.env.advance_time(HOUR + 1)
    await _posted(world)
    assert len(receiver.posted) == 1


async def test_an_engine_with_a_webhook_is_ready_until_it_fails_and_its_owner_is_told(
    world: World, receiver: Receiver
) -> None:
    ada = world.actor(world.ada)
    engine, _secret = await engine_actions.register(world.matches, ada.person, world.guild.id, "Bolt", ["furl"])
    await world.restart(post_event=posting_events(receiver.connector))
    [token] = await tokens.of_person(world.matches, engine.person.id)
    token = await webhooks.find(world.matches, ada.person, token.id)
    assert await engine_actions.ready(world.matches, world.guild.id) == []
    await webhooks.turn_on(world.matches, token, receiver.address)
    assert await engine_actions.ready(world.matches, world.guild.id) == [engine.person]
    await world.ben.slash(world.channel, "play", game="furl")
    receiver.status = 410
    from bot.model.challenges import Proposal  # noqa: PLC0415
    from rules import GAMES  # noqa: PLC0415

    proposal = Proposal(GAMES["furl"], world.channel.id, (engine.person,))
    await world.matches.propose(world.actor(world.ben), world.guild.id, proposal)
    await _posted(world)
    await world.bot.delivery.deliver_due(NOTICES)
    assert [one.data["state"] for one in receiver.posted] == ["open"]
    assert await engine_actions.ready(world.matches, world.guild.id) == []
    assert any("webhook" in text for text in world.direct_messages(world.ada))


async def test_an_engine_whose_token_has_ended_is_not_ready_for_its_webhook(world: World, receiver: Receiver) -> None:
    ada = world.actor(world.ada)
    engine, _secret = await engine_actions.register(world.matches, ada.person, world.guild.id, "Bolt", ["furl"])
    [token] = await tokens.of_person(world.matches, engine.person.id)
    await webhooks.turn_on(world.matches, token, "https://example.com/hook")
    assert await engine_actions.ready(world.matches, world.guild.id) == [engine.person]
    await world.env.advance_time(_YEAR.total_seconds() + 1)
    assert await engine_actions.ready(world.matches, world.guild.id) == []


async def test_an_offer_and_its_answer_are_events(world: World, receiver: Receiver) -> None:
    await begin(world)
    await _hook(world, receiver)
    await _posted(world)
    [offer] = (await world.matches.offer_draw(world.actor(world.ada), 1)).open_offers
    await _posted(world)
    await world.matches.decline_offer(world.actor(world.ben), 1, offer.id)
    await _posted(world)
    assert [one.data["open_offers"] for one in receiver.posted] == [0, 1, 0]


async def test_the_owner_of_a_token_is_told_a_week_before_it_ends_unless_it_was_revoked(world: World) -> None:
    ben = Person(world.ben.id, "Ben")
    for name, scope in (("Bolt", Scope.PLAY), ("Diary", Scope.CALENDAR), ("Gone", Scope.READ)):
        await tokens.make(world.matches, ben, name, scope, timedelta(days=30))
    [gone] = [token for token in await tokens.of_person(world.matches, ben.id) if token.name == "Gone"]
    await tokens.end(world.matches, ben.id, gone.id)
    _engine, _secret = await engine_actions.register(world.matches, ben, world.guild.id, "Rook", ("furl",))
    await world.env.advance_time(timedelta(days=22).total_seconds())
    await world.bot.delivery.deliver_due(NOTICES)
    assert world.direct_messages(world.ben) == []
    await world.env.advance_time(timedelta(days=2).total_seconds())
    await world.bot.delivery.deliver_due(NOTICES)
    told = sorted(world.direct_messages(world.ben))
    assert len(told) == 2 and "calendar **Diary** ends on" in told[0] and "token of **Bolt** ends on" in told[1]
    await world.env.advance_time(timedelta(days=336).total_seconds())
    await world.bot.delivery.deliver_due(NOTICES)
    assert "token of **Rook** ends on" in world.direct_messages(world.ben)[-1]
    assert await stored_jobs(world.matches.database, Kind.TOKEN_END) == []
