"""Limits: the last value that is allowed and the first that is refused, in the numbers that the documents promise."""

import ast
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import pytest

import bot
from bot.actions.moderation import reason_in
from bot.model.analysis import Analysis
from bot.model.challenges import check_may_invite, check_may_play_alone
from bot.model.characters import character_of, seated
from bot.model.clock import Terms
from bot.model.competitions.competition import Format
from bot.model.durations import beginning_and_end, checked, days_in, limit_in, quiet_in, terms_in
from bot.model.people import Person
from bot.model.place import Place
from bot.model.ratings import Reliability, is_cut_short, is_provisional
from bot.model.refusals import Refusal
from bot.model.refusals.challenges import InvitedTooOften, TooManyAlone
from bot.model.refusals.competitions import (
    BeginsTooFar,
    FirstDayTooFar,
    LastsTooLong,
    NotDay,
    NotMoment,
    SeasonTooLong,
    SeasonTooShort,
)
from bot.model.refusals.matches import AnalysisFull
from bot.model.refusals.settings import NotDays, NotQuietHours
from bot.model.result import Ending
from bot.model.settings import QuietHours
from bot.model.votes import is_young
from bot.model.weeks import Streak, WeekResult, week_of
from players.characters import BADGER, HEDGEHOG, LYNX, MOLE, OTTER
from rules import GAMES
from rules.core import Move

NOW: Final = datetime(2030, 1, 2, 12, tzinfo=UTC)
TODAY: Final = NOW.date()
PACKAGE: Final = Path(bot.__file__).parent
DAY, SECOND, MILLISECOND = timedelta(days=1), timedelta(seconds=1), timedelta(milliseconds=1)
ADA, MOLES = Person(1 << 60, "Ada"), Person(10, "Mole")
_Call = Callable[[], object]


def _day(number: int) -> date:
    return TODAY + number * DAY


def _invited(*before: timedelta, person: Person = ADA) -> None:
    check_may_invite([person], {person.id: [NOW - one for one in before]}, NOW)


def _tried(moves: int) -> Analysis:
    """A private board on which so many moves have been tried, all of them second moves or later."""
    return Analysis(0, "", tuple((Move("first"), Move(str(number))) for number in range(moves)))


ALLOWED: Final[dict[str, tuple[_Call, Any]]] = {
    "a bank of sixty days, a week more each turn": (
        lambda: terms_in("60 days + 7 days"),
        Terms(bank=60 * 86_400, increment=7 * 86_400),
    ),
    "a bank of a minute": (lambda: terms_in("60 seconds + 0 s"), Terms(bank=60, increment=0)),
    "one day a move": (lambda: limit_in("1"), 1),
    "fourteen days a move": (lambda: limit_in("14"), 14),
    "the fewest and the most days": (lambda: (days_in("2", 2, 4), days_in("4", 2, 4)), (2, 4)),
    "one o'clock, in halves": (lambda: quiet_in("1:00 am-1:00 pm"), QuietHours(60, 13 * 60)),
    "just before one, in halves": (lambda: quiet_in("12:59 am-12:59 pm"), QuietHours(59, 12 * 60 + 59)),
    "the end of the day": (lambda: quiet_in("1-24:00"), QuietHours(60, 0)),
    "a season from tomorrow for a week": (
        lambda: checked(_day(1), _day(7), TODAY),
        (datetime(2030, 1, 3, tzinfo=UTC), datetime(2030, 1, 10, tzinfo=UTC)),
    ),
    "a season in ninety days for half a year": (
        lambda: checked(_day(90), _day(90 + 179), TODAY),
        (datetime(2030, 4, 2, tzinfo=UTC), datetime(2030, 9, 29, tzinfo=UTC)),
    ),
    "an event in a minute for half an hour": (
        lambda: beginning_and_end("1 minute", "30 minutes", NOW),
        (NOW + 60 * SECOND, NOW + 31 * 60 * SECOND),
    ),
    "an event in ninety days for half a year": (
        lambda: beginning_and_end("90 days", "180 days", NOW),
        (NOW + 90 * DAY, NOW + 270 * DAY),
    ),
    "the third invitation within a day": (lambda: _invited(MILLISECOND, DAY - MILLISECOND, DAY), None),
    "any number of invitations of a character": (lambda: _invited(*[SECOND] * 9, person=MOLES), None),
    "the twentieth match alone": (lambda: check_may_play_alone(ADA, 19), None),
    "the 200th move of a private board": (lambda: len(_tried(199).played(Move("last")).lines), 200),
    "a move again on a full private board": (
        lambda: _tried(200).at((Move("first"),)).played(Move("7")).path,
        ("first", "7"),
    ),
}

