"""Record files that people step through: a study is a replay of one. Nothing of Discord."""

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import replace
from itertools import repeat
from typing import Final

from bot.model.characters import in_record
from bot.model.match import State
from bot.model.person import Person
from bot.model.replay import RecordFile, Replay
from bot.model.result import Ending, Result
from bot.records.parsing import read
from bot.records.record import Record
from bot.records.writing import file_name
from rules.core import Outcome

_MOST_PLIES: Final = 40_000
"""Of studies that are remembered; twice the longest."""


class Studies:
    """Reads record files and remembers those read last, up to a number of plies; used from one event loop."""

    def __init__(self) -> None:
        """Start with nothing remembered."""
        self._known: OrderedDict[bytes, Replay] = OrderedDict()
        self._one_at_a_time = asyncio.Semaphore()

    async def study(self, data: bytes, theme: str) -> Replay:
        """What a record file holds, read off the event loop, with pictures of a theme. Raises `RecordError`."""
        digest = hashlib.sha256(data).digest()
        async with self._one_at_a_time:  # the longest takes a second, and there may be many presses
            found = self._known.pop(digest, None) or await asyncio.to_thread(_read, data)
            self._known[digest] = found
        while len(self._known) > 1 and sum(replay.last for replay in self._known.values()) > _MOST_PLIES:
            self._known.popitem(last=False)
        return replace(found, theme=theme)


def _read(data: bytes) -> Replay:
    record = read(data)
    people = tuple(map(in_record, record.players, record.characters or repeat("")))
    return Replay(
        history=record.history,
        players=people,
        state=_state(record),
        source=RecordFile(data, file_name(record)),
        result=_result(record, people, record.history.position.outcome()),
    )


def _state(record: Record) -> State:
    if record.result is None:
        return State.RUNNING
    return State.FINISHED if record.result.places else State.CALLED_OFF


def _result(record: Record, people: tuple[Person, ...], outcome: Outcome | None) -> Result | None:
    recorded = record.result
    if recorded is None:
        return None
    # What the file says of the reason could be any text; the rules know it themselves.
    reason = outcome.reason if outcome is not None and recorded.ending is Ending.RULES else ""
    by = None if recorded.by is None else people[recorded.by]
    return Result(recorded.ending, recorded.places, recorded.points, by, reason)
