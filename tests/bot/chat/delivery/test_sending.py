"""How messages are sent and edited: whom they ping, at which pace, in which language, and where."""

# pyright: reportPrivateUsage=false

import asyncio
from contextvars import copy_context
from datetime import timedelta
from typing import Any, Final, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PutOff, ServerElsewhere, ServerUnknown
from bot.chat.core.rate_limits import come_first, come_last
from bot.chat.delivery import delivery as deliveries
from bot.chat.delivery import threads
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import Background
from bot.model.people import FIRST_ON_DISCORD
from bot.model.place import DIRECT
from tests.bot.tables import StandingClock

_PERSON: Final = FIRST_ON_DISCORD + 5
_NOBODY: Final = {"parse": list[str]()}


def _error(status: int, code: int = 0) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(cast("Any", Mock(status=status, reason="Refused")), {"code": code, "message": "Refused"})


def _post() -> Post:
    return Post(plain("Text"), b"picture", (_PERSON,))


class _Sending:
    """A delivery with a channel and direct messages that note what is sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = StandingClock()
        picture = Mock(attachment_id=99)
        self.message = Mock(id=7)
        self.partial = Mock(edit=AsyncMock(return_value=self.message))
        self.channel = Mock(
            send=AsyncMock(return_value=self.message), get_partial_message=Mock(return_value=self.partial)
        )
        self.direct = Mock(send=AsyncMock(return_value=self.message))
        self.client: Any = Mock(create_dm=AsyncMock(return_value=self.direct))
        self.client.get_partial_messageable = Mock(return_value=self.channel)
        context: Any = Mock(now=self.clock)
        self.delivery = Delivery(self.client, context, [], symbols=Mock(), thinkers=Mock(), catch_up=AsyncMock())
        self.edits: Any = Mock(
            is_old=Mock(return_value=False), refused=Mock(return_value=PutOff(timedelta(seconds=20)))
        )
        self.delivery.old_edits = self.edits  # pyright: ignore[reportAttributeAccessIssue]

        async def awake(_client: object, _server_id: int, _channel_id: int, send: Any) -> Any:
            return await send()

        monkeypatch.setattr(deliveries, "in_awake_thread", awake)

        def pictures_of(message: object) -> list[Any]:
            return [picture] if message is self.message else []

        monkeypatch.setattr(deliveries, "pictures_of", pictures_of)


@pytest.fixture
def sending(monkeypatch: pytest.MonkeyPatch) -> _Sending:
    """A delivery whose messages are noted."""
    return _Sending(monkeypatch)


@pytest.mark.parametrize("silent", [False, True])
async def test_a_message_pings_only_its_people_and_a_silent_one_nobody(sending: _Sending, *, silent: bool) -> None:
    await sending.delivery.send(1, 2, _post(), "nonce", silent=silent)
    await sending.delivery.write_to(_PERSON, _post(), "nonce", silent=silent)
    for sent, nonce in ((sending.channel.send, "nonce"), (sending.direct.send, "nonce-d")):
        [call] = sent.await_args_list
        mentions = call.kwargs["allowed_mentions"].to_dict()
        assert mentions == _NOBODY if silent else mentions["users"] == [_PERSON] and mentions["parse"] == []
        assert (call.kwargs["nonce"], call.kwargs["silent"], len(call.kwargs["files"])) == (nonce, silent, 1)
        assert call.kwargs["view"].children
    assert sending.client.create_dm.await_args.args[0].id == _PERSON
    assert sending.client.get_partial_messageable.call_args == ((2,), {"guild_id": 1})


async def test_an_edit_pings_nobody_and_keeps_its_picture_in_mind(sending: _Sending) -> None:
    delivery = sending.delivery
    assert delivery.picture_in(7) is None
    assert await delivery.edit(1, 2, 7, _post())
    [call] = sending.partial.edit.await_args_list
    assert call.kwargs["allowed_mentions"].to_dict() == _NOBODY and len(call.kwargs["attachments"]) == 1
    assert delivery.picture_in(7) == 99
    delivery.keeps_pictures = False
    assert delivery.picture_in(7) is None
    delivery.keeps_pictures = True
    for error, is_raised in ((_error(404, 10008), False), (_error(403, 50005), False), (_error(500), True)):
        sending.partial.edit.side_effect = error
        if is_raised:
            with pytest.raises(discord.HTTPException):
                await delivery.edit(1, 2, 7, _post())
        else:
            assert not await delivery.edit(1, 2, 7, _post())
        assert delivery.picture_in(7) is None, "the answer may be lost"


@pytest.mark.parametrize(
    ("is_old", "is_asked", "patience"),
    [(False, False, None), (False, True, None), (True, True, 3.0), (True, False, 30.0)],
)
async def test_only_an_edit_of_an_old_message_keeps_a_pace_and_a_deadline(
    sending: _Sending, monkeypatch: pytest.MonkeyPatch, *, is_old: bool, is_asked: bool, patience: float | None
) -> None:
    given = list[float | None]()
    timeout = asyncio.timeout

    def timed(seconds: float | None) -> Any:
        given.append(seconds)
        return timeout(None)

    monkeypatch.setattr(deliveries.asyncio, "timeout", timed)
    sending.edits.is_old.return_value = is_old

    async def edit() -> None:
        (come_first if is_asked else come_last)()
        async with sending.delivery.paced(2, 7):
            pass

    await asyncio.get_running_loop().create_task(edit(), context=copy_context())
    assert given == [patience]
    assert [call.args for call in sending.edits.admit.call_args_list] == ([(2, 7)] if is_old else [])


@pytest.mark.parametrize(
    ("error", "raised"), [(TimeoutError(), PutOff), (_error(429, 30046), PutOff), (_error(429), discord.HTTPException)]
)
async def test_an_edit_that_discord_does_not_let_through_is_put_off(
    sending: _Sending, error: Exception, raised: type[Exception]
) -> None:
    sending.partial.edit.side_effect = error
    with pytest.raises(raised):
        await sending.delivery.edit(1, 2, 7, _post())
    assert [call.args for call in sending.edits.refused.call_args_list] == ([(2,)] if raised is PutOff else [])


@pytest.mark.parametrize(("message_id", "is_there", "kept"), [(None, True, 8), (5, True, 5), (5, False, 8)])
async def test_a_message_that_is_kept_up_is_edited_or_sent_anew(
    sending: _Sending, monkeypatch: pytest.MonkeyPatch, message_id: int | None, kept: int, *, is_there: bool
) -> None:
    edit, send = AsyncMock(return_value=is_there), AsyncMock(return_value=Mock(id=8))
    monkeypatch.setattr(sending.delivery, "edit", edit)
    monkeypatch.setattr(sending.delivery, "send", send)
    post, claim = _post(), Mock(server_id=1)
    assert await sending.delivery.keep_up(claim, 2, message_id, post, "nonce", silent=True) == kept
    assert [call.args for call in edit.await_args_list] == ([] if message_id is None else [(1, 2, message_id, post)])
    expected = [((1, 2, post, "nonce"), {"silent": True})] if kept == 8 else []
    assert [(call.args, call.kwargs) for call in send.await_args_list] == expected


@pytest.mark.parametrize("channel_id", [None, 2])
async def test_a_post_of_a_day_is_silent_or_dropped_without_a_channel(
    sending: _Sending, monkeypatch: pytest.MonkeyPatch, channel_id: int | None
) -> None:
    finished, noted = AsyncMock(), AsyncMock()
    monkeypatch.setattr(deliveries.jobs, "finish", finished)
    monkeypatch.setattr(deliveries.jobs, "note_posted", noted)
    claim: Any = Mock(server_id=1, nonce="nonce")
    await sending.delivery.post_once(claim, channel_id, _post())
    assert (finished.await_count, noted.await_count) == ((1, 0) if channel_id is None else (0, 1))
    for call in sending.channel.send.await_args_list:
        assert call.kwargs["silent"] and call.kwargs["allowed_mentions"].to_dict() == _NOBODY
    assert [call.args[1:] for call in noted.await_args_list] == ([] if channel_id is None else [(claim, 7)])


def test_only_servers_that_are_known_here_are_served(sending: _Sending) -> None:
    shards = Mock()
    sending.delivery.context.shards = Mock(return_value=shards)  # pyright: ignore[reportAttributeAccessIssue]
    shards.hold.return_value = False
    with pytest.raises(ServerElsewhere):
        sending.delivery.check_here(1)
    shards.hold.return_value = True
    sending.client.get_guild.return_value = None
    sending.delivery.check_here(DIRECT)
    for guild in (None, Mock(unavailable=True)):
        sending.client.get_guild.return_value = guild
        with pytest.raises(ServerUnknown):
            sending.delivery.check_here(1)
    sending.client.get_guild.return_value = Mock(unavailable=False)
    sending.delivery.check_here(1)


@pytest.mark.parametrize(
    ("server_id", "person_id", "match", "language"),
    [
        (1, None, None, "it"),
        (1, _PERSON, Mock(language="fr"), "fr"),
        (DIRECT, None, None, "en"),
        (DIRECT, _PERSON, None, "pl"),
        (DIRECT, _PERSON, Mock(preferences={_PERSON: Mock(reads="de")}), "de"),
        (DIRECT, _PERSON, Mock(preferences={}), "pl"),
    ],
)
async def test_a_job_speaks_the_language_of_its_channel_or_person(
    sending: _Sending, monkeypatch: pytest.MonkeyPatch, server_id: int, person_id: int | None, match: Any, language: str
) -> None:
    monkeypatch.setattr(deliveries.settings, "server_language", AsyncMock(return_value="it"))
    monkeypatch.setattr(deliveries.settings, "language_of", AsyncMock(return_value="pl"))
    sending.client.get_guild.return_value = None
    claim: Any = Mock(server_id=server_id, person_id=person_id)
    assert await sending.delivery._language_of(claim, match) == language


# --- threads ---


@pytest.mark.parametrize(
    ("first", "is_woken", "is_raised"),
    [
        (None, False, False),
        (_error(400, 50083), True, False),
        (_error(403, 50001), False, True),
        (_error(500), False, True),
    ],
)
async def test_a_thread_that_sleeps_is_woken_for_a_message(
    monkeypatch: pytest.MonkeyPatch, first: Exception | None, *, is_woken: bool, is_raised: bool
) -> None:
    wake, send = AsyncMock(), AsyncMock(side_effect=[first, "sent"] if first else ["sent"])
    monkeypatch.setattr(threads, "_wake", wake)
    monkeypatch.setattr(threads, "_seems_awake", Mock(return_value=True))
    client: Any = Mock()
    if is_raised:
        with pytest.raises(discord.HTTPException):
            await threads.in_awake_thread(client, 1, 2, send)
    else:
        assert await threads.in_awake_thread(client, 1, 2, send) == "sent"
    assert [call.args for call in wake.await_args_list] == ([(client, 2)] if is_woken else [])


@pytest.mark.parametrize(
    ("channel", "is_awake"),
    [
        (Mock(discord.TextChannel), True),
        (Mock(discord.Thread, archived=False), True),
        (Mock(discord.Thread, archived=True), False),
        (None, False),
    ],
)
def test_a_thread_seems_awake_unless_it_is_archived_or_unknown(channel: Any, *, is_awake: bool) -> None:
    guild = Mock(get_channel_or_thread=Mock(return_value=channel))
    client: Any = Mock(get_guild=Mock(return_value=guild), get_channel=Mock(return_value=channel))
    assert threads._seems_awake(client, 1, 2) is is_awake
    client.get_guild.return_value = None
    assert threads._seems_awake(client, 1, 2), "Discord's refusal will say why"


@pytest.mark.parametrize(
    ("kind", "archived", "is_woken"),
    [(discord.Thread, True, True), (discord.Thread, False, False), (discord.TextChannel, True, False)],
)
async def test_only_an_archived_thread_is_woken(kind: type[Any], *, archived: bool, is_woken: bool) -> None:
    channel = Mock(kind, edit=AsyncMock())
    channel.archived = archived
    client: Any = Mock(fetch_channel=AsyncMock(return_value=channel))
    await threads._wake(client, 2)
    assert [call.kwargs for call in channel.edit.await_args_list] == ([{"archived": False}] if is_woken else [])


@pytest.mark.parametrize(
    ("message_id", "answer", "found"),
    [
        (None, None, None),
        (7, Mock(id=9), 9),
        (7, _error(400, 160004), 7),
        (7, _error(404, 10008), None),
        (7, _error(403, 50001), None),
        (7, _error(500), discord.HTTPException),
        (7, _error(429), discord.HTTPException),
    ],
)
async def test_a_thread_begins_with_the_message_of_the_match_once(
    monkeypatch: pytest.MonkeyPatch, message_id: int | None, answer: Any, found: Any
) -> None:
    monkeypatch.setattr(threads.notices, "thread_name", Mock(return_value="Furl #7"))
    create = AsyncMock(**({"side_effect": answer} if isinstance(answer, Exception) else {"return_value": answer}))
    channel: Any = Mock(get_partial_message=Mock(return_value=Mock(id=message_id, create_thread=create)))
    match: Any = Mock(place=Mock(message_id=message_id))
    if found is discord.HTTPException:
        with pytest.raises(discord.HTTPException):
            await threads._thread_from_message(channel, match)
    else:
        assert await threads._thread_from_message(channel, match) == found
    for call in create.await_args_list:
        assert call.kwargs == {"name": "Furl #7", "auto_archive_duration": 10_080}


@pytest.mark.parametrize(("earlier", "is_news", "found"), [(5, False, 5), (None, False, 9), (None, True, 9)])
async def test_a_thread_without_its_message_is_found_again_or_begun(
    monkeypatch: pytest.MonkeyPatch, earlier: int | None, found: int, *, is_news: bool
) -> None:
    monkeypatch.setattr(threads.notices, "thread_name", Mock(return_value="Furl #7"))
    monkeypatch.setattr(threads.notices, "thread_mark", Mock(return_value="Furl #7"))
    own = Mock(owner_id=1, id=earlier)
    own.name = "Furl #7: Ada"
    others = [Mock(owner_id=2, id=3), Mock(owner_id=1, id=4), Mock(owner_id=1, id=8)]
    for other, name in zip(others, ("Furl #7: Ada", "Furl #8", "Furl #7: Ada"), strict=True):
        other.name = name
    create = AsyncMock(return_value=Mock(id=9))
    known = [*others, *([] if earlier is None else [own])]
    channel: Any = Mock(threads=known, is_news=Mock(return_value=is_news), create_thread=create)
    client: Any = Mock(user=Mock(id=1))
    match: Any = Mock(place=Mock(thread_id=8))
    assert await threads._thread_by_itself(client, channel, match) == found
    kind = discord.ChannelType.news_thread if is_news else discord.ChannelType.public_thread
    expected = {"name": "Furl #7", "type": kind, "auto_archive_duration": 10_080}
    assert [call.kwargs for call in create.await_args_list] == ([] if earlier else [expected])


# --- background ---


async def test_background_work_is_waited_for_and_then_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    background, done = Background(), list[str]()

    async def work(name: str, *, seconds: float = 0) -> None:
        await asyncio.sleep(seconds)
        done.append(name)

    background.start(work("quick"))
    slow = background.start(work("slow", seconds=60))
    assert background.is_busy
    with caplog.at_level("INFO"):
        await background.stop(0.01)
    assert done == ["quick"] and slow.cancelled() and not background.is_busy
    assert "1 background tasks were cut off" in caplog.text
    asker = asyncio.create_task(work("asker", seconds=0.02))
    background.start_after(asker, lambda: work("after"))
    background.start_after(None, lambda: work("at once"))
    await background.idle()
    assert done[1:] == ["at once", "asker", "after"]