REFUSED: Final[dict[str, tuple[_Call, type[Refusal], dict[str, Any]]]] = {
    "a bank of more than sixty days": (lambda: terms_in("1441 hours + 1 s"), NotDays, {"most": 14}),
    "more than a week more each turn": (lambda: terms_in("7 days + 169 hours"), NotDays, {"may_be_bank": True}),
    "a bank of less than a minute": (lambda: terms_in("59 seconds + 59 s"), NotDays, {"may_be_none": True}),
    "no day a move": (lambda: limit_in("0"), NotDays, {"least": 1, "most": 14, "may_be_none": True}),
    "fifteen days a move": (lambda: limit_in("15"), NotDays, {"least": 1, "most": 14}),
    "too few days": (lambda: days_in("1", 2, 4), NotDays, {"least": 2, "most": 4}),
    "too many days": (lambda: days_in("5", 2, 4), NotDays, {"least": 2, "most": 4}),
    "zero o'clock, in halves": (lambda: quiet_in("0:59 am-7"), NotQuietHours, {}),
    "thirteen o'clock, in halves": (lambda: quiet_in("7-13:00 pm"), NotQuietHours, {}),
    "sixty minutes": (lambda: quiet_in("7-12:60"), NotQuietHours, {}),
    "a minute after the end of the day": (lambda: quiet_in("7-24:01"), NotQuietHours, {}),
    "the whole day": (lambda: quiet_in("0-24"), NotQuietHours, {}),
    "a season from today": (lambda: checked(_day(0), _day(20), TODAY), FirstDayTooFar, {"most": 90}),
    "a season in ninety-one days": (lambda: checked(_day(91), _day(120), TODAY), FirstDayTooFar, {"most": 90}),
    "a season of six days": (lambda: checked(_day(1), _day(6), TODAY), SeasonTooShort, {"least": 7}),
    "a season of 181 days": (lambda: checked(_day(1), _day(181), TODAY), SeasonTooLong, {"days": 181, "most": 180}),
    "an event at once": (lambda: beginning_and_end("0 minutes", "1 day", NOW), BeginsTooFar, {"most": 90}),
    "an event in ninety-one days": (lambda: beginning_and_end("91 days", "1 day", NOW), BeginsTooFar, {"most": 90}),
    "an event of 29 minutes": (
        lambda: beginning_and_end("1 day", "29 minutes", NOW),
        LastsTooLong,
        {"minutes": 30, "most": 180},
    ),
    "an event of 181 days": (lambda: beginning_and_end("1 day", "181 days", NOW), LastsTooLong, {"most": 180}),
    "an event that begins some time": (lambda: beginning_and_end("soon", "1 day", NOW), NotDay, {"text": "soon"}),
    "an event that lasts": (lambda: beginning_and_end("1 day", "long", NOW), NotMoment, {"text": "long"}),
    "the fourth invitation within a day": (
        lambda: _invited(SECOND, 3 * SECOND, 2 * SECOND, DAY - MILLISECOND),
        InvitedTooOften,
        {"person": ADA, "most": 3, "again_at": NOW + DAY - 3 * SECOND},
    ),
    "the 21st match alone": (lambda: check_may_play_alone(ADA, 20), TooManyAlone, {"most": 20}),
    "the 201st move of a private board": (lambda: _tried(200).played(Move("last")), AnalysisFull, {"most": 200}),
}


