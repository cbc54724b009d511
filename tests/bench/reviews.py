"""The cost and the accuracy of reviews: time, memory, the lag of the event loop, and agreement with a longer search.

`python -m tests.bench.reviews --moments 30 furl` measures the agreement, which takes many minutes: of the moments that
reviews show, the share in which a search ten times as long finds no move that is better by more than 3 % of the
chances. `--losses 30` correlates the losses of this many decisions with those that such a search finds. `--hints 40`
measures how much this many hints give away by such a search, and how many have no reason.
"""

import argparse
import asyncio
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import correlation, fmean
from time import process_time
from typing import Final

from bot.model.reviews import MOST_DECISIONS, Decision, Review
from bot.opponents.choice import choose, hint
from bot.opponents.levels import LEVELS, Level
from bot.opponents.reviews import THOROUGH, compared, judged
from bot.opponents.thinkers import ThinkerProcesses
from rules import FAMILIES, GAMES
from rules.core import CHANCE, Game, Move, Position
from rules.record import Step
from tests.bench.measure import Measurement, most_memory
from tests.bench.thinkers import PATIENCE, tick

_LONGEST: Final = 200
_NEAR: Final = 0.03
_LONGER: Final = 10
_OF_MATCH: Final = 6
"""How many decisions of a match are compared: those of one match are much alike."""
_CANDIDATES: Final = 7
_MILLISECONDS: Final = 1_000


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    return [row for game in FAMILIES for row in asyncio.run(cost(game))]


async def cost(game: Game) -> list[Measurement]:
    """The cost of judging all decisions of a match in a thinking process, and the lag of the event loop meanwhile."""
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
    """The decisions of a match between two characters that a review judges, each with its ply."""
    position, found = game.start(2), list[tuple[int, Step]]()
    levels = [chance.choice(LEVELS[:4]) for _ in range(2)]
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
    """Print with how many moments, `most` or a few more, a search ten times as long agrees, match by match."""
    chance = random.Random(seed)
    moments = agreed = 0
    while moments < most:
        steps = dict(decisions(game, chance))
        for decision in _moments(steps):
            moments += 1
            agreed += _missed(steps[decision.ply].before, decision.best, decision.ply + _LONGEST) <= _NEAR
        print(f"{game.key}: {agreed} of {moments} moments", flush=True)


def _moments(steps: dict[int, Step]) -> Sequence[Decision]:
    """The moments that a review of a match shows. A short search skips most good moves, which are never moments."""
    glance = replace(THOROUGH, nodes=THOROUGH.nodes // 10, samples=THOROUGH.samples // 5, seconds=math.inf)
    worst = sorted((judged(step, ply, glance) for ply, step in steps.items()), key=lambda decision: -decision.loss)
    looked = (decision.ply for decision in worst[:_CANDIDATES])
    return Review(tuple(judged(steps[ply], ply, _patient(1)) for ply in looked), (), len(steps)).moments


def losses(game: Game, count: int, seed: int) -> None:
    """Print how the losses of decisions correlate with those found by a search ten times as long."""
    chance, found = random.Random(seed), list[tuple[float, float]]()
    while len(found) < count:
        for ply, step in list(decisions(game, chance))[:: MOST_DECISIONS // _OF_MATCH]:
            short, long = (judged(step, ply + shift, _patient(times)) for times, shift in ((1, 0), (_LONGER, _LONGEST)))
            found.append((short.loss, long.loss))
    print(f"{game.key}: correlation {correlation(*zip(*found, strict=True)):.2f} of {len(found)} losses", flush=True)


def hints(game: Game, count: int, seed: int) -> None:
    """Print how much of the chances hints give away by a search ten times as long, and how many have no reason."""
    chance, missed, silent = random.Random(seed), list[float](), 0
    while len(missed) < count:
        for ply, step in list(decisions(game, chance))[:: MOST_DECISIONS // _OF_MATCH]:
            advice = hint(step.before, LEVELS[-1], ply)
            silent += not advice.reason
            missed.append(_missed(step.before, advice.move, ply + _LONGEST))
    print(f"{game.key}: regret {fmean(missed):.3f} of {len(missed)} hints, {silent} without a reason", flush=True)


def _missed(position: Position, move: Move, seed: int) -> float:
    """How much of the chances a move gives away, by the longer search."""
    _, best, own, _ = compared(Step(position, move, position.play(move)), _patient(_LONGER), seed)
    return (min(1.0, best) - min(1.0, own)) / 2


def _patient(times: int) -> Level:
    return replace(THOROUGH, nodes=times * THOROUGH.nodes, samples=times * THOROUGH.samples, seconds=math.inf)


def main() -> None:
    """Measure what the command line asks for, in the games that it names."""
    parser = argparse.ArgumentParser(description="Compare reviews with a search ten times as long.")
    parser.add_argument("games", nargs="+", help="keys of games")
    parser.add_argument("--moments", type=int, default=0, help="of each game, at least")
    parser.add_argument("--losses", type=int, default=0, help="of each game, at least")
    parser.add_argument("--hints", type=int, default=0, help="of each game, at least")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for key in options.games:
        for measure, count in ((agreement, options.moments), (losses, options.losses), (hints, options.hints)):
            if count:
                measure(GAMES[key], count, options.seed)


if __name__ == "__main__":
    main()
