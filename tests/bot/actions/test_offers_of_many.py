"""The texts of offers among three or four: who is asked, and who has yet to answer, but never a player who has left."""

from collections.abc import Sequence

import pytest

from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.offer_rules import asked
from bot.model.offers import OfferKind
from bot.model.people import Person
from bot.model.refusals.offers import OfferForOthers
from bot.texts import boards, offers
from bot.texts.errors import reply
from rules.core import Seat
from tests.bot.store.rounds import CIRCLE, ROUNDS
from tests.bot.tables import ADA, BEN, CLEO, DAN, Hall, dump, here


@pytest.fixture(autouse=True)
def _rounds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Rounds is one of the games."""


async def rounds(hall: Hall, *players: Person, moves: Sequence[str] = ()) -> Match:
    return await hall.running(*players, game=ROUNDS, moves=moves, terms=Terms(3))


async def without(hall: Hall, match: Match, *leaving: Person) -> Match:
    """The match after some players have left."""
    for person in leaving:
        match = await hall.matches.resign(here(person), match.id)
    return match


async def test_every_offer_names_all_who_have_still_to_answer(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO, DAN)
    asking = await hall.matches.offer_draw(here(ADA), match.id)
    assert offers.offered(asking, OfferKind.DRAW, ADA).endswith("it waits for **Ben**, **Cleo** and **Dan**.")
    asking = await hall.matches.accept_offer(here(CLEO), match.id, 1)
    line = "**Cleo** has agreed, **Ben** and **Dan** have still to answer."
    told, until = offers.offer_line(asking, asking.offers[0]).splitlines()
    assert told == f"🤝 **Ada** offers a draw. {line}" and until.startswith("-# Open until <t:")
    assert (
        offers.accepted(asking, asking.offers[0]) == f"You've agreed to a draw in match #1; {line.partition(', ')[2]}"
    )


async def test_for_more_time_any_one_is_enough(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    asking = await hall.matches.more_time(here(ADA), match.id)
    assert offers.offered(asking, OfferKind.TIME, ADA).endswith("it waits for **Ben** or **Cleo**.")


async def test_questions_name_those_who_must_accept_and_not_those_who_have_left(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO, DAN, moves=("on", "on", "on", "on"))
    assert "**Ben**, **Cleo** and **Dan** must all accept before they move." in offers.draw_question(match, ADA)
    match = await without(hall, match, CLEO)
    assert "**Ben** and **Dan** must both accept before they move." in offers.draw_question(match, ADA)
    match = (await hall.matches.play(here(ADA), match.id, "on")).match
    assert "**Ben** and **Dan** must both accept before the next move." in offers.takeback_question(match, ADA)
    match = await without(hall, match, BEN)
    assert "**Dan** can accept until they move." in offers.draw_question(match, ADA)


async def test_a_player_who_has_left_is_never_asked(hall: Hall) -> None:
    match = await without(hall, await rounds(hall, ADA, BEN, CLEO, DAN), DAN)
    for move in ("on", "on", "on"):
        assert match.to_move is not None
        match = (await hall.matches.play(here(match.to_move), match.id, move)).match
    await hall.matches.offer_draw(here(CLEO), match.id)
    await hall.matches.ask_takeback(here(CLEO), match.id)
    match = await hall.matches.more_time(here(ADA), match.id)
    assert [set(asked(match, offer)) for offer in match.offers] == [{ADA, BEN}, {ADA, BEN}, {BEN, CLEO}]
    notified = {job.person_id for job in (await dump(hall.database))["notices"]}
    assert DAN.id not in notified
    for offer in match.offers:
        async with hall.refusing(OfferForOthers) as caught:
            await hall.matches.accept_offer(here(DAN), match.id, offer.id)
        assert "Dan" not in reply(caught.value)


async def test_a_draw_names_its_players_if_another_has_left_before(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    await hall.matches.offer_draw(here(ADA), match.id)
    for person in (BEN, CLEO):
        over = await hall.matches.accept_offer(here(person), match.id, 1)
    assert boards.outcome(over) == "The players agreed on a draw."
    match = await without(hall, await rounds(hall, ADA, BEN, CLEO), BEN)
    await hall.matches.offer_draw(here(ADA), match.id)
    over = await hall.matches.accept_offer(here(CLEO), match.id, 2)
    assert boards.outcome(over) == "**Ada** and **Cleo** agreed on a draw."


async def test_a_player_who_still_plays_may_claim_a_draw_when_a_position_comes_for_the_third_time(hall: Hall) -> None:
    match = await without(hall, await rounds(hall, ADA, BEN, CLEO), CLEO)
    for move in CIRCLE * 2:
        assert match.to_move is not None and offers.repeated(match) == ""
        match = (await hall.matches.play(here(match.to_move), match.id, move)).match
    assert "everybody who still plays may claim a draw" in offers.repeated(match)
    over = await hall.matches.offer_draw(here(BEN), match.id)
    assert over.result is not None and over.result.places == (1, 1, 3)
    two = await rounds(hall, ADA, BEN, moves=CIRCLE * 2)
    assert "either player may claim a draw" in offers.repeated(two)


async def test_many_undone_moves_are_summarized(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO, DAN, moves=["hop"] * 4 + ["on"])
    match = (await hall.matches.play(here(BEN), match.id, "on")).match
    asking = await hall.matches.ask_takeback(here(CLEO), match.id)
    hops = "`hop` `land` `hop` `land` `on` `on`"
    assert f"take a move back: {hops} would be undone." in offers.offer_line(asking, asking.offers[0])
    await hall.matches.decline_offer(here(ADA), match.id, 1)
    asking = await hall.matches.ask_takeback(here(DAN), match.id)
    assert "take a move back: `hop` `land` `on` `on` would be undone." in offers.offer_line(asking, asking.offers[1])
    match = await rounds(hall, ADA, BEN, CLEO, DAN, moves=["hop"] * 4)
    asking = await hall.matches.ask_takeback(here(ADA), match.id)
    number, shown = asking.offers[0].id, "`hop` `land` `hop` `land` `hop` `land` and 2 more"
    assert f"take a move back: {shown} would be undone." in offers.offer_line(asking, asking.offers[0])
    for person in (BEN, CLEO, DAN):
        match = await hall.matches.accept_offer(here(person), match.id, number)
    assert match.position.turn == Seat(0) and f"**Ada** took a move back. Undone: {shown}." in offers.taken_back(match)
