"""Plans as text: how they are written and understood, and that the round trip loses nothing."""

from dataclasses import dataclass
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.plans.grammar import outline
from bot.model.plans.parsing import LONGEST_LINE, LONGEST_TEXT, LONGEST_TYPED_PLAN, MOST_LINES, parse_plan
from bot.model.plans.tree import NOTHING, PlanError, PlanTree
from rules.core import IllegalMove, Move, Outcome, Position, Seat, Turn
from tests.bot.model.trees import TOKENS, TREES, after


@dataclass(frozen=True, slots=True)
class Unknown(Position):
    """A position of a game in which every text might become a move, and none is a move now."""

    @property
    def turn(self) -> Turn:
        return Seat(0)

    def legal_moves(self) -> tuple[Move, ...]:
        return (Move("on"), Move("off"))

    def play(self, move: Move) -> Self:
        return self

    def outcome(self) -> Outcome | None:
        return None

    def fen(self) -> str:
        return ""

    def __str__(self) -> str:
        return ""

    def parse(self, text: str) -> Move:
        raise IllegalMove(f"{text} is not possible now.")

    def describe(self, move: Move) -> str:
        return move

    def side(self, seat: Seat) -> str:
        return str(seat)


def _read(text: str, known: PlanTree = NOTHING) -> PlanTree:
    """The plan of a person who waits for an opponent, in a game in which no position is known."""
    return parse_plan(text, Unknown(), (), Seat(1), known)


@given(tree=TREES)
def test_a_plan_as_it_is_shown_is_read_as_the_same_plan(tree: PlanTree) -> None:
    assert _read("\n".join(outline(tree))) == tree


_PIECES = ("after ", "AFTER ", "after anything else: ", "anything else", "Anything Else", "else", "IF ", "* ", " and ")
_SIGNS = (":", ": ", ";", "\n", "\n  ", ",", ", ", " ", " -> ", "→", "`", "：", "\t")


@given(pieces=st.lists(st.sampled_from((*_PIECES, *_SIGNS, *TOKENS)), max_size=14))
def test_any_text_is_refused_with_a_sentence_or_becomes_a_plan_that_keeps_its_meaning(pieces: list[str]) -> None:
    try:
        tree = _read("".join(pieces))
    except PlanError as error:
        assert str(error).endswith((".", "”."))
        return
    assert _read("\n".join(outline(tree))) == tree


@given(text=st.text(max_size=60))
def test_nonsense_raises_nothing_unexpected(text: str) -> None:
    try:
        assert _read("\n".join(outline(_read(text)))) == _read(text)
    except PlanError as error:
        assert str(error)


@pytest.mark.parametrize(
    "text", ["b2 b2 c1 d3", "b2, b2, c1,d3", "b2; b2;c1 ;d3", "b2\nb2\nc1\n\nd3\n", " b2  b2 c1 d3;"]
)
def test_moves_alone_are_a_queue_with_any_separator(text: str) -> None:
    expected = ("b2", "b2", "c1", "d3") if ";" not in text[-1] else ("b2 b2 c1 d3",)
    assert _read(text) == PlanTree(expected)


def test_where_punctuation_separates_moves_spaces_belong_to_them() -> None:
    assert _read("e5 e4, g1 g2") == PlanTree(("e5 e4", "g1 g2")) == _read("e5 e4; g1 g2")


@pytest.mark.parametrize(
    "text",
    [
        "after e5<e4: c4xe3; after anything else: a1<b2",
        "AFTER e5<e4:c4xe3\nAfter Anything Else :a1<b2",
        "e5<e4: c4xe3; anything else: a1<b2",
        "after e5<e4: c4xe3;;\n; after anything else: a1<b2;",
        "`after  e5<e4： c4xe3； anything  else： a1<b2`",
    ],
)
def test_a_colon_separates_a_condition_from_its_answer(text: str) -> None:
    assert _read(text) == PlanTree((), (after("e5<e4", "c4xe3"), after("", "a1<b2")))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("if e5<e4: c4xe3", "if"),
        ("e5<e4: c4xe3; WHEN d2<d3: a1<b2", "WHEN"),
        ("after they play e5<e4: c4xe3", "they play"),
        ("after e5<e4: I play c4xe3", "I play"),
        ("after e5<e4: c4xe3, then after d2<d3: a1<b2", "then"),
        ("a1<a2, and after e5<e4: c4xe3", "and"),
        ("after e5<e4: c4xe3, else: a1<b2", "else"),
        ("or else, a1<b2", "else"),
        ("otherwise: a1<b2", "otherwise"),
        ("after anything: a1<b2", "anything"),
        ("any other move: a1<b2", "any"),
        ("after anything else", "anything else"),
        ("after *: a1<b2", "*"),
    ],
)
def test_a_word_that_plans_do_not_have_is_named_and_so_is_what_works(text: str, word: str) -> None:
    with pytest.raises(PlanError) as caught:
        _read(text)
    assert f"at “{word}”" in str(caught.value)
    assert "a colon between what they play and what you play" in str(caught.value)
    assert "“after anything else: …”" in str(caught.value)


