"""The fen and the text board of Furbowl."""

import pytest

from rules.furbowl import from_fen, start
from tests.rules.boards import board_text
from tests.rules.furbowl_boards import after, place

OPENING = "5,3/4,5/6,6/6,5/5,8 11,3/12,5/10,6/10,5/11,8 pg 8,5 purple 0 - - -"
START = "-/-/-/-/- -/-/-/-/- pg - purple 0 - - formation"
BALL = "5,3/4,5/6,6/6,5/5,8 11,3/12,5/10,6/10,5/11,8 pg - purple 0 - - ball"


@pytest.mark.parametrize("fen", [START, BALL, OPENING])
def test_the_openings_as_fens(fen: str) -> None:
    assert from_fen(fen).fen() == fen
    assert from_fen(START) == start(2)
    assert from_fen(OPENING) == after(start(2), "balanced", "ball5")


@pytest.mark.parametrize(
    ("parts", "chance"),
    [
        ("fox 4,4, bear 5,5~2|rabbit 3,3, fox 4,3|8,8|purple 1 f fox:m", "dodge:4,5"),
        ("fox 4,4|rabbit 6,3|4,4|purple 1 f fox:m", "pickup"),
        ("fox 4,4|rabbit 6,3|6,3|purple 1 f fox:ma", "surprise"),
        ("fox 4,4, bear 8,5|rabbit 6,3|purple-fox|purple 1 f fox:a", "throw:bear"),
        ("fox 4,4, bear 8,5|rabbit 6,3|8,5|purple 1 f fox:ma", "catch:bear"),
        ("fox 4,4|rabbit 5,5~1|purple-fox|purple 3 rbf fox:a", "tackle:rabbit"),
        ("fox 4,4|rabbit 6,4|green-cat|green 1 r rabbit:a", "scatter:3"),
        ("fox 4,4|rabbit 6,4|purple-fox|purple 1 f fox:a", "ouch:rabbit"),
        ("fox 4,4|rabbit 6,4|5,4|purple 1 f fox:a", "spill:rabbit"),
        ("fox 4,4|rabbit ko, bear 15,4|purple-fox|green 0 - -", "recovery:rabbit"),
        ("fox 4,4|rabbit 15,2, bear ko|purple-fox|green 0 r -", "return:bear"),
    ],
)
def test_everything_that_chance_may_decide_has_a_fen(parts: str, chance: str) -> None:
    purple, green, ball, turn = parts.split("|")
    if chance.startswith("scatter"):
        ball = "6,4"
    if turn.startswith("purple 3"):
        turn = "purple 3 rfb fox:a"
        purple += ", rabbit 1,2, bear 1,3"
    position = place(purple, green, ball=ball, turn=turn, chance=chance)
    assert position.fen().endswith(f" {chance}")
    assert position.legal_moves()


@pytest.mark.parametrize(
    ("changes", "chance"),
    [
        ({}, "dodge:4,3"),
        ({"turn": "purple 1 f fox:a"}, "pickup"),
        ({"turn": "purple 1 f fox:a"}, "throw:bear"),
        ({"turn": "purple 1 f fox:a"}, "throw:fox"),
        ({"turn": "purple 1 f fox:a"}, "catch:bear"),
        ({"turn": "purple 1 f fox:a"}, "tackle:bear"),
        ({"turn": "purple 1 f fox:a"}, "ouch:bear"),
        ({"turn": "purple 1 f fox:a"}, "spill:rabbit"),
        ({"turn": "purple 1 f fox:a"}, "surprise"),
        ({"turn": "purple 0 - -"}, "return:rabbit"),
        ({"turn": "purple 0 f -"}, "recovery:rabbit"),
        ({"turn": "purple 1 f fox:a"}, "recovery:rabbit"),
    ],
)
def test_chance_decides_nothing_that_does_not_fit_the_board(changes: dict[str, str], chance: str) -> None:
    with pytest.raises(ValueError, match=r"does not fit|only an animal in play|come back before"):
        place("fox 4,4, bear 14,4", "rabbit 5,5, bear 8,8", chance=chance, **changes)


def test_the_text_board_shows_who_is_stunned_who_has_the_ball_and_who_is_off_the_pitch() -> None:
    position = place(
        "rabbit 2,3~1, fox 4,4, bear ko, cat 5,5",
        "rabbit 6,4, bear 9,9~2, tortoise ko",
        ball="purple-fox",
        turn="purple 1 f fox:m",
        sprints="g",
    )
    assert str(position) == board_text("""
        10 . . . . . . . . . . . . . . c
         9 . . . . . . . . b~. . . . . .
         8 . . . . . . . . . . . . . . .
         7 . . . . . . . . . . . . . . .
         6 . . . . . . . . . . . . . . .
         5 . . . . C . . . . . . . . . .
         4 . . . Fo. r . . . . . . . . .
         3 . R~. . . . . . . . . . . . .
         2 . . . . . . . . . . . . . . .
         1 . . . . . . . . . . . . . . .
                             1 1 1 1 1 1
           1 2 3 4 5 6 7 8 9 0 1 2 3 4 5
        Purple: rabbit on 2,3 stunned, up next turn (has sprinted), fox on 4,4, bear knocked out, tortoise out, cat on 5,5
        Green: rabbit on 6,4, fox out, bear on 9,9 stunned, tortoise knocked out, cat on 15,10
        Ball: the Purple fox has it
        Purple to move, 2 plays left; has acted: fox; in play: fox, has moved
    """)


def test_the_text_board_shows_the_end_and_the_beginning() -> None:
    assert str(start(2)).splitlines()[-2:] == ["Ball: not placed yet", "The teams line up"]
    scored = after(place("fox 14,4", "rabbit 3,3", ball="purple-fox"), "fox-15,4")
    assert str(scored).splitlines()[-1] == "Purple has scored"
