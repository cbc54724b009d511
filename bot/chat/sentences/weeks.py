"""The week in review."""

from bot.chat.sentences.clocks import instant
from bot.chat.sentences.competitions import title
from bot.chat.sentences.names import lines, linked, matched, name
from bot.model.competitions.competition import Competition, CompetitionStage
from bot.model.week import WeekResult, WeekReview
from rules.wording import listed, plural

_MOST_RESULTS = 8


def week(review: WeekReview) -> str:
    """At the top: who has won most, and the latest results as a list."""
    results = review.results[-_MOST_RESULTS:]
    more = len(review.results) - len(results)
    best = listed([f"**{name(person)}** ({wins})" for person, wins in review.most_wins])
    return lines(
        f"### The week from {review.monday.day} {review.monday:%B}",
        f"{plural(len(review.results), 'match', 'matches')} came to an end.{f' Most wins: {best}.' if best else ''}",
        *(f"- {_result(one)}" for one in results),
        f"-# … and {more} more before these." if more else "",
    )


def highlights(review: WeekReview) -> str:
    """Below that, apart from the list of results: upsets, streaks and the match of the week; empty if there is nothing."""
    return lines(
        *(f"🎯 **Upset:** {_result(one)}, against a rating {one.surprise} points higher." for one in review.upsets),
        *(f"🔥 **{name(one.person)}** has won {one.wins} in a row." for one in review.streaks),
        f"**Match of the week:** {_result(review.best)}." if review.best is not None else "",
    )


def coming(review: WeekReview) -> str:
    """Under the picture: what begins and ends soon; empty if nothing does."""
    return lines(*(f"📅 {_coming(one)}" for one in review.coming))


def _coming(competition: Competition) -> str:
    if competition.stage is CompetitionStage.OPEN:
        return f"**{title(competition)}** begins {instant(competition.begins_at)}: join until then."
    return f"**{title(competition)}** ends {instant(competition.ends_at)}."


def _result(one: WeekResult) -> str:
    winner = one.winner
    if winner is None:
        return f"{linked(one)}: {matched([name(person) for person in one.people])}, a draw"
    others = listed([name(person) for person in one.people if person.id != winner.id])
    return f"{linked(one)}: **{name(winner)}** beat {others}"
