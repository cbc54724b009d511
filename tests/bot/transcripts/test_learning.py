"""Evenings of learning: characters, puzzles, lessons, private boards, reviews and records."""

from tests.bot.transcripts.evening import Evening


async def test_characters(evening: Evening) -> None:
    """A match against each character, with hints, on several boards."""
    ada, ben, cleo = evening.people(Ben="fr", Cleo="pl")
    for number, (player, face, game) in enumerate(
        (
            (ada, "mole", "furl"),
            (ben, "hedgehog", "fursaz"),
            (cleo, "otter", "playwin"),
            (ada, "badger", "farlander"),
            (ben, "lynx", "furbowl"),
        ),
        1,
    ):
        evening.act(f"{player.name} against {face.title()}")
        await player.types("play", game=game, level=face, side="first")
        await evening.play_on(3, player, match=number)
        await player.types("match", match=str(number), do="hint")
        await player.types("match", match=str(number), do="resign")
        await player.presses({"Ada": "Resign", "Ben": "Abandonner", "Cleo": "Poddaj się"}[player.name])
    await ada.types("profile")
    await ada.types("play", game="furl", level="equal")


async def test_puzzles_and_lessons(evening: Evening) -> None:
    """Puzzles that are solved and missed, their tables, and the first lessons."""
    ada, ben, cleo = evening.people(Cleo="es")
    boss = evening.member("Boss", manages=True)
    evening.act("Puzzles")
    await ada.types("puzzle", game="Furl")
    await ada.presses("Hint")
    await ada.presses("Type a move")
    await ada.fills(text="a1<a2")
    await ada.presses("Solution")
    await ada.presses("Next puzzle")
    await cleo.types("puzzle", game="Furl")
    await cleo.presses("Solución")
    await ada.begins("puzzle", "game", "far")
    evening.act("The puzzle of the day")
    await boss.types("server", puzzles=evening.world.channel)
    await evening.passes(days=1)
    await ben.presses("Solve")
    await ben.presses("Solution")
    await evening.passes(days=1)
    evening.act("Lessons")
    await cleo.types("learn")
    await cleo.types("learn", game="furl")
    await cleo.presses("c2 · puede hacer una pila de 3", "c3 · pila de 2")
    await cleo.presses("Ayuda")
    await cleo.types("learn", game="furl", move="c2<c4")
    await cleo.presses("Siguiente")
    await cleo.types("rules", game="fursaz")
    await cleo.types("help")


async def test_records(evening: Evening) -> None:
    """A private board, a plan made on it, a replay, a film, a record that is read again, and a review."""
    ada, ben, cleo = evening.people(Ben="de")
    await ada.types("play", game="furl", opponent=ben, days="3 days", side="first")
    await ben.presses("Accept")
    evening.act("A private board")
    await ben.types("match", do="try")
    await ben.presses("a4", "c4 · Stapel der Höhe 3")
    await ben.presses("Zurück", "Vor", "Entfernen")
    await ben.presses("Züge eintippen")
    await ben.fills(text="a4<c4 g4<e4")
    await ben.presses("Als Plan übernehmen")
    await ada.moves("a4<c4")
    await evening.play_on(6, ada, ben)
    evening.act("The end")
    await ben.types("match", do="resign")
    await ben.presses("Aufgeben")
    await ada.presses("Review")
    await ada.presses("Moment 2", "The whole match", "Post here")
    evening.act("The replay")
    await cleo.types("replay", match="1")
    await cleo.presses("Last")
    await cleo.presses("Back")
    await cleo.presses("Record")
    await cleo.types("replay", file=("match.txt", evening.newest_file()), step=2)
    await cleo.types("replay", file=("match.txt", b"no record"))
    await cleo.presses("Share")
    await cleo.presses("Animate")
    await cleo.presses("Step…")
    await cleo.fills(text="2")
    await cleo.types("match", match="1", do="log")
    await cleo.types("replay", match="1", step=99)
    await cleo.types("replay", match="9")


async def test_first_steps(evening: Evening) -> None:
    """What help leads to, a window for playing, hints with reasons, lessons that are skipped, and puzzles missed."""
    ada, ben, cleo = evening.people()
    await ada.types("help")
    await ada.presses("Play a character")
    await evening.restarts()
    await ada.chooses("Badger")
    await ada.chooses("Furl")
    await ada.presses("Learn Furl")
    await ada.types("help")
    await ada.presses("Challenge a friend")
    await ada.fills(people=[ben], game=["furl"], days=["usual"], is_rated=["rated"], also=["both"])
    await ben.presses("Accept")
    for people, who, also in (([ada], "mole", []), ([], "anyone", ["casual", "weekends"])):
        await ada.asks_to_play("playwin", *people, level=who, days="5 days", also=also)
    await ada.types("play", level="mole")
    await cleo.tells_bot("play")
    evening.act("Hints")
    await ada.types("match", match="1", do="hint")
    await ada.types("match", match="2", do="hint")
    await cleo.asks_to_play("furl", ben, also=["first", "hints"])
    await ben.presses("Accept")
    await cleo.presses("More", "Hint")
    await ben.types("match", match="5", do="hint")
    await ada.types("match", match="5", do="hint")
    await cleo.asks_to_play("furl", also=["hints", "rated"])
    evening.act("Lessons")
    await ada.types("learn", game="furl")
    await ada.presses("c2 · can make a stack of 3", "c3 · stack of 2", "Help", "Type a move")
    await ada.fills(text="c2<c9")
    await ada.types("learn", game="furl", move="c2<c4")
    await evening.restarts()
    await ada.presses("Next", "Text")
    await ben.types("learn", game="fursaz")
    for _ in range(6):
        await ben.presses("Skip")
    await ben.presses("Help")
    evening.act("Puzzles")
    await ada.types("puzzle", game="furl")
    await ada.presses("Hint", "Type a move")
    await ada.fills(text="a9<a8")
    await evening.restarts()
    await ada.presses("Solution", "Table", "Next puzzle")
