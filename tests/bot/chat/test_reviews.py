"""Reviews of finished matches: private, stored, and posted on request."""

import asyncio
import random
import threading
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, cast
from unittest.mock import Mock

import pytest

from bot.actions.reviews import ReviewProgress
from bot.chat.core import reviews as made_reviews
from bot.model.history import History
from bot.model.match import Match
from bot.model.people import Person
from bot.model.refusals.learning import TooManyReviews
from bot.model.reviews import MOST_AT_ONCE, MOST_DECISIONS, MOST_MOMENTS, Decision, Review
from bot.texts import reviews as review_texts
from rules import GAMES
from rules.core import Move, Seat
from rules.record import Step
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer
from tests.rules.playouts import playout

_MOVES = ("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3")


class _Told(AtOnce):
    """A thinker for whom every third move gave everything away."""

    def __init__(self) -> None:
        super().__init__()
        self.reviewed = 0

    async def review(self, step: Step, ply: int, asker: Hashable = None) -> Decision:
        self.reviewed += 1
        assert step.mover is not None
        best = next(move for move in step.before.legal_moves() if move != step.move)
        chances = (0.61, 0.39) if step.mover == 0 else (0.39, 0.61)
        reply = step.after.legal_moves()[0]
        return Decision(ply, step.mover, chances, step.move, best, 0.61 if ply % 3 else 0.34, reply)


async def _over(world: World, *moves: str) -> Match:
    """A match of Furl that Ben has resigned after some moves."""
    await world.start_match()
    await world.play(*moves)
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign")), label="Resign")
    return await world.match()


class _Slow(_Told):
    """A thinker that answers when the test lets it, and knows who has asked."""

    def __init__(self) -> None:
        super().__init__()
        self.askers = list[Hashable]()
        self.all_wait, self.may_answer = asyncio.Event(), asyncio.Event()

    async def review(self, step: Step, ply: int, asker: Hashable = None) -> Decision:
        self.askers.append(asker)
        if len(self.askers) > MOST_AT_ONCE:
            self.all_wait.set()
        await self.may_answer.wait()
        return await super().review(step, ply, asker)


async def test_each_person_has_one_share_of_thinking_and_a_few_reviews_at_a_time(world: World) -> None:
    thinkers = _Slow()
    await world.restart(thinkers)
    await world.store_matches(MOST_AT_ONCE + 2, host=world.ada, guest=world.ben, moves=_MOVES)
    matches = [await world.matches.resign(world.actor(world.ben), number) for number in range(1, MOST_AT_ONCE + 3)]
    services, ada, cleo = world.bot.services, world.actor(world.ada).person, world.actor(world.cleo).person

    async def review(match: Match, person: Person) -> Review:
        async def tell(_done: int, _count: int) -> None:
            pass

        return await made_reviews.review(services, person, match, tell)

    *of_ada, of_cleo, further = matches
    asked = [asyncio.create_task(review(match, ada)) for match in of_ada]
    asked.append(asyncio.create_task(review(of_cleo, cleo)))
    await thinkers.all_wait.wait()
    with pytest.raises(TooManyReviews):
        await review(further, ada)
    thinkers.may_answer.set()
    assert len(await asyncio.gather(*asked)) == MOST_AT_ONCE + 1
    assert len(set(thinkers.askers)) == 2, "the reviews of one person share one place in the queue"
    assert await review(further, ada)


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ((0, 0, 1, 1, 3, 4), [(0, 9), (1, 9), (3, 9)]),
        ((2, 2, 2), [(2, 9)]),
        ((5,), []),
    ],
)
async def test_progress_is_told_at_first_and_whenever_there_is_more_of_it(
    monkeypatch: pytest.MonkeyPatch, done: Sequence[int], told: Sequence[tuple[int, int]]
) -> None:
    """`done` is how many decisions are judged at each look, at the last of which the review is made."""
    made: asyncio.Future[Review] = asyncio.get_running_loop().create_future()
    work, looks, heard = ReviewProgress(1, cast("asyncio.Task[Review]", made)), [*done], list[tuple[int, int]]()
    review = Review((), (), 9)

    async def look(_task: object = None) -> None:
        work.done = looks.pop(0)
        if not looks:
            made.set_result(review)

    async def tell(judged: int, count: int) -> None:
        heard.append((judged, count))

    monkeypatch.setattr(made_reviews, "wait", look)
    await look()
    assert await made_reviews._finished(work, 9, tell) is review  # pyright: ignore[reportPrivateUsage]
    assert heard == told


