"""The program that builds the wheel, installs it alone, and uses it from another folder: `python -m tests.wheel`.

Only this finds files that the wheel lacks, because the tests and `make run` use the sources.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_ROOT: Final = Path(__file__).parent.parent
_PARTS: Final = ("bot", "render", "rules", "pyproject.toml", "setup.py", "README.md", "LICENSE")
_LOOK: Final = """
import asyncio
from pathlib import Path

import bot, render, rules
from bot.records.lessons import lessons_of
from bot.records.puzzles import shipped
from bot.records.rulebooks import pages_of
from bot.store.engine.database import Database
from bot.texts.language import ENGLISH, language, languages
from bot.web.pages import FOLDER

for package in (bot, render, rules):
    assert Path(package.__file__).is_relative_to(Path.cwd() / "site"), package.__file__
for game in rules.GAMES.values():
    assert pages_of(game), f"{game.key} has no rule pages"
    if game.key == game.family:
        assert lessons_of(game), f"{game.key} has no lessons"
        assert shipped(game.key), f"{game.key} has no puzzles"
    for page in pages_of(game):
        assert page.illustration is None or page.illustration.file.is_file(), page.illustration
    assert render.picture(game.start(game.seats[0])), game.key

async def make() -> None:
    await (await Database.open("sqlite:///wheel.db")).close()

asyncio.run(make())
assert len(languages()) > 1
for code in languages():
    assert code == ENGLISH or language(code).translations.gettext("Move") != "Move", code
assert (FOLDER / "templates" / "board.html").is_file() and (FOLDER / "static" / "page.js").is_file()
"""


def main() -> None:
    """Build and try the wheel. Raises `subprocess.CalledProcessError` if something fails."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        _build(folder / "sources", folder)
        [wheel] = folder.glob("*.whl")
        _python(folder, "-m", "pip", "install", "--quiet", "--no-deps", "--target", "site", str(wheel))
        _python(folder, "-c", _LOOK)
        command = str(folder / "site" / "bin" / "furlong")
        _python(folder, command, "--help")
        _python(folder, command, "check")
        print(f"{wheel.name} ({wheel.stat().st_size:,} bytes) works from another folder.")


def _build(sources: Path, target: Path) -> None:
    """Build the wheel from a copy, so that nothing is added to the sources and nothing else there gets in."""
    sources.mkdir()
    for part in _PARTS:
        if (_ROOT / part).is_dir():
            shutil.copytree(_ROOT / part, sources / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(_ROOT / part, sources)
    _python(target, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target), str(sources))


def _python(folder: Path, *arguments: str) -> None:
    environment = {**os.environ, "PYTHONPATH": "site", "DATABASE_URL": "sqlite:///wheel.db"}
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
