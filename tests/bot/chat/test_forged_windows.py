"""Windows with several parts, each of which was tampered with before it was sent: whatever is in them is answered."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

import discord
import pytest

from bot.chat import features
from bot.chat.core.answers import Answer, Say
from bot.chat.core.request import Request, Surroundings
from bot.model.competitions.competition import Format
from bot.screens import challenges as windows
from bot.screens import managing
from bot.screens.core import Act
from bot.texts import errors
from bot.texts.challenges import TERMS
from rules import GAMES
from tests.bot.chat.test_forged import text_of_answer
from tests.bot.world import World

pytestmark = pytest.mark.sweep

_NONSENSE: Final = ("", "x", "-1", "9" * 100, "a" * 4000, "[" * 4000, "\u202e" * 40, "chess", "{0}", "%s", "\U0001f98a")
_TIMES: Final = ("3 days", "2 weeks", "99999999999 weeks", "0 days", "2030-01-31", "9999-12-31", "7 days + 12 hours")
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "game": (*GAMES, "all"),
    "who": (windows.ANYONE, windows.PEOPLE, "mole", "lynx", "wolf"),
    "people": ("1", "0", f"{2**63}", f"{2**80}"),
    "days": (windows.USUAL, *_TIMES),
    "begins": _TIMES,
    "lasts": _TIMES,
    "is_rated": (windows.USUAL, "casual", "rated"),
    "also": (
        *(term.key for term in TERMS),
        *(managing.ONCE, *managing.SIZES, *managing.ROUNDS),
    ),
}
"""What each part of these windows may have in it, and people who do not exist."""


_STARTS: Final = (
    "furl/anyone/usual/rated/",
    "furl/people/3 days//more",
    "farlander/mole/x/x/x",
    "chess////",
    "furl////",
)
"""What was chosen in the window of `/play`, in the details of what is asked next."""


def _tampered(random: Random, own: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Some parts, each with some values, most of which it may have."""
    parts = dict[str, tuple[str, ...]]()
    for name, proper in _PARTS.items():
        known = (*proper, *own) if name == "people" else proper
        count = random.choice((0, 1, 1, 1, 2, 5))
        values = [random.choice(known if random.random() < 0.8 else _NONSENSE) for _ in range(count)]
        if random.random() < 0.9:
            parts[name] = tuple(values)
    return parts


@pytest.mark.parametrize("action", ["begin", "begin_on", "season_open"])
async def test_a_window_with_whatever_parts_is_answered_in_friendly_words(world: World, action: str) -> None:
    """An answer with a code is an error in the log, which fails every test."""
    random, own = Random(action), (str(world.ben.id), str(world.ada.id), str(world.cleo.id))
    details = [*Format, "x", ""] if action == "season_open" else ["", *own, "x", f"{2**80}", *_STARTS]
    guild = world.bot.get_guild(world.guild.id)
    for _ in range(60):
        read: list[str] = []

        async def send(answer: Answer, read: list[str] = read) -> None:
            read.append(text_of_answer(answer))

        is_direct = action != "season_open" and random.random() < 0.3
        there = replace(world.actor(world.ada), manages_server=True)
        request = Request(
            actor=replace(there, server_id=None) if is_direct else there,
            surroundings=Surroundings(
                channel_id=world.channel.id,
                channel=None if is_direct or guild is None else guild.get_channel(world.channel.id),
                guild=None if is_direct else guild,
                permissions=discord.Permissions.all(),
                app_permissions=discord.Permissions.all(),
                filesize_limit=10_000_000,
            ),
            services=world.bot.services,
            context=world.bot.services.context,
            send=send,
            act=Act(action, 0, 0, str(random.choice(details))),
            values=(),
            fields=_tampered(random, own),
            options={},
            discord_language="en",
        )
        try:
            answer = await features.press_handlers()[action].answer(request)
        except Exception as error:  # noqa: BLE001 - as the dispatcher does
            answer = Say(errors.reply(error))
        assert answer is not None or read, request.fields
