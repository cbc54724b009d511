"""`furlong rehearse` against a strict Discord, a kind one, and ones that differ in a single point."""

import json
import signal
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from studio.playground import strict
from studio.rehearsal.report import NOT_TRIED
from tests.wire import faults
from tests.wire.faults import Cut, What
from tests.wire.moods import KIND, STRICT, Mood
from tests.wire.server import template
from tests.wire.world import Wire, served


@pytest_asyncio.fixture
async def quiet_wire(tmp_path: Path) -> AsyncGenerator[Wire]:
    """A strict Discord to which nothing is connected."""
    async with served(tmp_path) as opened:
        yield opened


@dataclass(frozen=True)
class Rehearsed:
    """The exit code of a rehearsal, what it has printed, and its report."""

    exit_code: int
    printed: str
    findings: Mapping[str, Mapping[str, Any]]

    @property
    def differences(self) -> Mapping[str, str]:
        """What was seen at each point that is not as expected."""
        return {
            point: found["seen"]
            for point, found in self.findings.items()
            if not found["agrees"] and found["seen"] != NOT_TRIED
        }


async def rehearsed(wire: Wire, *arguments: str) -> Rehearsed:
    """A rehearsal from its beginning to its end, without presses unless the arguments say how long to wait for them."""
    file = wire.folder / "report.json"
    process = await wire.start("rehearse", str(wire.channel.id), "--report", str(file), *arguments)
    if "--without-presses" not in arguments:
        await press_all(wire)
    code = await process.exit_code()
    findings: list[dict[str, Any]] = json.loads(file.read_text())["findings"] if file.exists() else []
    return Rehearsed(code, process.reply_text, {found["point"]: found for found in findings})


async def press_all(wire: Wire) -> None:
    """Do what the rehearsal asks for: press each button, and send the window."""
    ada, *_ = wire.people
    asking = await wire.shown("1: Change this")
    await ada.click(asking, label="1: Change this")
    await ada.click(asking, label="2: Tell me")
    window = await ada.click(asking, label="3: Ask me")
    await ada.submit_modal(window, {})


def left_behind(wire: Wire) -> list[object]:
    """What the rehearsal should have tidied up: messages, threads, emojis, commands of the server, tags."""
    backend = wire.env.backend
    return [
        *wire.messages(),
        *wire.messages(wire.people[0].user.dm_channel),
        *(one for one in backend.channels.values() if one.type in (10, 11, 12)),
        *backend.application_emojis.values(),
        *backend.commands.get(wire.guild.id, {}),
        *backend.get_channel(wire.forum.id).available_tags,
    ]


async def test_a_strict_discord_does_everything_as_expected_and_is_left_tidy(quiet_wire: Wire) -> None:
    done = await rehearsed(quiet_wire)
    assert not done.differences, done.printed
    assert done.exit_code == 0
    assert "edit that keeps a file by id and name" in done.printed and "Different: 0." in done.printed
    assert left_behind(quiet_wire) == []
    assert [point for point, found in done.findings.items() if found["seen"] == NOT_TRIED] == [
        "edits of a message older than an hour",
        "a press that opens the page",
    ]


async def test_a_report_says_nothing_private(quiet_wire: Wire) -> None:
    await rehearsed(quiet_wire)
    text = (quiet_wire.folder / "report.json").read_text()
    ids = (
        quiet_wire.guild.id,
        quiet_wire.channel.id,
        quiet_wire.env.backend.application_id,
        *(one.id for one in quiet_wire.people),
    )
    private = (
        *map(str, ids),
        quiet_wire.guild.name,
        quiet_wire.channel.name,
        *(one.name for one in quiet_wire.people),
        "wire.test",
    )
    assert [one for one in private if str(one) in text] == []


async def test_a_kind_discord_is_recognised_by_what_it_permits(tmp_path: Path) -> None:
    async with served(tmp_path, KIND) as wire:
        done = await rehearsed(wire)
    assert done.exit_code == 1
    assert (
        done.differences.items()
        >= {
            "a shown file in the list of attachments": "listed",
            "edit that keeps a file by its id alone": "accepted",
            "edit that shows a file and lists none": "accepted",
            "a second message with the same nonce": "sent again",
        }.items()
    )


_DIFFERENT: Mapping[str, tuple[Mood, Mapping[str, str]]] = {
    "lists shown files": (
        replace(STRICT, lists_shown_files=True),
        {"a shown file in the list of attachments": "listed"},
    ),
    "names no ids": (
        replace(STRICT, names_shown_files=False),
        {"the id of a shown file in its component": "missing"},
    ),
    "keeps no files": (
        replace(STRICT, keeps_files=False),
        {"edit that keeps a file by id and name": "refused"},
    ),
    "sends twice": (
        replace(STRICT, enforces_nonces=False),
        {"a second message with the same nonce": "sent again"},
    ),
    "requires tags": (
        replace(STRICT, requires_tags=True, takes_tags=False),
        {"add a tag to a forum": "refused", "post in a forum": "refused"},
    ),
    "opens no threads": (
        replace(STRICT, opens_threads=False),
        {"start a thread": "refused", "post in a forum": "refused"},
    ),
    "takes no emojis": (replace(STRICT, takes_emojis=False), {"upload an emoji": "refused"}),
    "takes no localizations": (
        replace(STRICT, takes_localizations=False),
        {"send all commands in all languages": "refused"},
    ),
    "shows anything": (
        replace(STRICT, without=frozenset({strict.refuse_missing_files})),
        {
            "edit that keeps a file by its id alone": "accepted",
            "edit that shows a file and lists none": "accepted",
        },
    ),
}


