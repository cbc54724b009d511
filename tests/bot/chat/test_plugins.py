"""The games of other packages in chat: very many of them, and what a host reads if some can't be used."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from render.boards import PluginBoards
from tests.bot.world import World
from tests.plugins import OTHER, install

ROOT = Path(__file__).parents[3]
MANY = 25


async def test_the_log_says_at_the_start_which_games_and_boards_were_refused(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.chat.client.REFUSED", ("The plugin one adds no games: it is bad.",))
    monkeypatch.setattr("bot.chat.client.plugin_boards", lambda: PluginBoards((), ("The board of Two is plain text.",)))
    await world.restart()
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert told[:2] == ["The plugin one adds no games: it is bad.", "The board of Two is plain text."]


def test_very_many_games_are_offered_everywhere(tmp_path: Path) -> None:
    for number in range(MANY):
        install(
            tmp_path,
            f"many_{number:02}",
            init=OTHER.replace("other", f"one-{number:02}").replace("Other", f"One {number:02}"),
        )
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/bot/chat/many_games.py"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
