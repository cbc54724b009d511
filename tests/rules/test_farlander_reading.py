"""The moves that people type in Farlander, and the sentences that refuse other texts."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from rules.farlander import FarlanderPosition
from rules.farlander.campaign import Phase
from tests.rules.farlander_tables import after, table
from tests.rules.playouts import sample

GARRISONS = "farlander-garrisons"
PLACEMENT = table("a1:r5 a2:r1 a3:b4", "placement:red", left="30/32")
CONQUEST = table("a1:r5 a2:r4 a3:b4 g4:b1 e1:b5 b2:r1 c1:b1 d1:r2 d3:b2", "conquest:red", key=GARRISONS)
INTO_A3 = "Into a3 you can move up to 4 from a1 and up to 3 from a2, 5 in all."
TARGETS = "You can conquer a3 or g4."


@pytest.mark.parametrize(
    "text",
    ["a2", "A2", " a 2 ", "place a2", "place a unit in a2", "puts 1 unit into A2", "one in a2", "+a2", "**a2**."],
)
def test_a_placement_can_be_typed_in_many_ways(text: str) -> None:
    assert PLACEMENT.parse(text) == "a2"


@pytest.mark.parametrize(
    "text",
    [
        "a3<a1x2+a2x1",
        "A3 < A1 x 2 + A2 x 1",
        "a3<a2x1+a1x2",
        "a3 < a1×2, a2×1",
        "a3 a1 2 a2 1",
        "a3 2 a1 1 a2",
        "a3 from a1 2, a2 1",
        "a3: a1 (2), a2 (1)",
        "a3 <- a1 2 & a2 1",
        "conquer a3 with 2 from a1 and 1 from a2",
        "conquers a3 from Blue with 2 units from a1 and 1 from a2",
        "attack a3 using two units from a1 and one from a2",
        "2 from a1 and 1 from a2 to a3",
        "a1 2, a2 1 -> a3",
        "move 2x a1 and 1x a2 into a3",
        "a1 2 a2 1 takes a3",
    ],
)
def test_a_conquest_can_be_typed_in_many_ways(text: str) -> None:
    assert CONQUEST.parse(text) == "a3<a1x2+a2x1"


def test_a_placement_is_offered_with_the_resulting_units() -> None:
    [move] = [move for move in PLACEMENT.legal_moves() if move == "a2"]
    assert PLACEMENT.option("a2", [move]) == ("a2", "then 2 units")


def test_a_target_is_enough_if_there_is_just_one_way_into_it() -> None:
    position = table("a1:r2 a3:b1 a2:r1", "conquest:red")
    for text in ("a3", "conquer a3", "a3 from a1", "a1 to a3"):
        assert position.parse(text) == "a3<a1x1"


def test_a_number_may_be_left_out_where_only_one_is_possible() -> None:
    position = table("a1:r3 a3:b1 a2:r2", "conquest:red")
    assert position.parse("a3 from a1 2 and a2") == "a3<a1x2+a2x1"
    assert position.parse("a3 from a2") == "a3<a2x1"


def test_a_number_belongs_to_the_territory_before_or_after_it_whichever_can_be_played() -> None:
    position = table("a1:r2 a3:b1 a2:r4", "conquest:red")
    assert position.parse("a3 a1 3 a2") == "a3<a1x1+a2x3"


@settings(deadline=None)
@given(choice=st.randoms(use_true_random=False))
def test_a_move_can_be_typed_in_the_words_that_describe_it(choice: random.Random) -> None:
    position = choice.choice(sample(GARRISONS, choice.choice((2, 3, 4))))
    assert isinstance(position, FarlanderPosition)
    if position.phase in (Phase.PLACEMENT, Phase.CONQUEST):
        for move in choice.sample(position.legal_moves(), min(10, len(position.legal_moves()))):
            assert position.parse(position.describe(move)) == move


def test_rolls_of_chance_can_be_read_too() -> None:
    start = GAMES["farlander"].start(3)
    assert start.parse("T3 r2") == "t3r2"
    assert table("a1:r1", "conquest").parse("Blue") == "blue"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "a1",
            (
                "a1 holds 5 units already, and no territory can hold more. You can place a unit in a2, b1, b2, b3, c1, c2 or 16 others."
            ),
        ),
        (
            "place a3",
            (
                "a3 is held by Blue: a unit goes into an empty territory or one of your own. You can place a unit in a2, b1, b2, b3, c1, c2 or 16 others."
            ),
        ),
        (
            "conquer a3",
            "You can't conquer before the placement is over. You can place a unit in a2, b1, b2, b3, c1, c2 or 16 others.",
        ),
        (
            "a3<a1x2",
            "You can't conquer before the placement is over. You can place a unit in a2, b1, b2, b3, c1, c2 or 16 others.",
        ),
    ],
)
def test_a_refused_placement_names_the_rule_and_what_would_work(text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        PLACEMENT.parse(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("e1", f"e1 is defended by 5 units, and you have 4 next to it: an attack must be stronger. {TARGETS}"),
        (
            "d3",
            (
                "d3 is defended by 2 units and a garrison, 3 in all, and you have 2 next to it: "
                f"an attack must be stronger. {TARGETS}"
            ),
        ),
        ("c1", f"c1 is defended by 1 unit, and you have 1 next to it: an attack must be stronger. {TARGETS}"),
        ("b2", f"b2 is yours: you can only conquer a territory that an enemy holds. {TARGETS}"),
        ("d2", f"d2 is empty: you can only conquer a territory that an enemy holds. {TARGETS}"),
        ("a3 from a1 5", f"a1 holds 5 units and one has to stay: 4 can move at most. {INTO_A3}"),
        ("a3 from a1 4, a2 3", f"7 units can't move in: a territory holds 5 at most. {INTO_A3}"),
        ("a3 from b2", f"b2 doesn't border a3: units move in from territories of your own that do. {INTO_A3}"),
        ("a3 from c1", f"c1 is held by Blue: units move in from territories of your own that border a3. {INTO_A3}"),
        (
            "g4<a1x5",
            "a1 holds 5 units and one has to stay: 4 can move at most. Into g4 you can move up to 4 from a1.",
        ),
        ("place a3", f"The placement is over: now conquer a territory. {TARGETS}"),
    ],
)
def test_a_refused_conquest_names_the_rule_and_what_would_work(text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        CONQUEST.parse(text)
    assert str(refusal.value) == sentence


def test_single_units_are_refused_with_the_rule_that_none_may_be_emptied() -> None:
    position = table("a1:r1 a2:r1 a3:b1 b1:r2 b3:b1", "conquest:red")
    with pytest.raises(IllegalMove) as refusal:
        position.parse("a3")
    assert str(refusal.value) == (
        "Your territories next to a3 hold a single unit each, and you can't empty any: nobody could move in. You can conquer b3."
    )


def test_several_ways_are_ambiguous_and_some_are_named() -> None:
    with pytest.raises(AmbiguousMove) as refusal:
        CONQUEST.parse("g4")
    assert str(refusal.value) == "You can conquer g4 with g4<a1x1, g4<a1x2, g4<a1x3 or g4<a1x4: say which."
    with pytest.raises(AmbiguousMove, match=r"a3<a1x1, a3<a1x1\+a2x1, .* or 10 others: say which\.$"):
        CONQUEST.parse("a3")


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        (
            "hello",
            "“hello” isn't a move in Farlander. Type the target, then how many units move in from where, such as ",
        ),
        ("", "An empty line isn't a move in Farlander. Type "),
        ("red", "“red” isn't a move in Farlander. Type "),
        ("a3 please", "“a3 please” isn't a move in Farlander. Type "),
        ("h3", "There's no territory h3: the places are a in the centre and b to g around it."),
        ("a3 from a9", "There's no territory a9: place a has a1, a2 and a3."),
        ("e12345678", "There's no territory e12345: place e has e1, e2, e3 and e4."),
        ("a3 2", "Say how many units move in, and from where. Type "),
        ("a3 a1 0", "Say how many units move in, and from where. Type "),
        ("a3 a1 2 a1 2", "Say how many units move in, and from where. Type "),
        ("take a3 and take g4", "You can only conquer one territory a turn. Type "),
        ("a3 " * 100, "“a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a…” isn't a move in Farlander. Type "),
    ],
)
def test_text_that_is_not_a_move_is_refused_with_the_notation(text: str, beginning: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        CONQUEST.parse(text)
    assert str(refusal.value).startswith(beginning)


@pytest.mark.parametrize("text", ["2 in a2", "a2 b2", "a2 from b2"])
def test_one_unit_is_placed_a_turn(text: str) -> None:
    with pytest.raises(InvalidMove, match="You place one unit a turn"):
        PLACEMENT.parse(text)


def test_the_way_to_write_a_move_shows_one_that_is_legal_now() -> None:
    with pytest.raises(InvalidMove, match=r"such as a3<a1x1\. You can conquer a3 or g4\.$"):
        CONQUEST.parse("hello")
    with pytest.raises(InvalidMove, match=r"such as a2\. You can place a unit in a2, b1, "):
        PLACEMENT.parse("hello")


def test_nobody_moves_while_chance_does_and_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="It's up to chance now: red or blue"):
        table("a1:r1", "conquest").parse("a1")
    over = after(table("a1:r3 a2:b1 b1:b2", "conquest:red"), "a2<a1x1")
    with pytest.raises(IllegalMove, match="The game is over: nobody can conquer any more"):
        over.parse("a2")


@settings(deadline=None)
@given(text=st.text(max_size=5), choice=st.randoms(use_true_random=False))
def test_everything_around_the_territories_is_a_move_or_a_sentence(text: str, choice: random.Random) -> None:
    position = choice.choice((PLACEMENT, CONQUEST))
    for typed in (f"a3{text}a1", f"{text} a3 a1 2", f"a2 {text}"):
        try:
            assert position.parse(typed) in position.legal_moves()
        except MoveError as refusal:
            assert str(refusal).endswith(".")


def test_a_very_long_text_is_refused_like_a_short_one() -> None:
    for text in ("a3" + " " * 200_000 + "?", "a3 " * 100_000, "a" * 200_000, "9" * 200_000, "a3<a1x" + "9" * 5_000):
        for position in (PLACEMENT, CONQUEST):
            with pytest.raises(InvalidMove):
                position.parse(text)
