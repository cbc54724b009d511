"""The moves that players type in Fursaz, and the sentences that refuse them: first the rule, then what would work."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import IllegalMove, InvalidMove, MoveError
from rules.fursaz import FursazPosition, start
from tests.rules.fursaz_boards import after

EMPTY = start(5, 2)
CHOICE = after(EMPTY, "c3")
PLAYING = after(EMPTY, "c3", "white")
ALL = (EMPTY, CHOICE, PLAYING, after(start(7, 2), "c3", "black"), after(PLAYING, "pass", "pass"))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("d4", "d4"),
        ("D4", "d4"),
        ("  d 4 ", "d4"),
        ("`d4`", "d4"),
        ("d4!", "d4"),
        ("ｄ４", "d4"),
        ("on d4", "d4"),
        ("place a stone on d4", "d4"),
        ("Places a stone on d4.", "d4"),
        ("a white stone on d4", "d4"),
        ("3. d4", "d4"),
        ("pass", "pass"),
        ("PASS", "pass"),
        ("I pass my turn", "pass"),
        ("passes", "pass"),
        ("skip", "pass"),
    ],
)
def test_a_turn_can_be_typed_in_many_ways(text: str, move: str) -> None:
    assert PLAYING.parse(text) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("black", "black"),
        ("Black", "black"),
        ("take black", "black"),
        ("I'll take black", "black"),
        ("play black", "black"),
        ("swap", "black"),
        ("Swap!", "black"),
        ("white", "white"),
        ("WHITE", "white"),
        ("I play white", "white"),
        ("no swap", "white"),
        ("don't swap", "white"),
    ],
)
def test_a_colour_can_be_chosen_in_many_ways(text: str, move: str) -> None:
    assert CHOICE.parse(text) == move


def test_the_first_stone_is_typed_like_any_other() -> None:
    assert EMPTY.parse("C3") == "c3"
    assert EMPTY.parse("first black stone on c3") == "c3"


def test_the_large_board_has_rows_to_m_and_two_digits() -> None:
    assert start(7, 2).parse("M7") == "m7"
    assert start(7, 2).parse("g 13") == "g13"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("c3", "c3 holds a black stone: a stone goes on an empty point. Beside it are c4, d4, d3, c2, b2 and b3."),
        ("black", "The colours are settled, and it's the turn of White. Name an empty point, such as a1, or pass."),
        ("swap", "The colours are settled, and it's the turn of White. Name an empty point, such as a1, or pass."),
        (
            "black stone on d4",
            "It's White's turn, so the stone on d4 would be white. Name an empty point, such as a1, or pass.",
        ),
    ],
)
def test_a_forbidden_turn_is_refused_with_the_rule_and_what_would_work(text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        PLAYING.parse(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("text", ["d4", "pass", "c3"])
def test_at_the_choice_of_colours_a_turn_is_refused_with_what_the_colours_mean(text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        CHOICE.parse(text)
    assert str(refusal.value) == (
        "First choose who plays Black. Type black to play Black and take the stone on c3, or white to play White; White moves next."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "pass",
            (
                "Place the first stone: then there's something to choose from. Name the point for the first black stone, such as a1."
            ),
        ),
        (
            "white",
            (
                "Colours are chosen once the first stone is placed. "
                "Name the point for the first black stone, such as a1."
            ),
        ),
        (
            "white stone on e5",
            (
                "It's Black's turn, so the stone on e5 would be black. Name the point for the first black stone, such as a1."
            ),
        ),
    ],
)
def test_before_the_first_stone_only_a_point_will_do(text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        EMPTY.parse(text)
    assert str(refusal.value) == sentence


def test_of_the_points_beside_a_stone_only_the_empty_ones_are_named() -> None:
    one_left = after(EMPTY, "a1 white a2 b1")
    with pytest.raises(
        IllegalMove, match=r"^a1 holds a black stone: a stone goes on an empty point. Beside it is b2\.$"
    ):
        one_left.parse("a1")
    none_left = after(one_left, "b2")
    with pytest.raises(IllegalMove, match=r"^a1 holds .* an empty point. Name an empty point, such as a3, or pass\.$"):
        none_left.parse("a1")


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("hello", "“hello” isn't a move in Fursaz. Name an empty point, such as a1, or pass."),
        ("", "An empty line isn't a move in Fursaz. "),
        ("d4 hello", "“d4 hello” isn't a move in Fursaz. "),
        ("pass d4", "“pass d4” isn't a move in Fursaz. "),
        ("pass the salt", "“pass the salt” isn't a move in Fursaz. "),
        ("x" * 70, f"“{'x' * 40}…” isn't a move in Fursaz. "),
        ("d4 e5", "A turn is one stone or a pass, so name just one point. Name an empty point, such as a1, or pass."),
        ("z9", "There's no point z9: the rows are a to i, from the bottom."),
        ("c8", "There's no point c8: row c goes from c1 to c7."),
        ("c0", "There's no point c0: row c goes from c1 to c7."),
        ("c12345678", "There's no point c12345: row c goes from c1 to c7."),
    ],
)
def test_text_that_is_not_a_turn_is_refused_with_the_notation(text: str, beginning: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        PLAYING.parse(text)
    assert str(refusal.value).startswith(beginning)


@pytest.mark.parametrize("text", ["hello", "", "black or white", "black hello", "take"])
def test_text_that_is_not_a_colour_is_refused_with_the_meaning_of_the_colours(text: str) -> None:
    with pytest.raises(
        InvalidMove, match=r"isn't a move in Fursaz\. Type black to play Black and take the stone on c3"
    ):
        CHOICE.parse(text)


@pytest.mark.parametrize("position", ALL)
@settings(deadline=None, max_examples=30)
@given(
    text=st.text(max_size=12)
    | st.from_regex(r"(take|play|no)? ?(black|white|swap|pass|[a-n] ?\d{1,2})", fullmatch=True)
)
def test_any_text_is_a_legal_move_or_a_sentence(position: FursazPosition, text: str) -> None:
    try:
        assert position.parse(text) in position.legal_moves()
    except MoveError as refusal:
        assert str(refusal).endswith(".")


def test_a_very_long_text_is_refused_like_a_short_one() -> None:
    for text in ("d4" + " " * 200_000 + "?", "d4 " * 100_000, "d" * 200_000, "9" * 200_000):
        with pytest.raises(InvalidMove):
            PLAYING.parse(text)
