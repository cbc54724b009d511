"""The moves that players type in Furl, and the sentences that refuse them: first the rule, then what would work."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from rules.furl import start
from tests.rules.boards import board
from tests.rules.playouts import sample

MIDDLE = board("""
    g          .   B   .   .   g4
    f        .   .   .   .   .   f5
    e      .   B   .   .   B2  .   e6
    d    .   .   .   W3  .   .   W   d7
    c      W   W   .   W2  .   .   c6
    b        W   .   W   .   .   b5
    a          .   W   .   W2  a4
""")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("c1<c2", "c1<c2"),
        ("C1<C2", "c1<c2"),
        ("  c1   <  c2 ", "c1<c2"),
        ("c 1 < c 2", "c1<c2"),
        ("c1 c2", "c1<c2"),
        ("c1c2", "c1<c2"),
        ("c1-c2", "c1<c2"),
        ("c1 – c2", "c1<c2"),
        ("c1, c2", "c1<c2"),
        ("c1 to c2", "c1<c2"),
        ("c1 onto c2", "c1<c2"),
        ("furl c1 to c2", "c1<c2"),
        ("Furl from c1 onto c2.", "c1<c2"),
        ("c1 <- c2", "c1<c2"),
        ("c1 ← c2", "c1<c2"),
        ("`c1<c2`", "c1<c2"),
        ("**c1 < c2**", "c1<c2"),
        ("ｃ１＜ｃ２", "c1<c2"),
        ("12. c1<c2", "c1<c2"),
        ("c1\n<\tc2", "c1<c2"),
        ("d4>g4", "d4>g4"),
        ("D4 - G4", "d4>g4"),
        ("d4 g4", "d4>g4"),
        ("d4->g4", "d4>g4"),
        ("d4 → g4", "d4>g4"),
        ("unfurl d4 to g4", "d4>g4"),
        ("unfurl the stack on d4 to g4", "d4>g4"),
        ("c4xe5", "c4xe5"),
        ("C4 X E5", "c4xe5"),
        ("c4×e5", "c4xe5"),
        ("c4 takes e5", "c4xe5"),
        ("c4 captures e5", "c4xe5"),
        ("c4>e5", "c4xe5"),
        ("c4 e5", "c4xe5"),
        ("c4xe5!", "c4xe5"),
        ("a4", "a4>c6"),
        ("unfurl a4", "a4>c6"),
    ],
)
def test_a_move_can_be_typed_in_many_ways(text: str, move: str) -> None:
    assert MIDDLE.parse(text) == move


@settings(deadline=None)
@given(choice=st.randoms(use_true_random=False))
def test_a_move_can_be_typed_in_the_words_that_describe_it(choice: random.Random) -> None:
    position = choice.choice(sample("furl", 2))
    for move in position.legal_moves():
        assert position.parse(position.describe(move)) == move


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("c1<c2", "furls 2 discs from c1 to c2"),
        ("d4>g4", "unfurls 3 discs from d4 to g4"),
        ("c4xe5", "unfurls 2 discs from c4 to e5 and captures a stack of 2"),
    ],
)
def test_a_move_is_described_in_words_that_follow_a_name(move: str, words: str) -> None:
    assert MIDDLE.describe(MIDDLE.parse(move)) == words


def test_the_capture_of_a_single_disc_is_described_as_such() -> None:
    position = start(2).play(start(2).parse("b4<c4"))
    position = position.play(position.parse("e5<e4"))
    assert position.describe(position.parse("c4xe3")) == "unfurls 2 discs from c4 to e3 and captures a disc"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("c3<c2", "c3 is empty: start with a disc or a stack of your own. You could play c1<c2, for example."),
        (
            "e2<e3",
            ("e2 holds a black disc: start with a disc or a stack of your own. You could play c1<c2, for example."),
        ),
        (
            "e5>c5",
            (
                "e5 holds a black stack of 2: start with a disc or a stack of your own. You could play c1<c2, for example."
            ),
        ),
        (
            "c1<c1",
            ("You named c1 twice: a move has to end on another cell. From c1 you can play c1<c2 or c1<b1."),
        ),
        (
            "c1<d4",
            (
                "d4 isn't on a straight line with c1: both furling and unfurling go along a straight line. From c1 you can play c1<c2 or c1<b1."
            ),
        ),
        (
            "b1<b3",
            (
                "b2 is empty: a furl needs a single disc of yours on every cell from b1 to b3. "
                "From b1 you can play b1<c2 or b1<c1."
            ),
        ),
        (
            "c2 c4",
            (
                "c3 is empty: a furl needs a single disc of yours on every cell from c2 to c4. "
                "From c2 you can play c2<c1 or c2<b1."
            ),
        ),
        (
            "b3<c4",
            (
                "c4 is a stack: a furl needs a single disc of yours on every cell from b3 to c4. "
                "From b3 you can play b3<a2."
            ),
        ),
        ("d4<d3", "d4 is a stack: only single discs can be furled. From d4 you can play d4>g4, d4>g1, d4>d1 or d4>a1."),
        ("c1>c3", "c1 is a single disc: only a stack of two or more can unfurl. From c1 you can play c1<c2 or c1<b1."),
        ("c1>c2", "c1 is a single disc: only a stack of two or more can unfurl. From c1 you can play c1<c2 or c1<b1."),
        (
            "d4>d5",
            (
                "The stack on d4 is 3 high and lays down every disc, one a cell: it ends 3 cells away, and d5 is 1 cell away. From d4 you can play d4>g4, d4>g1, d4>d1 or d4>a1."
            ),
        ),
        (
            "c4>a4",
            (
                "a4 is your own: an unfurling stack ends on an empty cell or captures an enemy piece. "
                "From c4 you can play c4>c6 or c4xe5."
            ),
        ),
        (
            "d4>a4",
            (
                "c4 is in the way: a stack unfurls over empty cells, and only the last may hold an enemy piece. "
                "From d4 you can play d4>g4, d4>g1, d4>d1 or d4>a1."
            ),
        ),
        ("c4xc6", "c6 is empty, so there's nothing to capture. From c4 you can play c4>c6 or c4xe5."),
        ("c4 takes c6", "c6 is empty, so there's nothing to capture. From c4 you can play c4>c6 or c4xe5."),
        (
            "d7",
            (
                "d7 has no single disc of yours next to it: a furl needs two or more in a line. You could play c1<c2, for example."
            ),
        ),
        ("f3", "f3 is empty: start with a disc or a stack of your own. You could play c1<c2, for example."),
        (
            "unfurl c1",
            "c1 is a single disc: only a stack of two or more can unfurl. From c1 you can play c1<c2 or c1<b1.",
        ),
    ],
)
def test_a_refusal_names_the_rule_and_what_would_work(text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        MIDDLE.parse(text)
    assert str(refusal.value) == sentence


def test_suggestions_begin_with_the_move_between_the_same_cells() -> None:
    with pytest.raises(IllegalMove, match="From c3 you can play c3<a3, c3<c1, c3<c2, c3<c4, c3<c5, c3<c6 or 3 others"):
        start(2).parse("c3>a3")


def test_a_stack_that_can_go_nowhere_is_refused_as_too_tall() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    .   .   .   W5  .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   W   W   a4
    """)
    with pytest.raises(IllegalMove, match="The stack on d4 has no direction with room for its 5 discs"):
        position.parse("d4")
    with pytest.raises(IllegalMove, match="that way there are only 3 cells before the edge"):
        position.parse("d4 d7")


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("hello", "“hello” isn't a move in Furl. Type the cell where it starts and the cell where it ends: "),
        ("", "An empty line isn't a move in Furl. Type "),
        ("   \n ", "An empty line isn't a move in Furl. Type "),
        ("furl", "“furl” isn't a move in Furl. Type "),
        ("a2 b3 c4", "“a2 b3 c4” isn't a move in Furl. Type "),
        ("c2 from c1", "“c2 from c1” isn't a move in Furl. Type "),
        ("to c2, c1", "“to c2, c1” isn't a move in Furl. Type "),
        ("c1?c2", "“c1?c2” isn't a move in Furl. Type "),
        ("c1<c2 please", "“c1<c2 please” isn't a move in Furl. Type "),
        ("c1<c2 captures a disc", "“c1<c2 captures a disc” is two kinds of move at once: "),
        ("x" * 70, f"“{'x' * 40}…” isn't a move in Furl. Type "),
        ("furl c1>c2", "“furl c1>c2” is two kinds of move at once: < furls single discs, > unfurls a stack, "),
        ("a9", "There's no cell a9: row a goes from a1 to a4."),
        ("c1<c0", "There's no cell c0: row c goes from c1 to c6."),
        ("h3 g4", "There's no cell h3: the rows are a to g, from the bottom."),
        ("c1 < c12345678", "There's no cell c12345: row c goes from c1 to c6."),
    ],
)
def test_text_that_is_not_a_move_is_refused_with_the_notation(text: str, beginning: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        MIDDLE.parse(text)
    assert str(refusal.value).startswith(beginning)


def test_the_way_to_write_a_move_ends_with_a_move_that_is_legal_now() -> None:
    for text in ("hello", "furl c1>c2"):
        with pytest.raises(InvalidMove, match=r"You could play c1<c2, for example\.$"):
            MIDDLE.parse(text)


def test_a_cell_from_which_several_moves_start_is_ambiguous_and_they_are_named() -> None:
    with pytest.raises(AmbiguousMove) as refusal:
        MIDDLE.parse("c4")
    assert str(refusal.value) == "From c4 you can play c4>c6 or c4xe5: say which."


def test_of_many_moves_only_some_are_named() -> None:
    with pytest.raises(AmbiguousMove) as refusal:
        start(2).parse("c3")
    assert str(refusal.value) == "From c3 you can play c3<c1, c3<c2, c3<c4, c3<c5, c3<c6, c3<a1 or 3 others: say which."


def test_a_word_that_names_the_kind_of_move_narrows_a_single_cell() -> None:
    assert MIDDLE.parse("c4 captures") == "c4xe5"


@settings(deadline=None)
@given(
    text=st.text(max_size=3).flatmap(lambda text: st.just(text) | st.just(f"a4{text}c4") | st.just(f"{text} a4 c4")),
    choice=st.randoms(use_true_random=False),
)
def test_everything_around_the_cells_is_a_move_or_a_sentence(text: str, choice: random.Random) -> None:
    position = choice.choice(sample("furl", 2))
    try:
        assert position.parse(text) in position.legal_moves()
    except MoveError as refusal:
        assert str(refusal).endswith(".")


def test_a_very_long_text_is_refused_like_a_short_one() -> None:
    for text in ("a4" + " " * 200_000 + "?", "a4 " * 100_000, "a" * 200_000, "a4<" * 100_000, "9" * 200_000):
        with pytest.raises(InvalidMove):
            MIDDLE.parse(text)
