"""What screens are made of, case by case: details that are read, what is on offer, and the limits of lists."""

# pyright: reportPrivateUsage=false

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, Final, cast
from unittest.mock import AsyncMock, Mock

import pytest

from bot.model.characters import keyed
from bot.model.competitions.competition import (
    MOST_ENTRANTS,
    MOST_MATCHES,
    NEVER,
    CompetitionStage,
    Entering,
    Format,
    Regulations,
)
from bot.model.people import Person
from bot.model.refusals import UnknownButton, UnknownGame
from bot.model.refusals.challenges import UnknownLevel
from bot.model.refusals.competitions import NoTimeLimit, OneGame, SeveralTicked, TooManyGames
from bot.model.refusals.people import NamelessToken, TellsOnServers, UnknownSetting
from bot.model.servers import Server
from bot.model.tokens import LONGEST_NAME, MOST_TOKENS, Scope
from bot.model.vacations import VacationStanding
from bot.screens import (
    competitions,
    core,
    engines,
    exercises,
    lessons,
    managing,
    matches,
    ratings,
    reviews,
    servers,
    settings,
    tokens,
    vacations,
)
from bot.screens.core import Act, Action, Asked, Screen, Weight
from bot.texts.settings import settings_offered
from rules import GAMES
from rules.core import Move
from tests.bot.tables import ADA, BEN
from tests.bot.web.test_server_settings import FORUM, NEWS, SomeRooms
from tests.bot.web.test_server_settings import GAMES as GAMES_CHANNEL

NOW: Final = datetime(2030, 1, 1, 12, tzinfo=UTC)
FURL, FURSAZ, PLAYWIN, FURBOWL = (GAMES[key] for key in ("furl", "fursaz", "playwin", "furbowl"))


def _asked(act: Act | None = None, **changes: Any) -> Asked:
    """What a person asks, a manager of a server unless `changes` say otherwise."""
    actor = Mock(server_id=1, channel_id=GAMES_CHANNEL, manages_server=True, person=ADA)
    usual: dict[str, Any] = {
        "act": act or Act("act"),
        "actor": actor,
        "person": ADA,
        "context": Mock(now=Mock(return_value=NOW)),
        "fields": {},
        "page": "https://a.example",
        "has_programs": True,
        "has_push": True,
        "actor_here": AsyncMock(return_value=actor),
        "rooms": AsyncMock(return_value=SomeRooms()),
        "venue": AsyncMock(return_value="venue"),
        "tell": AsyncMock(),
        "left": AsyncMock(return_value=frozenset()),
    }
    return cast("Asked", SimpleNamespace(**(usual | changes)))


def _labels(actions: Sequence[Action]) -> list[str]:
    return [one.label for one in actions]


# --- details ---


@pytest.mark.parametrize(
    ("text", "page", "id_"),
    [
        ("0", 0, 0),
        ("7", 7, 7),
        ("999999999", 999_999_999, 999_999_999),
        ("1000000000", 999_999_999, 1_000_000_000),
        (str(2**63 - 1), 999_999_999, 2**63 - 1),
        (str(2**63), 999_999_999, 0),
        ("0" * 39 + "7", 7, 7),
        ("0" * 40 + "7", 7, 0),
        ("", 0, 0),
        ("-1", 0, 0),
        ("x", 0, 0),
        ("²", 0, 0),
        ("٣", 0, 0),
    ],
)
def test_a_detail_is_a_page_or_an_id_or_nothing(text: str, page: int, id_: int) -> None:
    assert (core.page_number(text), core.snowflake(text)) == (page, id_)


def test_games_and_characters_are_named_by_key_or_name() -> None:
    assert (
        core.game_named(" large   FURSAZ ")
        is GAMES["fursaz-7"]
        is core.game_named("fursaz-7")
        is core.game_of("fursaz-7")
    )
    assert core.character_called(" L ynx") is keyed("lynx")
    for call, wrong in (
        (core.game_named, UnknownGame),
        (core.game_of, UnknownGame),
        (core.character_called, UnknownLevel),
    ):
        with pytest.raises(wrong):
            call("nothing")


def test_menus_have_parts_that_fit() -> None:
    assert [*core.in_menus([])] == []
    for count, starts in ((25, [0]), (26, [0, 25]), (51, [0, 25, 50])):
        parts = [*core.in_menus(range(count))]
        assert [start for start, _part in parts] == starts
        assert [one for _start, part in parts for one in part] == [*range(count)]


