"""Events of more people than a message may name or fit: what is posted, who is pinged, and Discord's limits."""

from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.model.match import Match
from bot.model.refusals.matches import UnknownMatch
from tests.bot.chat.test_nothing_played import passes
from tests.bot.screen import components_of, text_of
from tests.bot.world import World

_PEOPLE = 45
_LONGEST_TEXT, _MOST_PARTS = 4000, 40


async def _begun(world: World, boss: MemberActor, kind: str, lasts: str) -> list[MemberActor]:
    """An event of Furl of many people with the longest names, which has begun."""
    await boss.slash(world.channel, "manage start", format=kind, game="furl", begins="1 hour", lasts=lasts)
    people = [
        world.guild.add_member(world.env.create_user(f"p{number}", global_name=f"{'_*' * 15}{number:02}"))
        for number in range(_PEOPLE)
    ]
    card = world.messages()[0]
    for person in people:
        await person.click(card, label="Join")
    await passes(world, 2)
    return people


async def _running(world: World) -> AsyncGenerator[Match]:
    number = 1
    with suppress(UnknownMatch):
        while True:
            yield await world.match(number)
            number += 1


def _fits(message: Any) -> bool:
    return len(text_of(message)) <= _LONGEST_TEXT and len([*components_of(message)]) <= _MOST_PARTS


@pytest.mark.parametrize("kind", ["knockout", "swiss"])
async def test_every_message_about_many_people_fits_and_tells_nobody_twice(
    world: World, boss: MemberActor, kind: str
) -> None:
    people = await _begun(world, boss, kind, "12 hours")
    begun = world.messages()
    pinged = [number for message in begun for number in world.pinged(message)]
    running = [match async for match in _running(world)]
    assert len(running) > _PEOPLE // 4 and len(pinged) == len(set(pinged)), "nobody is told twice"
    assert {*pinged} >= {match.to_move.id for match in running if match.to_move is not None}
    for match in running[: _PEOPLE // 3]:
        mover = next(one for one in people if match.to_move is not None and match.to_move.id == one.id)
        await world.matches.play(world.actor(mover), match.id, match.position.legal_moves()[0])
    await passes(world, 13)
    assert "is over" in text_of(world.board())
    assert all(_fits(message) for message in [*begun, *world.messages()])
