"""What is read from an interaction: who asks from where, what was pressed, and what may be done there."""

# pyright: reportPrivateUsage=false

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import ui

from bot.chat.challenges.arguments import MatchPlace, check_opponent
from bot.chat.core import permissions, press
from bot.chat.core.answers import MoveAnswers, OngoingAnswers, Say, Show, answer_first, posted_challenges, send
from bot.chat.core.dispatcher import _LATE_SUGGESTIONS
from bot.chat.core.members import writes
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import WINDOW, act_of, id_of, pressed
from bot.chat.core.request import ARRIVED_AT, request_of
from bot.chat.core.rooms import missing
from bot.chat.replays import commands as replays
from bot.model.place import DIRECT, Place
from bot.model.refusals import MissingPermissions
from bot.model.refusals.challenges import MayNotPostHere, OpponentIsBot, OpponentNotHere
from bot.model.refusals.replays import MayNotPost
from bot.model.servers import Server
from bot.screens.core import Act, Gap, Line
from tests.bot.tables import StandingClock

_ACT: Final = Act("move", 7, 3, "a4/b:c")
_ALL: Final = discord.Permissions.all()
_ALL_BUT_ADMINISTRATOR: Final = discord.Permissions(_ALL.value & ~discord.Permissions(administrator=True).value)
_COMPONENT, _MODAL = discord.InteractionType.component, discord.InteractionType.modal_submit


def _without(*names: str) -> discord.Permissions:
    """All permissions but these, and but the one that includes all."""
    found = discord.Permissions(_ALL_BUT_ADMINISTRATOR.value)
    found.update(**dict.fromkeys(names, False))
    return found


# --- who asks, and from where ---


def _interaction(**changes: Any) -> Any:
    services = Mock()
    now = datetime(2030, 1, 1, tzinfo=UTC)
    user = Mock(discord.Member, id=5, display_name="Ada", bot=False)
    user.name = "ada"
    usual = {
        "user": user,
        "guild_id": 1,
        "guild": Mock(),
        "channel_id": 2,
        "channel": Mock(),
        "permissions": discord.Permissions.none(),
        "app_permissions": discord.Permissions(send_messages=True),
        "context": Mock(private_channel=False),
        "filesize_limit": 1000,
        "guild_locale": "de",
        "locale": "fr",
        "created_at": now,
        "namespace": [("game", "furl")],
        "message": None,
    } | changes
    found = Mock(client=Mock(services=services, get_guild=Mock(return_value=usual.pop("known", Mock()))), **usual)
    found.extras = {ARRIVED_AT: now}
    return found


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {"server_id": 1, "manages_server": False, "is_borrowed": False, "may_publish": True}),
        ({"permissions": discord.Permissions(manage_guild=True)}, {"manages_server": True}),
        ({"permissions": discord.Permissions(administrator=True)}, {"manages_server": True}),
        ({"permissions": discord.Permissions(manage_channels=True)}, {"manages_server": False}),
        (
            {"known": None, "permissions": discord.Permissions(manage_guild=True)},
            {
                "server_id": None,
                "manages_server": False,
                "is_borrowed": True,
                "may_publish": False,
                "guild": None,
                "member": None,
            },
        ),
        (
            {"known": None, "permissions": discord.Permissions(use_external_apps=True)},
            {"server_id": None, "is_borrowed": True, "may_publish": True, "guild": None, "member": None},
        ),
        (
            {"guild_id": None, "known": None, "guild": None, "user": Mock(discord.User, id=5, display_name="Ada")},
            {
                "server_id": None,
                "manages_server": False,
                "is_borrowed": False,
                "may_publish": True,
                "guild": None,
                "member": None,
            },
        ),
        (
            {"guild_id": None, "known": None, "context": Mock(private_channel=True)},
            {"server_id": None, "is_borrowed": True, "may_publish": True},
        ),
        ({"guild_locale": None}, {"language": "fr"}),
        ({}, {"language": "de", "discord_language": "fr"}),
    ],
)
def test_a_request_says_who_asks_and_from_where(changes: dict[str, Any], expected: Mapping[str, Any]) -> None:
    interaction = _interaction(**changes)
    request = request_of(interaction, _ACT, ("a",), {"b": ("c",)})
    found: dict[str, Any] = {
        "server_id": request.server_id,
        "manages_server": request.actor.manages_server,
        "guild": request.surroundings.guild,
        "member": request.surroundings.member,
        "is_borrowed": bool(request.surroundings.is_borrowed),
        "may_publish": request.surroundings.may_publish,
        "language": request.surroundings.language,
        "discord_language": request.discord_language,
    }
    usual = {"guild": interaction.guild, "member": interaction.user}
    assert {name: found[name] for name in (usual | dict(expected))} == usual | dict(expected)
    assert (request.person.id, request.actor.channel_id, request.surroundings.channel_id) == (5, 2, 2)
    assert (request.act, request.values, request.fields) == (_ACT, ("a",), {"b": ("c",)})
    assert request.surroundings.app_permissions.send_messages and request.surroundings.filesize_limit == 1000
    assert request.options == {"game": "furl"}


