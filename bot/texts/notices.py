"""Texts of notices about a match, and the name and tags of its thread."""

from collections.abc import Sequence
from typing import Final

from bot.model.jobs import Notice
from bot.model.match import Match, State
from bot.model.offer_rules import offers_to
from bot.model.offers import Offer, OfferState
from bot.model.people import Person
from bot.texts.boards import outcome
from bot.texts.clocks import deadline
from bot.texts.names import link, linked, matched, mention, names, names_with, shortened, title
from bot.texts.offers import offer_name, offered_by

_LONGEST_THREAD_NAME: Final = 100
_LONGEST_TAG: Final = 20
_INVISIBLE_SPACE: Final = "\u200b"
_STATES: Final = {
    State.OPEN: "Open challenge",
    State.RUNNING: "Running",
    State.FINISHED: "Over",
    State.CALLED_OFF: "Over",
}

STATE_TAGS: Final = tuple(dict.fromkeys(_STATES.values()))
"""The tags of forum posts for the state of a match."""


def notice(match: Match, person: Person, kind: Notice) -> str:
    """A notice about a match, in one or two sentences; it can follow the person's name."""
    where = f"{_found(match)} against {names(match.opponents_of(person.id))}"
    match kind:
        case Notice.CHALLENGE:
            return f"{names([match.host])} challenges you: {_found(match)}. You can accept or decline there."
        case Notice.TURN:
            return f"it is your turn in {where}. {deadline(match)}".rstrip()
        case Notice.REMINDER:
            time = "your time" if match.banks else "your time for a move"
            return f"{time} in {where} is running out. {deadline(match)}"
        case Notice.RESULT:
            return f"your match {where} is over. {outcome(match)}"
        case Notice.OFFER:
            return f"{_asking(match, person)} for your answer in {_found(match)}."


def _asking(match: Match, person: Person) -> str:
    """The people who wait for a person to answer their offers, with the verb."""
    offers = {offer.by_id for offer in offers_to(match, person.id)}
    people = [person for person in match.people if person.id in offers]
    return names_with(people, "waits", "wait")


def asked_anew(match: Match, person: Person, before: Sequence[Offer]) -> str:
    """An older notice of offers after a newer one: what became of each offer; the newer notice has the open ones."""
    now = [offer for offer in match.offers if offer.id in {one.id for one in before}]
    answers = [offer_answered(match, person, offer) for offer in now if offer.state is not OfferState.OPEN]
    waits = any(offer.state is OfferState.OPEN for offer in now)
    return "\n".join([*answers, *(["-# You can answer in a newer message."] if waits else [])])


def offer_answered(match: Match, person: Person, offer: Offer) -> str:
    """The notice of an offer after it was answered: what became of it."""
    became = {
        OfferState.OPEN: f"{names([person])} has agreed",
        OfferState.ACCEPTED: "it was accepted",
        OfferState.REFUSED: "it was declined",
        OfferState.OVERTAKEN: "the match went on without an answer",
    }[offer.state]
    return (
        f"{offered_by(match, offer)} asked {names([person])} for {offer_name(offer.kind)} in {_found(match)}: {became}."
    )


def addressed(person: Person, text: str, *, in_channel: bool) -> str:
    """A text addressed to a person: after a mention in a channel, as a separate sentence in a direct message."""
    return f"{mention(person)}, {text}" if in_channel else text[:1].upper() + text[1:]


def _found(match: Match) -> str:
    """The title of a match with a link to it or, if no message shows it, with the command that does."""
    return linked(match) if link(match) else f"{title(match)} (`/board match:{match.id}` shows it)"


def thread_mark(match: Match) -> str:
    """The unique beginning of the name of a match's thread: `Furl #12:`."""
    return f"{match.game.name} #{match.id}:"


def tags(match: Match) -> list[str]:
    """The tags of a match's forum post, the most important one first."""
    return [_STATES[match.state], shortened(match.game.name, _LONGEST_TAG)]


def thread_name(match: Match) -> str:
    """The name of a match's thread or forum post: plain text of at most 100 characters."""
    players = matched([" ".join(player.name.split()) or "someone" for player in match.people])
    # Discord shows such names literally, but an invisible space costs nothing and rules out mentions anywhere else.
    safe = players.replace("<", f"<{_INVISIBLE_SPACE}").replace("@", f"@{_INVISIBLE_SPACE}")
    return shortened(f"{thread_mark(match)} {safe}", _LONGEST_THREAD_NAME)
