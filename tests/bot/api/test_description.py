"""The interface answers as its description says, whatever is sent."""

import asyncio
from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import negative_data_rejection

from bot.api.core import PATH
from bot.api.server import ENDPOINTS
from bot.model.askers import Cost
from tests.bot.allowing import UNLIMITED, allow
from tests.bot.api.programs import program
from tests.bot.web.visiting import Visited
from tests.rules.playouts import of_a_thousand

_EXAMPLES = of_a_thousand(250)
"""The number of requests of each kind to each endpoint."""

_SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
_STREAMS = {endpoint.name for endpoint in ENDPOINTS if endpoint.media == "text/event-stream"}
_OTHERS = {*_STREAMS, "play", "act", "challenge", "calendar", "engines"}
"""What is refused as long as nobody names a legal move, a server, or the token in an address, or can do something."""


def _send(address: str, secret: str) -> dict[str, Counter[int]]:
    """Send requests that follow the description of each endpoint and as many that do not; count the statuses of each."""
    found = dict[str, Counter[int]]()
    described: Any = schemathesis.openapi.from_url(f"{address}{PATH}/openapi.json")
    for operation in (result.ok() for result in described.get_all_operations()):
        name = operation.definition.raw["operationId"]
        found[name] = Counter()
        if name not in _STREAMS:
            for mode in GenerationMode:
                _try(name, operation.as_strategy(generation_mode=mode), f"{address}{PATH}", secret, found[name])
    return found


def _try(name: str, cases: Any, address: str, secret: str, statuses: Counter[int]) -> None:
    """Send requests, and check every answer against the description."""

    @settings(max_examples=_EXAMPLES, deadline=None, database=None, suppress_health_check=_SLOW)
    @given(case=cases)
    def check(case: Any) -> None:
        if case.meta.generation.mode.is_positive and "match_id" in case.path_parameters:
            case.path_parameters["match_id"] = 1
        if name == "challenge" and case.meta.generation.mode.is_positive:
            case.body["game"] = "furl"
        answer = case.call(base_url=address, headers={"Authorization": f"Bearer {secret}"})
        statuses[answer.status_code] += 1
        # The left out check takes for sent what is not: parameters without a value, and another token than this one.
        case.validate_response(answer, excluded_checks=[negative_data_rejection])

    check()


@pytest.mark.sweep
async def test_all_answers_are_described(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.api.core.MOST_BY_TOKEN", UNLIMITED)
    allow(monkeypatch, UNLIMITED, Cost.CHALLENGE, Cost.ACTION, Cost.REQUEST, Cost.NEARBY, Cost.MATCH)
    await site.match()
    client = await program(site)
    found = await asyncio.to_thread(_send, f"http://127.0.0.1:{site.port}", client.secret)
    assert found.keys() == {endpoint.name for endpoint in ENDPOINTS} - {"describe"}  # which it has asked before
    assert all(statuses[200] for name, statuses in found.items() if name not in _OTHERS), found
    assert all(found[name][409] and found[name][400] for name in ("play", "act", "challenge")), found
    assert not any(statuses[500] for statuses in found.values()), found
