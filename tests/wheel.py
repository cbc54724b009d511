"""The program that builds wheels, installs one as the image does, and uses it from another folder: `python -m tests.wheel`.

Only this finds files that an image or a wheel lacks, because the tests and `make run` use the sources. A wheel is built
from the files that Docker sees, from a clone, and from the source distribution of the clone; all must be the same.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = ("bot", "furlong_bot", "players", "render", "rules", "studio")
"""The folders that are installed, all in `furlong_bot`."""

_COMPILED: Final = {".po": ".mo"}
_MADE: Final = "bot/web/static/manrope.woff2"
_LOOK: Final = """
import asyncio
import sys
from pathlib import Path

import furlong_bot

sys.path.insert(0, str(furlong_bot.folder()))

import bot, players, render, rules, studio
from bot.records.lessons import lessons_of
from bot.records.puzzles import shipped
from bot.records.rulebooks import pages_of
from bot.store.engine.database import Database
from bot.texts.language import ENGLISH, language, languages
from bot.web.pages import FOLDER

for package in (bot, players, render, rules, studio):
    assert Path(package.__file__).is_relative_to(Path.cwd() / "venv"), package.__file__
for game in rules.GAMES.values():
    assert pages_of(game), f"{game.key} has no rule pages"
    if game.key == game.family:
        assert lessons_of(game), f"{game.key} has no lessons"
        assert shipped(game.key), f"{game.key} has no puzzles"
    for page in pages_of(game):
        assert page.illustration is None or page.illustration.file.is_file(), page.illustration
    start = game.start(game.seats[0])
    assert render.picture(start), game.key
    assert game.evaluation is None or len(game.evaluation(start)) == game.seats[0], game.key

async def make() -> None:
    await (await Database.open("sqlite:///wheel.db")).close()

asyncio.run(make())
assert languages() == LANGUAGES, languages()
for code in languages():
    assert code == ENGLISH or language(code).translations.gettext("Move") != "Move", code
assert (FOLDER / "templates" / "board.html").is_file() and (FOLDER / "static" / "page.js").is_file()
"""


def main() -> None:
    """Build and try the wheels. Raises `subprocess.CalledProcessError` or AssertionError if something fails."""
    tracked = _output("git", "ls-files", cwd=ROOT).splitlines()
    with TemporaryDirectory() as name:
        folder = Path(name)
        seen = _wheel_of(_copied(seen_by_docker(), folder / "seen"), folder / "image")
        clone = _copied(tracked, folder / "clone")
        cloned = _wheel_of(clone, folder / "cloned")
        distributed = _wheel_of(_source_distribution(clone, folder), folder / "distributed")
        _check_content(_content(seen), tracked)
        for other in (cloned, distributed):
            assert _differing(_content(seen), _content(other)) == [], f"{other} differs from the image's wheel"
        _try(_installed_as_in_the_image(seen, folder), folder)
        print(f"{seen.name} ({seen.stat().st_size:,} bytes) works from another folder.")


# --- what Docker sees ---


def seen_by_docker() -> Sequence[str]:
    """The files of the working tree that `.dockerignore` lets an image's build see."""
    lines = (line.strip() for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines())
    patterns = [line for line in lines if line and not line.startswith("#")]
    tops = {line.removeprefix("!").split("/")[0] for line in patterns if line.startswith("!")}
    files = (file for top in tops for file in (ROOT / top, *(ROOT / top).rglob("*")) if file.is_file())
    names = (file.relative_to(ROOT).as_posix() for file in files)
    return sorted(name for name in names if not _is_ignored(name, patterns))


def _is_ignored(name: str, patterns: Sequence[str]) -> bool:
    """Whether the last pattern that fits a file, or a folder that it is in, does not begin with `!`."""
    path = PurePosixPath(name)
    parts = [part.as_posix() for part in (path, *path.parents)]
    fitting = (one for one in patterns if any(_fits(part, one.removeprefix("!")) for part in parts))
    return not (list(fitting) or [""])[-1].startswith("!")


def _fits(path: str, pattern: str) -> bool:
    """Whether a path fits one of the forms that `.dockerignore` uses: a name, `*`, or `**/` before a name."""
    deep = pattern.removeprefix("**/")
    return fnmatch(path.rpartition("/")[2] if deep != pattern else path, deep) and (deep != pattern or "/" not in path)


