"""A league as people see it: opening it, joining, its tables, leaving, and its end."""

from datetime import timedelta

from simcord.actors import MemberActor

from bot.actions.competitions import entries
from bot.model.jobs import Kind
from tests.bot.matches import tend_competitions
from tests.bot.screen import text_of
from tests.bot.world import World, reply_text

DAY = timedelta(days=1)
START = {"format": "league", "game": "furl", "begins": "tomorrow", "lasts": "2 weeks"}


async def passes(world: World, days: int) -> None:
    """Let time pass while the bot checks its due work once a day."""
    for _ in range(days):
        world.env.backend.advance_clock(DAY.total_seconds())
        with world.env.time_context():
            await tend_competitions(world.bot.services.context)
            await world.bot.delivery.deliver_due()


async def opened(world: World, boss: MemberActor, **options: str) -> list[MemberActor]:
    """A league of Furl that the boss has opened and four people have joined."""
    await boss.slash(world.channel, "manage start", **{**START, **options})
    await world.bot.delivery.deliver_due()
    dan = world.guild.add_member(world.env.create_user("Dan"))
    people = [world.ada, world.ben, world.cleo, dan]
    for person in people:
        assert "You're in" in reply_text(await person.click(world.board(), label="Join"))
    return people


async def test_the_card_counts_the_matches_of_those_who_have_joined(world: World, boss: MemberActor) -> None:
    people = await opened(world, boss)
    assert "3 matches at the same time" in text_of(world.board())
    assert "about 1 move a day (up to 6 matches if more people join)" in text_of(world.board())
    assert "in divisions of up to 6 people, or 7 if another division would be too small." in text_of(world.board())
    joined = ""
    for number in range(2):
        joined = reply_text(
            await world.guild.add_member(world.env.create_user(f"Eve {number}")).click(world.board(), label="Join")
        )
    assert "5 matches at the same time" in text_of(world.board())
    assert "Then you play 5 matches at the same time" in joined
    await world.guild.add_member(world.env.create_user("Finn")).click(world.board(), label="Join")
    assert "6 matches at the same time" in text_of(world.board()), "seven people are too few for two divisions"
    assert people and "if more" not in text_of(world.board())


async def test_the_host_learns_once_that_a_channel_is_gone_and_it_is_not_tried_for_ever(
    world: World, boss: MemberActor
) -> None:
    await opened(world, boss)
    world.env.backend.delete_channel(world.channel.id)
    for hours in range(60):
        world.env.backend.advance_clock(3700)
        with world.env.time_context():
            if hours == 0:
                await entries.leave(world.bot.services.context, world.actor(world.ada), 1)
            await world.bot.delivery.deliver_due()
    [reply] = world.direct_messages(boss)
    assert "can't post in" in reply and "Furl league" in reply
    rows = (await world.stored())[Kind.BULLETIN]
    assert rows and all(job.due_at is None for job in rows), "nothing waits any more"
