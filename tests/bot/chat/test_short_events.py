"""Events that are shorter than matches usually take: whoever opens one hears of it, in the form and in the answer."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.model.clock import Terms
from bot.model.competitions.competition import Format
from bot.model.competitions.pairing import typical_length
from bot.texts.competitions import lasts_hint
from rules import GAMES
from tests.bot.world import World, reply_text

_TOO_SHORT = "the end will cut most of them off"


@pytest.mark.parametrize(
    ("options", "is_too_short"),
    [
        ({"format": "all play all", "lasts": "6 hours"}, True),
        ({"format": "all play all", "lasts": "3 months"}, False),
        ({"format": "swiss", "lasts": "6 weeks"}, True),
        ({"format": "knockout", "lasts": "6 weeks", "days": "1 day"}, False),
        ({"format": "all play all", "lasts": "6 hours", "days": "15 minutes + 15 seconds"}, False),
    ],
)
async def test_whoever_opens_an_event_that_cuts_most_matches_off_is_warned(
    world: World, boss: MemberActor, options: dict[str, Any], is_too_short: bool
) -> None:
    told = reply_text(await boss.slash(world.channel, "manage start", game="furl", begins="1 hour", **options))
    assert "is open" in told and (_TOO_SHORT in told) is is_too_short


def test_a_game_that_nobody_has_counted_warns_nobody() -> None:
    assert typical_length([replace(GAMES["furl"], typical_turns=0)], Terms(3)) == timedelta()


def test_the_form_says_how_long_matches_take() -> None:
    assert "or more with 3 days a move" in lasts_hint(Format.LEAGUE, Terms(3))
