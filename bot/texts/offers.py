"""Texts of offers: on boards and in notices, questions before an offer, and answers."""

# Translators: {offer} is one of “a draw”, “a takeback”, “more time”, “a rematch”, “a stand-in”, “a seat” and “a
# character to finish the match”, as in “asked for a draw”.

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

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
    waivers,
)
from bot.model.offers import Offer, OfferKind, OfferState, Rematch
from bot.model.people import Person
from bot.model.refusals.offers import (
    NoRematchYet,
    OfferClosed,
    OfferedAlready,
    OfferForOthers,
    OfferRefusal,
    RefusedBefore,
    TakebackBlocked,
)
from bot.model.result import Ending
from bot.texts.boards import outcome, staying
from bot.texts.clocks import deadline
from bot.texts.language import labelled, listed, message, paragraph, say, sentence
from bot.texts.names import lines, link, linked, names, title, within
from bot.texts.vocabulary import in_own_words
from rules.core import Move, Seat

_MOST_UNDONE: Final = 6  # moves in one line
_LONGEST_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class _Wording:
    """The messages for a kind of offer; `_written` knows their facts."""

    name: str
    """The thing offered or asked for, in a few words."""

    line: str
    accepted: str
    declined: str
    answers: tuple[str, str] = (message("Accept"), message("Decline"))
    is_asked_for: bool = True


_OVER: Final = message("Match #{match.id} is over. {outcome}")
_PLAYS_ON: Final = message("**{offer.character.name}** plays on for {player} in match #{match.id}.")
_WORDINGS: Final = {
    OfferKind.DRAW: _Wording(
        message("a draw"),
        message("🤝 {player} offers a draw."),
        _OVER,
        message("You declined {player}'s offer of a draw in match #{match.id}."),
        is_asked_for=False,
    ),
    OfferKind.TAKEBACK: _Wording(
        message("a takeback"),
        message("↩️ {player} asks to take a move back: {undone} would be undone."),
        message("{player} has taken the move back in match #{match.id} and moves again."),
        message("You declined {player}'s request for a takeback in match #{match.id}."),
    ),
    OfferKind.TIME: _Wording(
        message("more time"),
        message("⏳ {player} asks for another day to make this move."),
        message("You gave **{match.to_move}** another day in match #{match.id}. {deadline}"),
        message("You declined {player}'s request for more time in match #{match.id}."),
        (message("Give 1 day"), message("No")),
    ),
    OfferKind.PAUSE: _Wording(
        message("a pause"),
        message(
            "⏸️ {player} asks to pause the match until {offer.due_at:f}, or until a player moves or ends the pause."
        ),
        message("Match #{match.id} is paused until {offer.due_at:f}, or until a player moves or ends the pause."),
        message("You declined {player}'s request for a pause in match #{match.id}."),
    ),
    OfferKind.REMATCH: _Wording(
        message("a rematch"),
        message("🔁 {player} would like a rematch with sides swapped."),
        _OVER,
        message("You declined {player}'s offer of a rematch in match #{match.id}."),
        is_asked_for=False,
    ),
    OfferKind.STAND_IN: _Wording(
        message("a stand-in"),
        message(
            "{has_left} **{offer.character.name}** plays on in that seat if everybody agrees; otherwise the seat stays empty."
        ),
        _PLAYS_ON,
        message("You didn't agree, so the seat of {player} in match #{match.id} stays empty."),
        (message("Agree"), message("Leave it empty")),
        is_asked_for=False,
    ),
    OfferKind.HANDOVER: _Wording(
        message("a character to finish the match"),
        message(
            "🪑 {player} asks to let **{offer.character.name}** finish this match; it would be casual from then on."
        ),
        _PLAYS_ON,
        message("You declined {player}'s request to let a character finish match #{match.id}."),
    ),
    OfferKind.REPLACEMENT: _Wording(
        message("a seat"),
        message(
            "🪑 {player} would like to play on in the seat that {leaver} has left, if everybody agrees. {leaver} still comes last."
        ),
        message("{player} plays on for {leaver} in match #{match.id}."),
        message("You didn't agree to {player} playing on for {leaver} in match #{match.id}."),
    ),
}
_REMATCH_OF_MANY: Final = message("🔁 {player} would like a rematch in which everybody takes the next side.")
_STAND_IN_UNTIL: Final = message(
    "{has_left} **{offer.character.name}** plays on in that seat if everybody agrees by {offer.due_at}; otherwise the seat stays empty."
)
_HAS_LEFT: Final[Mapping[Cause | None, str]] = {
    None: message("🪑 {player} has left, and comes last."),
    Cause.TIME: message("🪑 {player} has run out of time, and comes last."),
    Cause.REMOVED: message("🪑 {player} was taken out by a server manager, and comes last."),
}


