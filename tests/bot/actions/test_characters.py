"""Matches with characters: the offers that they accept, and the end of a match that people leave."""

import pytest

from bot.actions import offers as offering
from bot.actions import privacy
from bot.model.characters import BADGER, MOLE, OTTER, seated
from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.offers import OfferState
from bot.model.refusals.offers import RefusedBefore
from bot.model.result import Ending
from rules import GAMES
from rules.core import Game
from tests.bot.queue import claim_job, due_jobs
from tests.bot.tables import ADA, BEN, FURL, Hall, here

FARLANDER = GAMES["farlander"]


async def _answered(hall: Hall, *, terms: Terms = Terms()) -> Match:  # noqa: B008 - a frozen value
    """A match of Furl against Otter in which both have moved."""
    match = await hall.challenge(*seated(OTTER, 1), terms=terms)
    for _ in range(2):
        assert match.to_move is not None
        match = (await hall.matches.play(here(match.to_move), match.id, match.position.legal_moves()[0])).match
    return match


async def _draw(hall: Hall, match: Match, *willing: int) -> Match:
    async with hall.matches.change(match.id, here(ADA)) as change:
        offering.offer_draw(change, here(ADA), willing=willing)
    return change.match


async def test_several_seats_may_be_of_one_character(hall: Hall) -> None:
    match = await hall.challenge(*seated(MOLE, 2), *seated(BADGER, 1), game=FARLANDER)
    match = await hall.matches.begun(match)
    assert [player.name for player in match.players] == ["Ada", "Mole", "Mole 2", "Badger"]
    assert [match.seat_of(player.id) for player in match.players] == [0, 1, 2, 3]


async def test_only_the_clock_of_people_runs(hall: Hall) -> None:
    match = await hall.challenge(*seated(OTTER, 1), terms=Terms(3))
    assert match.clock is not None
    match = (await hall.matches.play(here(ADA), match.id, match.position.legal_moves()[0])).match
    assert match.clock is None and match.is_thinking
    hall.clock.go_on(days=30)
    assert not await hall.matches.time_out(match.id)
    otter = here(match.players[1])
    assert (await hall.matches.play(otter, match.id, match.position.legal_moves()[0])).match.clock is not None


async def test_a_character_gives_a_move_back_at_once(hall: Hall) -> None:
    match = await _answered(hall)
    taken = await hall.matches.ask_takeback(here(ADA), match.id)
    assert taken.ply == 0 and taken.to_move == ADA and [offer.state for offer in taken.offers] == [OfferState.ACCEPTED]


async def test_a_character_gives_a_day_whenever_it_is_asked_for(hall: Hall) -> None:
    match = await _answered(hall, terms=Terms(1))
    assert match.clock is not None
    given = await hall.matches.more_time(here(ADA), match.id)
    assert given.clock is not None and given.clock.deadline > match.clock.deadline and not given.open_offers


async def test_a_character_agrees_to_a_draw_or_declines_it_at_once(hall: Hall) -> None:
    match = await _answered(hall)
    refused = await _draw(hall, match)
    assert refused.state is State.RUNNING and refused.offers[0].state is OfferState.REFUSED
    async with hall.refusing(RefusedBefore):
        await _draw(hall, match, match.players[1].id)
    other = await _answered(hall)
    drawn = await _draw(hall, other, other.players[1].id)
    assert drawn.result is not None and drawn.result.ending is Ending.AGREED and drawn.result.places == (1, 1)


async def test_a_draw_among_people_and_characters_waits_for_people_alone(hall: Hall) -> None:
    match = await hall.challenge(BEN, *seated(OTTER, 1), game=FARLANDER)
    match = await hall.matches.join(here(BEN), match.id)
    otter = next(player.id for player in match.players if player.is_character)
    offered = await _draw(hall, match, otter)
    assert [offer.accepted_by for offer in offered.open_offers] == [(otter,)]
    [due] = await due_jobs(hall.matches, Kind.NOTICE)
    reply = await claim_job(hall.matches, Kind.NOTICE, due.number)
    assert reply is not None and reply.about_person == BEN.id
    drawn = await hall.matches.accept_offer(here(BEN), match.id, offered.open_offers[0].id)
    assert drawn.result is not None and drawn.result.places == (1, 1, 1)


@pytest.mark.parametrize("game", [FURL, GAMES["furbowl"]], ids=lambda game: game.key)
async def test_a_character_plays_again_at_once_with_sides_swapped(hall: Hall, game: Game) -> None:
    match = await hall.matches.begun(await hall.challenge(*seated(OTTER, 1), game=game))
    await hall.matches.resign(here(ADA), match.id)
    over = await hall.matches.offer_rematch(here(ADA), match.id)
    [offer] = over.offers
    assert offer.rematch is not None
    again = await hall.matches.load(offer.rematch.id)
    assert again.state is State.RUNNING and again.players == (match.players[1], ADA)


async def test_a_table_that_the_last_person_leaves_is_over(hall: Hall) -> None:
    match = await hall.challenge(BEN, *seated(OTTER, 2), game=FARLANDER)
    match = await hall.matches.join(here(BEN), match.id)
    assert (await hall.matches.resign(here(BEN), match.id)).state is State.RUNNING
    over = await hall.matches.resign(here(ADA), match.id)
    assert over.result is not None and over.result.ending is Ending.RESIGNED
    assert over.result.places == (3, 1, 1, 4) and over.to_move is None


async def test_a_player_who_is_forgotten_has_lost_to_the_character_which_keeps_its_name(hall: Hall) -> None:
    match = await _answered(hall)
    await privacy.forget(hall.matches, ADA)
    over = await hall.matches.load(match.id)
    assert over.result is not None and over.result.ending is Ending.RESIGNED and over.result.places == (2, 1)
    assert over.players[0].is_forgotten and over.players[1].name == "Otter"
