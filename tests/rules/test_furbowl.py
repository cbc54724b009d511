"""The rules of Furbowl: setting up, turns, plays and scores. R1 to R10 are the rulings of the rules specification."""

import pytest

from rules import GAMES
from rules.core import CHANCE, IllegalMove, Move, Seat
from rules.furbowl import start
from tests.rules.boards import board_text
from tests.rules.furbowl_boards import after, ball, due, moves_of, part, place, where

FORMATIONS = {
    "balanced": "5,3/4,5/6,6/6,5/5,8 11,3/12,5/10,6/10,5/11,8",
    "wide": "5,2/4,5/6,7/6,4/5,9 11,2/12,5/10,7/10,4/11,9",
    "central": "5,4/4,5/6,6/6,5/5,7 11,4/12,5/10,6/10,5/11,7",
    "defensive": "3,4/2,6/4,6/4,5/3,7 13,4/14,6/12,6/12,5/13,7",
    "aggressive": "6,3/5,5/7,6/7,5/6,8 10,3/11,5/9,6/9,5/10,8",
}
DICE = [f"{first}+{second}" for first in range(1, 7) for second in range(1, 7)]


# Setting up


def test_only_two_can_play() -> None:
    assert list(GAMES["furbowl"].seats) == [2]
    with pytest.raises(ValueError, match="Furbowl is a game for 2 players, not 3"):
        start(3)


def test_chance_picks_one_of_five_formations_and_then_the_row_of_the_ball() -> None:
    assert start(2).turn is CHANCE
    assert list(start(2).legal_moves()) == list(FORMATIONS)
    assert after(start(2), "wide").turn is CHANCE
    assert list(after(start(2), "wide").legal_moves()) == ["ball5", "ball6"]


@pytest.mark.parametrize(("formation", "places"), FORMATIONS.items())
@pytest.mark.parametrize("row", [5, 6])
def test_r1_green_mirrors_purple_and_the_ball_lies_in_column_8(formation: str, places: str, row: int) -> None:
    assert after(start(2), formation, f"ball{row}").fen() == f"{places} pg 8,{row} purple 0 - - -"


def test_r2_purple_is_seat_0_and_begins() -> None:
    position = after(start(2), "balanced", "ball5")
    assert position.turn == 0
    assert [position.side(seat) for seat in (Seat(0), Seat(1))] == ["Purple", "Green"]


def test_in_the_even_game_the_first_turn_has_one_play_and_every_later_one_three() -> None:
    assert GAMES["furbowl-even"].start(2) == start(2, first_plays=1)
    position = after(start(2, first_plays=1), "balanced", "ball5", "bear-7,6")
    assert position.turn == 1
    position = after(position, "bear-9,6", "tortoise-9,5", "cat-10,7")
    assert position.turn == 0
    position = after(position, "rabbit-5,4", "fox-4,6")
    assert position.turn == 0 and after(position, "cat-6,8").turn == 1


def test_the_even_game_is_set_up_and_written_like_the_other_except_for_a_removed_play() -> None:
    assert list(GAMES["furbowl-even"].start(2).legal_moves()) == list(FORMATIONS)
    position = after(start(2, first_plays=1), "wide", "ball6")
    assert position.fen() == f"{FORMATIONS['wide']} pg 8,6 purple 2 - - -"
    assert GAMES["furbowl-even"].from_fen(position.fen()) == position
    for fen in (GAMES["furbowl-even"].start(2).fen(), position.fen()):
        with pytest.raises(ValueError, match=r"before the match|more plays than animals"):
            GAMES["furbowl"].from_fen(fen)
        with pytest.raises(ValueError, match=r"before the match|more plays than animals"):
            GAMES["furbowl-even"].from_fen(fen.replace(" purple 2 ", " purple 3 "))
    with pytest.raises(ValueError, match="more plays than animals"):
        GAMES["furbowl-even"].from_fen(position.fen().replace(" purple 2 ", " green 2 "))


def test_the_opening_as_text() -> None:
    assert str(after(start(2), "balanced", "ball5")) == board_text("""
        10 . . . . . . . . . . . . . . .
         9 . . . . . . . . . . . . . . .
         8 . . . . C . . . . . c . . . .
         7 . . . . . . . . . . . . . . .
         6 . . . . . B . . . b . . . . .
         5 . . . F . T . o . t . f . . .
         4 . . . . . . . . . . . . . . .
         3 . . . . R . . . . . r . . . .
         2 . . . . . . . . . . . . . . .
         1 . . . . . . . . . . . . . . .
                             1 1 1 1 1 1
           1 2 3 4 5 6 7 8 9 0 1 2 3 4 5
        Purple: rabbit on 5,3, fox on 4,5, bear on 6,6, tortoise on 6,5, cat on 5,8
        Green: rabbit on 11,3, fox on 12,5, bear on 10,6, tortoise on 10,5, cat on 11,8
        Ball: on 8,5
        Purple to move, 3 plays left
    """)


