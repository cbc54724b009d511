"""Matches of games with chance: their dice are sealed, rolled and recorded."""

import pytest

from bot.actions import challenges
from bot.model.fairness import check_rolls
from bot.model.match import State
from bot.model.refusals.challenges import AlreadyJoined, NoLongerOpen, NotInvited
from bot.texts import errors
from tests.bot.matches import START_MESSAGES
from tests.bot.queue import news
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, DAN, Hall, here

pytestmark = pytest.mark.usefixtures("sticks")


@pytest.fixture
def sticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Sticks is one of the games."""


async def test_the_dice_are_sealed_when_a_match_is_proposed_and_do_not_change(hall: Hall) -> None:
    proposed = await hall.challenge(BEN, game=STICKS)
    assert proposed.fairness is not None and proposed.fairness.fixed_later == ""
    running = await hall.matches.join(here(BEN), proposed.id)
    assert running.fairness == proposed.fairness.mixed_with(START_MESSAGES + running.id)


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


async def test_a_player_who_comes_too_late_to_a_table_about_to_begin_learns_so(hall: Hall) -> None:
    match = await hall.open_challenge(game=STICKS)
    await hall.matches.join(here(BEN), match.id)
    async with hall.matches.change(match.id, here(ADA)) as change:
        challenges.start(change, ADA)
    async with hall.refusing(NoLongerOpen):
        await hall.matches.start(here(ADA), match.id)
    async with hall.refusing(NoLongerOpen) as refused:
        await hall.matches.join(here(CLEO), match.id)
    assert "is about to start" in errors.reply(refused.value)


async def test_a_game_without_chance_seals_nothing(hall: Hall) -> None:
    assert (await hall.running()).fairness is None


async def test_a_roll_is_made_and_recorded_at_once_and_the_turn_passes(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["roll"])
    assert match.ply == 2 and match.history.tokens[0] == "roll" and match.history.tokens[1] in ("rolled1", "rolled2")
    assert match.to_move == BEN and match.history.rolls == 1


async def test_every_roll_of_a_whole_match_is_what_its_dice_give(hall: Hall) -> None:
    match = await hall.running(game=STICKS)
    while match.state is State.RUNNING:
        assert match.to_move is not None
        possible = "roll" if match.position.legal_moves()[-1] == "roll" else "one"
        match = (await hall.matches.play(here(match.to_move), match.id, possible)).match
    assert match.fairness is not None and match.history.rolls >= 3
    found = check_rolls(STICKS, 2, match.history.tokens, match.fairness.dice)
    assert (found.rolls, found.wrong) == (match.history.rolls, ())


async def test_a_turn_that_goes_on_changes_the_message_and_one_that_passes_asks_for_a_new_one(hall: Hall) -> None:
    match = await hall.running(game=STICKS)
    before = await waiting(hall)
    await hall.matches.play(here(ADA), match.id, "more")
    assert (await waiting(hall))[len(before) :] == [False]
    await hall.matches.play(here(ADA), match.id, "roll")
    assert (await waiting(hall))[len(before) :] == [False, True]


async def waiting(hall: Hall) -> list[bool]:
    """The announcements that wait: whether each is shown in a new message."""
    return await news(hall.database)
