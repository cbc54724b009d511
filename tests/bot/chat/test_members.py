"""People who have left a server: asked for when it matters, cached for a while, and never a reason for a long wait."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

import discord
import pytest

from bot.chat.core import members
from bot.chat.core.members import Members
from tests.bot.tables import StandingClock


class _NotFound:
    status = 404
    reason = "Not Found"


@dataclass
class MemberServer:
    """A server on Discord that answers who is there; if it `is_silent`, it never answers."""

    there: set[int]
    id: int = 7
    is_silent: bool = False
    asked: list[int] = field(default_factory=list[int])

    async def fetch_member(self, person_id: int) -> None:
        self.asked.append(person_id)
        if self.is_silent:
            await asyncio.Event().wait()
        if person_id not in self.there:
            raise discord.NotFound(cast("Any", _NotFound()), "Unknown Member")


async def look_up(known: Members, server: MemberServer, *people: int) -> bool:
    return await known.look_up(cast("discord.Guild", server), people)


async def test_a_member_who_is_not_found_has_left() -> None:
    known, server = Members(StandingClock()), MemberServer({1, 2})
    assert not await look_up(known, server, 1, 2) and known.gone(7) == frozenset()
    assert await look_up(known, server, 1, 2, 3) and known.gone(7) == {3}
    assert known.gone(8) == frozenset(), "elsewhere nobody has asked yet"


async def test_an_answer_holds_for_half_an_hour() -> None:
    clock, server = StandingClock(), MemberServer({1})
    known = Members(clock)
    for minutes, asked in ((0, [1, 3]), (29, [1, 3]), (1, [1, 3, 1, 3])):
        clock.go_on(minutes=minutes)
        await look_up(known, server, 1, 3)
        assert server.asked == asked and known.gone(7) == {3}
    clock.go_on(minutes=30)
    assert known.gone(7) == frozenset()


async def test_a_member_who_does_something_is_there() -> None:
    known, server = Members(StandingClock()), MemberServer(set())
    await look_up(known, server, 3)
    known.met(7, 3)
    assert known.gone(7) == frozenset() and not await look_up(known, server, 3)


async def test_nobody_waits_for_a_discord_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "_PATIENCE", 0.0)
    known, server = Members(StandingClock()), MemberServer({1}, is_silent=True)
    assert not await look_up(known, server, 1, 3) and known.gone(7) == frozenset()
    server.is_silent = False
    monkeypatch.setattr(members, "_PATIENCE", 60.0)
    assert await look_up(known, server, 1, 3), "they are asked about again"


async def test_the_size_of_the_cache_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "_MOST", 3)
    known, server = Members(StandingClock()), MemberServer(set())
    for person_id in range(10, 15):
        await look_up(known, server, person_id)
    assert known.gone(7) == {12, 13, 14}
