"""The command line: one line for each fault, and an exit code for its kind."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import discord
import pytest

import bot
from bot.__main__ import main
from bot.hosting.service import Unreachable
from bot.store.engine.migrations import versions
from bot.store.engine.upgrading import newest_revisions
from rules import GAMES
from rules.core import Move
from tests.bot.store.test_migrations import later_version as later_version
from tests.bot.store.test_migrations import make_old
from tests.bot.tables import ADA, address_of, hall_at, run

_REPOSITORY = Path(__file__).parents[3]
TOKEN = "first.second.third"


def _run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m bot` in a folder with a separate environment."""
    path = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(_REPOSITORY)}
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(command, cwd=folder, env={**path, **environment}, capture_output=True, text=True, check=False)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[pytest.MonkeyPatch]:
    """Good settings for `main` in an empty folder; its effects on the process are undone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("LOG_LEVEL", raising=False)
    monkeypatch.setattr("bot.hosting.service.keep_log", Mock())  # it would stay for the following tests
    handler = signal.getsignal(signal.SIGTERM)
    yield monkeypatch
    signal.signal(signal.SIGTERM, handler)


def _complaint(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    [line] = captured.err.splitlines()
    assert captured.out == "" and "Traceback" not in line
    return line


def test_nothing_runs_without_docstrings_because_they_are_what_refusals_say(tmp_path: Path) -> None:
    done = _run(tmp_path, "--version", PYTHONOPTIMIZE="2")
    assert (done.returncode, done.stdout) == (2, "") and "-OO" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.logs_errors
def test_where_the_log_is_json_its_last_line_is_json_too(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    settings.setenv("LOG_FORMAT", "json")
    settings.setattr("bot.hosting.service.run", Mock(side_effect=Unreachable("Discord cannot be reached.")))
    assert main(["run"]) == 1
    assert caplog.messages == ["Discord cannot be reached."] and capsys.readouterr().err == ""


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
    assert ".env.example" in shown
    for command in (
        "run",
        "playground",
        "replay",
        "picture",
        "check",
        "ratings",
        "migrate",
        "forget",
        "backup",
        "move",
    ):
        assert f"    {command} " in shown


@pytest.mark.parametrize(
    "arguments",
    [[], ["walk"], ["run", "fast"], ["playground", "--port", "x"], ["replay"], ["replay", "x", "--step", "1" * 5000]],
)
def test_an_unknown_command_is_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2 and "usage: python -m bot" in capsys.readouterr().err


def test_run_starts_the_bot_with_the_settings(settings: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def run(_bot: discord.Client, token: str, *, log_handler: None) -> None:
        assert log_handler is None, "logging is set up already"
        started.append(token)

    settings.setattr("bot.chat.client.Furlong.run", run)
    assert main(["run"]) == 0
    assert started == [TOKEN]


def test_a_discord_out_of_reach_is_one_line_and_exit_code_1(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def login(_client: discord.Client, _token: str) -> None:
        raise TimeoutError

    settings.setattr("discord.Client.login", login)
    assert main(["run"]) == 1
    assert _complaint(capsys) == "Discord cannot be reached, so the bot stops: it does not answer in time."


async def _logged_in(client: discord.Client, _token: str) -> None:
    """A stand-in for `discord.Client.login`, without Discord."""
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


def test_a_database_out_of_reach_is_one_line_and_exit_code_1(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.setenv("DATABASE_URL", "postgresql://me:secret@127.0.0.1:1/furlong")
    settings.setattr("discord.Client.login", _logged_in)
    assert main(["run"]) == 1
    line = _complaint(capsys)
    assert line.startswith("DATABASE_URL cannot be used just now: it cannot be opened: ") and "secret" not in line


def test_metrics_name_the_extra_that_they_need(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.setenv("METRICS_PORT", "9464")
    settings.setitem(sys.modules, "prometheus_client", None)
    settings.delitem(sys.modules, "bot.hosting.metrics", raising=False)
    settings.delattr("bot.hosting.metrics", raising=False)
    assert main(["run"]) == 2
    assert _complaint(capsys) == (
        "METRICS_PORT needs the extra “metrics” (prometheus_client is missing): install furlong-bot[metrics], or leave "
        "METRICS_PORT out."
    )


def test_the_playground_names_the_extra_that_it_needs(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.setitem(sys.modules, "simcord", None)
    for name in [name for name in sys.modules if name.startswith("studio.playground")]:
        settings.delitem(sys.modules, name)
    settings.delattr("studio.playground", raising=False)
    assert main(["playground"]) == 2
    assert _complaint(capsys) == (
        "The playground needs the extra “playground” (simcord is missing): install furlong-bot[playground]."
    )


RECORD = """\
Furlong record 1
game: furl
version: 1
seats: 2
seat 0: Ada
seat 1: Ben \\u{1B}[2J
ending: resigned
ended by: 1
places: 1 2

1. c5<c1
2. g4<g1
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(RECORD, encoding="utf-8")
    return file


def test_replay_shows_the_headers_and_every_position_with_its_move(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record)]) == 0
    shown = capsys.readouterr().out
    position = GAMES["furl"].start(2)
    for move in ("c5<c1", "g4<g1"):
        assert f"\n\n{position}\n" in shown
        assert position.describe(Move(move)) in shown
        position = position.play(Move(move))
    assert shown.endswith(f": g4<g1\n\n{position}\n\n")
    assert "seat 0: Ada\n" in shown and "ending: resigned\n" in shown


