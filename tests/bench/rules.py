"""The speed of the rules: perft beside that of python-chess, random games, replays, cascades, maximal captures."""

import math
import random
from functools import partial
from itertools import islice

from rules import GAMES
from rules.core import Move, Position
from rules.fursaz import FursazPosition
from rules.playwin import series
from rules.record import replay
from tests.bench.measure import Measurement, median_seconds
from tests.rules.playouts import playout

try:
    import chess
except ImportError:
    chess = None

FURL = GAMES["furl"]
FURL_DEPTH, FURL_MOVES = 3, 897_630
CHESS_DEPTH, CHESS_MOVES = 4, 197_281
PLAYWIN = GAMES["playwin"]
PLAYWIN_DEPTH, PLAYWIN_MOVES = 3, 71_210
MOST_TO_SEARCH = "w..w./wb.w../...b.w./.w.b.bw./....bb.../...b..bw/..wbb../....b./...ww w -"
FARLANDER = GAMES["farlander"]
MOST_CONQUESTS = (
    "t1r3/t3r0/t5r0/t7r0/t2r1/t6r0/t4r3 b1r5r5/b1b1b1/b1r1b1b1/b1b1r5b1/r5b1r5/r5b1b1b1/b1r5b1 0/0 conquest:red"
)
FURBOWL = GAMES["furbowl"]
FURBOWL_GAMES, FURBOWL_PLIES = 12, 250
RUNS = 5
PLAYOUTS = 100
RECORD_PLIES = 60


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    furl, yardstick = furl_perft(), chess_perft()
    ratio = Measurement(
        "Furl perft / python-chess perft",
        furl.value / yardstick.value,
        "x",
        yardstick.note if math.isnan(yardstick.value) else "in the same run",
        most=0.5,
    )
    return [
        furl,
        yardstick,
        ratio,
        random_games(),
        record_replay(),
        placements("fursaz"),
        placements("fursaz-7"),
        playwin_perft(),
        maximal_capture(),
        farlander_games(),
        farlander_conquests(),
        furbowl_games(),
        furbowl_moves(),
    ]


