"""The moves that players type in Play Win, and the sentences that refuse them: first the rule, then what would work."""

import random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import AmbiguousMove, IllegalMove, InvalidMove, Move, MoveError, Seat
from rules.playwin import PlayWinPosition
from tests.rules.playouts import sample
from tests.rules.playwin_boards import board, loose_board

QUIET = board("""
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   .   .   .   .   .   g7
    f      .   .   .   B   .   .   .   .   f8
    e    .   .   .   .   .   .   .   .   .   e9
    d      .   .   W   .   .   .   .   W   d8
    c        .   .   .   .   .   .   .   c7
    b          .   .   .   .   W   .   b6
    a            W   .   .   .   .   a5
""")

CAPTURE = board("""
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   .   .   B   .   .   g7
    f      .   .   .   .   .   .   .   .   f8
    e    .   W   B   .   .   .   B   W   .   e9
    d      .   .   .   .   .   .   .   .   d8
    c        .   .   .   .   .   .   .   c7
    b          .   .   .   .   .   .   b6
    a            .   .   .   .   .   a5
""")

SERIES = board(
    """
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   B   B   .   .   .   g7
    f      .   .   .   .   .   B   .   .   f8
    e    .   .   .   B   .   W!  .   .   .   e9
    d      .   .   .   .   .   .   .   .   d8
    c        .   .   .   B   .   .   .   c7
    b          .   .   .   .   .   .   b6
    a            .   .   .   W   B   a5
    """,
    leaping="e6",
)

TWO_WAYS = PlayWinPosition.holding({"e5": Seat(0), "e6": Seat(1), "f5": Seat(1)}, Seat(0))
NO_WAY_OUT = PlayWinPosition.holding(
    {"b2": Seat(0), "b3": Seat(0), "c4": Seat(0), "a1": Seat(1), "e9": Seat(1)}, Seat(0)
)

MUST = "Capturing is compulsory: 2 pieces must be captured, with the piece on e8."
ON = "The series goes on: the piece on e6 must capture 5 more pieces."
FROM_A1 = "From a1 you can play a1-b2, a1-c3, a1-d4, a1-b1, a1-c1 or a1-d1."
LIKE = "You could play e8xe7-f6, for example."


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("a1-d4", "a1-d4"),
        ("A1-D4", "a1-d4"),
        ("a1 d4", "a1-d4"),
        ("a1d4", "a1-d4"),
        ("  a 1  -  d 4 ", "a1-d4"),
        ("a1, d4", "a1-d4"),
        ("a1 – d4", "a1-d4"),
        ("a1->d4", "a1-d4"),
        ("a1 → d4", "a1-d4"),
        ("a1 to d4", "a1-d4"),
        ("from a1 to d4.", "a1-d4"),
        ("move a1 to d4", "a1-d4"),
        ("approach from a1 to d4", "a1-d4"),
        ("slide my piece on a1 to d4", "a1-d4"),
        ("`a1-d4`", "a1-d4"),
        ("**A1-d4!**", "a1-d4"),
        ("ａ１－ｄ４", "a1-d4"),
        ("12. a1-d4", "a1-d4"),
        ("d3", "d3-e4"),
        ("c3", "a1-c3"),
        ("to c3", "a1-c3"),
    ],
)
def test_an_approach_can_be_typed_in_many_ways(text: str, move: str) -> None:
    assert QUIET.parse(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "e8xe7-f6",
        "E8 X E7 - F6",
        "e8 e7 f6",
        "e8xe7xf6",
        "e8xf6",
        "e8 f6",
        "e8-f6",
        "e8 jumps to f6",
        "e8xe7",
        "e8×e7",
        "e8 takes e7",
        "e8 captures the piece on e7",
        "xe7",
        "e7-f6",
        "f6",
        "e8",
        "e7",
        "leap from e8 over e7 to f6",
        "e8 to f6 over e7",
        "leap from e8 to f6, taking e7",
    ],
)
def test_a_leap_can_be_typed_in_many_ways(text: str) -> None:
    assert CAPTURE.parse(text) == "e8xe7-f6"


@pytest.mark.parametrize("text", ["e6xf6-g5", "e6 g5", "g5", "f6", "xf6", "f6-g5", "e6"])
def test_in_the_middle_of_a_series_the_leaping_piece_need_not_be_named(text: str) -> None:
    assert SERIES.parse(text) == "e6xf6-g5"


@pytest.mark.parametrize("key", ["playwin", "playwin-loose"])
@settings(deadline=None, max_examples=40)
@given(choice=st.randoms(use_true_random=False))
def test_a_move_can_be_typed_in_the_words_that_describe_it(key: str, choice: random.Random) -> None:
    position = choice.choice(sample(key, 2))
    for move in position.legal_moves():
        assert position.parse(position.describe(move)) == move