async def test_two_who_ask_at_once_have_it_made_once(world: World) -> None:
    thinkers = _Told()
    await world.restart(thinkers)
    await _over(world, *_MOVES)
    match = await world.match()

    async def tell(_done: int, _count: int) -> None:
        pass

    review = partial(made_reviews.review, world.bot.services, world.actor(world.ada).person)
    first, second = await asyncio.gather(review(match, tell), review(match, tell))
    assert first == second and thinkers.reviewed == len(_MOVES)


async def test_a_second_request_during_the_work_gets_the_same_result(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinkers, is_made = _Told(), threading.Event()
    await world.restart(thinkers)
    await _over(world, *_MOVES)
    match, asked = await world.match(), count(1)

    def decisions(match: Match) -> Sequence[int]:
        if next(asked) > 1:
            is_made.wait(10)
        return found(match)

    async def tell(_done: int, _count: int) -> None:
        pass

    found = made_reviews._decisions  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(made_reviews, "_decisions", decisions)
    review = partial(made_reviews.review, world.bot.services, world.actor(world.ada).person)
    first, second = asyncio.create_task(review(match, tell)), asyncio.create_task(review(match, tell))
    made = await first
    is_made.set()
    assert await second == made and thinkers.reviewed == len(_MOVES)


async def test_in_a_match_of_two_what_the_other_gave_away_is_said_of_that_person(world: World) -> None:
    match = await _over(world, "a1<a3", "e1<e3")
    decision = Decision(1, Seat(1), (0.5, 0.5), Move("e1<e3"), Move("e1<e2"), 0.2)
    said = review_texts.summary(match, Review((decision,), (0.25, -0.25), 1))
    weighed = "Chance was kinder to **Ada**. What the moves of **Ben** gave away weighed more."
    assert weighed in said and "%" not in said[said.index("🎲") :].splitlines()[0], "a sum of changes is no percentage"
    luckier = review_texts.summary(match, Review((decision,), (0.35, -0.35), 1))
    assert "That weighed more than what the moves of **Ben** gave away." in luckier


async def test_what_the_last_phase_began_with_is_said_and_what_that_was_worth(world: World) -> None:
    history = History.beginning(GAMES["farlander"], 2).and_then(tuple(playout("farlander", 2, 1)))
    match = replace(await _over(world, "a1<a3", "e1<e3"), history=history)
    begun = next(ply for ply, step in enumerate(history.steps) if step.before.tally(step.move)) + 1
    steps = [Decision(ply, Seat(0), (0.3, 0.7), Move("a1"), Move("a2"), 0.3) for ply in (begun, begun + 1)]
    said = review_texts.summary(match, Review(tuple(steps), (), 2))
    before = (
        "Before the conquest: Red 12 points (8 territories to conquer) and Blue 12 points (6 territories to conquer)."
    )
    assert f"\n{before} Red began the conquest. The chances then: Ada 30% and Ben 70%.\n" in said
    unknown = review_texts.summary(match, Review(tuple(steps[1:]), (), 2))
    assert f"\n{before} Red began the conquest.\n" in unknown


@pytest.mark.parametrize("count", [MOST_DECISIONS, 500])
def test_a_review_comes_back_as_it_was_and_says_when_it_is_a_sample(count: int) -> None:
    decision = Decision(3, Seat(1), (0.25, 0.75), Move("a1<a2"), Move("a1<a3"), 0.5)
    review = Review((decision,) * MOST_DECISIONS, (0.1, -0.1), count)
    assert Review.of_data(review.data()) == review and review.is_sampled is (count > MOST_DECISIONS)
    assert decision.loss == 0.25 and len(review.moments) == 3 and review.share(Seat(1)) == (MOST_DECISIONS, 0, 0)


def test_moves_in_a_lost_position_are_not_called_the_best() -> None:
    lost = Decision(4, Seat(1), (0.99, 0.01), Move("a1<a2"), Move("a1<a2"), 0.01)
    good, bad = replace(lost, chances=(0.6, 0.4), played_chance=0.39), replace(lost, chances=(0.6, 0.4))
    thrown_away = replace(lost, chances=(0.0, 1.0))
    assert Review((good, bad, thrown_away, lost, lost), (), 5).share(Seat(1)) == (3, 1, 0)
    assert Review((lost, lost), (), 2).share(Seat(1)) == (0, 0, 0)


def test_while_a_review_is_made_a_bar_shows_how_far_it_is() -> None:
    assert review_texts.progress(0, 8).endswith("\n▱▱▱▱▱▱▱▱▱▱ 0 of 8 moves")
    assert review_texts.progress(4, 8).endswith("\n▰▰▰▰▰▱▱▱▱▱ 4 of 8 moves")
    assert review_texts.progress(8, 8).endswith("\n▰▰▰▰▰▰▰▰▰▰ 8 of 8 moves")


def test_accuracy_is_the_share_of_the_chances_that_moves_kept_on_average_where_they_were_not_lost() -> None:
    lost = Decision(4, Seat(1), (0.99, 0.01), Move("a1<a2"), Move("a1<a2"), 0.01)
    kept, halved = replace(lost, chances=(0.6, 0.4), played_chance=0.4), replace(lost, chances=(0.6, 0.4))
    halved = replace(halved, played_chance=0.2)
    assert Review((kept, halved, lost), (), 3).accuracy(Seat(1)) == pytest.approx(0.75)
    assert Review((lost,), (), 1).accuracy(Seat(1)) is None is Review((kept,), (), 1).accuracy(Seat(0))


def test_every_fall_from_a_certain_result_is_among_the_moments_or_named_beside_them() -> None:
    blunder = Decision(0, Seat(0), (0.9, 0.1), Move("a1<a2"), Move("a1<a3"), 0.01)
    falls = [
        replace(blunder, ply=ply, chances=(1, 0), played_chance=left, could_win=True, now_loses=loses, now_draws=draws)
        for ply, (left, loses, draws) in enumerate([(0.0, True, False), (0.5, False, True)] * 2, 1)
    ]
    from_draw = replace(blunder, ply=5, chances=(0.5, 0.5), played_chance=0, could_draw=True, now_loses=True)
    others = [replace(blunder, ply=ply) for ply in range(10, 14)]
    two = Review((*others, *falls[:2]), (), 60)
    assert list(two.falls) == falls[:2] and len(two.moments) == 3 and set(falls[:2]) < set(two.moments)
    five = Review((*falls, from_draw, *others), (), 60)
    assert list(five.moments) == list(five.falls) == [*falls, from_draw]
    six = Review((*falls, from_draw, replace(from_draw, ply=6)), (), 60)
    assert len(six.moments) == MOST_MOMENTS and len(six.falls) == 6
    assert not Review((replace(falls[0], now_loses=False), replace(from_draw, could_draw=False)), (), 2).falls


async def test_what_is_drawn_or_not_lost_is_said_before_everything_else(world: World) -> None:
    await _over(world, *_MOVES)
    match = await world.match()
    before, played = match.history.steps[3].before, match.history.steps[3].move
    best, reply = next(move for move in before.legal_moves() if move != played), match.history.steps[4].move
    decision = Decision(3, Seat(1), (0.0, 1.0), played, best, 0.5, reply, could_win=True, now_draws=True)
    first, answered, better = review_texts.in_short(match, decision).splitlines()
    assert first.endswith("With the best play from here on, it's a draw.")
    assert answered.endswith("It makes sure of a draw.") and better.endswith("It wins by force.")
    decision = replace(decision, could_win=False, could_draw=True, now_draws=False, now_loses=True)
    first, answered, better = review_texts.in_short(match, decision).splitlines()
    assert first.endswith("It loses by force.") and answered.endswith("It wins by force.")
    assert better.endswith("It makes sure of a draw.")
    better = review_texts.in_short(match, replace(decision, could_draw=False)).splitlines()[-1]
    assert better.endswith("It doesn't lose by force.")


class _Turned(_Told):
    """A thinker for whom Ben's chances were large until he threw them away at a ply, and small from then on."""

    def __init__(self, turned_at: int) -> None:
        super().__init__()
        self.turned_at, self.plies = turned_at, list[int]()

    async def review(self, step: Step, ply: int, asker: Hashable = None) -> Decision:
        self.plies.append(ply)
        ben = 0.9 if ply <= self.turned_at else 0.1
        left = 0.1 if ply == self.turned_at else ben
        seat = Seat(step.mover or 0)
        return Decision(ply, seat, (1 - ben, ben), step.move, step.move, left if seat else 1 - left)


async def test_of_a_long_match_the_decision_that_turned_it_is_found_between_others(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben, moves=_long_game())
    match = await world.matches.resign(world.actor(world.ben), 1)
    evenly = {ply for ply in range(1, _LONG, 2) if ply in made_reviews._spread(range(_LONG), 48)}  # pyright: ignore[reportPrivateUsage]
    thinkers = _Turned(next(ply for ply in range(_LONG // 2 | 1, _LONG, 2) if ply not in evenly))
    await world.restart(thinkers)

    async def tell(_done: int, _count: int) -> None:
        pass

    made = await made_reviews.review(world.bot.services, world.actor(world.ada).person, match, tell)
    assert len(made.decisions) == MOST_DECISIONS == len(set(thinkers.plies)) and made.is_sampled
    assert [decision.ply for decision in made.decisions] == sorted(thinkers.plies)
    [turning] = [decision for decision in made.decisions if decision.loss > 0.5]
    assert turning.ply == thinkers.turned_at == thinkers.plies[48], (
        "it's the first one that is looked at between others"
    )


def test_only_moves_of_players_who_had_a_choice_are_decisions() -> None:
    kinds = [(mover, is_move, count) for mover in (0, None) for is_move in (True, False) for count in (0, 1, 2, 3)]
    steps = [Mock(mover=mover, before=Mock(legal_moves=lambda count=count: [""] * count)) for mover, _, count in kinds]
    entries = [Mock(is_move=is_move) for _, is_move, _ in kinds]
    match: Any = Mock(history=Mock(steps=steps, entries=entries))
    decisions = made_reviews._decisions(match)  # pyright: ignore[reportPrivateUsage]
    assert [kinds[ply] for ply in decisions] == [(0, True, 2), (0, True, 3)]


def test_decisions_are_spread_evenly_with_the_first_and_the_last() -> None:
    spread = made_reviews._spread  # pyright: ignore[reportPrivateUsage]
    assert spread(range(4), 4) == range(4) and spread(range(3), 4) == range(3)
    assert [*spread(range(5, 15), 4)] == [5, 8, 11, 14]
    assert [*spread(range(5), 4)] == [0, 1, 3, 4]


def test_the_first_decision_of_the_last_phase_is_judged_in_a_long_match_too() -> None:
    steps = [*playout("farlander", 2, 2)]
    begun = next(ply for ply, step in enumerate(steps) if step.is_roll and step.before.tally(step.move)) + 1
    decisions = [ply for ply, step in enumerate(steps) if not step.is_roll]
    found = made_reviews._first_judged(steps, decisions)  # pyright: ignore[reportPrivateUsage]
    spread = made_reviews._spread(decisions, 48)  # pyright: ignore[reportPrivateUsage]
    assert len(decisions) > MOST_DECISIONS and begun not in spread and [*found] == [*spread, begun]


def test_the_next_decision_is_between_those_that_differ_most_and_are_no_neighbours() -> None:
    judged = {
        10: _judged(0.5),
        20: _judged(0.9),  # a neighbour of the first, however much they differ
        40: _judged(0.8),
        90: _judged(0.6),
    }
    between = made_reviews._between  # pyright: ignore[reportPrivateUsage]
    assert between([10, 20, 30, 40, 50, 60, 70, 90], judged) == 60, "in the middle of 40 and 90"
    assert between([10, 20, 30, 40, 90], judged) == 30, "the only one left"
    alike = {ply: _judged(0.5) for ply in (10, 30, 70)}
    assert between([10, 20, 30, 40, 50, 60, 70], alike) == 50, "in the larger gap, if nothing changes in any"


def _judged(chance: float) -> Decision:
    """A decision of the first player after which the chances are as before."""
    return Decision(0, Seat(0), (chance, 1 - chance), Move("a1<a2"), Move("a1<a2"), chance)


_LONG = 90


def _long_game() -> list[Move]:
    """The moves of a game of Furl in which there is always a choice, and nobody wins."""
    choice, position, moves = random.Random(8), GAMES["furl"].start(2), list[Move]()
    while len(moves) < _LONG:
        move = choice.choice(position.legal_moves())
        after = position.play(move)
        if (
            after.turn is not None
            and len(after.legal_moves()) > 1
            and any(after.play(reply).turn is not None for reply in after.legal_moves())
        ):
            moves.append(move)
            position = after
    return moves
