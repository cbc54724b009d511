"""What delivery decides by itself: what is late, given up, buried or recalled, and who is told."""

# pyright: reportPrivateUsage=false

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final, cast
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.actions import matches
from bot.chat import puzzles
from bot.chat.challenges import jobs as calls
from bot.chat.competitions import jobs as bulletins
from bot.chat.core.outages import ServerUnknown, StillRefused
from bot.chat.delivery import posts
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.recipients import Route, is_news, recipients_of, routes, tell, usual_routes
from bot.chat.matches import boards, notices
from bot.model.jobs import Notice, wait_after
from bot.model.match import State
from bot.model.people import Person
from bot.model.place import Place
from bot.model.result import Ending
from bot.model.settings import Preferences, QuietHours, Reach
from bot.texts.notices import tags
from tests.bot.tables import Hall

NOW: Final = datetime(2030, 1, 1, 12, tzinfo=UTC)
HOST: Final = 5 << 22
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def _error(status: int, code: int = 0) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(cast("Any", Mock(status=status, reason="Refused")), {"code": code, "message": "Refused"})


CLOSED, AWAY, FULL = _error(403, 50001), _error(500), _error(400, 160006)
UNTRIED: Final = StillRefused("Refused", 50001, "Refused", SECOND)


# --- boards ---


@pytest.mark.parametrize(("attempts", "goes_on"), [(0, True), (58, True), (59, False), (60, False)])
def test_an_old_board_is_given_up_after_sixty_attempts(attempts: int, *, goes_on: bool) -> None:
    assert boards.strip_again(Mock(), Mock(attempts=attempts), AWAY) == (wait_after(attempts) if goes_on else None)


@pytest.mark.parametrize(
    ("ending", "after", "is_open", "is_recalled"),
    [
        (Ending.CANCELLED, SECOND, False, True),
        (Ending.CANCELLED, MINUTE, False, True),
        (Ending.CANCELLED, MINUTE + SECOND, False, False),
        (Ending.CANCELLED, SECOND, True, False),
        (Ending.DECLINED, SECOND, False, False),
        (None, SECOND, False, False),
        (Ending.CANCELLED, None, False, False),
    ],
)
def test_nothing_remains_of_a_challenge_that_was_withdrawn_within_a_minute(
    ending: Ending | None, after: timedelta | None, *, is_open: bool, is_recalled: bool
) -> None:
    match: Any = Mock(
        is_open_challenge=is_open,
        result=None if ending is None else Mock(ending=ending),
        created_at=NOW,
        ended_at=None if after is None else NOW + after,
    )
    assert boards._is_recalled(match) is is_recalled


@pytest.mark.parametrize(
    ("last", "changes", "is_buried"),
    [
        (8, {}, True),
        (7, {}, False),
        (6, {}, False),
        (None, {}, False),
        (8, {"is_solitary": False}, False),
        (8, {"is_thinking": True}, False),
        (8, {"place": Mock(shown_in=5, message_id=None)}, False),
        (AWAY, {}, False),
        (CLOSED, {}, False),
        (discord.InvalidData(), {}, False),
    ],
)
async def test_a_board_is_buried_by_a_newer_message(last: object, changes: dict[str, Any], *, is_buried: bool) -> None:
    found = {"side_effect": last} if isinstance(last, Exception) else {"return_value": Mock(last_message_id=last)}
    delivery: Any = Mock(client=Mock(fetch_channel=AsyncMock(**found)))
    match: Any = Mock(**{"is_solitary": True, "is_thinking": False, "place": Mock(shown_in=5, message_id=7)} | changes)
    assert await boards._is_buried(delivery, match) is is_buried
    assert [call.args for call in delivery.client.fetch_channel.await_args_list] in ([(5,)], [] if changes else [(5,)])


