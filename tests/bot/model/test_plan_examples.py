"""Examples of plans: at every stage of every game, they are valid plans."""

import random

import pytest

from bot.model.plans.parsing import parse_plan, plan_examples
from rules import GAMES
from rules.core import CHANCE, Seat
from rules.record import Step


@pytest.mark.parametrize("key", GAMES)
def test_examples_are_plans_in_the_moves_of_the_game(key: str) -> None:
    game, dice = GAMES[key], random.Random(1)
    position, steps, found = game.start(game.seats[-1]), list[Step](), 0
    for ply in range(40):
        if ply % 9 == 0 and position.turn is not CHANCE and position.turn is not None:
            for seat in map(Seat, range(game.seats[-1])):
                examples = plan_examples(position, steps, seat)
                for text in filter(None, (examples.queue, examples.answer)):
                    assert parse_plan(text, position, steps, seat)
                    found += 1
        if position.turn is None:
            break
        move = dice.choice(position.legal_moves())
        steps.append(Step(position, move, position.play(move)))
        position = steps[-1].after
    assert found >= 6
