"""Who may do what, in which stage and from where: each act is tried by every button, as the table says."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Final
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.actions import matches, moderation, settings
from bot.actions.change import MatchChange
from bot.actions.competitions import entries
from bot.actions.context import Context
from bot.chat import features
from bot.chat.core.answers import Answer, Instead, Say
from bot.chat.core.request import Request, Surroundings
from bot.model.askers import Allowance, Cost
from bot.model.competitions.competition import CompetitionStage
from bot.model.match import Match, State
from bot.model.people import Actor, Membership
from bot.model.permissions import COMPETITION_RULES, MATCH_RULES, SERVER_RULES, CompetitionAct, MatchAct, ServerAct, may
from bot.model.refusals import Refusal
from bot.model.refusals.competitions import EntryClosed
from bot.model.refusals.people import NotManager
from bot.screens.core import Act
from bot.texts import errors
from tests.bot.chat.test_forged import text_of_answer
from tests.bot.screen import buttons_of
from tests.bot.stages import (
    COMPETITION_STAGES,
    GUEST,
    HOST,
    MANAGER,
    STAGES,
    STRANGER,
    THIRD,
    Ground,
    refused,
    refused_there,
    with_sweeps,
    words_of_table,
)
from tests.bot.tables import dump
from tests.bot.world import World, answer, reply_text

_BUTTONS: Final[Mapping[MatchAct, str]] = {
    MatchAct.SEE: "board text log log_page more dice verify replay replay_go replay_window replay_jump replay_record "
    "replay_share replay_film replay_post try try_show try_pick try_play try_branch try_go try_roll try_text try_window "
    "review review_page review_post rules open_board",
    MatchAct.JOIN: "join lobby_join",
    MatchAct.DECLINE: "decline",
    MatchAct.LEAVE: "leave",
    MatchAct.START: "start",
    MatchAct.FILL: "fill fill_with",
    MatchAct.CANCEL: "cancel",
    MatchAct.MOVE: "move move_typed pick pick_at play",
    MatchAct.PLAN: "plan ahead plan_typed plan_clear plan_edit plan_save plan_sure try_plan try_plan_yes",
    MatchAct.HINT: "hint",
    MatchAct.RESIGN: "resign resign_yes resign_no",
    MatchAct.CALL_OFF: "call_off call_off_yes",
    MatchAct.OFFER: "draw draw_yes takeback takeback_yes time time_yes pause pause_for resume handover handover_to offer_nothing",
    MatchAct.ANSWER_OFFER: "offer_yes offer_no",
    MatchAct.TAKE_SEAT: "seat",
    MatchAct.REMATCH: "rematch",
    MatchAct.NOTE: "note note_edit note_save",
    MatchAct.FOLLOW: "follow_match",
    MatchAct.REPORT: "",
    MatchAct.VOTE: "ballot ballot_pick vote vote_resign",
    MatchAct.PLAY_NOW: "vote_now",
    MatchAct.FORGET: "",
    MatchAct.MODERATE: "",
}
PRESSES: Final = {act: tuple(actions.split()) for act, actions in _BUTTONS.items()}
"""The buttons that do each act in a match; managers only type theirs."""

ELSEWHERE: Final = frozenset(
    (
        *(
            "begin",
            "begin_more",
            "begin_on",
            "block_undo",
            "challenge",
            "commands",
            "forget_no",
            "forget_yes",
            *("follow", "follow_moves", "follow_on", "follow_stop", "told", "unfollow"),
            "friend",
            "games",
            "learn",
            "lobby",
            *("report", "report_yes"),  # of matches from the lobby alone
        ),
        *("play_character", "play_window", "meet", "meet_one", "leaderboard", "leaderboard_about", "sign_out"),
        *("own", "own_settings", "own_set", "own_tell", "vacation_show", "vacation_begin", "vacation_end"),
        *("server", "server_home", "server_settings", "server_set", "privacy_delete", "privacy_export"),
        *("managed", "manage_call_off", "manage_close", "manage_no", "take_out"),
        *("token_end", "token_make", "tokens", "tokens_end", "webhook", "webhook_end", "webhook_new", "webhook_set"),
        *("rules_page", "ladder", "ladder_meet", "season_begin", "season_open", "season_start", "seasons", "my_games"),
        *("season_new", "season_cancel", "season_cancel_yes", "season_remove", "season_remove_yes"),
        *("server_accept", "server_accept_yes"),
    )
)
"""Actions that are about no match: people's own data, what they begin, and competitions, which have a table too."""

