"""What commands make of what is asked, case by case: where a match begins, and which one, side or season is meant."""

# pyright: reportPrivateUsage=false

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.chat import moderation, pages, servers
from bot.chat.challenges import arguments, commands
from bot.chat.challenges.arguments import Company, MatchPlace
from bot.chat.competitions import commands as seasons
from bot.chat.matches import commands as matches
from bot.chat.matches import more
from bot.model.challenges import Wishes, terms_for
from bot.model.match import State
from bot.model.place import DIRECT
from bot.model.refusals import HiddenForum, OnlyInServers, WrongChannel
from bot.model.refusals.challenges import NothingPublicHere, OpenNowhere, RatedNeedsLimit, UnknownSide
from bot.model.refusals.competitions import SeveralCompetitions, UnknownCompetition
from bot.model.refusals.matches import MatchOrSeason, NoBoardThere, VotedOnInChannel, VotedOnIsCasual, VotedOnNeedsDays
from bot.model.refusals.settings import UnknownSetting
from bot.model.servers import Server
from bot.screens.more import OPTIONS
from rules import GAMES
from rules.core import Seat
from tests.bot.tables import ADA, BEN

FURL: Final = GAMES["furl"]
_MOLE: Final = SimpleNamespace(is_computer=True, is_character=True, is_engine=False)
_BEN: Final = SimpleNamespace(is_computer=False, is_character=False, is_engine=False)


def _place(server_id: int = 1, server: Server = Server(), *, is_borrowed: bool = False) -> MatchPlace:  # noqa: B008 - a frozen value
    return MatchPlace(server_id, 7, server, wants_thread=True, is_borrowed=is_borrowed)


# --- beginning a match ---


@pytest.mark.parametrize(
    ("wishes", "place", "opponents", "publishes", "found"),
    [
        ({}, _place(), (_BEN,), True, (7, False)),
        ({}, _place(), (), True, (7, False)),
        ({}, _place(DIRECT), (_BEN,), True, (0, True)),
        ({}, _place(DIRECT), (_MOLE,), True, (7, False)),
        ({}, _place(DIRECT), (_MOLE, _BEN), True, (0, True)),
        ({}, _place(DIRECT), (), True, OpenNowhere),
        ({}, _place(DIRECT, is_borrowed=True), (), True, (7, True)),
        ({}, _place(DIRECT, is_borrowed=True), (_MOLE,), False, (7, True)),
        ({}, _place(DIRECT, is_borrowed=True), (_BEN,), False, NothingPublicHere),
        ({}, _place(DIRECT, is_borrowed=True), (), False, NothingPublicHere),
        ({}, _place(DIRECT), (_BEN,), False, NothingPublicHere),
        ({}, _place(), (_BEN,), False, (7, False)),
        ({"vote_minutes": 60}, _place(), (_BEN,), True, (7, False)),
        ({"vote_minutes": 60}, _place(DIRECT), (_BEN,), True, VotedOnInChannel),
        *(
            ({"vote_minutes": 60, wish: True}, _place(), (_BEN,), True, VotedOnIsCasual)
            for wish in ("is_rated", "has_hints", "grants_takebacks", "both_sides")
        ),
        ({"vote_minutes": 60, "time": "no limit"}, _place(), (_BEN,), True, VotedOnNeedsDays),
    ],
)
async def test_a_match_begins_where_everybody_concerned_can_see_it(
    monkeypatch: pytest.MonkeyPatch,
    wishes: Mapping[str, Any],
    place: MatchPlace,
    opponents: Sequence[Any],
    found: Any,
    *,
    publishes: bool,
) -> None:
    """`found` is the channel of the match and whether it is a direct one, or the refusal."""
    proposed = AsyncMock()
    monkeypatch.setattr(commands, "propose", proposed)
    request: Any = Mock(surroundings=Mock(may_publish=publishes))
    asked = Wishes(host_seat=Seat(1), players=2, least_reliability=80, **wishes)
    company: Any = Mock(seated=Mock(return_value=opponents))
    beginning = commands._begin(request, place, FURL, company, asked)
    if not isinstance(found, tuple):
        with pytest.raises(found):
            await beginning
        return
    await beginning
    proposal = proposed.await_args_list[0].args[2]
    assert (proposal.channel_id, proposal.by_player) == found and proposal.wants_thread
    assert (proposal.opponents, proposal.host_seat, proposal.seats) == (opponents, Seat(1), 2)
    assert proposal.least_reliability == 80 and proposal.waits_days == place.server.challenge_days
    assert len(proposal.channels) == ("vote_minutes" in wishes) and proposal.terms.vote_minutes == wishes.get(
        "vote_minutes"
    )


