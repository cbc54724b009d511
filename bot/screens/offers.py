"""Offers in a match: a draw, a takeback, more time, a handover, a rematch, a free seat; and the answers to them."""

from collections.abc import Callable, Sequence

from bot.actions import engines as engine_actions
from bot.actions import matches, offers, standing_in
from bot.actions.change import MatchChange, check_running
from bot.model.match import Match, State, waits_for
from bot.model.offer_rules import (
    awaited,
    check_may_hand_over,
    check_may_offer,
    check_may_pause,
    has_come_thrice,
    offer_of,
    offers_to,
    open_offer,
    rematch_of,
    takes_back_at_once,
)
from bot.model.offers import Offer, OfferKind
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, check
from bot.screens.core import Act, Action, Asked, Screen, Weight, character_called, on, page_number, question
from bot.screens.matches import back_to, question_about, title_of
from bot.texts import offers as offer_texts
from bot.texts.language import say
from players.characters import CHARACTERS
from rules.core import Seat


def open_offers(match: Match, reader_id: int | None = None) -> Sequence[Screen]:
    """The open offers of a match, its pause and its free seats; a single reader has the actions only of what they can answer."""
    screens = list[Screen]()
    for offer in match.open_offers:
        answering = {
            person.id for person in awaited(match, offer) if not person.is_channel
        }  # a channel answers by vote
        is_asked = answering and (reader_id is None or reader_id in answering)
        screens.append(
            Screen(text=offer_texts.offer_line(match, offer), actions=answers(match, offer) if is_asked else ())
        )
    if match.pause is not None and (reader_id is None or match.seat_of(reader_id) is not None):
        end = Action(say(offer_texts.END_PAUSE), Act("resume", match.id, match.revision))
        screens.append(Screen(text=say(offer_texts.PAUSED), actions=[end]))
    free_seats = match.seating.free_seats if match.state is State.RUNNING else ()
    if free_seats and open_offer(match, OfferKind.REPLACEMENT) is None:
        seats = [
            Action(offer_texts.seat_label(match, seat), Act("seat", match.id, match.revision, f"{seat}"))
            for seat in free_seats
        ]
        screens.append(Screen(text="", actions=seats))
    return screens


def answers(match: Match, offer: Offer) -> Sequence[Action]:
    """The actions that answer an open offer, which only those whom it asks may take."""
    accept, decline = offer_texts.answer_labels(offer.kind)
    about = match.id, match.revision, str(offer.id)
    return (
        Action(accept, Act("offer_yes", *about), Weight.ONWARD),
        Action(decline, Act("offer_no", *about), Weight.DECLINE),
    )


@question("draw")
async def ask_draw(asked: Asked) -> Screen:
    """Handle Draw, behind More: ask the player to confirm offering or claiming one."""
    match = await asked.match()
    check_running(match, asked.person)
    yes = Action(offer_texts.draw_label(match), Act("draw_yes", match.id, match.revision), Weight.MAIN)
    if has_come_thrice(match):
        return question_about(match, offer_texts.draw_question(match, asked.person), yes, Act("offer_nothing"))
    return _question(asked, match, OfferKind.DRAW, yes)


@question("takeback")
async def ask_takeback(asked: Asked) -> Screen | Act:
    """Handle Takeback, behind More: ask the player to confirm, unless nobody else has to agree."""
    match = await asked.match()
    seat = check_running(match, asked.person)
    act = Act("takeback_yes", match.id, match.revision)
    if takes_back_at_once(match, seat):
        return asked.onward(act)
    return _question(asked, match, OfferKind.TAKEBACK, Action(say(offer_texts.ASK_TAKEBACK), act, Weight.MAIN))


def _question(asked: Asked, match: Match, kind: OfferKind, yes: Action) -> Screen:
    """Ask a player to confirm an offer, unless the same is already offered to them."""
    open_to_them = _open_to(match, kind, asked.person)
    if open_to_them is not None:
        return open_to_them
    text_of = offer_texts.draw_question if kind is OfferKind.DRAW else offer_texts.takeback_question
    text = text_of(match, asked.person)
    check_may_offer(match, kind, asked.person)
    return question_about(match, text, yes, Act("offer_nothing"))


def _open_to(match: Match, kind: OfferKind, person: Person) -> Screen | None:
    """The open offer of a kind that waits for a person's answer, which the board shows too."""
    for offer in offers_to(match, person.id):
        if offer.kind is kind:
            here = Act("board", match.id)
            return Screen(text=offer_texts.offer_notice(match, offer), here=here, actions=answers(match, offer))
    return None


@on("draw_yes")
async def offer_draw(asked: Asked) -> Screen:
    """Handle Offer a draw or claim it, after the question."""
    match = await asked.match()
    check_running(match, asked.person, MatchAct.OFFER)
    willing = await asked.willing(match)
    async with asked.change(match.id, is_current=True) as change:
        offers.offer_draw(change, asked.actor, willing=willing)
    return await _offered(asked, change, OfferKind.DRAW)


@on("takeback_yes")
async def take_back(asked: Asked) -> Screen:
    """Handle Ask for a takeback, after the question."""
    async with asked.change(asked.act.match_id, is_current=True) as change:
        offers.ask_takeback(change, asked.actor)
    return await _offered(asked, change, OfferKind.TAKEBACK)


