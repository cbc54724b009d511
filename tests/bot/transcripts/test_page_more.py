"""Evenings at the page of what the first one leaves out: offers, votes, seasons, and what people settle and look at."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from tests.bot.transcripts.evening import Evening
from tests.bot.transcripts.players import Player
from tests.bot.web.test_server_settings import SomeRooms
from tests.bot.world import ask_to_play


@asynccontextmanager
async def _managed(evening: Evening, boss: Player) -> AsyncGenerator[None]:
    """Serve the page, on which somebody manages the server."""

    async def manages(_server: int, person: int) -> bool:
        return person == boss.actor.id

    async def rooms(_server: int, _person: int) -> SomeRooms:
        return SomeRooms(evening.world.channel.id)

    async with evening.page(public="http://127.0.0.1", manages=manages, rooms=rooms):
        yield


async def test_offers_at_the_page(evening: Evening) -> None:
    """A handover, a pause, a seat, a takeback at once and a rematch at the page; forms too late, and what never was."""
    ada, ben, cleo = evening.people()
    dan = evening.member("Dan")
    await ada.types("play", game="furl", opponent=ben, side="first", days="3 days")
    await ben.presses("Accept")
    async with evening.page(public="http://127.0.0.1"):
        first, second, third, fourth = [await evening.visitor(one) for one in (ada, ben, cleo, dan)]
        evening.act("A pause")
        await first.opens("/matches/1")
        await first.presses("14 days")
        await second.opens("/matches/1")
        await second.presses("Accept")
        await third.opens("/matches/1")
        csrf = third.page.forms[-1].fields.get("csrf", "")
        await third.posts("/matches/1/deeds", deed="resume", csrf=csrf)
        await first.opens("/matches/1")
        await first.presses("End the pause")
        evening.act("A handover")
        await first.opens("/matches/1")
        await first.presses("Badger")
        await second.opens("/matches/1")
        late = next(form for form in second.page.forms if "Accept" in form.buttons)
        await second.presses("Accept")
        await second.posts(late.path, "the same again", **late.fields, **late.buttons["Accept"])
        older = {**late.fields, "deed": "handover", "detail": "", "revision": "0"}
        await second.posts(late.path, "an older form", **older)
        for deed in ("resign", "draw", "takeback", "accept"):
            await second.posts(late.path, "a question", **{**late.fields, "deed": deed})
        evening.act("A seat")
        await ada.asks_to_play("farlander", ben, cleo, days="3 days")
        await ben.presses("Accept")
        await cleo.presses("Accept")
        await third.opens("/matches/2")
        await third.presses("Resign")
        await first.opens("/matches/2")
        await fourth.opens("/matches/2")
        await fourth.presses("Play on for Cleo")
        for visitor in (first, second):
            await visitor.opens("/matches/2")
            await visitor.presses("Accept")
        await fourth.opens("/matches/2")
        evening.act("Moves taken back, a plan and a note")
        await first.opens("/play/furl")
        await first.presses("Play", **{"in.host_seat": "first", "in.also.takebacks": "on"})
        await second.opens("/matches/3")
        await second.presses("Join")
        await ada.types("move", move="a4<c4", match="3")
        await first.opens("/matches/3")
        await first.presses("Takeback")
        await second.opens("/matches/3/plan")
        await second.presses("Keep this plan", **{"in.value": "after a4<c4: e5<e4"})
        await second.presses("Clear")
        await second.opens("/matches/3/note")
        await second.presses("Keep this note", **{"in.value": "Beware of the corner."})
        await third.opens("/matches/3")


async def test_votes_at_the_page(evening: Evening) -> None:
    """Voting at the page: choices, the tally, the host, those who are shut out, and two teams."""
    ada, ben, cleo = evening.people()
    async with evening.page(public="http://127.0.0.1"):
        first, second, third = [await evening.visitor(one) for one in (ada, ben, cleo)]
        await ask_to_play(ada.actor, ada.channel, game="furl", level="mole", days="3 days", also=["first", "votes60"])
        await second.opens("/")
        await second.opens("/matches/1?chosen=a4%3Cc4")
        await second.presses("Vote for a4<c4")
        await third.opens("/matches/1")
        await third.presses("Vote to resign")
        await first.opens("/matches/1")
        await first.presses("Play the vote now")
        await third.opens("/matches/1")
        evening.act("Against the channel, and teams")
        await ask_to_play(
            ada.actor, ada.channel, game="furl", people=[ben.actor], days="3 days", also=["first", "votes60"]
        )
        await ben.presses("Accept")
        await second.opens("/")
        await second.opens("/matches/2")
        fields = {"csrf": second.page.forms[-1].fields.get("csrf", ""), "revision": "0", "move": "a4<c4"}
        await second.posts("/matches/2/moves", "a vote", **fields)
        await ask_to_play(ada.actor, ada.channel, game="furl", days="3 days", also=["votes60"])
        await third.opens("/matches/3?chosen=a4%3Cc4")
        await third.presses("Vote for a4<c4")
        await second.opens("/matches/3")
        await evening.passes(hours=6)
        await second.opens("/matches/3")


async def test_seasons_at_the_page(evening: Evening) -> None:
    """Leagues, an event and a ladder: opened by forms, refused, joined, left, climbed, begun, called off and over."""
    ada, ben, cleo = evening.people()
    boss, dan = evening.member("Boss", manages=True), evening.member("Dan")
    async with _managed(evening, boss):
        first, second, third, fourth = [await evening.visitor(one) for one in (ada, ben, cleo, dan)]
        manager = await evening.visitor(boss)
        await first.opens("/seasons")
        await first.opens("/seasons/new/league")
        evening.act("Forms")
        await manager.opens("/seasons/new")
        await manager.opens("/seasons/new/league")
        four = {f"in.game.{key}": "on" for key in ("furl", "fursaz", "playwin", "farlander")}
        for filled in (
            {},
            four,
            {"in.game.furl": "on", "in.begins": "soon"},
            {"in.game.furl": "on", "in.lasts": ""},
            {"in.game.furl": "on", "in.days": "no limit"},
            {"in.game.furl": "on", "in.channel": "x"},
            {"in.game.furl": "on", "in.game.fursaz": "on", "in.also.weekends": "on", "one.also.size": "size8"},
        ):
            form = next(form for form in manager.page.forms if "Open it" in form.buttons)
            await manager.posts(
                "/seasons/new/league", "the form", **{**form.fields, **form.buttons["Open it"], **filled}
            )
            if filled:
                await manager.opens("/seasons/new/league")
        for kind in ("knockout", "all-play-all"):
            await manager.opens(f"/seasons/new/{kind}")
            await manager.presses("Open it", **{"in.game": "furbowl"})
        evening.act("A league")
        for visitor in (first, second, third):
            await visitor.opens("/seasons/1")
            await visitor.presses("Join")
        await first.presses("Leave")
        await first.presses("Join")
        await manager.opens("/seasons/1")
        await manager.presses("Start now")
        await fourth.opens("/seasons/1")
        await fourth.presses("Join")
        await manager.opens("/seasons/1")
        await manager.presses("Start now")
        await evening.resigns(ada)
        await first.opens("/seasons/1")
        await second.opens("/seasons/1")
        await second.presses("Leave")
        await second.presses("Yes, leave")
        await first.opens("/seasons/1/about")
        await manager.opens("/seasons/1/remove")
        await manager.presses("Take", **{"in.player": str(cleo.actor.id), "in.reason": "Does not answer."})
        evening.act("A ladder")
        await manager.opens("/seasons/new/ladder")
        await manager.presses("Open it", **{"in.game": "furl"})
        for visitor in (first, second):
            await visitor.opens("/seasons/4")
            await visitor.presses("Join")
        await second.opens("/seasons/4/challenge")
        await second.presses("1. Ada")
        await first.opens("/seasons/4")
        await first.opens("/")
        await manager.opens("/seasons/4/cancel")
        await manager.presses("Close")
        await first.opens("/seasons/4")
        await first.opens("/seasons/9")


async def test_what_people_settle_at_the_page(evening: Evening) -> None:
    """Challenges by name, settings that are typed and refused, a vacation that is prolonged, tokens, and what is stored."""
    ada, ben, cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    await ben.types("play", game="furl", opponent=cleo, side="first", days="3 days")
    await cleo.presses("Accept")
    async with _managed(evening, boss):
        first, second, manager = [await evening.visitor(one) for one in (ada, ben, boss)]
        evening.act("Challenges")
        await first.opens("/play/furl")
        for name in ("Nobody", "%", " ben "):
            await first.presses(
                "Play",
                **{
                    "typed.who": name,
                    "in.days": "7 days + 12 hours",
                    "in.host_seat": "second",
                    "in.is_rated": "casual",
                },
            )
            if name != " ben ":
                await first.opens("/play/furl")
        await second.opens("/")
        await second.opens("/matches/2")
        await second.presses("Decline")
        await first.opens("/matches/2")
        await first.opens("/play/furl")
        await first.presses("Play", **{"in.days": "a blue moon"})
        await ben.types("block", person=ada)
        await first.opens("/play/furl")
        await first.presses("Play", **{"typed.who": "ben", "in.also.both": "on"})
        evening.act("Settings")
        await first.opens("/settings")
        await first.presses("Save", **{"typed.quiet": "21:15 - 6:45", "typed.zone": "kathmandu", "in.tell.furl": "on"})
        await first.presses("Save", **{"typed.zone": "Atlantis", "in.notice": "both"})
        await first.opens("/settings")
        await first.presses("Save", **{"in.language": "de"})
        await first.presses("Speichern", **{"in.language": "discord"})
        await manager.opens("/settings/server")
        await manager.presses("Save", **{"in.days": "soon"})
        await first.opens("/settings/server")
        evening.act("A vacation")
        await second.opens("/vacation")
        await second.presses("Go on vacation", **{"in.value": "31"})
        await second.presses("Go on vacation", **{"in.value": "3"})
        await second.presses("Stay away longer", **{"in.value": "2"})
        await second.presses("Stay away longer", **{"in.value": "9"})
        await first.opens("/matches/1")
        await second.opens("/vacation")
        await second.presses("End it now")
        evening.act("Lessons and puzzles")
        await first.opens("/lessons/fursaz")
        await first.follows("Skip")
        await first.opens("/puzzles/furl")
        await first.presses("Play", value="a9<a8")
        await first.presses("Solution")
        evening.act("Tokens, and what is stored")
        await first.opens("/programs")
        await first.presses("Make a token", **{"in.name": "My script", "in.scope": "play"})
        await first.opens("/programs")
        await first.presses("Revoke")
        await first.opens("/privacy")
        await evening.passes(hours=6)
