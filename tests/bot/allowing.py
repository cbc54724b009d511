"""Other allowances than people have, for a test."""

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.model.askers import ALLOWANCES, Cost

UNLIMITED = 1_000_000


def allow(monkeypatch: pytest.MonkeyPatch, most: int, *costs: Cost) -> None:
    """Let each asker, account or network, use so much of these."""
    for cost in costs:
        changed = replace(ALLOWANCES[cost], account=most, network=most)
        monkeypatch.setitem(cast("dict[Cost, Any]", ALLOWANCES), cost, changed)
