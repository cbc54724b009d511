"""The documents are true: links, settings, commands, packages, permissions and rule books."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from discord import app_commands

from bot.chat.client import NEEDED_PERMISSIONS
from bot.chat.features import all_commands
from bot.records.folders import folder_of
from bot.records.rulebooks import Page, pages_of
from rules import FAMILIES, GAMES
from rules.core import Game, MoveError, Position
from studio.playground.commands import TimeTravel, Visits, inbox
from tools.diagrams import diagrams

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PLAYING = ROOT / "docs" / "playing.md"
SETUP = ROOT / "docs" / "setup.md"
DOCUMENTS = [
    *(README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md"),
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted((ROOT / "rules").glob("*/rulebook.md")),
]
EXAMPLE_FOLDERS = (
    "/api/v1",
    "/srv/furlong",
    "/etc/systemd/system",
    "/etc/litestream.yml",
    "/backups",
    "/dev/null",
)
LONGEST_PAGE = 3500  # characters; Discord allows 4000 in a message, including heading and page number
LONGEST_ALT = 1024

each_document = pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
each_family = pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.key)


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def found(pattern: str, file: Path) -> list[str]:
    """The matches of a pattern, or of its only group, in a file; `^` and `$` match at line ends."""
    return re.findall(pattern, text_of(file), flags=re.MULTILINE)


def anchors(file: Path) -> set[str]:
    """The anchors that a repository's web page gives to a document's headings."""
    headings = found(r"^#+ +(.+)$", file)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def table(heading: str, file: Path = README) -> list[list[str]]:
    """The rows of a document's table below a heading, without the first one, cell by cell."""
    section = re.split(rf"^#+ +{re.escape(heading)}$", text_of(file), flags=re.MULTILINE)[1]
    rows = re.split(r"^#", section, flags=re.MULTILINE)[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("| ").split(" | ")] for row in rows if row.startswith("|")]
    return cells[2:]


def names_in(rows: Sequence[Sequence[str]]) -> list[str]:
    """The texts in backticks in the first cells."""
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row[0])]


@each_document
def test_every_link_leads_to_something_that_exists(file: Path) -> None:
    for target in found(r"\]\(([^)\s]+)", file) + found(r'(?:src|href)="([^"]+)"', file):
        if urlsplit(target).scheme:
            continue
        path, _, anchor = target.partition("#")
        there = file.parent / path if path else file
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


@each_document
def test_the_only_host_that_a_document_names_is_discord(file: Path) -> None:
    for address in found(r"https?://[^\s)`>\"]+", file):
        assert urlsplit(address).hostname == "discord.com", address


@each_document
def test_no_document_names_a_folder_of_a_developers_machine(file: Path) -> None:
    for path in found(r"(?<![\w:/.)\]…])(?:/[a-z][\w.-]*){2,}", file):
        assert path.startswith(EXAMPLE_FOLDERS), path


@each_document
def test_every_make_target_that_a_document_names_exists(file: Path) -> None:
    assert set(found(r"(?:^|`)make ([a-z][a-z-]*)", file)) <= set(found(r"^([a-z-]+):", ROOT / "Makefile"))


def test_the_page_on_setting_up_and_the_example_file_explain_every_setting_and_no_other() -> None:
    read = set(found(r'\.get\("([A-Z_]+)"', ROOT / "bot" / "hosting" / "config.py"))
    assert read
    assert set(found(r"^#?([A-Z_]+)=", ROOT / ".env.example")) == read
    assert set(names_in(table("Settings", SETUP))) == read


def test_the_page_on_playing_lists_every_command_as_it_is_typed_and_no_other() -> None:
    assert names_in(table("Commands", PLAYING)) == [usage(command) for command in typed_commands()]


def test_no_more_commands_are_listed_than_people_read_through() -> None:
    assert len(typed_commands()) <= 26


def typed_commands() -> list[app_commands.Command[Any, ..., Any]]:
    """Every command that can be typed, those in groups by their full name."""
    found: list[app_commands.Command[Any, ..., Any]] = []
    for command in all_commands():
        of_group = command.walk_commands() if isinstance(command, app_commands.Group) else (command,)
        found += [leaf for leaf in of_group if isinstance(leaf, app_commands.Command)]
    return found


def usage(command: app_commands.Command[Any, ..., Any]) -> str:
    """A command with its parameters, the optional ones in brackets."""
    parameters = [p.display_name if p.required else f"[{p.display_name}]" for p in command.parameters]
    return " ".join((f"/{command.qualified_name}", *parameters))


@each_document
def test_every_command_that_a_document_names_exists(file: Path) -> None:
    of_playground = (TimeTravel().command(), Visits().command(), inbox())
    there = {command.name for command in (*all_commands(), *of_playground)}
    assert set(found(r"`/([a-z]+)\b[^`/]*`", file)) <= there


def test_the_readme_lists_the_layers_in_the_order_that_imports_keep() -> None:
    contracts = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    rows = [{name.removesuffix(".py").strip("/").replace("/", ".") for name in names_in([row])} for row in layer_rows()]
    assert rows == [{name.strip() for name in layer.split("|")} for layer in layers]


