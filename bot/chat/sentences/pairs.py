"""Two matches of the same people with the sides swapped: where the other is, and what has come of both."""

from bot.chat.sentences.names import name, numbered
from bot.chat.sentences.tables import points
from bot.model.match import Match


def of_pair(match: Match) -> str:
    """Under one of two matches with sides swapped: where the other is, or what has come of both; empty for all others."""
    twin = match.twin
    if twin is None:
        return ""
    other = numbered(match.game, twin.id)
    if match.result is None or not match.result.places or not twin.places:
        return f"-# Both sides are played: the other match is {other}."
    first, second = match.players
    scores = {first: 0.0, second: 0.0}
    for seated, places in (((first, second), match.result.places), ((second, first), twin.places)):
        for player, place in zip(seated, places, strict=True):
            scores[player] += 0.5 if len(set(places)) == 1 else float(place == 1)
    text = ", ".join(f"**{name(player)}** {points(score)}" for player, score in scores.items())
    return f"Both matches, with {other}: {text}."