def _written(wording: str, match: Match, offer: Offer, undone: str = "") -> str:
    player = offered_by(match, offer)
    return say(
        wording,
        match=match,
        offer=offer,
        player=player,
        undone=undone,
        has_left=say(_HAS_LEFT.get(offer.cause, _HAS_LEFT[None]), player=player),
        leaver=names(player for player in match.players if player.id == offer.leaver_id),
        deadline=deadline(match),
        outcome=outcome(match),
    )


def _line(match: Match, offer: Offer) -> str:
    """What an open offer is about, in a sentence or two."""
    if offer.kind is OfferKind.REMATCH and match.seats > 2:
        return _written(_REMATCH_OF_MANY, match, offer)
    if offer.kind is OfferKind.STAND_IN and offer.due_at is not None:
        return _written(_STAND_IN_UNTIL, match, offer)
    undone = _undone_by(match, offer.by_id) if offer.kind is OfferKind.TAKEBACK else ""
    return _written(_WORDINGS[offer.kind].line, match, offer, undone)


def offer_name(kind: OfferKind) -> str:
    """The thing offered or asked for, in a few words: "a draw"."""
    return say(_WORDINGS[kind].name)


def answer_labels(kind: OfferKind) -> tuple[str, str]:
    """The labels of the buttons that accept and decline an offer."""
    accept, decline = _WORDINGS[kind].answers
    return say(accept), say(decline)


def day_question(match: Match) -> str:
    """The question whether to give the player to move another day."""
    return say("Give {player:b} another day for this move? It can't be taken back.", player=match.to_move)


def offered_by(match: Match, offer: Offer) -> str:
    """The name of the person who made an offer."""
    return names(person for person in match.people if person.id == offer.by_id)


def offer_line(match: Match, offer: Offer) -> str:
    """The text of an open offer, over the buttons that answer it."""
    agreed, line = tuple(person for person in match.people if person.id in offer.accepted_by), _line(match, offer)
    if agreed:
        so_far = say(
            "{agreed, plural, one {{agreed} has} other {{agreed} have}} agreed, {others, plural, one {{others} has} other {{others} have}} still to answer.",
            agreed=agreed,
            others=awaited(match, offer),
        )
        line = paragraph(line, so_far)
    has_end = offer.due_at is not None and offer.kind not in (OfferKind.STAND_IN, OfferKind.PAUSE)
    until = f"-# {say('Open until {at}.', at=offer.due_at)}" if has_end else ""
    return lines(line, until)


def waited_for(match: Match, offer: Offer) -> str:
    """The people who have yet to answer; a request for more time needs only one of them."""
    people = [names([person]) for person in awaited(match, offer)]
    return listed(people, "or" if offer.kind is OfferKind.TIME else "and")


def _undone_by(match: Match, person_id: int) -> str:
    """The moves that a player's takeback would undo. Raises the same errors as `bot.model.offer_rules.takeback_ply`."""
    seat = match.seat_of(person_id)
    return "" if seat is None else _undone(match.history.tokens[takeback_ply(match, seat) :])


def _undone(moves: Sequence[Move]) -> str:
    tokens = " ".join(f"`{in_own_words(move)}`" for move in moves[:_MOST_UNDONE])
    left_out = len(moves) - _MOST_UNDONE
    return (
        say("{moves} and {count, plural, one {# more} other {# more}}", moves=tokens, count=left_out)
        if left_out > 0
        else tokens
    )


def offer_notice(match: Match, offer: Offer) -> str:
    """The notice to a person who has to answer an offer, beside the buttons for it."""
    where = linked(match) if link(match) else f"**{title(match)}**"
    return labelled(where, offer_line(match, offer))


def taken_back(match: Match) -> str:
    """The takebacks to report on a board: those since the previous board, and one that led to the position shown."""
    return _taken_back(match, takebacks_to_tell(match))


