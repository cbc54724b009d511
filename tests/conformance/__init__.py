"""A check whether the bot's REST requests conform to Discord's own description of its API.

Tests call `check(env)` after driving the bot through SimCord. The description is not part of this repository:
FURLONG_OPENAPI holds the path of the file, and without it nothing is checked.
"""

import os
from collections.abc import Sequence
from functools import cache
from typing import Final, Protocol

from simcord.types import HttpLogEntry

from tests.conformance.checker import Conformance

VARIABLE: Final = "FURLONG_OPENAPI"


class Recorded(Protocol):
    """A recorder of REST requests, such as `simcord.Env`."""

    @property
    def http_requests(self) -> Sequence[HttpLogEntry]:
        """Every request so far, in order."""
        ...


def check(env: Recorded) -> None:
    """Raise AssertionError with every problem that the description finds in the recorded requests."""
    path = os.environ.get(VARIABLE)
    if not path:
        return
    conformance = description(path)
    problems = [
        problem
        for request in env.http_requests
        for problem in conformance.problems(request.method, request.path, request.json)
    ]
    if problems:
        raise AssertionError("Discord's API description objects:\n" + "\n".join(problems))


@cache
def description(path: str) -> Conformance:
    """The description in a file, read once in a test run."""
    return Conformance.load(path)
