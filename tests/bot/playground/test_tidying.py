"""The playground's channel stays short, but keeps everything that can still be pressed."""

import pytest

from bot.playground import world as playground
from tests.bot.world import World


async def test_old_messages_go_unless_something_can_be_pressed_on_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playground, "MESSAGES_KEPT", 2)
    await world.start_match()
    challenge, first = world.messages()
    await world.play("a4<c4")
    waiting = world.board()
    for _ in range(3):
        await world.cleo.slash(world.channel, "games")
    before = sorted(world.env.backend.messages[world.channel.id])
    playground.tidy(world.env, world.channel)
    kept = world.env.backend.messages[world.channel.id]
    assert challenge.id not in kept and first.id not in kept and waiting.id in kept
    assert set(before[-2:]) <= set(kept) < set(before)
