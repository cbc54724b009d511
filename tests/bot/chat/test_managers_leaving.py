"""A manager who leaves during their season: it goes on and ends, and nothing waits for them."""

import logging
from collections.abc import Awaitable, Callable

import pytest
from simcord.actors import MemberActor

from bot.actions.competitions import entries
from bot.actions.competitions.standings import standings as standings_of_competition
from bot.model.competitions.competition import CompetitionStage
from bot.model.people import Actor
from bot.store.engine.schema.competitions import competitions
from tests.bot.chat.test_league import opened, passes
from tests.bot.chat.test_moderation import allow
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text


def _loses_the_right(world: World, boss: MemberActor) -> None:
    [role_id] = world.env.backend.get_guild(world.guild.id).members[boss.id].role_ids
    world.env.backend.remove_member_role(world.guild.id, boss.id, role_id)


async def _steps_down(world: World, boss: MemberActor) -> None:
    _loses_the_right(world, boss)


async def _leaves(world: World, boss: MemberActor) -> None:
    world.guild.remove_member(boss)


async def _is_forgotten(world: World, boss: MemberActor) -> None:
    question = answer(await boss.click(answer(await boss.slash(world.channel, "privacy")), label="Delete"))
    await boss.click(question, label="Forget me")


def _other_manager(world: World) -> MemberActor:
    chief = world.guild.add_member(world.env.create_user("Chief"))
    role = next(role for name, role in world.guild.roles.items() if name == "managers")
    world.env.backend.add_member_role(world.guild.id, chief.id, role.id)
    return chief


async def test_a_season_goes_on_ends_and_is_followed_by_the_next_without_the_manager_who_opened_it(
    world: World, boss: MemberActor
) -> None:
    """A manager in their own season loses the right while it is open and is forgotten later; another takes over."""
    await opened(world, boss)
    chief = _other_manager(world)
    await world.in_season(boss, "Join")
    _loses_the_right(world, boss)
    allow(world, boss)
    assert "Manage Server" in reply_text(await boss.slash(world.channel, "manage cancel", season="1"))
    assert "Manage Server" in reply_text(
        await boss.slash(world.channel, "manage remove", player=world.cleo, season="1")
    )
    await passes(world, 2)
    match = await world.match()
    assert match.to_move is not None
    await world.matches.play(Actor(match.to_move, world.guild.id), match.id, match.position.legal_moves()[0])
    await _is_forgotten(world, boss)
    world.guild.remove_member(boss)
    assert "is out" in await world.take_out(chief, player=world.cleo, season="1")
    await world.restart()
    await passes(world, 16)
    standings = await standings_of_competition(world.bot.services.context, None, 1)
    assert standings is not None and standings.competition.stage is CompetitionStage.OVER
    assert standings.competition.host.is_forgotten
    shown = [text_of(message) for message in world.messages()]
    assert any("Congratulations" in text for text in shown)
    assert any("season 2" in text_of(message) and "Join" in buttons_of(message) for message in world.messages())
    assert "called off" in await world.manages(chief, "cancel", season="Furl league · season 2")
    seen = [*shown, reply_text(await chief.slash(world.channel, "manage log"))]
    await world.bot.delivery.deliver_due()
    seen += [text_of(message) for message in world.messages()]
    assert not any("Boss" in text for text in seen[len(shown) :])
    stored = await world.stored()
    assert all(boss.id not in row for row in stored[competitions.name])


@pytest.mark.parametrize("go", [_steps_down, _leaves, _is_forgotten])
async def test_the_owner_of_the_server_learns_of_a_closed_channel_if_the_manager_of_the_season_is_gone(
    world: World,
    boss: MemberActor,
    caplog: pytest.LogCaptureFixture,
    go: Callable[[World, MemberActor], Awaitable[None]],
) -> None:
    await opened(world, boss)
    await go(world, boss)
    told_before = world.direct_messages(boss)
    world.env.backend.delete_channel(world.channel.id)
    with caplog.at_level(logging.INFO):
        await entries.leave(world.bot.services.context, world.actor(world.ada), 1)
        await world.bot.delivery.deliver_due()
    assert world.direct_messages(boss) == told_before
    owner = [text_of(message) for message in world.messages(world.guild.owner.dm_channel)]
    assert len(owner) == 1 and "can't post in" in owner[0] and "Furl league" in owner[0]


async def test_interventions_are_announced_even_after_managers_and_people_concerned_are_forgotten(
    world: World, boss: MemberActor
) -> None:
    for person in (world.ada, world.ben):
        await person.slash(world.channel, "settings", quiet="22-7", notice="direct")
    await world.start_match()
    await world.take_out(boss, match="1", player=world.ben, reason="away")
    await world.ada.slash(world.channel, "play", game="furl")
    await world.take_out(boss, match="2", player=world.ada)
    for person in (boss, world.ada):
        await _is_forgotten(world, person)
    before = len(world.messages())
    world.env.backend.advance_clock(8 * 3600)
    with world.env.time_context():
        await world.bot.delivery.deliver_due()
    [reply] = [text for text in world.direct_messages(world.ben) if "taken you out" in text]
    assert "**Former player 1**, who managed the server then, has taken you out of" in reply and "Boss" not in reply
    assert len(world.messages()) == before and world.direct_messages(world.ada) == []
