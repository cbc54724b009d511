"""Evenings of those who settle how they play: people, and the managers of a server."""

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.transcripts.evening import Evening


async def test_settings_of_a_person(evening: Evening) -> None:
    """All that a person can settle: typed, chosen from menus after a restart, refused, and suggested."""
    ada, ben, cleo = evening.people(Cleo="de")
    await ada.types("settings")
    for options in (
        {"notice": "both", "quiet": "10 pm - 7 am", "zone": "tokyo", "view": "usual", "puzzles": "never"},
        {"quiet": "21:15-6:45", "zone": "Asia/Kathmandu"},
        {"zone": "GMT+2"},
        {"language": "ja"},
        {"language": "fr", "quiet": "de 22 h à 7 h 00"},
        {"language": "en"},
    ):
        await ada.types("settings", **options)
    evening.act("Refused, with all that was typed beside it")
    for option, text in (
        ("quiet", "soon"),
        ("quiet", "8-8"),
        ("quiet", "25-7"),
        ("zone", "Atlantis"),
        ("zone", "Indiana"),
        ("zone", "Birmingham"),
    ):
        await ada.types("settings", notice="channel", **{option: text})
    evening.act("Menus")
    await cleo.types("settings")
    await evening.restarts()
    for value in ("direct", "22:00-07:00", "Europe/Berlin", "usual", "named", "UTC", "off", "own"):
        await cleo.chooses(value)
    for option, text in (("zone", "New Y"), ("zone", "mumbai"), ("quiet", "21")):
        await ben.begins("settings", option, text)
    evening.act("Whose side is below")
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await ben.tells_bot("settings", view="usual")
    await ada.moves("a4<c4")
    await ben.presses("Move", "e5")


async def test_what_a_server_refuses(evening: Evening) -> None:
    """Settings of a server that are refused: for those who don't manage it, and for channels without permissions."""
    ada, ben, _cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    guild, backend = evening.world.guild, evening.world.env.backend

    def without(name: str, **denied: bool) -> object:
        return guild.create_text_channel(name, overwrites={guild.default_role: discord.PermissionOverwrite(**denied)})

    forum = guild.create_forum_channel("posts")
    denied = discord.Permissions(send_messages=True, attach_files=True).value
    backend.set_overwrite(forum.id, Overwrite(guild.default_role.id, OverwriteType.ROLE, deny=denied))
    closed = without("closed", attach_files=False, send_messages=False)
    flat = without("flat", create_public_threads=False, send_messages_in_threads=False)
    for options in (
        *({"days": days, "theme": "night"} for days in ("0", "999", "soon")),
        {"channel": forum},
        {"channel": closed, "days": "5"},
        {"panel": closed},
        {"puzzles": closed},
        {"week": closed},
        {"channel": flat},
        {"threads": "on"},
    ):
        await boss.types("server", **options)
    command = backend.find_command("server", guild.id, type=1)
    assert command is not None
    guild.set_command_permissions(int(command["id"]), {ada.actor: True})
    await ada.types("server", days="5")
    evening.act("Buttons, a forum, a thread and a page")
    await boss.presses("Allow every channel", "A thread for every match", "Matches only here", "Panel here")
    await evening.restarts()
    await boss.chooses("no limit", "paper")
    await boss.presses("New accounts can't vote", "Daily puzzle here", "Week in review here")
    await ada.types("play", game="furl", opponent=ben)
    backend.set_overwrite(forum.id, Overwrite(guild.default_role.id, OverwriteType.ROLE, deny=0))
    await boss.types("server", channel=forum)
    await evening.world.restart(page="https://furlong.example")
    await boss.types("server")
    await boss.presses("Anyone may watch")
    await ada.types("match", match="1")
    [role] = backend.get_guild(guild.id).members[boss.actor.id].role_ids
    backend.remove_member_role(guild.id, boss.actor.id, role)
    await boss.presses("Only members watch")


async def test_direct_matches(evening: Evening) -> None:
    """Matches in direct messages: who cannot be written to, a turn, offers, a rematch, ratings, dice and three people."""
    ada, ben, cleo = evening.people()
    evening.act("Somebody who cannot be written to")
    await ada.tells_bot("play", game="furl")
    await ada.asks_to_play("furl", ben, days="2 days", also=["direct", "first", "rated"])
    evening.fails("POST", f"/channels/{ben.actor.user.dm_channel.id}/messages", 403, code=50007)
    await ben.presses("Accept", "Accept")
    await cleo.types("board", match="1")
    await cleo.types("games", player=ada)
    evening.act("Turns and offers")
    await ada.tells_bot("move", move="a4<c4")
    await ada.tells_bot("match", do="takeback")
    await ada.presses("Ask for a takeback")
    await ben.presses("Accept")
    await evening.restarts()
    for who, move in ((ada, "b4<a3"), (ben, "g4<e4"), (ada, "c1<c2"), (ben, "e2<e3"), (ada, "b1<b2"), (ben, "g1<g2")):
        await who.tells_bot("move", move=move)
    await ben.types("board", match="1")
    await ben.tells_bot("games")
    await ben.tells_bot("match", do="resign")
    await ben.presses("Resign")
    await ada.presses("Rematch")
    await ben.tells_bot("match", match="1", do="rematch")
    await ada.tells_bot("leaderboard")
    await ada.types("leaderboard")
    evening.act("Dice, a block, and three")
    await ada.asks_to_play("furbowl", cleo, also=["direct", "first"])
    await cleo.presses("Accept")
    await ben.types("block", person=ada)
    await ada.asks_to_play("furl", ben, also=["direct"])
    await cleo.asks_to_play("farlander", ada, ben, also=["direct"])
    await ada.presses("Accept")
    await ben.presses("Accept")
    await evening.passes(days=4)


async def test_moves_in_several_matches(evening: Evening) -> None:
    """Moves typed where several matches wait: which one is meant, what looks odd, and what no match understands."""
    ada, ben, cleo = evening.people()
    for opponent, game in ((ben, "furl"), (cleo, "playwin"), (ben, "fursaz")):
        await ada.types("play", game=game, opponent=opponent, side="first")
        await opponent.presses("Accept")
    await ada.moves("B1-c2", "a4<c5", "#2", "xyzzy", "Ꭺ4<c4", "a4 ➡️ c4")
    await ada.begins("move", "move", "\u200bа4<с4")
    await ben.moves("a1")
    evening.act("A cell, a button after a restart, and the words of a language")
    await ada.moves("D4")
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await ada.moves("furl A1 to a2")
    await evening.restarts()
    await ada.presses("Furl #4, Ben")
    await ada.types("settings", language="ja")
    await ada.moves("a4からc5へ巻く", "a4からc4へ巻く")
    await ada.types("settings", language="en")
    evening.act("Matches by name, and none")
    for match in ("1", "#1", " # 1 ", "0001", "2", "#9", "nonsense", "#٣", "@everyone"):
        await ben.types("move", move="e5<e4", match=match)
    await cleo.types("move", move="e5<e4", match="1")
    await cleo.types("move", move="b4 takes a3")
    for command, options in (
        ("board", {}),
        ("board", {"as_text": True}),
        ("match", {"do": "Draw"}),
        ("match", {"do": "hand over"}),
        ("plan", {}),
        ("replay", {"step": 0}),
    ):
        await ben.types(command, **options)
        await ben.presses("Furl #1, Ada")
