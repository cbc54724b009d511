"""Every option with suggestions is asked for them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import discord
import pytest
from discord.app_commands import Command, Group
from simcord.actors import MemberActor

from bot.chat.core.request import Request
from players.characters import HEDGEHOG, OTTER
from tests.bot.world import World


@dataclass(frozen=True)
class _Asked:
    """What is typed, with the other options that are filled in, and the suggestions for it: texts and their labels."""

    typed: str
    suggested: dict[str, str]
    filled: dict[str, str] = field(default_factory=dict[str, str])

    count: int | None = None
    """How many there are in all, if `suggested` has only the first."""


_MATCH: Final = (
    _Asked("", {"1": "#1 Furl against Ben, your turn"}),
    _Asked("ben", {"1": "#1 Furl against Ben, your turn"}),
    _Asked("cleo", {}),
)
_REPLAY: Final = (
    _Asked("", {"1": "#1 Furl against Ben, your turn", "3": "#3 Play Win against Ben, over"}),
    _Asked("3", {"3": "#3 Play Win against Ben, over"}),
    _Asked("over", {"3": "#3 Play Win against Ben, over"}),
)
_ANY_MATCH: Final = (
    _Asked("", {"1": "#1 Furl: Ada against Ben", "2": "#2 Fursaz: Ben against Cleo"}),
    _Asked("cleo", {"2": "#2 Fursaz: Ben against Cleo"}),
)
_SEASON: Final = (
    _Asked("", {"1": "Furl ladder (running)"}),
    _Asked("LADDER", {"1": "Furl ladder (running)"}),
    _Asked("league", {}),
)
_DAYS: Final = (
    _Asked("", {"1 day": "1 day", "2 days": "2 days", "3 days": "3 days (usual here)"}, count=18),
    _Asked("7 days", {"7 days": "7 days", "7 days + 12 hours": "7 days + 12 hours"}),
    _Asked("no", {"no limit": "no limit"}),
)

SUGGESTED: Final[dict[tuple[str, str], tuple[_Asked, ...]]] = {
    ("board", "match"): _MATCH,
    ("manage cancel", "match"): _ANY_MATCH,
    ("manage cancel", "season"): _SEASON,
    ("manage remove", "match"): _ANY_MATCH,
    ("manage remove", "season"): _SEASON,
    ("manage start", "begins"): (
        _Asked("", {"1 hour": "1 hour", "3 hours": "3 hours", "tomorrow": "tomorrow"}, count=6),
        _Asked("2 w", {"2 weeks": "2 weeks"}),
    ),
    ("manage start", "days"): _DAYS,
    ("manage start", "lasts"): (
        _Asked("", {"3 hours": "3 hours", "1 day": "1 day", "1 week": "1 week"}, count=7),
        _Asked("3", {"3 hours": "3 hours", "3 months": "3 months"}),
    ),
    ("match", "do"): (
        _Asked("", {"log": "Log", "replay": "Replay", "rules": "Rules"}, {"match": "1"}, count=12),
        _Asked("resi", {"resign": "Resign"}),
        _Asked("resi", {}, {"match": "3"}),
        _Asked("rema", {"rematch": "Rematch"}, {"match": "3"}),
    ),
    ("match", "match"): (
        _Asked("", {"1": "#1 Furl against Ben, your turn"}, {"do": "resign"}),
        _Asked("", {"3": "#3 Play Win against Ben"}, {"do": "rematch"}),
    ),
    ("move", "match"): _MATCH,
    ("move", "move"): (
        _Asked("a4<c4", {"a4<c4": "a4<c4 · furls 3 discs from a4 to c4"}),
        _Asked("a4<c", {"a4<c6": "a4<c6 · furls 3 discs from a4 to c6"}, count=2),
    ),
    ("plan", "match"): _MATCH,
    ("play", "days"): _DAYS,
    ("play", "level"): (
        _Asked("", {"mole": "Mole · Gentle: sees what's under its nose, and misses much of that."}, count=6),
        _Asked("as strong", {"equal": "About as strong as you"}),
        _Asked("hedge", {"hedgehog": f"Hedgehog · About 950. {HEDGEHOG.manner}"}, {"game": "furl"}, count=5),
        _Asked("Otter +2", {"otter+200": f"Otter +200 · About 1650. {OTTER.manner}"}, {"game": "furl"}),
        _Asked("1050", {"hedgehog+100": f"Hedgehog +100 · About 1050. {HEDGEHOG.manner}"}, {"game": "furl"}),
    ),
    ("play", "side"): (
        _Asked("", {"first": "I move first (White)", "second": "I move second (Black)"}, {"game": "furl"}, count=3),
        _Asked("black", {"second": "I move second (Black)"}, {"game": "furl"}),
        _Asked("", {}),
    ),
    ("puzzle", "game"): (
        _Asked("", {"furl": "Furl", "fursaz": "Fursaz", "playwin": "Play Win"}, count=5),
        _Asked(" FUR", {"furl": "Furl", "fursaz": "Fursaz", "furbowl": "Furbowl"}),
        _Asked("saz", {}),
    ),
    ("replay", "match"): _REPLAY,
    ("season", "season"): _SEASON,
    ("server", "days"): (_Asked("", {"1 day": "1 day"}, count=18), _Asked("14", {"14 days": "14 days"})),
    ("settings", "quiet"): (
        _Asked("", {"off": "No quiet hours", "20:00-07:00": "Quiet from 20:00 to 07:00"}, count=13),
        _Asked("23", {"23:00-07:00": "Quiet from 23:00 to 07:00", "23:00-08:00": "Quiet from 23:00 to 08:00"}),
    ),
    ("settings", "news"): (
        _Asked("", {"off": "News as it comes, once an hour at most", "00:00": "News once a day, at 00:00"}, count=25),
        _Asked("18", {"18:00": "News once a day, at 18:00"}),
    ),
    ("settings", "tell"): (
        _Asked("", {"all": "all", "none": "none", "Furl": "Furl"}, count=11),
        _Asked("furl, furs", {"furl, Fursaz": "furl, Fursaz"}),
    ),
    ("settings", "zone"): (
        _Asked("", {"UTC": "UTC, 00:00", "America/Los_Angeles": "America/Los Angeles, 16:00"}, count=25),
        _Asked("lisbon", {"Europe/Lisbon": "Europe/Lisbon, 00:00"}),
    ),
    ("try", "match"): _REPLAY,
    ("vacation", "days"): (
        _Asked("", {"1": "1 day", "2": "2 days"}, count=25),
        _Asked("30", {"30": "30 days"}),
        _Asked("31", {}),
    ),
}


def _suggesting(world: World) -> Iterator[tuple[str, str]]:
    """The commands with the options that have suggestions."""
    for command in world.bot.tree.walk_commands():
        if isinstance(command, Command):
            yield from ((command.qualified_name, one.display_name) for one in command.parameters if one.autocomplete)
        else:
            assert isinstance(command, Group) or command.qualified_name, "a context menu has no options"


async def _some_matches(world: World, boss: MemberActor) -> None:
    """One match of Ada's that waits for her, one among others, one that is over, and a ladder."""
    await world.start_match()
    for game, host, guest in (("fursaz", world.ben, world.cleo), ("playwin", world.ada, world.ben)):
        await host.slash(world.channel, "play", game=game, opponent=guest, side="first")
        await guest.click(world.board(), label="Accept")
    await world.matches.resign(world.actor(world.ada), 3)
    await boss.slash(world.channel, "manage start", format="ladder", game="furl")


async def test_all_suggestions_are_asked_for_and_are_those_that_fit(world: World) -> None:
    assert set(_suggesting(world)) == SUGGESTED.keys(), "an option without a case here is never asked"
    role = world.guild.create_role("managers", permissions=discord.Permissions(administrator=True))
    boss = world.guild.add_member(world.env.create_user("Boss"), roles=[role])
    await _some_matches(world, boss)
    wrong: dict[str, object] = {}
    for (command, option), cases in SUGGESTED.items():
        who = boss if command.startswith(("manage", "server")) else world.ada
        for one in cases:
            found = await who.autocomplete(world.channel, command, option, one.typed, **one.filled)
            shown = {choice["value"]: choice["name"] for choice in found}
            first = dict(list(shown.items())[: len(one.suggested)])
            if (first, len(shown)) != (one.suggested, len(one.suggested) if one.count is None else one.count):
                wrong[f"/{command} {option}:{one.typed} {one.filled}"] = shown
    assert wrong == {}


async def test_no_match_is_loaded_to_suggest_those_with_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.start_match()
    monkeypatch.setattr(Request, "find", None)
    found = await world.ada.autocomplete(world.channel, "match", "match", "")
    assert [one["value"] for one in found] == ["1"]