_FAMILIES: Final = ("learn_", "puzzle_", "league_", "leaderboard_", "profile", "help", "puzzle", "engine")
_DETAILS: Final = {"play": "a4<c4", "pick_at": "a4", "handover_to": "mole", "fill_with": "mole", "vote": "a4<c4"}
_VALUES: Final = {
    "plan_save": ("a4<c4",),
    "note_save": ("Mine.",),
    "pick": ("a4",),
    "try_branch": ("a4<c4",),
    "replay_jump": ("0",),
}
_EARLY_ANSWERS: Final = frozenset(
    {
        "rules",
        "try_plan",
        "try_plan_yes",
        "note",
        "note_edit",
        "note_save",
        "replay_post",
        "review_post",
        "verify",
        "dice",
        "offer_yes",
        "offer_no",
    }
)
"""Buttons that may be refused for another reason first, such as a message that they need."""


@pytest.fixture(autouse=True)
def _limits_are_far(without_limits: None) -> None:
    """The same people make one match after the other."""


def test_every_button_is_in_the_table_or_about_no_match() -> None:
    """A new handler has to be added above, so that it is tried by everybody in every stage."""
    known = {action for actions in PRESSES.values() for action in actions} | ELSEWHERE
    new = [one for one in features.press_handlers() if one not in known and not one.startswith(_FAMILIES)]
    assert not new
    assert set(PRESSES) == set(MatchAct) == set(MATCH_RULES)


def _ground(world: World) -> Ground:
    """The server, where everybody is a member as far as Discord is asked."""
    world.bot.services.context.membership = AsyncMock(return_value=Membership.MEMBER)
    return Ground(world.matches, world.guild.id, world.channel.id)


async def _shown(change: MatchChange, _pressed: object) -> Match:
    return change.match


def _text_channel(world: World) -> discord.TextChannel:
    """The channel in which every press is made, as far as Discord's library is concerned."""
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def _pressed(world: World, actor: Actor, act: Act, values: tuple[str, ...]) -> str:
    """What a press is answered, even a forged one."""
    guild = None if actor.server_id is None else world.bot.get_guild(actor.server_id)
    surroundings = Surroundings(
        channel_id=actor.channel_id,
        channel=_text_channel(world),
        guild=guild,
        permissions=discord.Permissions.all(),
        app_permissions=discord.Permissions.all(),
        filesize_limit=10_000_000,
    )
    read: list[str] = []

    async def send(answer: Answer) -> None:
        read.append(text_of_answer(answer))

    request = Request(
        actor=actor,
        surroundings=surroundings,
        services=replace(world.bot.services, show=_shown),
        context=world.bot.services.context,
        send=send,
        act=act,
        values=values,
        options={},
    )
    try:
        answer = await features.press_handlers()[act.name].answer(request)
    except Instead as instead:
        answer = instead.answer
    except Refusal as refusal:
        answer = Say(errors.reason(refusal))
    except Exception as error:  # noqa: BLE001 - such as an illegal move
        answer = Say(errors.reply(error))
    if answer is not None:
        await send(answer)
    return "\n".join(read)


def _press(action: str, match: Match) -> tuple[Act, tuple[str, ...]]:
    detail = _DETAILS.get(action, str(match.offers[-1].id) if match.offers else "0")
    return Act(action, match.id, match.revision, detail), _VALUES.get(action, ())


@pytest.mark.parametrize("stage", with_sweeps(STAGES, "running", "direct"))
async def test_those_who_may_not_do_something_are_told_what_the_table_says_and_nothing_changes(
    world: World, stage: str
) -> None:
    ground = _ground(world)
    match, random = await ground.make(stage), Random(stage)
    before = await ground.matches.load(match.id)
    for act, actions in PRESSES.items():
        for actor in ground.actors():
            refusal = refused(act, match, actor)
            is_vote = act is MatchAct.MOVE and match.voting is not None  # a move is a vote there
            if refusal is None or not actions or is_vote:
                continue
            for action in actions if actor.person is STRANGER and act is not MatchAct.SEE else [random.choice(actions)]:
                told = await _pressed(world, actor, *_press(action, match))
                if action not in _EARLY_ANSWERS:
                    assert errors.reason(refusal).split("\n")[0] in told, (act, action, actor, told)
    assert await ground.matches.load(match.id) == before


