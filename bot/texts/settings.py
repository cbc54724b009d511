"""What a server has settled and what somebody likes."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.refusals.people import (
    NoServerHere,
    NotDays,
    NotManager,
    NotManagerOfLeagues,
    NotQuietHours,
    NotTextChannel,
    TellsOnServers,
    UnknownSetting,
    UnknownZone,
)
from bot.model.servers import Server
from bot.model.settings import Challengers, Preferences, QuietHours, Reach, Sharing, View
from bot.texts.sentence import sentence
from rules.wording import listed, plural, quotation

_REACHED = {
    Reach.CHANNEL: "In the channel",
    Reach.DIRECT: "By direct message",
    Reach.BOTH: "In the channel and by direct message",
}
_REACHED_IN_FULL = {
    Reach.CHANNEL: "a mention in the match's channel",
    Reach.DIRECT: "a direct message (a mention in the channel where that is closed to Furlong)",
    Reach.BOTH: "a mention in the match's channel and a direct message",
}
_CHALLENGERS = {
    Challengers.EVERYONE: "Everyone",
    Challengers.PLAYED: "People I have played",
    Challengers.NOBODY: "Nobody",
}
_CHALLENGERS_IN_FULL = {
    Challengers.EVERYONE: "everyone; `/block` keeps single people from it",
    Challengers.PLAYED: "people whom you have played; your open challenges are for everyone",
    Challengers.NOBODY: "nobody, nor offer you anything in a match; your open challenges are for everyone",
}
_VIEWS = {View.USUAL: "As everybody sees them", View.OWN: "From my side, where they have sides"}
_SHARINGS = {
    Sharing.NEVER: "No puzzles from my matches",
    Sharing.UNNAMED: "Puzzles from my matches, without my name",
    Sharing.NAMED: "Puzzles from my matches may name me",
}
_SHARINGS_IN_FULL = {
    Sharing.NEVER: "none are made",
    Sharing.UNNAMED: "positions may become puzzles for their server, without your name",
    Sharing.NAMED: "positions may become puzzles for their server, with your name if all players agree to that",
}


def limit(count: int | None) -> str:
    """How long a player has for a move."""
    return "no limit" if count is None else plural(count, "day")


def limit_choice(count: int | None, *, is_usual: bool) -> str:
    """How long a player could have for a move, in a list of suggestions."""
    return f"{limit(count)} (usual here)" if is_usual else limit(count)


def server_settings(server: Server, theme: str, *, has_forum: bool) -> str:
    """What is settled for a server; `theme` is what people call its pictures, `has_forum` whether its channel is one."""
    where = "any channel" if server.channel_id is None else f"only <#{server.channel_id}> and its threads"
    boards = "in a thread for every match" if server.uses_threads else "in the channel itself"
    if has_forum:
        where = f"<#{server.channel_id}>, wherever somebody uses `/play`"
        boards = "in a post for every match"
    panel = "none" if server.panel_channel_id is None else f"lists all running matches in <#{server.panel_channel_id}>"
    week = "none" if server.review_channel_id is None else f"in <#{server.review_channel_id}>"
    puzzles = "none" if server.puzzle_channel_id is None else f"in <#{server.puzzle_channel_id}>"
    return (
        "### Settings of this server\n"
        f"**Time for a move:** {limit(server.days)}, unless a challenge says otherwise\n"
        f"**Matches begin in:** {where}\n"
        f"**Boards stand:** {boards}\n"
        f"**Panel:** {panel}\n"
        f"**Puzzle of the day:** {puzzles}\n"
        f"**Week in review:** {week}\n"
        f"**Open challenges wait:** {limit(server.challenge_days)}\n"
        f"**Pictures:** {theme}\n"
        "-# Times and threads are for matches proposed from now on. To name another channel, use `/server channel:` or "
        "`/server panel:`."
    )


def waiting_option(count: int | None) -> str:
    """How long an open challenge waits, as it stands in a menu."""
    return f"Open challenges wait {'without limit' if count is None else plural(count, 'day')}"


def waiting_menu_hint() -> str:
    """Over the choices of how long an open challenge waits."""
    return "How long open challenges wait"


def time_menu_hint() -> str:
    """Over the choices of days for a move."""
    return "Time for a move"


def theme_menu_hint() -> str:
    """Over the choices of pictures."""
    return "How pictures look"


def theme_option(theme: str) -> str:
    """A choice of pictures, as it stands in a menu."""
    return f"Pictures: {theme}"


def move_time_option(count: int | None) -> str:
    """A choice of days for a move, as it stands in a menu."""
    return "No time limit" if count is None else f"{plural(count, 'day')} for a move"


def own_settings(liked: Preferences, now: datetime, without_sides: Sequence[str]) -> str:
    """What somebody likes; `without_sides` are games whose boards nobody can see from another side."""
    local = liked.local(now)
    until = liked.quiet_until(now)
    lines = [
        "### Your settings, on every server",
        f"**When it is your turn:** {_REACHED_IN_FULL[liked.reach]}",
        f"**Quiet hours:** {_quiet_in_full(liked.quiet)}",
        f"**Time zone:** {liked.time_zone}, where it is {local:%H:%M} now",
        f"**Boards for you alone:** {_view_in_full(liked.view, without_sides)}",
        f"**Who may challenge you:** {_CHALLENGERS_IN_FULL[liked.challengers]}",
        f"**Puzzles from your finished matches:** {_SHARINGS_IN_FULL[liked.sharing]}",
    ]
    if until is not None:
        lines.append(f"Your quiet hours have begun: messages wait until {liked.local(until):%H:%M}.")
    lines.append(
        "-# You can type other hours and zones than those in the menus: `/settings me quiet:21:30-06:45`, "
        "`/settings me zone:` and a city."
    )
    return "\n".join(lines)


def _view_in_full(side: View, without_sides: Sequence[str]) -> str:
    if side is View.USUAL:
        return "as everybody sees them"
    return f"from your side (the picker and `/board`); {listed(without_sides)} have no sides and stay as they are"


def _quiet_in_full(hours: QuietHours | None) -> str:
    return "none" if hours is None else f"{quiet(hours)}; messages wait until they are over, but your clocks run on"


def reach(how: Reach) -> str:
    """A way to be told, in a list of choices."""
    return _REACHED[how]


def reach_option(how: Reach) -> str:
    """A way to be told, as it stands in a menu."""
    return f"Tell me {_continued(_REACHED[how])}"


def reach_menu_hint() -> str:
    """Over the ways to be told."""
    return "How Furlong tells you"


def view(side: View) -> str:
    """A side from which boards are seen, in a list of choices."""
    return _VIEWS[side]


def view_option(side: View) -> str:
    """A side from which boards are seen, as it stands in a menu."""
    return f"Boards {_continued(_VIEWS[side])}"


def view_menu_hint() -> str:
    """Over the sides from which boards are seen."""
    return "How you see boards"


def challengers(who: Challengers) -> str:
    """Who may challenge somebody, in a list of choices."""
    return _CHALLENGERS[who]


def challengers_option(who: Challengers) -> str:
    """Who may challenge somebody, as it stands in a menu."""
    return f"Challenges from {_continued(_CHALLENGERS[who])}"


def challengers_menu_hint() -> str:
    """Over the choices of who may challenge somebody."""
    return "Who may challenge you"


def _continued(text: str) -> str:
    """What stands alone in a list, within a sentence."""
    return f"{text[0].lower()}{text[1:]}"


def sharing(how: Sharing) -> str:
    """What may become of somebody's finished matches, in a list of choices and in a menu."""
    return _SHARINGS[how]


