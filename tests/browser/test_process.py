"""Starting and stopping the playground, without a browser."""

import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.process import ROOT, Playground, stored

pytestmark = pytest.mark.browser


def refusal(database: Path, port: int) -> tuple[int, str]:
    """The exit code and the output of a playground that cannot start."""
    command = [sys.executable, "-m", "bot", "playground", "--database", str(database), "--port", str(port)]
    ended = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30, check=False
    )
    return ended.returncode, ended.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_when_asked_to(start: Callable[..., Playground], number: signal.Signals) -> None:
    code, reply_text = start().stop(number)
    assert code == 0
    assert reply_text.endswith("The playground has stopped.\n")
    assert "Traceback" not in reply_text


def test_a_port_in_use_is_answered_with_one_line_and_nothing_is_begun(database: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, reply_text = refusal(database, port)
    assert code == 2
    assert reply_text.startswith(f"Port {port} cannot be used")
    assert reply_text.count("\n") == 1
    assert not database.exists()


def test_a_file_that_is_not_a_database_gets_one_line_and_stays_unchanged(database: Path) -> None:
    database.write_text("a shopping list\n" * 100)
    code, reply_text = refusal(database, 0)
    assert code == 2
    assert str(database) in reply_text
    assert reply_text.count("\n") == 1
    assert database.read_text() == "a shopping list\n" * 100


def test_a_second_playground_on_one_file_is_answered_with_one_line_and_disturbs_nothing(
    start: Callable[..., Playground], database: Path
) -> None:
    start()
    jobs = "SELECT count(*) FROM jobs"
    before = stored(database, jobs)
    code, reply_text = refusal(database, 0)
    assert code == 2
    assert reply_text.startswith(f"Another playground has {database} open (process ")
    assert reply_text.count("\n") == 1
    assert stored(database, jobs) == before
