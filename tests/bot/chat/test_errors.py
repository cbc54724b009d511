"""Replies to errors: a sentence for those that people can understand, a code for everything else."""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import date, timedelta
from typing import Any

import pytest

from bot.actions.competitions import standings as competition_standings
from bot.model.competitions.competition import Competition
from bot.model.errors import DatabaseBusy
from bot.model.match import Match, State, Twin
from bot.model.offers import Offer, OfferKind, OfferState
from bot.model.people import Person
from bot.model.plans.tree import PlanError
from bot.model.ratings import Reliability
from bot.model.refusals import ChannelRefusal, GameRefusal, MatchRefusal, PersonRefusal, Refusal, TextRefusal
from bot.model.refusals.challenges import AlreadyJoined, NoLongerOpen, NotHost, NotInvited, TermsContradict, TooManyOpen
from bot.model.refusals.competitions import CompetitionRefusal
from bot.model.refusals.learning import TwinGoesOn
from bot.model.refusals.matches import (
    MatchIsOver,
    NoMatchWaits,
    NotPlaying,
    NotStarted,
    NotYourTurn,
    PlanRefused,
    StaleBoard,
    UnknownMatch,
)
from bot.model.refusals.offers import AgreedAlready, OfferedAlready, OfferForOthers, OfferRefusal
from bot.texts import errors
from players.characters import OTTER
from rules.core import AmbiguousMove, IllegalMove, InvalidMove
from tests.bot.actions.competitions.club import Club
from tests.bot.tables import ADA, BEN, FURL, SERVER, Hall, here

_BASES = (
    MatchRefusal,
    GameRefusal,
    PersonRefusal,
    ChannelRefusal,
    TextRefusal,
    OfferRefusal,
    CompetitionRefusal,
)  # base classes, which are never raised themselves


