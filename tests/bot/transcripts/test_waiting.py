"""Evenings of matches that wait: called off for silence, on all sorts of terms, and told in words and by names alike."""

from datetime import timedelta
from typing import Final

from bot.chat.client import Pace
from bot.store import outages
from tests.bot.transcripts.evening import Evening
from tests.bot.transcripts.players import Player

_UNLIMITED: Final = "no limit"


async def test_calling_off(evening: Evening) -> None:
    """Thirty days of silence, a player who left and returns, a vacation, clocks, three players, and direct matches."""
    ada, ben, cleo = evening.people()
    server, backend = evening.world.guild.id, evening.world.env.backend
    await evening.world.restart(pace=Pace(timedelta(hours=6), timedelta(days=1)))
    await ada.types("play", game="furl", opponent=ben, side="first", days=_UNLIMITED)
    await ben.presses("Accept")
    await ada.moves("a4<c4")
    await ben.presses("More")
    await ada.presses("More", "Call off")
    await evening.passes(days=29)
    await ada.types("match", do="call off")
    await evening.passes(days=1)
    for who in (ben, cleo):
        await who.types("match", match="1", do="call off")
    await evening.restarts()
    await ada.types("match", do="call off")
    await ada.presses("Call off")
    await ada.types("profile")
    evening.act("A player who left the server")
    await ada.types("play", game="furl", opponent=ben, side="first", days=_UNLIMITED)
    await ben.presses("Accept")
    await ada.moves("a4<c4")
    backend.remove_member(server, ben.actor.id)
    await ada.types("games")
    await ada.types("match", match="2", do="call off")
    await evening.passes(days=1)
    await ada.types("games")
    evening.world.guild.add_member(ben.actor.user)
    await evening.passes(days=1)
    await ada.types("games")
    await ada.types("match", match="2", do="call off")
    backend.remove_member(server, ben.actor.id)
    await evening.passes(days=2)
    await ada.types("match", match="2", do="call off")
    await ada.presses("Call off")
    evening.world.guild.add_member(ben.actor.user)
    evening.act("A vacation, and a server that is away")
    await ada.types("play", game="furl", opponent=ben, side="first", days=_UNLIMITED)
    await ben.presses("Accept")
    await ada.moves("a4<c4")
    await evening.passes(days=5)
    await ben.types("vacation", days="20 days")
    context = evening.world.bot.services.context
    now = evening.world.env.now()
    async with context.database.write() as connection:
        away = dict.fromkeys(context.shards(), now + timedelta(days=22))
        await outages.add(connection, away, now + timedelta(days=24))
    for days in (30, 16, 1):
        await evening.passes(days=days)
        await ada.types("match", match="3", do="call off")
    await ada.presses("Call off")
    evening.act("Clocks")
    await ada.types("play", game="furl", opponent=ben, side="first", days="3 days")
    await ben.presses("Accept")
    await ada.types("match", match="4", do="call off")
    await ada.moves("a4<c4")
    await ada.types("match", match="4", do="call off")
    await evening.resigns(ada)
    evening.act("Three")
    await ada.asks_to_play("farlander", ben, cleo, days=_UNLIMITED, also=["first"])
    await ben.presses("Accept")
    await cleo.presses("Accept")
    await evening.passes(days=31)
    for who in (ben, cleo):
        await who.types("match", match="5", do="call off")
    await cleo.presses("Call off")
    await evening.resigns(ben, cleo)
    evening.act("Directly")
    await ada.asks_to_play("furl", ben, days=_UNLIMITED, also=["direct", "first"])
    await ben.presses("Accept")
    await ada.tells_bot("move", move="a4<c4")
    evening.fails("POST", f"/channels/{ben.actor.user.dm_channel.id}/messages", 403, code=50007, times=None)
    backend.remove_member(server, ben.actor.id)
    await evening.passes(days=29)
    await ada.tells_bot("match", do="call off")
    await evening.passes(days=2)
    await ada.tells_bot("match", do="call off")
    await ada.presses("Call off")
    await evening.passes(hours=6)


