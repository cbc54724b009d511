"""What screens are made of, case by case: details that are read, what is on offer, and the limits of lists."""

# pyright: reportPrivateUsage=false

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Final, cast
from unittest.mock import AsyncMock, Mock

import pytest

from bot.model.competitions.competition import (
    Format,
)
from bot.model.people import Person
from bot.model.refusals import UnknownButton, UnknownGame
from bot.model.refusals.challenges import UnknownLevel
from bot.model.refusals.competitions import SeveralTicked
from bot.model.refusals.programs import NamelessToken
from bot.model.refusals.settings import UnknownSetting
from bot.model.servers import Server
from bot.model.tokens import LONGEST_NAME, MOST_TOKENS, Scope
from bot.screens import (
    competitions,
    core,
    engines,
    exercises,
    lessons,
    managing,
    ratings,
    servers,
    settings,
    tokens,
)
from bot.screens import people as profiles
from bot.screens.core import Act, Asked, Screen
from bot.texts.settings import settings_offered
from players.characters import keyed
from rules import GAMES
from rules.core import Move
from tests.bot.tables import ADA, BEN
from tests.bot.web.test_server_settings import FORUM, SomeRooms
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
    known = usual | changes
    return cast("Asked", SimpleNamespace(**known, house=SimpleNamespace(**known)))


# --- details ---


@pytest.mark.parametrize(
    ("text", "page", "id_"),
    [
        ("0", 0, 0),
        ("7", 7, 7),
        ("999999999", 999_999_999, 999_999_999),
        ("1000000000", 0, 1_000_000_000),
        (str(2**63 - 1), 0, 2**63 - 1),
        (str(2**63), 0, 0),
        ("007", 7, 7),
        ("0" * 40 + "7", 0, 0),
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


def test_one_number_is_ticked_at_most() -> None:
    offered = {"size4": 4, "size8": 8}
    assert managing._ticked((), offered) is None is managing._ticked(("weekends",), offered)
    assert managing._ticked(("weekends", "size8"), offered) == 8
    with pytest.raises(SeveralTicked):
        managing._ticked(("size4", "size8"), offered)
    assert managing.format_of("swiss-rounds" if "swiss rounds" in [*Format] else next(iter(Format))) in [*Format]
    with pytest.raises(UnknownSetting):
        managing.format_of("nothing")


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
    await ratings.leaderboard_of(_asked(left=left), "furl", 2)
    assert board.await_count == asked
    assert all(
        (call.args[1].server_id, call.args[1].pool, call.args[2]) == (1, "furl", 2) for call in board.await_args_list
    )


@pytest.mark.parametrize(("count", "lines"), [(0, 0), (1, 2), (4, 5), (5, 6), (9, 6)])
def test_a_profile_lists_four_matches_and_counts_the_others(
    monkeypatch: pytest.MonkeyPatch, count: int, lines: int
) -> None:
    monkeypatch.setattr(profiles, "line_of", Mock(return_value="match"))
    running: Any = [Mock() for _ in range(count)]
    found: list[Any] = [*profiles._running(cast("Asked", Mock(person=ADA)), ADA, running)]
    assert len(found) == lines and found.count("match") == min(count, 4)
    assert count <= 4 or str(count - 4) in found[-1].text


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
