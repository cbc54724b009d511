"""Texts of offers: on boards and in notices, questions before an offer, and answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.history import Cause
from bot.model.match import Match, State
from bot.model.offer_rules import (
    accepted_rematch,
    asked,
    awaited,
    has_come_thrice,
    rematch_of,
    takeback_ply,
    takebacks_since_shown,
    takebacks_to_tell,
)
from bot.model.offers import Offer, OfferKind, OfferState, Rematch
from bot.model.people import Person
from bot.model.refusals.offers import (
    AgreedAlready,
    HandoverForTwo,
    HandoverOfFixture,
    NoClock,
    NoMoreDays,
    NoMoreTime,
    NoRematchYet,
    NothingToTakeBack,
    OfferClosed,
    OfferedAlready,
    OfferedThisTurn,
    OfferForOthers,
    PlayerForgotten,
    PlaysAlready,
    RefusedBefore,
    SeatNotFree,
    SeatRefused,
    TakebackBlocked,
)
from bot.model.result import Ending
from bot.texts.boards import outcome, staying
from bot.texts.clocks import deadline, instant
from bot.texts.dice import sealed_for_rematch
from bot.texts.language import say
from bot.texts.names import lines, link, linked, name, names, names_with, shortened, title
from bot.texts.sentence import register, sentence
from rules.core import Move, Seat
from rules.wording import listed

_MOST_UNDONE: Final = 6
_LONGEST_LABEL: Final = 40
_HAS_LEFT: Final[Mapping[Cause | None, str]] = {
    Cause.TIME: "has run out of time",
    Cause.REMOVED: "was taken out by a server manager",
}


@dataclass(frozen=True, slots=True)
class _Wording:
    """The words for a kind of offer; `_written` fills the templates."""

    name: str
    """The thing offered or asked for, in a few words."""

    line: str
    accepted: str
    declined: str = "You declined {by}'s {request} {what} in match #{match.id}."
    answers: tuple[str, str] = ("Accept", "Decline")
    is_asked_for: bool = True


_OVER: Final = "Match #{match.id} is over. {outcome}"
_PLAYS_ON: Final = "**{offer.character.name}** plays on for {by} in match #{match.id}."
_WORDINGS: Final = {
    OfferKind.DRAW: _Wording("a draw", "🤝 {by} offers a draw.", _OVER, is_asked_for=False),
    OfferKind.TAKEBACK: _Wording(
        "a takeback",
        "↩️ {by} asks to take a move back{undone}.",
        "{by} has taken the move back in match #{match.id} and moves again.",
    ),
    OfferKind.TIME: _Wording(
        "more time",
        "⏳ {by} asks for another day to make this move.",
        "You gave **{match.to_move}** another day in match #{match.id}. {deadline}",
        answers=("Give 1 day", "No"),
    ),
    OfferKind.REMATCH: _Wording("a rematch", "🔁 {by} would like a rematch {sides}.", _OVER, is_asked_for=False),
    OfferKind.STAND_IN: _Wording(
        "a stand-in",
        "🪑 {by} {left}, and comes last. **{offer.character.name}** plays on in that seat if everybody agrees{until}; "
        "otherwise the seat retires.",
        _PLAYS_ON,
        "You did not agree, so the seat of {by} in match #{match.id} retires.",
        ("Agree", "Retire the seat"),
        is_asked_for=False,
    ),
    OfferKind.HANDOVER: _Wording(
        "a character to finish the match",
        "🪑 {by} asks to let **{offer.character.name}** finish this match; it would be casual from then on.",
        _PLAYS_ON,
    ),
    OfferKind.REPLACEMENT: _Wording(
        "a seat",
        "🪑 {by} would like to play on in the seat that {leaver} has left, if everybody agrees. {leaver} comes last all "
        "the same.",
        "{by} plays on for {leaver} in match #{match.id}.",
        "You did not agree that {by} plays on for {leaver} in match #{match.id}.",
    ),
}


def _written(template: str, match: Match, offer: Offer, undone: str = "") -> str:
    wording = _WORDINGS[offer.kind]
    return say(
        template,
        match=match,
        offer=offer,
        by=offered_by(match, offer),
        what=wording.name,
        request="request for" if wording.is_asked_for else "offer of",
        undone=undone,
        sides="with sides swapped" if match.seats == 2 else "in which everybody takes the next side",
        leaver=names(player for player in match.players if player.id == offer.leaver_id),
        left=_HAS_LEFT.get(offer.cause, "has left"),
        until="" if offer.due_at is None else f" by {instant(offer.due_at)}",
        deadline=deadline(match),
        outcome=outcome(match),
    )


def offer_name(kind: OfferKind) -> str:
    """The thing offered or asked for, in a few words: "a draw"."""
    return _WORDINGS[kind].name


def answer_labels(kind: OfferKind) -> tuple[str, str]:
    """The labels of the buttons that accept and decline an offer."""
    return _WORDINGS[kind].answers


def offered_by(match: Match, offer: Offer) -> str:
    """The name of the person who made an offer."""
    return names(person for person in match.people if person.id == offer.by_id)


def offer_line(match: Match, offer: Offer) -> str:
    """The text of an open offer, over the buttons that answer it."""
    agreed = [person for person in match.people if person.id in offer.accepted_by]
    so_far = f" {names_with(agreed, 'has', 'have')} agreed, {_still(match, offer)}." if agreed else ""
    undone = _undone_by(match, offer.by_id) if offer.kind is OfferKind.TAKEBACK else ""
    line = _written(_WORDINGS[offer.kind].line, match, offer, f": {undone} would be undone" if undone else "")
    return lines(f"{line}{so_far}", sealed_for_rematch(offer))


def waited_for(match: Match, offer: Offer) -> str:
    """The people who have yet to answer; a request for more time needs only one of them."""
    people = [names([person]) for person in awaited(match, offer)]
    return listed(people, "or" if offer.kind is OfferKind.TIME else "and")


def _still(match: Match, offer: Offer) -> str:
    return f"{names_with(awaited(match, offer), 'has', 'have')} still to answer"


def _undone_by(match: Match, person_id: int) -> str:
    """The moves that a player's takeback would undo. Raises the same errors as `bot.model.offer_rules.takeback_ply`."""
    seat = match.seat_of(person_id)
    return "" if seat is None else _undone(match.history.tokens[takeback_ply(match, seat) :])


