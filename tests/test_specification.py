"""The specification is complete: every game has a page, with every ruling and section that the code cites."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import GAMES

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "specification"
FAMILIES = sorted({game.family for game in GAMES.values()})

each_family = pytest.mark.parametrize("family", FAMILIES)


def page(family: str) -> str:
    return (FOLDER / f"{family}.md").read_text(encoding="utf-8")


def rulings(family: str) -> list[str]:
    """The numbers of the rulings on a game's page, in order: `R1`, `R1b`, …"""
    return re.findall(r"^\*\*(R[0-9]+[a-z]?)\.?\*\*", page(family), flags=re.MULTILINE)


def sources(family: str) -> Iterator[str]:
    """The text of each file of code and tests named after a game, or in a folder that is."""
    for top in (ROOT / "rules", ROOT / "tests" / "rules"):
        for file in top.rglob("*.py"):
            if family in str(file.relative_to(top)):
                yield file.read_text(encoding="utf-8")


def test_every_game_has_a_page_and_a_line_in_the_index() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert {file.stem for file in FOLDER.glob("*.md")} == {"README", *FAMILIES}
    assert re.findall(r"^\| `([a-z0-9-]+)` \|", index, flags=re.MULTILINE) == list(GAMES)


@each_family
def test_the_page_has_every_ruling_once(family: str) -> None:
    assert len(rulings(family)) == len(set(rulings(family)))


@each_family
def test_the_games_page_has_every_ruling_that_code_or_a_test_cites(family: str) -> None:
    cited = {number for text in sources(family) for number in re.findall(r"\bR[0-9]+[a-z]?\b", text)}
    tested = {f"R{number}" for text in sources(family) for number in re.findall(r"def test_r([0-9]+[a-z]?)_", text)}
    assert cited
    assert cited | tested <= set(rulings(family))


@each_family
def test_the_games_page_has_every_section_that_code_or_a_test_cites(family: str) -> None:
    headings = {re.split(r"\W", heading)[0] for heading in re.findall(r"^## (.+)$", page(family), flags=re.MULTILINE)}
    cited = {name for text in sources(family) for name in re.findall(r"\bspecification, ([A-Z][a-z]+)", text)}
    assert cited <= headings
