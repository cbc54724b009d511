"""How long a character thinks: a number of positions, and at most some seconds of processor time.

Waiting for a busy core does not count, so a character plays as well on a busy machine.
"""

from time import thread_time
from typing import Final

_NODES_BETWEEN_LOOKS: Final = 64


class BudgetExhausted(Exception):
    """The search has to stop."""


class Budget:
    """How many positions a search may look at, and until when."""

    def __init__(self, nodes: int, seconds: float) -> None:
        self.nodes = nodes
        self.spent = 0
        self._until = thread_time() + seconds

    def spend(self) -> None:
        """Count one position. Raises `BudgetExhausted` if the number or the time is used up."""
        self.spent += 1
        if self.spent > self.nodes or (self.spent % _NODES_BETWEEN_LOOKS == 0 and thread_time() > self._until):
            raise BudgetExhausted
