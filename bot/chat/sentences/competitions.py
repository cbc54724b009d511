"""Competitions: what they are, who is in them, how they stand and how they ended."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.chat.sentences.clocks import agreed, instant
from bot.chat.sentences.names import lines, name, names, plain_text, shortened
from bot.chat.sentences.tables import points
from bot.model.competitions.competition import (
    Competition,
    CompetitionStage,
    Entrant,
    Format,
    Regulations,
    WithdrawalCause,
)
from bot.model.competitions.ladder import REACH
from bot.model.competitions.rounds import round_ends_at
from bot.model.competitions.standings import Standings
from bot.model.competitions.table import Table, TableRow
from bot.model.competitions.withdrawing import MOST_LOST_ON_TIME
from bot.model.person import Person
from rules.wording import agreeing, listed, plural

MOST_NAMED: Final = 20
"""People who are named in one sentence."""

_MOST_WITHDRAWN: Final = 12
_MOST_WINNERS: Final = 25  # divisions of which all three are told
_AN_HOUR: Final = timedelta(hours=1)
_A_DAY: Final = timedelta(days=1)
_OUT: Final = {
    WithdrawalCause.LEFT: "has left",
    WithdrawalCause.TIME: f"lost {MOST_LOST_ON_TIME} matches on time and is out",
    WithdrawalCause.REMOVED: "was taken out by somebody who manages the server",
}


def title(competition: Competition) -> str:
    """What a competition is called."""
    return plain_text(competition.full_name)


def choice(competition: Competition) -> str:
    """A competition in a list of suggestions."""
    stage = {
        CompetitionStage.OPEN: "open to join",
        CompetitionStage.RUNNING: "running",
        CompetitionStage.OVER: "over",
        CompetitionStage.CALLED_OFF: "called off",
    }
    return shortened(f"{competition.full_name} ({stage[competition.stage]})")


def games(regulations: Regulations) -> str:
    """What is played."""
    return listed([game.name for game in regulations.games])


def effort(competition: Competition) -> str:
    """What joining means: how many matches at once, and how many moves a day, or in what time where all is over sooner."""
    regulations = competition.regulations
    usual, most = regulations.matches_each, regulations.most_matches_each
    count = plural(usual, "match", "matches") if usual == most else f"{usual} to {most} matches"
    days = regulations.terms.days or 1
    if competition.length < timedelta(days=days):
        rounds = "round after round " if regulations.format.has_rounds else ""
        return f"{count} at the same time, {rounds}within {plural(round(competition.length / _AN_HOUR), 'hour')}"
    moves = max(1, round(most / days))
    return f"{count} at the same time, {plural(days, 'day')} a move: up to {plural(moves, 'move')} a day if all answer at once"


def card(standings: Standings) -> str:
    """The message about a competition: what it is, and who is in it."""
    competition = standings.competition
    return lines(f"### {title(competition)}", _CARDS[competition.stage](standings))


def kind(regulations: Regulations) -> str:
    """What a competition is, in a sentence or two."""
    played, sides = games(regulations), "twice, once on each side" if regulations.both_sides else "once"
    match regulations.format:
        case Format.LEAGUE:
            return (
                f"A league of **{played}**. Everybody meets the others of their division, {regulations.size} people at "
                f"most, {sides}, and all matches run at the same time."
            )
        case Format.KNOCKOUT:
            return f"A knock-out of **{played}**. Two who meet play each other on both sides, and the winner goes on."
        case Format.SWISS:
            return (
                f"Swiss rounds of **{played}**. In each round those meet {sides} who stand alike, and nobody meets anybody "
                "again. You can come late as long as another round follows."
            )
        case Format.LADDER:
            return f"A ladder of **{played}**: whoever beats somebody up to {REACH} places above takes their place."
        case Format.ALL_PLAY_ALL:
            return (
                f"An event of **{played}**. Everybody meets everybody {sides}, {regulations.size} people at most, and all "
                "matches run at the same time. You can come late in the first half."
            )


def _open(standings: Standings) -> str:
    competition = standings.competition
    regulations = competition.regulations
    return lines(
        kind(regulations),
        f"**Begins** {instant(competition.begins_at, 'f')} ({instant(competition.begins_at, 'R')}); join until then.",
        f"**Ends** {instant(competition.ends_at, 'f')}.",
        f"**Terms:** {agreed(regulations.terms)}.",
        f"**What it takes:** {effort(competition)}.",
        _joined(standings),
    )


def _joined(standings: Standings) -> str:
    people = [entrant.person for entrant in standings.entrants]
    if not people:
        return f"Nobody has joined yet; it takes {standings.competition.regulations.format.fewest}."
    missing = standings.competition.regulations.format.fewest - len(people)
    more = f" It takes {missing} more." if missing > 0 else ""
    return f"**Joined ({len(people)}):** {some_names(people)}.{more}"


def _running(standings: Standings) -> str:
    competition = standings.competition
    divisions = f" in {plural(len(standings.tables), 'division')}" if is_league(competition) else ""
    return lines(
        f"{len(standings.entrants)} people play **{games(competition.regulations)}**{divisions} until "
        f"{instant(competition.ends_at, 'f')} ({instant(competition.ends_at, 'R')}). What is not over then is decided by "
        "the position.",
        _round(standings),
        _withdrawn(standings.entrants),
    )


def is_league(competition: Competition) -> bool:
    """Whether a competition has seasons and divisions."""
    return competition.regulations.format is Format.LEAGUE


def _round(standings: Standings) -> str:
    """How far an event in rounds is, who has nobody to meet, and how long there is for it; empty for others."""
    competition, fixtures = standings.competition, standings.fixtures
    if not competition.regulations.format.has_rounds or not fixtures:
        return ""
    latest = max(fixture.round for fixture in fixtures)
    byes = {fixture.first_id for fixture in fixtures if fixture.round == latest and fixture.is_bye}
    free = [entrant.person for entrant in standings.entrants if entrant.person.id in byes]
    resting = (
        f" {agreeing([f'**{name(one)}**' for one in free], 'has', 'have')} nobody to meet, which counts as won."
        if free
        else ""
    )
    ends = instant(round_ends_at(competition, latest), "R")
    return f"**Round {latest} of {competition.regulations.rounds}**, decided {ends} at the latest.{resting}"


def _withdrawn(entrants: Sequence[Entrant]) -> str:
    causes = [
        f"-# {name(entrant.person)} {_OUT[entrant.withdrawal.cause]}{_consequence(entrant)}."
        for entrant in entrants
        if entrant.withdrawal is not None
    ]
    more = len(causes) - _MOST_WITHDRAWN
    return lines(*causes[:_MOST_WITHDRAWN], f"-# {plural(more, 'other is', 'others are')} out too." if more > 0 else "")


def some_names(people: Sequence[Person]) -> str:
    """The names of people, the first of them where there are very many."""
    more = len(people) - MOST_NAMED
    return names(people) if more <= 0 else f"{names(people[:MOST_NAMED])} and {plural(more, 'other')}"


def _consequence(entrant: Entrant) -> str:
    return "; their matches count for nobody" if entrant.is_struck else "; the rest of their matches counts as lost"


def _over(standings: Standings) -> str:
    return lines("It is over.", medallists(standings))


def _called_off(standings: Standings) -> str:
    fewest = standings.competition.regulations.format.fewest
    if len(standings.entrants) < fewest:
        return f"It did not take place: it takes {fewest} people, and too few had joined."
    return "It was called off before it began."


_CARDS: Final = {
    CompetitionStage.OPEN: _open,
    CompetitionStage.RUNNING: _running,
    CompetitionStage.OVER: _over,
    CompetitionStage.CALLED_OFF: _called_off,
}


def medallists(standings: Standings) -> str:
    """Who has come first, second and third, a line a division; with many divisions only who has come first."""
    medals = 3 if len(standings.tables) <= _MOST_WINNERS // 2 else 1
    return "\n".join(
        f"{_heading(standings, table)}{listed([_medal(row) for row in table.rows[:medals]])}"
        for table in standings.tables
    )


def _heading(standings: Standings, table: Table) -> str:
    return f"**Division {table.division}:** " if is_league(standings.competition) else "**Places:** "


def _medal(row: TableRow) -> str:
    return f"{row.place}. {name(row.entrant.person)} ({points(row.points)})"
