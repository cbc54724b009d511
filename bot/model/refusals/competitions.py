"""Refusals to open, join, leave or change competitions, and to show profiles."""

from datetime import date, datetime

from bot.model.competitions.competition import Competition
from bot.model.people import Person
from bot.model.refusals import PersonRefusal, Refusal, TextRefusal
from rules.core import Game


class CompetitionRefusal(Refusal):
    """A request that cannot be met in a competition."""

    competition: Competition


class UnknownCompetition(TextRefusal):
    """There's no league, event or ladder {text:q} here. Choose one from the suggestions of `/season`."""


class NoCompetition(Refusal):
    """There's no league, event or ladder on this server yet. A server manager can open one with `/manage start`."""


class CompetitionAway(CompetitionRefusal):
    """This competition waits: its game isn't installed here just now. Tell whoever hosts Furlong; nothing is lost."""


class NoLadder(Refusal):
    """`player` is for challenges on a ladder, and this server has none. `/play opponent:` challenges anyone here."""


class SeveralCompetitions(Refusal):
    """The name fits several competitions of the server."""

    competitions: tuple[Competition, ...]


class NotDay(TextRefusal):
    """{text:q} isn't a day that Furlong knows. Type `tomorrow`, `2 weeks` or a date such as `2030-12-24`."""


class FirstDayTooFar(Refusal):
    """Pick a first day after today, {today} (UTC), and within {most, plural, one {# day} other {# days}}: {first_day} is too early or too late."""

    first_day: date
    today: date
    most: int


class SeasonTooShort(Refusal):
    """From {first_day} to {last_day} is too short: a season takes at least {least, plural, one {# day} other {# days}}. A few weeks give everyone time to finish."""

    first_day: date
    last_day: date
    least: int


class SeasonTooLong(Refusal):
    """A season of {days, plural, one {# day} other {# days}} is too long: the limit is {most}."""

    days: int
    most: int


class NotMoment(TextRefusal):
    """{text:q} doesn't say how long. Type `90 minutes`, `3 hours`, `2 days` or `4 weeks`."""


class BeginsTooFar(Refusal):
    """An event has to start in the future, within {most, plural, one {# day} other {# days}}: type `2 hours`, `3 days` or a date."""

    most: int


class LastsTooLong(Refusal):
    """An event lasts from {minutes, plural, one {# minute} other {# minutes}} to {most, plural, one {# day} other {# days}}."""

    minutes: int
    most: int


class NoTimeLimit(Refusal):
    """A season has to end, so its matches need a time limit: choose `days` from 1 to 14."""


class DivisionTooLarge(Refusal):
    """That would be too many matches at the same time: with two matches for each pair, a division takes up to {most, plural, one {# person} other {# people}}. Choose a smaller `size`, or one match for each pair."""

    most: int


class OneGame(Refusal):
    """Only a league takes several games in turn: choose one `game`."""


class TooManyGames(Refusal):
    """A league takes up to {most, plural, one {# game} other {# games}} in turn: choose fewer."""

    most: int


class SeveralTicked(Refusal):
    """You've ticked several numbers: tick one of {ticked:or}, or none."""

    ticked: tuple[int, ...]


class SameGame(Refusal):
    """Another competition of the same format with this game is open or running on the server."""

    other: Competition
    game: Game


class AlreadyEntered(CompetitionRefusal):
    """The person is already in it."""


class NotEntered(CompetitionRefusal):
    """Nobody by that name plays in {competition:b}."""


class EntryClosed(CompetitionRefusal):
    """{competition:b} has started or is over, so it's too late for that. The next season of a league opens by itself."""


class CompetitionOver(CompetitionRefusal):
    """{competition:b} is over."""


class CompetitionFull(CompetitionRefusal):
    """{competition:b} is full: it takes up to {most, plural, one {# person} other {# people}}."""

    most: int