@pytest.mark.parametrize(
    "text", ["after e5<e4, c4xe3", "after e5<e4 -> c4xe3", "after e5<e4 → c4xe3", "after e5<e4 c4xe3"]
)
def test_only_a_colon_separates_a_condition_from_its_answer(text: str) -> None:
    with pytest.raises(PlanError, match=r"put a colon between what they play and what you play"):
        _read(text)


def test_an_arrow_belongs_to_a_move() -> None:
    assert _read("after c4->e3: a1 -> b2") == PlanTree((), (after("c4->e3", "a1", "->", "b2"),))
    assert _read("after c4 -> e3: a1 -> b2,") == PlanTree((), (after("c4 -> e3", "a1 -> b2"),))


def test_a_comma_before_a_digit_belongs_to_a_square() -> None:
    assert _read("after fox-8,5, end: bear-9,5, end") == PlanTree((), (after("fox-8,5 + end", "bear-9,5", "end"),))


def test_a_line_goes_on_with_further_answers() -> None:
    deeper = (after("d2<d3", "a1<b2"), after("", "b1<b2"))
    tree = PlanTree((), (after("e5<e4", "c4xe3", then=deeper), after("", "g1<g2")))
    first, second = "after e5<e4: c4xe3, after d2<d3: a1<b2", "after e5<e4: c4xe3, after anything else: b1<b2"
    assert _read(f"{first}; {second}; anything else: g1<g2") == tree
    text = "after e5<e4: c4xe3\n  after d2<d3: a1<b2\n  anything else: b1<b2\nanything else: g1<g2"
    assert _read(text) == tree
    assert "\n".join(outline(tree)) == text.replace("anything else", "after anything else")


def test_a_line_can_be_indented_deeper_than_the_one_it_continues() -> None:
    text = "after a: b\n    after c: d\n      after e: f; after g: h\n    after i: j\nafter k: l"
    deepest = (after("e", "f"), after("g", "h"))
    assert _read(text) == PlanTree((), (after("a", "b", then=(after("c", "d", then=deepest), after("i", "j"))), after("k", "l")))  # fmt: skip


def test_anything_else_comes_last_wherever_it_was_written() -> None:
    tree = _read("anything else: d1<d2; after e5<e4: c4xe3")
    assert outline(tree) == ["after e5<e4: c4xe3", "after anything else: d1<d2"]
    assert outline(_read("after a1<a2: b1<b2", tree))[-1] == "after anything else: d1<d2"


def test_a_queue_is_played_before_the_conditions_that_follow_it() -> None:
    tree = PlanTree(("a1<a2", "b1<b2"), (after("e5<e4", "c4xe3"), after("", "d1<d2")))
    assert _read("a1<a2; b1<b2; after e5<e4: c4xe3; anything else: d1<d2") == tree
    assert _read("a1<a2 b1<b2, after e5<e4: c4xe3; a1<a2, b1<b2, after anything else: d1<d2") == tree
    assert outline(tree) == ["a1<a2, b1<b2", "after e5<e4: c4xe3", "after anything else: d1<d2"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" ;\n;", "There's no move in this text."),
        ("x" * 101, "That's longer than any move."),
        ("after e5<e4", "doesn't say what you answer to “e5<e4”: put a colon"),
        ("after e5<e4:", "doesn't say what you answer to “e5<e4”"),
        ("after e5<e4: after c1<c2: b1<b2", "doesn't say what you answer to “e5<e4”"),
        ("after: c4xe3", "doesn't say after which move"),
        ("after e5<e4: c4xe3, else: a1<b2", "start a new line with “after anything else: …”"),
        ("a1<a2, e5<e4: c4xe3", "put “after” before what they play"),
        ("after e5<e4: c4xe3; a1<b2", "Line 2: Put unconditional moves first."),
        ("after e5<e4: c4xe3; after e5<e4: a1<b2", "Line 2: Another line plays c4xe3 where this one plays"),
        (
            "anything else: a; anything else: b",
            "Line 2: Another line plays a where this one plays b.",
        ),
        ("after a: b, after c: d; after a: b, e", "Line 2: Two lines say different things after b"),
        ("after a: b, e; after a: b, after c: d", "Line 2: Two lines say different things after b"),
        ("a, after b: c; d, after e: f", "Line 2: Another line plays a where this one plays d."),
    ],
)
def test_an_impossible_line_is_refused_by_its_number(text: str, reason: str) -> None:
    with pytest.raises(PlanError) as caught:
        _read(text)
    assert reason in str(caught.value)