def furl_perft() -> Measurement:
    """Perft of Furl: every position to depth 2 lists all its moves as tokens; the last ply is counted, not played."""
    start = FURL.start(2)
    assert perft(start, FURL_DEPTH) == FURL_MOVES
    seconds = median_seconds(partial(perft, start, FURL_DEPTH), runs=RUNS)
    note = f"depth {FURL_DEPTH}, {FURL_MOVES:,} moves in {seconds:.3f} s"
    return Measurement("Furl perft, time per legal move", seconds / FURL_MOVES * 1e9, "ns", note, most=1_000)


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` moves from `position`."""
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


def chess_perft() -> Measurement:
    """Perft with python-chess: `legal_moves.count()` generates all moves of the last ply."""
    name = "python-chess perft, time per legal move"
    if chess is None:
        return Measurement(name, math.nan, "ns", "python-chess is not installed; the extra bench brings it")
    board = chess.Board()

    def count(depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(depth - 1)
            board.pop()
        return nodes

    assert count(CHESS_DEPTH) == CHESS_MOVES
    seconds = median_seconds(partial(count, CHESS_DEPTH), runs=RUNS)
    note = f"version {chess.__version__}, depth {CHESS_DEPTH}, {CHESS_MOVES:,} moves in {seconds:.3f} s"
    return Measurement(name, seconds / CHESS_MOVES * 1e9, "ns", note)


def random_games() -> Measurement:
    """The speed of whole random games of Furl, with the same seed in every run."""
    plies = play_at_random()
    seconds = median_seconds(play_at_random, runs=RUNS)
    note = f"{PLAYOUTS} games of {plies / PLAYOUTS:.0f} moves on average, {PLAYOUTS / seconds:,.0f} games a second"
    return Measurement("Furl, random games", plies / seconds, "moves/s", note)


def play_at_random() -> int:
    """Play the games and return their total number of moves."""
    choose, plies = random.Random(2020).choice, 0
    for _ in range(PLAYOUTS):
        position = FURL.start(2)
        while moves := position.legal_moves():
            position = position.play(choose(moves))
            plies += 1
    return plies


def placements(key: str) -> Measurement:
    """The time to place a stone, with its cascade, averaged over random games of Fursaz."""
    played = [step for seed in range(20) for step in playout(key, 2, seed) if step.move[-1].isdigit()]

    def play_all() -> None:
        for step in played:
            step.before.play(step.move)

    seconds = median_seconds(play_all, runs=RUNS)
    flips = sum(len(step.before.flips(step.move)) for step in played if isinstance(step.before, FursazPosition))
    note = f"{len(played):,} placements in {seconds:.3f} s, {flips / len(played):.1f} stones flip each"
    return Measurement(f"{GAMES[key].name}, time per placement", seconds / len(played) * 1e6, "µs", note, most=1_000)


def playwin_perft() -> Measurement:
    """Perft of Play Win, like `furl_perft`; hardly any position occurs twice, so caches do not help."""
    start = PLAYWIN.start(2)
    assert perft(start, PLAYWIN_DEPTH) == PLAYWIN_MOVES
    seconds = median_seconds(partial(perft, start, PLAYWIN_DEPTH), runs=RUNS)
    note = f"depth {PLAYWIN_DEPTH}, {PLAYWIN_MOVES:,} moves in {seconds:.3f} s"
    return Measurement("Play Win perft, time per legal move", seconds / PLAYWIN_MOVES * 1e9, "ns", note, most=1_000)


def farlander_games() -> Measurement:
    """The speed of whole random games of Farlander for three, from the map that chance lays to the last conquest."""
    played = [step.before for seed in range(20) for step in playout("farlander", 3, seed)]

    def play_all() -> None:
        choose = random.Random(2002).choice
        for position in played:
            position.play(choose(position.legal_moves()))

    seconds = median_seconds(play_all, runs=RUNS)
    note = f"{len(played):,} moves in {seconds:.3f} s, the rolls of chance among them"
    return Measurement("Farlander, random games", len(played) / seconds, "moves/s", note)


def farlander_conquests() -> Measurement:
    """The time to list all conquests in the position with the most that is known; caches stay warm."""
    position = FARLANDER.from_fen(MOST_CONQUESTS)
    moves = len(position.legal_moves())
    seconds = median_seconds(position.legal_moves, runs=200)
    return Measurement("Farlander, all conquests of a rich position", seconds * 1e6, "µs", f"{moves:,} moves")


def furbowl_games() -> Measurement:
    """The speed of the first part of random matches of Furbowl: listing all moves and playing one, dice included."""
    played = [
        step.before for seed in range(FURBOWL_GAMES) for step in islice(playout("furbowl", 2, seed), FURBOWL_PLIES)
    ]

    def play_all() -> None:
        choose = random.Random(8).choice
        for position in played:
            position.play(choose(position.legal_moves()))

    seconds = median_seconds(play_all, runs=RUNS)
    note = f"{len(played):,} moves in {seconds:.3f} s"
    return Measurement("Furbowl, random games", len(played) / seconds, "moves/s", note, least=60_000)


def furbowl_moves() -> Measurement:
    """The time to list all legal moves in the opening of Furbowl, where the animals have much room."""
    position = FURBOWL.start(2)
    for _ in range(2):
        position = position.play(position.legal_moves()[0])
    seconds = median_seconds(position.legal_moves, runs=200)
    note = f"{len(position.legal_moves())} moves as tokens"
    return Measurement("Furbowl, legal moves of the opening", seconds * 1e6, "µs", note)


def maximal_capture() -> Measurement:
    """The time to list the moves of the position with the largest search that hill climbing found, without caches."""
    position = PLAYWIN.from_fen(MOST_TO_SEARCH)

    def search() -> int:
        series.longest.cache_clear()
        series.longest_of.cache_clear()
        return len(position.legal_moves())

    note = f"{search()} first leaps; the worst position known, nothing remembered"
    return Measurement("Play Win, search for the maximal capture", median_seconds(search, runs=50) * 1e3, "ms", note)


def record_replay() -> Measurement:
    """The time to load a match: checking and playing every move of its record."""
    moves = a_record()
    seconds = median_seconds(lambda: replay(FURL, 2, moves), runs=200)
    return Measurement(f"Furl, replay of a record of {RECORD_PLIES} moves", seconds * 1e3, "ms")


def a_record() -> list[Move]:
    """The first moves of the first random game that is long enough."""
    seed = 0
    while len(moves := [step.move for step in playout("furl", 2, seed)]) < RECORD_PLIES:
        seed += 1
    return moves[:RECORD_PLIES]
