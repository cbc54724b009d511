"""Texts of notices about a match, and the name and tags of its thread."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.model.jobs import REMINDERS, Notice
from bot.model.match import Match, State
from bot.model.offer_rules import asked, offers_to
from bot.model.offers import Offer, OfferKind, OfferState
from bot.model.people import Person
from bot.texts import limits
from bot.texts.boards import outcome
from bot.texts.clocks import deadline
from bot.texts.language import capitalized, languages, listed, message, paragraph, say, speaking
from bot.texts.names import link, linked, literal_name, matched, mention, names, shortened, title, within
from bot.texts.offers import accepted, offer_name, offered_by

_INVISIBLE_SPACE: Final = "\u200b"
_OVER: Final = message("Over")
_STATES: Final = {
    State.OPEN: message("Open challenge"),
    State.RUNNING: message("Running"),
    State.FINISHED: _OVER,
    State.CALLED_OFF: _OVER,
}

Tag = Sequence[str]
"""The names that a tag of forum posts may have: in the language spoken now, then in all others."""


def notice(match: Match, person: Person, kind: Notice) -> str:
    """A notice about a match, in one or two sentences; it can follow the person's name. A reminder begins a list of matches."""
    where, opponents = _linked(match), match.opponents_of(person.id)
    match kind:
        case Notice.CHALLENGE:
            return say(
                "{player:b} challenges you: {match}. You can accept or decline there.", player=match.host, match=where
            )
        case Notice.TURN:
            turn = say("it's your turn in {match} against {opponents}.", match=where, opponents=opponents)
            return paragraph(turn, deadline(match))
        case Notice.REMINDER | Notice.SECOND_REMINDER | Notice.LAST_REMINDER:
            return say("your time is running out:")
        case Notice.RESULT:
            over = say("your match {match} against {opponents} is over.", match=where, opponents=opponents)
            return paragraph(over, outcome(match))
        case Notice.OFFER:
            asking = {offer.by_id for offer in offers_to(match, person.id)}
            left = {offer.by_id for offer in offers_to(match, person.id) if offer.kind is OfferKind.STAND_IN}
            if left:
                return say(
                    "who plays on for {players}? {match} waits for your answer.",
                    players=tuple(person for person in match.people if person.id in left),
                    match=where,
                )
            return say(
                "{players, plural, one {{players} waits} other {{players} wait}} for your answer in {match}.",
                players=tuple(person for person in match.people if person.id in asking),
                match=where,
            )


def waiting(match: Match, person: Person) -> str:
    """A match in a reminder: against whom, and until when."""
    against = say("{match} against {opponents}.", match=_linked(match), opponents=match.opponents_of(person.id))
    return paragraph(against, deadline(match))


def asked_together(match: Match, people: Sequence[Person]) -> str:
    """The line above what several people are asked, with mentions of them if it is to tell them."""
    return " · ".join([*([listed([*map(mention, people)])] if people else []), _linked(match)])


def answered(match: Match, people: Sequence[Person], offers: Sequence[Offer]) -> str:
    """A notice to some people of offers that it no longer asks about: what became of each; a newer one asks about the others."""
    asked_anew = {offer for person in people for offer in offers_to(match, person.id)}
    answers = [_answered(match, people, offer) for offer in offers if offer not in asked_anew]
    waits = any(offer in asked_anew for offer in offers)
    return "\n".join([*answers, *([say("-# You can answer in a newer message.")] if waits else [])])


def _answered(match: Match, people: Sequence[Person], offer: Offer) -> str:
    """The notice of an offer after it was answered: what became of it."""
    if offer.kind is OfferKind.STAND_IN and offer.state is OfferState.ACCEPTED:
        return accepted(match, offer)
    if offer.kind is OfferKind.STAND_IN and offer.state is OfferState.REFUSED:
        return say(
            "The seat of {player} in {match} stays empty.", player=offered_by(match, offer), match=_linked(match)
        )
    asked_of = [person for person in asked(match, offer) if person in people and not person.is_computer]
    return say(
        _WHAT_BECAME[offer.state],
        player=offered_by(match, offer),
        other=names(asked_of or people),
        offer=offer_name(offer.kind),
        match=_linked(match),
    )