def layer_rows() -> list[list[str]]:
    """The rows of the table of layers; a link in the first cell is a name and an address."""
    return [[re.sub(r"\]\([^)]*\)", "", row[0])] for row in table("What is where", CONTRIBUTING)]


def test_the_page_for_contributors_says_what_every_package_is_for_and_with_what_it_comes() -> None:
    described = {name.lower(): row[2] for row in table("What it is made of", CONTRIBUTING) for name in names_in([row])}
    assert described == {name: coming(groups) for name, groups in packages().items()}


def packages() -> dict[str, list[str]]:
    """Every package that pyproject.toml requires, with the extras that include it; none for those always needed."""
    settings = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    project = settings["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    groups = [("", project["dependencies"]), ("install", settings["build-system"]["requires"]), *extras.items()]
    brought: dict[str, list[str]] = {}
    for group, requirements in groups:
        for requirement in requirements:
            name = re.split(r"[\s\[<>=!~;]", requirement, maxsplit=1)[0].lower()
            if name != project["name"]:
                brought.setdefault(name, []).append(group)
    return brought


def coming(groups: Sequence[str]) -> str:
    if "" in groups:
        return "always"
    if groups == ["install"]:
        return "to install"
    return f"{'extra' if len(groups) == 1 else 'extras'} {', '.join(f'`{group}`' for group in groups)}"


def test_the_invitation_asks_for_the_scopes_and_permissions_that_its_page_names() -> None:
    (address,) = found(r"https://discord\.com/oauth2/\S+", SETUP)
    query = parse_qs(urlsplit(address).query)
    assert query["scope"] == ["bot applications.commands"]
    asked = discord.Permissions(int(query["permissions"][0]))
    named = [row.split("|")[1].strip() for row in found(r"^   \|.*$", SETUP)[2:]]
    assert named == [
        "View Channels",
        "Send Messages",
        "Send Messages in Threads",
        "Create Public Threads",
        "Attach Files",
    ]
    assert asked == NEEDED_PERMISSIONS


def test_the_readme_is_short() -> None:
    assert len(text_of(README).splitlines()) <= 80


def test_every_family_of_games_has_a_rule_book() -> None:
    assert {file.parent.name for file in (ROOT / "rules").glob("*/rulebook.md")} == {
        game.family for game in GAMES.values()
    }


@each_family
def test_every_page_of_a_rule_book_fits_in_a_message(game: Game) -> None:
    for page in pages_of(game):
        assert 0 < len(page.text) <= LONGEST_PAGE, page.heading
        assert len(page.heading) <= 100


@each_family
def test_every_picture_of_a_rule_book_exists_and_is_described(game: Game) -> None:
    for page in pages_of(game):
        if page.illustration is not None:
            assert page.illustration.file.is_file()
            assert 20 <= len(page.illustration.alt) <= LONGEST_ALT, page.heading


@each_family
def test_a_picture_has_its_own_paragraph_so_that_the_text_can_omit_it(game: Game) -> None:
    assert not [page.heading for page in pages_of(game) if "![" in page.text]


@each_family
def test_no_item_of_a_list_is_wrapped_for_a_message_would_break_the_line(game: Game) -> None:
    for paragraph in (paragraph for page in pages_of(game) for paragraph in page.text.split("\n\n")):
        lines = paragraph.splitlines()
        assert len(lines) == 1 or all(re.match(r"- |[0-9]+\. ", line) for line in lines), paragraph


@each_family
def test_text_in_backticks_in_a_rule_book_is_a_command_or_legal_on_its_page_or_at_the_start(game: Game) -> None:
    for page in pages_of(game):
        for typed in re.findall(r"`([^`]+)`", page.text):
            shown = [*positions_of(page, game), *beginning_of(game)]
            assert typed.startswith("/") or is_legal(typed, shown), f"{page.heading}: {typed}"


def beginning_of(game: Game) -> list[Position]:
    """The first positions of a match, because some moves, such as the choice of a colour, are legal only there."""
    positions = [game.start(game.seats.start)]
    for _ in range(2):
        positions.append(positions[-1].play(positions[-1].legal_moves()[0]))
    return positions


def positions_of(page: Page, game: Game) -> list[Position]:
    """The positions that a page shows: before and after the moves of its picture, or the start without a picture."""
    for diagram in diagrams(folder_of(game) / "rulebook.md"):
        if page.illustration is not None and diagram.file == page.illustration.file:
            return [diagram.start, *(step.after for step in diagram.steps)]
    return [game.start(game.seats.start)]


def is_legal(typed: str, positions: Sequence[Position]) -> bool:
    """Whether a text is a legal move in one of the positions; a text in the form of a token must be that very move."""
    looks_like_a_token = re.fullmatch(r"[^ A-Z]*[0-9][^ A-Z]*", typed) is not None
    for position in positions:
        try:
            move = position.parse(typed)
        except MoveError:
            continue
        if move == typed or not looks_like_a_token:
            return True
    return False