@pytest.mark.parametrize(
    ("errors", "attempts", "is_told"),
    [
        ([CLOSED], 0, [True]),
        ([FULL], 0, [True]),
        ([_error(400, 40067)], 0, [True]),
        ([_error(400, 999_999)], 0, [True]),
        ([_error(400)], 0, [True]),
        ([CLOSED], 1, [False]),
        ([CLOSED, CLOSED], 0, [True, False]),
        ([CLOSED, FULL], 0, [True, True]),
        ([AWAY, CLOSED], 0, [False, True]),
        ([_error(429)], 0, [False]),
        ([ServerUnknown(), aiohttp.ClientError()], 0, [False, False]),
    ],
)
async def test_players_are_told_once_why_their_match_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, errors: Sequence[Exception], attempts: int, is_told: Sequence[bool]
) -> None:
    """Once by the process that meets a refusal first, and again if another one takes its place."""
    told = Mock()
    monkeypatch.setattr(boards, "_tell_players", told)
    monkeypatch.setattr(matches, "load", AsyncMock(return_value=Mock()))
    monkeypatch.setattr(boards, "_show_to_the_one_alone", AsyncMock())
    delivery: Any = Mock(unreachable={})
    delivery.is_news = partial(Delivery.is_news, delivery)
    counts = [0]
    for number, error in enumerate(errors):
        await boards.tell_players(delivery, Mock(about_match=3, person_id=9, attempts=attempts + number), error)
        counts.append(told.call_count)
    assert [after > before for before, after in pairwise(counts)] == is_told
    assert {call.args[1:3] for call in told.call_args_list} <= {(3, 9)}


@pytest.mark.parametrize(
    ("is_asked_for", "message_id", "is_old", "is_checked"),
    [(False, 7, True, True), (True, 7, True, False), (False, None, True, False), (False, 7, False, False)],
)
def test_only_an_old_message_that_nobody_waits_for_keeps_its_turn(
    monkeypatch: pytest.MonkeyPatch, message_id: int | None, *, is_asked_for: bool, is_old: bool, is_checked: bool
) -> None:
    monkeypatch.setattr(boards, "is_waited_for", Mock(return_value=is_asked_for))
    delivery: Any = Mock(old_edits=Mock(is_old=Mock(return_value=is_old)))
    boards._check_turn(delivery, 5, message_id)
    assert [call.args for call in delivery.old_edits.check.call_args_list] == ([(5, 7)] if is_checked else [])


@pytest.mark.parametrize(
    ("pressed_id", "error", "is_edited"), [(None, None, False), (8, None, False), (7, None, True), (7, AWAY, False)]
)
async def test_a_board_is_edited_by_the_answer_to_a_press_on_it_alone(
    pressed_id: int | None, error: Exception | None, *, is_edited: bool
) -> None:
    delivery, edited = Mock(), Mock()
    edit = AsyncMock(side_effect=error, return_value=edited)
    pressed: Any = None if pressed_id is None else Mock(id=pressed_id, edit=edit)
    post = Mock()
    assert await boards._edited_by_answer(delivery, pressed, 7, post) is is_edited
    assert [call.args for call in delivery.note_picture.call_args_list] == ([(edited,)] if is_edited else [])
    assert [call.args for call in delivery.forget_picture.call_args_list] == ([(7,)] if pressed_id == 7 else [])
    for call in edit.await_args_list:
        assert call.kwargs["view"] is post.view and call.kwargs["attachments"] is post.attachments()
        assert call.kwargs["allowed_mentions"].to_dict() == {"parse": []}


# --- notices ---


@pytest.mark.parametrize(
    ("attempts", "late", "is_late"),
    [
        (0, timedelta(), False),
        (0, 5 * MINUTE, False),
        (0, 5 * MINUTE + SECOND, True),
        (1, timedelta(), True),
        (0, None, False),
    ],
)
def test_a_notice_is_late_after_five_minutes_or_an_attempt(
    attempts: int, late: timedelta | None, *, is_late: bool
) -> None:
    claim: Any = Mock(attempts=attempts, first=Mock(due_at=None if late is None else NOW - late))
    assert notices._is_late(Mock(context=Mock(now=lambda: NOW)), claim) is is_late


