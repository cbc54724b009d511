"""Texts of Furbowl: moves typed in words, the sentences that refuse them, odds, and the log of the rolls."""

import pytest

from rules.core import AmbiguousMove, IllegalMove, InvalidMove, Move, MoveError
from rules.furbowl import FurbowlPosition
from tests.rules.furbowl_boards import after, lively_game, place

MIDDLE = place(
    "rabbit 5,3, fox 7,5, bear 9,6, tortoise 2,2~1, cat 6,9",
    "rabbit 9,7, fox 10,6, bear 12,5, tortoise ko, cat 5,4",
    ball="purple-fox",
)
INSIDE = after(MIDDLE, "fox-8,6")
LOOSE = place("rabbit 5,3, fox 7,5, bear 9,6", "rabbit 9,7, fox 10,6, bear 12,5", ball="8,5")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("fox-8,5", "fox-8,5"),
        ("FOX-8,5", "fox-8,5"),
        (" fox - 8, 5 ", "fox-8,5"),
        ("fox 8,5", "fox-8,5"),
        ("fox to 8,5", "fox-8,5"),
        ("Fox 8 5", "fox-8,5"),
        ("f 8,5", "fox-8,5"),
        ("fox (8, 5)", "fox-8,5"),
        ("fox -> 8,5", "fox-8,5"),
        ("move the fox to column 8, row 5", "fox-8,5"),
        ("My Purple fox runs to 08,05!", "fox-8,5"),
        ("ｆｏｘ　８，５", "fox-8,5"),
        ("bunny 6,3", "rabbit-6,3"),
        ("rabbit sprint 12,3", "rabbit-sprint-12,3"),
        ("sprint with the rabbit to 12,3", "rabbit-sprint-12,3"),
        ("fox pass cat", "fox-pass-cat"),
        ("the fox passes to the cat", "fox-pass-cat"),
        ("fox throws to cat", "fox-pass-cat"),
        ("fox cat", "fox-pass-cat"),
        ("pass cat", "fox-pass-cat"),
        ("cat to pass", "fox-pass-cat"),
        ("fox 8、5。", "fox-8,5"),
        ("pass to the cat", "fox-pass-cat"),
        ("throw a long pass to the cat", "fox-pass-cat"),
        ("pass from the fox to the cat", "fox-pass-cat"),
        ("bear tackles rabbit", "bear-tackle-rabbit"),
        ("bear rabbit", "bear-tackle-rabbit"),
        ("tackle the rabbit with the bear", "bear-tackle-rabbit"),
        ("the Green rabbit hit by my bear", "bear-tackle-rabbit"),
        ("tackle fox", "bear-tackle-fox"),
        ("rabbit attack cat", "rabbit-tackle-cat"),
        ("end", "end"),
        ("End turn!", "end"),
        ("end my turn", "end"),
        ("done", "end"),
        ("finish the turn", "end"),
    ],
)
def test_a_move_can_be_typed_in_many_ways(text: str, move: str) -> None:
    assert MIDDLE.parse(text) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass cat", "fox-pass-cat"),
        ("tackle rabbit", "fox-tackle-rabbit"),
        ("rabbit", None),
        ("finish", "finish"),
        ("finish play", "finish"),
        ("end the play", "finish"),
        ("stop", "finish"),
    ],
)
def test_inside_a_play_its_animal_need_not_be_named(text: str, move: str | None) -> None:
    if move is None:
        with pytest.raises(IllegalMove):
            INSIDE.parse(text)
    else:
        assert INSIDE.parse(text) == move
    assert after(LOOSE, "fox-8,6", "finish", "bear-tackle-rabbit", "1+1").parse("9,5") == "bear-9,5"


@pytest.mark.parametrize("seed", range(3))
def test_a_move_can_be_typed_in_the_words_that_describe_it(seed: int) -> None:
    for step in tuple(lively_game(seed, 120))[5::12]:
        if step.after.turn in (0, 1):
            for move in step.after.legal_moves():
                assert step.after.parse(step.after.describe(move)) == move