@pytest.mark.parametrize(("days", "usual", "expected"), [(None, None, 3), (None, 5, 5), ("2 days", 5, 2)])
def test_a_match_by_vote_has_a_limit_for_each_move(days: str | None, usual: int | None, expected: int) -> None:
    wishes = Wishes(days, vote_minutes=60, pauses_weekends=True)
    terms = terms_for(wishes, usual, (), by_player=False)
    assert (terms.days, terms.vote_minutes, terms.pauses_weekends) == (expected, 60, True)


@pytest.mark.parametrize(("time", "usual", "is_rated"), [("no limit", 3, False), (None, None, False), (None, 3, True)])
def test_a_match_without_a_time_limit_is_casual(time: str | None, usual: int | None, is_rated: bool) -> None:
    """Otherwise silence would keep a defeat from counting."""
    assert terms_for(Wishes(time), usual, (), by_player=False).is_rated is is_rated
    if not is_rated:
        with pytest.raises(RatedNeedsLimit):
            terms_for(Wishes(time, is_rated=True), usual, (), by_player=False)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, (1, 2, False)),
        ({"channel_id": None}, OnlyInServers),
        ({"server_id": None}, (DIRECT, 2, False)),
        ({"server": Server(channel_id=2)}, (1, 2, False)),
        ({"server": Server(channel_id=5)}, WrongChannel),
        ({"server": Server(uses_threads=True)}, (1, 2, True)),
        ({"by_vote": True}, (1, 2, True)),
        ({"server": Server(uses_threads=True), "in_thread_of": 5}, (1, 2, False)),
        ({"server": Server(channel_id=5), "in_thread_of": 5}, (1, 2, False)),
        ({"server": Server(channel_id=5), "in_thread_of": 6}, WrongChannel),
        ({"server": Server(channel_id=9)}, (1, 9, False)),
        ({"server": Server(channel_id=9), "sees": False}, HiddenForum),
    ],
)
async def test_a_match_belongs_to_a_channel_a_forum_or_nowhere(
    monkeypatch: pytest.MonkeyPatch, changes: Mapping[str, Any], expected: Any
) -> None:
    """Channel 9 is a forum; the request comes from channel 2."""
    server = changes.get("server", Server())
    forum = Mock(discord.ForumChannel, id=9) if server.channel_id == 9 else None
    for name, value in {
        "forum_called": forum,
        "check_forum": None,
        "may_see": changes.get("sees", True),
        "check_may_write": None,
        "check_channel": None,
    }.items():
        monkeypatch.setattr(arguments, name, Mock(return_value=value))
    monkeypatch.setattr(arguments.settings, "of_server", AsyncMock(return_value=server))
    parent = changes.get("in_thread_of")
    channel = Mock(discord.TextChannel) if parent is None else Mock(discord.Thread, parent_id=parent)
    surroundings = Mock(channel_id=changes.get("channel_id", 2), channel=channel, is_borrowed=False)
    request: Any = Mock(server_id=changes.get("server_id", 1), surroundings=surroundings)
    finding = arguments.place_of(request, by_vote="by_vote" in changes)
    if not isinstance(expected, tuple):
        with pytest.raises(expected):
            await finding
        return
    found = await finding
    assert (found.server_id, found.channel_id, found.wants_thread) == expected and found.forum is forum
    checked: Any = arguments.check_channel
    is_channel = found.server_id != DIRECT and forum is None
    assert [call.kwargs for call in checked.call_args_list] == (
        [{"opens_thread": found.wants_thread}] if is_channel else []
    )


@pytest.mark.parametrize(
    ("named", "changes", "ids", "characters"),
    [
        ((), {}, [], 0),
        ((BEN,), {}, [BEN.id], 0),
        ((BEN, BEN), {}, [BEN.id], 0),
        (("bot",), {}, [], 1),
        ((), {"level": "lynx"}, [], 1),
        ((BEN, "bot"), {"game": GAMES["farlander"]}, [BEN.id], 1),
        (("bot", "bot"), {"game": GAMES["farlander"]}, [], 2),
        ((), {"game": GAMES["farlander"], "level": "mole", "players": 4}, [], 3),
        ((), {"engine": ADA}, [ADA.id], 0),
    ],
)
def test_those_named_play_and_characters_take_the_other_seats(
    monkeypatch: pytest.MonkeyPatch, named: Sequence[Any], changes: Mapping[str, Any], ids: list[int], characters: int
) -> None:
    monkeypatch.setattr(arguments, "check_opponent", lambda _request, person, place: person)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    own: Any = Mock(id=99)
    request: Any = Mock(services=Mock(discord=Mock(user=own)))
    people: Any = [own if one == "bot" else one for one in named]
    company = Company(people, changes.get("level"), changes.get("engine"))
    game, wishes = changes.get("game", FURL), Wishes(players=changes.get("players"))
    found = company.seated(request, game, _place(), wishes)
    assert [one.id for one in found if not one.is_character] == ids
    assert sum(one.is_character for one in found) == characters
    request.services.discord.user = None
    assert not arguments.is_own(request, own)


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("first", 0),
        (" SECOND ", 1),
        ("white", 0),
        ("black", 1),
        ("chance", None),
        ("let ch", None),
        ("i move", UnknownSide),
        ("nothing", UnknownSide),
        ("", UnknownSide),
    ],
)
def test_a_side_is_called_by_its_value_or_name(text: str, seat: Any) -> None:
    if seat is UnknownSide:
        with pytest.raises(UnknownSide):
            commands._seat_called(text, FURL)
    else:
        assert commands._seat_called(text, FURL) == seat


