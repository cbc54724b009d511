"""The laws of the picker, for any game: every move can be reached, Back goes back, and Discord's limits are kept."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.matches.picker import picker
from bot.model.match import Match
from bot.model.picking import Choice, choose
from rules import GAMES
from rules.core import IllegalMove, Move, Outcome, Position, Seat
from tests.bot.world import World

FURL = GAMES["furl"]


@dataclass(frozen=True, slots=True)
class Menu(Position):
    """A position with exactly these moves, each a series of choices separated by `/`."""

    paths: tuple[str, ...]

    @property
    def turn(self) -> Seat:
        return Seat(0)

    def legal_moves(self) -> Sequence[Move]:
        return [Move(path.replace("/", "")) for path in self.paths]

    def choices(self, move: Move) -> tuple[str, ...]:
        return tuple(next(path for path in self.paths if path.replace("/", "") == move).split("/"))

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMove(move)
        return self

    def outcome(self) -> Outcome | None:
        return None

    def fen(self) -> str:
        return " ".join(self.paths)

    def __str__(self) -> str:
        return self.fen()

    def parse(self, text: str) -> Move:
        return Move(text)

    def describe(self, move: Move) -> str:
        return f"plays {move}"

    def side(self, seat: Seat) -> str:
        return f"Side {seat}"


def _furl_positions() -> st.SearchStrategy[Position]:
    """Positions of Furl with a person to move, from random games."""

    def after(seed: int, plies: int) -> Position:
        dice, position = random.Random(seed), FURL.start(2)
        for _ in range(plies):
            further = position.play(dice.choice(position.legal_moves()))
            if further.turn is None:
                break
            position = further
        return position

    return st.builds(after, st.integers(0, 10_000), st.integers(0, 80))


# Few different letters, so that moves have common beginnings, and no choice is empty.
_PATHS = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map("/".join)
_MENUS = st.lists(_PATHS, min_size=1, max_size=12, unique_by=lambda path: path.replace("/", "")).map(tuple).map(Menu)
_POSITIONS = _furl_positions() | _MENUS


def _start(position: Position) -> Choice:
    choice = choose(position, "")
    assert choice is not None
    return choice


def _walk(position: Position) -> Iterator[tuple[Choice | None, Choice]]:
    """Every stage that can be reached by choosing, each with the stage before it."""
    waiting: list[tuple[Choice | None, Choice]] = [(None, _start(position))]
    while waiting:
        before, here = waiting.pop()
        yield before, here
        for branch in here.branches:
            further = choose(position, branch.partial)
            assert further is not None
            waiting.append((here, further))


@settings(max_examples=40, deadline=None)
@given(_POSITIONS)
def test_every_legal_move_is_reached_by_choosing_and_nothing_else(position: Position) -> None:
    reached = [choice.move for _, choice in _walk(position) if choice.move is not None]
    assert sorted(reached) == sorted(position.legal_moves())


@settings(max_examples=40, deadline=None)
@given(_POSITIONS)
def test_there_are_no_dead_ends(position: Position) -> None:
    for _, choice in _walk(position):
        assert choice.branches or choice.move is not None


@settings(max_examples=40, deadline=None)
@given(_POSITIONS)
def test_a_choice_says_which_moves_it_leads_to(position: Position) -> None:
    for _, choice in _walk(position):
        for branch in choice.branches:
            further = choose(position, branch.partial)
            assert further is not None and set(branch.moves) == _moves_from(position, further)


def _moves_from(position: Position, choice: Choice) -> set[Move]:
    below = (choose(position, branch.partial) for branch in choice.branches)
    moves = {move for further in below if further is not None for move in _moves_from(position, further)}
    return moves if choice.move is None else moves | {choice.move}


@settings(max_examples=40, deadline=None)
@given(_furl_positions())
def test_back_leads_to_the_choice_that_was_made_last_in_furl(position: Position) -> None:
    _check_back(position)


@settings(max_examples=40, deadline=None)
@given(_MENUS)
def test_back_leads_to_the_choice_that_was_made_last(position: Position) -> None:
    _check_back(position)


def _check_back(position: Position) -> None:
    for before, choice in _walk(position):
        if before is None:
            assert choice.back is None, "nothing was chosen yet"
        else:
            assert choice.back is not None and choose(position, choice.back) == before


@pytest.mark.parametrize(
    ("paths", "stops"),
    [
        (("a/b/c",), ["abc"]),
        (("a/b/c", "a/b/d"), ["ab", "abc", "abd"]),
        (("a/b/c", "d"), ["", "abc", "d"]),
        (("a/b/c/d", "a/b/e/f", "g/h"), ["", "ab", "abcd", "abef", "gh"]),
    ],
)
def test_a_step_that_leaves_no_choice_is_taken_at_once(paths: tuple[str, ...], stops: list[str]) -> None:
    assert sorted(choice.chosen for _, choice in _walk(Menu(paths))) == stops


def test_a_whole_move_that_can_be_continued_may_be_played_or_continued() -> None:
    position = Menu(("a", "a/b", "c"))
    choice = choose(position, "a")
    assert choice is not None and choice.move == "a"
    assert [branch.partial for branch in choice.branches] == ["ab"]


def test_a_player_who_continued_a_whole_move_can_go_back_and_play_it_after_all() -> None:
    choice = choose(Menu(("a", "a/b")), "ab")
    assert choice is not None and choice.back == "a"


@settings(max_examples=40, deadline=None)
@given(_POSITIONS, st.text(max_size=8))
def test_a_stage_with_which_no_move_begins_leads_nowhere(position: Position, chosen: str) -> None:
    places = {choice.chosen for _, choice in _walk(position)} | {""}
    found = choose(position, chosen)
    assert found is None or found.chosen in places


# --- the message ----------------------------------------------------------------------------------------------------

MOST_COMPONENTS = 40
_LONG = "x" * 38
_CROWD = Menu(tuple(f"{first}{_LONG[:30]}/{second:02}" for first in "abcd" for second in range(25)))
_WIDE = Menu(tuple(f"{_LONG}{number:02}" for number in range(100)))


async def _shown(world: World, position: Position, chosen: str = "") -> list[dict[str, Any]]:
    """The rows of the picker of match 1, as if it were at `position`."""
    match = await world.match()
    choice = choose(position, chosen)
    assert choice is not None
    history = replace(match.history, start=position, entries=(), steps=())
    shown = replace(match, id=2**31 - 1, revision=9999, history=history)
    return _rows(await _post(shown, choice))


async def _post(match: Match, choice: Choice) -> Any:
    return (await picker(match, choice)).view.to_components()


def _rows(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [component for component in components if component["type"] == 1]


@pytest.mark.parametrize(
    ("position", "chosen"), [(_CROWD, ""), (_CROWD, f"a{_LONG[:30]}"), (_WIDE, ""), (_WIDE, f"{_LONG}07")]
)
async def test_the_limits_of_discord_are_kept(world: World, position: Position, chosen: str) -> None:
    await world.start_match()
    rows = await _shown(world, position, chosen)
    assert sum(1 + len(row["components"]) for row in rows) <= MOST_COMPONENTS - 2, "besides a text and a picture"
    custom_ids = [item["custom_id"] for row in rows for item in row["components"]]
    assert len(set(custom_ids)) == len(custom_ids) and max(map(len, custom_ids)) <= 100
    for menu in (item for row in rows for item in row["components"] if item["type"] == 3):
        assert 1 <= len(menu["options"]) <= 25 and len(menu["placeholder"]) <= 150
        for option in menu["options"]:
            assert all(1 <= len(option[part]) <= 100 for part in ("label", "value", "description"))


async def test_a_hundred_choices_fit_into_four_menus(world: World) -> None:
    await world.start_match()
    rows = await _shown(world, _WIDE)
    offered = [option["value"] for row in rows for item in row["components"] for option in item.get("options", [])]
    assert offered == list(_WIDE.paths) and len(rows) == 4
