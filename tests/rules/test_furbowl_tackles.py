"""The rules of Furbowl: tackles, pushes, big hits and injuries."""

import pytest

from tests.rules.furbowl_boards import after, due, moves_of, place, where

# Who can be tackled


def test_only_opponents_next_to_the_attacker_can_be_tackled_diagonals_and_stunned_ones_included() -> None:
    position = place("bear 4,4, fox 5,3", "rabbit 5,5, fox 4,5~1, bear 6,4, tortoise ko")
    assert {move for move in moves_of(position, "bear") if "tackle" in move} == {
        "bear-tackle-rabbit",
        "bear-tackle-fox",
    }


# Pushing


# Failures


# Big hits and the Ouch table


@pytest.mark.parametrize(
    ("attacker", "defender", "tackle", "rolls"),
    [
        (
            "fox",
            "rabbit",
            "5+5",
            {"1+1": "", "2+3": "", "3+3": "~2", "4+4": "~2", "4+5": "ko", "5+6": "ko", "6+6": "out"},
        ),
        ("bear", "rabbit", "5+5", {"2+2": "", "2+3": "~2", "3+4": "~2", "4+4": "ko", "5+5": "ko", "5+6": "out"}),
        ("fox", "tortoise", "6+6", {"3+4": "", "4+4": "~2", "5+5": "~2", "5+6": "ko", "6+6": "ko"}),
        ("bear", "tortoise", "5+5", {"3+3": "", "3+4": "~2", "4+5": "~2", "5+5": "ko", "6+6": "ko"}),
        ("fox", "cat", "5+6", {"2+3": "", "3+3": "~2", "4+5": "ko", "5+6": "ko", "6+6": "ko"}),
        ("bear", "cat", "5+6", {"4+4": "ko", "5+6": "ko", "6+6": "ko"}),
    ],
)
def test_the_ouch_table_with_maul_shell_and_nine_lives(
    attacker: str, defender: str, tackle: str, rolls: dict[str, str]
) -> None:
    position = after(place(f"{attacker} 4,4", f"{defender} 5,4"), f"{attacker}-tackle-{defender}", tackle)
    assert due(position) == f"ouch:{defender}"
    for roll, result in rolls.items():
        hurt = where(after(position, roll), "green", defender)
        assert hurt == (result if result in ("ko", "out") else f"6,4{result}"), roll


# The ball and a tackle