@pytest.mark.parametrize(
    ("parts", "only_tells"),
    [
        ({}, True),
        ({"title": "T", "hint": "H", "form": Mock(), "others": [Mock()]}, True),
        *(({part: [Mock()]}, False) for part in ("lines", "menus", "steps", "actions", "groups", "elsewhere")),
        *(({part: Mock()}, False) for part in ("board", "figure", "table")),
    ],
)
def test_a_screen_only_tells_if_it_has_a_text_and_nothing_more(parts: Mapping[str, Any], *, only_tells: bool) -> None:
    assert Screen(text="Text", **parts).only_tells is only_tells


@pytest.mark.parametrize(
    ("chosen", "value", "picked", "played"),
    [
        ("a4<c4", "", "judged a4<c4", "judged a4<c4"),
        ("a4<c4", "a4<c4", "judged a4<c4", "read a4<c4"),
        ("a4", "", "shown a4", "read a4"),
        ("", "", "shown ", "read "),
        ("nonsense", "", "shown ", "read nonsense"),
    ],
)
async def test_a_whole_move_is_played_at_once_and_a_text_is_read(
    chosen: str, value: str, picked: str, played: str
) -> None:
    async def shown(_asked: object, _subject: object, stage: str) -> Screen:
        return Screen(text=f"shown {stage}")

    async def judged(_asked: object, _subject: object, moves: Sequence[str]) -> Screen:
        return Screen(text=moves[0] if moves[0].startswith("read") else f"judged {moves[0]}")

    exercise: Any = exercises.Exercise(
        "learn",
        AsyncMock(return_value=("subject", chosen)),
        Mock(return_value=FURL.start(2)),
        Mock(return_value="As text"),
        shown,
        judged,
        Mock(return_value=(Act("learn_play"), "Title")),
        read=lambda text, _position: [Move(f"read {text}")],
        longest=8,
    )
    asked = _asked(Act("learn_play", detail=chosen, value=value))
    assert (await exercise._pick(asked)).text == picked
    assert (await exercise._play(asked)).text == played
    assert (await exercise.typed(asked, "subject", "123456789")).text == "read 12345678"
    assert (await exercise._say(asked)).text == "As text"
    window = await exercise._ask(asked)
    assert (window.act, window.title, window.parts[0].longest) == (Act("learn_play"), "Title", 8)
    flags = {one.name: (one.asks, one.beside) for one in exercise.handlers}
    assert flags == {
        "learn_pick": (False, False),
        "learn_play": (False, False),
        "learn_window": (True, False),
        "learn_text": (False, True),
    }


# --- settings ---


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("all", {*GAMES}),
        (" NONE ", set[str]()),
        ("furl", {"furl"}),
        ("Furl, play win ,", {"furl", "playwin"}),
        ("nothing", None),
        ("furl, nothing", None),
        (",", None),
        ("", None),
    ],
)
def test_a_list_of_games_is_read(text: str, keys: set[str] | None) -> None:
    if keys is None:
        with pytest.raises(UnknownGame):
            settings.games_in(text)
    else:
        assert settings.games_in(text) == keys


def test_only_known_settings_are_read() -> None:
    offered = settings_offered(has_push=True)
    assert settings.read(offered, {}) == {}
    assert [*settings.read(offered, {one.name: [next(iter(one.choices))] for one in offered if one.choices})] == [
        one.stored_as for one in offered if one.choices
    ]
    for names in (["nothing"], [offered[0].name, "nothing"], [*(one.name for one in offered), "nothing"]):
        with pytest.raises(UnknownButton):
            settings.read(offered, dict.fromkeys(names, ("en",)))


async def test_games_are_told_of_on_servers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    prefer, look_out = AsyncMock(), AsyncMock()
    monkeypatch.setattr(settings.stored, "prefer", prefer)
    monkeypatch.setattr(settings.stored, "look_out", look_out)
    direct = _asked(actor=Mock(server_id=None))
    with pytest.raises(TellsOnServers):
        await settings._settle(direct, {}, {"furl"})
    assert await settings._settle(direct, {"reads": "de"}) == Act("own_settings")
    await settings._settle(_asked(), {}, {"furl"})
    await settings._settle(_asked(), {}, ())
    assert (prefer.await_count, [call.args[3] for call in look_out.await_args_list]) == (1, [{"furl"}, ()])


