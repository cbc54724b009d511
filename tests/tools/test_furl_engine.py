"""The engine of Furl in C plays, counts, judges, searches and learns as the rules, the evaluation and the search do."""

import math
import random
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from ctypes import c_double
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.opponents.levels import LEVELS, Budget
from bot.opponents.search import Search
from rules import GAMES
from rules.core import Game
from rules.furl import FurlPosition
from rules.furl.evaluation import SIZES, evaluate, features, lateness, noisy_moves
from rules.linear import Weights, learned
from tests.rules.playouts import playout
from tools import training
from tools.engines import furl

pytestmark = pytest.mark.skipif(furl.compiler() is None, reason="the engine needs a C compiler, and there is none here")

WEIGHTS = learned("furl")["furl"]


@pytest.fixture(scope="module")
def player() -> Iterator[furl.Player]:
    with furl.Player(WEIGHTS) as made:
        yield made


@cache
def positions() -> tuple[FurlPosition, ...]:
    """Of random games, to their ends, and of games in which the engine plays nearly as well as it can."""
    found: list[FurlPosition] = []
    for seed in range(24):
        steps = tuple(playout("furl", 2, seed, most_plies=120))
        found += [step.before for step in steps if isinstance(step.before, FurlPosition)]
        found += [step.after for step in steps[-1:] if isinstance(step.after, FurlPosition)]
    with furl.Player(WEIGHTS) as sensible:
        for seed in range(12):
            found += [furl.unpacked(sample.at) for sample in sensible.lesson(lessons(300), seed)]
    return tuple(found)


def lessons(nodes: int) -> furl.Lessons:
    return furl.Lessons(nodes, temperature=0.03, stray=0.05, word=0.6, at_random=8, of_search=4, least_depth=2)


@pytest.mark.parametrize(
    ("named", "command"), [("", ["cc"]), ("env cc -O1", ["env", "cc", "-O1"]), ("no-such-compiler -O1", None)]
)
def test_the_compiler_may_be_named_with_options(
    monkeypatch: pytest.MonkeyPatch, named: str, command: list[str] | None
) -> None:
    monkeypatch.setenv("CC", named)
    monkeypatch.setattr("shutil.which", {"cc": "/bin/cc", "env": "/bin/env"}.get)
    assert furl.compiler() == command


def test_moves_captures_and_results_are_those_of_the_rules() -> None:
    assert len(positions()) > 2_000
    for position in positions():
        legal, outcome, winner = position.legal_moves(), position.outcome(), furl.winner(position)
        assert furl.unpacked(furl.packed(position)) == position
        assert tuple(furl.moves(position)) == legal
        assert furl.captures(position) == list(noisy_moves(position).moves)
        assert (outcome is None) == (winner is None)
        assert outcome is None or winner is None or outcome.places[winner] == 1


def test_a_move_leads_where_it_leads_by_the_rules() -> None:
    for number, position in enumerate(positions()):
        for move in position.legal_moves()[number % 7 :: 7]:
            assert furl.played(position, move) == position.play(move)


def test_features_and_values_are_those_of_the_evaluation(player: furl.Player) -> None:
    for position in positions():
        assert [Counter(seat) for seat in furl.features(position)] == [Counter(seat) for seat in features(position)]
        assert furl.lateness(position) == lateness(position)
        assert player.evaluate(position) == evaluate(position)[0]


@pytest.mark.parametrize(("nodes", "reduces"), [(30, True), (200, True), (200, False), (700, True)])
def test_a_search_finds_the_same_values_with_the_same_budget(player: furl.Player, nodes: int, *, reduces: bool) -> None:
    game, level, seen = GAMES["furl"], replace(LEVELS[-1], nodes=nodes), 0
    for seed, position in enumerate(positions()[:: 75_000 // nodes]):
        if position.turn is None:
            continue
        legal = list(position.legal_moves())
        random.Random(seed).shuffle(legal)
        slow = Search(game, level, Budget(nodes, math.inf), seed, reduces=reduces).values(position)
        assert player.values(position, legal, nodes, reduces=reduces) == slow
        seen += 1
    assert seen


def test_a_game_between_two_players_depends_on_its_seed_and_on_who_is_better(player: furl.Player) -> None:
    with furl.Player({name: [(0, 0)] * size for name, size in SIZES.items()}) as blind:
        scores = [player.against(blind, seat=seed % 2, nodes=100, plies=4, seed=seed) for seed in range(20)]
        assert sum(scores) > 15
        assert scores == [player.against(blind, seat=seed % 2, nodes=100, plies=4, seed=seed) for seed in range(20)]


def test_a_fit_moves_the_weights_as_the_slow_one_does(player: furl.Player) -> None:
    samples = player.lesson(lessons(400), 1)
    assert len(samples) > 50 and bytes(samples) == bytes(player.lesson(lessons(400), 1))
    count = sum(SIZES.values())
    early, late, fast = [0.1] * count, [0.2] * count, (c_double * (2 * count))(*[0.1, 0.2] * count)
    known: list[training.Sample] = []
    for sample in samples:
        position = furl.unpacked(sample.at)
        has = [Counter(seat) for seat in features(position)]
        own, other = has[position.mover], has[1 - position.mover]
        more = {number: own[number] - other[number] for number in sorted(own | other) if own[number] != other[number]}
        known.append(training.Sample(list(more), list(more.values()), lateness(position), sample.least, sample.most))
    off = training.fit(known, early, late, random.Random(5))
    sweeps, rate, decay = training.SWEEPS, training.RATE, training.DECAY
    assert furl.fit(samples, fast, random.Random(5), sweeps=sweeps, rate=rate, decay=decay) == pytest.approx(off)
    assert fast[0::2] == pytest.approx(early) and fast[1::2] == pytest.approx(late)


def test_a_training_that_was_interrupted_ends_with_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Weights] = []

    def write(_game: Game, _key: str, weights: Weights) -> None:
        written.append(weights)

    monkeypatch.setattr(training, "write", write)
    for folder, all_rounds in (("at once", [3]), ("interrupted", [1, 3]), ("again", [3])):
        (tmp_path / folder).mkdir(exist_ok=True)
        for rounds in all_rounds:
            options = Namespace(key="furl", seed=1 + (folder == "again"), rounds=rounds, games=4, nodes=60, anew=True)
            training.learn_fast(tmp_path / folder, options)
    at_once, begun, resumed, other_seed = written
    assert at_once == resumed and at_once not in (begun, other_seed)
