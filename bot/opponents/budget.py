"""How long a character thinks: so many positions, and in no case longer than so many seconds."""

from time import monotonic
from typing import Final

_NODES_BETWEEN_LOOKS: Final = 64


class Exhausted(Exception):
    """The thinking has to end."""


class Budget:
    """Positions that may still be looked at, and until when."""

    def __init__(self, nodes: int, seconds: float) -> None:
        self.nodes = nodes
        self.spent = 0
        self._until = monotonic() + seconds

    def spend(self) -> None:
        """Count a position that is looked at. Raises `Exhausted` if it is one too many, or too late."""
        self.spent += 1
        if self.spent > self.nodes or (self.spent % _NODES_BETWEEN_LOOKS == 0 and monotonic() > self._until):
            raise Exhausted
