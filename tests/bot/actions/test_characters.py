"""Matches with characters: the offers that they accept, and the end of a match that people leave."""

from bot.actions import privacy as privacy_actions
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.result import Ending
from players.characters import OTTER
from rules import GAMES
from tests.bot.tables import ADA, BEN, Hall, here

FARLANDER = GAMES["farlander"]


async def _answered(hall: Hall, *, terms: Terms = Terms()) -> Match:  # noqa: B008 - a frozen value
    """A match of Furl against Otter in which both have moved."""
    match = await hall.challenge(*seated(OTTER, 1), terms=terms)
    for _ in range(2):
        assert match.to_move is not None
        match = (await hall.matches.play(here(match.to_move), match.id, match.position.legal_moves()[0])).match
    return match


async def test_only_the_clock_of_people_runs(hall: Hall) -> None:
    match = await hall.challenge(*seated(OTTER, 1), terms=Terms(3))
    assert match.clock is not None
    match = (await hall.matches.play(here(ADA), match.id, match.position.legal_moves()[0])).match
    assert match.clock is None and match.is_thinking
    hall.clock.go_on(days=30)
    assert not await hall.matches.time_out(match.id)
    otter = here(match.players[1])
    assert (await hall.matches.play(otter, match.id, match.position.legal_moves()[0])).match.clock is not None


async def test_a_table_that_the_last_person_leaves_is_over(hall: Hall) -> None:
    match = await hall.challenge(BEN, *seated(OTTER, 2), game=FARLANDER)
    match = await hall.matches.join(here(BEN), match.id)
    assert (await hall.matches.resign(here(BEN), match.id)).state is State.RUNNING
    over = await hall.matches.resign(here(ADA), match.id)
    assert over.result is not None and over.result.ending is Ending.RESIGNED
    assert over.result.places == (3, 1, 1, 4) and over.to_move is None


async def test_a_player_who_is_forgotten_has_lost_to_the_character_which_keeps_its_name(hall: Hall) -> None:
    match = await _answered(hall)
    await privacy_actions.forget(hall.matches, ADA)
    over = await hall.matches.load(match.id)
    assert over.result is not None and over.result.ending is Ending.RESIGNED and over.result.places == (2, 1)
    assert over.players[0].is_forgotten and over.players[1].name == "Otter"
