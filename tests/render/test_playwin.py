"""The picture of Play Win."""

from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from render import Scene, picture, theme, typeface
from render.boards.playwin import SIZE, Clay, Collar, layout
from render.theme import Role
from render.typeface import Style
from rules import GAMES
from rules.core import Move, Outcome, Seat
from rules.hexes import hex_board
from rules.playwin import PlayWinPosition
from rules.record import Step
from tests.render.pixels import MOST_BYTES, pixels_of
from tests.rules.playouts import playout
from tests.rules.playwin_boards import board

CELLS = hex_board(5).cells
REACH = 66
"""How far tiles and marks reach beyond the middle of their cell, in pixels."""

NAMES = ("Wilhelmina Wagner-Müller", "Владимир")
ANY_TEXT = st.text(st.characters(), max_size=60)
RING = ("c5xd5-e6", "e6xf6-g5", "g5xg4-h3", "h3xg3-f4", "f4xe4-d4", "d4xc4-b3")

CIRCLE = board("""
    i            .   .   .   B   B   i5
    h          .   .   .   .   .   .   h6
    g        .   .   B   B   .   .   .   g7
    f      .   .   .   .   .   B   .   .   f8
    e    .   .   .   B   .   .   .   .   .   e9
    d      .   .   .   .   B   .   .   .   d8
    c        .   .   .   B   W   .   .   c7
    b          .   .   .   .   .   .   b6
    a            W   .   .   .   .   a5
""")


def place(white: str, black: str = "", *, mover: int = 0) -> PlayWinPosition:
    pieces = dict.fromkeys(white.split(), Seat(0)) | dict.fromkeys(black.split(), Seat(1))
    return PlayWinPosition.holding(pieces, Seat(mover))


def image_of(position: PlayWinPosition, scene: Scene | None = None) -> Image.Image:
    return pixels_of(position, scene or Scene())


def played(position: PlayWinPosition, *moves: str) -> tuple[PlayWinPosition, tuple[Step, ...]]:
    steps: list[Step] = []
    for move in map(Move, moves):
        after = position.play(move)
        steps.append(Step(position, move, after))
        position = after
    return position, tuple(steps)


def around(cell: str, reach: int) -> tuple[int, int, int, int]:
    x, y = layout().centre[cell]
    return x - reach, y - reach, x + reach, y + reach


def changed(one: Image.Image, other: Image.Image) -> set[str]:
    """The cells whose own tile looks different."""
    difference = ImageChops.difference(one, other).convert("L")
    return {cell for cell in CELLS if difference.crop(around(cell, 26)).getbbox()}


def changed_elsewhere(one: Image.Image, other: Image.Image, cells: set[str]) -> bool:
    """Whether the pictures differ anywhere except around `cells`."""
    difference = ImageChops.difference(one, other).convert("L")
    pen = ImageDraw.Draw(difference)
    for cell in cells:
        pen.ellipse(around(cell, REACH), fill=0)
    return difference.getbbox() is not None


def colours(image: Image.Image) -> set[object]:
    return {colour for _, colour in image.getcolors(image.width * image.height) or []}


def test_a_picture_has_its_size_and_the_colours_of_the_theme() -> None:
    image = image_of(place("e5", "e6"))
    assert image.size == SIZE
    assert SIZE[0] == theme.WIDTH
    tones = (Role.CANVAS, *Clay, Role.WHITE, Role.BLACK, Collar.MUST, Collar.MUST_TEXT)
    assert colours(image) >= {theme.colour(tone) for tone in tones}


def test_every_cell_is_on_the_picture_and_every_fourth_has_its_name() -> None:
    image = image_of(place("", ""))
    for cell in CELLS:
        left, top, right, bottom = around(cell, 48)
        assert min(left, top) >= 0
        assert right <= SIZE[0]
        assert bottom <= SIZE[1]
    ends = {cell for row in layout().board.rows for cell in (row[0], row[-1])}
    named = [cell for cell in CELLS if int(cell[1:]) % 4 == 0 and cell not in ends]
    assert len({image.crop(around(cell, 22)).tobytes() for cell in CELLS}) == len(named) + 1