def refused(position: FurbowlPosition, text: str) -> tuple[type[MoveError], str]:
    with pytest.raises(MoveError) as refusal:
        position.parse(text)
    return type(refusal.value), str(refusal.value)


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        (
            INSIDE,
            "fox 9,5",
            "The fox has moved already in this play. The fox can still pass to the rabbit, the bear or the cat or tackle the rabbit, or finish.",
        ),
        (
            after(MIDDLE, "fox-pass-cat", "6+6", "6+6"),
            "fox tackle rabbit",
            "The fox has used its Action in this play. The fox can still move (fox-8,6, for example), or finish.",
        ),
        (
            INSIDE,
            "bear 9,5",
            "The play of the fox isn't over. The fox can still pass to the rabbit, the bear or the cat or tackle the rabbit, or finish.",
        ),
        (
            after(INSIDE, "finish"),
            "fox 9,5",
            "The fox has acted already in this turn. You can go on with the rabbit, bear or cat, or end the turn.",
        ),
        (
            MIDDLE,
            "tortoise 3,3",
            "The tortoise is stunned: it misses this turn. You can go on with the rabbit, fox, bear or cat, or end the turn.",
        ),
        (
            place("fox 7,5, bear 8,8~2", "rabbit 1,2"),
            "bear 8,9",
            "The bear is stunned: it misses your next turn too. You can go on with the fox or cat, or end the turn.",
        ),
        (
            place("fox 7,5, bear ko", "rabbit 1,2"),
            "bear 8,9",
            "The bear is knocked out: it rolls to come back when your turn begins. You can go on with the fox or cat, or end the turn.",
        ),
        (
            place("fox 7,5", "rabbit 1,2"),
            "bear 8,9",
            "The bear is out for the match. You can go on with the fox or cat, or end the turn.",
        ),
        (
            MIDDLE,
            "fox 7,5",
            "The fox is on 7,5 already: a Move ends on another square. The fox can move (fox-6,4, for example) or pass to the rabbit, the bear or the cat.",
        ),
        (MIDDLE, "bear 10,6", "10,6 holds the Green fox: animals can't move onto or through each other."),
        (MIDDLE, "bear 13,6", "13,6 is 4 squares away, and the bear moves 3 at most."),
        (
            MIDDLE,
            "rabbit 12,3",
            "12,3 is 7 squares away, and the rabbit moves 6 at most. With Sprint it can: rabbit-sprint-12,3.",
        ),
        (MIDDLE, "rabbit sprint 14,3", "14,3 is 9 squares away, and the rabbit moves 8 at most."),
        (MIDDLE, "rabbit sprint 6,3", "The rabbit reaches 6,3 without Sprint, as rabbit-6,3."),
        (MIDDLE, "fox sprint 13,5", "Only the rabbit can sprint, not the fox."),
        (
            place("rabbit 5,3", "rabbit 1,2", sprints="g"),
            "rabbit sprint 13,3",
            "The rabbit has sprinted already: it can do that once a match.",
        ),
        (
            place("bear 1,1, cat 9,9", "rabbit 1,2, fox 2,2, bear 2,1"),
            "bear 3,2",
            "There's no free way of 3 squares for the bear to 3,2: animals and the loose ball are in the way. The bear can tackle the rabbit",
        ),
        (
            after(place("bear 4,4", "rabbit 5,4", ball="3,3"), "bear-tackle-rabbit", "1+1"),
            "bear 3,3",
            "The ball is on 3,3: an animal that has used its Action can't move onto it. The bear can still move (bear-2,2, for example), or finish.",
        ),
        (MIDDLE, "bear pass cat", "The bear doesn't have the ball, so it can't pass."),
        (MIDDLE, "fox pass fox", "The fox can't pass to itself."),
        (MIDDLE, "fox pass tortoise", "The tortoise can't catch: it's stunned."),
        (
            place("fox 7,5, bear 15,5", "rabbit 1,2", ball="purple-fox"),
            "fox pass tortoise",
            "The tortoise can't catch: it's off the pitch.",
        ),
        (
            place("fox 3,5, bear 12,5", "rabbit 1,2", ball="purple-fox"),
            "fox pass bear",
            "The bear is 9 squares away: a pass goes 8 at most.",
        ),
        (LOOSE, "pass cat", "None of your animals has the ball, so none can pass."),
        (
            MIDDLE,
            "fox tackle rabbit",
            "The Green rabbit on 9,7 isn't next to the fox on 7,5. The fox can move (fox-8,6, for example) or pass to the rabbit, the bear or the cat.",
        ),
        (MIDDLE, "bear tackle tortoise", "The Green tortoise is off the pitch."),
        (MIDDLE, "cat tackle", "No opponent is next to the cat."),
        (MIDDLE, "tackle bear", "No animal of yours that can act now is next to the Green bear."),
        (LOOSE, "15,1", "No animal of yours can go to 15,1 now."),
        (
            MIDDLE,
            "finish",
            "There's no play to finish. You can go on with the rabbit, fox, bear or cat, or end the turn.",
        ),
        (
            INSIDE,
            "end turn",
            "You can only end the turn between plays: type finish to end the play of the fox first.",
        ),
        (after(MIDDLE, "bear-tackle-fox"), "bear 8,8", "Waiting for the dice."),
        (
            after(place("fox 14,4", "rabbit 3,3", ball="purple-fox"), "fox-15,4"),
            "end",
            "The match is over: the Purple fox has the ball in column 15.",
        ),
    ],
)
def test_a_refusal_names_the_rule_and_what_would_work(position: FurbowlPosition, text: str, sentence: str) -> None:
    kind, refusal = refused(position, text)
    assert kind is IllegalMove
    assert refusal.startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "“hello” isn't a move in Furbowl. Type an animal and what it does: fox-8,5 moves"),
        ("", "An empty line isn't a move in Furbowl."),
        ("?!", "“?!” isn't a move in Furbowl."),
        ("fox 8", "8 is only half of a square: type its column and its row, such as fox-8,"),
        ("fox 8,5,6", "A square has two numbers, its column and its row, and here are 3."),
        ("fox bear cat", "“fox bear cat” isn't a move in Furbowl."),
        ("fox 8,5 cat", "“fox 8,5 cat” isn't a move in Furbowl."),
        ("fox 16,5", "There's no square 16,5: columns go from 1 to 15, rows from 1 to 10."),
        ("fox 8,11", "There's no square 8,11: columns go from 1 to 15, rows from 1 to 10."),
        (f"fox {'9' * 100},1", "There's no square 999999999999: columns"),
        (
            "fox 8,5 and pass to cat",
            "“fox 8,5 and pass to cat” is two things at once: play the Move and the Action one by one.",
        ),
        ("tackle and pass", "“tackle and pass” is two things at once"),
        (
            "fox 8,5 and end the turn",
            "“fox 8,5 and end the turn” is two things at once: stop in a separate step.",
        ),
        ("pass", "Say who passes to whom, such as fox-pass-cat."),
        (f"fox {'9' * 5000},1", "“fox 999999999999999999999999999999999999…” isn't a move in Furbowl."),
    ],
)
def test_a_text_that_is_not_a_move_is_refused_with_a_hint(text: str, sentence: str) -> None:
    kind, refusal = refused(MIDDLE, text)
    assert kind is InvalidMove
    assert refusal.startswith(sentence)


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        (MIDDLE, "cat", "The cat can move (cat-1,4, for example). Say which."),
        (MIDDLE, "fox pass", "That can mean fox-pass-rabbit, fox-pass-bear or fox-pass-cat: say which."),
        (MIDDLE, "7,7", "That can mean rabbit-7,7, fox-7,7, bear-7,7 or cat-7,7: say which."),
        (
            place("fox 4,4, bear 5,5", "bear 5,4", ball="purple-fox"),
            "fox bear",
            "That can mean fox-pass-bear or fox-tackle-bear: say which.",
        ),
    ],
)
def test_a_text_that_fits_several_moves_is_answered_with_these(
    position: FurbowlPosition, text: str, sentence: str
) -> None:
    kind, refusal = refused(position, text)
    assert kind is AmbiguousMove
    assert refusal.endswith(sentence)


