"""Evenings of games whose turns have steps, passes or choices of a side, of plans, and of tables for three."""

from tests.bot.transcripts.evening import Evening
from tests.bot.transcripts.players import Player

_COUNTED = ("d4", "white", "b3", "f5", "d7", "d5", "f6", "f3", "g6", "d2", "b2")
"""Moves of Fursaz after which two passes are a count of 9 to 10."""

_BEFORE_CAPTURES = ("b1-f4", "h6-g6", "b5-e5", "h3-f5")
"""Moves of Play Win after which White must capture five pieces."""


async def _begins(evening: Evening, game: str, *moves: str, players: tuple[Player, Player], match: int = 1) -> None:
    """Let two begin a match, in which the first moves first, and play moves without a word in the channel."""
    first, second = players
    await first.types("play", game=game, opponent=second, side="first")
    await second.presses("Accept")
    with evening.world.env.time_context():
        for move in moves:
            evening.a_minute()
            mover = (await evening.world.match(match)).to_move
            who = first if mover is not None and mover.id == first.actor.id else second
            await evening.world.matches.play(evening.world.actor(who.actor), match, move)
        await evening.world.deliver(match)


async def test_passes_and_colours(evening: Evening) -> None:
    """Fursaz: a side that is chosen by a button after restarts, a pass that is looked at, and two that end the game."""
    ada, ben, cleo = evening.people()
    await ada.types("rules", game="fursaz-7")
    await _begins(evening, "fursaz", players=(ada, ben))
    await ada.moves("swap", "pass", "d4")
    evening.act("Who plays Black?")
    await ben.types("board")
    await ben.begins("move", "move", "")
    for who in (ada, cleo):
        await who.presses("Play Black")
    await ben.moves("c3", "pass", "d4")
    await evening.restarts()
    await ben.presses("Play White", "Back")
    await evening.restarts()
    await ben.presses("Play White · and move next", "Play White", "Row c", "c3 · +1 point")
    await ada.moves("white")
    await cleo.presses("More", "Log")
    evening.act("Passes")
    await _begins(evening, "fursaz", *_COUNTED, players=(ada, ben), match=2)
    for who in (ben, cleo):
        await who.presses("Pass")
    await ada.presses("Pass", "Back")
    await ada.presses("Row c", "Back")
    await ada.types("move", move="skip my turn", match="2")
    await evening.restarts()
    await ben.presses("Pass", "Pass")
    await cleo.presses("Text")
    await ada.types("move", move="pass", match="2")
    await ben.types("games")
    await _begins(evening, "fursaz", "d4", "black", "e9", "pass", "c1", "pass", "pass", players=(ada, ben), match=3)


async def test_a_series_of_captures(evening: Evening) -> None:
    """Play Win: steps of one turn in one message, forced ones at once, what is refused, restarts and a lost edit."""
    ada, ben, cleo = evening.people()
    await _begins(evening, "playwin", *_BEFORE_CAPTURES, players=(ada, ben))
    await ada.begins("move", "move", "x")
    await ada.moves("e5xf5-f6", "b2-b1")
    await ada.presses("Move")
    await evening.restarts()
    await ada.presses("Play f4xf5-g5")
    await evening.restarts()
    await ada.begins("move", "move", "g5")
    await ada.moves("g5xh4-h3", "e5-e6")
    await ben.moves("h5-g4")
    for who in (ada, ben):
        await who.types("games")
    await cleo.presses("Text")
    step = "h6 over g6 · 3 more to come"
    await ada.presses("Move", step)
    await cleo.presses("More", "Log")
    evening.act("Planned, and not shown")
    await _begins(evening, "playwin", *_BEFORE_CAPTURES[:3], players=(ada, ben), match=2)
    await ada.types("plan", moves="f4xf5-g5", match="2")
    evening.fails("PATCH", "/channels/*/messages/*")
    await ben.types("move", move="h3-f5", match="2")
    await ada.types("move", move="g5 g6 h6", match="2")
    await evening.passes(minutes=1)


async def test_three_at_a_table(evening: Evening) -> None:
    """Farlander for three: who joins, leaves, starts and declines; queues, a conquest, and players who resign."""
    ada, ben, cleo = evening.people()
    dan = evening.member("Dan")
    await ada.types("play", game="farlander", side="Blue")
    await ben.presses("Join")
    for who, label in (
        (cleo, "Leave"),
        (ada, "Leave"),
        (ben, "Start now"),
        (ben, "Withdraw"),
        (cleo, "Fill with characters"),
    ):
        await who.presses(label)
    await ben.presses("Leave")
    await ben.presses("Join")
    await evening.restarts()
    await ada.presses("Start now")
    await dan.types("board", match="1")
    await ada.types("play", game="farlander", side="purple")
    await ada.types("play", game="furl", opponent=ben, side="I")
    evening.act("People who are named")
    await ada.asks_to_play("farlander", ben, cleo, also=["first"])
    await ben.presses("Accept")
    await ben.presses("Decline")
    await ada.asks_to_play("farlander", ben, cleo, also=["first", "players3"])
    await ben.presses("Accept")
    await cleo.presses("Accept")
    evening.act("Queues")
    for who, places in ((cleo, "ef"), (ben, "cd"), (ada, "ab")):
        queue = [f"{place}{number}" for place in places for number in (1, 2, 3)] * 4
        await who.types("plan", moves=" ".join(queue), match="3")
        if who is not ben:  # whose turn it isn't
            await who.presses(f"Play {queue[0]}")
    await ada.types("board", match="3")
    await evening.play_on(4, ada, ben, cleo, match=3)
    evening.act("Leaving")
    await ben.types("match", match="3", do="resign")
    await ben.presses("Resign")
    await ada.presses("Leave it empty")
    for command in ("move", "plan"):
        await ben.types(command, match="3", **{"move" if command == "move" else "moves": "a1"})
    await ben.types("games")
    await evening.restarts()
    await cleo.types("match", match="3", do="resign")
    await cleo.presses("Resign")