class KeptOutOfCompetition(CompetitionRefusal):
    """A server manager has taken you out of {competition:b}, so you can't join it again before {again_at}."""

    again_at: datetime


class RuledOut(CompetitionRefusal):
    """Whoever hosts Furlong has taken you out of {competition:b}, so you can't join it again."""


class PlaysThere(CompetitionRefusal):
    """{competition:b} has started, and you play in it yourself or have within the last 30 days, so you can't take others out of it. Another server manager can."""


class DecidedThere(CompetitionRefusal):
    """You've decided about others in {competition:b} as a server manager, so you can't join it before {again_at}."""

    again_at: datetime


class MatchThere(CompetitionRefusal):
    """Your own match #{match_id} in {competition:b} isn't over, so you can't close it. Another server manager can."""

    match_id: int


class TooFewEntered(CompetitionRefusal):
    """{competition:b} can't start yet: it needs {competition.regulations.format.fewest, plural, one {# person} other {# people}}, and {count, plural, one {# has} other {# have}} joined so far."""

    count: int


class ServerMatchesOff(Refusal):
    """This server doesn't play against other servers. A manager can switch that on with `/server rivals:on`; then its members can enter, each for themselves."""


class TooManyCalls(Refusal):
    """{most, plural, one {# call} other {# calls}} of this server to other servers wait already, and that's the limit. Each waits for seven days; you can withdraw one in `/season`."""

    most: int


class CallAnswered(CompetitionRefusal):
    """{competition:b} no longer waits for a server: it was accepted or withdrawn, or nobody accepted within seven days."""


class ServerTakesPart(CompetitionRefusal):
    """This server takes part in {competition:b} already. Another one can accept the call."""


class OnlyCallerCancels(CompetitionRefusal):
    """{competition:b} is for several servers, so only the one that called can call it off. Nobody of yours has to enter."""


class NewOnServer(CompetitionRefusal):
    """You can play for this server once you've been a member for {days, plural, one {# day} other {# days}}. That keeps both sides fair."""

    days: int


class TooFewFinished(Refusal):
    """You can play for a server once you've finished {least, plural, one {# match} other {# matches}}, wherever and against whomever."""

    least: int


class LosesOnTimeForServer(Refusal):
    """You've lost more than {most} of your last {latest} matches on time, so your board might stay empty. Play some to the end, and you can enter."""

    latest: int
    most: int


class DatesAgreed(CompetitionRefusal):
    """{competition:b} starts {competition.begins_at:R}, as the servers agreed, so it can't start earlier."""


class OnlyHostRules(CompetitionRefusal):
    """In a match between servers no manager takes anybody out: the results would depend on who does it first. If somebody cheats, tell whoever hosts Furlong."""


class TooManyMatches(CompetitionRefusal):
    """With {competition:b} you could have more than {most, plural, one {# match} other {# matches}} in competitions at the same time: you're in {entered}. Leave one of them first."""

    entered: tuple[Competition, ...]
    most: int


class NotOnLadder(CompetitionRefusal):
    """The challenger (`is_asker`) or the opponent is not on the ladder."""

    person: Person
    is_asker: bool


class OutOfReach(CompetitionRefusal):
    """The challenger may only challenge the people in `reach`."""

    reach: tuple[Person, ...]


class BusyOnLadder(CompetitionRefusal):
    """The challenger (`is_asker`) or the opponent has a challenge or match on the ladder already."""

    person: Person
    match_id: int
    is_asker: bool


class ApartOnLadder(CompetitionRefusal):
    """You and {person:b} had a challenge or match on this ladder recently. You can challenge each other again {again_at:R}; until then others can."""

    person: Person
    again_at: datetime


class ProfileOfAnother(PersonRefusal):
    """Here you can only see your own profile: who {person:b} plays in direct messages is private. `/leaderboard` compares you with people you've played, and servers show their members' profiles."""


class BotHasNoProfile(PersonRefusal):
    """{person:b} is a bot, and bots don't play here. Name a person, or nobody to see your own."""
