"""Who waits for what, and who is next: what is urgent first, and fair between those who ask."""

from collections import OrderedDict, deque
from collections.abc import Hashable
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Urgency(IntEnum):
    """What goes before what; the least first."""

    MOVE = 0
    """Somebody waits for their match to go on."""
    HINT = 1
    """Somebody waits for an answer of their own."""
    REVIEW = 2
    """Nobody waits just now."""
    SEARCH = 3
    """Nobody has asked for it."""


class FairQueue(Generic[T]):
    """What waits. Of what is as urgent, everybody who asks has one thing done before anybody has another done."""

    def __init__(self) -> None:
        self._by_asker: dict[Urgency, OrderedDict[Hashable, deque[T]]] = {urgency: OrderedDict() for urgency in Urgency}

    def __len__(self) -> int:
        """How many things wait."""
        return sum(len(things) for askers in self._by_asker.values() for things in askers.values())

    def put(self, what: T, asker: Hashable, urgency: Urgency) -> None:
        """Let something wait behind all that its asker waits for already."""
        self._by_asker[urgency].setdefault(asker, deque()).append(what)

    def take(self) -> T | None:
        """What is next, which waits no more; None if nothing waits."""
        for askers in self._by_asker.values():
            if askers:
                asker, things = askers.popitem(last=False)
                what = things.popleft()
                if things:
                    askers[asker] = things
                return what
        return None

    def ahead(self, urgency: Urgency) -> int:
        """How many things go before one that somebody new asks for now."""
        return sum(
            len(askers) if level == urgency else sum(map(len, askers.values()))
            for level, askers in self._by_asker.items()
            if level <= urgency
        )
