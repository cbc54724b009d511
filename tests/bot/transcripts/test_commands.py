"""Evenings of commands: what is suggested while people type, and the ways of saying what one means."""

from collections.abc import Iterator

from discord import app_commands

from bot.chat import features
from tests.bot.transcripts.evening import Evening


def _suggested() -> Iterator[tuple[str, str]]:
    """All options for which something is suggested here, each after its command."""
    for command in features.all_commands(has_push=False, has_engines=False):
        for one in command.walk_commands() if isinstance(command, app_commands.Group) else [command]:
            if isinstance(one, app_commands.Command):
                yield from (
                    (one.qualified_name, option.display_name) for option in one.parameters if option.autocomplete
                )


async def test_suggestions(evening: Evening) -> None:
    """What every command suggests while somebody types, with three matches going on and a league open."""
    ada, ben, _cleo = evening.people(Ben="de")
    boss = evening.member("Boss", manages=True)
    await ada.types("play", game="furl", opponent=ben, side="first", days="3 days")
    await ben.presses("Accept")
    await ada.types("play", game="playwin", opponent=ben, side="second", days="3 days")
    await ben.presses("Accept")
    await ada.types("play", game="farlander", level="mole")
    await boss.types("manage start", format="league", game="furl", begins="tomorrow", lasts="2 weeks")
    evening.act("While Ada types")
    for command, option, text in (
        ("move", "move", "a4"),
        ("move", "match", "pl"),
        ("match", "match", ""),
        ("match", "do", "p"),
        ("board", "match", "2"),
        ("play", "days", "2 w"),
        ("play", "days", ""),
        ("play", "level", "ly"),
        ("play", "side", ""),
        ("plan", "match", ""),
        ("replay", "match", ""),
        ("try", "match", "f"),
        ("season", "season", ""),
        ("settings", "zone", "zur"),
        ("settings", "quiet", "22"),
        ("settings", "tell", "f"),
        ("vacation", "days", "a"),
        ("puzzle", "game", ""),
    ):
        await ada.begins(command, option, text)
    await ada.begins("play", "side", "", game="furbowl")
    await ada.begins("move", "move", "c", match="2")
    evening.act("Before anything is typed")
    for command, option in _suggested():
        await (boss if command.startswith(("manage", "server")) else ada).begins(command, option, "")
    evening.act("While the others type")
    await ben.begins("move", "move", "")
    await ben.begins("match", "do", "")
    await ben.begins("settings", "zone", "münchen")
    for command, option, text in (
        ("manage cancel", "match", ""),
        ("manage cancel", "season", ""),
        ("manage remove", "match", "2"),
        ("manage start", "begins", "to"),
        ("manage start", "lasts", "2"),
        ("manage start", "days", ""),
        ("server", "days", "3"),
    ):
        await boss.begins(command, option, text)


async def test_ways_of_saying_it(evening: Evening) -> None:
    """Moves typed in all sorts of ways, in one of several matches, and everything that is no move."""
    ada, ben, cleo = evening.people(Ben="es")
    await ada.types("play", game="furl", opponent=ben, side="first", days="3 days")
    await ben.presses("Accept")
    await ada.types("play", game="furl", opponent=cleo, side="first", days="3 days")
    await cleo.presses("Accept")
    evening.act("Which match?")
    await ada.moves("a4<c4")
    await ada.presses("Furl #1, Ben")
    await ada.types("move", move="furl a4 to c4", match="Cleo")
    await ben.moves("G4 → e4")
    await cleo.moves("g4")
    await cleo.moves("f1<f1", "resign", "e4<g4", "g4<e4")
    await ada.types("move", move="b4 takes a3", match="1")
    await ada.types("board", match="7")
    await ada.types("match", match="Ben", do="draw")
    await ada.types("match")
    await ada.types("plan", moves="nothing", match="2")
    await ada.types("plan", match="2")
    evening.act("The next match")
    await ben.types("games")
    await ben.moves("e5<e4")
    await ada.types("move", move="c4>e4", match="1")
    await ben.types("settings", quiet="never", zone="Atlantis")
    await ben.types("vacation", days="forever")
    await ben.types("replay", match="nothing")
    await ben.types("season", season="spring")
    await ben.types("puzzle", game="chess")


async def test_tables(evening: Evening) -> None:
    """An open table that somebody leaves and characters fill, lookouts who are told, and challenges that lapse."""
    ada, ben, cleo = evening.people(Cleo="pl")
    await cleo.types("settings", tell="Farlander", notice="direct")
    await ada.asks_to_play("farlander", days="2 days", also=["players4", "casual"])
    await ben.presses("Join")
    await ben.presses("Fill with characters")
    await ben.presses("Leave")
    await cleo.presses("Join")
    await ben.presses("Join")
    await ada.presses("Fill with characters")
    await ada.chooses("Otter")
    await evening.play_on(4, ada, ben, cleo)
    evening.act("A challenge from the menu on a person")
    await cleo.uses("Challenge", on=ben)
    await cleo.fills(game=["furbowl"], days=["usual"], is_rated=["rated"], host_seat=["usual"])
    await ben.presses("Accept")
    await evening.play_on(3, ben, cleo, match=2)
    await ben.types("match", match="2", do="dice")
    evening.act("Offers and challenges that nobody answers")
    await ada.types("play", game="furl", opponent=ben)
    await ada.asks_to_play("playwin")
    await ben.types("match", match="2", do="pause")
    await ben.presses("3 days")
    await evening.passes(days=8)
    await ben.types("games")


async def test_a_forum(evening: Evening) -> None:
    """A server whose matches are posts in a forum."""
    ada, ben, _cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    forum = evening.world.guild.create_forum_channel("boards")
    await boss.types("server", channel=forum, theme="night")
    await ada.types("play", game="furl", opponent=ben, side="first", days="2 days")
    await ben.presses("Accept")
    await evening.play_on(3, ada, ben)
    await ada.types("match", match="1", do="resign")
    await ada.presses("Resign")
    await evening.passes(hours=6)
    await ada.presses("Rematch")
    await ben.presses("Accept")


async def test_engines_in_chat(evening: Evening) -> None:
    """An engine is registered in chat, gets another token and is removed; a long record is replayed."""
    ada, ben, _cleo = evening.people()
    object.__setattr__(evening.world.bot.services, "has_programs", True)
    await ada.types("leaderboard")
    await ada.presses("Engines", "Register an engine")
    await ada.fills(name="Bolt", games=["furl"])
    await ada.types("privacy")
    await ben.types("leaderboard")
    await ben.presses("Engines")
    await ada.types("leaderboard")
    await ada.presses("Engines", "Manage", "New token")
    await ada.types("leaderboard")
    await ada.presses("Engines", "Manage", "Remove")
    evening.act("A long match")
    await ada.types("play", game="furl", opponent=ben, side="first", days="3 days")
    await ben.presses("Accept")
    with evening.world.env.time_context():
        for ply in range(60):
            match = await evening.world.match()
            legal = match.position.legal_moves()
            if match.to_move is None:
                break
            who = ada if match.to_move.id == ada.actor.id else ben
            evening.a_minute()
            await evening.world.matches.play(evening.world.actor(who.actor), 1, legal[5 * ply % len(legal)])
        await evening.world.deliver(1)
    await ada.types("match", match="1", do="log")
    await ada.presses("Earlier")
    await ada.types("replay", match="1", step=30)
    await ada.presses("Back")
