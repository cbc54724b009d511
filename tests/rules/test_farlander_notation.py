"""The notation of Farlander: the fen, the text board, moves in words and in parts."""

import random
import re

import pytest

from rules import GAMES
from rules.core import CHANCE, LONGEST_TOKEN, Move
from rules.farlander import FarlanderPosition
from rules.farlander.campaign import Phase
from tests.rules.boards import board_text
from tests.rules.farlander_tables import FLAT, after, table, without
from tests.rules.playouts import sample

GARRISONS = "farlander-garrisons"
LONGEST_MESSAGE = 1_900  # characters: Discord's limit, less some for the words around the board


def test_the_start_as_a_fen() -> None:
    assert GAMES["farlander"].start(3).fen() == "- - 24/24/24 map"


def test_a_fen_names_the_map_who_holds_what_what_is_left_to_place_and_the_phase() -> None:
    position = table("a1:r5 b2:b1 g4:g2", "placement:green", left="19/23/22")
    assert position.fen() == f"{FLAT} r5../.b1./.../.../..../..../...g2 19/23/22 placement:green"
    assert without(position, 1).fen() == f"{FLAT} r5../.b1./.../.../..../..../...g2 19/x/22 placement:green"


def test_every_phase_can_be_written() -> None:
    position = GAMES["farlander"].start(2)
    seen: list[str] = []
    choice = random.Random(1)
    while position.turn is not None:
        seen.append(position.fen().split(" ")[3])
        position = position.play(choice.choice(position.legal_moves()))
    seen.append(position.fen().split(" ")[3])
    assert re.fullmatch(
        r"(map ){7}placement (placement:(red|blue) ){72}conquest (conquest:(red|blue) )+over", " ".join(seen)
    )


def test_a_game_that_ended_because_all_but_one_left_can_be_written() -> None:
    position = GAMES["farlander"].start(3)
    assert isinstance(position, FarlanderPosition)
    over = without(after(position, "t1r0"), 0, 2)
    assert over.fen() == "t1r0 ... x/0/x over"
    assert GAMES["farlander"].from_fen(over.fen()) == over


def test_a_fen_is_read_by_the_rules_of_its_game() -> None:
    fen = table("a1:r3 a2:b1 b1:r1 b2:b1", "conquest:red").fen()
    plain, garrisons = (GAMES[key].from_fen(fen) for key in ("farlander", GARRISONS))
    assert plain.fen() == garrisons.fen() == fen
    assert plain != garrisons
    with pytest.raises(ValueError, match="no game leads to “conquest”"):
        GAMES[GARRISONS].from_fen(fen.replace("r3", "r2"))


# The text board


def test_the_text_board_lists_each_territory_with_holder_units_garrison_and_what_it_borders() -> None:
    position = table("a1:r5 a3:b4 c3:g1", "placement:blue", left="19/20/x", key=GARRISONS)
    assert str(position) == board_text("""
        Placement: Blue to move.
        Red: 1 point, 5 units, 19 to place
        Blue: 1 point, 4 units, 20 to place
        Green: 2 points, 1 unit, has left

        Territory, holder, what it borders. * is a garrison.
        a1  Red 5    a2 a3 b3 c2 c3 d2 g4
        a2* -        a1 a3 d2 e1
        a3  Blue 4   a1 a2 e1 f1 g4
        b1  -        b2 b3
        b2* -        b1 b3 c1 c2
        b3  -        a1 b1 b2 g2
        c1  -        b2 c2 c3
        c2  -        a1 b2 c1 c3
        c3* Green 1  a1 c1 c2 d1 d2
        d1  -        c3 d2 d3
        d2  -        a1 a2 c3 d1 d3 e1 e2
        d3* -        d1 d2
        e1  -        a2 a3 d2 e2 e3 e4 f3
        e2  -        d2 e1 e3
        e3  -        e1 e2 e4
        e4* -        e1 e3 f3
        f1  -        a3 f2 f3 f4 g3 g4
        f2  -        f1 f3 f4
        f3* -        e1 e4 f1 f2
        f4  -        f1 f2
        g1  -        g2 g3
        g2* -        b3 g1 g4
        g3  -        f1 g1 g4
        g4  -        a1 a3 f1 g2 g3
    """)