@pytest.mark.parametrize("stage", with_sweeps(STAGES, "open_challenge"))
async def test_those_who_may_do_something_are_not_refused_by_the_table(world: World, stage: str) -> None:
    ground = _ground(world)
    known = await ground.make(stage)
    for act, actions in PRESSES.items():
        for actor in [one for one in ground.actors() if refused(act, known, one) is None][:2]:
            for action in actions if act is not MatchAct.SEE else ("board", "text"):
                match = await ground.make(stage)
                told = await _pressed(world, actor, *_press(action, match))
                assert not any(words in told for words in words_of_table(act, match)), (act, action, actor, told)


COMPETITION_PRESSES: Final[Mapping[CompetitionAct, str]] = {
    CompetitionAct.SEE: "league_tables league_table league_text league_about",
    CompetitionAct.JOIN: "league_join",
    CompetitionAct.LEAVE: "league_leave_yes",
    CompetitionAct.CHALLENGE: "ladder_meet",
    CompetitionAct.BEGIN: "season_begin",
    CompetitionAct.CALL_OFF: "season_cancel season_cancel_yes",
    CompetitionAct.REMOVE: "season_remove",
    CompetitionAct.ACCEPT: "server_accept server_accept_yes",
}
"""The buttons that do each act in a competition."""

_TYPED: Final[Mapping[CompetitionAct, Callable[[Context, Actor, int], Awaitable[object]]]] = {
    CompetitionAct.CALL_OFF: entries.call_off,
    CompetitionAct.REMOVE: lambda context, actor, number: entries.remove(context, actor, number, THIRD),
}
"""The acts in a competition that managers type."""


def test_every_act_in_a_competition_is_pressed_typed_or_about_a_new_one() -> None:
    assert {*COMPETITION_PRESSES, *_TYPED, CompetitionAct.OPEN} == set(CompetitionAct) == set(COMPETITION_RULES)


@pytest.mark.parametrize("stage", with_sweeps(COMPETITION_STAGES, "league"))
async def test_those_who_may_not_do_something_in_a_competition_are_told_what_the_table_says(
    world: World, stage: str
) -> None:
    ground = _ground(world)
    competition = await ground.open(stage)
    before = await dump(ground.matches.database)
    for act in (*COMPETITION_PRESSES, *_TYPED):
        for actor in ground.actors():
            refusal = refused_there(act, competition, actor)
            if refusal is None:
                continue
            for action in COMPETITION_PRESSES.get(act, "").split():
                told = await _pressed(world, actor, Act(action, detail=f"{competition.id}/{THIRD.id}"), ())
                # whether they manage the server is asked first
                is_told = errors.reason(refusal).split("\n")[0] in told or act is CompetitionAct.BEGIN
                assert is_told, (act, action, actor, told)
            if act in _TYPED:
                with pytest.raises(type(refusal)):
                    await _TYPED[act](ground.matches, actor, competition.id)
    assert await dump(ground.matches.database) == before


