"""Evenings at the page, beside the chat, and behind programs."""

from typing import Final

from simcord.builders import ChannelHandle

from tests.bot.transcripts.evening import Evening
from tests.bot.web.test_server_settings import SomeRooms

_RECORD: Final = """Furlong record 1
game: furl
version: 1
seats: 2
seat 0: Eva
seat 1: Finn
1. b4<a3 f5<f3
"""


async def test_the_page(evening: Evening) -> None:
    """A match at the page: one plays there, the other reads German, and a stranger looks in."""
    ada, ben, cleo = evening.people(Ben="de")
    await ada.types("play", game="furl", opponent=ben, days="3 days", side="first")
    await ben.presses("Accept")
    async with evening.page(public="http://127.0.0.1"):
        first, second, third = [await evening.visitor(one) for one in (ada, ben, cleo)]
        stranger = await evening.guest()
        evening.act("The first page")
        await stranger.opens("/")
        await first.opens("/")
        evening.act("A match")
        await first.follows("Furl · #1")
        await first.opens("/matches/1?chosen=a4")
        await first.follows("c4 · stack of 3")
        await first.presses("Play a4<c4")
        await second.opens("/matches/1")
        await second.presses("Remis anbieten")
        await first.opens("/matches/1")
        await first.presses("Decline")
        await second.opens("/matches/1?chosen=g4")
        await third.opens("/matches/1")
        await stranger.opens("/matches/1")
        await first.opens("/matches/1/plan")
        await first.opens("/matches/1/note")
        await first.presses("Keep this note", **{"in.value": "Watch the left wing."})
        await first.opens("/matches/1/log")
        await second.opens("/matches/1/try")
        await second.presses("Spielen", value="g4<e4 b4<a3")
        await first.opens("/matches/1")
        await first.presses("Resign")
        await second.opens("/matches/1")
        await second.presses("Revanche")
        await evening.passes(hours=6)
        await second.opens("/")
        await second.opens("/matches/1/replay?ply=1")
        for path in ("picture", "card", "motion?ply=1", "why?start=a4&end=c6", "share", "log/1"):
            await second.opens(f"/matches/1/{path}")
        await second.opens("/try/furl")
        await second.opens("/matches/2/flip")
        await second.opens("/nothing")
        evening.act("Lists")
        for path in ("/profile", "/leaderboard/furl/1", "/ratings", "/help"):
            await second.opens(path)
        await first.opens("/rules/playwin")
        await first.opens("/records")
        await first.presses("Replay", record="Furlong record 2")
        await first.presses("Replay", record=_RECORD)
        await first.presses("Last")


async def test_forms(evening: Evening) -> None:
    """A challenge, settings of people and of the server, a vacation, lessons, puzzles and a season by the forms of the page."""
    ada, ben, boss = *evening.people()[:2], evening.member("Boss", manages=True)
    evening.world.guild.create_text_channel("news")
    news: ChannelHandle = evening.world.channel

    async def manages(_server: int, person: int) -> bool:
        return person == boss.actor.id

    async def rooms(_server: int, _person: int) -> SomeRooms:
        return SomeRooms(news.id)

    async with evening.page(public="http://127.0.0.1", manages=manages, rooms=rooms):
        first, second, manager = [await evening.visitor(one) for one in (ada, ben, boss)]
        evening.act("A challenge")
        await first.opens("/play/playwin")
        await first.presses("Play", **{"in.days": "2 days", "in.host_seat": "second", "in.also.weekends": "on"})
        await second.opens("/")
        await second.opens("/matches/1")
        await second.presses("Join")
        await first.opens("/play/farlander")
        await first.opens("/")
        await first.presses("Mole")
        evening.act("Settings")
        await first.opens("/settings")
        await first.presses(
            "Save", **{"in.notice": "both", "typed.quiet": "22-7", "in.zone": "Asia/Tokyo", "in.challenges": "played"}
        )
        await first.presses("Save", **{"typed.zone": "Nowhere"})
        await first.opens("/vacation")
        await first.presses("Go on vacation", **{"in.value": "3"})
        await first.presses("End it now")
        evening.act("The settings of the server")
        await second.opens("/settings/server")
        await manager.opens("/settings/server")
        await manager.presses(
            "Save", **{"in.language": "de", "in.days": "5", "in.theme": "paper", "in.challenges": "14"}
        )
        evening.act("Lessons and puzzles")
        await second.opens("/lessons")
        await second.opens("/lessons/furl")
        await second.presses("Play", value="c2<c3")
        await second.presses("Play", value="c2<c4")
        await second.opens("/puzzles")
        await second.opens("/puzzles/furl")
        await second.presses("Hint")
        await second.presses("Solution")
        await second.opens("/puzzles/furl/standings")
        evening.act("A season")
        await manager.opens("/seasons")
        await manager.opens("/seasons/new/swiss")
        await manager.presses("Open it")
        await second.opens("/seasons/1")
        await second.presses("Join")
        await first.opens("/seasons/1")
        await evening.passes(hours=6)


