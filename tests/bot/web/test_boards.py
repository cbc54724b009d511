"""The options that can be touched on the page's boards, beyond the stages of the chat."""

import re
from random import Random

import pytest

from bot.model.picking import Choice, choose
from bot.web.boards import Option, Picker, marked, picker_of, stages
from render import Scene
from render.shapes import Outline, holds, mean
from rules import GAMES
from rules.core import Position
from tests.rules.playouts import TABLES, sample


def _scene(choice: Choice) -> Scene:
    return Scene(options=tuple(stages(choice)), chosen=choice.chosen)


def _picker(position: Position, chosen: str = "") -> Picker:
    choice = choose(position, chosen)
    assert choice is not None
    return picker_of(position, choice, _scene)


@pytest.mark.parametrize("key", ["fursaz", "fursaz-7"])
def test_a_point_is_touched_without_choosing_its_row_first(key: str) -> None:
    position = GAMES[key].start(2)
    picker = _picker(position)
    assert {option.chosen for option in picker.within} == set(position.legal_moves())
    assert all(option.path for option in picker.within)
    assert {option.chosen for option in picker.options} == {move[0] for move in position.legal_moves()}
    touched = _picker(position, "c3")
    assert touched.move == "c3" and touched.back == "", "Back leads to all points"
    row = _picker(position, "c")
    assert "d4" in {option.chosen for option in row.others}, "another row's point is one touch away"


def test_the_picture_marks_the_points_and_not_the_letters_of_their_rows() -> None:
    position = GAMES["fursaz"].start(2)
    choice = choose(position, "")
    assert choice is not None
    assert set(marked(position, choice, _scene).options) == set(position.legal_moves())


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_finger_on_a_place_within_another_reaches_that_place(key: str, seats: int) -> None:
    lots = Random(f"{key} {seats}")
    for position in sample(key, seats)[::6]:
        choice = choose(position, "") if isinstance(position.turn, int) else None
        while choice is not None and choice.branches:
            picker = picker_of(position, choice, _scene)
            paths = [(option, _outlines(option)) for option in (*picker.others, *picker.options, *picker.within)]
            for option in picker.within:
                reached = choose(position, option.chosen)
                assert reached is not None, option
                middle = mean(_outlines(option)[0])
                under = [one for one, outlines in paths if any(holds(outline, middle) for outline in outlines)]
                assert _is_or_leads_to(position, option, under[-1]), (position.fen(), option, under)
            choice = choose(position, lots.choice(choice.branches).partial)


def _outlines(option: Option) -> list[Outline]:
    """The outlines of a path, which the page draws over each other."""
    outlines = [found.split(" ") for found in re.findall("M([^Z]+)Z", option.path)]
    return [tuple((float(x), float(y)) for x, y in (point.split(",") for point in outline)) for outline in outlines]


def _is_or_leads_to(position: Position, option: Option, other: Option) -> bool:
    paths = [position.stages(move) for move in position.legal_moves()]
    return any(option.chosen in path and other.chosen in path[path.index(option.chosen) :] for path in paths)