@pytest.mark.parametrize("case", ALLOWED)
def test_the_last_that_is_allowed(case: str) -> None:
    call, expected = ALLOWED[case]
    assert call() == expected


@pytest.mark.parametrize("case", REFUSED)
def test_the_first_that_is_refused(case: str) -> None:
    call, refusal, facts = REFUSED[case]
    with pytest.raises(Refusal) as caught:
        call()
    assert type(caught.value) is refusal
    assert {name: getattr(caught.value, name) for name in facts} == facts


# --- who and what counts ---


def test_a_name_is_stored_up_to_a_hundred_characters() -> None:
    assert Person(1 << 22, "x" * 101).as_stored == Person(1 << 22, "x" * 100)


def test_a_reason_is_one_line_of_two_hundred_characters() -> None:
    assert reason_in(f" a\n\n  {'x' * 300}") == f"a {'x' * 198}" and reason_in(None) == ""


@pytest.mark.parametrize(
    ("person_id", "kind"),
    [
        (-1, "forgotten"),
        (0, "nobody"),
        (1, "character"),
        (999, "character"),
        (1_000, "channel"),
        ((1 << 20) - 1, "channel"),
        (1 << 20, "engine"),
        ((1 << 21) - 1, "engine"),
        (1 << 21, "guest"),
        ((1 << 22) - 1, "guest"),
        (1 << 22, "on_discord"),
    ],
)
def test_ids_tell_characters_channels_engines_guests_and_people_apart(person_id: int, kind: str) -> None:
    person = Person(person_id, "Somebody")
    kinds = ("forgotten", "character", "channel", "engine", "guest", "on_discord")
    assert [getattr(person, f"is_{one}") for one in kinds] == [one == kind for one in kinds]


def test_each_character_has_ten_ids() -> None:
    assert [character_of(Person(number, "")) for number in (9, 10, 19, 20, 30, 49, 50, 60)] == [
        None,
        MOLE,
        MOLE,
        OTTER,
        BADGER,
        LYNX,
        HEDGEHOG,
        None,
    ]
    assert [(one.id, one.name) for one in seated(MOLE, 2)] == [(10, "Mole"), (11, "Mole 2")]
    assert [(one.id, one.name) for one in seated(MOLE, 1, seated(MOLE, 2))] == [(12, "Mole 3")]


def test_an_account_is_young_until_it_is_seven_days_old() -> None:
    created = datetime(2020, 5, 1, tzinfo=UTC)
    since = (created - datetime(2015, 1, 1, tzinfo=UTC)) // MILLISECOND
    ids = (since << 22, (since << 22) + (1 << 22) - 1)
    assert [is_young(one, created + 7 * DAY - MILLISECOND) for one in ids] == [True, True]
    assert [is_young(one, created + 7 * DAY) for one in ids] == [False, False]


def test_a_rating_is_provisional_before_the_fifth_match() -> None:
    assert (is_provisional(4), is_provisional(5)) == (True, False)


@pytest.mark.parametrize(
    ("moves", "gone", "is_played_out", "is_cut"),
    [
        ([3, 3], [], False, False),
        ([3, 2], [], False, True),
        ([2, 2], [], True, False),
        ([2, 3], [0], True, False),
        ([3, 2], [0], True, True),
        ([0, 3, 3], [0], False, False),
    ],
)
def test_a_match_is_cut_short_before_the_third_move_of_those_who_stay(
    moves: list[int], gone: list[int], is_played_out: bool, is_cut: bool
) -> None:
    assert is_cut_short(moves, gone, is_played_out=is_played_out) is is_cut


def test_reliability_is_known_from_the_fifth_match_on_and_rounded_down() -> None:
    assert Reliability(4, 0).is_new and Reliability(4, 0).meets(95)
    known = Reliability(5, 4)
    assert not known.is_new and known.percent == 80 and known.meets(80) and not known.meets(81)
    assert Reliability(200, 199).percent == 99
    assert Reliability.of([True, False, False], [DAY, SECOND, 2 * DAY, 3 * DAY]) == Reliability(3, 2, DAY)


