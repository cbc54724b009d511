"""Evenings about people: their profiles, the leaderboard, blocks, absences, and what is stored of them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.model.people import Person
from bot.store import people
from tests.bot.actions.results import DRAWN, LOST, WON, past
from tests.bot.transcripts.evening import Evening
from tests.bot.transcripts.players import Player


async def _played(
    evening: Evening, *results: tuple[Player, Player, tuple[int, ...]], game: str = "furl", server_id: int | None = None
) -> None:
    """Let rated matches have ended, one after the other."""
    rows = [([Person(one.actor.id, one.name) for one in pair], places) for *pair, places in results]
    server = evening.world.guild.id if server_id is None else server_id
    evening.script.note(
        "Since then there were", [f"{first} against {second}: {places}" for (first, second), places in rows]
    )
    told = [(tuple(pair), places) for pair, places in rows]
    await past(evening.world.matches.database, server, *told, game=game, begun_at=datetime(2023, 3, 1, tzinfo=UTC))


async def test_profiles_and_leaderboards(evening: Evening) -> None:
    """Who stands where: nobody, one's own place, pages, games, those who have left, and strange names."""
    ada, ben, cleo = evening.people()
    others: Sequence[Player] = [evening.member(f"Player {number}") for number in range(1, 12)]
    await ada.types("leaderboard")
    await ada.types("leaderboard", game="furl")
    await ada.presses("My profile", "Leaderboard", "How it works")
    await ada.types("profile", player=ben)
    evening.act("Results")
    await _played(evening, (ada, ben, WON), (ada, ben, WON), (cleo, ada, DRAWN), (ben, ada, LOST))
    await _played(evening, (ben, ada, WON), game="fursaz")
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    for who, options in ((ada, {}), (cleo, {"player": ben}), (ada, {"player": ben})):
        await who.types("profile", **options)
    await ada.types("leaderboard")
    await ada.chooses("Fursaz")
    evening.act("Many")
    for step in (1, 2, 3):
        ring = [sorted((at, (at + step) % len(others))) for at in range(len(others))]
        await _played(evening, *((others[first], others[second], WON) for first, second in ring))
    await _played(evening, *((ada, other, WON) for other in others[:5]))
    await others[-1].types("leaderboard", game="furl")
    await evening.restarts()
    await others[-1].presses("Next", "Back")
    evening.world.env.backend.remove_member(evening.world.guild.id, others[1].actor.id)
    await ada.types("leaderboard", game="furl")
    await ada.types("profile")
    evening.act("Names, bots and direct messages")
    evening.world.env.backend.edit_member(evening.world.guild.id, ben.actor.id, {"nick": "**b** <@1>"})
    await cleo.types("profile", player=ben)
    robot = evening.world.guild.add_member(evening.world.env.create_user("Robot", bot=True))
    await ada.types("profile", player=robot)
    await _played(evening, (cleo, ben, WON), server_id=0)
    await cleo.tells_bot("profile")
    await cleo.tells_bot("leaderboard")


async def test_vacations(evening: Evening) -> None:
    """Vacations: what is left, what is refused, prolonged, planned, ended, and what is due when it is over."""
    ada, ben, cleo = evening.people(Cleo="de")
    await ada.types("play", game="furl", opponent=ben, side="first", days="3 days")
    await ben.presses("Accept")
    await ben.types("play", game="furl", opponent=ada, side="first", days="3 days")
    await ada.presses("Accept")
    await ada.types("vacation")
    for days in ("0", "soon", "31", "1.5"):
        await ada.types("vacation", days=days)
    await ada.types("vacation", days="5 days")
    await ada.types("vacation", days="3")
    await evening.passes(days=1)
    await ben.types("games")
    await ben.moves("a4<c4", match=2)
    await evening.passes(days=5)
    evening.act("Ended by hand, after a restart")
    await ada.tells_bot("vacation", days="20")
    await evening.restarts()
    await evening.passes(days=2)
    await ada.presses("End it now")
    await ada.types("vacation", days="23")
    await ada.begins("vacation", "days", "2")
    await ada.moves("a4<c4", match=1)
    evening.act("Planned")
    for day in ("today", "2000-01-01", "2030-13-01"):
        await ben.types("vacation", days="5", begins=day)
    now = evening.world.env.now()
    await ben.types("vacation", days="5", begins=(now + timedelta(days=3)).date().isoformat())
    await cleo.types("vacation", days="5", begins="1.12.")
    await ada.types("play", game="furl", opponent=ben, side="first")
    await evening.passes(days=4)
    await ben.types("vacation")
    await cleo.presses("Plan aufgeben")


async def test_what_is_stored_of_people(evening: Evening) -> None:
    """Data that is exported and deleted: questions, matches of two and three, challenges, votes, and a message too late."""
    ada, ben, cleo = evening.people()
    async with evening.world.matches.database.write() as connection:
        await people.remember(connection, Person(cleo.actor.id, "Cleo"))
    await ada.types("privacy")
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await ada.types("play", game="furl", opponent=cleo)
    await ada.types("play", game="furl")
    await ben.asks_to_play("farlander", also=["players3"])
    await ada.presses("Join")
    await evening.passes(hours=6)
    await ada.tells_bot("privacy")
    await ada.presses("Delete", "Export first", "Keep everything")
    await ada.types("privacy")
    await ada.presses("Delete")
    await evening.restarts()
    evening.fails("POST", "/channels/*/messages")
    await ada.presses("Forget me")
    await evening.passes(hours=6)
    for command in ("privacy", "games"):
        await ada.types(command)
    for command, options in (("games", {}), ("profile", {}), ("board", {"match": "1"}), ("replay", {"match": "1"})):
        await ben.types(command, **options)
    evening.act("Three, and a vote")
    await ada.asks_to_play("farlander", ben, cleo, days="3 days", also=["first"])
    await ben.presses("Accept")
    await cleo.presses("Accept")
    await cleo.types("privacy")
    await cleo.presses("Delete", "Forget me")
    await evening.play_on(2, ada, ben, match=5)
