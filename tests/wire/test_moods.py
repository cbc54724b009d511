"""The served Discord itself: each point in which one differs from another, and the limits and refusals of its address."""

import json
from dataclasses import replace
from typing import Any, Final

import aiohttp
import discord
import pytest

from studio.playground import strict
from tests.wire.moods import KIND, STRICT, Mood
from tests.wire.server import TOKEN, Limit
from tests.wire.world import Wire

_V2: Final = 1 << 15
_BOARD: Final = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
_NONCE: Final = {"nonce": "one", "enforce_nonce": True}


async def _ask(
    wire: Wire, method: str, path: str, body: Any, *, file: bool = False, token: str = TOKEN
) -> tuple[int, Any]:
    """The status and the answer of a request, with a picture or without."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    form.add_field("files[0]", b"picture", filename="board.png", content_type="application/octet-stream")
    content: dict[str, Any] = {"data": form} if file else {"json": body}
    headers = {"Authorization": f"Bot {token}"}
    url = f"{wire.server.url}/api/v10{path}"
    async with aiohttp.ClientSession(headers=headers) as session, session.request(method, url, **content) as response:
        assert response.headers["X-RateLimit-Remaining"]
        return response.status, await response.json()


async def _posted(wire: Wire) -> dict[str, Any]:
    """A board in the channel."""
    body = {"components": [_BOARD], "flags": _V2, "attachments": [{"id": 0, "filename": "board.png"}]}
    status, board = await _ask(wire, "POST", f"/channels/{wire.channel.id}/messages", body, file=True)
    assert status == 200
    return board


def _attachment_id(board: dict[str, Any]) -> str:
    return board["components"][0]["items"][0]["media"].get("attachment_id", "")


async def _edited(wire: Wire, **kept: str) -> int:
    """The status of an edit that shows the picture of a board again, with what it keeps of it."""
    board = await _posted(wire)
    keeps = {"id": _attachment_id(board), **kept}
    body = {"components": [_BOARD], "attachments": [keeps] if kept else []}
    status, _ = await _ask(wire, "PATCH", f"/channels/{wire.channel.id}/messages/{board['id']}", body)
    return status


async def test_a_strict_discord_hides_what_a_kind_one_lists(quiet_wire: Wire) -> None:
    board = await _posted(quiet_wire)
    assert not board["attachments"] and _attachment_id(board)
    quiet_wire.server.discord.mood = KIND
    assert (await _posted(quiet_wire))["attachments"]
    quiet_wire.server.discord.mood = replace(STRICT, names_shown_files=False)
    assert not _attachment_id(await _posted(quiet_wire))


@pytest.mark.parametrize(
    ("mood", "kept", "status"),
    [
        (STRICT, {"filename": "board.png"}, 200),
        (STRICT, {"description": "A board"}, 400),
        (STRICT, {}, 400),
        (replace(STRICT, without=frozenset({strict.refuse_missing_files})), {"description": "A board"}, 200),
        (replace(STRICT, keeps_files=False), {"filename": "board.png"}, 400),
    ],
)
async def test_an_edit_keeps_what_this_discord_lets_it_keep(
    quiet_wire: Wire, mood: Mood, kept: dict[str, str], status: int
) -> None:
    quiet_wire.server.discord.mood = mood
    assert await _edited(quiet_wire, **kept) == status


@pytest.mark.parametrize(("mood", "count"), [(STRICT, 1), (replace(STRICT, enforces_nonces=False), 2)])
async def test_a_nonce_is_enforced_or_not(quiet_wire: Wire, mood: Mood, count: int) -> None:
    quiet_wire.server.discord.mood = mood
    for _ in range(2):
        await _ask(quiet_wire, "POST", f"/channels/{quiet_wire.channel.id}/messages", {"content": "Hello", **_NONCE})
    assert len(quiet_wire.messages()) == count


@pytest.mark.parametrize(
    ("point", "value", "method", "path", "body", "code"),
    [
        ("opens_threads", False, "POST", "/channels/{channel}/threads", {"name": "A match", "type": 11}, 160006),
        ("requires_tags", True, "POST", "/channels/{forum}/threads", {"name": "A", "message": {"content": "A"}}, 40067),
        ("takes_tags", False, "PATCH", "/channels/{forum}", {"available_tags": [{"name": "Over"}]}, 50013),
        ("opens_direct_messages", False, "POST", "/channels/{direct}/messages", {"content": "Your turn"}, 50007),
        ("takes_emojis", False, "POST", "/applications/{bot}/emojis", {"name": "a", "image": ""}, 30008),
        (
            "takes_localizations", False, "PUT", "/applications/{bot}/commands",
            [{"name": "play", "type": 1, "description": "Play", "name_localizations": {"de": "spielen"}}], 50035,
        ),
    ],
)  # fmt: skip
async def test_a_discord_that_differs_in_one_point_refuses_it(
    quiet_wire: Wire, point: str, value: bool, method: str, path: str, body: Any, code: int
) -> None:
    backend = quiet_wire.env.backend
    backend.add_member_role(quiet_wire.guild.id, backend.bot_user.id, _managers(quiet_wire))
    ids = {"channel": quiet_wire.channel.id, "forum": quiet_wire.forum.id, "bot": backend.application_id}
    path = path.format(**ids, direct=quiet_wire.people[0].user.dm_channel.id)
    assert (await _ask(quiet_wire, method, path, body))[0] == 200
    quiet_wire.server.discord.mood = replace(STRICT, **{point: value})
    status, answer = await _ask(quiet_wire, method, path, body)
    assert status >= 400 and answer["code"] == code


def _managers(wire: Wire) -> int:
    """A role that may do everything."""
    return wire.guild.create_role("everything", permissions=discord.Permissions.all()).id


async def test_a_wrong_token_is_refused(quiet_wire: Wire) -> None:
    assert (await _ask(quiet_wire, "GET", "/users/@me", None, token="another"))[0] == 401


async def test_too_many_requests_of_a_route_are_refused_for_a_while(quiet_wire: Wire) -> None:
    quiet_wire.server.limit = Limit(requests=5, seconds=60)
    statuses = [(await _ask(quiet_wire, "GET", f"/channels/{quiet_wire.channel.id}", None))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429] and quiet_wire.server.too_many == 1
