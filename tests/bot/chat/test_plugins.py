"""What a host reads about packages with games that can't be used."""

import logging

import pytest

from render.boards import PluginBoards
from tests.bot.world import World


async def test_the_log_says_at_the_start_which_games_and_boards_were_refused(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.chat.client.REFUSED", ("The plugin one adds no games: it is bad.",))
    monkeypatch.setattr("bot.chat.client.plugin_boards", lambda: PluginBoards((), ("The board of Two is plain text.",)))
    await world.restart()
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert told[:2] == ["The plugin one adds no games: it is bad.", "The board of Two is plain text."]
