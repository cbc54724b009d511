"""The list of the matches that run on a server."""

from collections.abc import Sequence
from typing import Final

from bot.model.competitions.competition import Competition, CompetitionStage
from bot.model.summary import Summary
from bot.model.weeks import WeekResult, WeekReview
from bot.texts.clocks import instant, time_left
from bot.texts.competitions import title
from bot.texts.names import lines, linked, matched, name
from rules.wording import listed, plural

_LONGEST: Final = 3700
"""Characters that the lines may have; a message holds 4000."""


def panel(matches: Sequence[Summary], count: int) -> str:
    """All matches that run on a server, `count` of them, of which `matches` come first; as many as a message holds."""
    if not matches:
        return "### Running matches\nNone right now. `/play` begins one, with people or at once with a character."
    head = "### Running matches\n-# The match with the least time left comes first."
    lines: list[str] = []
    for match in matches:
        line = _line(match)
        if sum(map(len, lines)) + len(lines) + len(line) > _LONGEST:
            break
        lines.append(line)
    more = count - len(lines)
    tail = [f"-# … and {more} more. `/games` lists yours."] if more else []
    return "\n".join((head, *lines, *tail))


def _line(match: Summary) -> str:
    """One running match: who plays it, whose turn it is and how much time is left."""
    players = matched([name(person) for person in match.people])
    turn = f" · **{name(match.to_move)}** to move" if match.to_move else ""
    left = f" · {time_left(match)}" if match.deadline else ""
    return f"- {linked(match)}: {players}{turn}{left}"


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
