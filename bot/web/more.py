"""Further actions on a match on the page: offers, answers to them, resigning, and rematches."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.actions import offers, playing, votes
from bot.actions.change import JoiningChange
from bot.model.match import Match, is_abandoned, may_be_abandoned
from bot.model.offer_rules import check_may_offer, has_come_thrice, may_ask_more_time, offers_to, rematch_of
from bot.model.offers import OfferKind
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, may
from bot.model.refusals import Refusal
from bot.model.votes import DRAW, RESIGN
from bot.texts import errors, matches
from bot.texts import offers as texts
from bot.texts import votes as texts_of_votes
from bot.texts.language import say


@dataclass(frozen=True, slots=True)
class Sent:
    """The values of a form: the revision that the visitor saw, the offer answered, and who would agree to a draw.

    `gone_id` is the id of the player to move if they have left the server.
    """

    revision: int | None
    offer_id: int
    willing: frozenset[int]
    gone_id: int | None = None


DEEDS: Final[Mapping[str, Callable[[JoiningChange, Actor, Sent], None]]] = {
    "resign": lambda change, actor, _sent: playing.resign(change, actor.person),
    "call_off": lambda change, actor, sent: playing.call_off(change, actor.person, sent.gone_id),
    "draw": lambda change, actor, sent: offers.offer_draw(change, actor, revision=sent.revision, willing=sent.willing),
    "takeback": lambda change, actor, sent: offers.ask_takeback(change, actor, revision=sent.revision),
    "time": lambda change, actor, _sent: offers.more_time(change, actor),
    "rematch": lambda change, actor, _sent: offers.offer_rematch(change, actor),
    "vote_now": lambda change, actor, sent: votes.play_now(change, actor.person, sent.willing),
    "accept": lambda change, actor, sent: offers.accept(change, actor, sent.offer_id),
    "decline": lambda change, actor, sent: offers.decline(change, actor, sent.offer_id),
}
"""The actions of forms, by name."""


HINT: Final = "hint"
"""The action that is computed before the match is changed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action: its name, its consequences and its button; without a button, the reason why it is impossible."""

    deed: str
    label: str
    text: str
    button: str
    is_grave: bool = False

    @property
    def is_at_once(self) -> bool:
        """Whether one touch is enough, because there is nothing to read first."""
        return not self.text and not self.is_grave


@dataclass(frozen=True, slots=True)
class Asked:
    """An open offer, with the visitor's possible answers, if it is for them."""

    offer_id: int
    text: str
    answers: tuple[str, str] | None


def asked(match: Match, person: Person) -> list[Asked]:
    """The open offers of a match, from a person's point of view."""
    theirs = {offer.id for offer in offers_to(match, person.id)}
    return [
        Asked(offer.id, texts.offer_line(match, offer), texts.answer_labels(offer.kind) if offer.id in theirs else None)
        for offer in match.open_offers
    ]


def entries(match: Match, actor: Actor, now: datetime, *, has_hints: bool, gone_id: int | None) -> Iterator[Entry]:
    """The actions of a player or voter besides moving; `has_hints` says whether hints are available at all."""
    person = actor.person
    seat = match.seat_of(person.id)
    if votes.may_vote(match, actor):
        if votes.may_draw(match):
            yield Entry(DRAW, say("Draw"), "", texts_of_votes.draw_label(match))
        yield Entry(RESIGN, say("Resign"), "", say(texts_of_votes.RESIGN_LABEL), is_grave=True)
    if match.voting is not None and may(MatchAct.PLAY_NOW, match, actor):
        yield _at_once("vote_now", say(texts_of_votes.PLAY_NOW))
    is_absent = may_be_abandoned(match, person.id) and is_abandoned(match, now, gone_id)
    if is_absent and may(MatchAct.CALL_OFF, match, actor):
        question = matches.call_off_question(match, is_gone=gone_id is not None)
        yield Entry("call_off", say(matches.CALL_OFF), question, say(matches.CALL_OFF), is_grave=True)
    if seat is None:
        return
    if may(MatchAct.REMATCH, match, actor) and rematch_of(match) is None:
        yield _at_once("rematch", say("Rematch"))
    if may(MatchAct.OFFER, match, actor):
        if has_hints and match.has_hints and match.position.turn == seat:
            yield _at_once(HINT, say("Hint"))
        yield _offer(match, person, OfferKind.DRAW, texts.draw_label(match), texts.draw_question)
        yield _offer(match, person, OfferKind.TAKEBACK, say(texts.ASK_TAKEBACK), texts.takeback_question)
        if may_ask_more_time(match):
            yield _at_once("time", say("More time"))
        question = matches.resign_question(match, person)
        yield Entry("resign", say("Resign"), question, say("Resign"), is_grave=True)


def _at_once(deed: str, label: str) -> Entry:
    return Entry(deed, label, "", label)


def _offer(
    match: Match, person: Person, kind: OfferKind, button: str, question: Callable[[Match, Person], str]
) -> Entry:
    label = say("Draw") if kind is OfferKind.DRAW else say("Takeback")
    try:
        text = question(match, person)
        if not (kind is OfferKind.DRAW and has_come_thrice(match)):
            check_may_offer(match, kind, person)
    except Refusal as refusal:
        return Entry(kind.value, label, errors.reason(refusal), "")
    return Entry(kind.value, label, text, button)


def said(match: Match, deed: str, sent: Sent, person: Person) -> str:
    """The message to a visitor after an action."""
    if deed in ("draw", "takeback", "time"):
        return texts.offered(match, OfferKind(deed), person)
    answered = next((offer for offer in match.offers if offer.id == sent.offer_id), None)
    if answered is not None and deed in ("accept", "decline"):
        return (texts.accepted if deed == "accept" else texts.declined)(match, answered)
    return ""