def _undone(moves: Sequence[Move]) -> str:
    tokens = [f"`{move}`" for move in moves[:_MOST_UNDONE]]
    left_out = len(moves) - _MOST_UNDONE
    return " ".join(tokens) + (f" and {left_out} more" if left_out > 0 else "")


def offer_notice(match: Match, offer: Offer) -> str:
    """The notice to a person who has to answer an offer, beside the buttons for it."""
    where = linked(match) if link(match) else f"**{title(match)}**"
    return f"{where}: {offer_line(match, offer)}"


def taken_back(match: Match) -> str:
    """The takebacks to report on a board: those since the previous board, and one that led to the position shown."""
    return _taken_back(match, takebacks_to_tell(match))


def taken_back_since(match: Match) -> str:
    """The takebacks since the board in the current message; empty if there were none."""
    return _taken_back(match, takebacks_since_shown(match))


def _taken_back(match: Match, takebacks: Sequence[Offer]) -> str:
    if not takebacks:
        return ""
    undone = [f"↩️ {offered_by(match, offer)} took a move back. Undone: {_undone(offer.undone)}." for offer in takebacks]
    return lines(*undone, "-# Plans made before that no longer apply.")


def repeated(match: Match) -> str:
    """The note on a position that has occurred for the third time; empty for other positions."""
    if not has_come_thrice(match):
        return ""
    claimants = "either player" if match.seats == 2 else "everybody who still plays"
    return f"-# This position has come for the third time, so {claimants} may claim a draw: `/match do:draw`."


def rematch_line(match: Match) -> str:
    """The line about a match's rematch; empty if it has none."""
    offer = accepted_rematch(match)
    if offer is None or offer.rematch is None:
        return ""
    return lines(f"🔁 The rematch is {linked_rematch(offer.rematch)}.", sealed_for_rematch(offer))


def linked_rematch(rematch: Rematch) -> str:
    """A rematch inside a sentence, linked to its board once there is one."""
    address = link(rematch)
    number = f"match #{rematch.id}"
    return f"[{number}]({address})" if address else number


def rematch_label(match: Match) -> str:
    """The label of the button that offers a rematch, or that leads to it once there is one."""
    rematch = rematch_of(match)
    return "Rematch" if rematch is None else f"Match #{rematch.id}"


def rematch_there(rematch: Match) -> str:
    """The answer that leads to a match's rematch."""
    address = link(rematch)
    later = "comes in direct messages" if rematch.place.by_player else "appears as soon as Discord allows"
    where = f"[here is its board]({address})" if address else f"its board {later}"
    return f"The rematch is match #{rematch.id}: {where}."


