"""The ten minutes of reading in CONTRIBUTING are true: a move passes the stops in their order."""

import asyncio
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import FrameType

import pytest

from tests.bot.world import World
from tests.test_docs import CONTRIBUTING, ROOT, table


def _stops() -> list[tuple[str, str]]:
    """The file and the function of each stop."""
    stops = [re.findall(r"`([^`]+)`", row[0]) for row in table("Ten minutes of reading", CONTRIBUTING)]
    return [(file, function) for file, function in stops]


@pytest.mark.paints
async def test_a_move_passes_the_stops_that_contributors_read_first(world: World) -> None:
    await world.start_match()
    stops, passed = _stops(), list[tuple[str, str]]()

    def note(frame: FrameType, event: str, _value: object) -> None:
        """Note the first call of each stop, or of a function inside it, as of a command's."""
        if event != "call":
            return
        file, name = frame.f_code.co_filename.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname
        for stop in stops:
            if file == stop[0] and stop[1] in (name, name.partition(".<locals>")[0]) and stop not in passed:
                passed.append(stop)

    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())  # whose threads are yet to begin
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        await world.ada.slash(world.channel, "move", move="a4<c4")
        await world.env.settle()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    assert len(stops) == 8 and passed == stops