def waived(match: Match) -> str:
    """The note that the player to move has run out of time and got more, because their opponent waived the win."""
    given = [offer for offer in waivers(match) if offer.ply == match.ply and match.state is State.RUNNING]
    if not given:
        return ""
    return say(
        "⏳ {player} ran out of time, and {opponent} gave them one extra turn's time.",
        player=offered_by(match, given[-1]),
        opponent=names(person for person in match.people if person.id in given[-1].accepted_by),
    )


def taken_back_since(match: Match) -> str:
    """The takebacks since the board in the current message; empty if there were none."""
    return _taken_back(match, takebacks_since_shown(match))


def _taken_back(match: Match, takebacks: Sequence[Offer]) -> str:
    if not takebacks:
        return ""
    undone = (
        say(
            "↩️ {player} took a move back. Undone: {moves}.",
            player=offered_by(match, offer),
            moves=_undone(offer.undone),
        )
        for offer in takebacks
    )
    return lines(*undone, say("-# Plans made before that no longer apply."))


def repeated(match: Match) -> str:
    """The note on a position that has occurred for the third time; empty for other positions."""
    if not has_come_thrice(match):
        return ""
    if match.seats == 2:
        return say("-# This position has occurred three times, so either player may claim a draw: `/match do:draw`.")
    return say(
        "-# This position has occurred three times, so everybody who still plays may claim a draw: `/match do:draw`."
    )


def rematch_line(match: Match) -> str:
    """The line about a match's rematch; empty if it has none."""
    offer = accepted_rematch(match)
    if offer is None or offer.rematch is None:
        return ""
    return say("🔁 The rematch is {match}.", match=linked_rematch(offer.rematch))


def linked_rematch(rematch: Rematch) -> str:
    """A rematch inside a sentence, linked to its board once there is one."""
    address, number = link(rematch), say("match #{number}", number=rematch.id)
    return f"[{number}]({address})" if address else number


def rematch_label(match: Match) -> str:
    """The label of the button that offers a rematch, or that leads to it once there is one."""
    rematch = rematch_of(match)
    return say("Rematch") if rematch is None else say("Match #{number}", number=rematch.id)


def rematch_there(rematch: Match) -> str:
    """The answer that leads to a match's rematch."""
    address = link(rematch)
    if address:
        return say(
            "The rematch is match #{number}: [here is its board]({address}).", number=rematch.id, address=address
        )
    if rematch.place.by_player:
        return say("The rematch is match #{number}: its board comes in direct messages.", number=rematch.id)
    return say("The rematch is match #{number}: its board appears as soon as Discord allows.", number=rematch.id)


ASK_TAKEBACK: Final = message("Ask for a takeback")


def draw_label(match: Match) -> str:
    """The label of the button that offers a draw, or claims it if the player may."""
    return say("Claim the draw") if has_come_thrice(match) else say("Offer a draw")


_BEFORE_THEY_MOVE: Final = (
    message("{players} can accept until they move."),
    message("{players} must both accept before they move."),
    message("{players} must all accept before they move."),
)
_BEFORE_NEXT_MOVE: Final = (
    message("{players} can accept until the next move."),
    message("{players} must both accept before the next move."),
    message("{players} must all accept before the next move."),
)
"""Who must agree until when: for one person, for two and for more."""


_ENGINES_DECLINE: Final = message(
    "{players, plural, one {{players} will decline: an engine never accepts a draw, but may offer one.} other {{players} will decline: engines never accept a draw, but may offer one.}}"
)


def _engines_among(players: Iterable[Person], asker: Person) -> tuple[Person, ...]:
    """The engines that decline whatever a person offers; another engine is answered by their programs."""
    return () if asker.is_engine else tuple(player for player in players if player.is_engine)


def draw_question(match: Match, person: Person) -> str:
    """The question before a player offers or claims a draw."""
    if has_come_thrice(match):
        return say(
            "The position in match #{match.id} ({match.game.name}) has occurred three times, so you may claim a draw at once, without asking anybody. Claim it?",
            match=match,
        )
    asks = say("Offer a draw in match #{match.id} ({match.game.name})?", match=match)
    engines = _engines_among(staying(match, person), person)
    if engines:
        return paragraph(asks, say(_ENGINES_DECLINE, players=engines))
    acceptance = _must_accept(match, person, _BEFORE_THEY_MOVE) or say(
        "{players, plural, one {{players} answers} other {{players} answer}} at once.",
        players=tuple(staying(match, person)),
    )
    again = say("If it's declined, you can offer one again after your next move.")
    return paragraph(asks, acceptance, again)