@pytest.mark.parametrize("stage", with_sweeps(COMPETITION_STAGES, "ladder"))
async def test_those_who_may_do_something_in_a_competition_are_not_refused_by_the_table(
    world: World, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground, done = _ground(world), 0
    monkeypatch.setattr(entries, "_check_games", Mock())  # one after the other, of the same game
    monkeypatch.setattr(entries, "MOST_MATCHES", 10_000)
    monkeypatch.setattr("bot.store.moderation.last_removal", AsyncMock(return_value=None))
    monkeypatch.setattr("bot.store.moderation.decisions", AsyncMock(return_value=()))
    known = await ground.open(stage)
    acts = {*COMPETITION_PRESSES, *_TYPED} - (set() if "ladder" in stage else {CompetitionAct.CHALLENGE})
    for act in sorted(acts):
        for actor in [one for one in ground.actors() if refused_there(act, known, one) is None]:
            competition = await ground.open(stage)
            refusals = {errors.reason(rule.lacking(competition)) for rule in COMPETITION_RULES.values()}
            for action in COMPETITION_PRESSES.get(act, "").split():
                told = await _pressed(world, actor, Act(action, detail=f"{competition.id}/{THIRD.id}"), ())
                assert not any(words in told for words in refusals), (act, action, actor, told)
                done += 1
            if act in _TYPED:
                with suppress(EntryClosed):  # a league is called off only before it begins
                    await _TYPED[act](ground.matches, actor, competition.id)
                    done += 1
    assert done


async def test_only_managers_of_a_server_open_competitions_there_by_whatever_way(world: World) -> None:
    ground = _ground(world)
    opened = await ground.league()
    await entries.call_off(ground.matches, replace(ground.here(MANAGER), manages_server=True), opened.id)
    wanted = replace(opened, stage=CompetitionStage.OPEN)
    for actor in ground.actors():
        is_manager = actor.manages_server and actor.server_id == ground.server_id
        assert (refused_there(CompetitionAct.OPEN, wanted, actor) is None) == is_manager
        if not is_manager:
            with pytest.raises(Refusal):
                await entries.propose(ground.matches, actor, wanted)


_OF_SERVERS: Final = (
    (Act("server_home"), ()),
    (Act("server_settings"), ()),
    (Act("server_set"), ()),
    (Act("server", detail="voters/older"), ()),
    (Act("server", detail="days"), ("1 day",)),
)
"""The presses that show and change the settings of a server."""


async def test_only_managers_of_a_server_see_and_change_its_settings_by_whatever_way(world: World) -> None:
    ground = _ground(world)
    assert set(SERVER_RULES) == {ServerAct.MANAGE}
    before = await settings.of_server(ground.matches, ground.server_id)
    for actor in ground.actors():
        is_manager = actor.manages_server and actor.server_id == ground.server_id
        for act, values in _OF_SERVERS:
            told = await _pressed(world, replace(actor, channel_id=ground.channel_id), act, values)
            shown = "Where should matches live?" if act.name == "server_home" else "Settings of this server"
            assert (shown in told) == is_manager, (actor, act, told)
        try:
            await settings.settle(ground.matches, ground.server_id, lambda server: replace(server, days=2), actor)
        except NotManager:
            assert not is_manager, actor
        else:
            assert is_manager, actor
            await settings.settle(ground.matches, ground.server_id, lambda _server: before)
        assert await settings.of_server(ground.matches, ground.server_id) == before


@pytest.mark.sweep
async def test_managers_decide_about_matches_of_others_on_their_server_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.actions.askers.ALLOWANCES", {Cost.MATCH: Allowance(9_999, 9_999, timedelta(hours=1))})
    ground = _ground(world)
    for stage in STAGES:
        for actor in ground.actors():
            match = await ground.make(stage)
            may_do = refused(MatchAct.MODERATE, match, actor) is None
            try:
                async with matches.change(ground.matches, match.id, actor) as change:
                    moderation.cancel(change, actor.person, "")
                is_done = True
            except Refusal:
                is_done = False
            assert is_done == may_do, (stage, actor)
            takes_part = any(actor.person.id == one.id for one in (match.host, *match.people))
            assert not (is_done and (takes_part or not actor.manages_server or match.place.by_player))


async def test_a_player_of_a_direct_match_judges_it_from_no_server_of_their_own(world: World) -> None:
    ground = _ground(world)
    match = await ground.direct()
    for person in (HOST, GUEST):
        own = Actor(person, ground.server_id, manages_server=True)
        assert not may(MatchAct.MODERATE, match, own)


async def test_nobody_has_a_match_or_rematch_posted_in_a_channel_where_they_may_not_write(world: World) -> None:
    await world.start_match()
    question = answer(await world.ada.slash(world.channel, "match", do="resign"))
    await world.ada.click(question, label="Resign")
    result = next(message for message in world.messages() if "Rematch" in buttons_of(message))
    silent = Overwrite(
        target_id=world.ada.id, type=OverwriteType.MEMBER, deny=discord.Permissions(send_messages=True).value
    )
    world.env.backend.set_overwrite(world.channel.id, silent)
    other = world.guild.create_text_channel("other")
    async with world.nothing_changes():
        for told in (
            await world.ada.slash(world.channel, "play", game="furl", level="mole"),
            await world.ada.click(result, label="Rematch"),
            await world.ada.slash(other, "match", do="rematch", match="1"),
            await world.ada.user.slash("match", do="rematch", match="1"),
        ):
            assert f"You can't write in <#{world.channel.id}> yourself" in reply_text(told)
    assert "You've offered a rematch" in reply_text(await world.ben.click(result, label="Rematch"))


async def test_whoever_is_timed_out_accepts_nothing_by_a_button_in_direct_messages_either(world: World) -> None:
    ground = Ground(world.matches, world.guild.id, world.channel.id)
    match = await ground.challenge()
    for membership, words in ((Membership.TIMED_OUT, "timed out"), (Membership.GONE, "not on this server")):
        world.bot.services.context.membership = AsyncMock(return_value=membership)
        for actor in (ground.here(GUEST), replace(ground.here(GUEST), server_id=None)):
            assert words in await _pressed(world, actor, Act("join", match.id), ())
    assert (await world.matches.load(match.id)).state is State.OPEN
