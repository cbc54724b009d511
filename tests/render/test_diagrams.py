"""The program that paints the pictures of the rule books, and the pictures that it has painted."""

from pathlib import Path

import pytest
from PIL import ImageChops

import rules
from bot.records import rulebooks
from render.diagrams import Diagram
from rules import GAMES
from rules.core import Move
from tests.render.pixels import decoded, whole_of
from tools.diagrams import DiagramError, diagrams, main, paint

FOLDER = Path(rules.__file__).parent
BOOKS = sorted(FOLDER.glob("*/rulebook.md"))
PAINTED = [diagram for book in BOOKS for diagram in diagrams(book)]
START = "bbbb/bbbbb/bbbbbb/......./wwwwww/wwwww/wwww w"


def book(folder: Path, *titles: str) -> Path:
    """A rule book of Furl whose page shows a picture for each title."""
    images = "\n\n".join(f'![A board.](pictures/{number}.webp "{title}")' for number, title in enumerate(titles))
    file = folder / "furl" / "rulebook.md"
    file.parent.mkdir()
    file.write_text(f"# Furl\n\n## A page\n\n{images}\n", encoding="utf-8")
    return file


@pytest.mark.parametrize("diagram", PAINTED, ids=lambda diagram: diagram.file.stem)
def test_every_picture_of_a_rule_book_is_what_the_tool_paints_now(diagram: Diagram) -> None:
    # By pixels, not by bytes: encoders may differ between processors. A PNG is much quicker to make.
    kept, new = decoded(diagram.file.read_bytes()), whole_of(diagram.position, diagram.scene)
    assert kept.size == new.size
    assert ImageChops.difference(kept, new).getbbox() is None, "run: make diagrams"


def test_no_picture_exists_that_no_rule_book_shows() -> None:
    assert {*FOLDER.rglob("*.webp")} == {diagram.file for diagram in PAINTED}


@pytest.mark.parametrize("file", BOOKS, ids=lambda file: file.parent.name)
def test_the_tool_paints_what_the_bot_shows(file: Path) -> None:
    shown = [page.illustration for page in rulebooks.pages_of(GAMES[file.parent.name]) if page.illustration is not None]
    # A page may show the picture of another page again.
    assert sorted(diagram.file for diagram in diagrams(file)) == sorted({illustration.file for illustration in shown})


def test_a_diagram_shows_the_position_after_its_moves_and_their_traces(tmp_path: Path) -> None:
    (diagram,) = diagrams(book(tmp_path, f"fen: {START}; moves: b4<c4 e5<e4; options: c4xe3 c4>e5; chosen: c4"))
    assert diagram.start == GAMES["furl"].start(2)
    assert [step.move for step in diagram.steps] == ["b4<c4", "e5<e4"]
    assert diagram.position == diagram.start.play(Move("b4<c4")).play(Move("e5<e4"))
    assert (diagram.options, diagram.chosen) == (("c4xe3", "c4>e5"), "c4")


def test_moves_options_and_a_choice_change_the_picture(tmp_path: Path) -> None:
    shown = (
        f"fen: {START}",
        f"fen: {START}; options: a4 b4",
        f"fen: {START}; chosen: a4",
        f"fen: {START}; moves: a4<c4",
    )
    assert len({paint(diagram) for diagram in diagrams(book(tmp_path, *shown))}) == len(shown)


@pytest.mark.parametrize(
    ("title", "complaint"),
    [
        ("moves: a4<c4", "does not name a position"),
        ("fen: nonsense", "a Furl position ends with"),
        (f"fen: {START}; moves: a4<d4", "d4 is empty"),
        (f"fen: {START}; options: c4xe3", "no legal move begins with c4xe3"),
        (f"fen: {START}; chosen: d4", "no legal move begins with d4"),
        (f"fen: {START}; colour: red", "“colour: red”"),
        (f"fen: {START}; moves: a4<c4; moves: e1<e2", "“moves: e1<e2”"),
    ],
)
def test_a_title_that_cannot_be_painted_is_refused_with_the_reason(tmp_path: Path, title: str, complaint: str) -> None:
    with pytest.raises(DiagramError, match=r"pictures/0\.webp in furl/rulebook\.md") as refusal:
        diagrams(book(tmp_path, title))
    assert complaint in str(refusal.value)


def test_a_picture_must_be_named_for_the_type_that_is_painted(tmp_path: Path) -> None:
    file = book(tmp_path)
    file.write_text(f'![A board.](pictures/start.png "fen: {START}")', encoding="utf-8")
    with pytest.raises(DiagramError, match=r"must end with \.webp"):
        diagrams(file)


def test_a_rule_book_must_be_in_the_folder_of_a_game(tmp_path: Path) -> None:
    file = tmp_path / "chess" / "rulebook.md"
    file.parent.mkdir()
    file.write_text("# Chess\n", encoding="utf-8")
    with pytest.raises(DiagramError, match=r"chess/rulebook\.md is not in the folder of a game"):
        diagrams(file)


def test_the_command_paints_every_picture_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = book(tmp_path, f"fen: {START}", f"fen: {START}; moves: a4<c4")
    assert main([str(tmp_path)]) == 0
    wanted = diagrams(file)
    assert [diagram.file.read_bytes() for diagram in wanted] == [paint(diagram) for diagram in wanted]
    assert capsys.readouterr().out.split() == [str(diagram.file) for diagram in wanted]


def test_the_command_paints_nothing_if_one_picture_cannot_be_painted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = book(tmp_path, f"fen: {START}", "fen: nonsense")
    assert main([str(tmp_path)]) == 1
    assert "pictures/1.webp in furl/rulebook.md cannot be painted" in capsys.readouterr().err
    assert list(file.parent.iterdir()) == [file]
