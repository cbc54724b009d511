"""Matches of games with chance: their dice are sealed, drawn and recorded."""

import pytest

from bot.model.fairness import check_rolls
from bot.model.match import Match, State
from bot.model.person import Actor
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, SERVER, Hall, here

pytestmark = pytest.mark.usefixtures("sticks")


@pytest.fixture
def sticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sticks is one of the games."""


async def joined_by(hall: Hall, match: Match, *guests: tuple[int, int]) -> Match:
    """The match after people, each an id and the id of the interaction, have joined."""
    for person_id, interaction_id in guests:
        person = next(person for person in (BEN, CLEO) if person.id == person_id)
        match = await hall.matches.join(Actor(person, SERVER, interaction_id), match.id)
    return match


async def test_the_dice_are_sealed_when_a_match_is_proposed_and_do_not_change(hall: Hall) -> None:
    proposed = await hall.challenge(BEN, game=STICKS)
    assert proposed.fairness is not None and proposed.fairness.joined_by == ()
    running = await joined_by(hall, proposed, (BEN.id, 77))
    assert running.fairness is not None
    assert running.fairness.commitment == proposed.fairness.commitment
    assert running.fairness.secret == proposed.fairness.secret


async def test_the_interactions_that_join_are_mixed_in_in_their_order(hall: Hall) -> None:
    match = await joined_by(hall, await hall.challenge(BEN, CLEO, game=STICKS), (CLEO.id, 99), (BEN.id, 77))
    assert match.fairness is not None and match.fairness.joined_by == (99, 77)


async def test_a_game_without_chance_seals_nothing(hall: Hall) -> None:
    assert (await hall.running()).fairness is None


async def test_a_roll_is_drawn_and_recorded_at_once_and_the_turn_passes(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["roll"])
    assert match.ply == 2 and match.history.tokens[0] == "roll" and match.history.tokens[1] in ("rolled1", "rolled2")
    assert match.to_move == BEN and match.history.rolls == 1


async def test_every_draw_of_a_whole_match_is_what_its_dice_give(hall: Hall) -> None:
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
    """What waits to be shown: whether in a new message."""
    from sqlalchemy import select  # noqa: PLC0415

    from bot.store.schema import outbox  # noqa: PLC0415

    async with hall.database.read() as connection:
        return list(await connection.scalars(select(outbox.c.is_new_message).order_by(outbox.c.id)))
