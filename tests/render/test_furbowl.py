"""The picture of Furbowl."""

from collections.abc import Iterable
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from render import Scene, picture, place_at, theme
from render.boards.furbowl import BOARD, centres
from render.boards.furbowl.pieces import CELL
from render.boards.furbowl.story import Roll, story_of, way
from render.boards.furbowl.tones import Fur, dimmed
from render.canvas import Canvas
from render.theme import Role
from render.typeface import Style, width_of
from rules.core import Move, Position, Seat
from rules.furbowl import FurbowlPosition, start
from rules.furbowl.board import PLAYS
from rules.furbowl.pitch import pitch
from rules.record import Step
from tests.render.pixels import MOST_BYTES, pixels_of, where
from tests.rules.furbowl_boards import lively_game, place
from tests.rules.playouts import playout

NAMES = ("Wilhelmina Wagner-Müller", "Владимир")
OPEN = place("rabbit 5,3, fox 4,5, bear 6,6", "rabbit 11,3, fox 12,5, tortoise 7,6", ball="8,5")
PITCH_ENDS = 682
"""The lower end of the row numbers; the legend, rolls and benches are below."""

REACH = CELL // 2 + 13
"""How far an animal with all its marks reaches beyond the middle of its square, in pixels."""


def image_of(position: Position, scene: Scene | None = None) -> Image.Image:
    return pixels_of(position, scene or Scene())


def at(name: str) -> tuple[int, int]:
    return centres()[pitch().square_of[name]]


def around(name: str, reach: int) -> tuple[int, int, int, int]:
    x, y = at(name)
    return x - reach, y - reach, x + reach, y + reach


def changed(one: Image.Image, other: Image.Image) -> set[str]:
    """The squares whose middle looks different."""
    difference = ImageChops.difference(one, other).convert("L")
    return {name for name in pitch().square_of if difference.crop(around(name, 18)).getbbox()}


def changed_elsewhere(one: Image.Image, other: Image.Image, names: Iterable[str]) -> bool:
    """Whether the pitches differ anywhere except on some squares and a little around them."""
    difference = ImageChops.difference(one, other).convert("L")
    pen = ImageDraw.Draw(difference)
    for name in names:
        pen.rectangle(around(name, REACH), fill=0)
    return difference.crop((0, 0, theme.WIDTH, PITCH_ENDS)).getbbox() is not None


def below(image: Image.Image) -> Image.Image:
    """The part below the pitch."""
    return image.crop((0, PITCH_ENDS, *image.size))


def played(position: FurbowlPosition, *moves: str) -> tuple[FurbowlPosition, tuple[Step, ...]]:
    """The position after some moves, and the steps to it."""
    steps: list[Step] = []
    for move in map(Move, moves):
        after = position.play(move)
        steps.append(Step(position, move, after))
        position = after
    return position, tuple(steps)