@pytest.mark.parametrize(
    ("reach", "is_direct", "is_quiet", "pinged", "noticed_at"),
    [
        (Reach.CHANNEL, False, False, True, None),
        (Reach.DIRECT, False, False, False, NOW),
        (Reach.BOTH, False, False, True, NOW),
        (Reach.PUSH, False, False, Reach.PUSH.in_channel, NOW),
        (Reach.CHANNEL, True, False, True, None),
        (Reach.DIRECT, True, False, True, None),
        (Reach.BOTH, True, False, True, None),
        (Reach.PUSH, True, False, False, NOW),
        (Reach.CHANNEL, False, True, False, NOW + timedelta(hours=1)),
        (Reach.DIRECT, True, True, False, NOW + timedelta(hours=1)),
    ],
)
@pytest.mark.parametrize("state", [State.OPEN, State.RUNNING, State.FINISHED, State.CALLED_OFF])
def test_a_message_pings_or_a_notice_follows(
    reach: Reach, state: State, noticed_at: datetime | None, *, is_direct: bool, is_quiet: bool, pinged: bool
) -> None:
    kind = {State.OPEN: Notice.CHALLENGE, State.RUNNING: Notice.TURN}.get(state, Notice.RESULT)
    liked = Preferences(reach, quiet=QuietHours(11 * 60, 13 * 60) if is_quiet else None)
    match: Any = Mock(state=state, place=Mock(by_player=is_direct))
    found = recipients_of(match, [5], {5: liked}, NOW)
    assert found.pings == ((5,) if pinged else ())
    assert [(one.person_id, one.kind, one.due_at) for one in found.notices] == (
        [] if noticed_at is None else [(5, kind, noticed_at)]
    )


@pytest.mark.parametrize(
    ("reach", "at_once", "later"),
    [
        (Reach.CHANNEL, [(Route.MENTION, Route.DIRECT)], [(Route.MENTION, Route.DIRECT)]),
        (Reach.DIRECT, [(Route.DIRECT, Route.MENTION)], [(Route.DIRECT, Route.MENTION)]),
        (Reach.BOTH, [(Route.DIRECT, Route.MENTION)], [(Route.DIRECT,), (Route.MENTION,)]),
    ],
)
def test_the_routes_to_a_person_who_was_not_pinged(
    reach: Reach, at_once: Sequence[Sequence[Route]], later: Sequence[Sequence[Route]]
) -> None:
    liked = Preferences(reach, quiet=QuietHours(11 * 60, 13 * 60))
    assert [*usual_routes(liked)] == later == [*routes(Notice.REMINDER, liked, NOW)]
    assert [*usual_routes(liked, once=True)] == at_once == [*routes(Notice.TURN, liked, NOW)], "it was quiet"


@pytest.mark.parametrize(("left", "is_true"), [(SECOND, True), (timedelta(), False), (-SECOND, False), (None, False)])
def test_a_reminder_is_news_until_the_deadline(left: timedelta | None, *, is_true: bool) -> None:
    match: Any = Mock(
        deadline=None if left is None else NOW + left, to_move=Mock(id=5), revision=3, history=Mock(steps=[])
    )
    assert is_news(match, 5, Notice.REMINDER, 3, NOW) is is_true
    assert not is_news(match, 6, Notice.REMINDER, 3, NOW)