@pytest.mark.parametrize(
    ("in_place", "has_message", "is_private", "is_edited"),
    [(True, True, False, True), (False, True, False, False), (True, True, True, False), (True, False, False, False)],
)
def test_only_a_public_message_that_is_answered_in_place_is_edited_by_the_answer(
    *, in_place: bool, has_message: bool, is_private: bool, is_edited: bool
) -> None:
    message = Mock(id=9, flags=Mock(ephemeral=is_private)) if has_message else None
    request = request_of(_interaction(message=message), in_place=in_place)
    assert (request.pressed_message is not None and request.pressed_message.id == 9) is is_edited
    assert request.message is message


# --- what was pressed ---


def test_a_custom_id_spells_an_act_for_one_kind_of_component() -> None:
    for kind in ("", press.MENU, WINDOW):
        assert act_of(id_of(_ACT, kind), kind) == _ACT
        for other in {"", press.MENU, WINDOW} - {kind}:
            assert act_of(id_of(_ACT, kind), other) == Act("")
    for foreign in (
        "",
        "other",
        "furlong:move:x:3:",
        "furlong:move:7",
        "furlong-other:move:7:3:",
        " furlong:move:7:3:",
    ):
        assert act_of(foreign) == Act("")


def _pressed(kind: discord.InteractionType, **data: Any) -> Any:
    return pressed(Mock(type=kind, data=data))


def test_a_press_is_an_act_with_what_was_chosen_or_entered() -> None:
    button, menu = discord.ComponentType.button.value, discord.ComponentType.select.value
    parts = [
        {"component": {"custom_id": "game", "values": ["furl", "fursaz"]}},
        {"component": {"custom_id": "days", "value": "3"}},
        {"component": {"custom_id": "none", "values": None}},
        {"type": 10},
    ]
    fields = {"game": ("furl", "fursaz"), "days": ("3",), "none": ()}
    entered = [{"component": {"custom_id": "text", "value": "typed"}}]
    window = id_of(_ACT, WINDOW)
    assert _pressed(_COMPONENT, custom_id=id_of(_ACT), component_type=button) == (_ACT, (), {})
    assert _pressed(_COMPONENT, custom_id=id_of(_ACT, press.MENU), component_type=menu, values=["x", "y"]) == (
        _ACT,
        ("x", "y"),
        {},
    )
    assert _pressed(_COMPONENT, custom_id="furlong-choice:name", component_type=menu, values=[id_of(_ACT)]) == (
        _ACT,
        (),
        {},
    )
    assert _pressed(_COMPONENT, custom_id="furlong-choice:name", component_type=menu, values=[]) == (Act(""), (), {})
    assert _pressed(_MODAL, custom_id=window, components=parts) == (_ACT, ("",), fields)
    assert _pressed(_MODAL, custom_id=window, components=entered) == (_ACT, ("typed",), {"text": ("typed",)})
    assert _pressed(_COMPONENT, custom_id=id_of(_ACT), component_type=menu, values=["x"]) == (Act(""), ("x",), {})
    assert _pressed(_COMPONENT, custom_id=id_of(_ACT, press.MENU), component_type=button) == (Act(""), (), {})
    assert _pressed(_COMPONENT, custom_id=window, component_type=button) is None
    assert _pressed(_MODAL, custom_id=id_of(_ACT), components=[]) is None
    assert _pressed(_COMPONENT, custom_id="of another bot", component_type=button) is None
    assert _pressed(discord.InteractionType.application_command, custom_id=id_of(_ACT), component_type=button) is None


