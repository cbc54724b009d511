"""Texts about moderators' interventions: the answers, the messages to the players concerned, and the log."""

# Translators: {subject} is a match, a competition or an engine by its name; {reason} is what the manager typed, in brackets
# after a space, or nothing.

from collections.abc import Sequence
from typing import Final

from bot.model.match import Match, State
from bot.model.moderation import CompetitionSubject, EngineSubject, Intervention, InterventionKind, InterventionPage
from bot.model.people import Person
from bot.texts.language import message, paragraph, say
from bot.texts.names import because, game_name, lines, manager, numbered, page_of, plain_text, season_title, title

_CALLED_OFF: Final = (
    message("{manager} has called off **{subject}**{reason}."),
    message("- {at}: {manager:b} called off {subject}{reason}."),
)
_TAKEN_OUT: Final = (
    message("{manager} has taken you out of **{subject}**{reason}."),
    message("- {at}: {manager:b} took {person:b} out of {subject}{reason}."),
)
_DEEDS: Final = {
    InterventionKind.CANCEL: _CALLED_OFF,
    InterventionKind.CLOSE: (
        message("{manager} has closed your challenge: **{subject}**{reason}."),
        message("- {at}: {manager:b} closed {subject}, a challenge of {person:b}{reason}."),
    ),
    InterventionKind.REMOVE: _TAKEN_OUT,
    InterventionKind.WITHDRAW: _TAKEN_OUT,
    InterventionKind.CALL_OFF: _CALLED_OFF,
    InterventionKind.ENGINE: (
        message("{manager} has removed your engine **{subject}**, and its matches have ended."),
        message("- {at}: {manager:b} removed {subject}, an engine of {person:b}."),
    ),
}
"""By kind, the message to the player concerned and the line in the log."""


def concerned(done: Intervention, *, is_other: bool = False) -> str:
    """The message to a player concerned, or to another one in the match; it can follow the player's name."""
    to_player, _in_log = _DEEDS[done.kind]
    if is_other:
        person = done.person or say("a player")
        return say(
            "{manager} has taken {person:b} out of **{subject}**, so it's over.",
            manager=manager(done.by),
            person=person,
            subject=_subject(done),
        )
    return say(to_player, manager=manager(done.by), subject=_subject(done), reason=because(done.reason))


def _subject(done: Intervention) -> str:
    """The title of the match or competition, or the name of the engine."""
    subject = done.subject
    if isinstance(subject, EngineSubject):
        return plain_text(subject.engine)
    if isinstance(subject, CompetitionSubject):
        return plain_text(season_title(subject.competition, subject.season))
    return numbered(game_name(subject.game), subject.match)


NOTHING_DONE: Final = message("Nothing was done.")


def calling_off(match: Match) -> str:
    """The question whether to call off a match, or close a challenge."""
    then = (
        say("It counts for nobody, and everyone in it will hear about it.")
        if match.players_are_seated
        else say("The challenge is closed.")
    )
    return paragraph(say("Call off **{subject}**?", subject=title(match)), then)


def closing(count: int, channel_id: int) -> str:
    """The question whether to close the challenges in a channel."""
    return say(
        "Close {count, plural, one {# challenge} other {# challenges}} in <#{channel}>? Whoever posted them will hear about it.",
        count=count,
        channel=channel_id,
    )


def removal(match: Match, person: Person) -> str:
    """The question whether to remove a person, who may vote, from a match; `match` is how it would be afterwards."""
    recipients = (person,)
    if match.state is State.FINISHED:
        recipients = tuple(player for player in match.people if not player.is_computer)
        then = say("They lose the match, and it's over.")
    elif match.state is State.CALLED_OFF:
        then = say("The challenge is closed.")
    elif match.state is State.OPEN:
        then = say("They can't join it again for a while.")
    elif match.is_by_vote:
        then = say("They can't vote any more.")
    else:
        then = say("They leave it, and the others play on.")
    return paragraph(_whether(person, title(match)), then, _told(recipients))


def removal_from_season(season: str, person: Person) -> str:
    """The question whether to remove a person from a competition, by its name."""
    then = say("They can't join it again for a while. Once it has started, their matches end.")
    return paragraph(_whether(person, season), then, _told((person,)))


def _whether(person: Person, subject: str) -> str:
    return say("Take {person:b} out of **{subject}**?", person=person, subject=subject)


def _told(people: Sequence[Person]) -> str:
    return say("Furlong tells {people} in private, and pings nobody whose turn it isn't.", people=people)


def done_to(match: Match, person: Person | None) -> str:
    """The answer to a moderator who has called off a match, closed a challenge or removed a person."""
    if person is None or match.state is State.CALLED_OFF:
        return say("**{match}** is called off. Everyone in it will hear about it.", match=title(match))
    return say(
        "{person:b} is out of **{match}**. Everyone in it will hear about it.", person=person, match=title(match)
    )


def closed(count: int, channel_id: int) -> str:
    """The answer to a moderator who has closed the challenges in a channel."""
    if not count:
        return say("No challenges are waiting in <#{channel}>.", channel=channel_id)
    return say(
        "Closed {count, plural, one {# challenge} other {# challenges}} in <#{channel}>. Whoever posted them will hear about it.",
        count=count,
        channel=channel_id,
    )


def log(page: InterventionPage) -> str:
    """A page of the log of interventions."""
    if not page.done:
        return say(
            "### What was done\nNothing yet: `/manage cancel`, `remove` and `close` are listed here, with who did it and why."
        )
    return lines(
        say("### What was done"), *map(_line, page.done), page_of(page.page, page.pages) if page.pages > 1 else ""
    )


def _line(done: Intervention) -> str:
    _to_player, in_log = _DEEDS[done.kind]
    return say(
        in_log,
        at=done.at,
        manager=done.by,
        person=done.person or say("a player"),
        subject=_subject(done),
        reason=because(done.reason),
    )
