"""The fen of Furl."""

import re

import pytest

from rules.furl import from_fen, start

OPENING = "bbbb/bbbbb/bbbbbb/......./wwwwww/wwwww/wwww w"


def test_the_opening_as_a_fen() -> None:
    assert start(2).fen() == OPENING
    assert from_fen(OPENING) == start(2)


def test_a_stack_is_written_with_its_height() -> None:
    fen = "..b7./bb.../w2...../......./wwwwww/...../.w7.. b"
    assert from_fen(fen).fen() == fen
    assert from_fen(fen).piece("g3") == (1, 7)
    assert from_fen(fen).piece("e1") == (0, 2)
    assert from_fen(fen).turn == 1


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "a Furl position ends with a space and w or b for the side to move"),
        (OPENING[:-2], "a Furl position ends with a space and w or b for the side to move"),
        (OPENING[:-1] + "x", "a Furl position ends with a space and w or b for the side to move"),
        (OPENING + " ", "a Furl position ends with a space and w or b for the side to move"),
        (OPENING[:-1] + "wb", "a Furl position ends with a space and w or b for the side to move"),
        ("bbbb/bbbbb w", "a Furl position has 7 rows, not 2"),
        (OPENING.replace(".", ".."), "“..............” is not a row of 7 cells, each ., w, b or a stack such as w3"),
        (OPENING.replace(".......", "......"), "“......” is not a row of 7 cells, each ., w, b or a stack such as w3"),
        (
            OPENING.replace("......", "w1....."),
            "“w1......” is not a row of 7 cells, each ., w, b or a stack such as w3",
        ),
        (
            OPENING.replace("......", "w8....."),
            "“w8......” is not a row of 7 cells, each ., w, b or a stack such as w3",
        ),
        (OPENING.replace("......", "W....."), "“W......” is not a row of 7 cells, each ., w, b or a stack such as w3"),
        (OPENING.replace("......", "w....."), "White has 16 discs, but there are only 15"),
        (OPENING.replace("......", "b2....."), "Black has 17 discs, but there are only 15"),
    ],
)
def test_anything_else_is_refused_with_what_is_wrong(fen: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        from_fen(fen)