def test_a_league_needs_four_people_a_match_of_servers_four_on_each_side_and_everything_else_three() -> None:
    fewest = {kind: kind.fewest for kind in Format}
    assert (fewest.pop(Format.LEAGUE), fewest.pop(Format.SERVERS)) == (4, 8) and set(fewest.values()) == {3}


def _upset(number: int, surprise: int, ply: int = 9, ending: Ending = Ending.RULES) -> WeekResult:
    people = (Person(2 * number + 5_000_000, "Winner"), Person(2 * number + 5_000_001, "Loser"))
    ratings = {people[0].id: 1500, people[1].id: 1500 + surprise}
    return WeekResult(number, GAMES["furl"], Place(1, 1), people, (1, 2), ending, ply, ratings)


def test_an_upset_is_a_win_against_75_points_more_and_the_five_largest_are_told() -> None:
    results = [_upset(number, 74 + number) for number in range(8)]
    upsets = week_of(TODAY, results, [], []).upsets
    assert [one.surprise for one in upsets] == [81, 80, 79, 78, 77]
    assert [one.surprise for one in week_of(TODAY, results[:2], [], []).upsets] == [75]


def test_a_streak_is_three_wins_in_a_row_and_the_five_longest_are_told() -> None:
    streaks = [Streak(ADA, wins) for wins in (2, 3, 4, 5, 6, 7, 8)]
    assert [one.wins for one in week_of(TODAY, [], streaks, []).streaks] == [8, 7, 6, 5, 4]
    assert [one.wins for one in week_of(TODAY, [], streaks[:2], []).streaks] == [3]


def test_the_best_match_of_a_week_is_an_upset_else_the_longest_that_was_played_out() -> None:
    def best(*results: WeekResult) -> int | None:
        found = week_of(TODAY, results, [], []).best
        return None if found is None else found.id

    assert best(_upset(1, 75, 5), _upset(2, 74, 90), _upset(3, 0, 99)) == 1
    assert best(_upset(1, 10, 5), _upset(2, 10, 9), _upset(3, 9, 99)) == 2
    assert best(_upset(1, 0, 5), _upset(2, 90, 99, Ending.RESIGNED)) == 1
    assert best(_upset(1, 0, 5, Ending.TIME), _upset(2, 0, 0, Ending.TIME)) == 1
    assert best(_upset(2, 0, 0, Ending.TIME)) is None


# --- the numbers themselves, which other tests take from the code ---