@pytest.mark.parametrize(
    ("fields", "told"),
    [({}, None), ({"tell": ()}, frozenset[str]()), ({"tell": ("furl", "playwin")}, frozenset({"furl", "playwin"}))],
)
async def test_a_form_of_settings_changes_what_is_named(
    monkeypatch: pytest.MonkeyPatch, fields: Mapping[str, Sequence[str]], told: frozenset[str] | None
) -> None:
    settled = AsyncMock()
    monkeypatch.setattr(settings, "_settle", settled)
    asked = _asked(fields=fields, named=dict(fields) | {"view": ["own"]})
    await settings.settle.run(asked)
    [call] = settled.await_args_list
    assert [*call.args[1]] == ["view"] and call.args[2] == told


@pytest.mark.parametrize(
    ("page", "is_forum", "buttons"),
    [
        ("https://a.example", False, {"channel", "panel", "threads", "puzzles", "week", "pages", "voters"}),
        ("", False, {"channel", "panel", "threads", "puzzles", "week", "voters"}),
        ("https://a.example", True, {"channel", "panel", "puzzles", "week", "pages", "voters"}),
    ],
)
def test_only_settings_that_matter_have_buttons_and_parts(page: str, buttons: set[str], *, is_forum: bool) -> None:
    server = Server(channel_id=FORUM if is_forum else GAMES_CHANNEL)
    asked, rooms = _asked(page=page), SomeRooms(here=NEWS)
    found = [servers._buttons(names, asked, server, rooms) for names in servers._BUTTONS]
    assert {one.act.detail.partition("/")[0] for group in found for one in group} == buttons
    parts = {part.name: part for part in servers._parts(asked, server, rooms)}
    assert ("pages" in parts) is bool(page)
    assert bool(parts["threads"].options) is not is_forum
    channels = {
        name: [one.label for one in part.options[1:]]
        for name, part in parts.items()
        if not part.longest and part.options and part.options[0].label
    }
    assert "#forum" in channels["channel"] and "#forum" not in channels["panel"]
    chosen = [one.label for one in parts["channel"].options if one.is_chosen]
    assert chosen == ["#forum" if is_forum else "#games"]


def test_a_channel_that_is_not_seen_is_still_the_present_one() -> None:
    setting = next(one for one in servers.SETTINGS if one.name == "panel")
    listed = SomeRooms().listed
    none = settings.options_of(setting, None, NOW)
    for present, first in ((None, "#games"), (GAMES_CHANNEL, "#games"), (5, "#5"), (FORUM, f"#{FORUM}")):
        found = servers._channels(setting, present, none, listed)[len(none) :]
        assert found[0].label == first and [one.value for one in found if one.is_chosen] == (
            [] if present is None else [str(present)]
        )
    assert servers._channels(setting, 5, none, []) == ()


@pytest.mark.parametrize(
    ("after", "values", "checked"),
    [
        (Server(channel_id=5), {"channel_id": 5}, ["matches 5 False"]),
        (Server(channel_id=5, uses_threads=True), {"uses_threads": True}, ["matches 5 True"]),
        (Server(channel_id=5), {"days": 3}, []),
        (Server(), {"channel_id": None, "uses_threads": True}, []),
        (Server(panel_channel_id=6), {"panel_channel_id": 6}, ["post 6 False"]),
        (Server(puzzle_channel_id=6), {"puzzle_channel_id": 6}, ["post 6 True"]),
        (Server(review_channel_id=6), {"review_channel_id": 6}, ["post 6 True"]),
        (Server(panel_channel_id=6), {"panel_channel_id": None, "days": 3}, ["post 6 False"]),
        (Server(panel_channel_id=6, review_channel_id=7), {"days": 3}, []),
    ],
)
def test_only_channels_that_change_are_checked(after: Server, values: Mapping[str, Any], checked: list[str]) -> None:
    found = list[str]()
    rooms: Any = Mock(
        check_for_matches=lambda number, *, opens_threads: found.append(f"matches {number} {opens_threads}"),  # pyright: ignore[reportUnknownLambdaType]
        check_for_post=lambda number, _what, *, has_picture: found.append(f"post {number} {has_picture}"),  # pyright: ignore[reportUnknownLambdaType]
    )
    servers._check(rooms, after, values)
    assert found == checked


