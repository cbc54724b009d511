"""What plans do when their owner's turn comes, and how far they are checked before."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.plans.grammar import outline, read_lines
from bot.model.plans.parsing import parse_plan
from bot.model.plans.tree import (
    NOTHING,
    Plan,
    PlanBranch,
    PlanDecision,
    PlanError,
    PlanPart,
    PlanTree,
    decide,
    decided_by_others,
    with_line,
    without_forced,
)
from rules import GAMES
from rules.core import CHANCE, Game, Move, Position, Seat
from rules.record import Step, retirement, steps
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS

_FURL, _PLAYWIN = GAMES["furl"], GAMES["playwin"]
_ME, _OTHER = Seat(1), Seat(0)
_MINE = 7
_SMALL = (_FURL, GAMES["fursaz"], _PLAYWIN, GAMES["playwin-loose"], STICKS)


def _after(game: Game, *moves: str, seats: int = 2) -> tuple[Position, Sequence[Step]]:
    """A position and the steps that led to it."""
    played = tuple(steps(game, seats, map(Move, moves)))
    return (played[-1].after if played else game.start(seats)), played


def _does(plan: str, game: Game, *moves: str, seat: Seat = _ME, seats: int = 2) -> PlanDecision | None:
    """The decision of a plan after moves that were played since it was stored; line breaks separate its lines."""
    position, played = _after(game, *moves, seats=seats)
    return decide(Plan(_MINE, _tree(plan)), position, played, seat)


def _tree(text: str) -> PlanTree:
    """The tree of an unchecked plan; line breaks separate its lines."""
    tree = NOTHING
    for line in read_lines(text):
        tree = with_line(tree, line.parts)
    return tree


def _size(tree: PlanTree) -> int:
    return len(tree.moves) + sum(1 + _size(branch.tree) for branch in tree.branches)


def _playout(game: Game, chooser: random.Random, most: int) -> list[Step]:
    """A random beginning of a match for two."""
    position, played = game.start(2), list[Step]()
    while position.turn is not None and len(played) < most:
        move = chooser.choice(position.legal_moves())
        played.append(Step(position, move, position.play(move)))
        position = played[-1].after
    return played


@given(game=st.sampled_from(_SMALL), chooser=st.randoms(use_true_random=False))
def test_a_plan_plays_only_legal_moves_in_its_owners_turn_and_is_used_up_by_it(
    game: Game, chooser: random.Random
) -> None:
    known = [step.move for step in _playout(game, chooser, 40) if step.before.turn is not CHANCE]
    plan = Plan(_MINE, _any_tree(chooser, known, 3))
    position, played = game.start(2), list[Step]()
    while position.turn is not None and len(played) < 40:
        decision = decide(plan, position, played, _ME)
        if decision is not None:
            assert position.turn == _ME
            assert decision.plan.stopped_at or _size(decision.plan.tree) < _size(plan.tree)
            plan = decision.plan
        move = decision.move if decision is not None and decision.move is not None else None
        if decision is not None and move is None:
            assert decide(plan, position, played, _ME) is None, "it has stopped or is forgotten"
        fitting = [token for token in known if token in position.legal_moves()]  # so that some conditions are met
        chosen = move or chooser.choice(fitting or position.legal_moves())
        assert chosen in position.legal_moves()
        played.append(Step(position, chosen, position.play(chosen)))
        position = played[-1].after


def _any_tree(chooser: random.Random, moves: Sequence[Move], depth: int) -> PlanTree:
    queue = tuple(chooser.choices(moves, k=chooser.randint(1, 2)))
    if depth == 0 or chooser.random() < 0.2:
        return PlanTree(queue)
    conditions: set[tuple[Move, ...]] = {(move,) for move in chooser.choices(moves, k=3)}
    conditions |= {()} if chooser.random() < 0.7 else conditions
    branches = tuple(PlanBranch(after, _any_tree(chooser, moves, depth - 1)) for after in sorted(conditions))
    return PlanTree(queue if depth < 3 else (), branches)


@given(game=st.sampled_from((_FURL, GAMES["fursaz"])), chooser=st.randoms(use_true_random=False))
def test_a_line_that_follows_what_is_played_is_accepted_and_played_to_its_end(
    game: Game, chooser: random.Random
) -> None:
    played = _playout(game, chooser, 12)
    text = ", ".join(f"after {step.move}:" if step.before.turn == _OTHER else step.move for step in played)
    text = text.replace(":,", ":").removesuffix(":") if played[-1].before.turn == _ME else text.rpartition(", after")[0]
    tree = parse_plan(text, game.start(2), (), _ME)
    plan = Plan(_MINE, tree)
    for ply, step in enumerate(played):
        decision = decide(plan, step.before, played[:ply], _ME)
        if step.before.turn == _OTHER or not plan.is_ready:
            assert decision is None
        else:
            assert decision is not None and decision.move == step.move
            plan = decision.plan
    assert not plan.tree and not plan.stopped_at


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_move_of_a_game_can_be_part_of_a_plan_as_it_is(game: Game) -> None:
    for step in _playout(game, random.Random(5), 40):
        for move in step.before.legal_moves():
            tree = PlanTree((move,), (PlanBranch((move, move), PlanTree((move, move))),))
            queue, line = read_lines("\n".join(outline(tree)))
            assert (queue.parts, line.parts[1:]) == (
                (PlanPart(None, (move,)),),
                (PlanPart((move, move), (move, move)),),
            )


def test_the_answer_to_what_was_played_is_played() -> None:
    plan = "after b4<c4: e5<e4\nafter a1<a2: g1<g2, after b4<c4: g3<g4\nafter anything else: g4<g3"
    assert _does(plan, _FURL) is None, "it is not my turn"
    assert _does(plan, _FURL, "b4<c4") == PlanDecision(Move("e5<e4"), Plan(_MINE))
    assert _does(plan, _FURL, "a1<a2") == PlanDecision(Move("g1<g2"), Plan(_MINE, _tree("after b4<c4: g3<g4")))
    assert _does(plan, _FURL, "a2<a1") == PlanDecision(Move("g4<g3"), Plan(_MINE))


def test_a_condition_is_understood_as_it_was_typed() -> None:
    assert _does("after Furl B4 to C4: e5 - e4", _FURL, "b4<c4") == PlanDecision(Move("e5<e4"), Plan(_MINE))


def test_a_reply_that_no_line_names_drops_the_plan() -> None:
    assert _does("after b4<c4: e5<e4", _FURL, "a1<a2") == PlanDecision(None, Plan(_MINE))


def test_a_move_that_is_not_legal_stops_the_plan_with_the_reason_and_what_was_to_follow() -> None:
    decision = _does("after b4<c4: d4<d5, e5<e4, after a1<a2: g1<g2", _FURL, "b4<c4")
    assert decision is not None and decision.move is None
    assert decision.plan.stopped_at == "d4<d5"
    assert outline(decision.plan.tree) == ["e5<e4", "after a1<a2: g1<g2"]
    assert decision.plan.whole == PlanTree(("d4<d5", "e5<e4"), (PlanBranch(("a1<a2",), PlanTree(("g1<g2",))),))
    assert not decision.plan.is_ready


def test_the_first_line_that_fits_is_followed_and_anything_else_last_wherever_it_is() -> None:
    plan = "after anything else: g1<g2\nafter b4<c4: e5<e4\nafter b4 c4: g3<g4"
    assert _does(plan, _FURL, "b4<c4") == PlanDecision(Move("e5<e4"), Plan(_MINE))


def test_every_step_of_an_opponents_turn_counts() -> None:
    for condition in ("more", "one", "more, one", "more, more, one"):
        decision = _does(f"after {condition}: one", STICKS, "more", "more", "one")
        assert decision == PlanDecision(Move("one"), Plan(_MINE)), condition
    for condition in ("one, more", "more, more, more", "roll"):
        assert _does(f"after {condition}: one", STICKS, "more", "more", "one") == PlanDecision(None, Plan(_MINE)), (
            condition
        )


def test_a_roll_of_chance_is_not_part_of_a_condition() -> None:
    assert _does("after rolled1: one", STICKS, "roll", "rolled1") == PlanDecision(None, Plan(_MINE))
    assert _does("after roll: one", STICKS, "roll", "rolled1") == PlanDecision(Move("one"), Plan(_MINE))


def test_while_ones_own_turn_goes_on_conditions_wait() -> None:
    assert _does("after one: roll", STICKS, "one", "more") is None
    assert _does("after one: roll", STICKS, "one", "more", "one", "one") == PlanDecision(Move("roll"), Plan(_MINE))


def test_among_three_the_moves_of_all_others_count() -> None:
    for condition in ("more", "roll", "more, roll", "anything else"):
        decision = _does(
            f"after {condition}: one", STICKS, "more", "one", "one", "roll", "rolled1", seats=3, seat=_OTHER
        )
        assert (decision == PlanDecision(Move("one"), Plan(_MINE))) == (condition in ("roll", "anything else")), (
            condition
        )


def test_the_departure_of_a_player_cannot_be_a_condition() -> None:
    farlander = GAMES["farlander"]
    position = farlander.start(3)
    while not isinstance(position.turn, int):
        position = position.play(position.legal_moves()[0])
    seats = [Seat((position.turn + shift) % 3) for shift in range(3)]
    move = position.legal_moves()[0]
    first = Step(position, move, position.play(move))
    left = first.after.retire(seats[1])
    assert left is not None
    left_step = Step(first.after, retirement(seats[1]), left)
    assert decided_by_others([first, left_step], seats[2]) == [first]


def test_what_others_did_before_ones_own_last_move_is_no_reply_to_it() -> None:
    _position, played = _after(ROUNDS, "on", "back", "on", "hop", "land")
    assert decided_by_others(played, Seat(0)) == [played[3], played[4]]
    assert decided_by_others(played, Seat(1)) == []


def test_a_forced_step_is_skipped_only_where_the_plan_names_it() -> None:
    position, _played = _after(ROUNDS, "hop")
    assert without_forced(_tree("land, on"), position, Seat(0)) == _tree("on")
    assert without_forced(_tree("on, land"), position, Seat(0)) == _tree("on, land")


def test_a_step_that_the_bot_plays_by_itself_may_stand_in_a_plan() -> None:
    position, before = _series()
    first, forced = position.legal_moves()[0], position.play(position.legal_moves()[0]).legal_moves()
    assert isinstance(position.turn, int) and len(forced) == 1
    decision = decide(Plan(_MINE, PlanTree((first, forced[0], "a1-a2"))), position, before, position.turn)
    assert decision == PlanDecision(first, Plan(_MINE, PlanTree(("a1-a2",))))
    tree = parse_plan(f"{first} {forced[0]}", position, before, position.turn)
    assert tree == PlanTree((first, forced[0]))


def _series() -> tuple[Position, Sequence[Step]]:
    """A position of Play Win in which the first legal move begins a forced series."""
    for seed in range(1000):
        chooser = random.Random(seed)
        for step in _playout(_PLAYWIN, chooser, 80):
            position = step.before
            if position.turn is None:
                continue
            after = position.play(position.legal_moves()[0])
            if after.turn == position.turn and len(after.legal_moves()) == 1:
                return position, ()
    raise AssertionError("no series was found")


# --- checks while typing ---


def _refused(text: str, position: Position, played: Sequence[Step], seat: Seat) -> str:
    with pytest.raises(PlanError) as caught:
        parse_plan(text, position, played, seat)
    return str(caught.value)


def test_an_opponents_move_must_be_legal_where_it_is_their_turn() -> None:
    position = _FURL.start(2)
    assert "There's no cell c9" in _refused("after b4<c9: e5<e4", position, (), _ME)
    assert "Line 2: “b4<d4” can't be planned." in _refused("after b4<c4: e5<e4; after b4<d4: e5<e4", position, (), _ME)
    assert "say which" in _refused("after b4: e5<e4", position, (), _ME)
    assert "can't follow b4<c4 in the same turn" in _refused("after b4<c4, a1<a2: e5<e4", position, (), _ME)


def test_an_answer_must_be_legal_after_the_move_it_answers_however_deep() -> None:
    position = _FURL.start(2)
    assert "d4 is empty" in _refused("after b4<c4: d4<d5", position, (), _ME)
    deep = "after b4<c4: e5<e4, after a1<a2: {}"
    assert parse_plan(deep.format("g1<g2"), position, (), _ME)
    assert "e5 is empty" in _refused(deep.format("e5<e4"), position, (), _ME)
    assert "a1 is empty" in _refused("after b4<c4: e5<e4, after a1<a2: g1<g2, after a1<a3: g3<g4", position, (), _ME)


def test_tokens_take_the_place_of_what_was_typed_where_the_position_is_known() -> None:
    tree = parse_plan("after B4 to C4: furl e5 e4, after a1-a2: g1 g2", _FURL.start(2), (), _ME)
    assert outline(tree) == ["after b4<c4: e5<e4", "  after a1<a2: g1<g2"]


def test_ones_own_move_must_be_legal_in_ones_turn_and_what_follows_is_known() -> None:
    position = _FURL.start(2)
    assert "d4 is empty" in _refused("d4<d5; after e5<e4: b4<c4", position, (), _OTHER)
    assert "Line 2: “d4<d5”" in _refused("a1<a2; after d4<d5: b4<c4", position, (), _OTHER)
    assert "Line 2: “a1<a3”" in _refused("a1<a2; after e5<e4: a1<a3", position, (), _OTHER)
    assert parse_plan("a1<a2; after e5<e4: b4<c4", position, (), _OTHER)


def test_an_answer_to_anything_else_need_only_be_a_move_of_the_game() -> None:
    position = _FURL.start(2)
    assert parse_plan("after anything else: d4<d5", position, (), _ME)
    assert parse_plan("after b4<c4: e5<e4, after anything else: d4<d5, after d1<d2: d3<d4", position, (), _ME)
    assert "“hello” isn't a move in Furl" in _refused("after anything else: hello", position, (), _ME)
    assert "“hello” isn't a move in Furl" in _refused(
        "after anything else: e5<e4, after hello: e5<e4", position, (), _ME
    )


def test_if_several_steps_or_people_come_before_ones_turn_nothing_is_known() -> None:
    for seats, seat in ((2, _ME), (3, Seat(2))):
        position = STICKS.start(seats)
        assert parse_plan("after one, roll, more: more, roll; anything else: one", position, (), seat)
        assert "hop isn't a move in Sticks" in _refused("after hop: one", position, (), seat)


def test_after_a_roll_of_dice_nothing_is_known() -> None:
    position, played = _after(STICKS, "one", "one", "one", "one", "one")
    assert "rolled2 is not possible" in _refused("rolled2, one", position, played, _ME)
    assert parse_plan("roll, rolled2", position, played, _ME)


def test_a_plan_cannot_begin_with_a_condition_in_ones_turn_that_answers_something() -> None:
    position, played = _after(_FURL, "b4<c4")
    assert "It's your turn" in _refused("after a1<a2: e5<e4", position, played, _ME)
    assert parse_plan("after e5<e4: a1<a2", _FURL.start(2), (), _OTHER), "there is nothing yet to confuse it with"
