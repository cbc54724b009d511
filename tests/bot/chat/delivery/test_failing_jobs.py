"""Whatever error a job meets, its kind knows when to try again: a passing one soon and without end, a refusal later."""

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.chat import features
from bot.chat.core.outages import ServerUnknown
from bot.chat.delivery.loop import JobKind
from bot.model.jobs import LONGEST_WAIT, Claim, Job, Kind


def _refusal(status: int, code: int) -> discord.HTTPException:
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    response: Any = Mock(status=status, reason="")
    return kind(response, {"code": code, "message": ""})


_PASSING = (
    _refusal(500, 0),
    _refusal(502, 0),
    _refusal(429, 30046),
    _refusal(403, 40003),
    aiohttp.ClientError(),
    ConnectionError(),
    TimeoutError(),
    ServerUnknown(),
)
_CLOSED = tuple(
    _refusal(*one)
    for one in (
        (403, 50013),
        (403, 50001),
        (404, 10003),
        (404, 10008),
        (400, 50083),
        (400, 160005),
        (400, 50007),
        (403, 50278),
    )
)
_FOR_HOST = (_refusal(400, 50035), _refusal(400, 99999))
_SHOWS_MATCHES = {Kind.BOARD}
_POSTS_NOTHING = {Kind.CHALLENGE, Kind.OFFER, Kind.VOTE, Kind.COMPETITION, Kind.GUEST, Kind.WEBHOOK, Kind.THOUGHT}
_GOES_ON = _SHOWS_MATCHES | _POSTS_NOTHING | {Kind.PUZZLE_SEARCH}
_FOR_EVERYBODY = {
    Kind.BOARD,
    Kind.BULLETIN,
    Kind.PANEL,
    Kind.GREETING,
    Kind.DAILY_PUZZLE,
    Kind.WEEKLY_REVIEW,
    Kind.LOBBY,
}
_OURS = (ValueError(), OSError("raster overflow"), KeyError("x"))
_GIVES_UP = {Kind.OLD_BOARD: 60, Kind.OLD_NOTICE: 60}
"""The kinds that try so often and no more, whatever the error is."""

each_kind = pytest.mark.parametrize("kind", [pytest.param(kind, id=kind.kind) for kind in features.job_kinds()])


def _waits(kind: JobKind, error: Exception, attempts: int) -> timedelta | None:
    """How long a job waits after an error, on a server that Discord has told of."""
    job = Job(1, kind.kind, 5, 7, 9, None, None, None, None, {}, None, None, attempts)
    delivery: Any = Mock()
    return kind.wait(delivery, Claim((job,), Mock()), error)


@each_kind
def test_every_error_is_met_by_another_attempt_within_the_hour(kind: JobKind) -> None:
    for error in (*_PASSING, *_CLOSED, *_OURS):
        waits = _waits(kind, error, 0)
        assert waits is not None and timedelta() < waits <= LONGEST_WAIT, error


@each_kind
def test_nothing_is_given_up_because_discord_is_away(kind: JobKind) -> None:
    for error in _PASSING:
        waits = [_waits(kind, error, attempts) for attempts in (0, 22, 23, 58, 59, 200)]
        assert [wait is None for wait in waits] == [
            attempts >= _GIVES_UP.get(kind.kind, 999) - 1 for attempts in (0, 22, 23, 58, 59, 200)
        ]


@each_kind
def test_a_closed_channel_is_tried_no_sooner_than_one_that_is_away(kind: JobKind) -> None:
    away = _waits(kind, _refusal(500, 0), 0)
    for error in _CLOSED:
        closed = _waits(kind, error, 0)
        assert away is not None and closed is not None and closed >= away, error


@each_kind
def test_what_only_the_host_can_mend_is_repeated_daily_at_most_and_given_up_unless_people_play_by_it(
    kind: JobKind,
) -> None:
    for error in _FOR_HOST:
        waits = [_waits(kind, error, attempts) for attempts in range(70)]
        tries = next((attempts for attempts, wait in enumerate(waits) if wait is None), None)
        assert (tries is None) is (kind.kind in _GOES_ON), error
        assert kind.kind not in _SHOWS_MATCHES or waits[-1] == timedelta(days=1)
        waited = sum((wait or timedelta() for wait in waits[:tries]), timedelta())
        assert tries is None or waited <= timedelta(days=3), error


@each_kind
def test_what_is_posted_where_a_server_chose_is_told_to_those_who_can_mend_it(kind: JobKind) -> None:
    assert (kind.when_failed is not None) is (kind.kind in _FOR_EVERYBODY)


def test_a_closed_channel_of_a_competition_is_tried_for_a_day() -> None:
    [kind] = [kind for kind in features.job_kinds() if kind.kind is Kind.BULLETIN]
    assert _waits(kind, _CLOSED[0], 22) == timedelta(hours=1) and _waits(kind, _CLOSED[0], 23) is None
