"""Evenings of competitions: a league, a knock-out, Swiss rounds and a ladder, from opening to end."""

from tests.bot.transcripts.evening import Evening


async def test_a_league(evening: Evening) -> None:
    """A league of two divisions, with somebody who withdraws and somebody who is taken out, and what follows it."""
    ada, ben, cleo = evening.people(Ben="es")
    boss = evening.member("Boss", manages=True)
    dan, eve = evening.member("Dan"), evening.member("Eve", locale="pl")
    others = [evening.member(name) for name in ("Finn", "Gil", "Hal")]
    evening.act("The opening")
    await boss.types(
        "manage start",
        format="league",
        game="furl",
        game2="playwin",
        begins="tomorrow",
        lasts="2 weeks",
        size=4,
        days="2 days",
        weekends="pause",
        again="yes",
    )
    for player in (ada, ben, cleo, dan, eve, *others):
        await player.presses("Join")
    await eve.types("season")
    await eve.presses("Jak to działa")
    evening.act("The first day")
    await evening.passes(days=1)
    await ada.types("season")
    await ada.types("games")
    await evening.resigns(ben, cleo)
    await evening.passes(hours=6)
    await ada.presses("Tables")
    evening.act("Eve withdraws, and Dan is taken out")
    await eve.types("season")
    await eve.presses("Zrezygnuj")
    await eve.presses("Tak, rezygnuję")
    await boss.types("manage remove", player=dan, season="1", reason="Does not answer.")
    await boss.presses("Take out")
    await evening.passes(days=4)
    evening.act("The end")
    await evening.resigns(ada)
    await evening.passes(days=10)
    await ben.types("season", season="1")
    await boss.types("manage log")
    await ada.types("season", season="2")
    await boss.types("manage cancel", season="2", reason="Nobody has time in spring.")
    await ada.types("profile")


async def test_a_knockout(evening: Evening) -> None:
    """A knock-out of five, with byes."""
    ada, ben, cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    dan, eve = evening.member("Dan"), evening.member("Eve", locale="it")
    await boss.types("manage start", format="knockout", game="furl", begins="5 hours", lasts="18 hours", days="1 day")
    for player in (ada, ben, cleo, dan, eve):
        await player.presses("Join")
    await evening.passes(hours=6)
    await evening.resigns(dan)
    await evening.passes(hours=6)
    await eve.types("season")
    await evening.resigns(ben)
    await evening.passes(hours=6)
    await ada.types("season")
    await evening.passes(hours=6)
    await ada.types("season", season="1")


async def test_swiss_rounds(evening: Evening) -> None:
    """Three Swiss rounds, which somebody joins late and somebody leaves."""
    ada, ben, cleo = evening.people(Ada="de")
    boss = evening.member("Boss", manages=True)
    dan, eve, finn = evening.member("Dan"), evening.member("Eve"), evening.member("Finn")
    await boss.types(
        "manage start", format="swiss", game="furl", begins="5 hours", lasts="1 day", rounds=3, sides="both"
    )
    for player in (ada, ben, cleo, dan, eve):
        await player.presses("Join")
    await evening.passes(hours=6)
    await finn.presses("Join late")
    await evening.resigns(ben, dan)
    await eve.types("season")
    await eve.presses("Leave", "Yes, leave")
    await evening.passes(days=1)
    await ada.types("season")
    await evening.resigns(cleo)
    await evening.passes(days=3)
    await ada.types("season", season="1")


async def test_a_ladder(evening: Evening) -> None:
    """A ladder: challenges upwards, one that is declined, one that is not answered, and its closing."""
    ada, ben, cleo = evening.people(Cleo="pt-BR")
    boss, dan = evening.member("Boss", manages=True), evening.member("Dan")
    await boss.types("manage start", format="ladder", game="furl", days="2 days")
    for player in (ada, ben, cleo, dan):
        await player.presses("Join")
    await dan.presses("How it works")
    evening.act("Challenges")
    await cleo.types("season")
    await cleo.presses("Desafiar")
    await cleo.presses("2. Ben")
    await cleo.types("season", player=ben)
    await ben.presses("Accept")
    await evening.resigns(ben)
    await evening.passes(hours=6)
    await dan.types("season", player=ada)
    await ada.presses("Decline")
    await evening.passes(days=8)
    await ada.types("season")
    await ada.presses("Text")
    evening.act("It closes")
    await ada.types("season")
    await ada.presses("Leave", "Yes, leave")
    await boss.types("manage cancel", season="1")
    await boss.presses("Close it")
    await evening.passes(hours=6)


async def test_seasons_that_are_opened(evening: Evening) -> None:
    """Windows for each kind, what is missing or refused, who begins one, several with one name, and divisions."""
    ada, ben, cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    await ada.types("season")
    await ada.types("season", player=ben)
    await boss.types("manage start", game="furl")
    await boss.presses("League")
    usual = {"begins": "tomorrow", "lasts": "2 weeks"}
    for begins, also in (("soon", []), ("tomorrow", ["size4", "size8"]), ("tomorrow", ["both", "weekends", "once"])):
        await boss.fills(game=["furl", "fursaz"], begins=begins, lasts="2 weeks", days=["5 days"], also=also)
        await boss.types("manage start", format="league")
        await boss.presses("League")
    for kind in ("Knock-out", "Swiss", "All-play-all"):
        await boss.types("manage start")
        await boss.presses(kind)
        await boss.fills(game=["furbowl"], begins="2 hours", lasts="1 week", days=["1 day"], also=[])
    evening.act("Refused")
    for options in (
        {"format": "ladder", "days": "no limit"},
        {"format": "league", **usual, "begins": "yesterday"},
        {"format": "league", **usual, "begins": "2001-01-01"},
        {"format": "league", **usual, "lasts": "3 days"},
        {"format": "league", **usual, "days": "no limit"},
        {"format": "swiss", "begins": "1 hour", "lasts": "soon"},
        {"format": "swiss", "begins": "0 hours", "lasts": "1 day"},
        {"format": "swiss", "begins": "1 hour", "lasts": "1 day", "game2": "fursaz"},
    ):
        await boss.types("manage start", **{"game": "furl", **options})
    await boss.types("manage cancel", season="1", match="1")
    evening.act("A league that a manager begins")
    await boss.types("manage start", format="league", game="playwin", **usual)
    others = [evening.member(name) for name in ("Dan", "Eve", "Finn", "Gil", "Hal")]
    for who in (ada, ben, cleo):
        await who.types("season", season="play")
        await who.presses("Join")
    await boss.types("season", season="play")
    await boss.presses("Start now")
    for who in others:
        await who.types("season", season="play")
        await who.presses("Join")
    await ada.types("season", season="Furbowl")
    await ada.begins("season", "season", "furb")
    await evening.restarts()
    await boss.types("season", season="play")
    await boss.presses("Start now")
    await others[0].types("season", season="play")
    await others[0].presses("Text", "Leave", "Yes, leave")
    await ben.types("match", match="1", do="handover")
    await evening.passes(hours=6)