def test_replay_shows_one_position_alone(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = GAMES["furl"].start(2)
    assert main(["replay", str(record), "--step", "0"]) == 0
    assert capsys.readouterr().out.endswith(f"\n\n0. The beginning\n\n{start}\n\n")
    assert main(["replay", str(record), "--step", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.endswith(f"\n\n{start.play(Move('c5<c1'))}\n\n") and str(start) not in shown


def test_no_name_can_do_anything_to_the_terminal(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown and "Ben \\u{1B}[2J (" in shown


def test_replay_tells_whether_the_dice_were_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (_REPOSITORY / "docs" / "records.md").read_text("utf-8").split("```text\n")[1].split("```")[0]
    for content, sentence in (
        (text, "Chance: all 8 results are those that the secret gives.\n"),
        (text.replace("1. t7r5", "1. t7r4"), "Chance: the secret does not give what the record says at 1.\n"),
    ):
        (tmp_path / "match.txt").write_text(content, encoding="utf-8")
        assert main(["replay", str(tmp_path / "match.txt")]) == 0
        shown = capsys.readouterr().out
        assert sentence in shown and "Ben (Blue) leaves" not in shown and "Ada (Red) leaves: retires:0\n" in shown


def test_a_terminal_that_knows_few_characters_and_a_reader_who_goes_early_do_no_harm(record: Path) -> None:
    text = RECORD.replace("seat 0: Ada", "seat 0: Zoë 🎲")
    record.write_text(text, encoding="utf-8")
    ended = _run(record.parent, "replay", "match.txt", PYTHONIOENCODING="ascii")
    assert ended.returncode == 0 and ended.stderr == "" and "seat 0: Zo\\xeb" in ended.stdout
    command = [sys.executable, "-m", "bot", "replay", "match.txt"]
    with subprocess.Popen(
        command, cwd=record.parent, env={**os.environ, "PYTHONPATH": str(_REPOSITORY)}, stdout=-1, stderr=-1
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait() == 0


@pytest.mark.parametrize("command", ["replay", "picture"])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (RECORD.replace("g4<g1", "g4<g9"), "match.txt is not a record that can be replayed. Line 12: move 2, “g4<g9”"),
        ("x" * 1_000_001, "match.txt is not a record that can be replayed. This is too large"),
        (None, "match.txt cannot be read: No such file or directory."),
    ],
)
def test_a_file_that_is_not_a_record_gets_one_line_and_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, content: str | None, sentence: str
) -> None:
    if content is not None:
        (tmp_path / "match.txt").write_text(content, encoding="utf-8")
    more = [str(tmp_path / "out.png")] if command == "picture" else []
    assert main([command, str(tmp_path / "match.txt"), *more]) == 2
    assert sentence in _complaint(capsys) and not (tmp_path / "out.png").exists()


@pytest.mark.parametrize("ply", ["-1", "3", "99999999999999999999"])
def test_a_ply_that_the_record_does_not_have_is_one_line(
    record: Path, capsys: pytest.CaptureFixture[str], ply: str
) -> None:
    for more in (["replay", str(record)], ["picture", str(record), str(record.parent / "out.png")]):
        assert main([*more, f"--step={ply}"]) == 2
        assert _complaint(capsys) == "The record has 2 steps, so --step goes from 0 to 2."
    assert not (record.parent / "out.png").exists()


@pytest.mark.paints
@pytest.mark.parametrize(("name", "start"), [("out.png", b"\x89PNG"), ("OUT.WEBP", b"RIFF")])
def test_a_picture_is_of_the_type_that_its_name_says(record: Path, name: str, start: bytes) -> None:
    target = record.parent / name
    assert main(["picture", str(record), str(target)]) == 0
    end = target.read_bytes()
    target.unlink()
    assert main(["picture", str(record), "--step", "1", str(target)]) == 0
    assert end.startswith(start) and target.read_bytes().startswith(start) and target.read_bytes() != end


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("out.gif", "would be neither a PNG nor a WebP picture: end its name in .png or .webp."),
        ("out", "would be neither a PNG nor a WebP picture"),
        ("there.png", "there.png is there already; choose another name, or remove it first."),
        ("nowhere/out.png", "out.png cannot be written: No such file or directory."),
    ],
)
def test_a_picture_that_cannot_be_made_is_one_line_and_nothing_is_written_over(
    record: Path, capsys: pytest.CaptureFixture[str], name: str, sentence: str
) -> None:
    (record.parent / "there.png").write_bytes(b"mine")
    assert main(["picture", str(record), str(record.parent / name)]) == 2
    assert sentence in _complaint(capsys) and (record.parent / "there.png").read_bytes() == b"mine"
    assert {file.name for file in record.parent.iterdir()} == {"match.txt", "there.png"}