ASK_TAKEBACK: Final = "Ask for a takeback"


def draw_label(match: Match) -> str:
    """The label of the button that offers a draw, or claims it if the player may."""
    return "Claim the draw" if has_come_thrice(match) else "Offer a draw"


def draw_question(match: Match, person: Person) -> str:
    """The question before a player offers or claims a draw."""
    if has_come_thrice(match):
        return (
            f"The position in match #{match.id} ({match.game.name}) has come for the third time, so you may claim a "
            "draw at once, without asking anybody. Claim it?"
        )
    acceptance = _must_accept(match, person, "they move")
    if not acceptance:
        acceptance = f"{names_with(staying(match, person), 'answers', 'answer')} at once."
    return (
        f"Offer a draw in match #{match.id} ({match.game.name})? {acceptance} If it is declined, you can offer one again "
        "after your next move."
    )


def takeback_question(match: Match, person: Person) -> str:
    """The question before a player asks for a takeback, which characters always allow.

    Raises the same errors as `takeback_ply`.
    """
    acceptance = _must_accept(match, person, "the next move")
    return (
        f"Ask to take your last move back in match #{match.id} ({match.game.name})? That would undo "
        f"{_undone_by(match, person.id)} and any plans for this match. {acceptance}".rstrip()
    )


def _must_accept(match: Match, person: Person, moment: str) -> str:
    """A sentence with the people who must agree; empty if only characters are asked."""
    people = [other for other in staying(match, person) if not other.is_character]
    if not people:
        return ""
    if len(people) == 1:
        return f"{names(people)} can accept until {moment}."
    return f"{names(people)} must {'both' if len(people) == 2 else 'all'} accept before {moment}."


def offer_kept_back(match: Match) -> str:
    """The answer to a player who decided not to make an offer."""
    return f"Nothing was offered in match #{match.id}."


def offered(match: Match, kind: OfferKind, person: Person) -> str:
    """The answer to a person who has made an offer, accepted one by making the same, or given a day."""
    own = next((offer for offer in match.open_offers if (offer.kind, offer.by_id) == (kind, person.id)), None)
    if own is not None:
        done = "asked for" if _WORDINGS[kind].is_asked_for else "offered"
        return f"You have {done} {offer_name(kind)} in match #{match.id}: it waits for {waited_for(match, own)}."
    if kind is OfferKind.TIME and match.to_move is not None:
        given = "You have" if match.to_move.id == person.id else f"You gave **{name(match.to_move)}**"
        return f"{given} another day in match #{match.id}. {deadline(match)}"
    if match.result is not None and match.result.ending is Ending.REPEATED:
        return f"You claimed the draw in match #{match.id}."
    latest = [offer for offer in match.offers if offer.kind is kind][-1]
    if latest.state is OfferState.REFUSED:
        declining = names_with(awaited(match, latest), "declines", "decline")
        return f"{declining} the draw in match #{match.id}. You can offer one again after your next move."
    if latest.by_id == person.id and kind is OfferKind.TAKEBACK:
        return f"You have taken your move back in match #{match.id}, and move again."
    return accepted(match, latest)


def accepted(match: Match, offer: Offer) -> str:
    """The answer to a person who has accepted an offer."""
    if offer.state is OfferState.OPEN:
        return f"You have agreed to {offer_name(offer.kind)} in match #{match.id}; {_still(match, offer)}."
    return _written(_WORDINGS[offer.kind].accepted, match, offer)


def declined(match: Match, offer: Offer) -> str:
    """The answer to a person who has declined an offer."""
    return _written(_WORDINGS[offer.kind].declined, match, offer)


def seat_label(match: Match, seat: Seat) -> str:
    """The label of the button that takes over the seat of a player who has left."""
    return shortened(f"Play on for {' '.join(match.players[seat].name.split()) or 'someone'}", _LONGEST_LABEL)


def character_prompt(match: Match, person: Person) -> str:
    """The text over the menu of characters that could finish a match."""
    return (
        f"Who should finish match #{match.id} ({match.game.name}) for you? "
        f"{names(match.opponents_of(person.id))} must agree before the next move, and it is casual from then on."
    )


_GONE: Final = "one of the players asked Furlong to forget them"