# Turns and plays


def test_legal_moves_go_by_animal_and_then_moves_sprints_passes_and_tackles_and_end_with_end() -> None:
    position = place("bear 14,9, cat 14,10", "fox 15,9, cat 15,8", ball="purple-bear")
    kinds = ["bear-11,6", "bear-pass-cat", "bear-tackle-fox", "bear-tackle-cat", "cat-9,5", "cat-tackle-fox", "end"]
    assert [move for move in position.legal_moves() if move in kinds] == kinds
    assert position.legal_moves()[-1] == "end"


def test_moves_go_by_column_and_then_by_row_and_those_with_sprint_follow() -> None:
    moves = [move for move in place("rabbit 1,5", "cat 4,4").legal_moves() if move.startswith("rabbit-")]

    def order(move: str) -> tuple[bool, int, int]:
        column, row = move.rpartition("-")[2].split(",")
        return "sprint" in move, int(column), int(row)

    assert moves == sorted(moves, key=order)
    assert moves[0] == "rabbit-1,2"
    assert moves[-1] == "rabbit-sprint-9,10"


def test_a_turn_has_up_to_three_plays_of_different_animals() -> None:
    position = place("rabbit 1,3, fox 1,4, bear 1,5, tortoise 1,6", "fox 15,5")
    position = after(position, "rabbit-2,3")
    assert position.turn == 0 and not moves_of(position, "rabbit")
    position = after(position, "fox-2,4")
    assert position.turn == 0 and not moves_of(position, "fox")
    assert after(position, "bear-2,5").turn == 1


def test_the_turn_can_be_ended_between_plays_and_before_the_first() -> None:
    position = place("rabbit 1,3, fox 1,4", "fox 15,5")
    assert after(position, "end").turn == 1
    assert after(position, "rabbit-2,3", "end").turn == 1


def test_the_turn_ends_when_no_animal_is_left_that_can_start_a_play() -> None:
    position = place("fox 1,4, cat ko", "fox 15,5")
    assert after(position, "fox-2,4").turn == 1


def test_inside_a_play_only_its_animal_can_go_on_or_finish() -> None:
    position = after(place("fox 4,4, bear 5,5", "rabbit 6,4"), "fox-5,4")
    assert list(position.legal_moves()) == ["fox-tackle-rabbit", "finish"]
    assert position.named_moves() == {"finish": "Finish the play"}


def test_finish_is_no_move_between_plays_and_end_none_inside_a_play() -> None:
    between = place("fox 4,4, bear 5,5", "rabbit 6,4")
    assert between.named_moves() == {"end": "End the turn"}
    inside = after(between, "fox-5,4")
    for position, move in ((between, "finish"), (inside, "end")):
        with pytest.raises(IllegalMove):
            position.play(Move(move))


def test_finishing_a_play_leaves_the_other_animals_their_plays() -> None:
    position = after(place("fox 4,4, bear 5,5", "rabbit 6,4"), "fox-5,4", "finish")
    assert position.turn == 0
    assert part(position, 5) == "1" and part(position, 6) == "f"
    assert moves_of(position, "bear") and not moves_of(position, "fox")


def test_move_and_action_come_in_either_order_and_end_the_play_together() -> None:
    position = place("bear 4,4, fox 1,4", "rabbit 5,4")
    assert after(position, "bear-4,5", "bear-tackle-rabbit", "1+1").named_moves() == {"end": "End the turn"}
    acted = after(position, "bear-tackle-rabbit", "1+1")
    assert part(acted, 7) == "bear:a"
    assert not moves_of(acted, "bear-tackle") and moves_of(acted, "bear")
    assert after(acted, "bear-4,5").named_moves() == {"end": "End the turn"}


def test_no_second_action_follows_the_first() -> None:
    passed = after(place("fox 4,4, bear 4,7", "rabbit 5,4", ball="purple-fox"), "fox-pass-bear", "6+6", "6+6")
    assert ball(passed) == "purple-bear"
    assert not {move for move in passed.legal_moves() if "pass" in move or "tackle" in move}
    tackled = after(place("fox 4,4, bear 4,7", "rabbit 5,4", ball="purple-fox"), "fox-tackle-rabbit", "1+1")
    assert not {move for move in tackled.legal_moves() if "pass" in move or "tackle" in move}


def test_a_play_ends_by_itself_when_no_step_is_possible() -> None:
    position = after(place("fox 4,4, bear 5,5", "rabbit 9,4"), "fox-5,4")
    assert part(position, 7) == "-"
    assert moves_of(position, "bear")


