"""The playground's channel stays short, but keeps everything that can still be pressed."""

import pytest

from studio.playground import world as playground
from tests.bot.world import World


async def test_old_messages_go_unless_something_can_be_pressed_on_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playground, "MESSAGES_KEPT", 2)
    await world.start_match()
    challenge, first = world.messages()
    await world.play("a4<c4", "e5<e4")
    before_last, waiting = world.messages()[-2:]
    for _ in range(3):
        await world.cleo.slash(world.channel, "games")
    posted = sorted(world.env.backend.messages[world.channel.id])
    playground.tidy(world.env, world.channel)
    kept = world.env.backend.messages[world.channel.id]
    assert challenge.id not in kept and first.id not in kept
    assert before_last.id in kept and waiting.id in kept, "Move on the board before the last leads to the last"
    assert set(posted[-2:]) <= set(kept) < set(posted)
