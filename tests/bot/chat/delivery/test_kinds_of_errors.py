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
from bot.texts.language import say
from bot.texts.outages import OBSTACLES, PASSING, obstacle_of

_KINDS: Final = {403: discord.Forbidden, 404: discord.NotFound}
_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)

_MEANINGS: Final[dict[tuple[int, int], str]] = {
    (400, 0): "ours lasting",
    (400, 50006): "ours lasting",
    (400, 50035): "ours lasting",
    (400, 50109): "ours lasting",
    (403, 50035): "ours lasting",
    (413, 40005): "ours lasting",
    (400, 50007): "closed",
    (403, 50007): "closed",
    (400, 50008): "closed lasting",
    (400, 50083): "closed lasting",
    (400, 50278): "closed",
    (400, 160005): "closed lasting",
    (403, 0): "passing",
    (404, 0): "passing",
    (403, 50001): "closed lasting",
    (404, 10003): "closed lasting",
    (404, 10008): "closed deleted uneditable lasting",
    (400, 10008): "lasting",
    (403, 50005): "closed uneditable lasting",
    (403, 40003): "passing",
    (429, 0): "passing",
    (429, 30046): "passing too-often",
    (499, 0): "ours lasting",
    (408, 0): "passing",
    (400, 40067): "closed lasting",
    (400, 200000): "closed lasting",
    (400, 999999): "lasting",
    (500, 0): "passing",
    (503, 0): "passing",
    (400, 160004): "lasting",
    (400, 160006): "",
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
        "lasting": threads.is_lasting(error),
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
        (_error(400, 0), _HOUR),
        (_error(403, 40003), _MINUTE),
        (_error(400, 160006), _MINUTE),
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
    assert threads.resend_after(None, Mock(attempts=0), error) == after


def test_what_no_time_will_mend_is_tried_again_ever_less() -> None:
    waits = [threads.resend_after(None, Mock(attempts=attempts), _error(400, 40067)) for attempts in range(8)]
    assert waits == [*(_HOUR * 2**doubled for doubled in range(5)), *[24 * _HOUR] * 3]
    often, seldom = (
        [threads.show_after(None, Mock(attempts=attempts), _error(*error)) for attempts in (0, 8, 20)]
        for error in ((400, 160006), (400, 40067))
    )
    assert often == [_MINUTE / 4, _HOUR, _HOUR] and seldom == [_MINUTE / 4, 64 * _MINUTE, 24 * _HOUR]


def test_each_refusal_that_is_not_passing_has_a_sentence_for_people() -> None:
    """Every code of a post that is not in the table has one as well."""
    for code in (*OBSTACLES, 0, 999_999):
        found = obstacle_of(400, code)
        text = say(found.reason, code=code)
        assert (text == "") == (found is PASSING) and "{" not in text and text[-1:] in ("", ".")
    assert "999999" in say(obstacle_of(400, 999_999).reason, code=999_999)


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


@pytest.mark.parametrize(
    ("refusal", "is_gone"),
    [
        (None, True),
        ((404, 10003), True),
        ((403, 50013), False),
        ((400, 0), False),
        ((404, 0), None),
        ((403, 0), None),
        ((500, 0), None),
    ],
)
async def test_a_post_is_gone_once_discord_has_deleted_it_or_knows_of_none(
    refusal: tuple[int, int] | None, *, is_gone: bool | None
) -> None:
    client: Any = Mock()
    client.http.delete_channel = AsyncMock(side_effect=None if refusal is None else _error(*refusal))
    match: Any = Mock(place=Mock(thread_id=7))
    if is_gone is None:
        with pytest.raises(discord.HTTPException):
            await posts.remove_post(client, match)
    else:
        assert await posts.remove_post(client, match) is is_gone
    client.http.delete_channel.assert_awaited_once_with(7)