def test_a_move_is_described_in_words_that_follow_a_name() -> None:
    assert QUIET.describe(Move("a1-d4")) == "approaches from a1 to d4"
    assert CAPTURE.describe(Move("e8xe7-f6")) == "leaps from e8 over e7 to f6 and captures it (1 more to come)"
    assert SERIES.describe(Move("e6xf6-g5")) == "leaps from e6 over f6 to g5 and captures it (4 more to come)"
    last = CAPTURE.play(Move("e8xe7-f6"))
    assert last.describe(Move("f6xg5-g4")) == "leaps from f6 over g5 to g4 and captures it"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("c1-c2", "c1 is empty: start with a piece of your own. You could play a1-b2, for example."),
        (
            "f4-e4",
            "f4 holds a black piece: start with a piece of your own. You could play a1-b2, for example.",
        ),
        ("a1-a1", f"You named a1 twice: a move has to end on another cell. {FROM_A1}"),
        ("a1 f6", f"f6 isn't on a straight line with a1: a piece moves in a straight line. {FROM_A1}"),
        (
            "a1 b3",
            f"b3 isn't on a straight line with a1, and for a bent leap neither a2 nor b2 holds an enemy. {FROM_A1}",
        ),
        ("d3-d8", "d8 holds your own piece: a piece moves to an empty cell. From d3 you can play d3-e4."),
        (
            "b5-f4",
            (
                "f4 holds a black piece: a piece moves to an empty cell, and captures by leaping. "
                "From b5 you can play b5-c5, b5-d5 or b5-e5."
            ),
        ),
        (
            "b5 g3",
            (
                "f4 is in the way: a piece moves in a straight line over empty cells. "
                "From b5 you can play b5-c5, b5-d5 or b5-e5."
            ),
        ),
        (
            "a1-e5",
            (
                "e5 is 4 cells away from a1: with 4 pieces you may go at most 3 cells, one fewer than you have pieces. "
                f"{FROM_A1}"
            ),
        ),
        (
            "a1-a2",
            (
                "A piece must end closer to its nearest enemy than it was: "
                f"from a1 the nearest enemy is 5 steps away, from a2 also 5. {FROM_A1}"
            ),
        ),
        (
            "d3-c2",
            (
                "A piece must end closer to its nearest enemy than it was: "
                "from d3 the nearest enemy is 2 steps away, from c2 3. From d3 you can play d3-e4."
            ),
        ),
        ("d3xe4", "e4 is empty: a leap goes over an enemy. From d3 you can play d3-e4."),
        (
            "d3 takes f4",
            "f4 isn't next to d3: a leap goes over an enemy on a neighbouring cell. From d3 you can play d3-e4.",
        ),
        (
            "leap d3 to f3",
            "There's nothing to leap over from d3 to f3: neither e4 nor e3 holds an enemy. From d3 you can play d3-e4.",
        ),
        (
            "leap d3 to d5",
            (
                "A leap from d3 can't land on d5: it goes over an enemy on a neighbouring cell and bends there, 60° to the left or right, to the next cell. From d3 you can play d3-e4."
            ),
        ),
        (
            "leap d3",
            (
                "A leap needs an enemy beside the piece and an empty cell behind the bend, and d3 has none. "
                "From d3 you can play d3-e4."
            ),
        ),
        ("leap to e5", "e5 is empty, and no leap ends there. You could play a1-b2, for example."),
        ("g1", "g1 is empty, and no legal move ends there. You could play a1-b2, for example."),
        ("f4", "f4 holds a black piece, and no legal move captures it. You could play a1-b2, for example."),
    ],
)
def test_where_nothing_can_be_captured_a_refusal_names_the_rule_of_the_approach(text: str, sentence: str) -> None:
    check_refusal(QUIET, text, sentence)