async def test_terms(evening: Evening) -> None:
    """Days, weekends, banks and takebacks of a challenge, what is usual on a server, and where matches may be."""
    ada, ben, _cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    for days, also in (("usual", []), ("7 days", ["weekends", "casual"]), (_UNLIMITED, ["weekends"])):
        await ada.asks_to_play("furl", ben, days=days, also=also)
    for days in ("7 days + 12 hours", "15 minutes + 15 seconds", "15 min + 15 s", "2", _UNLIMITED):
        await ada.types("play", game="furl", days=days)
    for days in ("0", "-1", "999", "soon", "15 days", "2.5"):
        await ada.types("play", game="furl", days=days)
    for days in ("", "1"):
        await ada.begins("play", "days", days, game="furl")
    evening.act("Takebacks at once, and a bank")
    await ada.asks_to_play("furl", ben, also=["takebacks", "first"])
    await ben.presses("Accept")
    await ada.moves("a4<c4")
    await ada.types("match", do="takeback")
    await evening.resigns(ada)
    await ada.types("play", game="furl", opponent=ben, side="first", days="15 min + 15 s")
    await ben.presses("Accept")
    await evening.passes(minutes=1)
    await ada.moves("a4<c4")
    await evening.passes(minutes=20)
    evening.act("The server")
    other, thread = (evening.world.guild.create_text_channel(name) for name in ("other", "flat"))
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await boss.types("server", days="no limit", channel=other, threads="on")
    await ada.types("play", game="furl")
    await ada.beside(other).types("play", game="furl")
    await ada.beside(thread).types("play", game="furl")
    await evening.restarts()
    await ada.moves("a4<c4")


async def test_names_alike(evening: Evening) -> None:
    """Two who are called the same, and one of whose name nothing is seen: on boards, lists, tables and in the log."""
    ada, ben, cleo = evening.people()
    boss = evening.member("Boss", manages=True)

    def called(who: Player, name: str) -> None:
        evening.world.env.backend.edit_member(evening.world.guild.id, who.actor.id, {"nick": name})

    for who, name in ((ada, "Sam"), (ben, "Ѕаm"), (boss, "Sam"), (cleo, "\u3164")):
        called(who, name)
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await evening.play_on(7, ada, ben)
    await cleo.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    for who in (ada, ben):
        await who.types("games")
    await boss.begins("manage cancel", "match", "")
    await boss.types("manage cancel", match="2")
    await boss.presses("Call it off")
    await boss.types("manage log")
    await evening.resigns(ben)
    await ada.types("leaderboard")
    await ada.types("play")
    called(ada, "Ada")
    await evening.restarts()
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await ada.types("match", match="1", do="log")


async def test_the_log(evening: Evening) -> None:
    """The log of a match: empty, with rolls, page by page, of three of whom one left, and in another language."""
    ada, ben, cleo = evening.people()
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await cleo.presses("More", "Log", "Text")
    await cleo.types("board", match="1", as_text=True)
    await evening.play_on(1, ada, ben)
    await evening.resigns(ben)
    await cleo.types("match", match="1", do="log")
    evening.act("Rolls")
    await ada.types("play", game="furbowl", opponent=ben, side="first")
    await ben.presses("Accept")
    await ada.presses("More", "Log")
    world = evening.world
    with world.env.time_context():
        while (match := await world.match(2)).ply < 45 and match.to_move is not None:
            evening.a_minute()
            who = ada if match.to_move.id == ada.actor.id else ben
            await world.matches.play(world.actor(who.actor), 2, match.position.legal_moves()[0])
        await world.deliver(2)
    await ada.types("match", match="2", do="log")
    await evening.restarts()
    await ada.presses("Earlier", "Earlier", "Later")
    await ada.types("settings", language="de")
    await ada.types("match", match="2", do="log")
    evening.act("Three")
    await ada.types("settings", language="en")
    await ada.asks_to_play("farlander", ben, cleo, also=["first"])
    await ben.presses("Accept")
    await cleo.presses("Accept")
    await evening.play_on(4, ada, ben, cleo, match=3)
    await evening.resigns(cleo)
    await ben.types("match", match="3", do="log")
    await ben.types("board", match="3", as_text=True)