# Words


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        (MIDDLE, "fox-8,5", "moves the fox to 8,5"),
        (LOOSE, "fox-8,5", "moves the fox to 8,5 to pick up the ball"),
        (MIDDLE, "rabbit-sprint-12,3", "sprints with the rabbit to 12,3"),
        (MIDDLE, "fox-pass-bear", "has the fox throw a short pass to the bear"),
        (INSIDE, "fox-pass-bear", "has the fox hand the ball off to the bear"),
        (MIDDLE, "bear-tackle-rabbit", "tackles the rabbit with the bear"),
        (MIDDLE, "end", "ends the turn"),
        (INSIDE, "finish", "finishes the play"),
        (place("fox 14,4", "rabbit 3,3", ball="purple-fox"), "fox-15,4", "moves the fox to 15,4 and scores"),
    ],
)
def test_moves_of_players_in_words(position: FurbowlPosition, move: str, words: str) -> None:
    assert position.describe(Move(move)) == words


def clause(position: FurbowlPosition, *moves: str) -> str:
    *before, last = moves
    return after(position, *before).describe(Move(last))


TRAPPED = place("fox 4,4, bear 1,3", "rabbit 5,5, bear 3,3", ball="purple-fox")
DUEL = place("bear 4,4", "cat 5,4", ball="green-cat")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            clause(TRAPPED, "fox-4,6", "4+3"),
            "Purple fox dodges: 4+3, Speed +2, Sneaky +1 = 10 against 8: gets away to 4,6",
        ),
        (
            clause(TRAPPED, "fox-4,6", "1+3"),
            "Purple fox dodges: 1+3, Speed +2, Sneaky +1 = 7 against 8: is stunned on 4,4 and drops the ball",
        ),
        (clause(LOOSE, "fox-8,5", "4+3"), "Purple fox picks up the ball: 4+3, Skill +3 = 10 against 8: has it"),
        (clause(LOOSE, "fox-8,5", "1+3"), "Purple fox picks up the ball: 1+3, Skill +3 = 7 against 8: fumbles it"),
        (clause(LOOSE, "fox-8,5", "1+1"), "Purple fox picks up the ball: 1+1, Skill +3 = 5 against 8: fumbles it far"),
        (clause(LOOSE, "fox-8,5", "1+3", "8,4"), "the ball scatters to 8,4"),
        (clause(LOOSE, "fox-8,5", "1+3", "9,6"), "the ball scatters to 9,6, to the Purple bear"),
        (clause(LOOSE, "fox-8,5", "1+3", "9,6", "2+5"), "Purple bear grabs at the ball: 2+5 = 7 against 8: fumbles it"),
        (clause(LOOSE, "fox-8,5", "1+3", "9,6", "6+5"), "Purple bear grabs at the ball: 6+5 = 11 against 8: has it"),
        (
            clause(place("fox 7,5, bear 9,6~1", "rabbit 1,2", ball="8,5"), "fox-8,5", "1+3", "9,6"),
            "the ball scatters to 9,6, and bounces off the stunned Purple bear",
        ),
        (
            clause(MIDDLE, "fox-pass-cat", "4+3"),
            "Purple fox throws a short pass to the cat: 4+3, Skill +3 = 10 against 8: good",
        ),
        (
            clause(MIDDLE, "fox-pass-cat", "1+3"),
            "Purple fox throws a short pass to the cat: 1+3, Skill +3 = 7 against 8: goes wide",
        ),
        (clause(MIDDLE, "fox-pass-cat", "4+3", "4+4"), "Purple cat catches: 4+4, Skill +2 = 10 against 8: caught"),
        (clause(MIDDLE, "fox-pass-cat", "4+3", "2+3"), "Purple cat catches: 2+3, Skill +2 = 7 against 8: dropped"),
        (
            clause(MIDDLE, "fox-pass-cat", "4+3", "1+1"),
            "Purple cat catches: 1+1, Skill +2 = 4 against 8: dropped, and the catcher is stunned",
        ),
        (
            clause(DUEL, "bear-tackle-cat", "3+3"),
            "Purple bear tackles the Green cat: 3+3, Strength +4-1 = 9 against 8: pushes it to 6,4 and knocks the ball loose",
        ),
        (
            clause(DUEL, "bear-tackle-cat", "1+1"),
            "Purple bear tackles the Green cat: 1+1, Strength +4-1 = 5 against 8: fails",
        ),
        (
            clause(place("bear 2,4", "cat 1,4"), "bear-tackle-cat", "3+3"),
            "Purple bear tackles the Green cat: 3+3, Strength +4-1 = 9 against 8: slams it on the spot",
        ),
        (
            clause(place("cat 2,4", "bear 1,4", ball="purple-cat"), "cat-tackle-bear", "1+3"),
            "Purple cat tackles the Green bear: 1+3, Strength +1-4 = 1 against 8: bounces off and is stunned and drops the ball",
        ),
        (
            clause(DUEL, "bear-tackle-cat", "6+6", "6+6"),
            "Green cat took a big hit: 6+6, Maul +1 = 13 on the Ouch table: knocked out",
        ),
        (
            clause(DUEL, "bear-tackle-cat", "6+6", "1+3"),
            "Green cat took a big hit: 1+3, Maul +1 = 5 on the Ouch table: no harm done",
        ),
        (
            clause(place("fox 2,4", "tortoise 1,4"), "fox-tackle-tortoise", "6+6", "6+2"),
            "Green tortoise took a big hit: 6+2, Shell -2 = 6 on the Ouch table: stunned",
        ),
        (
            clause(place("fox 2,4", "rabbit 1,4"), "fox-tackle-rabbit", "6+6", "6+6"),
            "Green rabbit took a big hit: 6+6 = 12 on the Ouch table: out for the match",
        ),
        (
            clause(place("fox 2,4", "bear ko"), "end", "4+4"),
            "Green bear tries to leave the bench: 4+4 = 8 against 8: comes back",
        ),
        (
            clause(place("fox 2,4", "bear ko"), "end", "3+4"),
            "Green bear tries to leave the bench: 3+4 = 7 against 8: stays there",
        ),
        (clause(place("fox 2,4", "bear ko"), "end", "4+4", "15,3"), "Green bear returns on 15,3"),
        (
            clause(place("fox 14,4", "rabbit 3,3", ball="15,4"), "fox-15,4", "4+4"),
            "Purple fox picks up the ball: 4+4, Skill +3 = 11 against 8: has it, and scores",
        ),
    ],
)
def test_the_log_explains_what_chance_decided(words: str, expected: str) -> None:
    assert words == expected