def test_lines_of_a_screen_share_a_text_unless_a_gap_or_a_button_is_between_them() -> None:
    beside = press.Action("Go", Act("go"))
    lines = [
        Line("a"),
        Line("b"),
        Line("c", gap=Gap.SPACE),
        Line("d", gap=Gap.RULE),
        Line("e", beside),
        Line("f"),
        Line("g"),
    ]
    items: list[Any] = press.items_of(lines)
    assert [
        one.content
        if isinstance(one, ui.TextDisplay)
        else one.visible
        if isinstance(one, ui.Separator)
        else one.accessory.label
        for one in items
    ] == ["a\nb", False, "c", True, "d", "Go", "f\ng"]


# --- what may be done there ---


@pytest.mark.parametrize(
    ("lacking", "needs", "named"),
    [
        ((), {}, []),
        (("view_channel",), {}, ["View Channel"]),
        (("send_messages",), {}, ["Send Messages"]),
        (("attach_files",), {}, ["Attach Files"]),
        (("attach_files",), {"has_picture": False}, []),
        (("send_messages",), {"in_thread": True}, []),
        (("send_messages_in_threads",), {}, []),
        (("send_messages_in_threads",), {"in_thread": True}, ["Send Messages in Threads"]),
        (("send_messages_in_threads",), {"opens_thread": True}, ["Send Messages in Threads"]),
        (("create_public_threads",), {}, []),
        (("create_public_threads",), {"opens_thread": True}, ["Create Public Threads"]),
        (("create_public_threads",), {"in_thread": True}, []),
        (("view_channel", "send_messages", "attach_files"), {}, ["View Channel", "Send Messages", "Attach Files"]),
    ],
)
def test_the_permissions_that_are_missing_are_named(
    lacking: tuple[str, ...], needs: dict[str, bool], named: list[str]
) -> None:
    assert [*map(str, missing(_without(*lacking), **needs))] == named
    assert not missing(discord.Permissions(administrator=True), **needs)


@pytest.mark.parametrize("is_thread", [False, True])
def test_who_writes_in_a_channel_or_a_thread(*, is_thread: bool) -> None:
    channel = Mock(discord.Thread) if is_thread else Mock(discord.TextChannel)
    needed, other = ("send_messages_in_threads", "send_messages")[:: 1 if is_thread else -1]
    assert writes(_without(other), channel) and not writes(_without(needed), channel)
    assert writes(discord.Permissions(administrator=True), channel)


@pytest.mark.parametrize(
    ("lacks", "in_thread", "opens_thread", "is_refused"),
    [
        ("send_messages", False, False, True),
        ("send_messages", True, False, False),
        ("send_messages_in_threads", True, False, True),
        ("create_public_threads", False, True, True),
        ("create_public_threads", False, False, False),
    ],
)
def test_a_match_is_refused_where_furlong_cannot_show_it(
    lacks: str, *, in_thread: bool, opens_thread: bool, is_refused: bool
) -> None:
    channel = Mock(discord.Thread) if in_thread else Mock(discord.TextChannel)
    request: Any = Mock(surroundings=Mock(channel_id=7, channel=channel, app_permissions=_without(lacks)))
    if is_refused:
        with pytest.raises(MissingPermissions) as refusal:
            permissions.check_channel(request, opens_thread=opens_thread)
        assert refusal.value.channel_id == 7
    else:
        permissions.check_channel(request, opens_thread=opens_thread)


