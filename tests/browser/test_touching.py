"""Every ruleset is played to its end on the page, by touch alone, against a character."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from bot.actions import challenges, matches, playing
from bot.actions.change import MatchChange
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.match import Match
from bot.model.people import Actor, Person
from players.characters import MOLE, OTTER
from players.choice import choose
from players.levels import level_of
from rules import GAMES, Game
from rules.core import CHANCE, Move, Position, Seat
from rules.record import settle
from tests.browser.filled import filled, opened
from tests.browser.process import Playground, moves_made, stored, tokens_of
from tests.browser.touch import Touched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

_WIDTHS = (390, 1280)
_LAST = 12
"""How many entries before the end of the planned game the touching begins; short games are touched from the start."""

_LONGEST = 400
_SLOWEST = 120.0  # seconds in which Mole answers, even on a busy machine
_QUICK, _AT_ONCE = 0.05, 0.005  # seconds of thinking


def thought_of(match: Match) -> Sequence[Move]:
    """A whole game of fairly sensible moves against random ones, with the dice of the match."""
    lots, position, moves = random.Random(1), match.position, list(match.history.tokens)
    rolled = sum(step.is_roll for step in match.history.steps)
    while position.turn is not None and len(moves) < _LONGEST:
        if position.turn is CHANCE:
            assert match.fairness is not None
            played = settle(position, match.fairness.dice, rolled=rolled)
            rolled += len(played)
            moves += [step.move for step in played]
            position = played[-1].after
            continue
        move = found(position, _AT_ONCE) if position.turn == 0 else lots.choice(position.legal_moves())
        moves.append(move)
        position = position.play(move)
    return moves


def found(position: Position, seconds: float) -> Move:
    """A move that Otter finds within this many seconds."""
    return choose(position, level_of(OTTER), 1, seconds)


async def fill(file: Path) -> None:
    """Begin a match of each ruleset against Mole for each width, and play it until few moves are left."""
    async with opened(file) as (context, place):
        ada = Person(place.people[0].id, place.people[0].name)
        for number, game in enumerate(GAMES.values()):
            for _width in _WIDTHS:
                mole = seated(MOLE, game.seats.start - 1)
                proposal = Proposal(game, place.channel.id, mole, Seat(0))
                match = (
                    await challenges.propose(context, Actor(ada, place.server.id), place.server.id, proposal)
                ).match
                if match.is_about_to_begin:
                    async with matches.change(context, match.id) as change:
                        challenges.begin_with(change, replace(change.match.place, message_id=number + 1))
                        change.place_at(match.place)  # there is no such message
                    match = change.match
                async with matches.change(context, match.id) as change:
                    play_most(change)


def play_most(change: MatchChange) -> None:
    """Play until few moves are left and Ada is to move."""
    planned = thought_of(change.match)
    while change.match.ply < len(planned) - _LAST or change.match.position.turn != 0:
        if change.match.position.turn is None:
            break
        person = change.match.to_move
        assert person is not None
        playing.play(change, person, planned[change.match.ply])


@pytest.fixture(scope="module")
def nearly_over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playground]:
    """A playground with those matches."""
    with filled(tmp_path_factory.mktemp("touched") / "playground.db", fill) as playground:
        yield playground


@pytest.mark.parametrize("width", _WIDTHS)
@pytest.mark.parametrize("key", GAMES)
def test_a_match_is_played_to_its_end_by_touch_alone(
    browser: "Browser", nearly_over: Playground, key: str, width: int
) -> None:
    number = 1 + len(_WIDTHS) * list(GAMES).index(key) + _WIDTHS.index(width)
    game, state = GAMES[key], f"SELECT state FROM matches WHERE id = {number}"
    with browser.new_context(viewport={"width": width, "height": 844}, has_touch=True) as context:
        touched = Touched(context.new_page(), nearly_over.page)
        touched.become("Ada")
        touched.page.goto(f"{nearly_over.page}/matches/{number}")
        answered_by = monotonic() + _SLOWEST
        while stored(nearly_over.database, state) == ["running"]:
            position = position_after(game, tokens_of(nearly_over.database, number))
            if position.turn != 0:
                assert monotonic() < answered_by, "Mole does not answer"
                touched.page.wait_for_timeout(50)
                continue
            answered_by = monotonic() + _SLOWEST
            touched.waits_at(moves_made(nearly_over.database, number))
            touched.play(position, found(position, _QUICK))
            assert touched.page.evaluate("document.documentElement.scrollWidth") <= width
        expect(touched.page.locator(".prompt")).to_contain_text(re.compile("win|draw"))
        expect(touched.page.locator("body")).not_to_contain_class("offline")
    assert stored(nearly_over.database, state) == ["finished"]


def position_after(game: Game, tokens: Sequence[str]) -> Position:
    """The position after the moves of a record."""
    position = game.start(game.seats.start)
    for token in tokens:
        position = position.play(Move(token))
    return position