def test_the_log_tells_how_the_match_begins() -> None:
    from_the_start = [step.before.describe(step.move) for step in lively_game(1, 2)]
    formation, row = (step.move for step in lively_game(1, 2))
    assert from_the_start == [f"the teams line up in the {formation} formation", f"the ball is placed on 8,{row[-1]}"]


@pytest.mark.parametrize(
    ("position", "move", "odds"),
    [
        (place("bear 4,4", "rabbit 5,4"), "bear-tackle-rabbit", "tackle: needs 4+ on two dice, 92%"),
        (place("rabbit 4,4", "bear 5,4"), "rabbit-tackle-bear", "tackle: needs 12+ on two dice, 3%"),
        (MIDDLE, "fox-pass-cat", "throw: needs 5+ on two dice, 83%; catch: needs 6+, 72%; together 60%"),
        (INSIDE, "fox-pass-bear", "catch: needs 7+ on two dice, 58%"),
        (LOOSE, "fox-8,5", "pickup: needs 5+ on two dice, 83%"),
        (LOOSE, "fox-8,6", ""),
        (TRAPPED, "fox-4,6", "dodge: needs 5+ on two dice, 83%"),
        (
            place("fox 4,4", "rabbit 5,5, bear 3,3", ball="4,6"),
            "fox-4,6",
            "dodge: needs 5+ on two dice, 83%; pickup: needs 5+, 83%; together 69%",
        ),
        (place("rabbit 2,2, fox 8,5, bear 2,4", "rabbit ko", turn="purple 3 rfb fox:a"), "fox-8,6", ""),
        (MIDDLE, "end", ""),
        (after(MIDDLE, "bear-tackle-fox"), "4+4", ""),
    ],
)
def test_a_step_that_may_fail_says_what_it_needs(position: FurbowlPosition, move: str, odds: str) -> None:
    assert position.odds(Move(move)) == odds