async def test_nothing_is_posted_for_a_person_where_they_may_not_write() -> None:
    request: Any = Mock(surroundings=Mock(channel_id=7, channel=Mock(discord.TextChannel), permissions=_without()))
    permissions.check_may_write(request)
    forum, member = Mock(discord.ForumChannel, id=8), request.surroundings.member
    forum.permissions_for = Mock(return_value=_without("send_messages"))
    with pytest.raises(MayNotPostHere) as refusal:
        permissions.check_may_write(request, forum)
    assert refusal.value.channel_id == 8
    forum.permissions_for.assert_called_once_with(member)
    request.surroundings.member = None
    with pytest.raises(MayNotPostHere):
        permissions.check_may_write(request, forum)
    request.surroundings.permissions = _without("send_messages")
    with pytest.raises(MayNotPostHere) as refusal:
        permissions.check_may_write(request)
    assert refusal.value.channel_id == 7
    for server_id, channel_id, may_post, is_refused in (
        (DIRECT, 7, False, False),
        (1, 7, True, True),
        (1, 9, True, False),
        (1, 9, False, True),
    ):
        request.services.visitors.may_post = AsyncMock(return_value=may_post)
        place = Place(server_id, channel_id)
        if is_refused:
            with pytest.raises(MayNotPostHere) as refusal:
                await permissions.check_may_play_again(request, place)
            assert refusal.value.channel_id == channel_id
        else:
            await permissions.check_may_play_again(request, place)


@pytest.mark.parametrize(
    ("lacking", "in_thread", "named"),
    [
        ((), False, []),
        (("send_messages",), False, ["Send Messages"]),
        (("send_messages",), True, []),
        (("send_messages_in_threads",), True, ["Send Messages"]),
        (("send_messages_in_threads",), False, []),
        (("attach_files",), False, ["Attach Files"]),
        (("send_messages", "attach_files"), False, ["Send Messages", "Attach Files"]),
    ],
)
def test_a_film_is_posted_by_those_who_may_write_and_attach_files(
    lacking: tuple[str, ...], named: list[str], *, in_thread: bool
) -> None:
    channel = Mock(discord.Thread) if in_thread else Mock(discord.TextChannel)
    theirs = _without(*lacking)
    request: Any = Mock(surroundings=Mock(channel=channel, permissions=theirs, app_permissions=_ALL))
    if named:
        with pytest.raises(MayNotPost) as refusal:
            replays.channel_to_post_in(request)
        assert [*map(str, refusal.value.names)] == named
        theirs.update(administrator=True)
    assert replays.channel_to_post_in(request) is channel
    request.surroundings.app_permissions = _without("attach_files")
    request.surroundings.channel_id = 7
    with pytest.raises(MissingPermissions) as missing_ones:
        replays.channel_to_post_in(request)
    assert str(missing_ones.value.purpose) == "the picture"


@pytest.mark.parametrize(
    ("is_member", "resolved", "in_forum", "in_channel", "is_here"),
    [
        (True, True, False, True, True),
        (True, False, False, True, False),
        (True, None, False, True, True),
        (True, None, False, False, False),
        (True, True, True, False, False),
        (True, False, True, True, True),
        (False, None, False, True, False),
    ],
)
def test_an_opponent_has_to_see_the_place_of_the_match(
    *, is_member: bool, resolved: bool | None, in_forum: bool, in_channel: bool, is_here: bool
) -> None:
    """`resolved` says whether Discord sent that they see this channel; `in_channel` whether roles let them see the place."""
    opponent = Mock(discord.Member if is_member else discord.User, id=5 << 22, display_name="Ben", bot=False)
    opponent.name = "ben"
    opponent.resolved_permissions = None if resolved is None else Mock(view_channel=resolved)
    channel = Mock(discord.TextChannel, permissions_for=Mock(return_value=Mock(view_channel=in_channel)))
    forum = Mock(discord.ForumChannel, permissions_for=channel.permissions_for) if in_forum else None
    place = MatchPlace(1, 7, Server(), wants_thread=False, forum=forum)
    request: Any = Mock(surroundings=Mock(channel=channel))
    if is_here:
        assert check_opponent(request, opponent, place).id == 5 << 22
    else:
        with pytest.raises(OpponentNotHere):
            check_opponent(request, opponent, place)
    assert check_opponent(request, opponent, MatchPlace(DIRECT, 7, Server(), wants_thread=False)).id == 5 << 22
    opponent.bot = True
    with pytest.raises(OpponentIsBot):
        check_opponent(request, opponent, place)


# --- answers ---


