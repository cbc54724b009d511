"""Adding an entry to a record, with all that follows from it for the match. Functions over a `MatchChange`."""

from bot.actions.change import MatchChange
from bot.model.endlessness import is_endless
from bot.model.history import Cause, History
from bot.model.match import State
from bot.model.offers.conditions import is_overtaken
from bot.model.offers.repetition import shared_places
from bot.model.progress import advance
from bot.model.result import Ending, Result
from rules.core import Move, Seat
from rules.record import retired_seat


def enter(change: MatchChange, seat: Seat, token: Move, cause: Cause | None = None) -> None:
    """Add an entry of `seat` to the record, with all that follows from it."""
    match = change.match
    before = match.position.turn
    history = advance(match.history, seat, token, match.fairness.dice if match.fairness else None, cause)
    change.update(history=history, revision=match.revision + history.ply - match.ply, changed_at=change.now)
    # Whoever is to move does not gain time by somebody else's leaving.
    if retired_seat(token) is None or history.position.turn != before:
        change.start_clock(change.match.to_move)
    change.overtake_offers(lambda offer: is_overtaken(match, offer, seat, token))
    _end_if_over(change, history)
    # One message and one ping a turn: somebody who leaves while another is to move is told of on the present board, and
    # a turn that comes to a character is nobody's to be told of.
    change.announce(is_new_message=history.position.turn != before and not change.match.is_thinking)


def _end_if_over(change: MatchChange, history: History) -> None:
    outcome = history.position.outcome()
    if outcome is not None:
        change.end(State.FINISHED, Result(Ending.RULES, outcome.places, outcome.points))
    elif is_endless(change.match):
        change.end(State.FINISHED, Result(Ending.ENDLESS, shared_places(change.match)))


def end_if_deserted(change: MatchChange, ending: Ending, seat: Seat) -> None:
    """End a match that goes on without the last person, who has just left `seat`: characters do not play by themselves."""
    match = change.match
    if match.state is State.RUNNING and all(player.is_character for player in match.seating.staying.values()):
        change.end(State.FINISHED, Result(ending, shared_places(match), by=match.players[seat]))