@pytest.mark.parametrize(
    ("answers", "told", "raised"),
    [
        ({Route.DIRECT: "direct", Route.MENTION: "mention"}, ["direct"], None),
        ({Route.DIRECT: CLOSED, Route.MENTION: "mention"}, ["mention"], None),
        ({Route.DIRECT: CLOSED, Route.MENTION: CLOSED}, [], None),
        ({Route.DIRECT: AWAY, Route.MENTION: "mention"}, [], AWAY),
        ({Route.DIRECT: UNTRIED, Route.MENTION: "mention"}, ["mention"], None),
        ({Route.DIRECT: UNTRIED, Route.MENTION: CLOSED}, [], UNTRIED),
    ],
)
async def test_a_closed_route_has_a_substitute_and_an_outage_has_none(
    answers: dict[Route, object], told: list[str], raised: Exception | None
) -> None:
    async def send(route: Route) -> Any:
        if isinstance(found := answers[route], Exception):
            raise found
        return found

    if raised is None:
        assert await tell([(Route.DIRECT, Route.MENTION)], send) == told
    else:
        with pytest.raises(type(raised)):
            await tell([(Route.DIRECT, Route.MENTION)], send)


async def test_an_outage_of_one_route_is_none_for_who_was_told_by_another() -> None:
    async def send(route: Route) -> Any:
        if route is Route.DIRECT:
            raise AWAY
        return "mention"

    assert await tell([(Route.MENTION,), (Route.DIRECT,)], send) == ["mention"]
    with pytest.raises(discord.HTTPException):
        await tell([(Route.DIRECT,), (Route.MENTION,)], send)


async def test_until_discord_has_told_of_the_bot_as_a_member_its_posts_have_no_tags_for_moderators(hall: Hall) -> None:
    match = await hall.running()
    names = [tag[0] for tag in tags(match)]
    available = [discord.ForumTag(name=name, moderated=name == names[0]) for name in names]
    forum: Any = Mock(guild=Mock(me=None), available_tags=available, permissions_for=attrgetter("guild_permissions"))
    assert [tag.name for tag in await posts._tags(Mock(), forum, match)] == names[1:]


# --- challenges ---


@pytest.mark.parametrize(
    ("member", "sees", "is_private", "manages", "in_thread", "is_told"),
    [
        (True, True, None, False, False, True),
        (True, False, None, False, False, False),
        (False, True, None, False, False, False),
        (True, True, False, False, False, True),
        (True, True, True, False, False, False),
        (True, True, True, False, True, True),
        (True, True, True, True, False, True),
        (True, False, True, True, True, False),
    ],
)
async def test_only_who_sees_a_challenge_is_called(
    *, member: bool, sees: bool, is_private: bool | None, manages: bool, in_thread: bool, is_told: bool
) -> None:
    """`is_private` says whether its thread is; None if it is in a channel."""
    channel = Mock() if is_private is None else Mock(discord.Thread, is_private=Mock(return_value=is_private))
    channel.permissions_for = Mock(return_value=Mock(view_channel=sees, manage_threads=manages))
    if is_private is not None:
        channel.fetch_member = AsyncMock(side_effect=None if in_thread else _error(404))
    guild = Mock(unavailable=False, get_channel_or_thread=Mock(return_value=channel))
    guild.fetch_member = AsyncMock(return_value=Mock(guild=guild), side_effect=None if member else _error(404))
    delivery: Any = Mock(client=Mock(get_guild=Mock(return_value=guild)))
    match: Any = Mock(place=Place(1, 2))
    assert await calls._sees(delivery, 5, match) is is_told
    guild.get_channel_or_thread.return_value = None
    assert not await calls._sees(delivery, 5, match), "the channel was deleted"


@pytest.mark.parametrize(("error", "is_told"), [(None, True), (CLOSED, False), (AWAY, None)])
async def test_a_call_by_direct_message_is_heard_unless_these_are_closed(
    monkeypatch: pytest.MonkeyPatch, error: Exception | None, *, is_told: bool | None
) -> None:
    monkeypatch.setattr(calls.challenge_texts, "call", Mock(return_value="Who plays?"))
    delivery: Any = Mock(write_to=AsyncMock(side_effect=error))
    if is_told is None:
        with pytest.raises(discord.HTTPException):
            await calls._write_to(delivery, 5, Mock(), Mock(nonce="n"))
    else:
        assert await calls._write_to(delivery, 5, Mock(), Mock(nonce="n")) is is_told
    [call] = delivery.write_to.await_args_list
    assert (call.args[0], call.args[2]) == (5, "n")