@pytest.mark.parametrize("viewpoint", [None, Seat(1)])
def test_the_outermost_cells_of_each_row_have_their_names_beside_the_board(viewpoint: Seat | None) -> None:
    image, cells = image_of(place("", ""), Scene(viewpoint=viewpoint)), layout(viewpoint == 1)
    found: set[bytes] = set()
    for row in cells.board.rows:
        for cell, way in zip(sorted((row[0], row[-1]), key=lambda cell: cells.centre[cell]), (-1, 1), strict=True):
            x, y = cells.centre[cell]
            beside = image.crop((x + way * 88 - 20, y - 12, x + way * 88 + 20, y + 12))
            assert theme.colour(Role.PLAIN_TEXT) in colours(beside), cell
            found.add(beside.tobytes())
    assert len(found) == 2 * 9


@pytest.mark.parametrize("key", ["playwin", "playwin-loose"])
def test_a_picture_needs_less_than_eighty_kilobytes(key: str) -> None:
    for step in islice(playout(key, 2, 3), 4, None, 9):
        position = step.after
        assert isinstance(position, PlayWinPosition)
        starts = tuple(dict.fromkeys(position.choices(move)[0] for move in position.legal_moves()))
        assert len(picture(position, Scene(NAMES, (step,), options=starts))) < MOST_BYTES
    after, steps = played(CIRCLE, *RING)
    assert len(picture(after, Scene(NAMES, steps))) < MOST_BYTES


def test_the_same_position_and_scene_give_the_same_bytes() -> None:
    after, steps = played(CIRCLE, *RING[:2])
    scene = Scene(("Ada", "Ben"), steps, options=after.legal_moves(), chosen="g5")
    assert picture(after, scene) == picture(PlayWinPosition.from_fen(after.fen()), scene)


def test_both_variants_look_alike() -> None:
    assert picture(GAMES["playwin"].start(2)) == picture(GAMES["playwin-loose"].start(2))


def test_a_piece_changes_its_own_cell_and_the_limit_alone() -> None:
    without, with_it = image_of(place("a1 a3 a5", "i1")), image_of(place("a1 a3 a5 e5", "i1"))
    assert changed(without, with_it) == {"e5"}
    with_it.paste(limit_of(without), LIMIT[:2])
    assert not changed_elsewhere(without, with_it, {"e5"})


LIMIT = (806, 720, *SIZE)
"""The place of White's limit."""


def limit_of(image: Image.Image) -> Image.Image:
    return image.crop(LIMIT)


def test_a_sign_beside_the_first_rows_of_each_player_says_how_far_their_pieces_may_go() -> None:
    two, three, other = (
        image_of(place(white, black))
        for white, black in (("a1 a2 a3", "i1"), ("a1 a2 a3 a4", "i1"), ("a1 a2 a3", "i1 i2"))
    )
    assert len({limit_of(image).tobytes() for image in (two, three)}) == 2
    assert limit_of(two).tobytes() == limit_of(other).tobytes()
    turned = image_of(place("a1 a2", "i1 i2 i3 i4"), Scene(viewpoint=Seat(1)))
    assert limit_of(turned).tobytes() == limit_of(three).tobytes()


def test_the_sides_differ_in_more_than_colour() -> None:
    """White's head is round, and Black's has points with notches between them."""
    x, y = layout().centre["e5"]
    for sides, face, is_round in ((("a1 e5", "i1"), Role.WHITE, True), (("a1", "i1 e5"), Role.BLACK, False)):
        image = image_of(place(*sides))
        around_head = {image.getpixel((x + round(10 * a), y + round(10 * b))) for a, b in ((0, 1), (1, 0), (0.9, 0.5))}
        assert (len(around_head) == 1) == is_round, face


