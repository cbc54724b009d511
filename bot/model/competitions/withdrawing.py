"""When somebody is out of a competition, and what becomes of their matches: so that drop-outs spoil nothing."""

from collections.abc import Sequence
from typing import Final

from bot.model.competitions.competition import Fixture

MOST_LOST_ON_TIME: Final = 2
"""Whoever loses so many matches on time is out."""


def is_struck(person_id: int, fixtures: Sequence[Fixture]) -> bool:
    """Whether somebody who is out at this moment is taken out of the table, by their own fixtures.

    So it is if fewer than half of these are over: the others would owe their points to who came too late to meet them.
    """
    own = [fixture for fixture in fixtures if person_id in fixture.people]
    return 2 * sum(fixture.is_over for fixture in own) < len(own)
