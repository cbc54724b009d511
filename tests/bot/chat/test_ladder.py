"""A ladder as people see it: joining at the bottom, challenging upwards, declining, and inactivity."""

from datetime import timedelta

import discord
from simcord.actors import MemberActor

from bot.actions.heartbeats import Heartbeat
from bot.chat.core.press import id_of
from bot.hosting.rebuilding import rebuild_places
from bot.model.match import State
from bot.model.result import Ending
from bot.screens.core import Act
from bot.store.engine.schema.competitions import entrants
from tests.bot.matches import Deadlines, tend_competitions
from tests.bot.screen import buttons_of, picture_of, text_of
from tests.bot.world import World, answer, reply_text, url_of

DAY = timedelta(days=1)


async def passes(world: World, days: int, *, each: int = 1) -> None:
    """Let time pass while the bot checks its due work once a day, or after some days each time."""
    services = world.bot.services
    keeper = Deadlines(services.context, Heartbeat(services.context, DAY))
    for _ in range(0, days, each):
        world.env.backend.advance_clock(each * DAY.total_seconds())
        with world.env.time_context():
            await keeper.tend()
            await tend_competitions(world.bot.services.context)
            await world.bot.delivery.deliver_due()


async def opened(world: World, boss: MemberActor) -> list[MemberActor]:
    """A ladder of Furl with five people on it."""
    assert "Furl ladder** is open" in reply_text(
        await boss.slash(world.channel, "manage start", format="ladder", game="furl", days="2 days")
    )
    more = [world.guild.add_member(world.env.create_user(name)) for name in ("Dan", "Eve")]
    people = [world.ada, world.ben, world.cleo, *more]
    for person in people:
        told = "You're the first" if person is world.ada else "at the bottom"
        assert told in reply_text(await person.click(ladder(world), label="Join"))
    return people


def ladder(world: World) -> discord.Message:
    """The message that shows the ladder."""
    return next(message for message in world.messages() if "How it works" in buttons_of(message))


async def challenges(world: World, who: MemberActor, opponent: MemberActor) -> str:
    """Have a person challenge another on the ladder, whether or not the menu offers them; returns the answer."""
    menu = answer(await who.click(ladder(world), label="Challenge"))
    act = Act("ladder_meet", detail=f"1/{opponent.id}")
    [result] = await world.at_once(world.forged(who, menu, id_of(act)))
    return "\n".join(map(text_of, result.followups)) or text_of(menu)


async def places(world: World) -> list[str]:
    assert picture_of(answer(await world.ada.slash(world.channel, "season")))
    shown = reply_text(await world.ada.click(ladder(world), label="Text"))
    return [line.split("**")[1] for line in shown.splitlines() if line[:1].isdigit()]


async def test_declining_twice_being_quiet_leaving_and_closing(world: World, boss: MemberActor) -> None:
    people = await opened(world, boss)
    await challenges(world, world.ben, world.ada)
    await world.ada.click(world.board(), label="Decline")
    assert await places(world) == ["Ada", "Ben", "Cleo", "Dan", "Eve"]
    await challenges(world, people[3], world.ada)
    await passes(world, 3)
    closed = await world.match(2)
    assert closed.state is State.CALLED_OFF and closed.result is not None and closed.result.ending is Ending.UNANSWERED
    assert await places(world) == ["Dan", "Ada", "Ben", "Cleo", "Eve"]
    assert any("didn't answer" in text_of(message) for message in world.messages())
    question = answer(await world.ben.click(ladder(world), label="Leave"))
    await world.ben.click(question, label="Yes, leave")
    await world.take_out(boss, player=people[4], season="Furl ladder", reason="left us")
    assert await places(world) == ["Dan", "Ada", "Cleo"]
    await passes(world, 26, each=13)
    assert "at the bottom" in reply_text(await world.in_season(world.ben, "Join"))
    await passes(world, 5)
    assert await places(world) == ["Ben", "Dan", "Ada", "Cleo"], "who is quiet has slid"
    reply: list[str] = []
    assert await rebuild_places(url_of(world.database), reply.append, only_look=True)
    async with world.bot.services.context.database.write() as connection:
        await connection.execute(entrants.update().values(out_at=None))
    assert not await rebuild_places(url_of(world.database), reply.append, only_look=False)
    assert await rebuild_places(url_of(world.database), reply.append, only_look=True)
    assert "closed" in await world.manages(boss, "cancel", "Close it", season="Furl ladder")
    await passes(world, 1)  # messages older than an hour are edited one after the other
    assert buttons_of(ladder(world)) == ["Text", "How it works"]
    shown = answer(await world.ben.slash(world.channel, "season", season="1"))
    assert buttons_of(shown) == ["Text", "How it works"]
    [forged] = await world.at_once(world.forged(world.ben, shown, id_of(Act("league_join", detail="1"))))
    assert "over" in reply_text(forged)
    assert "took **Eve** out of Furl ladder (left us)" in reply_text(await boss.slash(world.channel, "manage log"))


async def test_neither_a_block_nor_closed_challenges_hold_a_place(world: World, boss: MemberActor) -> None:
    people = await opened(world, boss)
    await world.ada.slash(world.channel, "block", person=world.ben)
    await world.cleo.slash(world.channel, "settings", challenges="nobody")
    await challenges(world, world.ben, world.ada)
    assert "challenge on the ladder" in text_of(world.board())
    assert world.pinged(world.board()) == [world.ada.id]
    await challenges(world, people[3], world.cleo)
    assert (await world.match(2)).state is State.OPEN
    reply = reply_text(await world.ben.slash(world.channel, "play", game="furl", opponent=world.ada))
    assert "n't taking challenges" in reply, "it is like that on the ladder alone"


async def test_time_to_answer_is_paused_on_vacation(world: World, boss: MemberActor) -> None:
    people = await opened(world, boss)
    for challenger in (world.ben, people[3]):
        await world.ada.slash(world.channel, "vacation", days="6")
        await challenges(world, challenger, world.ada)
        await passes(world, 5)
        number = 1 if challenger is world.ben else 2
        assert (await world.match(number)).state is State.OPEN, "three days are over, but not of hers"
        await passes(world, 5)
        assert (await world.match(number)).state is State.CALLED_OFF
    assert await places(world) == ["Dan", "Ada", "Ben", "Cleo", "Eve"]


async def test_two_who_play_each_other_leave_others_the_time_to_challenge_them(world: World, boss: MemberActor) -> None:
    await opened(world, boss)
    await challenges(world, world.ben, world.ada)
    await world.ada.click(world.board(), label="Decline")
    async with world.nothing_changes():
        reply = await challenges(world, world.ben, world.ada)
        assert "**Ada**" in reply and "again" in reply
        menu = answer(await world.ben.click(ladder(world), label="Challenge"))
        assert buttons_of(menu) == [], "the only one above cannot be challenged yet"
    await challenges(world, world.cleo, world.ada)
    await world.cleo.click(world.board(), label="Withdraw")
    await passes(world, 7)
    await challenges(world, world.ben, world.ada)
    assert (await world.match(3)).state is State.OPEN