@pytest.mark.parametrize(("code", "is_raised"), [(40060, False), (40059, True), (0, True)])
async def test_a_first_answer_that_was_lost_is_given_again(code: int, *, is_raised: bool) -> None:
    refusal = discord.HTTPException(Mock(status=400, reason="Refused"), {"code": code, "message": "Refused"})
    answer, interaction = AsyncMock(side_effect=[ConnectionResetError, refusal]), Mock(extras={})
    if is_raised:
        with pytest.raises(discord.HTTPException):
            await answer_first(interaction, answer)
        assert not interaction.extras
    else:
        await answer_first(interaction, answer, is_thinking=True)
        assert interaction.extras == {"first answer": True}
    assert answer.await_count == 2


@pytest.mark.parametrize(
    ("answer", "extras", "edited"),
    [
        (Say("Text"), {"first answer": True}, {"content": "Text"}),
        (Show(Post(plain("Text"))), {"first answer": True}, {"attachments": []}),
        (Say("Text", discord.File(__file__)), {"first answer": True}, None),
        (Say("Text"), {"first answer": False}, None),
        (Say("Text"), {"first answer": True, "further answer": True}, None),
        (Say("Text"), {}, None),
    ],
)
async def test_a_lost_answer_is_sent_again_only_where_it_cannot_appear_twice(
    answer: Say | Show, extras: dict[str, bool], edited: Mapping[str, object] | None
) -> None:
    edit, sent = AsyncMock(), AsyncMock(side_effect=ConnectionResetError)
    interaction: Any = Mock(extras=dict(extras), followup=Mock(send=sent), edit_original_response=edit)
    if edited is None:
        with pytest.raises(ConnectionResetError):
            await send(interaction, answer)
        assert not edit.await_count and interaction.extras == extras
    else:
        await send(interaction, answer)
        [call] = edit.await_args_list
        assert edited.items() <= call.kwargs.items() and call.kwargs["allowed_mentions"].to_dict() == {"parse": []}
        assert interaction.extras["further answer"]


async def test_only_the_last_answer_about_a_move_is_kept_and_only_for_a_while() -> None:
    clock = StandingClock()
    answers, sent = MoveAnswers(clock), [Mock(id=number, delete=AsyncMock()) for number in range(5)]
    assert answers.board(1, 7) is None
    await answers.renew(1, 7, sent[0], is_board=False)
    assert answers.board(1, 7) is None, "it is no board"
    await answers.renew(1, 7, sent[1], is_board=True)
    assert answers.board(1, 7) is sent[1] and answers.board(2, 7) is None is answers.board(1, 8)
    await answers.renew(1, 7, sent[1], is_board=True)
    await answers.renew(2, 7, sent[2], is_board=True)
    assert [one.delete.await_count for one in sent] == [1, 0, 0, 0, 0], "the same message stays"
    await answers.take_away(1, 7)
    await answers.take_away(1, 7)
    assert [one.delete.await_count for one in sent] == [1, 1, 0, 0, 0] and answers.board(1, 7) is None
    clock.go_on(minutes=14)
    await answers.renew(2, 7, sent[3], is_board=True)
    assert not sent[2].delete.await_count, "Discord would refuse"
    known = posted_challenges(clock)
    known[7] = sent[4], "en"
    clock.go_on(minutes=13)
    assert known.get(7) is not None
    clock.go_on(minutes=1)
    assert known.get(7) is None


async def test_answers_under_way_are_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    answers = OngoingAnswers()
    await answers.finish(60)
    with answers.one():
        with answers.one():
            pass
        with caplog.at_level("INFO"):
            await answers.finish(0)
        assert "1 answers were cut off" in caplog.text
    await answers.finish(60)


@pytest.mark.parametrize(("error", "is_logged"), [(10062, False), (10063, True), (None, True)])
def test_a_suggestion_that_comes_too_late_is_not_logged(error: int | None, *, is_logged: bool) -> None:
    late = None if error is None else discord.NotFound(Mock(status=404, reason=""), {"code": error, "message": ""})
    record: Any = Mock(exc_info=None if late is None else (discord.NotFound, late, None))
    assert _LATE_SUGGESTIONS.filter(record) is is_logged
    record.exc_info = (ValueError, ValueError(), None)
    assert _LATE_SUGGESTIONS.filter(record)