def test_an_approach_is_marked_on_its_cells_and_nowhere_else() -> None:
    after, steps = played(place("a1 a2 a3 a4", "i5"), "a1-d4")
    plain, marked = image_of(after), image_of(after, Scene(steps=steps))
    touched = {"a1", "b2", "c3", "d4"}
    assert changed(plain, marked) == touched
    assert not changed_elsewhere(plain, marked, touched)


def test_a_series_is_marked_on_all_cells_that_it_touched_and_nowhere_else() -> None:
    after, steps = played(CIRCLE, *RING)
    plain, marked = image_of(after), image_of(after, Scene(steps=steps))
    touched = {"c5", "d5", "e6", "f6", "g5", "g4", "h3", "g3", "f4", "e4", "d4", "c4", "b3"}
    assert changed(plain, marked) == touched
    assert not changed_elsewhere(plain, marked, touched)


def test_the_order_of_the_captures_shows() -> None:
    other_way = ("c5xc4-d4", "d4xe4-f4", "f4xg3-h3", "h3xg4-g5", "g5xf6-e6", "e6xd5-c5")
    one, other = (played(CIRCLE, *moves) for moves in ((*RING[:5], "d4xc4-c5"), other_way))
    assert one[0] == other[0]
    pictures = [image_of(after, Scene(steps=steps)) for after, steps in (one, other)]
    assert changed(*pictures) >= {"d5", "g4", "e4", "c4"}


@pytest.mark.parametrize("moves", [("a1-b1", "i5-h5"), ("e5xe6-f6", "c2xb2-b3")])
def test_two_turns_look_each_as_it_does_alone(moves: tuple[str, str]) -> None:
    captures = "x" in moves[0]
    after, steps = played(place("e5 b2 a1 a3", "e6 c2 i5 i3") if captures else place("a1 a3", "i5 i3"), *moves)
    one, both = (image_of(after, Scene(steps=shown)) for shown in (steps[1:], steps))
    assert changed(one, both) == ({"e5", "e6", "f6"} if captures else {"a1", "b1"})


def test_a_capture_shows_whose_piece_it_was() -> None:
    white_leaps, black_leaps = place("e5 a1 a2", "e6 i1 i2"), place("e6 a1 a2", "e5 i1 i2", mover=1)
    one, other = (played(position, "e5xe6-f6") for position in (white_leaps, black_leaps))
    pictures = [image_of(after, Scene(steps=steps)) for after, steps in (one, other)]
    assert "e6" in changed(*pictures)


def test_pieces_that_must_capture_are_marked_with_how_many() -> None:
    must, free = place("e5 a1", "e6 i1"), place("e5 a1", "e6 i1", mover=1)
    assert free.captures().leaps[0].startswith("e6")
    assert {"e5", "e6"} <= changed(image_of(must), image_of(free))
    one, two = image_of(place("e5 a1", "e6 i1")), image_of(place("e5 a1", "e6 d7 i1"))
    assert place("e5 a1", "e6 d7 i1").captures().most == 2
    assert "e5" in changed(one, two)
    assert theme.colour(Collar.MUST) in colours(one)
    assert theme.colour(Collar.MUST) not in colours(image_of(place("e5 a1", "h2 i1")))


def test_words_in_a_corner_say_who_must_capture_how_many() -> None:
    def corner(position: PlayWinPosition, scene: Scene | None = None) -> bytes:
        return image_of(position, scene).crop((0, 664, 170, SIZE[1])).tobytes()

    one, two = place("e5 a1", "e6 i1"), place("e5 a1", "e6 d7 i1")
    assert [position.captures().most for position in (one, two)] == [1, 2]
    free, over = corner(place("e5 a1", "h2 i1")), corner(two, Scene(outcome=Outcome((1, 2), "resignation")))
    assert free == over
    assert len({free, corner(one), corner(two), corner(place("e5 a1", "e6 i1", mover=1))}) == 4


