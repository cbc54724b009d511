"""Games of other packages: what is taken, what is refused, and that neither ever ends the process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.records.folders import folder_of
from rules import FAMILIES, GAMES, REFUSED, plugins
from rules.core import Game
from rules.plugins import Plugins
from tests.plugins import OTHER, install, points_in

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder from which packages can be imported."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return tmp_path


def found(folder: Path) -> Plugins:
    return plugins.found(points_in(folder), GAMES.values())


def refusal(folder: Path, package: str, init: str) -> str:
    """Why a package is refused; the games of another one, which is sound, are taken."""
    install(folder, package, init=init)
    install(folder, f"{package}_sound", init=OTHER)
    result = found(folder)
    assert list(result.games) == ["other"]
    [sentence] = result.refused
    start = f"The plugin {package} ({package} 1.2) adds no games: "
    assert sentence.startswith(start) and sentence.endswith(".") and "\n" not in sentence
    return sentence.removeprefix(start)


def test_without_plugins_there_are_our_games_alone() -> None:
    assert [game.key for game in FAMILIES] == ["furl", "fursaz", "playwin", "farlander", "furbowl"]
    assert not REFUSED


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_game_knows_its_folder(game: Game) -> None:
    assert folder_of(game) == ROOT / "rules" / game.family


def test_the_games_of_a_package_are_taken_with_their_package(folder: Path) -> None:
    variant = '(*GAMES, replace(FURL[0], key="other-two", name="Other Two", family="other"))'
    install(folder, "two_games", init=f"{OTHER}\nGAMES = {variant}")
    result = found(folder)
    assert {key: game.package for key, game in result.games.items()} == dict.fromkeys(
        ("other", "other-two"), "two_games"
    )
    assert not result.refused


def test_plugins_come_in_the_order_of_their_names(folder: Path) -> None:
    for name in ("zeta", "alpha", "mid"):
        install(folder, f"named_{name}", init=OTHER.replace('"other"', f'"{name}"').replace("Other", name))
    assert list(found(folder).games) == ["alpha", "mid", "zeta"]


@pytest.mark.parametrize(
    ("package", "init", "why"),
    [
        ("raises", "1 / 0", "importing raises failed with ZeroDivisionError: division by zero."),
        ("exits", "raise SystemExit(3)", "importing exits failed with SystemExit: 3."),
        ("spelled", "def (", "importing spelled failed with SyntaxError: "),
        ("lacks", "import nothing_of_this_name", "importing lacks failed with ModuleNotFoundError: "),
        ("speaks", "raise ValueError('one\\ntwo')", "importing speaks failed with ValueError: one two."),
        ("silent", OTHER.replace("API = 1", ""), "it was written for version None of the interface (its `API`), "),
        ("newer", OTHER.replace("API = 1", "API = 2"), "it was written for version 2 of the interface (its `API`), "),
        ("without", "API = 1", "its `GAMES` is not a tuple of games."),
        ("empty", "API = 1\nGAMES = ()", "its `GAMES` is not a tuple of games."),
        ("strings", "API = 1\nGAMES = ('furl',)", "its `GAMES` is not a tuple of games."),
        ("orphan", OTHER.replace('family="other"', 'family="furl"'), "its `GAMES` have 0 main games"),
    ],
)
def test_a_package_that_cannot_be_used_is_refused_with_a_sentence(
    folder: Path, package: str, init: str, why: str
) -> None:
    assert refusal(folder, package, init).startswith(why)


@pytest.mark.parametrize(
    ("package", "field", "why"),
    [
        (
            "key_spaced",
            'key="O ther", family="O ther"',
            "the key is not 1 to 24 small letters, digits and single hyphens",
        ),
        ("key_long", 'key="o" * 25, family="o" * 25', "the key is not 1 to 24 small letters"),
        ("key_number", "key=7, family=7", "the key is not 1 to 24 small letters"),
        ("name_long", 'name="o" * 33', "the name is not 1 to 32 printable characters"),
        ("name_lines", 'name="a\\nb"', "the name is not 1 to 32 printable characters"),
        ("summary", 'summary=" "', "the summary is empty"),
        ("version", "version=0", "the version is not a whole number from 1"),
        ("seats_none", "seats=range(2, 2)", "the seats are not a range within 2 to 4"),
        ("seats_many", "seats=range(2, 6)", "the seats are not a range within 2 to 4"),
        ("seats_one", "seats=range(1, 3)", "the seats are not a range within 2 to 4"),
        ("start", "start=lambda seats: 1 / 0", "the start for 2 failed with ZeroDivisionError"),
        ("start_odd", "start=lambda seats: None", "the start for 2 failed with AttributeError"),
        ("fen", "from_fen=lambda fen: None", "the start for 2 is another one after `fen` and `from_fen`"),
    ],
)
def test_a_game_whose_fields_are_wrong_is_refused_with_the_field(
    folder: Path, package: str, field: str, why: str
) -> None:
    init = f"{OTHER}\nGAMES = (replace(GAMES[0], {field}),)"
    assert why in refusal(folder, f"wrong_{package}", init)


@pytest.mark.parametrize(
    ("package", "names", "why"),
    [
        ("same_key", ("furl", "Other"), "the key of its game 'furl' is that of Furl, of rules.furl."),
        ("same_name", ("other", "FURL"), "the name of its game 'other' is that of Furl, of rules.furl."),
    ],
)
def test_a_game_with_the_key_or_name_of_another_is_refused(
    folder: Path, package: str, names: tuple[str, str], why: str
) -> None:
    key, name = names
    init = OTHER.replace('"other"', f'"{key}"').replace("Other", name)
    install(folder, package, init=init)
    result = found(folder)
    assert not result.games
    assert [sentence.partition(": ")[2] for sentence in result.refused] == [why]


def test_of_two_packages_with_the_same_game_the_first_by_name_is_taken(folder: Path) -> None:
    for package in ("twin_b", "twin_a"):
        install(folder, package, init=OTHER)
    result = found(folder)
    assert result.games["other"].package == "twin_a"
    assert "the key of its game 'other' is that of Other, of twin_a" in "".join(result.refused)


def test_a_module_is_not_a_package(folder: Path) -> None:
    install(folder, "really", init="")
    (folder / "really-1.2.dist-info" / "entry_points.txt").write_text("[furlong.games]\nlone = lone\n")
    (folder / "lone.py").write_text(OTHER)
    assert "lone is not a package, that is, a folder with an __init__.py" in "".join(found(folder).refused)


def test_installed_packages_are_in_every_menu_of_a_process_and_broken_ones_in_its_log(tmp_path: Path) -> None:
    install(tmp_path, "sound", init=OTHER)
    install(tmp_path, "broken", init="1 / 0")
    program = "import rules; print(*rules.GAMES, *(game.key for game in rules.FAMILIES), *rules.REFUSED, sep='|')"
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
        check=True,
    )
    names = told.stdout.strip().split("|")
    assert names.count("other") == 2
    assert names[-1].startswith("The plugin broken (broken 1.2) adds no games: importing broken failed")