def _kinds(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    for below in kind.__subclasses__():
        if below not in _BASES:
            yield below
        yield from _kinds(below)


async def _matches(hall: Hall) -> Sequence[Match]:
    """A match in each state."""
    resigned = await hall.running(moves=("a4<c4",))
    declined = await hall.challenge()
    return (
        await hall.challenge(),
        await hall.open_challenge(),
        await hall.running(),
        await hall.matches.resign(here(ADA), resigned.id),
        await hall.matches.decline(here(BEN), declined.id),
    )


async def _competition(hall: Hall) -> Competition:
    """A league that is open."""
    known = await competition_standings.of_server(hall.matches, SERVER, ADA.id)
    return known[0] if known else await Club(hall).league([])


async def _facts(hall: Hall, match: Match) -> dict[str, Any]:
    """Possible values for the fields of refusals, by name."""
    summaries = await hall.matches.of_person(ADA, SERVER, *State)
    competition = await _competition(hall)
    return {
        "match": match,
        "match_id": match.id,
        "board": (match.id, match.revision),
        "apart": (BEN,),
        "matches": summaries,
        "waiting": summaries,
        "person": ADA,
        "game": FURL,
        "asked": 3,
        "character": OTTER,
        "seats": 2,
        "people": 2,
        "named": 2,
        "most": 40,
        "number": 7,
        "game_key": "wye",
        "record": ("a1", "b2"),
        "text": "#7",
        "name": "Ada",
        "offer": Offer(1, OfferKind.DRAW, ADA.id, OfferState.REFUSED, (), 0),
        "leaver": None,
        "unwilling": (ADA, BEN),
        "reliability": Reliability(5, 4),
        "channel_id": 910_000_000_000_000_001,
        "names": ["Send Messages", "Attach Files"],
        "purpose": "a match",
        "least": 1,
        "may_be_none": True,
        "may_be_bank": True,
        "is_asker": True,
        "reach": (BEN,),
        "similar": ["Europe/Berlin"],
        "zones": ["America/Chicago", "Europe/London"],
        "left": [(2030, timedelta(days=2))],
        "until": hall.matches.now(),
        "again_at": hall.matches.now(),
        "at": hall.matches.now(),
        "reason": "line 3 is no move.",
        "last": 9,
        "competition": competition,
        "other": competition,
        "competitions": (competition,),
        "entered": (competition,),
        "first_day": date(2030, 1, 31),
        "last_day": date(2030, 2, 1),
        "today": date(2030, 1, 30),
        "days": 400,
        "minutes": 30,
        "size": 9_000_000,
        "count": 3,
        "latest": 20,
        "finished": 5,
        "other_id": 4,
        "ticked": "4 or 8",
        "choices": ["Draw", "Resign"],
        "term": "Rated",
        "other_term": "Casual",
    }


_POSSIBLE: dict[type[Refusal], set[State]] = {
    NotInvited: {State.OPEN},
    AlreadyJoined: {State.OPEN},
    NotHost: {State.OPEN},
    NotStarted: {State.OPEN},
    NoLongerOpen: {State.RUNNING, State.FINISHED, State.CALLED_OFF},
    MatchIsOver: {State.FINISHED, State.CALLED_OFF},
    NotPlaying: {State.RUNNING},
    NotYourTurn: {State.RUNNING},
    StaleBoard: {State.RUNNING},
    OfferedAlready: {State.RUNNING},
    OfferForOthers: {State.RUNNING},
    AgreedAlready: {State.RUNNING},
}
"""The states of a match in which each refusal can occur; refusals not listed can occur in any state."""


async def test_every_refusal_has_a_sentence(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    for match in await _matches(hall):
        facts = await _facts(hall, match)
        twin = replace(match, twin=Twin(match.id + 1, match.place))
        for kind in _kinds():
            if match.state in _POSSIBLE.get(kind, set(State)):
                wanted = [field.name for field in fields(kind)] if is_dataclass(kind) else []
                special: dict[type, dict[str, Any]] = {
                    TwinGoesOn: {"match": twin},
                    TermsContradict: {"one": "Casual", "other": "Rated"},
                }
                said_of = {**facts, **special.get(kind, {})}
                refusal = kind(**{name: said_of[name] for name in wanted})
                if isinstance(refusal, PlanRefused):  # its reply returns the plan below the sentence
                    _is_a_sentence(errors.reason(replace(refusal, reason=PlanError("There's no move in this text."))))
                else:
                    _is_a_sentence(errors.reply(refusal))
    assert not caplog.records, "a refusal is no error"


def _is_a_sentence(text: str) -> None:
    """Check that a text consists of whole sentences; a list below them has a line for each item."""
    assert 10 < len(text) <= 2000
    assert not text[0].islower()
    for line in text.split("\n"):
        assert line.startswith("- ") or line.endswith((".", "!", "?", ":")), line
    assert not re.search(r"\bNone\b(?! of)|<[A-Za-z_.]+ |object at|\.\.|  ", text), text


def test_all_refusals_are_in_one_layer() -> None:
    assert {".".join(kind.__module__.split(".")[:2]) for kind in _kinds()} == {"bot.model"}


@pytest.mark.parametrize("kind", [InvalidMove, IllegalMove, AmbiguousMove])
def test_a_move_error_speaks_for_itself(kind: type[Exception]) -> None:
    assert errors.reply(kind("b4 is your own disc.")) == "b4 is your own disc. Nothing was played."


def test_a_plan_error_speaks_for_itself() -> None:
    assert (
        errors.reply(PlanError("There's no move in this text.")) == "There's no move in this text. Nothing was planned."
    )


@pytest.mark.logs_errors
def test_the_log_has_the_code_of_an_unexpected_error_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def deep() -> None:
        raise ZeroDivisionError("the token is hush-hush")

    replies: list[str] = []
    for _ in range(2):
        try:
            deep()
        except ZeroDivisionError as error:
            replies.append(errors.reply(error))
    codes = [re.findall(r"\b[0-9A-F]{6}\b", reply)[0] for reply in replies]
    assert codes[0] != codes[1], "every time another"
    for code, reply, record in zip(codes, replies, caplog.records, strict=True):
        assert "hush-hush" not in reply and "ZeroDivision" not in reply
        _is_a_sentence(reply)
        logged = logging.Formatter().format(record)
        assert record.levelno == logging.ERROR and code in logged
        assert "in deep" in logged and "ZeroDivisionError: the token is hush-hush" in logged


@pytest.mark.logs_errors
def test_a_database_that_takes_nothing_at_the_moment_asks_for_another_try(caplog: pytest.LogCaptureFixture) -> None:
    reply = errors.reply(DatabaseBusy("database is locked"))
    assert "nothing has changed" in reply and "try again" in reply
    [shown] = re.findall(r"\b[0-9A-F]{6}\b", reply)
    assert shown in caplog.records[0].getMessage()
    _is_a_sentence(reply.removesuffix(")"))


async def test_long_lists_are_cut_so_that_the_answer_fits(hall: Hall) -> None:
    name = "W" * 32
    for _ in range(12):
        await hall.running(ADA, Person(BEN.id, name))
    summaries = await hall.matches.of_person(ADA, SERVER, State.RUNNING)
    for error in (NoMatchWaits(summaries), TooManyOpen(summaries)):
        assert errors.reply(error).count("\n- ") == 8 and len(errors.reply(error)) <= 2000


def test_a_long_text_is_quoted_whole_or_with_both_marks() -> None:
    sentence = errors.reply(UnknownMatch("“the one against Ben from last week”"))
    assert sentence.count("“") == sentence.count("”")
