"""Who may do something in a match, and where it may be seen."""

from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.refusals.matches import (
    HasLeft,
    MatchElsewhere,
    MatchIsOver,
    NotPlaying,
    NotStarted,
    StaleBoard,
    UnknownMatch,
)
from bot.model.replays import NeverPlayed
from rules.core import Seat


def check_visible(match: Match, actor: Actor) -> None:
    """Whether somebody may see a match from where they ask. Raises `UnknownMatch` or `MatchElsewhere`.

    In a direct message a person sees the matches that they play in or are asked to.
    """
    if actor.server_id is None and actor.person.id not in {person.id for person in match.people}:
        raise UnknownMatch(f"#{match.id}")
    if actor.server_id is not None and actor.server_id != match.place.server_id:
        raise MatchElsewhere(match.id)


def check_begun(match: Match) -> None:
    """Whether there is something to see of a match. Raises `NotStarted` or `NeverPlayed`."""
    if not match.players_are_seated:
        raise NotStarted(match) if match.state is State.OPEN else NeverPlayed(match)


def check_running(match: Match, person: Person) -> Seat:
    """The seat of `person` in a running match. Raises `NotStarted`, `MatchIsOver`, `NotPlaying` or `HasLeft`."""
    if match.state is State.OPEN:
        raise NotStarted(match)
    if match.state is not State.RUNNING:
        raise MatchIsOver(match)
    seat = match.seat_of(person.id)
    if seat is None:
        raise NotPlaying(match)
    if match.seating.has_left(seat) and not match.seating.plays_on(person.id):
        raise HasLeft(match)
    return seat


def check_revision(match: Match, revision: int | None) -> None:
    """Whether a match still has the revision that somebody saw, None if that does not matter. Raises `StaleBoard`."""
    if revision is not None and revision != match.revision:
        raise StaleBoard(match)