@question("time")
async def ask_more_time(asked: Asked) -> Screen | Act:
    """Handle More time, behind More: ask the player to confirm giving a day; asking for one needs no question."""
    match = await asked.match()
    check_running(match, asked.person, MatchAct.OFFER)
    offers.check_more_time(match)
    yes = Act("time_yes", match.id, match.revision)
    if waits_for(match, asked.person.id):
        return asked.onward(yes)
    return question_about(match, offer_texts.day_question(match), Action(say("Give a day"), yes), Act("offer_nothing"))


@on("time_yes", tells=True)
async def more_time(asked: Asked) -> Screen:
    """Handle Give a day, after that question, and More time of a player who is to move."""
    async with asked.change(asked.act.match_id, is_current=True) as change:
        offers.more_time(change, asked.actor)
    return await _offered(asked, change, OfferKind.TIME)


@question("pause")
async def ask_pause(asked: Asked) -> Screen:
    """Handle Pause, behind More: ask for how long, unless a pause is already offered to the player."""
    match = await asked.match()
    check_running(match, asked.person)
    check_may_pause(match)
    open_to_them = _open_to(match, OfferKind.PAUSE, asked.person)
    if open_to_them is not None:
        return open_to_them
    check_may_offer(match, OfferKind.PAUSE, asked.person)
    about = match.id, match.revision
    return Screen(
        title=title_of(match),
        text=offer_texts.pause_question(match, asked.person),
        actions=[
            Action(say("{count, plural, one {# day} other {# days}}", count=days), Act("pause_for", *about, f"{days}"))
            for days in offers.PAUSES
        ],
        up=back_to(match),
    )


@on("pause_for")
async def pause(asked: Asked) -> Screen:
    """Handle the choice of a length after that question."""
    act = asked.act
    async with asked.change(act.match_id, is_current=True) as change:
        offers.offer_pause(change, asked.actor, page_number(act.detail))
    return await _offered(asked, change, OfferKind.PAUSE)


@on("resume", beside=True, tells=True)
async def end_pause(asked: Asked) -> Screen:
    """Handle End the pause, behind More and under a board."""
    async with asked.change(asked.act.match_id) as change:
        offers.end_pause(change, asked.actor)
    return Screen(text=offer_texts.pause_ended(await asked.show(change)))


async def _offered(asked: Asked, change: MatchChange, kind: OfferKind) -> Screen:
    """Show a match in which something was offered, and tell the person who offered it."""
    return Screen(text=offer_texts.offered(await asked.show(change), kind, asked.person))


@on("offer_yes", tells=True)
async def accept(asked: Asked) -> Screen:
    """Handle Accept, under an offer."""
    match, offer = await _settle(asked, offers.accept)
    return await _led_to_rematch(asked, match) or Screen(text=offer_texts.accepted(match, offer))


@on("offer_no", tells=True)
async def decline(asked: Asked) -> Screen:
    """Handle Decline, under an offer."""
    return Screen(text=offer_texts.declined(*await _settle(asked, offers.decline)))


async def _settle(asked: Asked, answer: Callable[[MatchChange, Actor, int], None]) -> tuple[Match, Offer]:
    """Answer the offer of an act, and show the match."""
    offer_id = page_number(asked.act.detail)
    async with asked.change(asked.act.match_id) as change:
        answer(change, asked.actor, offer_id)
    match = await asked.show(change)
    offer = offer_of(match, offer_id)
    assert offer is not None, "it was answered"
    return match, offer


@question("handover")
async def ask_level(asked: Asked) -> Screen:
    """Handle Hand over, behind More: ask which character should finish the match."""
    match = await asked.match()
    check_running(match, asked.person)
    check_may_hand_over(match)
    open_to_them = _open_to(match, OfferKind.HANDOVER, asked.person)
    if open_to_them is not None:
        return open_to_them
    check_may_offer(match, OfferKind.HANDOVER, asked.person)
    about = match.id, match.revision
    return Screen(
        title=title_of(match),
        text=offer_texts.character_prompt(match, asked.person),
        actions=[Action(character.name, Act("handover_to", *about, character.key)) for character in CHARACTERS],
        up=back_to(match),
    )


@on("handover_to")
async def hand_over(asked: Asked) -> Screen:
    """Handle the choice of a character after that question."""
    act = asked.act
    async with asked.change(act.match_id, is_current=True) as change:
        offers.offer_handover(change, asked.actor, character_called(act.detail))
    return await _offered(asked, change, OfferKind.HANDOVER)


@on("seat", tells=True)
async def take_seat(asked: Asked) -> Screen:
    """Handle Play on for a player who has left, under a board."""
    async with asked.change(asked.act.match_id) as change:
        standing_in.replace_in(change, Seat(page_number(asked.act.detail)), asked.person)
    return await _offered(asked, change, OfferKind.REPLACEMENT)


@on("rematch", tells=True)
async def rematch(asked: Asked) -> Screen:
    """Handle Rematch, under a match that is over."""
    before = await asked.match()
    check(MatchAct.REMATCH, before, asked.actor)
    await asked.check_may_post(before.place)
    for player in before.players:
        await engine_actions.check_owner(asked.context, player)
    async with asked.change(before.id) as change:
        offers.offer_rematch(change, asked.actor)
    match = await asked.show(change)
    return await _led_to_rematch(asked, match) or Screen(
        text=offer_texts.offered(match, OfferKind.REMATCH, asked.person)
    )


async def _led_to_rematch(asked: Asked, match: Match) -> Screen | None:
    """The answer that leads to a match's rematch, if there is one."""
    new = rematch_of(match)
    if new is None:
        return None
    return Screen(text=offer_texts.rematch_there(await matches.load(asked.context, new.id)), here=Act("board", new.id))
