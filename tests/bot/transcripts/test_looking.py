"""Evenings of those who look: at replays, records, private boards, rules and lists, and at who takes no challenges."""

from rules.core import CHANCE
from tests.bot.transcripts.evening import Evening

_MOVES = ("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3")


async def test_replays(evening: Evening) -> None:
    """A match step by step while it runs and afterwards, its record as a file of others, and what is no record."""
    ada, ben, cleo = evening.people()
    await ada.types("replay")
    await ada.types("play", game="furl", opponent=ben)
    await ada.types("replay", match="1")
    await ben.presses("Decline")
    await ada.types("replay", match="1")
    evening.act("While it runs")
    with evening.world.env.time_context():
        await evening.world.store_matches(1, host=evening.world.ada, guest=evening.world.ben, moves=_MOVES)
        await evening.world.deliver(2)
    await cleo.presses("More", "Replay")
    await ada.types("replay", step=7)
    await ada.presses("Back")
    await evening.resigns(ben)
    evening.act("Afterwards")
    for text in ("", "OVER"):
        await ben.begins("replay", "match", text)
    await ada.types("replay", match="2")
    await evening.restarts()
    await ada.presses("Forward", "Last", "First")
    await ada.chooses("5")
    for step in (" 6 ", "-1", "soon", "99999"):
        await ada.presses("Step…")
        await ada.fills(text=step)
    await ada.tells_bot("replay")
    await cleo.tells_bot("replay", match="2")
    await ada.types("replay", match="77")
    evening.act("A file")
    await ada.presses("Record")
    record = evening.newest_file()
    await cleo.types("replay", file=("x.txt", record), step=2)
    await evening.restarts()
    await cleo.presses("Last", "Back")
    await ada.types("replay", match="2", file=("x.txt", record))
    for data in (
        record.replace(b"2. f5<f3", b"2. a1<f3"),
        record.replace(b"version: 1", b"version: 99"),
        b"\x00\xff" * 500,
        bytes(1_000_001),
    ):
        await cleo.types("replay", file=("../etc/**x**.txt", data))


async def test_private_boards(evening: Evening) -> None:
    """Moves for all sides, back, branches, windows and rolls; plans made of them; and a match that goes another way."""
    ada, ben, cleo = evening.people()
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await cleo.presses("More", "Try moves", "b4")
    await ada.types("try", moves="b4<a3 e5<e4 c1<b1")
    await ada.presses("Back", "Start", "Forward", "Type moves")
    await ada.fills(text="b4<a3, a9<a8")
    await ada.presses("Type moves")
    await ada.fills(text="F5<F4")
    await evening.restarts()
    await ada.presses("Back")
    await ada.chooses("f5<f4")
    await ada.presses("Take out", "Forward", "Text")
    await ada.types("try", step=1)
    evening.act("Plans")
    await ben.types("try", moves="b4<a3")
    await ben.presses("Make this my plan")
    await ben.types("try", moves="e5<e4 c1<b1 f5<f4")
    await ben.presses("Make this my plan", "Back to the board", "Make this my plan", "Make this my plan")
    await ada.types("try", moves="b4<a3 e5<e4")
    await ada.presses("Make this my plan")
    await ada.moves("b4<a3")
    await ada.types("try")
    await evening.resigns(ada)
    await ben.types("try", match="1", step=1)
    evening.act("Chance")
    await ada.types("play", game="furbowl", opponent=ben, side="first")
    await ben.presses("Accept")
    position, line = (await evening.world.match(2)).position, list[str]()
    while position.turn is not CHANCE:
        line.append(position.legal_moves()[0])
        position = position.play(position.legal_moves()[0])
    await ada.types("try", moves=" ".join(line))
    await ada.presses("Let chance decide", "Back")


async def test_rules_help_and_lists(evening: Evening) -> None:
    """Rules that are turned and lead on, help and its commands, and lists of many matches, of others and of servers."""
    ada, ben, cleo = evening.people()
    await ada.types("play", game="furl", opponent=ben)
    await cleo.presses("Rules", "Next", "Back")
    await ada.tells_bot("rules", game="fursaz")
    await ada.presses("Next")
    await ada.types("help")
    await ada.presses("All commands")
    evening.act("Lists")
    for who in (ada, ben):
        await who.types("games")
    await cleo.types("games", player=ada)
    await cleo.tells_bot("games")
    with evening.world.env.time_context():
        await evening.world.store_matches(22, host=evening.world.ada, guest=evening.world.ben)
        await evening.world.store_matches(1, host=evening.world.cleo, guest=evening.world.ada, moves=_MOVES[:1])
    await ada.types("games")
    await evening.restarts()
    await ada.presses("Next", "Next", "Back")
    await cleo.types("games", player=ada)
    await cleo.presses("Next")
    elsewhere = evening.world.env.create_guild("Elsewhere")
    there = elsewhere.create_text_channel("other games")
    elsewhere.add_member(evening.world.ada.user)
    await ada.beside(there).tells_bot("games")


async def test_blocks(evening: Evening) -> None:
    """Silent blocks and people who take no challenges: the same words to all, running matches, and blocks taken back."""
    ada, ben, cleo = evening.people()
    robot = evening.world.guild.add_member(evening.world.env.create_user("Robot", bot=True))
    for person in (ada, robot):
        await ada.types("block", person=person)
    await ada.types("block")
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await ben.types("block", person=ada)
    await ada.moves("a4<c4")
    for option, confirm in (("draw", "Offer a draw"), ("takeback", "Ask for a takeback"), ("hand over", "Lynx")):
        await ada.types("match", do=option)
        await ada.presses(confirm)
    await ada.types("match", do="time")
    await ben.types("match", do="draw")
    await ben.presses("Offer a draw")
    await ada.presses("Accept", "Rematch")
    await ben.types("play", game="furl")
    await ada.presses("Join")
    evening.act("At the table of others")
    await cleo.types("play", game="farlander")
    await ben.presses("Join")
    await ada.presses("Join")
    await ada.types("block", person=ben)
    await ada.types("profile", player=ben)
    await ben.types("block")
    await evening.restarts()
    await ben.chooses("Ada")
    evening.act("Who may challenge")
    for whom in ("played", "nobody"):
        await ben.types("settings", challenges=whom)
        await cleo.types("play", game="furl", opponent=ben)
    await cleo.uses("Challenge", on=ben)
    await cleo.fills(game=["furl"], days=["usual"], is_rated=["usual"], host_seat=["usual"])
