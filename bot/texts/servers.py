"""Texts for servers: the panel with open challenges and running matches, and the week in review."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.model.competitions.competition import Competition, CompetitionStage
from bot.model.match import Summary
from bot.model.weeks import Week, WeekResult
from bot.texts import limits
from bot.texts.clocks import day_and_month, time_left
from bot.texts.language import bracketed, labelled, listed, message, paragraph, say
from bot.texts.names import lines, linked, matched, name

_MOST_NAMED: Final = 10  # people in one sentence
LONGEST_PANEL: Final = limits.TEXTS - 300
"""The most characters for open challenges and running matches on a panel, which says some more."""


def open_challenge(match: Summary) -> str:
    """The text of an open challenge on the panel, beside its button."""
    others = tuple(person for person in match.people if person.id != match.host.id)
    seats = match.seats - len(match.people)
    wish = say("{host:b} would like to play {match}", host=match.host, match=linked(match))
    if others:
        free = say(
            "-# {people, plural, one {{people} is} other {{people} are}} in, {seats, plural, one {# free seat} other {# free seats}}",
            people=others,
            seats=seats,
        )
    else:
        free = say("-# {seats, plural, one {# free seat} other {# free seats}}", seats=seats)
    return f"{wish}\n{free}"


OPEN_CHALLENGES: Final = message("### Who would like to play?")
"""The heading of the open challenges on the panel."""


def panel(matches: Sequence[Summary], count: int, longest: int) -> str:
    """The list of a server's running matches: as many of `matches` as fit; `count` is the number of all."""
    if not matches:
        return say(
            "### Running matches\nNone right now among people. **Play** starts one, or plays a character at once."
        )
    waiting = Counter(f"**{name(match.to_move)}**" for match in matches if match.to_move)
    waits = listed([bracketed(person, f"{number}") for person, number in waiting.most_common(_MOST_NAMED)])
    head = lines(
        say("### Running matches"),
        say("They wait for {people}.", people=waits) if waits else "",
        say("-# The match with the least time left comes first."),
    )
    rows: list[str] = []
    for match in matches:
        row = _line(match)
        if len(head) + sum(map(len, rows)) + len(rows) + len(row) > longest:
            break
        rows.append(row)
    more = count - len(rows)
    tail = [say("-# … and {count} more. `/games` lists yours.", count=more)] if more else []
    return "\n".join((head, *rows, *tail))


def _line(match: Summary) -> str:
    """The line of a running match: who plays, whose turn it is, and how much time is left."""
    parts = [
        "- " + labelled(linked(match), matched([name(person) for person in match.people])),
        say("{player:b} to move", player=match.to_move) if match.to_move else "",
        time_left(match),
    ]
    return " · ".join(filter(None, parts))


_MOST_RESULTS = 8  # lines


def week(shown: Week) -> str:
    """The first part of the week in review: who won most, and the list of the latest results."""
    results = shown.results[-_MOST_RESULTS:]
    more = len(shown.results) - len(results)
    best = listed([f"**{name(person)}** ({wins})" for person, wins in shown.most_wins])
    most_wins = say("Most wins: {people}.", people=best) if best else ""
    ended = say("{count, plural, one {# match} other {# matches}} ended.", count=len(shown.results))
    return lines(
        say("### The week from {day}", day=day_and_month(shown.monday)),
        paragraph(ended, most_wins) if best else ended,
        *(f"- {_result(result)}" for result in results),
        say("-# … and {count} more before these.", count=more) if more else "",
    )


def highlights(shown: Week) -> str:
    """The second part: upsets, streaks and the match of the week; empty if there are none."""
    return lines(
        *(
            say(
                # Translators: {result} is a match and who won it, as in “Furl · match #3: Ada beat Ben”.
                "🎯 **Upset:** {result}, against a rating {points, plural, one {# point} other {# points}} higher.",
                result=_result(upset),
                points=upset.surprise,
            )
            for upset in shown.upsets
        ),
        *(say("🔥 {person:b} has won {wins} in a row.", person=run.person, wins=run.wins) for run in shown.streaks),
        # Translators: {result} is a match and who won it, as in “Furl · match #3: Ada beat Ben”.
        say("**Match of the week:** {result}.", result=_result(shown.best)) if shown.best is not None else "",
    )


def coming(shown: Week) -> str:
    """The part under the picture: competitions that begin or end soon; empty if there are none."""
    return lines(*(f"📅 {_coming(season)}" for season in shown.coming))


def _coming(competition: Competition) -> str:
    if competition.stage is CompetitionStage.OPEN:
        return say(
            "{competition:b} starts {begin}: join until then.", competition=competition, begin=competition.begins_at
        )
    return say("{competition:b} ends {end}.", competition=competition, end=competition.ends_at)


def _result(week_result: WeekResult) -> str:
    winner = week_result.winner
    if winner is None:
        players = matched([name(person) for person in week_result.people])
        return say("{match}: {players}, a draw", match=linked(week_result), players=players)
    others = tuple(name(person) for person in week_result.people if person.id != winner.id)
    return say("{match}: {winner:b} beat {others}", match=linked(week_result), winner=winner, others=others)
