"""The stranger at Furbowl: a tree search that samples the dice, and judges positions by the chances to score.

Every descent rolls its own dice. Moves with a purpose compete by their mean and a bonus for few visits (UCB1), and the
last position of a descent counts as the stranger's plain judgement of the next two turns.
"""

import math
import random
from time import thread_time
from typing import Final

from rules.core import CHANCE, Move
from rules.furbowl.position import FurbowlPosition
from tools.strangers.furbowl import judged, purposeful

_CURIOSITY: Final = 0.35
"""The weight of the bonus for few visits, beside judgements from -1 to 1."""
_PATIENCE: Final = 3
"""How often a position is judged before its moves are looked at, which takes as long as some judgements."""


class _Spot:
    """A position of the tree with what its descents were worth for Purple; `after` has the positions that follow."""

    __slots__ = ("after", "moves", "position", "total", "value", "visits")

    def __init__(self, position: FurbowlPosition) -> None:
        self.position = position
        self.visits, self.total = 0, 0.0
        self.value: float | None = None
        self.moves: list[Move] = []
        self.after: dict[Move, _Spot] = {}

    def following(self, move: Move) -> "_Spot":
        found = self.after.get(move)
        if found is None:
            found = self.after[move] = _Spot(self.position.play(move))
        return found


class Sampler:
    """One search for the seat to move, until `seconds` of this thread's processor time have passed."""

    def __init__(self, seconds: float, seed: int) -> None:
        self._end = thread_time() + seconds
        self._dice = random.Random(seed)

    def best(self, position: FurbowlPosition) -> Move:
        """The move with the most descents; each move gets one, however little time there is."""
        root = _Spot(position)
        root.moves = list(purposeful(position))
        while len(root.after) < len(root.moves) or thread_time() < self._end:
            self._descend(root)
        sign = 1 if position.mover == 0 else -1
        return max(root.moves, key=lambda move: (root.after[move].visits, sign * root.after[move].total))

    def _descend(self, root: _Spot) -> None:
        spot, path = root, [root]
        while True:
            turn = spot.position.turn
            if turn is None:
                break
            if turn is CHANCE:
                moves = spot.moves or list(spot.position.legal_moves())
                spot.moves = moves
                spot = spot.following(self._dice.choice(moves))
            else:
                if not spot.moves and spot.visits < _PATIENCE:
                    break
                if not spot.moves:
                    spot.moves = list(purposeful(spot.position))
                spot = spot.following(self._chosen(spot))
            path.append(spot)
        if spot.value is None:
            spot.value = judged(spot.position, 0)
        for passed in path:
            passed.visits += 1
            passed.total += spot.value

    def _chosen(self, spot: _Spot) -> Move:
        sign = 1 if spot.position.mover == 0 else -1
        curious = _CURIOSITY * math.sqrt(math.log(spot.visits + 1))
        best, chosen = -math.inf, spot.moves[0]
        for move in spot.moves:
            after = spot.after.get(move)
            if after is None:
                return move
            value = sign * after.total / after.visits + curious / math.sqrt(after.visits)
            if value > best:
                best, chosen = value, move
        return chosen
