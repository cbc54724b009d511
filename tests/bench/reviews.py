"""The cost and the accuracy of reviews: time, memory, the lag of the event loop, and agreement with a longer search.

`python -m tests.bench.reviews --moments 30 furl` measures the agreement, which takes many minutes: of the moments that
reviews show, the share in which a search ten times as long finds no move that is better by more than 3 % of the
chances. `--losses 30` correlates the losses of this many decisions with those that such a search finds. `--hints 40`
measures how much this many hints give away by such a search, and how many have no reason. `--reasons 500` compares what
is said of the moves of this many positions of random games, and of as many of games of the gentlest characters, with
what the second engines find.
"""

import argparse
import asyncio
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import correlation, fmean
from time import process_time
from typing import Final

from bot.model.reviews import MOST_DECISIONS, Decision, Review
from bot.opponents.reviews import THOROUGH, compared, judged
from bot.opponents.thinkers import ThinkerProcesses
from players.choice import choose, hint
from players.levels import LEVELS, Level
from rules import FAMILIES, GAMES
from rules.core import CHANCE, Game, Move, Position
from rules.record import Step
from tests.bench.measure import Measurement, most_memory
from tests.bench.thinkers import PATIENCE, tick
from tests.rules.naive_reasons import Claim, claims

_LONGEST: Final = 200
_NEAR: Final = 0.03
_LONGER: Final = 10
_OF_MATCH: Final = 6
"""How many decisions of a match are compared: those of one match are much alike."""
_CANDIDATES: Final = 7
_LOOKED_AT: Final = 0.3
"""The share of the decisions of a game whose reasons are looked at."""
_COMPARED, _NEARLY_ALL = 11, 9
"""How many moves of a position are compared; what holds for nine of ten others holds for nearly all."""
_FOUND: Final = (
    "reasons",
    "false",
    "moments",
    "hold for the other move",
    "moments without a reason",
    "hints",
    "hold for nearly all moves",
    "hints without a reason",
)
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


def reasons(game: Game, count: int, seed: int) -> None:
    """Print how many reasons are false, hold for the other move as well or hold for nearly all moves, and are missing.

    A reason is false if the second engines do not find it. The two moves that are compared are drawn at random.
    """
    for seats in game.seats:
        chance, found = random.Random(f"{seed} {seats}"), Counter[str]()
        for is_random in (True, False):
            for position in _positions(game, seats, count, chance, is_random=is_random):
                found += _checked(game, position, chance)
        told = ", ".join(f"{found[what]} {what}" for what in _FOUND)
        print(f"{game.key} for {seats}: {told}", flush=True)


def _positions(game: Game, seats: int, count: int, chance: random.Random, *, is_random: bool) -> Sequence[Position]:
    """Positions in which a player has a choice, from games of players that move at random or are gentle."""
    found = list[Position]()
    while len(found) < count:
        position = game.start(seats)
        for _ in range(_LONGEST):
            legal = position.legal_moves()
            if not legal:
                break
            is_choice = isinstance(position.turn, int) and len(legal) > 1
            if is_choice and chance.random() < _LOOKED_AT:
                found.append(position)
            plays = is_choice and not is_random
            level = chance.choice(LEVELS[:2])
            position = position.play(choose(position, level, seed=1) if plays else chance.choice(legal))
    return found[:count]


def _checked(game: Game, position: Position, chance: random.Random) -> Counter[str]:
    """What is wrong with the reasons for two moves, one of which might be better."""
    legal, found = position.legal_moves(), Counter[str]()
    moves = chance.sample(legal, min(len(legal), _COMPARED))
    true = {move: claims(game.key, position, move) for move in moves}
    better, played = moves[:2]
    hinted, told = position.reason(better), position.reason(better, played)
    found["hints"] += 1
    found["hints without a reason"] += not hinted
    found["moments"] += 1
    found["moments without a reason"] += not told
    for reasons, where in ((hinted, "hints"), (told, "moments")):
        for part in filter(None, reasons.split(", and it ")):
            found["reasons"] += 1
            claim = next((claim for claim in true[better] if claim.text == part), None)
            found["false"] += claim is None
            if claim is not None and where == "moments":
                found["hold for the other move"] += _holds(claim, true[played])
            elif claim is not None and len(moves) == _COMPARED:
                found["hold for nearly all moves"] += (
                    sum(_holds(claim, true[move]) for move in moves[1:]) >= _NEARLY_ALL
                )
    return found


def _holds(claim: Claim, true: Sequence[Claim]) -> bool:
    return any(other.scale == claim.scale and other.worth >= claim.worth for other in true)


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
    parser.add_argument("--reasons", type=int, default=0, help="positions of each kind of game of each table")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for key in options.games:
        measures = (
            (agreement, options.moments),
            (losses, options.losses),
            (hints, options.hints),
            (reasons, options.reasons),
        )
        for measure, count in measures:
            if count:
                measure(GAMES[key], count, options.seed)


if __name__ == "__main__":
    main()