async def test_programs(evening: Evening) -> None:
    """A program that plays, a calendar, a webhook, and two engines that meet."""
    ada, ben, _cleo = evening.people()
    await ada.types("play", game="furl", opponent=ben, days="3 days", side="first")
    await ben.presses("Accept")
    async with evening.page(public="http://127.0.0.1"):
        evening.act("A token")
        visitor = await evening.visitor(ada)
        await visitor.opens("/programs")
        await visitor.presses("Make a token", **{"in.name": "My script", "in.scope": "play"})
        await visitor.opens("/programs")
        evening.act("A program plays")
        first, second = await evening.program(ada), await evening.program(ben)
        await first.gets("/me")
        await first.gets("/matches")
        await first.gets("/matches/1")
        await first.posts("/matches/1/moves", move="g4")
        await first.posts("/matches/1/moves", move="a4<c4")
        await second.posts("/matches/1/actions/draw")
        await first.posts("/matches/1/actions/decline_offer")
        await second.posts("/matches/1/actions/time")
        await first.gets("/matches/1/actions")
        await first.posts("/matches/1/actions/plan", text="b4<a3")
        await first.posts("/matches/1/actions/note", text="The fork on b4.")
        await first.gets("/games")
        await second.posts("/matches/1/actions/resign")
        await first.gets("/matches/1")
        await first.gets("/nothing")
        evening.act("Challenges")
        there = {"server": str(ada.actor.guild.id), "channel": str(ada.channel.id)}
        await first.posts(
            "/matches", game="playwin", place=there, opponents=[str(ben.actor.id)], time="2 days", is_rated=False
        )
        await second.posts("/matches/2/actions/join")
        await first.posts("/matches", game="furl", place=there, character="otter", side="first")
        evening.act("Engines")
        bolt, nut = await evening.engine(ada, "Bolt", "furl"), await evening.engine(ben, "Nut", "furl", "playwin")
        found = await bolt.gets("/engines")
        number = next((one["id"] for one in found.get("engines", ()) if one["name"].startswith("Nut")), "")
        await bolt.posts("/matches", game="furl", opponents=[number], side="first")
        await nut.gets("/matches")
        await ada.types("games")
        await visitor.opens("/engines")
        await visitor.opens("/programs")


async def test_guests(evening: Evening) -> None:
    """People without Discord: one plays a character, and somebody who has their link."""
    async with evening.page(has_guests=True, public="http://127.0.0.1"):
        ann, bea = await evening.guest("Ann"), await evening.guest("Bea", "it")
        evening.act("The door")
        await ann.opens("/")
        await ann.presses("Play", name="Ann")
        await ann.opens("/")
        await ann.presses("Mole")
        await ann.opens("/matches/1?chosen=a4%3Cc4")
        await ann.presses("Play a4<c4")
        evening.act("A link")
        await ann.opens("/play/furl")
        await ann.presses("Make the link")
        await bea.opens(ann.shown("/invited/"))
        await bea.presses("Gioca", name="Bea")
        await ann.opens("/matches/2")
        await ann.opens("/settings")
        await evening.passes(hours=6)
        await ann.opens("/")
        await ann.presses("Sign out")