# Translators: {offer} is one of “a draw”, “a takeback”, “more time”, “a pause”, “a rematch”, “a seat” and the like.
_WHAT_BECAME: Final = {
    OfferState.OPEN: message("{player} asked {other:b} for {offer} in {match}: {other:b} has agreed."),
    OfferState.ACCEPTED: message("{player} asked {other:b} for {offer} in {match}: it was accepted."),
    OfferState.REFUSED: message("{player} asked {other:b} for {offer} in {match}: it was declined."),
    OfferState.LAPSED: message("{player} asked {other:b} for {offer} in {match}: nobody answered in time."),
    OfferState.OVERTAKEN: message(
        "{player} asked {other:b} for {offer} in {match}: the match went on without an answer."
    ),
}


_RUNS_OUT: Final = message("Your time against {opponents} is running out.")
_PUSHED: Final = {
    Notice.CHALLENGE: message("{opponents} asks you to play."),
    Notice.TURN: message("It's your turn against {opponents}."),
    **dict.fromkeys(REMINDERS, _RUNS_OUT),
    Notice.RESULT: message("Your match against {opponents} is over."),
    Notice.OFFER: message("You haven't answered {opponents} yet."),
}


def pushed(match: Match, person: Person, kind: Notice) -> Mapping[str, str]:
    """A notice for a browser: what it shows in plain text, where it leads, and which earlier one it replaces."""
    others, asking = match.opponents_of(person.id), {offer.by_id for offer in offers_to(match, person.id)}
    if kind is Notice.CHALLENGE:
        others = (match.host,)
    elif kind is Notice.OFFER:
        others = tuple(opponent for opponent in others if opponent.id in asking)
    return {
        "title": f"{match.game.name} · #{match.id}",
        "text": say(_PUSHED[kind], opponents=listed([literal_name(opponent) for opponent in others])),
        "address": f"/matches/{match.id}",
        "tag": f"match-{match.id}",
    }


def addressed(person: Person, text: str, *, in_channel: bool) -> str:
    """A text addressed to a person: after a mention in a channel, as a separate sentence in a direct message."""
    return say("{person}, {text}", person=mention(person), text=text) if in_channel else capitalized(text)


def _linked(match: Match) -> str:
    """The title of a match with a link to it or, if no message shows it, with the command that does."""
    if link(match):
        return linked(match)
    return say("{match} (`/board match:{number}` shows it)", match=title(match), number=match.id)


def thread_mark(match: Match) -> str:
    """The unique beginning of the name of a match's thread: `Furl #12:`."""
    return f"{match.game.name} #{match.id}:"


def state_tags() -> list[Tag]:
    """The tags of forum posts for the state of a match."""
    return [_tag(state) for state in dict.fromkeys(_STATES.values())]


def tags(match: Match) -> list[Tag]:
    """The tags of a match's forum post, the most important one first."""
    return [_tag(_STATES[match.state]), (shortened(match.game.name, limits.TAG_NAME),)]


def _tag(state: str) -> Tag:
    names = [say(state)]
    for code in languages():
        with speaking(code):
            names.append(say(state))
    return tuple(dict.fromkeys(shortened(name, limits.TAG_NAME) for name in names))


def thread_name(match: Match) -> str:
    """The name of a match's thread or forum post: plain text."""

    def composed(named: Callable[[Person], str]) -> str:
        players = matched([named(player) for player in match.people])
        # Discord shows such names literally, but an invisible space costs nothing and rules out mentions anywhere else.
        safe = players.replace("<", f"<{_INVISIBLE_SPACE}").replace("@", f"@{_INVISIBLE_SPACE}")
        return f"{thread_mark(match)} {safe}"

    return within(limits.THREAD_NAME, composed)