def test_a_play_ends_by_itself_after_an_action_if_the_animal_cannot_move() -> None:
    position = place("bear 1,10, fox 1,9, tortoise 2,9", "rabbit 2,10, fox 3,10")
    assert part(after(position, "bear-tackle-rabbit", "1+1"), 7) == "-"


def test_stepping_next_to_an_opponent_does_not_end_the_play_for_a_tackle_is_possible() -> None:
    assert part(after(place("tortoise 4,4", "bear 7,4"), "tortoise-6,4"), 7) == "tortoise:m"


# The beginning of a turn


def test_a_stunned_animal_misses_the_next_turn_of_its_team_and_recovers_as_the_following_one_begins() -> None:
    position = after(place("bear 4,4, cat 1,1", "fox 5,4, cat 15,10"), "bear-tackle-fox", "4+4", "3+3")
    assert where(position, "green", "fox") == "6,4~2"
    position = after(position, "finish", "end")
    assert position.turn == 1 and where(position, "green", "fox") == "6,4~1"
    assert not moves_of(position, "fox")
    position = after(position, "end")
    assert where(position, "green", "fox") == "6,4~1"
    position = after(position, "end")
    assert where(position, "green", "fox") == "6,4"
    assert moves_of(position, "fox")


def test_an_animal_stunned_in_its_own_turn_misses_the_next_turn_of_its_team_too() -> None:
    position = after(place("fox 4,4, bear 1,5", "bear 5,4"), "fox-tackle-bear", "1+3")
    assert where(position, "purple", "fox") == "4,4~2"
    position = after(position, "end", "end")
    assert position.turn == 0 and where(position, "purple", "fox") == "4,4~1"
    assert where(after(position, "end", "end"), "purple", "fox") == "4,4"


def test_an_animal_that_is_stunned_again_counts_afresh() -> None:
    position = place("bear 4,4", "fox 5,4~1")
    assert where(after(position, "bear-tackle-fox", "4+4", "3+3"), "green", "fox") == "6,4~2"


def test_the_knocked_out_roll_in_the_order_of_the_table_and_one_after_the_other() -> None:
    position = after(place("fox 4,4", "rabbit ko, bear ko, cat ko, fox 12,4"), "fox-5,4", "end")
    assert position.turn is CHANCE
    assert due(position) == "recovery:rabbit"
    assert list(position.legal_moves()) == DICE
    position = after(position, "4+4")
    assert due(position) == "return:rabbit"
    position = after(position, "15,3")
    assert due(position) == "recovery:bear"
    position = after(position, "3+4")
    assert due(position) == "recovery:cat"
    position = after(position, "1+1")
    assert position.turn == 1
    assert [where(position, "green", animal) for animal in ("rabbit", "bear", "cat")] == ["15,3", "ko", "ko"]


def test_stunned_animals_count_before_the_knocked_out_roll() -> None:
    position = after(place("fox 4,4", "rabbit ko, fox 12,4~1"), "end")
    assert due(position) == "recovery:rabbit"
    assert where(position, "green", "fox") == "12,4"


def test_a_returning_animal_counts_as_having_acted_in_this_turn() -> None:
    position = after(place("fox 4,4", "rabbit ko, fox 12,4"), "end", "2+6", "15,1")
    assert part(position, 6) == "r"
    assert position.turn == 1
    assert not moves_of(position, "rabbit") and moves_of(position, "fox")
    assert part(position, 5) == "0"


@pytest.mark.parametrize(
    ("roll", "back"), [("2+5", False), ("2+6", True), ("4+4", True), ("6+6", True), ("1+1", False)]
)
def test_a_knocked_out_animal_returns_on_8_or_more(roll: str, back: bool) -> None:
    position = after(place("fox 4,4", "rabbit ko, fox 12,4"), "end", roll)
    assert (due(position) == "return:rabbit") == back


def test_it_returns_on_any_empty_square_of_its_home_column() -> None:
    green = after(place("fox 15,4, bear 4,4", "rabbit ko, fox 15,2, cat 15,9", ball="15,7"), "bear-4,5", "end", "6+6")
    assert list(green.legal_moves()) == ["15,1", "15,3", "15,5", "15,6", "15,8", "15,10"]
    purple = after(place("rabbit ko, fox 3,3", "fox 12,4", turn="green 0 - -"), "fox-11,4", "end", "6+6")
    assert list(purple.legal_moves()) == [f"1,{row}" for row in range(2, 11)]