# --- competitions ---


@pytest.mark.parametrize(
    ("wishes", "days", "expected"),
    [
        ({"format": Format.LEAGUE, "games": [FURL, FURSAZ, PLAYWIN]}, 5, {"size": 6, "goes_on": True, "days": 5}),
        (
            {"format": Format.LEAGUE, "games": [FURL], "size": 8, "goes_on": False},
            None,
            {"size": 8, "goes_on": False, "days": 3},
        ),
        (
            {"format": Format.LADDER, "games": [FURBOWL], "in_pairs": True},
            5,
            {"size": MOST_ENTRANTS, "in_pairs": False, "goes_on": False},
        ),
        ({"format": Format.KNOCKOUT, "games": [FURL], "in_pairs": False}, 5, {"size": MOST_ENTRANTS, "in_pairs": True}),
        (
            {"format": Format.ALL_PLAY_ALL, "games": [FURL], "in_pairs": True},
            5,
            {"size": MOST_MATCHES // 2 + 1, "in_pairs": True},
        ),
        (
            {"format": Format.ALL_PLAY_ALL, "games": [FURL], "in_pairs": False},
            5,
            {"size": MOST_MATCHES + 1, "in_pairs": False},
        ),
        (
            {"format": Format.SWISS, "games": [FURL], "rounds": 5, "days": "2 days", "pauses_weekends": True},
            5,
            {"rounds": 5, "days": 2, "weekends": True},
        ),
        ({"format": Format.SWISS, "games": [FURL, FURL]}, 5, {"games": (FURL,)}),
        ({"format": Format.SWISS, "games": [FURL, FURSAZ]}, 5, OneGame),
        ({"format": Format.LEAGUE, "games": [FURL, FURSAZ, PLAYWIN, FURBOWL]}, 5, TooManyGames),
        ({"format": Format.LEAGUE, "games": [FURL], "days": "no limit"}, 5, NoTimeLimit),
    ],
)
async def test_a_competition_is_opened_as_asked_for(
    monkeypatch: pytest.MonkeyPatch, wishes: Mapping[str, Any], days: int | None, expected: Any
) -> None:
    proposed = AsyncMock(return_value=Mock(stage=CompetitionStage.OPEN, id=7))
    monkeypatch.setattr(managing.settings, "of_server", AsyncMock(return_value=Server(days=days)))
    monkeypatch.setattr(managing.entries, "propose", proposed)
    monkeypatch.setattr(managing.competition_texts, "started", Mock(return_value="It is open."))
    asked = _asked()
    opening = managing.opened(asked, managing.Wishes(begins="3 days", lasts="6 weeks", channel_id=5, **wishes))
    if not isinstance(expected, dict):
        with pytest.raises(expected):
            await opening
        assert not proposed.await_count
        return
    screen = await opening
    competition = proposed.await_args_list[0].args[2]
    rules: Regulations = competition.regulations
    found = {
        "size": rules.size,
        "in_pairs": rules.both_sides,
        "goes_on": rules.goes_on,
        "rounds": rules.rounds,
        "games": rules.games,
        "days": rules.terms.days,
        "weekends": rules.terms.pauses_weekends,
    }
    asked_for = cast("dict[str, object]", expected)
    assert {name: found[name] for name in asked_for} == asked_for
    assert rules.terms.is_rated and rules.terms.most_vacation and competition.host == ADA
    assert (competition.ends_at == NEVER) is (rules.format is Format.LADDER)
    assert cast("Any", asked.venue).await_args.args == (5,) and cast("Any", asked.tell).await_count == 1
    assert _labels(screen.actions) == ["Start now"] and screen.here == Act("league_tables", detail="7")
    proposed.return_value = Mock(stage=CompetitionStage.RUNNING, id=7)
    later = await managing.opened(asked, managing.Wishes(begins="3 days", lasts="6 weeks", **wishes))
    assert not later.actions


def test_one_number_is_ticked_at_most() -> None:
    offered = {"size4": 4, "size8": 8}
    assert managing._ticked((), offered) is None is managing._ticked(("weekends",), offered)
    assert managing._ticked(("weekends", "size8"), offered) == 8
    with pytest.raises(SeveralTicked):
        managing._ticked(("size4", "size8"), offered)
    assert managing.format_of("swiss-rounds" if "swiss rounds" in [*Format] else next(iter(Format))) in [*Format]
    with pytest.raises(UnknownSetting):
        managing.format_of("nothing")


@pytest.mark.parametrize(
    ("kind", "names", "boxes"),
    [
        (
            Format.LEAGUE,
            ["game", "begins", "lasts", "days", "also"],
            ["both", "weekends", "once", "size4", "size8", "size12"],
        ),
        (Format.LADDER, ["game", "days", "also"], ["weekends"]),
        (Format.KNOCKOUT, ["game", "begins", "lasts", "days", "also"], ["weekends"]),
        (
            Format.SWISS,
            ["game", "begins", "lasts", "days", "also"],
            ["both", "weekends", "rounds3", "rounds5", "rounds7"],
        ),
        (Format.ALL_PLAY_ALL, ["game", "begins", "lasts", "days", "also"], ["both", "weekends"]),
    ],
)
def test_a_format_asks_for_what_it_knows(kind: Format, names: list[str], boxes: list[str]) -> None:
    parts = {part.name: part for part in managing._parts(kind, 5)}
    assert [*parts] == names and [one.value for one in parts["also"].options] == boxes and parts["also"].is_for_several
    is_league = kind is Format.LEAGUE
    assert parts["game"].most == (3 if is_league else 1) and bool(parts["game"].hint) is is_league
    assert not parts["game"].longest and [one.value for one in parts["days"].options if one.is_chosen] == ["5 days"]
    if "begins" in parts:
        assert (parts["begins"].text, parts["lasts"].text) == (
            ("3 days", "6 weeks") if is_league else ("1 day", "1 week")
        )
        assert parts["begins"].longest == parts["lasts"].longest == 40


@pytest.mark.parametrize(
    ("server", "listed", "chosen"),
    [
        (Server(), ["#games", "#news", "#silent"], ["#games"]),
        (Server(channel_id=NEWS), ["#news"], []),
        (Server(channel_id=GAMES_CHANNEL), ["#games"], ["#games"]),
        (Server(channel_id=FORUM), ["#games", "#news", "#forum", "#silent"], ["#games"]),
    ],
)
async def test_a_competition_is_shown_in_a_channel_that_may_have_matches(
    monkeypatch: pytest.MonkeyPatch, server: Server, listed: list[str], chosen: list[str]
) -> None:
    monkeypatch.setattr(managing.settings, "of_server", AsyncMock(return_value=server))
    ask: Any = await managing.ASK.run(_asked(Act("season_start", detail="league")))
    part = ask.parts[-1]
    assert part.name == "channel" and [one.label for one in part.options] == listed
    assert [one.label for one in part.options if one.is_chosen] == chosen


@pytest.mark.parametrize(
    ("entering", "stage", "is_manager", "labels"),
    [
        ([Entering.JOIN, Entering.LEAVE], CompetitionStage.OPEN, False, ["Join", "Leave", "How it works"]),
        ([Entering.JOIN, Entering.LEAVE], CompetitionStage.OPEN, True, ["Join", "Start now", "Leave", "How it works"]),
        ([Entering.LEAVE], CompetitionStage.RUNNING, True, ["Tables", "Leave", "How it works"]),
        ([], CompetitionStage.OVER, True, ["Tables", "How it works"]),
        (
            [Entering.CHALLENGE, Entering.LEAVE],
            CompetitionStage.RUNNING,
            False,
            ["Challenge", "Tables", "Leave", "How it works"],
        ),
        ([Entering.JOIN_LATE], CompetitionStage.RUNNING, False, ["Join late", "Tables", "How it works"]),
        ([], CompetitionStage.CALLED_OFF, True, ["How it works"]),
    ],
)
def test_the_card_of_a_competition_has_what_can_be_done_leaving_late(
    monkeypatch: pytest.MonkeyPatch,
    entering: list[Entering],
    stage: CompetitionStage,
    labels: list[str],
    *,
    is_manager: bool,
) -> None:
    monkeypatch.setattr(competitions.competition_texts, "card", Mock(return_value="Card"))
    competition = Mock(id=7, stage=stage, entering=Mock(return_value=entering))
    screen = competitions.card(Mock(competition=competition), is_manager=is_manager)
    assert _labels(screen.actions) == labels and screen.is_framed
    weights = {"Join": Weight.ONWARD, "Challenge": Weight.MAIN, "Start now": Weight.MAIN}
    assert all(one.weight is weights.get(one.label, Weight.PLAIN) and one.act.detail == "7" for one in screen.actions)


@pytest.mark.parametrize(("count", "listed", "more"), [(0, 0, 0), (1, 1, 0), (40, 40, 0), (41, 40, 1), (60, 40, 20)])
def test_so_many_matches_of_a_competition_are_listed(count: int, listed: int, more: int) -> None:
    found: Any = [SimpleNamespace(id=number, text=f"Match {number}") for number in range(count)]
    lines = competitions._listed("Heading", found)
    assert [line.text for line in lines[1 : 1 + listed]] == [f"Match {number}" for number in range(listed)]
    assert [line.about for line in lines[1 : 1 + listed]] == [
        Act("board", number) if number else None for number in range(listed)
    ]
    rest = lines[1 + listed :]
    assert (
        len(rest) == bool(more)
        and (not more or str(more) in rest[0].text)
        and (not count or lines[0].text == "Heading")
    )


@pytest.mark.parametrize(
    ("again", "going_on", "is_possible", "is_again"),
    [
        (None, (), True, False),
        (timedelta(0), (), True, False),
        (timedelta(1), (), False, True),
        (None, (2,), False, False),
        (None, (1,), False, False),
        (None, (3,), True, False),
    ],
)
async def test_those_above_can_be_challenged_unless_they_play_or_met_lately(
    monkeypatch: pytest.MonkeyPatch,
    again: timedelta | None,
    going_on: tuple[int, ...],
    *,
    is_possible: bool,
    is_again: bool,
) -> None:
    """Person 1 may challenge person 2."""
    ladder = Mock(going_on=going_on, reach_of=Mock(return_value=[2]))
    ladder.apart_until = Mock(return_value=None if again is None else NOW + again)
    monkeypatch.setattr(
        competitions.read, "ladder", AsyncMock(return_value=Mock(ladder=ladder, competition=Mock(id=7)))
    )
    label = Mock(return_value="2.")
    monkeypatch.setattr(competitions.competition_texts, "challenge_label", label)
    monkeypatch.setattr(competitions.competition_texts, "whom", Mock(return_value="Whom?"))
    monkeypatch.setattr(competitions.standings_texts, "full_name", Mock(return_value="Ladder"))
    screen = await competitions.ask_whom.run(_asked(Act("ladder", detail="7"), person=Person(1, "Ada")))
    assert isinstance(screen, Screen)
    assert [*screen.actions] == [Action("2.", Act("ladder_meet", detail="7/2"), is_possible=is_possible)]
    assert label.call_args.kwargs == {"is_again": is_again}


# --- lists and pages ---


@pytest.mark.parametrize(
    ("count", "programs", "has_form"), [(MOST_TOKENS - 1, True, True), (MOST_TOKENS, True, False), (0, False, False)]
)
async def test_a_person_has_so_many_tokens(
    monkeypatch: pytest.MonkeyPatch, count: int, *, programs: bool, has_form: bool
) -> None:
    found = [Mock(id=number, scope=Scope.CALENDAR if number % 2 else next(iter(Scope))) for number in range(count)]
    monkeypatch.setattr(tokens.tokens, "of_person", AsyncMock(return_value=found))
    monkeypatch.setattr(tokens.token_texts, "line", Mock(return_value="Token"))
    monkeypatch.setattr(tokens.webhook_texts, "beside", Mock(return_value="Webhook"))
    screen = await tokens.show.run(_asked(has_programs=programs))
    assert isinstance(screen, Screen) and (screen.form is not None) is has_form
    assert [line.text for line in screen.lines].count("Webhook") == sum(
        one.scope is not Scope.CALENDAR for one in found
    ) * programs
    assert bool(screen.others) is programs


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("", None),
        (" ", None),
        ("a", "a"),
        (" a   b ", "a b"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("x" * (LONGEST_NAME + 1), None),
    ],
)
async def test_a_token_has_a_name_of_limited_length(
    monkeypatch: pytest.MonkeyPatch, name: str, kept: str | None
) -> None:
    made = AsyncMock(return_value=(Mock(), "secret"))
    monkeypatch.setattr(tokens.tokens, "make", made)
    monkeypatch.setattr(tokens.token_texts, "made", Mock(return_value="Made"))
    monkeypatch.setattr(tokens.token_texts, "made_calendar", lambda _token, address: address)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    scope, days = next(one for one in Scope if one is not Scope.CALENDAR), str(tokens.LASTS[0].days)
    fields = {"name": (name,), "scope": (scope,), "days": (days,)}
    if kept is None:
        with pytest.raises(NamelessToken):
            await tokens.make.run(_asked(fields=fields))
        return
    screen: Any = await tokens.make.run(_asked(fields=fields))
    assert made.await_args_list[0].args[2:] == (kept, scope, tokens.LASTS[0]) and screen.text == "Made"
    calendar: Any = await tokens.make.run(_asked(fields=fields | {"scope": (Scope.CALENDAR,)}))
    assert calendar.text == "https://a.example/api/v1/calendar/secret.ics"
    for wrong in ({"scope": ("nothing",)}, {"days": ("0",)}):
        with pytest.raises(UnknownButton):
            await tokens.make.run(_asked(fields=fields | wrong))


