"""How long a character thinks: so many positions, and in no case more than so many seconds of one core.

Time that others have the core does not count: a busy machine makes nobody play worse.
"""

from time import thread_time
from typing import Final

_NODES_BETWEEN_LOOKS: Final = 64


class BudgetExhausted(Exception):
    """The thinking has to end."""


class Budget:
    """Positions that may still be looked at, and until when."""

    def __init__(self, nodes: int, seconds: float) -> None:
        self.nodes = nodes
        self.spent = 0
        self._until = thread_time() + seconds

    def spend(self) -> None:
        """Count a position that is looked at. Raises `BudgetExhausted` if it is one too many, or too late."""
        self.spent += 1
        if self.spent > self.nodes or (self.spent % _NODES_BETWEEN_LOOKS == 0 and thread_time() > self._until):
            raise BudgetExhausted
