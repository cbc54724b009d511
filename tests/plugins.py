"""Packages with games, as they lie in an environment after their installation."""

from importlib.metadata import EntryPoint, distributions
from pathlib import Path

OTHER = """
from dataclasses import replace
from rules.furl import GAMES as FURL
API = 1
GAMES = (replace(FURL[0], key="other", name="Other", family="other"),)
"""
"""A game that differs from Furl by its names alone."""


def install(folder: Path, package: str, **files: str) -> None:
    """Put a package with files (by their stems, `init` for `__init__`) and its metadata into a folder of `sys.path`."""
    (folder / package).mkdir()
    for stem, text in files.items():
        name = "__init__.py" if stem == "init" else f"{stem}.py"
        (folder / package / name).write_text(text, encoding="utf-8")
    declare(folder, package)


def declare(folder: Path, package: str) -> None:
    """Put only the metadata of a package into a folder, as installing it does."""
    metadata = folder / f"{package}-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[furlong.games]\n{package} = {package}\n", encoding="utf-8")


def points_in(folder: Path) -> list[EntryPoint]:
    """The entry points of the packages in a folder."""
    return [point for distribution in distributions(path=[str(folder)]) for point in distribution.entry_points]