def takeback_question(match: Match, person: Person) -> str:
    """The question before a player asks for a takeback, which characters always allow.

    Raises the same errors as `takeback_ply`.
    """
    asks = say(
        "Ask to take your last move back in match #{match.id} ({match.game.name})? That would undo {undone} and any plans "
        "for this match.",
        match=match,
        undone=_undone_by(match, person.id),
    )
    return paragraph(asks, _must_accept(match, person, _BEFORE_NEXT_MOVE))


def _must_accept(match: Match, person: Person, by_number: Sequence[str]) -> str:
    """A sentence with the people who must agree; empty if only computer players are asked."""
    people = tuple(other for other in staying(match, person) if not other.is_computer)
    return say(by_number[min(len(people), len(by_number)) - 1], players=people) if people else ""


def pause_question(match: Match, person: Person) -> str:
    """The question for how long to pause a match, over the answers."""
    asks = say(
        "For how long should match #{match.id} ({match.game.name}) pause? Clocks stand still until a player moves or ends the pause. Then a move has its whole time again, or what's left of the bank, at least a day.",
        match=match,
    )
    return paragraph(asks, _must_accept(match, person, _BEFORE_NEXT_MOVE))


END_PAUSE: Final = message("End the pause")
"""The label of the button."""

PAUSED: Final = message("-# The clocks stand still. A move ends the pause too.")
"""What stands above that button, under the day on which the pause ends."""


def pause_ended(match: Match) -> str:
    """The answer to a player who has ended a pause."""
    return say("Match #{match.id} goes on. {deadline}", match=match, deadline=deadline(match))


def offer_kept_back(match: Match) -> str:
    """The answer to a player who decided not to make an offer."""
    return say("Nothing was offered in match #{match.id}.", match=match)


def offered(match: Match, kind: OfferKind, person: Person) -> str:
    """The answer to a person who has made an offer, accepted one by making the same, or given a day."""
    own = next((offer for offer in match.open_offers if (offer.kind, offer.by_id) == (kind, person.id)), None)
    if own is not None:
        facts = {"match": match, "offer": offer_name(kind), "players": waited_for(match, own)}
        if _WORDINGS[kind].is_asked_for:
            return say("You've asked for {offer} in match #{match.id}: it waits for {players}.", **facts)
        return say("You've offered {offer} in match #{match.id}: it waits for {players}.", **facts)
    if kind is OfferKind.TIME and match.to_move is not None:
        facts = {"match": match, "deadline": deadline(match)}
        if match.to_move.id == person.id:
            return say("You have another day in match #{match.id}. {deadline}", **facts)
        return say(_WORDINGS[kind].accepted, **facts)
    if match.result is not None and match.result.ending is Ending.REPEATED:
        return say("You claimed the draw in match #{match.id}.", match=match)
    latest = [offer for offer in match.offers if offer.kind is kind][-1]
    if latest.state is OfferState.REFUSED:
        declining = awaited(match, latest)
        engines = _engines_among(declining, person)
        if engines:
            return say(
                "{players, plural, one {{players} declines} other {{players} decline}} the draw in match #{match.id}: an engine never accepts a draw, but may offer one.",
                players=engines,
                match=match,
            )
        return say(
            "{players, plural, one {{players} declines} other {{players} decline}} the draw in match #{match.id}. You can offer one again after your next move.",
            players=declining,
            match=match,
        )
    if latest.by_id == person.id and kind is OfferKind.TAKEBACK:
        return say("You've taken your move back in match #{match.id}, and move again.", match=match)
    return accepted(match, latest)


def accepted(match: Match, offer: Offer) -> str:
    """The answer to a person who has accepted an offer."""
    if offer.state is OfferState.OPEN:
        return say(
            "You've agreed to {offer} in match #{match.id}; {others, plural, one {{others} has} other {{others} have}} still to answer.",
            offer=offer_name(offer.kind),
            match=match,
            others=awaited(match, offer),
        )
    return _written(_WORDINGS[offer.kind].accepted, match, offer)


def declined(match: Match, offer: Offer) -> str:
    """The answer to a person who has declined an offer."""
    return _written(_WORDINGS[offer.kind].declined, match, offer)


