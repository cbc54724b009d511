"""Rematches: the same people and terms, other seats, new dice, and never more than one rematch of a match."""

import pytest

from bot.actions.challenges import MOST_OPEN
from bot.model.challenges import MOST_INVITATIONS
from bot.model.clock import Terms
from bot.model.fairness import Fairness, RollCheck, check_rolls
from bot.model.match import Match, State
from bot.model.offer_rules import rematch_of
from bot.model.people import Person
from bot.model.refusals.challenges import InvitedTooOften
from bot.model.refusals.offers import (
    OfferForOthers,
)
from bot.texts import offers as offer_texts
from tests.bot.matches import START_MESSAGES
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, DAN, Hall, here


@pytest.fixture(autouse=True)
def _rounds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Rounds is one of the games."""


async def over(hall: Hall, *players: Person) -> Match:
    """A match of Rounds that the first player has won."""
    return await hall.running(*(players or (ADA, BEN)), game=ROUNDS, moves=["end"], terms=Terms(3))


async def begun(hall: Hall, match: Match) -> Match:
    rematch = rematch_of(await hall.matches.load(match.id))
    assert rematch is not None
    return await hall.matches.load(rematch.id)


async def offered(hall: Hall, match: Match, person: Person = ADA) -> int:
    return (await hall.matches.offer_rematch(here(person), match.id)).open_offers[0].id


async def played_again(hall: Hall, match: Match) -> Match:
    """Have everybody ask for a rematch; returns it."""
    for player in match.players:
        if player != match.players[0]:
            number = (await hall.matches.load(match.id)).open_offers[0].id
            await hall.matches.accept_offer(here(player), match.id, number)
        else:
            await offered(hall, match, player)
    return await begun(hall, match)


async def sealed(hall: Hall, *players: Person) -> tuple[Match, Fairness]:
    """A match of a game with chance in which the first player has offered a rematch, and the dice sealed for that."""
    match = await hall.running(*players, game=STICKS)
    match = await hall.matches.resign(here(match.players[0]), match.id)
    [offer] = (await hall.matches.offer_rematch(here(match.players[0]), match.id)).offers
    assert offer.fairness is not None
    return match, offer.fairness


async def test_the_dice_of_a_rematch_are_sealed_when_it_is_offered_and_do_not_change(hall: Hall) -> None:
    match, fairness = await sealed(hall, ADA, BEN)
    assert fairness.keeps_its_word and fairness.fixed_later == ""
    assert match.fairness is not None and match.fairness.secret != fairness.secret
    await hall.matches.accept_offer(here(BEN), match.id, 1)
    rematch = await begun(hall, match)
    assert rematch.fairness == fairness.mixed_with(START_MESSAGES + rematch.id)


async def test_every_offer_of_a_rematch_has_a_seal_of_its_own(hall: Hall) -> None:
    match, fairness = await sealed(hall, ADA, BEN)
    await hall.matches.decline_offer(here(BEN), match.id, 1)
    await offered(hall, match, BEN)
    await hall.matches.accept_offer(here(ADA), match.id, 2)
    rematch = await begun(hall, match)
    assert rematch.fairness is not None and rematch.fairness.secret != fairness.secret


async def test_the_secret_of_an_offer_is_in_no_text_that_might_be_logged(hall: Hall) -> None:
    match, fairness = await sealed(hall, ADA, BEN)
    offer = (await hall.matches.load(match.id)).offers[0]
    for shown in (repr(offer), repr(OfferForOthers(match, offer, CLEO)), offer_texts.offer_line(match, offer)):
        assert fairness.secret.hex() not in shown and repr(fairness.secret) not in shown


async def test_the_rolls_of_a_rematch_are_what_was_sealed_gives(hall: Hall) -> None:
    match, fairness = await sealed(hall, ADA, BEN)
    await hall.matches.accept_offer(here(BEN), match.id, 1)
    rematch = await begun(hall, match)
    for person in (BEN, ADA):
        await hall.matches.play(here(person), rematch.id, "roll")
    played = (await hall.matches.load(rematch.id)).history.steps
    assert check_rolls(played, fairness.mixed_with(START_MESSAGES + rematch.id).dice) == RollCheck(2, ())


async def test_rematches_that_were_not_accepted_count_as_invitations(hall: Hall) -> None:
    matches = [await over(hall) for _ in range(MOST_INVITATIONS)]
    for match in matches[:-1]:
        await offered(hall, match)
    await hall.challenge(BEN)
    async with hall.refusing(InvitedTooOften):
        await hall.matches.offer_rematch(here(ADA), matches[-1].id)
    await hall.matches.accept_offer(here(ADA), matches[-1].id, await offered(hall, matches[-1], BEN))
    await hall.matches.accept_offer(here(BEN), matches[0].id, (await hall.matches.load(matches[0].id)).offers[0].id)
    await hall.challenge(BEN)


async def test_waiting_challenges_do_not_prevent_a_rematch(hall: Hall) -> None:
    match = await over(hall)
    for number in range(MOST_OPEN):
        await hall.challenge(BEN if number == 0 else CLEO if number < 3 else DAN)
    assert (await played_again(hall, match)).state is State.RUNNING


async def test_a_rematch_is_played_under_the_names_that_people_go_by_now(hall: Hall) -> None:
    match = await over(hall)
    number = await offered(hall, match, Person(ADA.id, "Ada II"))
    await hall.matches.accept_offer(here(Person(BEN.id, "Ben II")), match.id, number)
    assert [player.name for player in (await begun(hall, match)).players] == ["Ben II", "Ada II"]
