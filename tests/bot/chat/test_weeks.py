"""The week in review: once a week on servers that want it, if anything has happened."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest
from simcord.actors import MemberActor

from bot.actions import weeks
from bot.model.jobs import Kind
from bot.model.people import Person
from bot.model.place import Place
from bot.model.result import Ending
from bot.model.weeks import WeekResult, week_of
from rules import GAMES
from tests.bot.matches import Matches
from tests.bot.screen import buttons_of, picture_of, text_of
from tests.bot.tables import all_games
from tests.bot.world import World, answer

_WEDNESDAY = datetime(2030, 1, 9, 12, tzinfo=UTC)


class _WeekTime:
    """A clock for everything that the bot does."""

    now = _WEDNESDAY

    def __call__(self) -> datetime:
        return self.now


async def _pass(world: World) -> None:
    """Do what the bot does every minute, and the same in another process at that moment."""
    context = world.bot.services.context
    await asyncio.gather(weeks.lay_out(context), weeks.lay_out(context))
    await world.bot.delivery.deliver_due()
    await world.bot.delivery.deliver_due()


async def test_it_is_posted_once_on_monday_and_only_if_something_has_happened(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = _WeekTime()
    monkeypatch.setattr(world.bot.services.context, "_now", time)
    channel = world.guild.create_text_channel("review")
    card = answer(await boss.slash(channel, "server"))
    assert "**Week in review:** none" in text_of(card)
    for number in range(1, 5):
        await world.start_match()
        await world.play("a4<c4", number=number)
        matches = Matches(world.bot.services.context.database, now=time, games=all_games())
        await matches.resign(world.actor(world.ben), number)
    await _pass(world)
    assert world.messages(channel) == [], "it is off unless the server wants it"
    await boss.click(card, label="Week in review here")
    assert f"**Week in review:** in <#{channel.id}>" in text_of(card)
    await _pass(world)
    assert world.messages(channel) == [], "nothing had happened the week before"
    await boss.slash(world.channel, "manage start", format="league", game="furl", begins="tomorrow", lasts="4 weeks")
    monkeypatch.setattr(world.bot.services.context, "_now", time)
    time.now = datetime(2030, 1, 14, 0, 1, tzinfo=UTC)
    await _pass(world)
    [posted] = world.messages(channel)
    text = text_of(posted)
    assert "### The week from 7 January" in text and "4 matches ended" in text
    assert "**Ada** has won 4 in a row" in text and "**Match of the week:**" in text
    assert picture_of(posted) and buttons_of(posted) == ["Replay", "Review"] and world.pinged(posted) == []
    await world.restart()
    monkeypatch.setattr(world.bot.services.context, "_now", time)
    await _pass(world)
    time.now += timedelta(days=8)
    await _pass(world)
    assert len(world.messages(channel)) == 1, "nothing has happened in the second week"
    assert len((await world.stored())[Kind.WEEKLY_REVIEW]) == 2
    await boss.click(card, label="No week in review")
    assert "**Week in review:** none" in text_of(card)


def test_upsets_and_the_match_of_the_week() -> None:
    ada, ben = Person(1 << 30, "Ada"), Person(1 << 31, "Ben")

    def result(number: int, places: tuple[int, ...], ply: int, ratings: tuple[int, int] | None = None) -> WeekResult:
        known = {} if ratings is None else dict(zip((ada.id, ben.id), ratings, strict=True))
        return WeekResult(number, GAMES["furl"], Place(1, 2), (ada, ben), places, Ending.RULES, ply, known)

    usual, upset = result(1, (1, 2), 90, (1700, 1500)), result(2, (2, 1), 20, (1700, 1500))
    shown = week_of(date(2030, 1, 7), [usual, upset, result(3, (1, 1), 300)], [], [])
    assert list(shown.upsets) == [upset] and shown.best == upset and upset.surprise == 200
    assert shown.most_wins == [(ada, 1), (ben, 1)]
    assert week_of(date(2030, 1, 7), [usual, result(3, (1, 1), 300)], [], []).best is not usual