def test_only_the_pieces_that_may_begin_the_longest_series_are_marked() -> None:
    position = place("e8 e2", "e3 e7 g5")
    assert {move[:2] for move in position.legal_moves()} == {"e8"}
    over = Scene(outcome=Outcome((1, 2), "resignation"))
    assert changed(image_of(position), image_of(position, over)) == {"e8", "e7", "f6"}


def test_arcs_show_what_can_be_taken_until_a_piece_is_chosen() -> None:
    position = place("e5 a1", "e6 i1")
    over = image_of(position, Scene(outcome=Outcome((1, 2), "resignation")))
    assert changed(image_of(position), over) == {"e5", "e6", "f6", "d6"}
    chosen = image_of(position, Scene(chosen="e5"))
    assert changed(chosen, over) == {"e5"}


def test_the_first_choices_are_marked_on_their_cells_and_nowhere_else() -> None:
    position = place("a1 b3 d5", "i1 i5")
    plain, marked = image_of(position), image_of(position, Scene(options=("a1", "b3")))
    assert changed_elsewhere(plain, marked, {"b3"})
    assert not changed_elsewhere(plain, marked, {"a1", "b3"})


def test_an_approach_on_offer_is_marked_where_it_ends() -> None:
    position = place("a1 b3 d5", "i1 i5")
    plain, marked = image_of(position, Scene(chosen="a1")), image_of(position, Scene(chosen="a1", options=("a1-c3",)))
    assert changed(plain, marked) == {"c3"}
    assert not changed_elsewhere(plain, marked, {"c3"})


def test_a_leap_on_offer_marks_what_it_captures_and_where_it_lands() -> None:
    position = place("e5 a1", "e6 f5 i1")
    plain, over_e6, over_f5 = (
        image_of(position, Scene(chosen="e5", options=options)) for options in ((), ("e5xe6-f6",), ("e5xf5-f6",))
    )
    assert changed(plain, over_e6) >= {"f6"}
    assert changed_elsewhere(plain, over_e6, {"f6"})
    assert not changed_elsewhere(plain, over_e6, {"e5", "e6", "f6"})
    assert changed_elsewhere(over_e6, over_f5, {"f6"})


def test_the_chosen_cell_is_marked_unlike_an_offered_one() -> None:
    position = place("a1 b3 d5", "i1 i5")
    offered, chosen = image_of(position, Scene(options=("d5",))), image_of(position, Scene(chosen="d5"))
    assert changed_elsewhere(offered, chosen, set())
    assert not changed_elsewhere(offered, chosen, {"d5"})


def test_a_state_without_room_beside_a_face_and_a_count_loses_the_side_and_is_not_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []

    def fitted(text: str, style: Style, width: int) -> str:
        written.append(typeface.fitted(text, style, width))
        return written[-1]

    monkeypatch.setattr("render.canvas.fitted", fitted)
    picture(GAMES["playwin"].start(2), Scene(names=("Mole", "Ada"), faces=("mole",)))
    assert written == [*["steps at most"] * 2, "11", "Mole", "pieces", "to move", "11", "Ada", "pieces", "Black"]


@settings(max_examples=10, deadline=None)
@given(
    options=st.lists(ANY_TEXT | st.from_regex(r"[a-i][1-9]((x[a-i][1-9])?-[a-i][1-9])?"), max_size=4),
    chosen=ANY_TEXT,
    names=st.lists(ANY_TEXT, max_size=3),
)
@example(options=["a1xa1-a1"], chosen="", names=[])
def test_anything_can_be_asked_for(options: list[str], chosen: str, names: list[str]) -> None:
    scene = Scene(names=tuple(names), options=tuple(options), chosen=chosen)
    assert image_of(CIRCLE, scene).size == SIZE


def test_tokens_that_mean_nothing_on_the_board_are_not_painted() -> None:
    assert picture(CIRCLE, Scene(options=("z9", "", "6+6", "a9"), chosen="north")) == picture(CIRCLE)