def test_while_the_map_is_laid_the_text_board_shows_the_tiles_laid_so_far() -> None:
    position = GAMES["farlander"].start(2)
    assert str(position) == board_text("""
        The map is being laid: 0 of 7 tiles so far.
        Red: 0 points, 0 units, 36 to place
        Blue: 0 points, 0 units, 36 to place
    """)
    assert str(position.play(Move("t4r0"))).splitlines()[-3:] == [
        "a1  -        a2 a3",
        "a2  -        a1 a3",
        "a3  -        a1 a2",
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_text_board_fits_in_a_message(seats: int) -> None:
    assert max(len(str(position)) for position in sample(GARRISONS, seats)) < LONGEST_MESSAGE


# Moves in words


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("g4<a1x1", "conquers g4 from Green with 1 unit from a1"),
        ("g4<a1x3", "conquers g4 from Green with 3 units from a1"),
        ("a3<a1x2+a2x1", "conquers a3 from Blue with 2 units from a1 and 1 from a2"),
        ("a3<a1x1+a2x1+f1x2", "conquers a3 from Blue with 1 unit from a1, 1 from a2 and 2 from f1"),
    ],
)
def test_a_conquest_in_words(move: str, words: str) -> None:
    position = table("a1:r5 a2:r4 f1:r3 a3:b4 g4:g1", "conquest:red", left="0/0/0")
    assert position.describe(position.parse(move)) == words


def test_a_placement_in_words() -> None:
    assert table("", "placement:red", left="36/36").describe(Move("b2")) == "places a unit in b2"


def test_rolls_in_words_are_clauses_of_their_own() -> None:
    position = GAMES["farlander"].start(2)
    assert position.describe(Move("t3r0")) == "tile 3 is laid at place a, not turned"
    assert position.describe(Move("t3r1")) == "tile 3 is laid at place a, turned by 1 step"
    assert position.play(Move("t1r0")).describe(Move("t3r2")) == "tile 3 is laid at place b, turned by 2 steps"
    assert table("", "placement", left="36/36").describe(Move("red")) == "Red begins the placement"
    assert table("a1:b1", "conquest").describe(Move("blue")) == "Blue begins the conquest"


# Moves in parts


def test_a_conquest_is_chosen_target_first_then_source_after_source() -> None:
    position = table("a1:r5 a2:r4 f1:r3 a3:b4", "conquest:red")
    assert position.choices(Move("a3<a1x1+a2x1+f1x2")) == ("a3", "<a1x1", "+a2x1", "+f1x2")
    assert position.choices(Move("a3<a1x1")) == ("a3", "<a1x1")


def test_a_placement_and_a_roll_are_one_choice() -> None:
    position = table("", "placement:red", left="36/36")
    assert position.choices(Move("b2")) == ("b2",)
    assert GAMES["farlander"].start(2).choices(Move("t3r2")) == ("t3r2",)
    assert table("a1:b1", "conquest").choices(Move("blue")) == ("blue",)


def test_the_longest_token_names_five_sources() -> None:
    position = table("a1:b3 a2:r2 a3:r2 b3:r2 c2:r2 c3:r2 d2:r2 g4:r2", "conquest:red")
    longest = max(position.legal_moves(), key=len)
    assert longest.count("x") == 5
    assert len(longest) == 27 <= LONGEST_TOKEN


def test_hundreds_of_ways_into_one_territory_are_listed_once_each() -> None:
    position = table("a1:b3 a2:r5 a3:r5 b3:r5 c2:r5 c3:r5 d2:r5 g4:r5", "conquest:red")
    assert position.phase is Phase.CONQUEST
    assert position.turn is not CHANCE
    # Mixes of 1 to 5 units from seven sources that can each spare four, except the seven with five from one source.
    assert len(set(position.legal_moves())) == len(position.legal_moves()) == 792 - 1 - 7
