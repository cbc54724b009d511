"""Matches of games with chance: their dice are sealed, rolled and recorded."""

import pytest

from bot.actions import challenges
from bot.model.fairness import check_rolls
from bot.model.match import State
from bot.model.refusals.challenges import AlreadyJoined, NotInvited
from tests.bot.matches import START_MESSAGES
from tests.bot.store.small_games import STICKS
from tests.bot.tables import BEN, CLEO, DAN, Hall, here

pytestmark = pytest.mark.usefixtures("sticks")


@pytest.fixture
def sticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Sticks is one of the games."""


async def test_nothing_is_rolled_before_the_message_that_says_so_has_a_number(hall: Hall) -> None:
    match = await hall.challenge(BEN, CLEO, game=STICKS)
    for person in (CLEO, BEN):
        async with hall.matches.joining(match.id, here(person)) as change:
            challenges.join(change, person)
    ready = await hall.matches.load(match.id)
    assert (
        ready.state is State.OPEN and ready.is_about_to_begin and ready.clock is None and not ready.players_are_seated
    )
    for person, refusal in ((DAN, NotInvited), (BEN, AlreadyJoined)):
        async with hall.refusing(refusal):
            await hall.matches.join(here(person), match.id)
    begun = await hall.matches.begun(ready)
    assert begun.state is State.RUNNING and begun.fairness is not None
    assert begun.fairness.fixed_later == str(START_MESSAGES + match.id) and begun.is_shown_by_start
    assert await hall.matches.load(match.id) == begun


async def test_a_match_that_a_player_leaves_before_its_beginning_was_shown_does_not_begin(hall: Hall) -> None:
    match = await hall.challenge(BEN, game=STICKS)
    async with hall.matches.joining(match.id, here(BEN)) as change:
        challenges.join(change, BEN)
    await hall.matches.decline(here(BEN), match.id)
    declined = await hall.matches.begun(change.match)
    assert declined.state is State.CALLED_OFF and declined.fairness is not None and declined.fairness.fixed_later == ""
    assert declined.place.message_id == START_MESSAGES + match.id, "this message is to say so"


async def test_every_roll_of_a_whole_match_is_what_its_dice_give(hall: Hall) -> None:
    match = await hall.running(game=STICKS)
    while match.state is State.RUNNING:
        assert match.to_move is not None
        possible = "roll" if match.position.legal_moves()[-1] == "roll" else "one"
        match = (await hall.matches.play(here(match.to_move), match.id, possible)).match
    assert match.fairness is not None and match.history.rolls >= 3
    found = check_rolls(match.history.steps, match.fairness.dice)
    assert (found.rolls, found.wrong) == (match.history.rolls, ())
