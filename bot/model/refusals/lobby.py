"""Refusals in the lobby, where people of all servers meet."""

from datetime import datetime

from bot.model.refusals import MatchRefusal, Refusal


class LobbyClosedHere(Refusal):
    """The managers of this server have closed the lobby for it, so nothing is posted or accepted here that is for everyone on Furlong. Open challenges for this server work as usual."""


class LobbyNotOpened(Refusal):
    """Members of this server can accept challenges of other servers. Before they post their own, a manager has to allow it once, with `/server lobby:post`. An open challenge for this server works as usual."""


class LobbyHidden(Refusal):
    """You've hidden from the lobby, so you neither post nor accept there. `/settings lobby:shown` brings you back."""


class LobbyMuted(Refusal):
    """The host of Furlong has closed the lobby and matches between servers for you or for this server. Everything else works as usual."""


class LobbyForOpen(Refusal):
    """Only an open challenge with a time limit can be for everyone on Furlong: name nobody, set a time, and leave out votes."""


class PostedTooOften(Refusal):
    """You've posted {most, plural, one {# challenge} other {# challenges}} for everyone on Furlong within a day, and that's the limit. You can post another one {again_at:R}, or one for this server now."""

    most: int
    again_at: datetime


class ReportedTooOften(Refusal):
    """You've reported {most, plural, one {# match} other {# matches}} within a day, and that's the limit. Please come back tomorrow. `/block` keeps somebody away from you at once."""

    most: int


class NotAmongStrangers(MatchRefusal):
    """Only matches that began as challenges for everyone on Furlong, and those of server matches, can be reported to its host. On your server, ask its managers; `/block` keeps somebody away from you at once."""


class ServerFillsLobby(Refusal):
    """{most, plural, one {# challenge} other {# challenges}} of this server already wait in the lobby, and that's the limit. Accept one there, or post yours for this server now."""

    most: int


class ClosedForAbsence(Refusal):
    """Somebody in the lobby waited for your first move in vain, so it's closed for you until {until:f}. It's twice as long each time; a match from there that you play clears that."""

    until: datetime


class LosesOnTime(Refusal):
    """You've lost more than a fifth of your latest {latest} matches from the lobby on time, so you can't begin another one there yet. Each is forgotten after 90 days, and you can play everywhere else."""

    latest: int


class UsedUpTime(Refusal):
    """You lost your latest match from the lobby on time. Until you've finished another one, you can have {most, plural, one {# match} other {# matches}} from there at a time."""

    most: int


class FirstMatches(Refusal):
    """Until you've finished {finished, plural, one {# match} other {# matches}} from the lobby, you can have {most, plural, one {# match} other {# matches}} from there at a time. Finish one first, or withdraw a challenge."""

    most: int
    finished: int


class TooYoungToCount(Refusal):
    """Accounts younger than {days, plural, one {# day} other {# days}} play casual matches in the lobby, because nobody knows their strength yet."""

    days: int


class NotMatched(MatchRefusal):
    """This challenge isn't for you, or not yet: people meet in the lobby who are about as strong, and the longer a challenge waits, the more it's open to. `/games` shows what you can accept."""
