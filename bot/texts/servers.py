"""Texts for servers: settings, the panel with open challenges and running matches, and the week in review."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import render
from bot.model.clock import FEWEST_DAYS, MOST_DAYS
from bot.model.competitions.competition import Competition, CompetitionStage
from bot.model.durations import limit_in
from bot.model.match import Summary
from bot.model.refusals.people import UnknownSetting
from bot.model.servers import CHALLENGE_DAYS, MOST_CHALLENGE_DAYS, Server
from bot.model.weeks import Week, WeekResult
from bot.texts.clocks import instant, time_left
from bot.texts.competitions import title
from bot.texts.language import message
from bot.texts.names import lines, linked, matched, name, names_with
from bot.texts.settings import Setting, language_setting, limit
from rules.wording import listed, plural

_MOST_NAMED: Final = 10
LONGEST_PANEL: Final = 3700
"""The most characters for open challenges and running matches on a panel; a message holds 4000."""


def open_challenge(match: Summary) -> str:
    """The text of an open challenge on the panel, beside its button."""
    others = [person for person in match.people if person.id != match.host.id]
    joined = f"{names_with(others, 'is', 'are')} in, " if others else ""
    seats = plural(match.seats - len(match.people), "free seat")
    return f"**{name(match.host)}** would like to play {linked(match)}\n-# {joined}{seats}"


OPEN_CHALLENGES: Final = "### Who would like to play?"
"""The heading of the open challenges on the panel."""


def panel(matches: Sequence[Summary], count: int, longest: int) -> str:
    """The list of a server's running matches: as many of `matches` as fit; `count` is the number of all."""
    if not matches:
        return "### Running matches\nNone right now among people. **Play** begins one, or plays a character at once."
    waiting = Counter(f"**{name(match.to_move)}**" for match in matches if match.to_move)
    waits = listed([f"{person} ({number})" for person, number in waiting.most_common(_MOST_NAMED)])
    order = "-# The match with the least time left comes first."
    head = lines("### Running matches", f"They wait for {waits}." if waits else "", order)
    rows: list[str] = []
    for match in matches:
        row = _line(match)
        if len(head) + sum(map(len, rows)) + len(rows) + len(row) > longest:
            break
        rows.append(row)
    more = count - len(rows)
    tail = [f"-# … and {more} more. `/games` lists yours."] if more else []
    return "\n".join((head, *rows, *tail))


def _line(match: Summary) -> str:
    """The line of a running match: who plays, whose turn it is, and how much time is left."""
    players = matched([name(person) for person in match.people])
    turn = f" · **{name(match.to_move)}** to move" if match.to_move else ""
    left = f" · {time_left(match)}" if match.deadline else ""
    return f"- {linked(match)}: {players}{turn}{left}"


_MOST_RESULTS = 8


def week(shown: Week) -> str:
    """The first part of the week in review: who won most, and the list of the latest results."""
    results = shown.results[-_MOST_RESULTS:]
    more = len(shown.results) - len(results)
    best = listed([f"**{name(person)}** ({wins})" for person, wins in shown.most_wins])
    return lines(
        f"### The week from {shown.monday.day} {shown.monday:%B}",
        f"{plural(len(shown.results), 'match', 'matches')} ended.{f' Most wins: {best}.' if best else ''}",
        *(f"- {_result(one)}" for one in results),
        f"-# … and {more} more before these." if more else "",
    )


def highlights(shown: Week) -> str:
    """The second part: upsets, streaks and the match of the week; empty if there are none."""
    return lines(
        *(f"🎯 **Upset:** {_result(one)}, against a rating {one.surprise} points higher." for one in shown.upsets),
        *(f"🔥 **{name(one.person)}** has won {one.wins} in a row." for one in shown.streaks),
        f"**Match of the week:** {_result(shown.best)}." if shown.best is not None else "",
    )


def coming(shown: Week) -> str:
    """The part under the picture: competitions that begin or end soon; empty if there are none."""
    return lines(*(f"📅 {_coming(one)}" for one in shown.coming))


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


_NONE: Final = "none"
_LARGEST_ID: Final = 2**63 - 1
_WAITS: Final = (1, 2, 3, CHALLENGE_DAYS, 14, MOST_CHALLENGE_DAYS, None)


def server_settings(server: Server, now: datetime, *, has_forum: bool, has_page: bool) -> str:
    """The card with the settings of a server, whose matches are in a forum if it `has_forum`.

    The settings of the page are shown only if the bot `has_page`.
    """
    in_forum = {
        "channel": f"<#{server.channel_id}>, wherever `/play` is used",
        "threads": "in a post for every match",
    }
    values = {one.name: one.in_full(getattr(server, one.stored_as), now) for one in SETTINGS}
    values |= in_forum if has_forum else {}
    return lines(
        "### Settings of this server",
        *(f"**{one.title}:** {values[one.name]}" for one in SETTINGS if one.name != "pages" or has_page),
        "-# Times and threads apply to matches from now on. To name another channel, use `/server channel:` or "
        "`/server panel:`.",
    )


def _channel_in(text: str) -> int | None:
    """The id of a channel in a text; 0, which is no channel's id, if the text has none."""
    if text == _NONE:
        return None
    return int(text) if text.isascii() and text.isdecimal() and int(text) <= _LARGEST_ID else 0


