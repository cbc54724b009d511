"""A question to several people of a match: one message asks all who are told in the channel."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.chat import client
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.settings import Reach
from rules import GAMES
from rules.core import Seat
from tests.bot.chat.delivery.correspondents import HOUR, likes, pass_hours, slow_bot
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that does little by itself: `pass_hours` has it do what is due."""
    return slow_bot(fresh_file, 6 * HOUR, 6 * HOUR)


async def _table(world: World) -> Sequence[MemberActor]:
    """A match of Farlander for four, which has begun; returns its people, Ada first."""
    people = (world.ada, world.ben, world.cleo, world.guild.add_member(world.env.create_user("Dan")))
    guests = tuple(world.actor(who).person for who in people[1:])
    proposal = Proposal(GAMES["farlander"], world.channel.id, guests, Seat(0), terms=Terms(1))
    await world.matches.propose(world.actor(world.ada), world.guild.id, proposal)
    for who in people[1:]:
        await world.matches.join(world.actor(who), 1)
    await world.deliver(1)
    return people


@pytest.mark.parametrize("quiet", [None, 5])
async def test_who_is_told_directly_or_sleeps_is_asked_apart(world: World, quiet: float | None) -> None:
    await likes(world, world.ben, Reach.CHANNEL if quiet else Reach.DIRECT, quiet=quiet)
    _ada, _ben, cleo, dan = await _table(world)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    assert text_of(world.board()).startswith(f"{cleo.mention} and {dan.mention} · [Farlander · match #1]")
    await pass_hours(world, 6)
    if quiet:
        assert text_of(world.board()).startswith(f"{world.ben.mention}, **Ada** waits for your answer")
    else:
        assert "waits for your answer" in world.direct_messages(world.ben)[-1]


async def test_where_no_channel_is_open_each_is_asked_directly(world: World) -> None:
    _ada, *others = await _table(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50001, times=None)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await pass_hours(world, 1)
    for who in others:
        assert "waits for your answer" in world.direct_messages(who)[-1]


async def test_one_message_asks_all_who_stay_who_plays_on_for_whoever_ran_out_of_time(world: World) -> None:
    people = await _table(world)
    for _ in people:
        match = await world.match()
        assert match.to_move is not None
        mover = next(who for who in people if who.id == match.to_move.id)
        await world.matches.play(world.actor(mover), 1, match.position.legal_moves()[0])
    await world.deliver(1)
    late = (await world.match()).to_move
    assert late is not None
    before = len(world.messages())
    await pass_hours(world, 25)
    asking = world.board()
    assert sorted(world.pinged(asking)) == sorted(who.id for who in people if who.id != late.id)
    assert "has run out of time" in text_of(asking) and buttons_of(asking) == ["Agree", "Leave it empty"]
    assert len(world.messages()) == before + 1