@pytest.mark.parametrize(("most", "chosen"), [(30, "7"), (8, "7"), (7, "7"), (6, "6"), (1, "1")])
def test_a_vacation_of_a_week_is_proposed_or_of_what_is_left(most: int, chosen: str) -> None:
    standing: Any = Mock(spec=VacationStanding, most_days=most, running=None)
    [days, begins] = vacations._form(standing).parts
    assert [one.value for one in days.options] == [str(number) for number in range(1, most + 1)]
    assert [one.value for one in days.options if one.is_chosen] == [chosen] and begins.longest == 40
    assert (
        vacations._form(standing).label != vacations._form(Mock(spec=VacationStanding, most_days=most, running=1)).label
    )


@pytest.mark.parametrize(
    ("count", "page", "shown", "here", "steps"),
    [
        (8, 0, range(8), Act("engines"), []),
        (9, 0, range(8), Act("engines"), [False, True]),
        (9, 1, range(8, 9), Act("engines_page", detail="1"), [True, False]),
        (9, 7, range(8, 9), Act("engines_page", detail="1"), [True, False]),
        (17, 1, range(8, 16), Act("engines_page", detail="1"), [True, True]),
    ],
)
async def test_engines_are_listed_eight_on_a_page(
    monkeypatch: pytest.MonkeyPatch, count: int, page: int, shown: range, here: Act, steps: list[bool]
) -> None:
    known = {
        number: Mock(
            person=Person(number, ""),
            games=["furl"],
            server_id=1 if number % 2 else 2,
            owner=ADA if number == 8 else BEN,
        )
        for number in range(count)
    }
    monkeypatch.setattr(engines, "_shown", AsyncMock(return_value=known))

    def line(one: Any, *, is_ready: object) -> str:
        return f"{one.person.id}" if is_ready else ""

    monkeypatch.setattr(engines.engine_texts, "line", line)
    screen = await engines._page(_asked(), page)
    assert [line.text for line in screen.lines] == [str(number) for number in shown]
    assert [one.is_possible for one in screen.steps] == steps and screen.here == here
    managed = [line.text for line in screen.lines if line.beside is not None]
    assert managed == [str(number) for number in shown if number % 2 or number == 8]
    [menu] = screen.menus
    assert [one.value for one in menu.options] == ["furl"] and menu.act == Act("engine_ratings")


