"""The command line: what is wrong is said in one line, and the exit code tells what kind of wrong it is."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.__main__ import main

_REPOSITORY = Path(__file__).parents[2]
TOKEN = "first.second.third"


def _run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m bot` in a folder, with an environment of its own."""
    path = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(_REPOSITORY)}
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(command, cwd=folder, env={**path, **environment}, capture_output=True, text=True, check=False)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[pytest.MonkeyPatch]:
    """Good settings for `main`, in an empty folder; what it does to the process is taken back."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("LOG_LEVEL", raising=False)
    monkeypatch.setattr("discord.utils.setup_logging", dict)  # it would stay for the tests that follow
    handler = signal.getsignal(signal.SIGTERM)
    yield monkeypatch
    signal.signal(signal.SIGTERM, handler)


def _complaint(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    [line] = captured.err.splitlines()
    assert captured.out == "" and "Traceback" not in line
    return line


def test_a_missing_token_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    ended = _run(tmp_path, "run")
    assert ended.returncode == 2 and ended.stdout == ""
    [line] = ended.stderr.splitlines()
    assert line.startswith("DISCORD_TOKEN is missing") and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value"), [("DISCORD_TOKEN", "hush"), ("DATABASE_URL", "mysql://x"), ("LOG_LEVEL", "loud")]
)
def test_a_malformed_setting_is_one_line_and_exit_code_2(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, value: str
) -> None:
    settings.setenv(name, value)
    assert main(["run"]) == 2
    assert _complaint(capsys).startswith(f"{name} is malformed") and list(tmp_path.iterdir()) == []


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert "run" in shown and "playground" in shown and ".env.example" in shown


@pytest.mark.parametrize("arguments", [[], ["walk"], ["run", "fast"], ["playground", "--port", "x"]])
def test_an_unknown_command_is_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2 and "usage: python -m bot" in capsys.readouterr().err


def test_run_starts_the_bot_with_the_settings(settings: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def run(_bot: discord.Client, token: str, *, log_handler: None) -> None:
        assert log_handler is None, "logging is set up already"
        started.append(token)

    settings.setattr("bot.client.Furlong.run", run)
    assert main(["run"]) == 0
    assert started == [TOKEN]


def _failing(error: Exception) -> Callable[..., Any]:
    async def login(_client: discord.Client, _token: str) -> None:
        raise error

    return login


def test_a_token_that_discord_refuses_is_a_wrong_setting(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.setattr("discord.Client.login", _failing(discord.LoginFailure("Improper token has been passed.")))
    assert main(["run"]) == 2
    line = _complaint(capsys)
    assert line.startswith("DISCORD_TOKEN was refused") and TOKEN not in line


def test_a_discord_out_of_reach_is_exit_code_1(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.setattr("discord.Client.login", _failing(aiohttp.ClientConnectionError("no route")))
    assert main(["run"]) == 1
    assert _complaint(capsys) == "Discord cannot be reached, so the bot did not start: no route"


async def _logged_in(client: discord.Client, _token: str) -> None:
    """As `discord.Client.login`, without Discord."""
    await client.setup_hook()


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, migrated_file: Path
) -> None:
    shutil.copy(migrated_file, tmp_path / "furlong.db")
    with closing(sqlite3.connect(tmp_path / "furlong.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = _files(tmp_path)
    settings.setattr("discord.Client.login", _logged_in)
    assert main(["run"]) == 2
    line = _complaint(capsys)
    assert line.startswith("DATABASE_URL cannot be used: it was written by a newer version of Furlong")
    assert "nothing was changed" in line and _files(tmp_path) == before


@pytest.mark.parametrize("database", ["nowhere/furlong.db", "folder", "text.txt"])
def test_a_database_that_cannot_be_opened_is_one_line_and_exit_code_2(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, database: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.txt").write_text("no database " * 1000, encoding="utf-8")
    settings.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/{database}")
    settings.setattr("discord.Client.login", _logged_in)
    assert main(["run"]) == 2
    assert _complaint(capsys).startswith("DATABASE_URL cannot be used: ")


def test_the_playground_names_the_extra_that_it_needs(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.setitem(sys.modules, "simcord", None)
    settings.delitem(sys.modules, "bot.playground", raising=False)
    settings.delattr("bot.playground", raising=False)
    assert main(["playground"]) == 2
    assert _complaint(capsys) == "The playground needs the extra “playground” (simcord is missing)."