async def test_plans(evening: Evening) -> None:
    """Plans as trees and as queues: typed, edited in a window, refused, played, stopped, and read by nobody else."""
    ada, ben, cleo = evening.people(Cleo="de")
    await _begins(evening, "furl", players=(ada, ben))
    evening.act("A tree")
    tree = "after a1<a2: g1<g2, after b1<b2: g3<g4; after a1<a2: g1<g2, after anything else: g4<g3"
    await ben.types("plan", moves=tree)
    await ben.types("plan", add="after anything else: e5<e4")
    await evening.restarts()
    await ben.presses("Edit")
    await evening.restarts()
    await ben.fills(text="after a1<a2: g1<g2\nafter b1<b2: d4<d5")
    await ben.presses("Edit")
    await ben.fills(text="after a1<a2: g1<g2, after b1<b2: g3<g4\nafter a1<a2: g1<g2, after anything else: g4<g3")
    for nonsense in ("asdf", "after", ";;: after : else", ", ,", "after a1<a2: g1<g2; g3<g4", "after a1<z9: g1<g2"):
        await ben.types("plan", moves=nonsense)
    await ben.types("plan", moves="after a1<a2: g1<g2, or: g3<g4")
    await ada.types("plan")
    await ada.moves("a1<a2")
    await ben.types("plan")
    await ada.moves("a3<a4")
    evening.act("Plans that stop, or are forgotten")
    await ben.types("plan", moves="after anything else: d4<d5, g1<g2, after a1<a2: g3<g4")
    await ada.moves("b1<b2")
    await ben.types("plan")
    await ben.presses("Edit")
    await ben.fills(text="e5<e4")
    await ben.presses("Play e5<e4")
    await ben.types("plan", moves="after b2<b3: e4<e5")
    await ada.moves("c1<c2")
    await ben.types("plan")
    await ben.presses("More", "Plan", "Edit")
    await ben.fills(text="g3<f3\nf1<f2")
    await ben.presses("Clear")
    evening.act("In other words")
    await _begins(evening, "furl", players=(ada, cleo), match=2)
    await cleo.types("plan", match="2", moves="nach a1<a2: g1<g2\nnach allem anderen: g4<g3")
    await ada.types("plan", match="2", moves="a1<a2; after g1<g2: a3<a4, after g3<g4: b1<b2")
    await ada.presses("Play a1<a2")
    await cleo.types("plan", match="2")
    await evening.resigns(ada)
    await cleo.types("plan", match="2", moves="g1<g2")


async def test_alone_with_a_character(evening: Evening) -> None:
    """A match in one message: picked, typed, offered, others who write below, levels, and seats that are filled."""
    ada, ben, cleo = evening.people()
    await ada.types("play", game="furl", level="mole", side="first")
    await ben.presses("a4")
    await ada.presses("a4", "Back")
    await evening.restarts()
    await ada.presses("a4", "c4 · stack of 3")
    await ben.actor.send(ada.channel, "Is anyone up for a match?")
    await evening.play_on(1, ada)
    await ada.tells_bot("board")
    await ada.types("match", do="draw")
    await ada.presses("Offer a draw")
    await ada.types("match", do="takeback")
    await ada.types("settings", view="usual")
    await ada.types("match", do="resign")
    await ada.presses("Resign", "Rematch")
    evening.act("Levels")
    for text in ("", "13", "9999", "mole"):
        await ada.begins("play", "level", text, game="furl")
    for level in ("1580", "lynx+900", "Otter +100", "equal", "dragon", "-5"):
        await cleo.types("play", game="furl", level=level)
    evening.act("Impossible")
    await ada.asks_to_play("furl", level="mole", also=["rated"])
    evening.act("Seats that characters fill")
    await ada.asks_to_play("farlander", days="3 days", also=["players3"])
    await ben.presses("Join")
    await ada.presses("Fill with characters")
    await ada.chooses("Badger")
    await ben.presses("Accept")
    await ben.types("play", game="farlander", level="otter", opponent=ada)
    await ada.presses("Accept")
    await evening.play_on(3, ada, ben, match=8)


async def test_resigning(evening: Evening) -> None:
    """The question before, what it says of ratings, whoever may not, and old questions after restarts."""
    ada, ben, cleo = evening.people()
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ada.types("match", match="1", do="resign")
    await ben.presses("Accept")
    await ben.presses("More", "Resign", "Play on")
    for options in ({"match": "1"}, {}):
        await cleo.types("match", do="resign", **options)
    await ada.types("match", do="resign")
    await evening.play_on(2, ada, ben)
    await evening.restarts()
    await ada.presses("Resign")
    await ben.types("match", match="1", do="resign")
    await ben.types("match", do="resign")
    await _begins(evening, "furl", "a1<a2", "e1<e2", "a3<a4", "e3<e4", "b1<b2", "e5<e6", players=(ada, ben), match=2)
    await ben.tells_bot("match", do="resign")
    await ben.presses("Resign")