@pytest.mark.parametrize(
    ("page", "pages", "shown", "earlier", "later"),
    [
        (0, 1, 0, None, None),
        (0, 2, 0, (1, True), (0, False)),
        (1, 2, 1, (2, False), (0, True)),
        (5, 2, 1, (2, False), (0, True)),
        (1, 3, 1, (2, True), (0, True)),
    ],
)
def test_the_log_is_turned_page_by_page(
    monkeypatch: pytest.MonkeyPatch,
    page: int,
    pages: int,
    shown: int,
    earlier: tuple[int, bool] | None,
    later: tuple[int, bool] | None,
) -> None:
    monkeypatch.setattr(matches.boards, "log_pages", Mock(return_value=pages))
    monkeypatch.setattr(matches.boards, "log_page", lambda _match, number: f"Page {number}")  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    match: Any = Mock(id=7, game=FURL)
    screen = matches._log(match, page)
    assert screen.text == f"Page {shown}" and screen.here == Act("log_page", 7, detail=str(shown))
    assert [(int(one.act.detail), one.is_possible) for one in screen.steps] == [one for one in (earlier, later) if one]


@pytest.mark.parametrize(
    ("looks", "asked"), [([set[int]()], 1), ([{2}, set[int]()], 2), ([{2}, {3}, {4}, {5}, {6}], 4)]
)
async def test_a_leaderboard_is_composed_a_few_times_without_those_who_have_left(
    monkeypatch: pytest.MonkeyPatch, looks: list[set[int]], asked: int
) -> None:
    """Each look finds that these people have left besides those known before."""
    known, found = set[int](), iter(looks)

    async def left(person_ids: Sequence[int]) -> frozenset[int]:
        if person_ids:
            known.update(next(found))
        return frozenset(known)

    board = AsyncMock(return_value=Mock(rows=[Mock(person=ADA)]))
    monkeypatch.setattr(ratings.ratings, "leaderboard", board)
    await ratings._composed(_asked(left=left), "furl", 2)
    assert board.await_count == asked
    assert all(
        (call.args[1].server_id, call.args[1].pool, call.args[2]) == (1, "furl", 2) for call in board.await_args_list
    )


