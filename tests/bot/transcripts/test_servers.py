"""Evenings of those who manage a server, and of those who want to be left alone."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from types import SimpleNamespace

import pytest

from bot.hosting import checking, databases, rebuilding
from tests.bot.tables import all_games
from tests.bot.transcripts.evening import Evening


async def test_settings_of_a_server(evening: Evening) -> None:
    """Each setting of a server, and what it changes."""
    ada, ben, _cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    news = evening.world.guild.create_text_channel("news")
    evening.act("One setting after the other")
    await boss.types("server")
    await boss.types("server", language="fr")
    await boss.types("server", days="5 days")
    await boss.types("server", theme="paper")
    await boss.types("server", challenges="2 days")
    await boss.types("server", pages="on")
    await boss.types("server", voters="older")
    await boss.types("server", channel=news)
    await boss.types("server", threads="on")
    await boss.types("server", panel=news, puzzles=news, week=news)
    await boss.types("server", days="soon")
    evening.act("What they change")
    await ada.types("play", game="furl", opponent=ben)
    ada, ben = ada.beside(news), ben.beside(news)
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accepter")
    await ada.moves("a4<c4")
    await ben.moves("g4<e4")
    await ada.asks_to_play("playwin")
    await evening.passes(days=3)
    await ada.types("games")
    await ben.presses("Jouer")
    await ben.presses("Apprendre")
    await evening.passes(days=4)
    evening.act("The usual again")
    await boss.types("server")
    await boss.presses(
        "Remove the panel", "No daily puzzle", "No week in review", "Allow every channel", "Everybody votes"
    )
    await boss.chooses("no limit")
    await boss.types("server", threads="off", language="discord")
    await evening.passes(hours=6)


async def test_moderation(evening: Evening) -> None:
    """Blocks, a match that is called off, a player who is taken out, a channel that is closed, and data."""
    ada, ben, cleo = evening.people(Cleo="it")
    boss, dan = evening.member("Boss", manages=True), evening.member("Dan")
    evening.act("Blocks")
    await ben.types("block", person=ada)
    await ada.types("play", game="furl", opponent=ben)
    await ben.types("block")
    await ben.chooses("Ada")
    await ben.types("block", person=boss)
    await ada.types("play", game="furl", opponent=ben, days="3 days", side="first")
    await ben.presses("Accept")
    await ada.moves("a4<c4")
    await ada.types("match", do="note")
    await ada.presses("Write")
    await ada.fills(text="Remember the left wing.")
    evening.act("A manager steps in")
    await boss.types("manage remove", player=ben, match="1", reason="Insults.")
    await boss.presses("Take out")
    await ada.types("play", game="furl", opponent=cleo, days="3 days", side="first")
    await cleo.presses("Accept")
    await ada.moves("a4<c4", match=2)
    await boss.types("manage cancel", match="2", reason="A test.")
    await boss.presses("Call it off")
    await dan.types("play", game="playwin", opponent=cleo)
    await boss.types("manage close", channel=evening.world.channel, reason="Spring cleaning.")
    await boss.presses("Close")
    await boss.types("manage log")
    await evening.passes(hours=6)
    evening.act("Data")
    await ada.types("profile")
    await ada.types("privacy")
    await ada.presses("Export")
    await cleo.types("privacy")
    await cleo.presses("Elimina")
    await cleo.presses("Dimenticami")
    await ada.types("games")
    await ada.types("profile")
    await ben.types("leaderboard")


async def test_direct_messages(evening: Evening) -> None:
    """A match in direct messages alone, with somebody who has closed them first."""
    ada, ben, _cleo = evening.people(Ben="ja")
    await ada.asks_to_play("furl", ben, days="2 days", also=["direct", "first"])
    await ben.presses("Accept")
    await ada.tells_bot("move", move="a4<c4")
    await ben.tells_bot("move", move="g4<e4")
    await ben.tells_bot("games")
    await ben.tells_bot("match", do="draw")
    await ben.presses("引き分けを提案する")
    await ada.presses("Decline")
    await evening.passes(days=3)
    await ada.types("games")


async def test_hosts(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a host's commands say about a database: it is checked, ratings and places are computed again, Ben is forgotten."""
    ada, ben, cleo = evening.people()
    boss, dan = evening.member("Boss", manages=True), evening.member("Dan")
    await boss.types("manage start", format="ladder", game="furl", days="2 days")
    for player in (ada, ben, cleo, dan):
        await player.presses("Join")
    await cleo.types("season", player=ben)
    await ben.presses("Accept")
    await evening.play_on(8, cleo, ben)
    await evening.resigns(ben)
    await ada.types("play", game="furbowl", opponent=ben, side="first")
    await ben.presses("Accept")
    await evening.play_on(6, ada, ben, match=2)
    await ben.types("match", match="2", do="note")
    await ben.presses("Write")
    await ben.fills(text="Keep the ball.")
    check = partial(checking.check, games=all_games())
    await evening.hosts("check", check)
    await evening.hosts("rebuild-ratings --check", partial(rebuilding.rebuild_ratings, only_look=True))
    await evening.hosts("rebuild-places --check", partial(rebuilding.rebuild_places, only_look=True))

    async def forget(url: str, tell: Callable[[str], None]) -> bool:
        return await databases.forget(url, ben.actor.id, tell)

    def now(_zone: object) -> datetime:
        return evening.world.env.now()

    monkeypatch.setattr(databases, "datetime", SimpleNamespace(now=now))
    await evening.hosts("forget", forget)
    await evening.hosts("check", check)
    await evening.passes(hours=6)
    await ada.types("profile")