def _channel(here: str, nowhere: str, sentence: str = "in <#{}>", none: str = "none", **given: Any) -> Setting:
    """A setting for a channel: `here` and `nowhere` label its buttons, `sentence` and `none` show it on the card."""

    def buttons(present: int | None, channel_id: int | None) -> Mapping[str, str]:
        change = {} if channel_id in (None, present) else {here: str(channel_id)}
        return change if present is None else {**change, nowhere: _NONE}

    def in_full(channel_id: int | None, _now: datetime) -> str:
        return none if channel_id is None else sentence.format(channel_id)

    return Setting(read=_channel_in, in_full=in_full, buttons=buttons, **given)


class _Value(NamedTuple):
    """A value of a switch: as typed, in the menu, on the card, and on the button that selects it."""

    typed: str
    choice: str
    in_full: str
    button: str


def _switch(yes: _Value, no: _Value, **given: Any) -> Setting:
    """A setting with two values, true and false."""
    return Setting(
        read=lambda text: text == yes.typed,
        in_full=lambda is_on, _now: yes.in_full if is_on else no.in_full,
        choices={value.typed: value.choice for value in (yes, no)},
        buttons=lambda is_on, _here: {no.button: no.typed} if is_on else {yes.button: yes.typed},
        **given,
    )


def _theme(text: str) -> str:
    if text not in render.THEMES:
        raise UnknownSetting(text)
    return text


def _theme_called(key: str) -> str:
    return render.THEMES.get(key) or next(iter(render.THEMES.values()))


SETTINGS: Final = (
    language_setting(
        message("The language of the community"),
        message("that of the community, if Discord knows it, otherwise English"),
        description=message("The language of what everybody sees in the channels of this server"),
        hint=message("The language of the channels"),
    ),
    Setting(
        name="days",
        stored_as="days",
        title="Time for a move",
        description="How long a player has for a move unless a challenge says otherwise, such as 3 days, or no limit",
        read=limit_in,
        in_full=lambda days, _now: f"{limit(days)}, unless a challenge says otherwise",
        values=lambda _present: (*range(FEWEST_DAYS, MOST_DAYS + 1), None),
        typed=limit,
        option=lambda days, _now: "No time limit" if days is None else f"{limit(days)} for a move",
    ),
    _channel(
        name="channel",
        stored_as="channel_id",
        title="Matches begin in",
        description="The only channel where matches may begin, or in its threads; or a forum with a post for every match",
        sentence="only <#{}> and its threads",
        none="any channel",
        here="Matches only here",
        nowhere="Allow every channel",
    ),
    _switch(
        name="threads",
        stored_as="uses_threads",
        title="Boards are shown",
        description="Whether every match gets a thread of its own for its boards",
        yes=_Value("on", "One for every match", "in a thread for every match", "A thread for every match"),
        no=_Value("off", "None", "in the channel itself", "No threads"),
    ),
    _channel(
        name="panel",
        stored_as="panel_channel_id",
        title="Panel",
        description="Where a message shows open challenges with Join, all running matches, and whom they wait for",
        sentence="shows open challenges and running matches in <#{}>",
        here="Panel here",
        nowhere="Remove the panel",
    ),
    _channel(
        name="puzzles",
        stored_as="puzzle_channel_id",
        title="Puzzle of the day",
        description="Where the puzzle of the day is posted every day; it is behind Puzzle in any case",
        none="behind **Puzzle**, and posted nowhere",
        here="Daily puzzle here",
        nowhere="No daily puzzle",
    ),
    _channel(
        name="week",
        stored_as="review_channel_id",
        title="Week in review",
        description="Where the week in review is posted every Monday, if anything has happened",
        here="Week in review here",
        nowhere="No week in review",
    ),
    Setting(
        name="challenges",
        stored_as="challenge_days",
        title="Open challenges wait",
        description="How long an open challenge waits for players, such as 7 days, or no limit",
        hint="How long open challenges wait",
        read=lambda text: limit_in(text, MOST_CHALLENGE_DAYS),
        in_full=lambda days, _now: limit(days),
        values=lambda present: _WAITS if present in _WAITS else (present, *_WAITS),
        typed=lambda days: _NONE if days is None else f"{days}",
        option=lambda days, _now: f"Open challenges wait {'without limit' if days is None else limit(days)}",
    ),
    _switch(
        name="pages",
        stored_as="has_public_pages",
        title="Watching on the page",
        description="Whether anyone who has the link may watch matches of this server in a browser, without signing in",
        yes=_Value("on", "Anyone who has the link", "anyone who has the link", "Anyone may watch"),
        no=_Value("off", "Only members", "only members of this server", "Only members watch"),
    ),
    _switch(
        name="voters",
        stored_as="lets_new_accounts_vote",
        title="Votes on moves",
        description="Whether accounts younger than a week vote where the channel plays",
        yes=_Value("all", "Everybody in the channel", "everybody in the channel", "Everybody votes"),
        no=_Value(
            "older",
            "Accounts that are a week old or more",
            "accounts that are a week old or more",
            "No votes of new accounts",
        ),
    ),
    Setting(
        name="theme",
        stored_as="theme",
        title="Pictures",
        description="How pictures look",
        hint="How pictures look",
        read=_theme,
        in_full=lambda key, _now: _theme_called(key),
        values=lambda _present: list(render.THEMES),
        option=lambda key, _now: f"Pictures: {_theme_called(key)}",
        choices=render.THEMES,
    ),
)
"""The settings of servers, in the order of the card and the command."""
