"""What each error of Discord or on the way to it means, and what is done about tags of a post after it."""

from datetime import timedelta
from typing import Any, Final, cast
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.chat.core import outages
from bot.chat.core.outages import ServerUnknown
from bot.chat.delivery import posts, threads

_KINDS: Final = {403: discord.Forbidden, 404: discord.NotFound}
_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)

_MEANINGS: Final[dict[tuple[int, int], str]] = {
    (400, 0): "ours",
    (400, 50006): "ours",
    (400, 50035): "ours",
    (400, 50109): "ours",
    (403, 50035): "closed",
    (400, 50007): "closed",
    (403, 50007): "closed",
    (400, 50008): "closed",
    (400, 50083): "closed",
    (400, 50278): "closed",
    (400, 160005): "closed",
    (403, 50001): "closed",
    (404, 10003): "closed",
    (404, 10008): "closed deleted uneditable",
    (400, 10008): "",
    (403, 50005): "closed uneditable",
    (403, 40003): "passing",
    (429, 0): "passing",
    (429, 30046): "passing too-often",
    (499, 0): "",
    (500, 0): "passing",
    (503, 0): "passing",
    (400, 160004): "",
    (400, 160006): "full",
}
"""Errors of Discord, by status and code, with what they mean."""


def _error(status: int, code: int) -> discord.HTTPException:
    kind = _KINDS.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(cast("Any", Mock(status=status, reason="Refused")), {"code": code, "message": "Refused"})


@pytest.mark.parametrize(("status", "code"), _MEANINGS)
def test_each_error_of_discord_means_one_thing(status: int, code: int) -> None:
    error = _error(status, code)
    found = {
        "ours": outages.is_our_fault(error),
        "closed": threads.is_closed(error),
        "deleted": outages.is_deleted(error),
        "uneditable": outages.is_uneditable(error),
        "passing": threads.is_passing(error),
        "too-often": outages.is_edited_too_often(error),
        "full": threads.is_full_of_threads(error),
    }
    assert {meaning for meaning, is_so in found.items() if is_so} == set(_MEANINGS[status, code].split())


def test_errors_on_the_way_to_discord_are_passing_and_others_are_ours() -> None:
    for error in (aiohttp.ClientError(), TimeoutError(), ConnectionResetError(), ServerUnknown()):
        assert not outages.is_our_fault(error)
    for error in (OSError("no such file"), ValueError(), KeyError(), AssertionError()):
        assert outages.is_our_fault(error)


@pytest.mark.parametrize(
    ("error", "after"),
    [
        (_error(500, 0), _MINUTE),
        (_error(400, 0), _MINUTE),
        (_error(403, 40003), _MINUTE),
        (_error(403, 50001), _HOUR),
        (_error(404, 10003), _HOUR),
        (aiohttp.ClientError(), _MINUTE),
        (ServerUnknown(), _MINUTE),
        (ValueError(), _HOUR),
    ],
)
def test_a_message_is_sent_again_soon_after_an_outage_and_later_to_a_closed_channel(
    error: Exception, after: timedelta
) -> None:
    assert threads.resend_after(None, Mock(), error) == after


@pytest.mark.parametrize(
    ("error", "is_tried_again"),
    [
        (_error(403, 50001), False),
        (_error(400, 50035), False),
        (_error(404, 10003), False),
        (_error(429, 0), True),
        (_error(500, 0), True),
        (ServerUnknown(), True),
        (TimeoutError(), True),
        (aiohttp.ClientError(), True),
    ],
)
async def test_tags_are_tried_again_unless_discord_refuses_or_the_board_is_due_anyway(
    monkeypatch: pytest.MonkeyPatch, error: Exception, *, is_tried_again: bool
) -> None:
    again = AsyncMock()
    monkeypatch.setattr(posts, "_apply", AsyncMock(side_effect=error))
    monkeypatch.setattr(posts.jobs, "show_again", again)
    delivery, match = Mock(), Mock(is_shown_by_start=True)
    await posts.tag(delivery, match)
    again.assert_not_awaited()
    match.is_shown_by_start = False
    await posts.tag(delivery, match)
    assert again.await_args_list == ([((delivery.context, match, 10 * _MINUTE),)] if is_tried_again else [])


@pytest.mark.parametrize(("status", "is_gone"), [(None, True), (404, True), (403, False), (400, False), (500, None)])
async def test_a_post_is_gone_once_discord_has_deleted_it_or_knows_of_none(
    status: int | None, *, is_gone: bool | None
) -> None:
    client: Any = Mock()
    client.http.delete_channel = AsyncMock(side_effect=None if status is None else _error(status, 0))
    match: Any = Mock(place=Mock(thread_id=7))
    if is_gone is None:
        with pytest.raises(discord.HTTPException):
            await posts.remove_post(client, match)
    else:
        assert await posts.remove_post(client, match) is is_gone
    client.http.delete_channel.assert_awaited_once_with(7)