# --- which one is meant ---


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("7", 7),
        (" #12 ", 12),
        ("9" * 10, UnknownCompetition),
        ("furl league", 3),
        ("FURL LEAGUE · SEASON 2", 3),
        ("furl ladder", 5),
        ("furl", SeveralCompetitions),
        ("nothing", UnknownCompetition),
    ],
)
async def test_a_season_is_called_by_its_number_or_the_beginning_of_its_name(
    monkeypatch: pytest.MonkeyPatch, text: str, found: Any
) -> None:
    known = [Mock(id=number, season=season) for number, season in ((3, 2), (2, 1), (5, None))]
    for one, name in zip(known, ("Furl league", "Furl league", "Furl ladder"), strict=True):
        one.name = name
    monkeypatch.setattr(seasons.competition_standings, "of_server", AsyncMock(return_value=known))
    monkeypatch.setattr(seasons.servers, "calls", AsyncMock(return_value=[]))
    titles = {3: "Furl league · season 2", 2: "Furl league · season 1", 5: "Furl ladder"}
    monkeypatch.setattr(seasons, "_full_name", lambda one: titles[one.id].casefold())  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType, reportUnknownMemberType]
    request: Any = Mock(server_id=1, person=ADA)
    if isinstance(found, int):
        assert await seasons.season_called(request, text) == found
    else:
        with pytest.raises(found):
            await seasons.season_called(request, text)
    request.server_id = None
    if not text.strip(" #").isdecimal():
        with pytest.raises(OnlyInServers):
            await seasons.season_called(request, text)


@pytest.mark.parametrize(
    ("match", "season", "found"),
    [("1", None, None), (None, "7", 7), (None, None, MatchOrSeason), ("1", "7", MatchOrSeason)],
)
async def test_a_manager_names_a_match_or_a_season(
    monkeypatch: pytest.MonkeyPatch, match: str | None, season: str | None, found: Any
) -> None:
    checked = Mock()
    monkeypatch.setattr(moderation, "check_manager", checked)
    request: Any = Mock(server_id=1)
    if found is MatchOrSeason:
        with pytest.raises(MatchOrSeason):
            await moderation._season_named(request, match, season)
    else:
        assert await moderation._season_named(request, match, season) == found
    checked.assert_called_once_with(request)


@pytest.mark.parametrize(("count", "has_buttons"), [(1, False), (2, True)])
async def test_the_log_of_managers_has_pages(monkeypatch: pytest.MonkeyPatch, count: int, *, has_buttons: bool) -> None:
    monkeypatch.setattr(moderation, "check_manager", Mock(return_value=1))
    monkeypatch.setattr(moderation.moderation, "log", AsyncMock(return_value=Mock(pages=count)))
    monkeypatch.setattr(moderation.moderation_texts, "log", Mock(return_value="Log"))
    post = await moderation._log_page(Mock(), 0)
    assert len(post.view.children) == 1 + has_buttons


