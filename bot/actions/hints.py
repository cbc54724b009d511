"""Hints: who may ask for one, and keeping count of them."""

from bot.actions.change import MatchChange, check_revision, check_running
from bot.model.match import HintGiven, Match
from bot.model.people import Person
from bot.model.refusals.matches import NoHints, NotYourTurn
from rules.core import Seat


def check_may_ask(match: Match, person: Person, revision: int | None = None) -> Seat:
    """The seat of a person who may get a hint; with `revision`, only for the board of that revision.

    Raises `NoHints`, `NotYourTurn`, `StaleBoard` or what `check_running` raises.
    """
    seat = check_running(match, person)
    check_revision(match, revision)
    if not match.has_hints:
        raise NoHints(match)
    if match.position.turn != seat:
        raise NotYourTurn(match)
    return seat


def note_hint(change: MatchChange, person: Person, revision: int) -> None:
    """Count a hint for a board; a second one for the same board does not count. Raises what `check_may_ask` raises."""
    hint = HintGiven(check_may_ask(change.match, person, revision), revision)
    if hint not in change.match.hints_given:
        change.update(hints_given=(*change.match.hints_given, hint))
        change.announce(is_new_message=False)