@pytest.mark.parametrize("name", _DIFFERENT)
async def test_a_discord_that_differs_in_one_point_is_told_by_that_point(tmp_path: Path, name: str) -> None:
    mood, expected = _DIFFERENT[name]
    async with served(tmp_path, mood) as wire:
        done = await rehearsed(wire, "--without-presses")
        assert left_behind(wire) == []
    assert done.exit_code == 1 and done.differences == expected, done.printed


async def test_closed_direct_messages_are_a_finding(tmp_path: Path) -> None:
    async with served(tmp_path, replace(STRICT, opens_direct_messages=False)) as wire:
        done = await rehearsed(wire)
    assert done.differences == {"write a direct message": "refused"}, done.printed


_TROUBLES: Sequence[What | None] = (
    Cut.AFTER, None, faults.rate_limited("user", 0.1), None, Cut.BEFORE, None, faults.error(503), None, Cut.MIDWAY, None,
)  # fmt: skip


@pytest.mark.parametrize("begun", range(0, len(_TROUBLES), 4))
async def test_connections_that_break_leave_nothing_behind(quiet_wire: Wire, begun: int) -> None:
    _allow_everything(quiet_wire)
    of_routes: dict[str, Iterator[What | None]] = {}

    def choose(method: str, path: str) -> What | None:
        if path.startswith(("/gateway", "/users/@me", "/oauth2")):
            return None
        route = f"{method} {template(path)}"
        return next(of_routes.setdefault(route, islice(cycle(_TROUBLES), begun, None)))

    quiet_wire.server.choose = choose
    done = await rehearsed(quiet_wire, "--without-presses")
    assert left_behind(quiet_wire) == [] and "Traceback" not in done.printed, done.printed
    assert done.exit_code == 1 and "no answer" in done.differences.values()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("route", ["POST /channels/:id/threads", "PUT /applications/:id/guilds/:id/commands"])
async def test_a_rehearsal_that_is_stopped_tidies_up(quiet_wire: Wire, number: signal.Signals, route: str) -> None:
    _allow_everything(quiet_wire)
    process = await quiet_wire.start("rehearse", str(quiet_wire.channel.id), "--without-presses")

    def has_come() -> bool:
        return any(f"{one.method} {template(one.path)}" == route for one in quiet_wire.server.requests)

    await quiet_wire.until(has_come, "it does not come so far")
    assert process.running is not None
    process.running.send_signal(number)
    assert await process.exit_code() == 1
    assert left_behind(quiet_wire) == [] and "was stopped" in process.reply_text, process.reply_text
    assert "Traceback" not in process.reply_text


async def test_a_press_that_another_process_has_answered_is_told_as_such(quiet_wire: Wire) -> None:
    quiet_wire.server.inject("POST", "/interactions/*/callback", faults.error(400, 40060))
    done = await rehearsed(quiet_wire)
    assert done.findings["a press that changes its message"]["seen"] == "refused"
    assert "another process has answered with this token: stop it first" in done.printed


async def test_a_wrong_token_is_named_before_anything_is_done(quiet_wire: Wire) -> None:
    process = await quiet_wire.start("rehearse", str(quiet_wire.channel.id), DISCORD_TOKEN="another.test.token")
    assert await process.exit_code() == 2
    assert "DISCORD_TOKEN" in process.reply_text and "Traceback" not in process.reply_text


async def test_permissions_that_the_bot_lacks_are_named_before_anything_is_done(quiet_wire: Wire) -> None:
    deny = discord.Permissions(attach_files=True)
    role = quiet_wire.guild.default_role.id
    overwrite = Overwrite(target_id=role, type=OverwriteType.ROLE, deny=deny.value)
    quiet_wire.env.backend.set_overwrite(quiet_wire.channel.id, overwrite)
    process = await quiet_wire.start("rehearse", str(quiet_wire.channel.id))
    assert await process.exit_code() == 2
    assert "lacks these permissions: attach files." in process.reply_text and quiet_wire.messages() == []


def _allow_everything(wire: Wire) -> None:
    """Let the bot do everything on the server, such as add tags to forums."""
    backend = wire.env.backend
    role = wire.guild.create_role("everything", permissions=discord.Permissions.all())
    backend.add_member_role(wire.guild.id, backend.bot_user.id, role.id)


async def test_a_channel_that_the_bot_cannot_use_is_named_before_anything_is_done(quiet_wire: Wire) -> None:
    process = await quiet_wire.start("rehearse", "123")
    assert await process.exit_code() == 2
    assert "123 is no text channel" in process.reply_text and quiet_wire.messages() == []
    process = await quiet_wire.start("rehearse", str(quiet_wire.forum.id))
    assert await process.exit_code() == 2 and "is no text channel" in process.reply_text


async def test_edits_of_an_old_message_are_counted(quiet_wire: Wire) -> None:
    first = await rehearsed(quiet_wire, "--without-presses", "--leave")
    [left] = quiet_wire.messages()
    assert f"--old {left.id}" in first.printed
    (quiet_wire.folder / "report.json").unlink()
    done = await rehearsed(quiet_wire, "--without-presses", "--old", str(left.id))
    assert done.differences == {"edits of a message older than an hour": "not slowed down"}, done.printed
    assert quiet_wire.messages() == []