@pytest.mark.parametrize(("count", "lines"), [(0, 0), (1, 2), (4, 5), (5, 6), (9, 6)])
def test_a_profile_lists_four_matches_and_counts_the_others(
    monkeypatch: pytest.MonkeyPatch, count: int, lines: int
) -> None:
    monkeypatch.setattr(ratings, "line_of", Mock(return_value="match"))
    running: Any = [Mock() for _ in range(count)]
    found: list[Any] = [*ratings._running(cast("Asked", Mock(person=ADA)), ADA, running)]
    assert len(found) == lines and found.count("match") == min(count, 4)
    assert count <= 4 or str(count - 4) in found[-1].text


@pytest.mark.parametrize(
    ("own", "rows", "pages", "extra"),
    [
        (None, 0, 1, ["empty"]),
        (None, 2, 1, ["none"]),
        (0, 2, 1, []),
        (9, 2, 1, ["own"]),
        (9, 2, 2, ["own", "page"]),
        (0, 2, 2, ["page"]),
    ],
)
def test_a_leaderboard_ends_with_the_own_place(
    monkeypatch: pytest.MonkeyPatch, own: int | None, rows: int, pages: int, extra: list[str]
) -> None:
    monkeypatch.setattr(ratings, "rows_of", Mock(return_value=[]))
    monkeypatch.setattr(ratings, "_line", Mock(return_value=Mock(text="own")))
    for name, text in (("empty_leaderboard", "empty"), ("no_own_rating", "none")):
        monkeypatch.setattr(ratings.rating_texts, name, Mock(return_value=text))
    monkeypatch.setattr(ratings.names, "page_of", Mock(return_value="page"))
    board: Any = Mock(rows=[*range(rows)], own=own, pages=pages)
    assert [line.text for line in ratings._lines(board, ADA)] == extra


@pytest.mark.parametrize(
    ("moments", "present", "possible"), [(0, 0, []), (3, 0, [True, True, True]), (3, 2, [True, False, True])]
)
def test_each_moment_of_a_review_has_a_button(moments: int, present: int, possible: list[bool]) -> None:
    shown: Any = Mock(match=Mock(id=7), review=Mock(moments=[Mock()] * moments))
    found = reviews._moments(shown, present)
    assert [one.is_possible for one in found] == possible
    assert [one.act for one in found] == [reviews._act(shown.match, number) for number in range(1, moments + 1)]


@pytest.mark.parametrize(
    ("detail", "number", "chosen"),
    [("furl/0/", 0, ""), ("furl/2/a4", 2, "a4"), ("furl/99/", None, ""), ("furl/x/", 0, "")],
)
def test_a_lesson_is_named_by_its_number_or_the_end(detail: str, number: int | None, chosen: str) -> None:
    last = len(lessons.lessons_of(FURL))
    asked = _asked(Act("learn_go", detail=detail))
    assert lessons._wanted(asked) == (FURL, last if number is None else number, chosen)
    typed = _asked(replace(asked.act, value="typed"))
    assert lessons._wanted(typed)[2] == "typed"