@sentence.register
def _(error: OfferedAlready) -> str:
    match, offer = error.match, error.offer
    waits = waited_for(match, offer)
    if offer.by_id == error.person.id:
        return f"You have already asked for {offer_name(offer.kind)} in match #{match.id}: it waits for {waits}."
    by = offered_by(match, offer)
    return (
        f"{by} is already waiting for an answer about {offer_name(offer.kind)} in match #{match.id}. Answer that first: "
        "`/board` shows it with its buttons."
    )


@sentence.register
def _(error: RefusedBefore) -> str:
    match, offer = error.match, error.offer
    if offer.kind is OfferKind.REMATCH:
        return (
            f"Your offer of a rematch of match #{match.id} was declined, so you cannot make it again; the others still "
            "can. `/play` starts a new match whenever you like."
        )
    return (
        f"You have asked for {offer_name(offer.kind)} in match #{match.id}, and it was declined. You can ask "
        "again after your next move."
    )


@sentence.register
def _(error: OfferClosed) -> str:
    match, offer = error.match, error.offer
    if offer is None:
        return f"There is no such offer in match #{match.id}. `/board` shows what is offered now."
    if offer.rematch is not None:
        there = linked_rematch(offer.rematch)
        return f"The rematch of match #{match.id} has begun: it is {there}. `/board` shows it."
    if offer.kind is OfferKind.REMATCH and offer.state is OfferState.OVERTAKEN:
        return f"A rematch of match #{match.id} is not possible any more: {_GONE}."
    became = {
        OfferState.ACCEPTED: "has been accepted already",
        OfferState.REFUSED: "has been declined",
        OfferState.OVERTAKEN: "is no longer open: the match has moved on since",
    }[offer.state]
    return f"The request of {offered_by(match, offer)} for {offer_name(offer.kind)} in match #{match.id} {became}."


@sentence.register
def _(error: OfferForOthers) -> str:
    match, offer = error.match, error.offer
    by = "You have" if error.person.id == offer.by_id else f"{offered_by(match, offer)} has"
    answering = names(asked(match, offer))
    return f"{by} asked for {offer_name(offer.kind)} in match #{match.id}: only {answering} can answer it."


@sentence.register
def _(error: AgreedAlready) -> str:
    waits = waited_for(error.match, error.offer)
    return f"You have already agreed to that in match #{error.match.id}: it waits for {waits} now."


@sentence.register
def _(error: OfferedThisTurn) -> str:
    what = offer_name(error.offer.kind)
    return f"You have asked for {what} in match #{error.match.id} during this turn. You can ask again next turn."


@sentence.register
def _(error: TakebackBlocked) -> str:
    why = "chance has decided something since you chose it, and what it has decided stays"
    if error.leaver is not None:
        why = f"**{name(error.leaver)}** has left the match since you chose it"
    return f"Your move in match #{error.match.id} cannot be taken back: {why}."


@sentence.register
def _(error: NoRematchYet) -> str:
    if error.match.state is State.CALLED_OFF:
        return f"Match #{error.match.id} was called off, so there is nothing to play again. `/play` starts a new match."
    return f"Match #{error.match.id} is not over yet. You can offer a rematch once it is."


register(
    {
        HandoverForTwo: (
            "Only a match between two people can be handed over to a character, and match #{match.id} is not one. "
            "`/match do:resign` leaves it."
        ),
        HandoverOfFixture: (
            "Match #{match.id} belongs to a competition, so you have to finish it yourself. `/match do:more time` asks "
            "for another day, `/vacation` stops your clocks, and `/match do:resign` leaves it."
        ),
        SeatNotFree: (
            "There is no such seat to take in match #{match.id}: nobody has left it, or someone plays on there."
        ),
        PlaysAlready: (
            "You already play in match #{match.id}. A seat that someone has left is for a person who does not."
        ),
        SeatRefused: "The players of match #{match.id} have declined your request for a seat, so you cannot ask again.",
        NothingToTakeBack: "You have not chosen a move in match #{match.id} yet, so there is nothing to take back.",
        NoClock: "Match #{match.id} has no time limit: everybody may take as long as they like.",
        NoMoreDays: (
            "Match #{match.id} is played in one sitting, so no days can be added to its clocks. If you cannot finish it now, agree on a "
            "draw with `/match do:draw`."
        ),
        NoMoreTime: (
            "This move in match #{match.id} has already been given {most:# more day|# more days}, the most a move can get. You can ask again for "
            "the next one."
        ),
        PlayerForgotten: (
            "There can be no rematch of match #{match.id}: " + _GONE + ". `/play` starts a new match whenever you like."
        ),
    }
)
