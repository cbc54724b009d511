"""Events in which nobody moved: nobody has won them."""

from datetime import timedelta

import pytest
from simcord.actors import MemberActor

from bot.actions.competitions.standings import standings as standings_of_competition
from bot.model.competitions.competition import CompetitionStage
from tests.bot.matches import tend_competitions
from tests.bot.screen import text_of
from tests.bot.world import World, reply_text

HOUR = timedelta(hours=1)


async def passes(world: World, hours: int) -> None:
    """Let time pass while the bot checks its due work once an hour."""
    for _ in range(hours):
        world.env.backend.advance_clock(HOUR.total_seconds())
        with world.env.time_context():
            await tend_competitions(world.bot.services.context)
            await world.bot.delivery.deliver_due()


async def opened(world: World, boss: MemberActor, kind: str, **options: object) -> list[MemberActor]:
    """An event that five people have joined; of Furl, unless the options say something else."""
    terms = {"game": "furl", "begins": "1 hour", "lasts": "6 hours", **options}
    reply = await boss.slash(world.channel, "manage start", format=kind, **terms)
    assert "is open" in reply_text(reply)
    more = [world.guild.add_member(world.env.create_user(name)) for name in ("Dan", "Eve")]
    people = [world.ada, world.ben, world.cleo, *more]
    for person in people:
        assert "You're in" in reply_text(await person.click(world.messages()[0], label="Join"))
    return people


@pytest.mark.parametrize("kind", ["all play all", "swiss", "knockout"])
async def test_nobody_has_won_where_nobody_moved(world: World, boss: MemberActor, kind: str) -> None:
    await opened(world, boss, kind)
    await passes(world, 9)
    texts = [text_of(message) for message in world.messages()]
    standings = await standings_of_competition(world.bot.services.context, None, 1)
    assert standings.competition.stage is CompetitionStage.OVER
    assert not any("Congratulations" in text for text in texts)
    assert "Nothing was played, so nobody has won." in texts[-1], "the last message, and no other at the end"
    assert {entrant.place for entrant in standings.entrants} == {None}
    [table] = standings.divisions
    assert not any(row.played or row.wins for row in table.rows) or kind == "knockout", "only byes advance"