# --- competitions ---


@pytest.mark.parametrize(
    ("found", "owner_id", "in_charge"),
    [
        (True, 9, [HOST, 9]),
        (False, 9, [9]),
        (_error(404), 9, [9]),
        (AWAY, 9, [HOST, 9]),
        (True, None, [HOST]),
        (True, HOST, [HOST]),
        (False, None, []),
    ],
)
async def test_in_charge_of_a_competition_is_its_host_while_a_manager_and_then_the_owner(
    found: object, owner_id: int | None, in_charge: list[int]
) -> None:
    answer = (
        {"side_effect": found}
        if isinstance(found, Exception)
        else {"return_value": Mock(guild_permissions=Mock(manage_guild=found))}
    )
    guild = Mock(owner_id=owner_id, fetch_member=AsyncMock(**answer))
    delivery: Any = Mock(client=Mock(get_guild=Mock(return_value=guild)))
    competition: Any = Mock(host=Person(HOST, "Ada"), venue=Mock(server_id=1))
    assert await bulletins._in_charge(delivery, 1, competition) == in_charge
    competition.host = Person(0, "")
    assert await bulletins._in_charge(delivery, 1, competition) == [one for one in in_charge if one == owner_id]
    delivery.client.get_guild.return_value = None
    assert await bulletins._in_charge(delivery, 1, competition) == []


# --- puzzles ---


@pytest.mark.parametrize(
    ("count", "plies"),
    [
        (0, []),
        (60, [*range(60)]),
        (61, [*range(0, 61, 2)]),
        (121, [*range(0, 121, 2)]),
        (122, [*range(0, 122, 3)]),
    ],
)
def test_all_positions_of_a_match_are_searched_or_evenly_spread_ones(count: int, plies: list[int]) -> None:
    steps = [Mock(before=Mock(turn=0)) for _ in range(count)]
    rolls = [Mock(before=Mock(turn="chance"))]
    match: Any = Mock(history=Mock(steps=[*rolls, *steps]))
    assert [ply for ply, _position in puzzles._positions(match)] == [1 + ply for ply in plies]
    match.game.evaluation = None
    assert not puzzles._positions(match)


@pytest.mark.parametrize(
    ("seconds", "lines", "found"),
    [
        (0.0, [0, 1, 5, 6, 7, 12], [0, 6]),
        (0.0, [3, 8], [3]),
        (0.0, [3, 9, 15], [3, 9]),
        (0.5, [3, 4], [3]),
        (0.5, [4], []),
        (2.0, [0], [0]),
        (2.0, [1], []),
    ],
)
async def test_puzzles_of_a_match_are_few_and_apart_and_the_search_is_short(
    monkeypatch: pytest.MonkeyPatch, seconds: float, lines: list[int], found: list[int]
) -> None:
    """Each position takes `seconds`; those at the plies of `lines` are puzzles."""
    thinkers: Any = Mock(searched=7.0)

    async def puzzle(position: int, asker: str) -> str | None:
        assert asker == "puzzles"
        thinkers.searched += seconds
        return f"line {position}" if position in lines else None

    def read(_game: object, line: str) -> Any:
        return Mock(id=f"id of {line}")

    thinkers.puzzle = puzzle
    monkeypatch.setattr(puzzles, "read", read)
    monkeypatch.setattr(puzzles, "_positions", Mock(return_value=[(ply, ply) for ply in range(20)]))
    match: Any = Mock(game=Mock(key="furl"))
    stored = await puzzles._search(match, thinkers)
    assert [(one.id, one.game, one.line) for one in stored] == [
        (f"id of line {ply}", "furl", f"line {ply}") for ply in found
    ]