def test_in_the_loose_variant_a_piece_may_only_not_end_farther_away() -> None:
    position = loose_board(str(QUIET))
    assert position.parse("d3-d4") == "d3-d4"
    check_refusal(
        position,
        "d3-c2",
        (
            "A piece may not end farther from its nearest enemy than it was: from d3 the nearest enemy is 2 steps away, "
            "from c2 3. From d3 you can play d3-d4, d3-d5, d3-e4, d3-e3 or d3-f2."
        ),
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("e2-d2", f"{MUST} {LIKE}"),
        ("e2", f"{MUST} {LIKE}"),
        ("e8-e9", f"{MUST} From e8 you can play e8xe7-f6."),
        (
            "e2xe3-f3",
            f"A series that begins like that captures at most 1 piece, and only the longest may be played. {MUST} {LIKE}",
        ),
        (
            "e8 d6",
            (
                "A series that begins like that captures at most 1 piece, and only the longest may be played. "
                f"{MUST} From e8 you can play e8xe7-f6."
            ),
        ),
        (
            "e8xe7-e6",
            (
                "A leap must bend, 60° to the left or right: over e7 from e8 it lands on d6 or f6, not on e6. "
                f"{MUST} From e8 you can play e8xe7-f6."
            ),
        ),
        (
            "e8xe7-a1",
            (
                "A leap bends, 60° to the left or right: over e7 from e8 it lands on d6 or f6, not on a1. "
                f"{MUST} From e8 you can play e8xe7-f6."
            ),
        ),
        ("e8xd7-d6", f"d7 is empty: a leap goes over an enemy. {MUST} From e8 you can play e8xe7-f6."),
        (
            "e8xe3-f3",
            f"e3 isn't next to e8: a leap goes over an enemy on a neighbouring cell. {MUST} From e8 you can play e8xe7-f6.",
        ),
        ("approach e8", f"{MUST} From e8 you can play e8xe7-f6."),
        ("approach f6", f"f6 is empty, and no approach ends there. {MUST} {LIKE}"),
        ("approach e7", f"e7 holds a black piece, and no approach captures it. {MUST} {LIKE}"),
        ("d6", f"d6 is empty, and no legal move ends there. {MUST} {LIKE}"),
        ("g5", f"g5 holds a black piece, and no legal move captures it. {MUST} {LIKE}"),
    ],
)
def test_where_a_capture_is_due_a_refusal_says_how_many_and_with_which_piece(text: str, sentence: str) -> None:
    check_refusal(CAPTURE, text, sentence)


def test_all_pieces_that_may_make_the_capture_are_named() -> None:
    position = board(str(CAPTURE).replace("!", " ").replace("B   .   .   g7", ".   .   .   g7"))
    with pytest.raises(IllegalMove, match="1 piece must be captured, with the piece on e2 or e8"):
        position.parse("e2-d2")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a4-a3", f"{ON} You could play e6xf6-g5, for example."),
        ("a4xa5-b5", f"{ON} You could play e6xf6-g5, for example."),
        ("e6-e7", f"{ON} From e6 you can play e6xf6-g5."),
        (
            "e6xf6-f7",
            (
                "A series that goes on like that captures at most 1 piece, and only the longest may be played. "
                f"{ON} From e6 you can play e6xf6-g5."
            ),
        ),
    ],
)
def test_in_the_middle_of_a_series_a_refusal_says_which_piece_goes_on(text: str, sentence: str) -> None:
    check_refusal(SERIES, text, sentence)


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("b2xa1", "A leap over a1 from b2 would leave the board. "),
        ("b2xa1-b1", "A leap bends, 60° to the left or right: over a1 from b2 it would leave the board. "),
        ("b2", "The piece on b2 can reach no empty cell that is closer to its nearest enemy. "),
    ],
)
def test_at_the_edge_a_leap_may_have_no_landing(text: str, beginning: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        NO_WAY_OUT.parse(text)
    assert str(refusal.value).startswith(beginning)


def test_a_taken_landing_is_named() -> None:
    taken = PlayWinPosition.holding(
        {"e5": Seat(0), "d6": Seat(0), "f6": Seat(0), "e6": Seat(1), "d7": Seat(0)}, Seat(0)
    )
    crowded = PlayWinPosition.holding(
        {"a5": Seat(0), "b6": Seat(0), "a4": Seat(1), "b4": Seat(0), "e9": Seat(1)}, Seat(0)
    )
    with pytest.raises(IllegalMove, match="f6 holds your own piece: a leap lands on an empty cell"):
        taken.parse("e5xe6-f6")
    with pytest.raises(IllegalMove, match="A leap over e6 from e5 lands on f6 or d6, and neither is empty"):
        taken.parse("e5xe6")
    with pytest.raises(IllegalMove, match="A leap over a4 from a5 lands on b4, which isn't empty"):
        crowded.parse("a5 takes a4")


def test_after_the_end_every_move_is_refused_with_the_reason() -> None:
    over = PlayWinPosition.holding({"e5": Seat(0), "a1": Seat(1)}, Seat(0))
    for refused in (lambda: over.parse("e5-e4"), lambda: over.play(Move("e5-e4"))):
        with pytest.raises(IllegalMove, match=r"^The game is over: White has no legal move\.$"):
            refused()


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("e2-d2", f"{MUST} {LIKE}"),
        (
            "e8xe7-d6",
            (
                "A series that begins like that captures at most 1 piece, and only the longest may be played. "
                f"{MUST} From e8 you can play e8xe7-f6."
            ),
        ),
        ("z9-a1", f"“z9-a1” isn't a move in Play Win. {LIKE}"),
        ("a9-a1", f"“a9-a1” isn't a move in Play Win. {LIKE}"),
        ("e8 f6", f"“e8 f6” isn't a move in Play Win. {LIKE}"),
    ],
)
def test_playing_an_illegal_token_gives_the_same_reasons(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        CAPTURE.play(Move(move))
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("position", "text", "candidates"),
    [
        (QUIET, "b5", "b5-c5, b5-d5 or b5-e5"),
        (TWO_WAYS, "e5 f6", "e5xe6-f6 or e5xf5-f6"),
        (TWO_WAYS, "f6", "e5xe6-f6 or e5xf5-f6"),
    ],
)
def test_a_text_that_fits_several_moves_is_ambiguous_and_they_are_named(
    position: PlayWinPosition, text: str, candidates: str
) -> None:
    with pytest.raises(AmbiguousMove) as refusal:
        position.parse(text)
    assert str(refusal.value) == f"That can be {candidates}: say which."


