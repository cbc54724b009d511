"""Texts about moderators' interventions: the answers, the messages to the players concerned, and the log."""

from typing import Final

from bot.model.competitions.competition import full_name
from bot.model.match import Match, State
from bot.model.moderation import CompetitionSubject, Intervention, InterventionKind, InterventionPage
from bot.model.people import Person
from bot.texts.clocks import instant
from bot.texts.names import because, lines, manager, name, numbered, page_of, plain_text, title
from rules import GAMES
from rules.wording import plural

_CALLED_OFF: Final = ("called off", "called off {subject}")
_TAKEN_OUT: Final = ("taken you out of", "took {person} out of {subject}")
_DEEDS: Final = {
    InterventionKind.CANCEL: _CALLED_OFF,
    InterventionKind.CLOSE: ("closed your challenge:", "closed {subject}, a challenge of {person}"),
    InterventionKind.REMOVE: _TAKEN_OUT,
    InterventionKind.WITHDRAW: _TAKEN_OUT,
    InterventionKind.CALL_OFF: _CALLED_OFF,
}
"""By kind, the words for the player concerned and the words for the log."""


def concerned(done: Intervention) -> str:
    """The message to a player concerned; it can follow the player's name."""
    return f"{manager(done.by)} has {_DEEDS[done.kind][0]} **{_subject(done)}**{because(done.reason)}."


def _subject(done: Intervention) -> str:
    """The title of the match or competition."""
    subject = done.subject
    if isinstance(subject, CompetitionSubject):
        return plain_text(full_name(subject.competition, subject.season))
    return numbered(GAMES[subject.game], subject.match)


def done_to(match: Match, person: Person | None) -> str:
    """The answer to a moderator who has called off a match, closed a challenge or removed a person."""
    if person is None or match.state is State.CALLED_OFF:
        return f"**{title(match)}** is called off, and those in it are told."
    return f"**{name(person)}** is out of **{title(match)}**, and those in it are told."


def closed(count: int, channel_id: int) -> str:
    """The answer to a moderator who has closed the challenges in a channel."""
    if not count:
        return f"No challenge waits in <#{channel_id}>."
    return f"{plural(count, 'challenge is', 'challenges are')} closed in <#{channel_id}>, and the people who opened them are told."


def log(page: InterventionPage) -> str:
    """A page of the log of interventions."""
    if not page.done:
        return "### What was done\nNothing yet: `/manage cancel`, `remove` and `close` are listed here, with who did it and why."
    return lines("### What was done", *map(_line, page.done), page_of(page.page, page.pages) if page.pages > 1 else "")


def _line(done: Intervention) -> str:
    person = f"**{name(done.person)}**" if done.person else "a player"
    deed = _DEEDS[done.kind][1].format(subject=_subject(done), person=person)
    return f"- {instant(done.at, 'f')}: **{name(done.by)}** {deed}{because(done.reason)}."