def colours_at(image: Image.Image, name: str, reach: int = CELL // 2 - 2) -> set[object]:
    return {colour for _, colour in image.crop(around(name, reach)).getcolors(1 << 16) or []}


def test_a_picture_is_as_high_as_what_it_shows_and_has_no_more_than_256_colours() -> None:
    everybody = place(
        "rabbit 5,3, fox 4,5, bear 6,6, tortoise 6,5", "rabbit 9,1, fox 9,2, bear 9,3, tortoise 9,4", sprints="-"
    )
    sizes = [
        image_of(everybody).size,
        image_of(everybody, Scene(is_frame=True)).size,
        image_of(OPEN, Scene(is_frame=True)).size,
    ]
    assert sizes[0] == (theme.WIDTH, PITCH_ENDS)
    assert sizes[0][1] < image_of(OPEN).size[1] < sizes[1][1] == sizes[2][1]
    assert len(image_of(OPEN).getcolors(1 << 24) or []) <= 256


def test_ones_own_home_is_on_the_left() -> None:
    squares = pitch().square_of
    for turned, (low, high) in ((False, ("1,1", "15,10")), (True, ("15,10", "1,1"))):
        (left, top), (right, bottom) = (centres(turned)[squares[name]] for name in (low, high))
        assert (right - left, bottom - top) == (14 * CELL, 9 * CELL)


def test_a_picture_is_painted_on_its_squares_and_has_its_areas_there() -> None:
    for viewpoint in (None, Seat(1)):
        scene = Scene(viewpoint=viewpoint, is_bare=True)
        areas = centres(viewpoint == 1)
        for name, square in pitch().square_of.items():
            assert place_at(OPEN, scene, areas[square]) == name
        plain, other = (
            image_of(OPEN, scene),
            image_of(place("rabbit 5,3, fox 4,4, bear 6,6", "rabbit 11,3, fox 12,5, tortoise 7,6", ball="8,5"), scene),
        )
        difference = ImageChops.difference(plain, other).convert("L")
        for name in ("4,4", "4,5"):
            x, y = areas[pitch().square_of[name]]
            assert difference.crop((x - 18, y - 18, x + 18, y + 18)).getbbox()
            ImageDraw.Draw(difference).rectangle((x - REACH, y - REACH, x + REACH, y + REACH), fill=0)
        assert difference.getbbox() is None


@pytest.mark.parametrize(
    ("plain", "explained"),
    [
        (place("fox 4,4"), place("fox 4,4~1")),
        (place("fox 4,4~1"), place("fox 4,4~2")),
        (place("fox 4,4, bear 1,9"), place("fox 4,4, bear 1,9", turn="purple 1 f -")),
        (place("fox 4,4", "bear 5,5"), place("fox 4,4", "bear 5,5", turn="purple 1 f fox:m")),
        (place("rabbit 4,4", sprints="-"), place("rabbit 4,4")),
    ],
    ids=["stunned", "still misses a turn", "has acted", "in play", "can sprint"],
)
def test_a_legend_below_the_pitch_explains_each_badge_that_is_seen(
    plain: FurbowlPosition, explained: FurbowlPosition
) -> None:
    legends = [below(image_of(position)).crop((0, 0, 1000, 56)) for position in (plain, explained)]
    assert legends[0].tobytes() != legends[1].tobytes()


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_needs_less_than_eighty_kilobytes(seed: int) -> None:
    steps = tuple(lively_game(seed, 160))
    for number in range(30, len(steps), 40):
        position = steps[number].after
        assert (
            len(picture(position, Scene(NAMES, steps[number - 12 : number + 1], picked_first(position)))) < MOST_BYTES
        )


def picked_first(position: object) -> tuple[str, ...]:
    assert isinstance(position, FurbowlPosition)
    return offered(position, "")


def offered(position: FurbowlPosition, chosen: str) -> tuple[str, ...]:
    """The picker's options after `chosen`."""
    stages = (("", *position.stages(move)) for move in position.legal_moves())
    return tuple(dict.fromkeys(series[series.index(chosen) + 1] for series in stages if chosen in series[:-1]))


def test_the_same_position_and_scene_give_the_same_bytes() -> None:
    scene = Scene(NAMES, options=("fox-8,5",), chosen="fox")
    assert picture(OPEN, scene) == picture(
        place("rabbit 5,3, fox 4,5, bear 6,6", "rabbit 11,3, fox 12,5, tortoise 7,6", ball="8,5"), scene
    )


def test_the_pitch_before_the_formation_is_empty() -> None:
    assert not changed(image_of(start(2)), image_of(place(ball="8,10"))) - {"1,1", "15,10", "8,10"}


ANIMALS = ("rabbit", "fox", "bear", "tortoise", "cat")


def test_all_ten_animals_look_different_at_a_third_of_the_size() -> None:
    tiles: list[tuple[float, ...]] = []
    for side in ("purple", "green"):
        for animal in ANIMALS:
            position = place(**{side: f"{animal} 7,4, cat 2,2" if animal != "cat" else "cat 7,4"})
            tile = image_of(position).crop(around("7,4", CELL // 2)).reduce(3)
            tiles.append(tuple(float(value) for value in tile.convert("L").tobytes()))
    for number, tile in enumerate(tiles):
        for other in tiles[:number]:
            different = sum(abs(one - two) for one, two in zip(tile, other, strict=True)) / len(tile)
            assert different > 8, "in shades of grey, on average of 255"


def test_an_animal_changes_only_its_square() -> None:
    without, with_it = place("fox 4,4"), place("fox 4,4, bear 7,4")
    assert changed(image_of(without), image_of(with_it)) == {"7,4"}
    assert not changed_elsewhere(image_of(without), image_of(with_it), ["7,4"])


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        (place("fox 4,4"), place("fox 4,4~1")),
        (place("fox 4,4~1"), place("fox 4,4~2")),
        (place("fox 4,4, bear 1,9"), place("fox 4,4, bear 1,9", turn="purple 1 f -")),
        (place("fox 4,4", "bear 5,5"), place("fox 4,4", "bear 5,5", turn="purple 1 f fox:m")),
        (place("rabbit 4,4"), place("rabbit 4,4", sprints="g")),
    ],
    ids=["stunned", "still misses a turn", "has acted", "in play", "has sprinted"],
)
def test_the_state_of_an_animal_shows_on_its_square_alone(plain: FurbowlPosition, other: FurbowlPosition) -> None:
    one, two = image_of(plain), image_of(other)
    assert colours_at(one, "4,4") != colours_at(two, "4,4")
    assert not changed_elsewhere(one, two, ["4,4"])


def test_the_ball_shows_on_the_grass_and_in_an_animals_hands() -> None:
    ball = theme.colour(Fur.BALL)
    loose, held = image_of(place("fox 4,4", ball="7,4")), image_of(place("fox 4,4", ball="purple-fox"))
    assert ball in colours_at(loose, "7,4") and ball not in colours_at(loose, "4,4")
    assert ball in colours_at(held, "4,4") and ball not in colours_at(held, "7,4")


def test_only_the_animals_of_the_side_to_move_are_pale_when_they_have_acted() -> None:
    pale = theme.colour(dimmed(Fur.PURPLE))
    acted = image_of(place("fox 4,4, bear 1,9", turn="purple 1 f -"))
    waiting = image_of(place("fox 4,4, bear 1,9", "fox 9,9", turn="green 1 f -"))
    counts = [where(image.crop(around("4,4", 44)), pale).histogram()[255] for image in (acted, waiting)]
    assert counts[0] > 300 > 30 > counts[1]


def test_an_animal_off_the_pitch_sits_on_the_bench_of_its_team() -> None:
    everybody = place("rabbit 5,3, fox 4,5, bear 6,6, tortoise 6,5", "fox 9,9", sprints="-")
    knocked_out = place("rabbit ko, fox 4,5, bear 6,6, tortoise 6,5", "fox 9,9", sprints="-")
    out = place("rabbit out, fox 4,5, bear 6,6, tortoise 6,5", "fox 9,9", sprints="-")
    images = [image_of(position) for position in (everybody, knocked_out, out)]
    halves = [[below(image).crop((left, 0, left + 500, 200)).tobytes() for image in images] for left in (0, 500)]
    assert [len(set(half)) for half in halves] == [3, 1]
    with_room = [image_of(position, Scene(is_frame=True, viewpoint=Seat(1))) for position in (everybody, knocked_out)]
    assert (
        below(with_room[0]).crop((500, 0, 1000, 200)).tobytes()
        != below(with_room[1]).crop((500, 0, 1000, 200)).tobytes()
    )


def test_the_way_of_an_animal_is_marked_from_square_to_square() -> None:
    after, steps = played(place("fox 4,4"), "fox-8,4")
    plain, marked = image_of(after), image_of(after, Scene(steps=steps))
    assert changed(plain, marked) == {"4,4", "5,4", "6,4", "7,4"}
    assert not changed_elsewhere(plain, marked, ["4,4", "5,4", "6,4", "7,4", "8,4"])


def test_a_way_goes_around_other_animals() -> None:
    squares = pitch().square_of
    walked = way(place("fox 4,4", "bear 5,4, tortoise 5,5"), squares["4,4"], squares["6,4"])
    assert [pitch().names[square] for square in walked] == ["4,4", "5,3", "6,4"]


def test_the_way_of_the_ball_is_dotted() -> None:
    after, steps = played(place("fox 4,4, bear 8,4", ball="purple-fox"), "fox-pass-bear", "4+4", "5+4")
    plain, marked = image_of(after), image_of(after, Scene(steps=steps))
    assert {"5,4", "6,4", "7,4"} <= changed(plain, marked)
    assert theme.colour(Fur.BALL) in colours_at(marked, "6,4")


def test_the_story_of_a_turn_tells_walks_pushes_flights_hits_and_rolls() -> None:
    position = place("bear 4,4, fox 1,5", "cat 6,4", ball="green-cat")
    _, steps = played(position, "bear-5,4", "bear-tackle-cat", "3+3", "6,5")
    reply = story_of(steps)

    def names(*ways: tuple[int, ...]) -> list[tuple[str, ...]]:
        return [tuple(pitch().names[square] for square in squares) for squares in ways]

    assert names(*(walk.way for walk in reply.walks)) == [("4,4", "5,4")]
    assert [ANIMALS[walk.animal] for walk in reply.walks] == ["bear"]
    assert names(*reply.pushes) == [("6,4", "7,4")]
    assert names(*reply.flights) == [("6,4", "6,5")]
    assert names(*reply.hits) == [("5,4", "6,4")]
    assert reply.rolls == (Roll("tackle", (3, 3), 3, 8),)
    assert reply.rolls[0].total == 9


def test_a_failed_tackle_is_no_hit_but_an_arrow_shows_who_tackled_whom() -> None:
    after, steps = played(place("bear 4,4, fox 1,5", "bear 5,4"), "bear-tackle-bear", "1+2")
    assert story_of(steps).hits == ()
    assert story_of(steps).misses == ((pitch().square_of["4,4"], pitch().square_of["5,4"]),)
    plain, marked = image_of(after), image_of(after, Scene(steps=steps))
    assert changed(plain, marked) == {"4,4", "5,4"}


def test_every_roll_of_a_play_is_shown_below_the_number_of_the_play() -> None:
    position = place("fox 4,4, bear 1,9, cat 1,1", "rabbit 9,9", ball="5,4")
    plain = below(image_of(position)).size[1]
    once, steps = played(position, "fox-5,4", "4+1")
    assert story_of(steps).rolls == (Roll("pick-up", (4, 1), 3, 8),)
    heights = [below(image_of(once, Scene(steps=steps * times))).size[1] for times in (1, 3, 9)]
    assert plain < heights[0] < heights[1] < heights[2] == heights[1] + 2 * (heights[1] - heights[0]) // 2
    rolls = ("6+6", "5+6", "6+5", "4+4")
    seen = {
        below(image_of(after, Scene(steps=steps))).tobytes()
        for after, steps in (played(position, "fox-5,4", roll) for roll in rolls)
    }
    assert len(seen) == len(rolls)


@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_a_picker_marks_covers_the_ball(seed: int) -> None:
    for taken in islice(lively_game(seed, 150), 20, None, 23):
        position = taken.after
        if not isinstance(position, FurbowlPosition) or not isinstance(position.turn, int) or position.ball < 0:
            continue
        plain, chosen = image_of(position), ""
        while options := offered(position, chosen):
            shown = image_of(position, Scene(options=options, chosen=chosen))
            ball = [
                where(image.crop(around(pitch().names[position.ball], 34)), theme.colour(Fur.BALL))
                for image in (plain, shown)
            ]
            assert ball[0].tobytes() == ball[1].tobytes()
            chosen = next((option for option in options if option in ("fox", "rabbit far")), options[0])


def test_every_first_choice_is_marked_on_its_animal() -> None:
    options = tuple(option for option in picked_first(OPEN) if option in ANIMALS)
    assert options[:3] == ("rabbit", "fox", "bear")
    plain, marked = image_of(OPEN), image_of(OPEN, Scene(options=options))
    assert not changed_elsewhere(plain, marked, ["5,3", "4,5", "6,6", "1,1"])
    for name in ("5,3", "4,5", "6,6", "1,1"):
        assert changed_elsewhere(plain, marked, {"5,3", "4,5", "6,6", "1,1"} - {name})


@pytest.mark.parametrize(
    ("option", "marked"),
    [
        ("fox-7,4", {"7,4"}),
        ("fox-8,5", {"8,5"}),
        ("fox-pass-bear", {"6,6"}),
        ("bear-tackle-tortoise", {"6,6", "7,6"}),
        ("rabbit-sprint-13,3", {"13,3"}),
    ],
)
def test_the_next_choices_are_marked_where_they_lead(option: str, marked: set[str]) -> None:
    plain, other = image_of(OPEN), image_of(OPEN, Scene(options=(option,)))
    assert not changed_elsewhere(plain, other, marked)
    assert changed_elsewhere(plain, other, [])


def test_far_squares_on_offer_are_tinted() -> None:
    position = place("fox 8,5", "bear 13,7", ball="1,3")
    marked = image_of(position, Scene(options=("fox far",)))
    places = {name: centres()[square] for name, square in pitch().square_of.items()}
    tinted = {name for name, (x, y) in places.items() if marked.getpixel((x - 26, y - 26)) == theme.colour(Fur.REACH)}
    edge = {f"{column},{row}" for column in range(3, 14) for row in range(1, 11)} - {"13,7"}
    assert tinted == {name for name in edge if name.split(",")[0] in ("3", "13") or name.endswith(",10")}


def test_the_chosen_stage_is_marked_unlike_the_options() -> None:
    offered, chosen = image_of(OPEN, Scene(options=("fox",))), image_of(OPEN, Scene(chosen="fox"))
    assert changed_elsewhere(offered, chosen, [])
    assert not changed_elsewhere(offered, chosen, ["4,5"])


def test_every_series_of_choices_is_marked_somewhere() -> None:
    parts = {part for move in OPEN.legal_moves() for part in OPEN.stages(move)} - {"end"}
    plain = image_of(OPEN).tobytes()
    for part in sorted(parts)[::27]:
        assert image_of(OPEN, Scene(options=(part,))).tobytes() != plain


def test_tokens_that_mean_nothing_on_the_pitch_are_not_painted() -> None:
    options = (
        "6+6",
        "",
        "dog-3,3",
        "fox-16",
        "fox-3,11",
        "fox-pass-fox",
        "bear-tackle",
        "end",
        "wide",
        "tortoise",
        "fox dances",
        "fox moves to C",
    )
    assert picture(OPEN, Scene(options=options, chosen="north")) == picture(OPEN)


def test_the_animal_that_scored_is_marked() -> None:
    won = place("fox 15,4, bear 1,9", ball="purple-fox")
    assert won.turn is None
    assert theme.colour(Role.VICTORY) in colours_at(image_of(won), "15,4")


def test_the_columns_of_the_two_goals_look_unlike_each_other_and_the_pitch() -> None:
    image = image_of(start(2))
    columns = [image.crop(around(name, 40)).tobytes() for name in ("1,5", "15,5", "8,5", "9,5")]
    assert len(set(columns)) == 4


def test_scenes_of_other_games_and_odd_names_can_be_painted() -> None:
    other = Step(OPEN, Move("end"), OPEN.play(Move("end")))
    assert picture(OPEN, Scene(names=("", "\n"), steps=(other,))) == picture(OPEN)


@settings(max_examples=15, deadline=None)
@given(
    options=st.lists(
        st.text(max_size=30) | st.from_regex(r"(fox|cat)(-|( moves)?( to )?)[0-9A-J]{1,3}(,[0-9]{1,2})?"), max_size=4
    ),
    chosen=st.text(max_size=30),
)
def test_any_options_can_be_painted(options: list[str], chosen: str) -> None:
    assert image_of(OPEN, Scene(options=tuple(options), chosen=chosen)).size == image_of(OPEN).size


@pytest.mark.parametrize("seed", range(3))
def test_every_play_of_a_turn_has_its_own_number(seed: int) -> None:
    turn: list[Step] = []
    turns: list[list[Step]] = []
    for step in playout("furbowl", 2, seed, most_plies=300):
        if step.mover is not None and turn and step.mover not in {one.mover for one in turn} - {None}:
            turns.append(turn)
            turn = []
        turn.append(step)
    assert any(len({walk.play for walk in story_of(one).walks}) == PLAYS for one in turns)
    for one in turns:
        animals: dict[int, set[int]] = {}
        for walk in story_of(one).walks:
            animals.setdefault(walk.play, set()).add(walk.animal)
        assert all(len(moved) == 1 for moved in animals.values())


def test_no_animal_stands_on_the_words_of_a_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[int, int, int]] = []

    def write(canvas: Canvas, text: str, middle: tuple[int, int], style: Style, length: int, *, is_up: bool) -> None:
        written.append((*middle, width_of(text, style)))

    monkeypatch.setattr(Canvas, "write_upright", write)
    for step in playout("furbowl", 2, 1, most_plies=300):
        assert isinstance(step.after, FurbowlPosition)
        written.clear()
        BOARD.ground(step.after, Scene())
        for x, y, length in written:
            there = [centres()[square] for square in step.after.places if square >= 0]
            assert all(abs(there_y - y) > length / 2 + 20 for there_x, there_y in there if there_x == x)


@pytest.mark.parametrize("ball", ["1,3", "1,5", "15,8"])
def test_the_words_on_a_goal_give_way_to_a_loose_ball(ball: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[int, int, int]] = []

    def write(_canvas: Canvas, text: str, middle: tuple[int, int], style: Style, length: int, *, is_up: bool) -> None:
        written.append((*middle, length))

    monkeypatch.setattr(Canvas, "write_upright", write)
    position = place("rabbit 5,3, fox 4,5, bear 6,6", "rabbit 11,3, fox 12,5, tortoise 7,6", ball=ball)
    BOARD.ground(position, Scene())
    x, y = at(ball)
    assert written
    assert all(abs(middle - y) >= length // 2 + CELL // 2 for across, middle, length in written if across == x)