# Choices


@pytest.mark.parametrize(
    ("position", "move", "before"),
    [
        (MIDDLE, "bear-9,5", ("bear", "bear moves", "bear moves to E")),
        (MIDDLE, "fox-pass-cat", ("fox", "fox passes")),
        (MIDDLE, "bear-tackle-fox", ("bear", "bear tackles")),
        (MIDDLE, "rabbit-sprint-12,3", ("rabbit", "rabbit sprints", "rabbit sprints to G")),
        (place("fox 8,5", "rabbit 1,2"), "fox-13,10", ("fox", "fox moves", "fox moves to J")),
        (MIDDLE, "end", ()),
        (after(MIDDLE, "bear-tackle-fox"), "4+4", ()),
        (after(LOOSE, "fox-8,5", "1+1"), "8,4", ()),
    ],
)
def test_a_move_is_picked_by_whom_then_what_then_where(
    position: FurbowlPosition, move: str, before: tuple[str, ...]
) -> None:
    assert position.stages(Move(move)) == (*before, move)


def effects(position: FurbowlPosition, *stages: str) -> list[str]:
    """The picker's options after these stages."""
    offered = {stage: [move for move in position.legal_moves() if stage in position.stages(move)] for stage in stages}
    return [position.option(stage, moves).effect for stage, moves in offered.items()]


def test_a_square_is_offered_with_the_opponents_beside_it_or_the_roll_or_the_score() -> None:
    position = place("fox 12,5, rabbit 2,2", "bear 10,5, cat 11,3, tortoise 9,4", ball="purple-fox")
    assert effects(position, "fox-15,5", "fox-12,4", "fox-10,4", "fox-14,9") == [
        "scores",
        "next to the cat",
        "next to the bear, tortoise and cat",
        "",
    ]
    assert effects(LOOSE, "fox-8,5") == ["pickup: 83%"]


def test_an_area_is_offered_with_what_is_worth_going_there_for() -> None:
    position = place("fox 12,5, rabbit 2,2", "bear 5,5", ball="purple-fox")
    assert effects(position, "fox moves to I", "fox moves to G") == ["can score", ""]
    loose = place("fox 8,5, rabbit 2,2", "bear 3,9", ball="7,3")
    assert effects(loose, "fox moves to E", "fox moves to F") == ["can get the ball", ""]
