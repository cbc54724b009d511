"""What a message about a match tells of."""

from bot.model.match import Match


def plies_of_news(match: Match) -> range:
    """The plies of what a new message tells of: all since the board shown until now, at least the latest turns."""
    turn = match.ply - len(match.latest_turns)
    return range(min(turn, match.place.message_ply or 0) + 1, match.ply + 1)


def plies_of_answer(match: Match) -> range:
    """The plies of what characters have done since the turn of the one person who plays with them; else none."""
    first, end = match.ply - len(match.latest_turns) + 1, match.ply + 1
    plies = range(first, end) if match.is_solitary else range(0)
    return range(next((ply for ply in plies if match.is_by_character(match.history.steps[ply - 1])), end), end)
