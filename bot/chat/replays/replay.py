"""What one can step through: a match, or a study, which is a record file made to look like one. Nothing of Discord.

A study is a `Match` of number 0 that nobody plays: so whatever shows a match can show it, and nothing can change it.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from bot.model.match import Ending, Match, Result, State
from bot.model.person import Person
from bot.model.place import Place
from bot.records import Record, file_name, read
from rules.core import Outcome

STUDY: Final = 0
"""The number of the match that a study poses as; no real one has it."""

_MOST_OPTIONS: Final = 25
_REACHES: Final = (1, 2, 5, 10, 20, 50, 100, 250, 500, 2_500, 10_000)
_MOST_PLIES: Final = 40_000  # in studies that are remembered; twice the longest
_UNDATED: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Replay:
    """A match to step through. For a study, `file` is the record file that it was read from, named `file_name`."""

    match: Match
    file: bytes = b""
    file_name: str = ""

    @property
    def is_study(self) -> bool:
        """Whether it comes from a file, so that there is no match of that number."""
        return self.match.id == STUDY

    @property
    def last(self) -> int:
        """The number of the last ply there is to see."""
        return self.match.ply

    @property
    def key(self) -> Hashable:
        """The same for everything that looks the same from the first ply to the last."""
        match = self.match
        what = hashlib.sha256(self.file).digest() if self.is_study else (match.id, match.revision, match.state)
        return what, match.players, match.theme

    def at(self, ply: int) -> Match:
        """The match as it was when its record had `ply` entries, or all of them if there are fewer."""
        match = self.match
        if ply >= match.ply and match.state is not State.CALLED_OFF:
            return match
        return replace(
            match,
            state=State.RUNNING,
            history=match.history.upto(ply),
            result=None,
            fairness=None,
            plans=(),
            clock=None,
            away=(),
            offers=(),
            ratings=(),
        )


def stops(ply: int, last: int) -> list[int]:
    """The plies to which a menu leads from `ply`, in order, at most 25: all of a short match, else more the nearer.

    The first, the last and `ply` itself are among them, and any other ply can be reached in a few choices.
    """
    if last < _MOST_OPTIONS:
        return list(range(last + 1))
    near = (ply + way * reach for reach in _REACHES for way in (-1, 1))
    chosen = {0, ply, last, *(stop for stop in near if 0 <= stop <= last)}
    free = _MOST_OPTIONS - len(chosen)
    return sorted(chosen | {last * number // (free + 1) for number in range(1, free + 1)})


class Studies:
    """Reads record files and remembers those read last, up to a number of plies; used from one event loop."""

    def __init__(self) -> None:
        """Start with nothing remembered."""
        self._known: OrderedDict[bytes, Replay] = OrderedDict()
        self._one_at_a_time = asyncio.Semaphore()

    async def study(self, data: bytes, theme: str) -> Replay:
        """What a record file tells, read off the event loop, with pictures of a theme. Raises `RecordError`."""
        digest = hashlib.sha256(data).digest()
        async with self._one_at_a_time:  # the longest takes a second, and there may be many presses
            found = self._known.pop(digest, None) or await asyncio.to_thread(_read, data)
            self._known[digest] = found
        while len(self._known) > 1 and sum(replay.last for replay in self._known.values()) > _MOST_PLIES:
            self._known.popitem(last=False)
        return replace(found, match=replace(found.match, theme=theme))


def _read(data: bytes) -> Replay:
    record = read(data)
    return Replay(_study(record), data, file_name(record))


def _study(record: Record) -> Match:
    """A record as the match that it tells of. Its players have numbers that nobody on Discord has."""
    people = tuple(Person(-1 - seat, name) for seat, name in enumerate(record.players))
    history = record.history
    began_at = record.began_at or record.proposed_at or _UNDATED
    return Match(
        id=STUDY,
        place=Place(0, 0),
        state=_state(record),
        host=people[0],
        host_seat=None,
        is_table=False,
        invited=(),
        players=people,
        history=history,
        created_at=began_at,
        changed_at=began_at,
        started_at=began_at,
        result=_result(record, people, history.position.outcome()),
        terms=record.terms,
    )


def _state(record: Record) -> State:
    if record.result is None:
        return State.RUNNING
    return State.FINISHED if record.result.places else State.CALLED_OFF


def _result(record: Record, people: tuple[Person, ...], outcome: Outcome | None) -> Result | None:
    told = record.result
    if told is None:
        return None
    # What the file says of the reason could be any text; the rules know it themselves.
    reason = outcome.reason if outcome is not None and told.ending is Ending.RULES else ""
    return Result(told.ending, told.places, told.points, None if told.by is None else people[told.by], reason)