def test_a_line_that_says_the_same_again_changes_nothing() -> None:
    once = _read("after a: b, after c: d")
    assert _read("after a: b, after c: d; after a: b; after a: b, after c: d") == once


def test_lines_are_added_to_what_is_planned() -> None:
    assert _read("c1", PlanTree(("b1", "b2"))) == PlanTree(("b1", "b2", "c1"))
    tree = _read("after e5<e4: c4xe3")
    longer = _read("after e5<e4: c4xe3, after d2<d3: a1<b2; anything else: g1<g2", tree)
    assert longer == _read("after e5<e4: c4xe3, after d2<d3: a1<b2; anything else: g1<g2")
    with pytest.raises(PlanError, match="Put unconditional moves first"):
        _read("a1<a2", tree)
    assert _read("", tree) == tree


def test_the_number_of_lines_in_a_plan_is_limited() -> None:
    most = "; ".join(f"after a{number}: b1" for number in range(MOST_LINES))
    assert len(_read(most).branches) == MOST_LINES
    for more in (f"{most}; anything else: c1", f"b1; {most}"):
        with pytest.raises(PlanError, match=f"at most {MOST_LINES} lines, and this one has {MOST_LINES + 1}."):
            _read(more)


def test_the_number_of_moves_in_a_line_is_limited() -> None:
    assert len(_read("b2 " * LONGEST_LINE).moves) == LONGEST_LINE
    for text in ("b2 " * (LONGEST_LINE + 1), "b2; " * (LONGEST_LINE + 1), "after a: b, " * 20 + "after a: b"):
        with pytest.raises(PlanError, match=f"at most {LONGEST_LINE} moves"):
            _read(text)


@dataclass(frozen=True, slots=True)
class Untried(Unknown):
    """A position in which no move may be tried."""

    def parse(self, text: str) -> Move:
        raise AssertionError(f"{text} was tried")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "; ".join(f"after a{number}: b1" for number in range(MOST_LINES + 1)),
            f"lines, and this one has {MOST_LINES + 1}.",
        ),
        ("b1; " + "; ".join(f"after a{number}: b1" for number in range(500)), "lines, and this one has 501."),
        ("; ".join(["b1"] * 900), "moves, and this one has 900."),
        ("b1 " * 900, "moves, and this one has 900."),
        (f"after a: {'b1 ' * 900}", "moves, and this one has 900."),
        (f"after a: {'b1, ' * LONGEST_LINE}", f"moves, and this one has {LONGEST_LINE + 1}."),
        ("after a:b," * 600, "moves, and this one has 1200."),
        ("after a:b," * 1_001, f"{LONGEST_TYPED_PLAN} letters at most"),
    ],
)
def test_a_plan_that_is_too_long_is_refused_before_any_move_is_tried(text: str, reason: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(text, Untried(), (), Seat(1))
    assert reason in str(caught.value)


def test_lines_with_the_same_beginning_are_counted_by_their_ends() -> None:
    inner = "\n".join(f"  after b{number}: c1" for number in range(MOST_LINES))
    assert len(outline(_read(f"after a: b1\n{inner}"))) == MOST_LINES + 1


def test_a_plan_is_no_longer_than_what_can_be_edited() -> None:
    lines = [f"after {'x' * 90}{number}: {'y' * 50}" for number in range(MOST_LINES)]
    with pytest.raises(PlanError, match=f"{LONGEST_TEXT} letters at most"):
        _read(";".join(lines))