def sharing_menu_hint() -> str:
    """Over the choices of what may become of somebody's finished matches."""
    return "Puzzles from your matches"


def quiet(hours: QuietHours | None) -> str:
    """Quiet hours, as they can be typed."""
    return "off" if hours is None else f"{_clock(hours.begin)}-{_clock(hours.end)}"


def quiet_option(hours: QuietHours | None) -> str:
    """Quiet hours, as they stand in a menu."""
    return "No quiet hours" if hours is None else f"Quiet from {_clock(hours.begin)} to {_clock(hours.end)}"


def quiet_menu_hint() -> str:
    """Over the choices of quiet hours."""
    return "Quiet hours"


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def zone_choice(zone: str, local: datetime) -> str:
    """A time zone in a list of choices, with what its clocks show."""
    return f"{zone.replace('_', ' ')} ({local:%H:%M} now)"


def zone_menu_hint() -> str:
    """Over the choices of time zones."""
    return "Time zone"


@sentence.register
def _(_error: NoServerHere) -> str:
    return "Use `/server` in a channel of the server that you mean. `/settings me` works here too."


@sentence.register
def _(_error: NotManager) -> str:
    return (
        "Only people with the permission **Manage Server** can change the settings of a server or act on matches of others, and you do not have it. "
        "`/settings me` is for everybody."
    )


@sentence.register
def _(_error: TellsOnServers) -> str:
    return (
        "Every server has its own players: use `/settings me tell:` in a channel of the server on which you want to be told. "
        "Nothing has changed."
    )


@sentence.register
def _(_error: NotManagerOfLeagues) -> str:
    return (
        "Only people with the permission **Manage Server** can open and look after leagues, and you do not have it. "
        "`/league join` and `/league table` are for everybody."
    )


@sentence.register
def _(error: NotTextChannel) -> str:
    return f"<#{error.channel_id}> is not a text channel of this server. Choose one that is."


@sentence.register
def _(error: NotDays) -> str:
    without = ", or `no limit`" if error.may_be_none else ""
    return (
        f"{quotation(error.text)} does not work here. Write a number of days from {error.least} to "
        f"{error.most}, such as `{min(3, error.most)}` or `{plural(error.most, 'day')}`{without}."
    )


@sentence.register
def _(error: NotQuietHours) -> str:
    return (
        f"{quotation(error.text)} does not work as quiet hours. Write when they begin and when they end, such as "
        "`22-7` or `22:00-07:30`, or `off` for none."
    )


@sentence.register
def _(error: UnknownZone) -> str:
    similar = listed([f"`{zone}`" for zone in error.similar], "or") or "`Europe/Berlin` or `America/New_York`"
    return (
        f"There is no time zone called {quotation(error.text)}. Write a region and a large city that has the "
        f"same time as you, such as {similar}: the command suggests them while you type."
    )


@sentence.register
def _(error: UnknownSetting) -> str:
    return f"{quotation(error.text)} is not one of the choices. Choose one that is suggested."