@pytest.mark.parametrize(
    ("author", "titled", "is_seated", "shown_in", "ply", "shows"),
    [
        ("bot", 7, True, 5, None, 4),
        ("bot", 7, True, 6, 2, 2),
        ("bot", 7, True, 6, 9, 4),
        ("bot", 7, True, 6, None, 4),
        ("bot", 7, True, 5, 2, 4),
        ("bot", 7, False, 5, 2, None),
        ("bot", None, True, 5, 2, None),
        ("other", 7, True, 5, 2, None),
    ],
)
async def test_a_message_shows_a_match_at_a_step(
    monkeypatch: pytest.MonkeyPatch,
    author: str,
    titled: int | None,
    shown_in: int,
    ply: int | None,
    shows: int | None,
    *,
    is_seated: bool,
) -> None:
    """The board is in message 5, after four entries."""
    monkeypatch.setattr(matches, "texts_of", Mock(return_value=["Text", "Title"]))
    monkeypatch.setattr(matches.names, "number_in_title", lambda text: titled if text == "Title" else None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    monkeypatch.setattr(matches, "ply_of", Mock(return_value=ply))
    match = Mock(players_are_seated=is_seated, ply=4, place=Mock(message_id=5))
    request: Any = Mock(find=AsyncMock(return_value=match))
    message: Any = Mock(id=shown_in, author=request.services.discord.user if author == "bot" else Mock())
    if shows is None:
        with pytest.raises(NoBoardThere):
            await matches._shown_in(request, message)
    else:
        assert await matches._shown_in(request, message) == (match, shows)


def test_an_option_of_more_is_called_by_its_label_or_its_act() -> None:
    for entry in OPTIONS:
        for name in (entry.act.name, f" {entry.label.upper()} "):
            assert more._named(name) is entry
    assert more._named(None) is more._MORE
    with pytest.raises(UnknownSetting):
        more._named("nothing")


@pytest.mark.parametrize(
    ("state", "has_chance", "states", "count"),
    [
        (None, False, (State.RUNNING, State.FINISHED), 2),
        (State.RUNNING, False, (State.RUNNING,), 2),
        (State.FINISHED, True, (State.FINISHED,), 1),
    ],
)
async def test_an_option_fits_matches_of_its_state_and_games_with_dice(
    monkeypatch: pytest.MonkeyPatch, state: State | None, states: tuple[State, ...], count: int, *, has_chance: bool
) -> None:
    latest = AsyncMock(return_value=[Mock(game=Mock(has_chance=True)), Mock(game=Mock(has_chance=False))])
    monkeypatch.setattr(more, "latest", latest)
    entry: Any = Mock(state=state, has_chance=has_chance)
    assert len(await more._fitting(Mock(), entry)) == count
    assert latest.await_args_list[0].args[1:] == states


# --- the page and servers ---


@pytest.mark.parametrize(
    ("page", "activity", "guild", "granted", "private", "kind"),
    [
        ("", True, True, True, True, None),
        ("https://a.example", False, True, True, True, "link"),
        ("https://a.example", False, True, True, False, "button"),
        ("https://a.example", True, True, True, True, "button"),
        ("https://a.example", True, True, False, True, "link"),
        ("https://a.example", True, False, False, True, "button"),
    ],
)
async def test_a_board_opens_inside_discord_or_by_a_link_of_ones_own(
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    kind: str | None,
    *,
    activity: bool,
    guild: bool,
    granted: bool,
    private: bool,
) -> None:
    monkeypatch.setattr(pages.sessions, "link", AsyncMock(return_value="token"))
    monkeypatch.setattr(pages, "_channel_id", AsyncMock(return_value=2))
    permissions = discord.Permissions(use_embedded_activities=granted)
    surroundings = Mock(guild=Mock() if guild else None, permissions=permissions)
    request: Any = Mock(services=Mock(page=page, has_activity=activity), surroundings=surroundings)
    for match_id, address in ((7, "https://a.example/enter/token?match=7"), (0, "https://a.example/enter/token")):
        found = await pages.opening(request, match_id, is_private=private)
        if kind is None:
            assert not found
        elif kind == "link":
            assert [one.url for one in found] == [address]
        else:
            assert [one.custom_id for one in found] == [f"furlong:open_board:{match_id}:0:"]


@pytest.mark.parametrize(
    ("channels", "greeted"),
    [
        (["system", "first"], "system"),
        ([None, "first"], "first"),
        (["system view_channel", "first"], "first"),
        (["system send_messages", "first"], "first"),
        (["system attach_files", "first"], "first"),
        ([None, "first send_messages", "second"], "second"),
        ([None], None),
    ],
)
async def test_a_server_is_greeted_in_the_first_channel_that_takes_a_picture(
    monkeypatch: pytest.MonkeyPatch, channels: Sequence[str | None], greeted: str | None
) -> None:
    """Each channel is named with the permission that is missing in it."""
    found = list[Any]()
    for number, named in enumerate(channels):
        lacking = named.partition(" ")[2] if named else ""
        granted = dict.fromkeys(("view_channel", "send_messages", "attach_files"), True) | (
            {lacking: False} if lacking else {}
        )
        channel = Mock(id=number, permissions_for=Mock(return_value=Mock(**granted)))
        found.append(None if named is None else channel)
    guild = Mock(system_channel=found[0], text_channels=found[1:])
    monkeypatch.setattr(servers, "server_of", Mock(return_value=guild))
    monkeypatch.setattr(servers, "post_of", AsyncMock())
    delivery: Any = Mock(post_once=AsyncMock())
    await servers.greet(delivery, Mock(server_id=1))
    names = [None if one is None else one.partition(" ")[0] for one in channels]
    assert delivery.post_once.await_args.args[1] == (None if greeted is None else names.index(greeted))
    delivery.check_here.assert_called_once_with(1)
