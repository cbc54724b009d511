"""What a character sees of what may be done: the weaker it is, the more it overlooks, and always the same things."""

from collections.abc import Sequence
from hashlib import blake2b

from rules.core import Move

_BYTES = 4


class Sight:
    """The moves that a character sees. What is overlooked hangs on the seed alone, wherever a move is met."""

    def __init__(self, overlooked: float, seed: int) -> None:
        self._limit = overlooked * 256**_BYTES
        self._seed = seed
        self._known: dict[Move, bool] = {}

    def of(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Those of `moves` that are seen, in the same order; all if none would be."""
        if not self._limit:
            return moves
        return [move for move in moves if self._sees(move)] or moves

    def _sees(self, move: Move) -> bool:
        seen = self._known.get(move)
        if seen is None:
            digest = blake2b(f"{self._seed} {move}".encode(), digest_size=_BYTES).digest()
            seen = self._known[move] = int.from_bytes(digest, "big") >= self._limit
        return seen
