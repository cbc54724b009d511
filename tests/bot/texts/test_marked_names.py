"""Engines and guests are recognized wherever their names are shown, however long these are."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest

import render
from bot.actions.challenges import proposed, started
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.guests import LONGEST_NAME
from bot.model.match import State
from bot.model.people import FIRST_ENGINE, FIRST_GUEST, Person
from bot.model.place import DIRECT
from bot.screens.pictures import name_on_picture
from bot.texts import limits, notices, replays
from bot.texts import matches as match_texts
from bot.texts import moves as move_texts
from bot.texts import offers as offer_texts
from bot.texts.language import languages, say, speaking
from bot.texts.names import literal_name, within
from render import canvas
from render.typeface import Style
from rules import GAMES
from rules.core import Game, Seat

pytestmark = pytest.mark.paints

_MARKED: Final = (Person(FIRST_ENGINE, "W" * LONGEST_NAME), Person(FIRST_GUEST, "W" * LONGEST_NAME))
"""The players with the longest marked names."""

_CUT: Final = re.compile(r"W…? ?[(（].+…[)）]$")
"""A name and a mark that are both cut, where there is room for hardly anything."""


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_an_engine_or_a_guest_is_recognized_in_every_picture_however_long_the_name(
    game: Game, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, write = list[str](), canvas.fitted

    def noted(text: str, style: Style, width: int) -> str:
        written.append(write(text, style, width))
        return written[-1]

    monkeypatch.setattr("render.canvas.fitted", noted)
    for seats in game.seats:
        for player in _MARKED:
            with speaking(code):
                shown = name_on_picture(player)
                mark = shown.removeprefix(player.name)
                written.clear()
                position = game.start(seats)
                render.picture(position, render.Scene(names=(shown,) * seats, say=say))
            assert sum(mark in text or bool(_CUT.search(text)) for text in written) == seats, (seats, written)


def _of_four() -> Any:
    """A running match of four engines with the longest names."""
    first, *others = (Person(FIRST_ENGINE + number, "W" * LONGEST_NAME) for number in range(4))
    now = datetime(2030, 1, 1, tzinfo=UTC)
    terms = Terms(3, is_rated=True)
    proposal = Proposal(GAMES["farlander"], 0, tuple(others), Seat(0), terms=terms, by_player=True)
    waiting = proposed(proposal, first, DIRECT, now)
    return replace(started(waiting, (first, *others), now), id=999_999_999)


@pytest.mark.parametrize("code", languages())
def test_no_label_that_names_engines_loses_a_mark_or_is_too_long(code: str) -> None:
    match = _of_four()
    one = match.players[0]
    with speaking(code):
        mark = literal_name(one).removeprefix(one.name).strip()
        labels = {
            notices.thread_name(match): (4, limits.THREAD_NAME),
            match_texts.against(match, one): (3, limits.OPTION),
            match_texts.brief(match, one): (3, limits.BUTTON_LABEL),
            replays.replay_choice(replace(match, state=State.FINISHED), one): (3, limits.OPTION),
            move_texts.not_your_turn(match): (1, limits.SUGGESTION),
            offer_texts.seat_label(match, Seat(0)): (1, 40),
        }
    assert len(labels) == 6
    for label, (count, most) in labels.items():
        assert label.count(mark) == count and len(label) <= most, label


def test_a_name_is_cut_and_its_mark_kept() -> None:
    bolt = Person(FIRST_ENGINE, "Lightning Bolt")
    assert literal_name(bolt, 10) == "Lightning… (engine)" and literal_name(bolt, 14) == "Lightning Bolt (engine)"
    assert within(30, lambda named: f"{named(bolt)} wins") == "Lightning Bolt (engine) wins"
    assert within(20, lambda named: f"{named(bolt)} wins") == "Light… (engine) wins"