AGREED: Final[dict[str, int | timedelta]] = {
    "actions.competitions.servers.MOST_LISTED": 25,
    "model.competitions.competition.FEWEST_BOARDS": 4,
    "model.competitions.competition.MOST_BOARDS": 40,
    "model.competitions.competition.FEWEST_SERVERS": 3,
    "model.competitions.competition.MOST_SERVERS": 6,
    "model.competitions.servers.MOST_CALLS": 5,
    "model.competitions.servers.FEWEST_FINISHED": 5,
    "model.competitions.servers.MOST_COUNTED": 2,
    "model.competitions.servers.MOST_ON_TIME": 2,
    "model.analysis.MOST_MOVES": 200,
    "model.askers.MOST_REFUSED": 3_000,
    "model.challenges.MOST_UNREACHED": 3,
    "model.follows.MOST_FOLLOWED": 50,
    "model.follows.MOST_FOLLOWERS": 50,
    "model.follows.MOST_NEWS": 10,
    "model.challenges.MOST_INVITATIONS": 3,
    "model.challenges.MOST_ALONE": 20,
    "model.challenges.MOST_AS_GUEST": 3,
    "model.challenges.MOST_TOGETHER": 20,
    "model.guests.FEWEST_MOVES": 5,
    "model.guests.LONGEST_NAME": 24,
    "model.guests.MOST_FROM_HOUSEHOLD": 50,
    "model.guests.MOST_FROM_NETWORK": 100,
    "model.guests.MOST_GUESTS": 5_000,
    "model.engines.MOST_ENGINES": 3,
    "model.engines.MOST_ON_SERVER": 20,
    "model.sessions.MOST_SUBSCRIPTIONS": 10,
    "model.clock.FEWEST_DAYS": 1,
    "model.clock.MOST_DAYS": 14,
    "model.clock.MOST_BANK": 60 * 86_400,
    "model.clock.MOST_INCREMENT": 7 * 86_400,
    "model.competitions.competition.FEWEST_ENTRANTS": 4,
    "model.competitions.competition.FEWEST_IN_EVENT": 3,
    "model.competitions.competition.MOST_ENTRANTS": 200,
    "model.competitions.competition.SMALLEST_DIVISION": 4,
    "model.competitions.competition.LARGEST_DIVISION": 40,
    "model.competitions.competition.MOST_MATCHES": 14,
    "model.competitions.competition.MOST_MATCHES_OF_ONE": 39,
    "model.competitions.competition.MOST_VACATION": 7,
    "model.competitions.competition.MOST_LOST_ON_TIME": 2,
    "model.competitions.ladder.MOST_DECLINED": 2,
    "model.competitions.ladder.LONGEST_MATCH": 60 * DAY,
    "model.durations.FEWEST_DAYS_OF_SEASON": 7,
    "model.durations.MOST_DAYS_OF_SEASON": 180,
    "model.durations.MOST_DAYS_AHEAD": 90,
    "model.durations.SHORTEST_EVENT": 30 * 60 * SECOND,
    "model.jobs.LONGEST_WAIT": 3_600 * SECOND,
    "model.lobby.MOST_LOOKED_AT": 500,
    "model.lobby.MOST_OF_SERVER": 20,
    "model.lobby.MOST_WAITING": 3,
    "model.match.LONGEST_RECORD": 3_000,
    "model.moderation.LONGEST_REASON": 200,
    "model.moderation.KEPT_OUT_FOR": 30 * DAY,
    "model.offer_rules.MOST_OFFERS": 500,
    "model.plans.parsing.MOST_LINES": 30,
    "model.plans.parsing.LONGEST_LINE": 40,
    "model.plans.parsing.LONGEST_TEXT": 3_000,
    "model.plans.parsing.LONGEST_TYPED_PLAN": 10_000,
    "model.ratings.MOST_ALIKE": 3,
    "model.ratings.MOST_FROM_ONE": 200,
    "model.ratings.FEWEST_MOVES": 3,
    "model.ratings.FEWEST_FOR_RELIABILITY": 5,
    "model.ratings.MOST_RANKED": 250,
    "model.ratings.MOST_RESULTS": 1_000,
    "model.reviews.MOST_DECISIONS": 60,
    "model.reviews.MOST_AT_ONCE": 3,
    "model.reviews.MOST_MOMENTS": 5,
    "model.servers.MOST_CHALLENGE_DAYS": 30,
    "model.sessions.MOST_SESSIONS": 10,
    "model.shards.MOST_SHARDS": 100_000,
    "model.texts.LARGEST_ID": 2**63 - 1,
    "model.tokens.LONGEST_NAME": 40,
    "model.tokens.MOST_TOKENS": 10,
    "model.webhooks.LONGEST_ADDRESS": 500,
    "model.webhooks.MOST_AT_FIRST": 200,
    "model.votes.MOST_AT_ONCE": 3,
    "model.weeks.FEWEST_POINTS": 75,
    "model.weeks.FEWEST_WINS": 3,
    "actions.analysis.LONGEST": 1_500,
    "actions.challenges.MOST_DAYS_TO_ANSWER": 30,
    "actions.challenges.MOST_OPEN": 5,
    "actions.challenges.MOST_WITHDRAWN": 10,
    "actions.competitions.standings.MOST_LISTED": 25,
    "actions.departures.KEPT": 30 * DAY,
    "actions.offers.MOST_GIVEN_DAYS": 14,
    "actions.people.MOST_BLOCKED": 100,
    "actions.privacy.MOST_EXPORTS": 3,
    "actions.privacy.LARGEST": 8_000_000,
    "actions.privacy.LARGEST_ZIPPED": 32_000_000,
    "actions.replays.MOST_FRAMES": 6_000,
}
"""The public limits of `bot.model` and `bot.actions`. Whoever changes one changes what people and hosts count on."""