def test_r3_if_its_home_column_is_full_it_returns_in_the_next_one_inward() -> None:
    position = place(
        "rabbit 1,2, fox 1,3, bear 1,4, tortoise ko",
        "rabbit 1,5, fox 1,6, bear 1,7, tortoise 1,8, cat 1,9",
        ball="1,10",
        turn="green 0 - -",
    )
    position = after(position, "end", "4+4")
    assert list(position.legal_moves()) == [f"2,{row}" for row in range(1, 11)]


def test_a_single_square_to_come_back_on_is_still_left_to_chance() -> None:
    position = place(
        "rabbit 1,2, fox 1,3, bear 1,4, tortoise ko",
        "rabbit 1,5, fox 1,6, bear 1,7, tortoise 1,8, cat 1,9",
        turn="green 0 - -",
    )
    position = after(position, "end", "4+4")
    assert position.turn is CHANCE
    assert list(position.legal_moves()) == ["1,10"]
    assert where(after(position, "1,10"), "purple", "tortoise") == "1,10"


def test_r4_a_team_that_cannot_start_a_play_is_skipped_and_its_stunned_animals_count() -> None:
    position = after(place("fox 4,4", "cat 12,4~2"), "end")
    assert position.turn == 0
    assert where(position, "green", "cat") == "12,4~1"
    position = after(position, "end")
    assert position.turn == 1
    assert where(position, "green", "cat") == "12,4"


def test_r4_a_skipped_team_rolls_for_its_knocked_out_animals() -> None:
    position = after(place("fox 4,4", "cat ko"), "end")
    assert due(position) == "recovery:cat"
    assert after(position, "1+1").turn == 0
    back = after(position, "6+6", "15,5")
    assert back.turn == 0, "it counts as having acted"
    assert where(back, "green", "cat") == "15,5"


def test_r4_an_animal_without_any_step_cannot_start_a_play() -> None:
    boxed_in = place("cat 1,1, rabbit 1,2~2, fox 2,1~2, bear 2,2~2", "fox 12,4", turn="green 0 - -")
    position = after(boxed_in, "end")
    assert position.turn == 1
    assert where(position, "purple", "rabbit") == "1,2~1"


# Scores


@pytest.mark.parametrize(
    ("side", "before", "column", "places"), [("purple", "14,4", 15, (1, 2)), ("green", "2,4", 1, (2, 1))]
)
def test_a_team_that_carries_the_ball_into_the_scoring_column_wins_at_once(
    side: str, before: str, column: int, places: tuple[int, ...]
) -> None:
    teams = {"purple": "fox 8,4", "green": "fox 9,4", side: f"fox {before}"}
    position = place(teams["purple"], teams["green"], ball=f"{side}-fox", turn=f"{side} 0 - -")
    position = after(position, f"fox-{column},5")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.places == places
    assert outcome.reason == f"the {side.capitalize()} fox has the ball in column {column}"
    assert outcome.points is None
    assert position.turn is None
    assert position.legal_moves() == ()


def test_the_other_edge_is_worth_nothing() -> None:
    assert after(place("fox 2,4", "bear 9,4", ball="purple-fox"), "fox-1,5").outcome() is None


def test_picking_the_ball_up_in_the_scoring_column_scores() -> None:
    position = place("fox 14,4", "bear 9,4", ball="15,4")
    assert after(position, "fox-15,4").turn is CHANCE
    assert after(position, "fox-15,4", "6+6").turn is None


def test_catching_the_ball_in_the_scoring_column_scores() -> None:
    position = place("fox 10,4, rabbit 15,4", "bear 2,4", ball="purple-fox")
    assert after(position, "fox-pass-rabbit", "6+6", "6+6").turn is None


def test_a_surprise_pickup_in_the_scoring_column_scores_even_in_the_turn_of_the_other_team() -> None:
    loose = place("rabbit 15,4", "fox 13,4, bear 14,5", ball="green-fox", turn="green 0 - -")
    scattered = after(loose, "fox-pass-bear", "1+2", "15,4")
    assert due(scattered) == "surprise"
    outcome = after(scattered, "6+1").outcome()
    assert outcome is not None and outcome.places == (1, 2)


def test_a_push_never_scores() -> None:
    position = place("fox 14,4", "bear 13,4", ball="purple-fox", turn="green 0 - -")
    pushed = after(position, "bear-tackle-fox", "3+3")
    assert where(pushed, "purple", "fox") == "15,4"
    assert pushed.outcome() is None
    assert due(pushed) == "scatter:1"


def test_an_animal_pushed_onto_the_loose_ball_in_its_scoring_column_may_score() -> None:
    position = place("fox 14,4", "bear 13,4", ball="15,4", turn="green 0 - -")
    pushed = after(position, "bear-tackle-fox", "3+3")
    assert due(pushed) == "surprise"
    assert after(pushed, "6+6").turn is None