def copied_into_images() -> Sequence[str]:
    """The files and folders that the Dockerfile copies from the working tree."""
    copies = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    return [name for line in copies for name in line.split()]


# --- building ---


def _copied(names: Iterable[str], target: Path) -> Path:
    """The folder `target` with copies of these files, so that nothing else gets into what is built from it."""
    for name in names:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target / name)
    return target


def _wheel_of(sources: Path, target: Path) -> Path:
    _output(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(target), str(sources))
    [wheel] = target.glob("*.whl")
    return wheel


def _source_distribution(clone: Path, folder: Path) -> Path:
    """The unpacked source distribution of a clone, built with the requirements that `pyproject.toml` names."""
    required = tomllib.loads((clone / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    _output(sys.executable, "-m", "pip", "install", "--target", str(folder / "build"), *required)
    build = "from setuptools.build_meta import build_sdist; build_sdist('..')"
    _output(sys.executable, "-c", build, cwd=clone, environment={"PYTHONPATH": str(folder / "build")})
    [archive] = folder.glob("*.tar.gz")
    shutil.unpack_archive(archive, folder / "unpacked", filter="data")
    [sources] = (folder / "unpacked").iterdir()
    return sources


def _content(wheel: Path) -> Mapping[str, bytes]:
    """The files of a wheel by their names in the sources, without the description of the wheel."""
    with ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.split("/")[0].endswith(".dist-info")]
        assert {name.split("/")[0] for name in names} == {"furlong_bot"}, "others may install files of these names too"
        return {_in_the_sources(name): archive.read(name) for name in names}


def _in_the_sources(name: str) -> str:
    inside = name.removeprefix("furlong_bot/")
    return inside if inside.split("/")[0] in PACKAGES else name


def _differing(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> Sequence[str]:
    """The names of the files that only one has, or that differ."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def _check_content(found: Mapping[str, bytes], tracked: Sequence[str]) -> None:
    """Check that a wheel has every tracked file of the packages, the translations compiled, the typeface, and no other."""
    paths = (PurePosixPath(name) for name in tracked if name.split("/")[0] in PACKAGES)
    expected = {path.with_suffix(_COMPILED.get(path.suffix, path.suffix)).as_posix() for path in paths} | {_MADE}
    assert expected == set(found), f"these differ: {sorted(expected ^ set(found))}"


# --- trying ---


def _installed_as_in_the_image(wheel: Path, folder: Path) -> Path:
    """The program in an environment with the wheel and, as in the image, only files whose hashes are in the lock."""
    python = folder / "venv" / "bin" / "python"
    _output(sys.executable, "-m", "venv", str(folder / "venv"))
    packages, lock = str(folder / "packages"), str(ROOT / "lock.txt")
    only_locked = ("--require-hashes", "--no-deps", "--only-binary", ":all:")
    _output(str(python), "-m", "pip", "download", *only_locked, "--dest", packages, "-r", lock)
    from_there = ("--no-index", "--find-links", packages)
    _output(str(python), "-m", "pip", "install", *from_there, f"{wheel}[metrics,postgres,programs,push,scripts]")
    return python.with_name("furlong")


def _try(furlong: Path, folder: Path) -> None:
    codes = ("en", *sorted(file.parents[1].name for file in (ROOT / "bot" / "texts" / "locales").rglob("*.po")))
    _output(str(furlong.with_name("python")), "-c", _LOOK.replace("LANGUAGES", repr(codes)), cwd=folder)
    [others] = (folder / "venv" / "lib").glob("python*/site-packages")
    for name in ("bot", "players", "render", "rules", "studio"):
        (others / f"{name}.py").write_text("raise ImportError('of somebody else')", encoding="utf-8")
    for command in ("--help", "check"):
        _output(str(furlong), command, cwd=folder, environment={"DATABASE_URL": "sqlite:///wheel.db"})


def _output(*command: str, cwd: Path | None = None, environment: Mapping[str, str] | None = None) -> str:
    """What a command prints."""
    variables = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **(environment or {})}
    if environment is None or "PYTHONPATH" not in environment:
        variables.pop("PYTHONPATH", None)  # what is tried is installed
    done = subprocess.run(command, cwd=cwd, env=variables, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


if __name__ == "__main__":
    main()