_LIMIT: Final = re.compile(r"(MOST|FEWEST|LONGEST|SHORTEST|LARGEST|SMALLEST|KEPT)(_[A-Z_]+)?")


def _limits() -> Iterator[tuple[str, object]]:
    """The limits that each module defines itself, with their values."""
    for folder in (PACKAGE / "model", PACKAGE / "actions"):
        for file in sorted(folder.rglob("*.py")):
            module = ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
            for node in ast.parse(file.read_text()).body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    name = node.target.id
                    if _LIMIT.fullmatch(name):
                        yield f"{module}.{name}", getattr(import_module(f"bot.{module}"), name)


def test_limits_are_those_agreed_and_a_new_one_is_agreed_here() -> None:
    assert dict(_limits()) == AGREED


NUMBERS: Final = Path(__file__).with_name("numbers.txt")
"""The numbers with a name of their own, alone or several together, wherever in the bot: durations in seconds, as `60s`."""

_LAYERS: Final = (
    "actions",
    "api",
    "chat",
    "model",
    "opponents",
    "records",
    "screens",
    "sharing",
    "store",
    "texts",
    "web",
)


def _written(value: object) -> str:
    """A number or several, as they stand in the list; nothing for anything else."""
    match value:
        case bool():
            return ""
        case timedelta():
            return f"{value.total_seconds():_g}s" if value % SECOND else f"{value // SECOND:_}s"
        case int() | float() if type(value) in (int, float):
            return f"{value:_}"
        case dict():
            return _written(tuple(cast("dict[object, object]", value).values()))
        case tuple() | list():
            parts = [_written(one) for one in cast("tuple[object]", value)]
            return ",".join(parts) if all(parts) else ""
        case _:
            return ""


def _numbers() -> Iterator[tuple[str, str]]:
    for layer in _LAYERS:
        for file in sorted((PACKAGE / layer).rglob("*.py")):
            module = ".".join(file.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
            for node in ast.parse(file.read_text()).body if "migrations" not in module else ():
                target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
                if isinstance(target, ast.Name) and target.id.isupper():
                    written = _written(getattr(import_module(f"bot.{module}"), target.id))
                    if written:
                        yield target.id, written


def test_no_number_with_a_name_has_changed_by_mistake() -> None:
    agreed = {name: set(values) for name, *values in map(str.split, NUMBERS.read_text().splitlines())}
    assert not [(name, value) for name, value in _numbers() if value not in agreed.get(name, {value})]


# --- what is not said ---

_DEFAULTS: Final = Path(__file__).with_name("defaults.txt")
"""The fields and parameters that stand for something other than nothing where they are left out, with their values."""


def _defaults(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """The fields of a class, or the parameters of a function, with the values that they have where none is given."""
    match node:
        case ast.ClassDef():
            for one in node.body:
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                    yield f"{node.name}.{one.target.id}", one.value
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            with_default = [*node.args.posonlyargs, *node.args.args][
                len(node.args.posonlyargs) + len(node.args.args) - len(node.args.defaults) :
            ]
            for given, value in zip(with_default, node.args.defaults, strict=True):
                yield f"{node.name}({given.arg})", value
            for given, keyword_value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
                yield f"{node.name}({given.arg})", keyword_value
        case _:
            pass


def _stated() -> Iterator[str]:
    for file in sorted(PACKAGE.rglob("*.py")):
        if not {"migrations", "rehearsal", "playground"} & {*file.parts}:
            for node in ast.walk(ast.parse(file.read_text())):
                for name, value in _defaults(node):
                    if isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value:
                        yield f"{file.relative_to(PACKAGE)} {name} {value.value}"


def test_a_number_that_is_left_out_is_zero_and_a_flag_false_unless_agreed() -> None:
    assert sorted(_stated()) == _DEFAULTS.read_text().splitlines()
