"""People who have left a server: asked for when it matters, cached for a while, and never a reason for a long wait."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.actions.askers import asking, note_refusal
from bot.chat.core import members
from bot.chat.core.members import Members, Visitors
from bot.model.askers import ALLOWANCES, MOST_REFUSED, Budget, Cost
from bot.model.people import FIRST_ENGINE, FIRST_GUEST, NEW_FOR, Membership
from bot.model.refusals import MissingPermissions
from bot.model.refusals.people import NotNow
from bot.model.refusals.settings import NotTextChannel
from rules.core import Phrase
from tests.bot.tables import StandingClock
from tests.bot.world import World

BUDGET = Budget(lambda: 1)


class _NotFound:
    status = 404
    reason = "Not Found"


class _Forbidden:
    status = 403
    reason = "Forbidden"


@dataclass
class MemberServer:
    """A server on Discord that answers who is there; if it `is_silent`, it never answers."""

    there: set[int]
    id: int = 7
    is_silent: bool = False
    refuses: bool = False
    asked: list[int] = field(default_factory=list[int])

    async def fetch_member(self, person_id: int) -> None:
        self.asked.append(person_id)
        if self.is_silent:
            await asyncio.Event().wait()
        if self.refuses:
            raise discord.Forbidden(cast("Any", _Forbidden()), "Missing Access")
        if person_id not in self.there:
            raise discord.NotFound(cast("Any", _NotFound()), "Unknown Member")


async def look_up(known: Members, server: MemberServer, *people: int) -> bool:
    return await known.look_up(cast("discord.Guild", server), people)


async def test_a_member_who_is_not_found_has_left() -> None:
    known, server = Members(StandingClock(), BUDGET), MemberServer({1, 2})
    assert not await look_up(known, server, 1, 2) and known.gone(7) == frozenset()
    assert await look_up(known, server, 1, 2, 3) and known.gone(7) == {3}
    assert known.gone(8) == frozenset(), "elsewhere nobody has asked yet"


async def test_an_answer_holds_for_half_an_hour() -> None:
    clock, server = StandingClock(), MemberServer({1})
    known = Members(clock, BUDGET)
    for minutes, asked in ((0, [1, 3]), (29, [1, 3]), (1, [1, 3, 1, 3])):
        clock.go_on(minutes=minutes)
        await look_up(known, server, 1, 3)
        assert server.asked == asked and known.gone(7) == {3}
    clock.go_on(minutes=30)
    assert known.gone(7) == frozenset()


async def test_a_member_who_does_something_is_there() -> None:
    known, server = Members(StandingClock(), BUDGET), MemberServer(set())
    await look_up(known, server, 3)
    known.met(7, 3)
    assert known.gone(7) == frozenset() and not await look_up(known, server, 3)


async def test_nobody_waits_for_a_discord_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "_PATIENCE", 0.0)
    known, server = Members(StandingClock(), BUDGET), MemberServer({1}, is_silent=True)
    assert not await look_up(known, server, 1, 3) and known.gone(7) == frozenset()
    server.is_silent = False
    monkeypatch.setattr(members, "_PATIENCE", 60.0)
    assert await look_up(known, server, 1, 3), "they are asked about again"


async def test_the_size_of_the_cache_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "_MOST", 3)
    known, server = Members(StandingClock(), BUDGET), MemberServer(set())
    for person_id in range(10, 15):
        await look_up(known, server, person_id)
    assert known.gone(7) == {12, 13, 14}


async def test_a_question_that_discord_refuses_is_not_asked_again_at_once() -> None:
    clock, server = StandingClock(), MemberServer({1}, refuses=True)
    known = Members(clock, BUDGET)
    for _ in range(5):
        assert not await look_up(known, server, 1)
    clock.go_on(minutes=1)
    await look_up(known, server, 1)
    assert server.asked == [1, 1]


async def test_a_visitor_may_do_on_the_page_what_they_may_do_in_the_channel(world: World) -> None:
    clock, ada = StandingClock(), world.ada
    visitors, server, channel = Visitors(world.bot, clock, BUDGET), world.guild.id, world.channel.id
    assert await visitors.is_member(server, ada.id) and not await visitors.is_member(server, 5)
    assert await visitors.may_post(server, channel, ada.id)
    assert not await visitors.may_see(server, channel, 5)
    assert not await visitors.may_see(server, 5, ada.id), "the channel was deleted"
    hidden = world.guild.create_text_channel(
        "hidden", overwrites={world.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    )
    assert not await visitors.may_see(server, hidden.id, ada.id)
    asked = len(world.env.http_requests)
    for _ in range(50):
        await visitors.may_see(server, channel, ada.id)
        await visitors.may_see(server, 5, ada.id)
        await visitors.is_member(server, 5)
    assert len(world.env.http_requests) == asked, "an answer is kept, whatever it is"


async def test_a_visitor_who_was_removed_from_a_private_thread_may_do_nothing_there(world: World) -> None:
    """Their permissions are those in its channel, which others have as well."""
    backend, server, ada, ben = world.env.backend, world.guild.id, world.ada, world.ben
    thread = backend.create_thread(world.channel.id, "talk", ada.id, type=discord.ChannelType.private_thread.value)
    backend.add_thread_member(thread.id, backend.bot_user.id)
    await world.env.settle()
    visitors = Visitors(world.bot, clock := StandingClock(), BUDGET)
    assert await visitors.may_see(server, thread.id, ada.id) and await visitors.may_post(server, thread.id, ada.id)
    assert not await visitors.may_see(server, thread.id, ben.id)
    assert not await visitors.may_post(server, thread.id, ben.id)
    backend.add_thread_member(thread.id, ben.id)
    backend.remove_thread_member(thread.id, ada.id)
    clock.go_on(minutes=6)
    assert await visitors.may_post(server, thread.id, ben.id) and not await visitors.may_post(server, thread.id, ada.id)
    public = backend.create_thread(world.channel.id, "talk of all", ada.id)
    await world.env.settle()
    assert await visitors.may_post(server, public.id, ben.id), "who is not in a public thread sees it"


async def test_who_has_left_is_found_out_for_a_server_on_the_shard_of_another_process_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.env.backend.remove_member(world.guild.id, world.ben.id)
    monkeypatch.setattr(world.bot, "get_guild", Mock(return_value=None))
    assert await world.bot.services.left(world.guild.id, [world.ada.id, world.ben.id]) == {world.ben.id}
    assert await world.bot.services.left(5, [world.ada.id]) == frozenset(), "a server without Furlong"


async def test_a_visitor_who_is_timed_out_may_do_nothing(world: World) -> None:
    visitors = Visitors(world.bot, StandingClock(), BUDGET)
    world.env.backend.get_member(world.guild.id, world.ada.id).timed_out_until = "2999-01-01T00:00:00+00:00"
    assert await visitors.is_member(world.guild.id, world.ada.id)
    assert await visitors.membership(world.guild.id, world.ada.id) is Membership.TIMED_OUT
    world.env.backend.advance_clock(NEW_FOR.total_seconds() + 1)
    new = world.guild.add_member(world.env.create_user("New"))
    with world.env.time_context():
        assert await visitors.membership(world.guild.id, world.ben.id) is Membership.MEMBER
        assert await visitors.membership(world.guild.id, new.id) is Membership.NEW
    assert await visitors.membership(world.guild.id, 5) is Membership.GONE
    assert not await visitors.may_see(world.guild.id, world.channel.id, world.ada.id)


async def test_a_visitor_manages_a_server_as_long_as_discord_lets_them(world: World) -> None:
    clock, guild = StandingClock(), world.guild
    visitors, server = Visitors(world.bot, clock, BUDGET), guild.id
    permitted = {
        name: guild.create_role(name, permissions=discord.Permissions(**{name: True}))
        for name in ("manage_guild", "administrator", "manage_channels")
    }
    people = {name: guild.add_member(world.env.create_user(name), roles=[role]) for name, role in permitted.items()}
    manages = {name: await visitors.manages(server, person.id) for name, person in people.items()}
    assert manages == {"manage_guild": True, "administrator": True, "manage_channels": False}
    assert not await visitors.manages(server, world.ada.id) and not await visitors.manages(server, 5)
    boss = people["manage_guild"]
    world.env.backend.get_member(server, boss.id).timed_out_until = "2999-01-01T00:00:00+00:00"
    clock.go_on(minutes=5)
    assert not await visitors.manages(server, boss.id), "they may do nothing for a while"
    world.env.backend.get_member(server, boss.id).timed_out_until = None
    world.env.backend.remove_member_role(server, boss.id, permitted["manage_guild"].id)
    clock.go_on(minutes=5)
    assert not await visitors.manages(server, boss.id)


@dataclass
class ElsewhereServer:
    """Discord in front of a server on a shard of another process, which answers questions about it all the same."""

    client: discord.Client

    @property
    def user(self) -> discord.ClientUser | None:
        return self.client.user

    def get_guild(self, _server_id: int) -> None:
        return None

    async def fetch_guild(self, server_id: int, *, with_counts: bool) -> discord.Guild:
        return await self.client.fetch_guild(server_id, with_counts=with_counts)


@pytest.mark.parametrize("is_elsewhere", [False, True])
async def test_a_visitor_chooses_from_the_channels_that_they_see_and_furlong_checks_its_own_permissions_there(
    world: World, *, is_elsewhere: bool
) -> None:
    everybody = world.guild.default_role
    hidden = world.guild.create_text_channel(
        "hidden", overwrites={everybody: discord.PermissionOverwrite(view_channel=False)}
    )
    silent = world.guild.create_text_channel(
        "silent", overwrites={everybody: discord.PermissionOverwrite(send_messages=False)}
    )
    forum, voice = world.guild.create_forum_channel("forum"), world.guild.create_voice_channel("voice")
    client = cast("discord.Client", ElsewhereServer(world.bot)) if is_elsewhere else world.bot
    rooms = await Visitors(client, StandingClock(), BUDGET).rooms(world.guild.id, world.ada.id)
    seen = {room.id: room.is_forum for room in rooms.listed}
    assert seen == {world.channel.id: False, silent.id: False, forum.id: True}
    assert rooms.is_forum(forum.id) and not rooms.is_forum(silent.id) and not rooms.is_forum(None)
    rooms.check_for_matches(world.channel.id, opens_threads=True)
    rooms.check_for_matches(forum.id, opens_threads=True)
    for channel in (silent, hidden):
        with pytest.raises(MissingPermissions):
            rooms.check_for_post(channel.id, Phrase("the panel"))
    for channel_id in (forum.id, voice.id, 5):
        with pytest.raises(NotTextChannel):
            rooms.check_for_post(channel_id, Phrase("the panel"))


@dataclass
class AwayServer:
    """Discord in front of a server that no shard here is responsible for: it refuses, or does not answer."""

    error: Exception | None
    asked: int = 0

    def get_guild(self, _server_id: int) -> None:
        return None

    async def fetch_guild(self, _server_id: int, *, with_counts: bool) -> None:
        assert not with_counts
        self.asked += 1
        if self.error is None:
            await asyncio.Event().wait()
        else:
            raise self.error


async def test_a_server_that_has_removed_the_bot_is_asked_about_once() -> None:
    discord_ = AwayServer(discord.Forbidden(cast("Any", _Forbidden()), "Missing Access"))
    visitors = Visitors(cast("discord.Client", discord_), StandingClock(), BUDGET)
    answers = [await visitors.is_member(7, person << 22) for person in range(1, 200)]
    answers += await asyncio.gather(*(visitors.is_member(7, person << 22) for person in range(1, 200)))
    assert not any(answers) and discord_.asked == 1


@pytest.mark.parametrize("error", [None, aiohttp.ClientConnectionError("no route")])
async def test_what_discord_does_not_answer_is_neither_yes_nor_no(
    monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    monkeypatch.setattr(members, "_PATIENCE", 0.01)
    clock, discord_ = StandingClock(), AwayServer(error)
    visitors = Visitors(cast("discord.Client", discord_), clock, BUDGET)
    asked = await asyncio.gather(
        *(visitors.is_member(7, person << 22) for person in range(1, 20)), return_exceptions=True
    )
    assert {type(answer) for answer in asked} == {NotNow} and discord_.asked == 1
    clock.go_on(minutes=1)
    with pytest.raises(NotNow):
        await visitors.is_member(7, 1 << 22)
    assert discord_.asked == 2


async def test_discord_is_asked_so_much_for_each_who_asks_and_nothing_about_guests_and_engines() -> None:
    """However many guests or programs of an account name however many servers."""
    refuses = AsyncMock(side_effect=discord.Forbidden(cast("Any", _Forbidden()), "Missing Access"))
    discord_ = Mock(get_guild=Mock(return_value=None), fetch_guild=refuses)
    visitors, budget = Visitors(discord_, StandingClock(), Budget(lambda: 2)), ALLOWANCES[Cost.QUESTION].account // 2
    with asking(1 << 22):
        assert [await visitors.is_member(server, 1 << 22) for server in range(budget)] == [False] * budget
        with pytest.raises(NotNow):
            await visitors.is_member(budget, 1 << 22)
        assert not await visitors.is_member(0, 1 << 22), "what is known is no question"
    assert discord_.fetch_guild.await_count == budget, "half of them, because another process shares what is allowed"
    with asking("a network"):
        assert not any([await visitors.is_member(server, FIRST_GUEST) for server in range(600)])
        with pytest.raises(NotNow):
            await visitors.guild(budget)
    assert not await visitors.may_post(budget, 1, FIRST_ENGINE) and (
        await visitors.membership(budget, FIRST_GUEST) is Membership.GONE
    )
    assert discord_.fetch_guild.await_count == budget
    with asking(2 << 22):
        assert not await visitors.is_member(budget, 2 << 22)


async def test_visitors_questions_stop_long_before_discord_bans_the_bot_whose_own_go_on() -> None:
    """However many accounts ask, each within what it may; and one account alone stops only itself."""
    refused, budget = 0, Budget(lambda: 1)
    budget.refused = lambda: refused
    each = ALLOWANCES[Cost.REFUSAL].account

    async def refuses(*_: object, **_named: object) -> None:
        nonlocal refused
        refused += 1
        note_refusal(budget)
        raise discord.Forbidden(cast("Any", _Forbidden()), "Missing Access")

    visitors = Visitors(Mock(get_guild=Mock(return_value=None), fetch_guild=refuses), StandingClock(), budget)
    for account in range(120):
        with asking(account + 1 << 22):
            for server in range(each * 2):
                with suppress(NotNow):
                    await visitors.is_member(account * 1_000 + server, account + 1 << 22)
        assert refused == min((account + 1) * each, MOST_REFUSED)
    assert refused == MOST_REFUSED == 3_000
    with pytest.raises(NotNow), asking(99 << 22):
        await visitors.is_member(99_998, 99 << 22)
    assert not await visitors.is_member(99_999, 1 << 22) and refused == MOST_REFUSED + 1
