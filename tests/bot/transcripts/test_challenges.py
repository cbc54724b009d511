"""Evenings of challenges, dice and votes: how matches begin, and who decides in them."""

from simcord.actors import MemberActor

from tests.bot.transcripts.evening import Evening
from tests.bot.world import ask_to_play


async def test_challenges(evening: Evening) -> None:
    """Challenges that are accepted, declined, cancelled, refused and answered by the wrong people."""
    ada, ben, cleo = evening.people()
    robot = evening.world.guild.add_member(evening.world.env.create_user("Robot", bot=True))
    stranger = evening.world.env.create_user("Stranger")
    await ada.types("play", game="furl", opponent=ben, side="second")
    for who, label in ((cleo, "Accept"), (cleo, "Decline"), (ada, "Accept"), (ben, "Withdraw")):
        await who.presses(label)
    await evening.restarts()
    await ben.presses("Accept")
    await ada.types("play", game="furl", opponent=ben)
    await ben.presses("Decline")
    evening.act("Withdrawn at once, and later")
    await ben.types("settings", notice="direct")
    await ada.types("play", game="furl", opponent=ben)
    await ada.presses("Withdraw")
    await ada.types("play", game="furl")
    await ada.presses("Join")
    await evening.passes(hours=6)
    await ada.presses("Withdraw")
    evening.act("Refused")
    for opponent in (ada, robot, stranger):
        await ada.types("play", game="furl", opponent=opponent)
    for _ in range(2):
        await ada.types("play", game="furl", opponent=ben)
    await ada.types("play", game="furl", opponent=ben)
    for _ in range(4):
        await ada.types("play", game="furl")
    await ben.types("block", person=ada)
    await ada.types("play", game="furl", opponent=ben)
    evening.act("On other terms")
    await ben.types("settings", challenges="played")
    await cleo.types("play", game="furl", opponent=ben)
    for options in ({"days": "12 hours"}, {"days": "soon"}, {"days": "15 min + 10 s"}):
        await cleo.types("play", game="playwin", opponent=ada, **options)
    await ada.types("games")
    await evening.passes(days=8)


async def test_dice(evening: Evening) -> None:
    """What chance decides: sealed, mixed with a message, rolled, looked at before, opened and checked."""
    ada, ben, cleo = evening.people()
    await ada.types("play", game="furbowl", opponent=ben, side="first")
    await ben.presses("Accept")
    await cleo.presses("More", "Chance")
    await cleo.types("match", match="1", do="verify")
    await ada.presses("End the turn", "Back")
    await ada.begins("move", "move", "bear")
    legal = (await evening.world.match()).position.legal_moves()
    await ada.moves(*(next(move for move in legal if move.startswith(name)) for name in ("tortoise-", "bear-")))
    await evening.restarts()
    await ada.presses("End the turn", "End the turn")
    await evening.play_on(6, ada, ben)
    await cleo.presses("More", "Log")
    await evening.resigns(ben)
    await ada.types("match", do="verify")
    await cleo.presses("Verify")
    evening.act("Matches with chance, and without")
    await ada.types("play", game="farlander", opponent=ben, side="first")
    await ben.presses("Accept")
    await ben.types("try", match="2")
    await evening.resigns(ada)
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await evening.resigns(ada)
    await ada.types("match", match="3", do="verify")
    await ada.types("match", do="verify")
    await ada.begins("match", "match", "", do="verify")


async def test_votes(evening: Evening) -> None:
    """A channel by vote: ballots, typed votes, the host, resigning, a draw, two teams, and whom it keeps out."""
    ada, ben, cleo = evening.people()
    boss = evening.member("Boss", manages=True)

    async def begins(*people: MemberActor, also: tuple[str, ...] = ("first",), level: str = "anyone") -> None:
        evening.a_minute()
        await ask_to_play(
            ada.actor, ada.channel, game="furl", people=people, level=level, days="3 days", also=[*also, "votes60"]
        )

    await begins(level="mole")
    thread = evening.world.channel.threads[0]
    await ada.presses("Vote", "Vote to resign", "Play on")
    await ben.types("move", move="a4<c4", match="1")
    await cleo.beside(thread).types("move", move="a4<a9")
    await cleo.beside(thread).moves("b4<a3")
    await cleo.types("games")
    await ada.presses("More", "Play the vote now")
    await evening.passes(hours=6)
    for _ in range(2):
        await evening.passes(hours=6)
    for who in (ben, cleo):
        await who.presses("Vote", "Vote to resign", "Vote to resign")
    await ada.types("move", match="1", move="a1<a2")
    await evening.passes(hours=6)
    evening.act("Against the channel")
    await begins(ben.actor)
    await ben.presses("Accept", "Vote")
    await ben.types("plan", match="2", moves="a4<c4")
    for option in ("takeback", "handover", "hint", "call off"):
        await ben.types("match", match="2", do=option)
    for who in (ada, cleo):
        await who.presses("Vote", "Vote to offer a draw")
    await evening.passes(hours=6)
    await ben.presses("Accept")
    evening.act("Two teams, and who is kept out")
    await begins(also=())
    await ada.types("move", move="a4<c4", match="3")
    await ben.presses("Vote")
    await ben.types("move", move="a4<c4", match="3")
    await boss.types("manage remove", player=ada, match="3", reason="Spam.")
    await boss.presses("Take out")
    await ada.presses("Vote")
    await cleo.types("block", person=ben)
    await boss.types("manage cancel", match="3")
    await boss.presses("Call it off")
    evening.act("Terms that exclude votes")
    for also in ("rated", "hints", "both", "direct"):
        await begins(also=("first", also), level="mole")
    other = evening.world.guild.create_text_channel("elsewhere")
    await begins(level="mole")
    await ben.beside(other).types("move", move="a4<c4", match="4")
    for _ in range(3):
        await begins(level="mole")


async def test_a_seat_that_somebody_left(evening: Evening) -> None:
    """Three of whom one leaves: lists that wait, a character or a person who plays on, and nobody at all."""
    ada, ben, cleo = evening.people()
    dan = evening.member("Dan")

    async def begins() -> None:
        await ada.asks_to_play("farlander", ben, cleo, days="3 days", also=["first"])
        await ben.presses("Accept")
        await cleo.presses("Accept")

    async def leaves(match: int) -> None:
        await cleo.types("match", match=str(match), do="resign")
        await cleo.presses("Resign")

    await begins()
    await leaves(1)
    for who in (ada, cleo):
        await who.types("games")
    await dan.types("profile", player=cleo)
    await cleo.presses("Agree")
    await ada.presses("Agree")
    await ben.presses("Agree")
    await evening.play_on(4, ada, ben)
    await cleo.types("match", match="1", do="draw")
    evening.act("A person who plays on")
    await begins()
    await leaves(2)
    await ada.types("block", person=dan)
    await dan.presses("Play on for Cleo")
    await ada.types("block")
    await ada.chooses("Dan")
    await dan.presses("Play on for Cleo")
    await evening.restarts()
    for who in (ada, ben):
        await who.presses("Accept")
    await dan.types("games")
    await evening.play_on(3, ada, ben, dan, match=2)
    await dan.types("match", match="2", do="draw")
    await dan.presses("Offer a draw")
    for who in (ada, ben):
        await who.presses("Accept")
    evening.act("Nobody answers")
    await begins()
    await leaves(3)
    await evening.passes(days=2)
