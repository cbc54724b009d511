"""Phrases that several games use."""

from bot.texts.language import say
from rules.wording import either, listed, plural, quoted, reaching


def test_only_one_of_something_is_singular() -> None:
    assert [plural(count, "move") for count in range(3)] == ["0 moves", "1 move", "2 moves"]
    assert [plural(count, "match", "matches") for count in range(3)] == ["0 matches", "1 match", "2 matches"]


def test_a_list_reads_as_in_a_sentence() -> None:
    assert [listed(["a", "b", "c"][:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert either(["a4", "b5"]) == "a4 or b5"


def test_only_some_of_many_choices_are_named() -> None:
    assert either("abcdefg") == "a, b, c, d, e, f or 1 other"
    assert either("abcdefgh") == "a, b, c, d, e, f or 2 others"


def test_many_goals_of_a_piece_are_counted() -> None:
    assert say(reaching(["a1", "a2", "a3"])) == "reaches a1, a2 and a3"
    assert say(reaching(["c2", "c3", "d3", "e1"])) == "4 cells"


def test_a_typed_text_is_quoted_on_one_line_and_cut() -> None:
    assert quoted(" a4 \n c4 ") == "“a4 c4”"
    assert quoted("x" * 40) == f"“{'x' * 40}”"
    assert quoted("x" * 41) == f"“{'x' * 40}…”"
    assert quoted(" \n") == "An empty line"
