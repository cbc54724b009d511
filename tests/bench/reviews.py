"""What a review costs, and whether it is right: time, memory, the lag of the event loop, agreement with a long search.

`python -m tests.bench.reviews --moments 30 furl` measures the agreement, which takes many minutes: of the moments that
reviews show, the share in which a search ten times as long finds nothing that is better by more than 3 % of the chances.
"""

import argparse
import asyncio
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import process_time
from typing import Final

from bot.model.reviews import MOST_DECISIONS, Decision, Review
from bot.opponents.choice import choose, values
from bot.opponents.levels import LEVELS, Level
from bot.opponents.reviewing import THOROUGH, judged, value_for
from bot.opponents.thinkers import ThinkerProcesses
from rules import FAMILIES, GAMES
from rules.core import CHANCE, Game
from rules.record import Step
from tests.bench.measure import Measurement, most_memory
from tests.bench.thinkers import PATIENCE, tick

_LONGEST: Final = 200
_NEAR: Final = 0.03
_LONGER: Final = 10
_CANDIDATES: Final = 7
_MILLISECONDS: Final = 1_000


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    return [row for game in FAMILIES for row in asyncio.run(cost(game))]


async def cost(game: Game) -> list[Measurement]:
    """What it takes to look at all decisions of a match, in a process that thinks, and how late the event loop is then."""
    steps, thinkers, late = decisions(game, random.Random(1)), ThinkerProcesses(1), list[float]()
    ticking = asyncio.create_task(tick(late))
    spent = [await thinkers.ask(partial(_timed, step, ply), PATIENCE) for ply, step in steps]
    memory = await thinkers.ask(most_memory, PATIENCE)
    ticking.cancel()
    await thinkers.close()
    late.sort()
    note = f"{len(steps)} decisions, {memory:.0f} MB, event loop late by {late[-1] * _MILLISECONDS:.0f} ms at most"
    return [Measurement(f"{game.name}, a review", sum(spent), "s", note)]


def _timed(step: Step, ply: int) -> float:
    begun = process_time()
    judged(step, ply)
    return process_time() - begun


def decisions(game: Game, chance: random.Random) -> Sequence[tuple[int, Step]]:
    """The decisions of a match of two characters that a review looks at, each with its ply."""
    position, found = game.start(2), list[tuple[int, Step]]()
    levels = [chance.choice(LEVELS[:3]) for _ in range(2)]
    for ply in range(_LONGEST):
        turn = position.turn
        if turn is None:
            break
        legal = position.legal_moves()
        move = chance.choice(legal) if turn is CHANCE else choose(position, levels[turn], chance.getrandbits(30))
        after = position.play(move)
        if isinstance(turn, int) and len(legal) > 1:
            found.append((ply, Step(position, move, after)))
        position = after
    step = max(1.0, (len(found) - 1) / (MOST_DECISIONS - 1))
    return [found[round(number * step)] for number in range(min(MOST_DECISIONS, len(found)))]


def agreement(game: Game, most: int, seed: int) -> None:
    """Print how many of at least so many moments a search ten times as long agrees with, match by match."""
    chance = random.Random(seed)
    moments = agreed = 0
    while moments < most:
        steps = dict(decisions(game, chance))
        for decision in _moments(steps):
            moments += 1
            agreed += _missed(steps[decision.ply], decision) <= _NEAR
        print(f"{game.key}: {agreed} of {moments} moments", flush=True)


def _moments(steps: dict[int, Step]) -> Sequence[Decision]:
    """What a review shows of a match; most of what is good is left out at a glance, which makes no difference to that."""
    glance = replace(THOROUGH, nodes=THOROUGH.nodes // 10, samples=THOROUGH.samples // 5, seconds=math.inf)
    worst = sorted((judged(step, ply, glance) for ply, step in steps.items()), key=lambda decision: -decision.loss)
    looked = (decision.ply for decision in worst[:_CANDIDATES])
    return Review(tuple(judged(steps[ply], ply, _patient(1)) for ply in looked), (), len(steps)).moments


def _missed(step: Step, decision: Decision) -> float:
    """What the best move of a moment gives away, by the longer search, in chances."""
    level, seed = _patient(_LONGER), decision.ply + _LONGEST
    found = values(step.before, level, seed)
    best = max(found, key=lambda move: found[move])
    if best == decision.best:
        return 0.0
    other, own = (value_for(step.before.play(move), decision.seat, level, seed)[0] for move in (best, decision.best))
    return (min(1.0, other) - min(1.0, own)) / 2


def _patient(times: int) -> Level:
    return replace(THOROUGH, nodes=times * THOROUGH.nodes, samples=times * THOROUGH.samples, seconds=math.inf)


def main() -> None:
    """Measure the agreement for the games that are named."""
    parser = argparse.ArgumentParser(description="Compare reviews with a search ten times as long.")
    parser.add_argument("games", nargs="+", help="keys of games")
    parser.add_argument("--moments", type=int, default=30, help="of each game, at least")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for key in options.games:
        agreement(GAMES[key], options.moments, options.seed)


if __name__ == "__main__":
    main()