def seat_label(match: Match, seat: Seat) -> str:
    """The label of the button that takes over the seat of a player who has left."""
    return within(_LONGEST_LABEL, lambda named: say("Play on for {player}", player=named(match.players[seat])))


def character_prompt(match: Match, person: Person) -> str:
    """The text over the menu of characters that could finish a match."""
    return say(
        "Who should finish match #{match.id} ({match.game.name}) for you? {players} must agree before the next move, and it's casual from then on.",
        match=match,
        players=match.opponents_of(person.id),
    )


def _facts(error: OfferRefusal | OfferClosed) -> Mapping[str, Any]:
    """The facts for a sentence about an offer that prevents an action or can no longer be answered."""
    match, offer = error.match, error.offer
    if offer is None:
        return {"match": match}
    return {
        "match": match,
        "player": offered_by(match, offer),
        "offer": offer_name(offer.kind),
        "players": waited_for(match, offer),
    }


@sentence.register
def _(error: OfferRefusal) -> str:
    return say(error.says, **_facts(error))


@sentence.register
def _(error: OfferedAlready) -> str:
    if error.offer.by_id == error.person.id:
        return say("You've already asked for {offer} in match #{match.id}: it waits for {players}.", **_facts(error))
    return say(
        "{player} is already waiting for an answer about {offer} in match #{match.id}. Answer that first: `/board` shows it "
        "with its buttons.",
        **_facts(error),
    )


@sentence.register
def _(error: RefusedBefore) -> str:
    if error.offer.kind is OfferKind.REMATCH:
        return say(
            "Your offer of a rematch of match #{match.id} was declined, so you can't make it again; the others still can. `/play` starts a new match whenever you like.",
            match=error.match,
        )
    return say(
        "You've asked for {offer} in match #{match.id}, and it was declined. You can ask again after your next move.",
        **_facts(error),
    )


@sentence.register
def _(error: OfferClosed) -> str:
    match, offer = error.match, error.offer
    if offer is None:
        return say("There's no such offer in match #{match.id}. `/board` shows what is offered now.", match=match)
    if offer.rematch is not None:
        return say(
            "The rematch of match #{match.id} has started: it's {rematch}. `/board` shows it.",
            match=match,
            rematch=linked_rematch(offer.rematch),
        )
    if offer.kind is OfferKind.REMATCH and offer.state is OfferState.OVERTAKEN:
        return say(
            "Match #{match.id} can't have a rematch any more: one of the players asked Furlong to forget them.",
            match=match,
        )
    return say(_CLOSED[offer.state], **_facts(error))


_CLOSED: Final = {
    OfferState.ACCEPTED: message("{player}'s request for {offer} in match #{match.id} has been accepted already."),
    OfferState.REFUSED: message("{player}'s request for {offer} in match #{match.id} has been declined."),
    OfferState.LAPSED: message("{player}'s request for {offer} in match #{match.id} has lapsed."),
    OfferState.OVERTAKEN: message(
        "{player}'s request for {offer} in match #{match.id} is no longer open: the match has moved on since."
    ),
}


@sentence.register
def _(error: OfferForOthers) -> str:
    facts = {**_facts(error), "players": asked(error.match, error.offer)}
    if error.person.id == error.offer.by_id:
        return say(
            "You've asked for {offer} in match #{match.id}: only {players, plural, one {{players} can} other {{players} can}} answer it.",
            **facts,
        )
    return say(
        "{player} has asked for {offer} in match #{match.id}: only {players, plural, one {{players} can} other {{players} can}} answer it.",
        **facts,
    )


@sentence.register
def _(error: TakebackBlocked) -> str:
    if error.leaver is not None:
        return say(
            "Your move in match #{match.id} can't be taken back: **{leaver}** has left the match since you chose it.",
            **vars(error),
        )
    return say(
        "Your move in match #{match.id} can't be taken back: chance has decided something since you chose it, and what it has decided stays.",
        match=error.match,
    )


@sentence.register
def _(error: NoRematchYet) -> str:
    if error.match.state is State.CALLED_OFF:
        return say(
            "Match #{match.id} was called off, so there's nothing to play again. `/play` starts a new match.",
            match=error.match,
        )
    return say("Match #{match.id} isn't over yet. You can offer a rematch once it is.", match=error.match)
