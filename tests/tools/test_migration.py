"""The program that writes migrations."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from bot.store.engine import upgrading
from tools import migration


@pytest.mark.parametrize("title", ["Puzzles know their author", "Matches – of two, or more – have a very long history"])
def test_a_migration_is_written_whatever_its_title(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copytree(*upgrading.VERSIONS, tmp_path / "versions", ignore=ignore_patterns("__pycache__"))
    before = set(folder.iterdir())
    monkeypatch.setattr(upgrading, "VERSIONS", (folder,))
    monkeypatch.setattr("sys.argv", ["migration", *title.split()])
    formatted = set[object]()

    def run(command: Sequence[object], **_options: object) -> None:
        formatted.add(command[-1])

    monkeypatch.setattr(subprocess, "run", run)  # the tests have no ruff
    migration.main()
    [written] = {path for path in folder.iterdir() if path.suffix} - before
    assert capsys.readouterr().out.splitlines()[-1] == str(written)
    assert formatted == {written}
    content = written.read_text("utf-8")
    assert content.startswith(f'"""{title}."""') and "###" not in content
