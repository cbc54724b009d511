"""Texts about the people and matches that somebody follows, and about everything that they are told."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.model.follows import Follow, News, settled
from bot.model.match import Match
from bot.model.replays import Replay
from bot.model.settings import Preferences
from bot.texts.boards import outcome, step
from bot.texts.language import listed, message, paragraph, say
from bot.texts.names import lines, linked, literal_name, numbered, title
from bot.texts.settings import SETTINGS, quiet
from rules import GAMES

TITLE: Final = message("What you're told")
FOLLOW: Final = message("Follow")
STOP: Final = message("Stop following")
MOVES: Final = message("Told of moves, too")
GO_ON: Final = message("Tell me of more moves")
"""The title of the screen, the labels of its buttons and its menus, and of the button under news of moves."""

_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}


def told(preferences: Preferences, games: Collection[str], now: datetime, *, has_programs: bool) -> str:
    """Everything that a person is told: of what, where and how often. `games` are the keys of those with calls here."""
    called = tuple(game.name for game in GAMES.values() if game.key in games)

    def chosen(name: str) -> str:
        setting = _BY_NAME[name]
        return setting.in_full(getattr(preferences, setting.stored_as), now)

    hours = (
        ""
        if preferences.quiet is None
        else say("Nothing comes in your quiet hours: {hours}.", hours=quiet(preferences.quiet))
    )
    told_of = [
        say("**Your turn, challenges, offers and results:** {how}.", how=chosen("notice")),
        say("**Your time running out:** {how}.", how=chosen("reminders")),
        *([say("**Open challenges here, to {games}:** once an hour at most.", games=called)] if called else []),
        say("**The matches you follow:** {how}.", how=chosen("news")),
        *(
            [
                say(
                    "**Your programs:** a direct message some days before a token ends, and when a webhook is turned off."
                )
            ]
            if has_programs
            else []
        ),
    ]
    return lines(*(f"- {line}" for line in told_of), hours)


def followed(follows: Sequence[Follow]) -> str:
    """What a person follows, or how to follow something."""
    if not follows:
        return say(
            "You follow nobody. **Follow** is on the profiles of people, and behind **More** on the boards of others: then you're told how their matches end."
        )
    return lines(say("**You follow**"), *(f"- {_with_moves(follow)}" for follow in follows))


def _with_moves(follow: Follow) -> str:
    what = f"**{name_of(follow)}**"
    return say("{match}, and its moves", match=what) if follow.has_moves else what


def of_moves(follow: Follow) -> str:
    """What a person is told of a match that they follow, in a menu that changes it."""
    if follow.has_moves:
        return say("You're told of its moves, five moves late")
    return say("You're told of its end alone")


def name_of(follow: Follow) -> str:
    """The name of whom or what somebody follows, as plain text."""
    if follow.match_id is None:
        return say("another player") if follow.person is None else literal_name(follow.person)
    return f"#{follow.match_id}" if follow.game is None else numbered(follow.game.name, follow.match_id)


def news(told: News) -> str:
    """The direct message to a follower about matches that are over, and about moves that are old enough in others."""
    over = told.over
    # Translators: {match} is a title such as “Furl · match #3”; {players} are all who play in it.
    among = [say("{match}, {players}.", match=linked(match), players=match.players) for match in over]
    ended = [f"- {paragraph(line, outcome(match))}" for line, match in zip(among, over, strict=True)]
    return lines(say("News of whom you follow:"), *ended, *(f"- {_moved(match)}" for match in told.moved))


def _moved(match: Match) -> str:
    """A line about moves in a match, which says nothing of the latest and leads to none of them."""
    then = Replay.of(match).at(settled(match.ply))
    among = say("{match}, {players}.", match=title(match), players=match.players)
    return paragraph(among, f"{say('Step {number}', number=then.last)} · {step(then, then.last)}")


def pushed(told: News) -> Mapping[str, str]:
    """The same for a browser: what it shows in plain text, where it leads, and which earlier one it replaces."""
    first = told.matches[0]
    ply = "" if first in told.over else f"/replay?ply={settled(first.ply)}"
    over, moved = (listed([title(match) for match in part]) for part in (told.over, told.moved))
    texts = [
        say("These matches are over: {matches}", matches=over) if over else "",
        say("There are moves in: {matches}", matches=moved) if moved else "",
    ]
    return {
        "title": say("News of whom you follow"),
        "text": lines(*texts),
        "address": f"/matches/{first.id}{ply}",
        "tag": "follows",
    }