def test_of_many_moves_only_some_are_named() -> None:
    with pytest.raises(AmbiguousMove, match="b3-c4, b3-d5, b3-e6, b3-f6, b3-g6, b3-c3 or 4 others: say which"):
        PlayWinPosition.start(2).parse("b3")


@pytest.mark.parametrize("text", ["e8xe7-f6xg5-g4", "e8 f6 g4", "e8-f6-g4", "e8xe7-f6, f6xg5-g4"])
def test_a_whole_series_is_refused_with_its_first_leap(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"^Play a series one leap at a time: begin with e8xe7-f6\.$"):
        CAPTURE.parse(text)


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("hello", "“hello” isn't a move in Play Win. Type a1-a4 to approach from a1 to a4, and d4xc4-b3 to leap"),
        ("", "An empty line isn't a move in Play Win. Type "),
        ("   \n ", "An empty line isn't a move in Play Win. Type "),
        ("leap", "“leap” isn't a move in Play Win. Type "),
        ("a1 b1 c1 d1", "“a1 b1 c1 d1” isn't a move in Play Win. Type "),
        ("d4 from a1", "“d4 from a1” isn't a move in Play Win. Type "),
        ("to d4, a1", "“to d4, a1” isn't a move in Play Win. Type "),
        ("a1?d4", "“a1?d4” isn't a move in Play Win. Type "),
        ("a1-d4 please", "“a1-d4 please” isn't a move in Play Win. Type "),
        ("z" * 70, f"“{'z' * 40}…” isn't a move in Play Win. Type "),
        ("approach d3 and capture f4", "“approach d3 and capture f4” is two kinds of move at once: "),
        ("a9", "There's no cell a9: row a goes from a1 to a5."),
        ("a1-e0", "There's no cell e0: row e goes from e1 to e9."),
        ("j3 e4", "There's no cell j3: the rows are a to i, from the bottom."),
        ("a1 - d12345678", "There's no cell d12345: row d goes from d1 to d8."),
    ],
)
def test_text_that_is_not_a_move_is_refused_with_the_notation(text: str, beginning: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        QUIET.parse(text)
    assert str(refusal.value).startswith(beginning)


def test_the_way_to_write_a_move_ends_with_a_move_that_is_legal_now() -> None:
    for text in ("hello", "approach and capture d3"):
        with pytest.raises(InvalidMove, match=r"You could play a1-b2, for example\.$"):
            QUIET.parse(text)


@settings(deadline=None, max_examples=60)
@given(
    text=st.text(max_size=3).flatmap(
        lambda text: st.sampled_from((text, f"e8{text}f6", f"{text} b5 d5", f"e2x{text}"))
    ),
    choice=st.randoms(use_true_random=False),
)
def test_everything_around_the_cells_is_a_move_or_a_sentence(text: str, choice: random.Random) -> None:
    position = choice.choice((QUIET, CAPTURE, SERIES, cast("PlayWinPosition", choice.choice(sample("playwin", 2)))))
    try:
        assert position.parse(text) in position.legal_moves()
    except MoveError as refusal:
        assert str(refusal).endswith(".")


def test_a_very_long_text_is_refused_like_a_short_one() -> None:
    for text in ("a1" + " " * 200_000 + "?", "a1 " * 100_000, "a" * 200_000, "a1-" * 100_000, "9" * 200_000):
        with pytest.raises(InvalidMove):
            QUIET.parse(text)


def test_a_goal_is_offered_with_the_captures_that_the_other_player_must_then_make() -> None:
    effects = {move: QUIET.option(move, [move]).effect for move in QUIET.legal_moves()}
    assert effects[Move("d3-e4")] == "Black must capture 1"
    assert effects[Move("a1-b2")] == ""


def check_refusal(position: PlayWinPosition, text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        position.parse(text)
    assert str(refusal.value) == sentence