@pytest.fixture
def stored(settings: pytest.MonkeyPatch, fresh_file: Path) -> Path:
    """A database with one match where the commands look for it, without a token."""
    settings.delenv("DISCORD_TOKEN")
    settings.chdir(fresh_file.parent)

    async def play() -> None:
        hall = await hall_at(address_of(fresh_file))
        await hall.running(moves=["a4<c4"])
        await hall.database.close()

    run(play())
    return fresh_file


def test_check_needs_no_token_and_says_that_all_agree(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stored.name == "furlong.db" and main(["check"]) == 0
    assert capsys.readouterr().out == "Matches checked: 1. Moves replayed: 1. Matches that do not agree: 0.\n"


def test_check_names_what_does_not_agree_and_ends_with_exit_code_1(
    stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(stored)) as connection, connection:
        connection.execute("UPDATE matches SET ply = 2")
    assert main(["check"]) == 1
    assert capsys.readouterr().out == (
        "Match 1 (furl): it is stored as 2 moves long, but its record has 1 or has gaps.\n"
        "Matches checked: 1. Moves replayed: 1. Matches that do not agree: 1.\n"
    )


def test_backup_makes_a_copy_once(stored: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["backup", "copy.db"]) == 0
    size = (tmp_path / "copy.db").stat().st_size
    assert capsys.readouterr().out == f"copy.db is a copy of the database ({size:,} bytes).\n"
    assert main(["backup", "copy.db"]) == 2
    assert _complaint(capsys) == "copy.db is there already; choose another name, or remove it first."
    assert main(["backup", "nowhere/copy.db"]) == 2
    assert _complaint(capsys) == "nowhere/copy.db cannot be written: No such file or directory."
    assert stored.exists() and (tmp_path / "copy.db").stat().st_size == size


def test_migrate_brings_old_tables_up_to_date_without_a_token(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(make_old(f"sqlite:///{stored.with_name('old.db')}"))
    stored.with_name("old.db").replace(stored)
    assert main(["check"]) == 2
    assert "the command migrate" in _complaint(capsys)
    for _ in range(2):
        assert main(["migrate"]) == 0
        assert capsys.readouterr().out == "The tables are up to date.\n"
    assert main(["check"]) == 0


def test_migrate_restores_the_tables_of_an_earlier_version(
    stored: Path, later_version: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    with closing(sqlite3.connect(stored)) as connection:
        assert connection.execute("SELECT id FROM later").fetchall() == [(1,)]
    assert main(["migrate", "--to", "0015"]) == 0
    assert capsys.readouterr().out == (
        "The tables are up to date.\n"
        "The tables are at 0015. Start the bot only with a Furlong whose --version says that, or they are upgraded again.\n"
    )
    with closing(sqlite3.connect(stored)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master WHERE name = 'later'").fetchall() == []
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert main(["check"]) == 2
    assert "those of an older Furlong" in _complaint(capsys)
    assert main(["migrate", "--to", "0815"]) == 2
    numbers = sorted(path.name[:4] for path in Path(versions.__path__[0]).glob("0*.py"))
    assert _complaint(capsys) == f"--to must be one of {', '.join([*numbers, '9000'])}."


def test_the_version_is_reported_with_that_of_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Furlong {bot.__version__}, with tables at {max(newest_revisions())}\n"


def test_no_password_is_taken_from_the_command_line(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = "postgresql://me:secret@127.0.0.1:1/furlong"
    assert main(["move", f"sqlite:///{stored}", target]) == 2
    line = _complaint(capsys)
    assert "secret" not in line and line.startswith("TARGET has a password, which all users of this machine can see")


def test_ctrl_c_while_modules_are_loaded_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupting:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "bot.commands":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "bot.commands", raising=False)
    monkeypatch.delattr(bot, "commands", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    assert main(["run"]) == 130 and capsys.readouterr() == ("", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_container_is_not_restarted_in_vain_because_of_a_wrong_setting(
    tmp_path: Path, number: signal.Signals
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(_REPOSITORY), "DISCORD_TOKEN": "hush"}
    command = [sys.executable, "-m", "bot", "run", "--stay"]
    # Tests that a shell has started in the background ignore interrupts, and so would the process.
    before = signal.signal(number, signal.default_int_handler)
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as process:
        signal.signal(number, before)
        assert process.stderr is not None
        assert process.stderr.readline().startswith("DISCORD_TOKEN is malformed")
        assert (
            process.stderr.readline() == "The process stays until it is stopped, so that it is not restarted in vain.\n"
        )
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait() == 2 and process.stderr.read() == ""


def test_forget_does_what_privacy_delete_does(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget", f"{ADA.id}"]) == 0
    assert capsys.readouterr().out == (
        f"Forgetting Ada ({ADA.id}): running matches that end for them: 1; challenges that come to nothing: 0; "
        "matches that keep their result: 0.\n"
        "They are forgotten. Boards are shown again without their name: now if the bot runs, or when it starts.\n"
    )
    with closing(sqlite3.connect(stored)) as connection:
        assert connection.execute("SELECT name FROM people ORDER BY id").fetchall() == [("Former player 1",), ("Ben",)]
        assert connection.execute("SELECT state FROM matches").fetchall() == [("finished",)]
        assert connection.execute("SELECT match_id FROM jobs WHERE kind = 'boards'").fetchall()[-1:] == [(1,)]
    assert main(["forget", f"{ADA.id}"]) == 0
    assert capsys.readouterr().out == f"Nothing is stored about person {ADA.id}.\n"


def test_move_tells_how_far_it_is_on_the_side_and_what_came_of_it(
    stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    addresses = [f"sqlite:///{stored}", f"sqlite:///{stored.with_name('new.db')}"]
    assert main(["move", *addresses]) == 0
    report = capsys.readouterr()
    assert report.out.startswith("Moved. Rows: ") and "Matches replayed: 1." in report.out
    assert "matches: 1 row\n" in report.err and stored.with_name("new.db").exists()
    assert main(["move", *addresses]) == 2
    assert _complaint(capsys).startswith("TARGET is not empty: it has rows in the table ")


@pytest.mark.parametrize("person", ["0", "-1", "10", "9" * 30])
def test_forget_takes_only_what_can_be_an_id(stored: Path, capsys: pytest.CaptureFixture[str], person: str) -> None:
    before = stored.read_bytes()
    assert main(["forget", "--", person]) == 2
    assert _complaint(capsys) == f"{person} is not the Discord id of anybody."
    assert stored.read_bytes() == before


def test_health_is_one_line_and_an_exit_code(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["health"]) == 1
    assert capsys.readouterr().out == "Not well: the bot was never connected to Discord.\n" and stored.exists()


@pytest.mark.parametrize(
    "command", [["check"], ["health"], ["backup", "copy.db"], ["migrate"], ["forget", f"{ADA.id}"]]
)
def test_a_database_that_is_not_there_is_one_line_and_is_not_made(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str]
) -> None:
    settings.delenv("DISCORD_TOKEN")
    assert main(command) == 2
    assert _complaint(capsys).startswith("DATABASE_URL cannot be used: there is no file furlong.db; start this where")
    assert list(tmp_path.iterdir()) == []


def test_a_postgresql_database_is_backed_up_with_its_own_tool(
    settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.setenv("DATABASE_URL", "postgres://me:secret@host/name")
    assert main(["backup", "copy.db"]) == 2
    line = _complaint(capsys)
    assert "use pg_dump, as docs/hosting.md says" in line and "secret" not in line
