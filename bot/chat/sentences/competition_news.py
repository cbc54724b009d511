"""What is said at moments of a competition: to those who join and leave, when it begins, ends or is called off."""

from collections.abc import Sequence

from bot.chat.sentences.clocks import instant
from bot.chat.sentences.competitions import MOST_NAMED, effort, is_league, medallists, some_names, title
from bot.chat.sentences.names import lines, mention, name
from bot.model.competitions.competition import (
    Competition,
    CompetitionStage,
    Entrant,
    Format,
)
from bot.model.competitions.ladder import DAYS_TO_ANSWER
from bot.model.competitions.standings import Standings
from bot.model.competitions.table import TableRow
from bot.model.person import Person
from rules.wording import agreeing, listed, plural


def result(standings: Standings) -> str:
    """The announcement of the winners, who are mentioned."""
    first = [mention(person) for person in winners(standings)]
    moving = [row for table in standings.tables for row in table.rows]
    up = [row.entrant.person for row in moving if row.move > 0]
    down = [row.entrant.person for row in moving if row.move < 0]
    competition = standings.competition
    goes_on = "The next season is open: join it below." if competition.regulations.goes_on else ""
    return lines(
        f"### {title(competition)} is over",
        f"Congratulations to {agreeing(first, 'who wins', 'who win their divisions')}!",
        medallists(standings),
        f"**Up:** {some_names(up)}." if up else "",
        f"**Down:** {some_names(down)}." if down else "",
        goes_on,
    )


def winners(standings: Standings) -> list[Person]:
    """Whom the announcement mentions."""
    return [table.rows[0].entrant.person for table in standings.tables if table.rows]


def behind(standings: Standings, *, is_last_day: bool) -> list[TableRow]:
    """Those who are reminded: on the last day who has anything to play, a week before who has not played half."""
    rows = [row for table in standings.tables for row in table.rows if row.to_play]
    return rows if is_last_day else [row for row in rows if row.to_play > row.played]


def reminder(standings: Standings, rows: Sequence[TableRow]) -> str:
    """To those who are behind."""
    competition = standings.competition
    open_matches = listed([f"{mention(row.entrant.person)} ({row.to_play})" for row in rows[:MOST_NAMED]])
    return lines(
        f"**{title(competition)}** ends {instant(competition.ends_at)}, and what is not over then is decided by the position.",
        f"Matches still to finish: {open_matches}." if rows else "",
    )


def joined(competition: Competition) -> str:
    """To somebody who has joined."""
    if competition.regulations.format is Format.LADDER:
        return (
            f"You are on the **{title(competition)}**, at the bottom. Press **Challenge** under it to climb. When you "
            f"are challenged, answer within {plural(DAYS_TO_ANSWER, 'day')}."
        )
    return (
        f"You are in: **{title(competition)}** begins {instant(competition.begins_at, 'R')}. Then you have "
        f"{effort(competition)}. Until then you can leave again."
        if competition.stage is CompetitionStage.OPEN
        else f"You are in: **{title(competition)}** runs already, and you play from now on."
    )


def left(competition: Competition) -> str:
    """To somebody who has left."""
    if competition.stage is CompetitionStage.OPEN:
        return (
            f"You have left **{title(competition)}**. You can join again until {instant(competition.begins_at, 'f')}."
        )
    return f"You are out of **{title(competition)}**; your matches end in a moment."


def leave_question(standings: Standings, entrant: Entrant) -> str:
    """Before somebody leaves a season that runs."""
    if standings.competition.regulations.format is Format.LADDER:
        return (
            f"Do you really want to leave the **{title(standings.competition)}**? A match that you play on it is lost. You "
            "can join again, at the bottom."
        )
    row = next((row for table in standings.tables for row in table.rows if row.entrant == entrant), None)
    in_rounds = standings.competition.regulations.format.has_rounds
    is_early = row is not None and row.played < row.to_play and not in_rounds
    what = "none of them will count in the table" if is_early else "those that are not over count as lost"
    again = " before the next season" if is_league(standings.competition) else ""
    return (
        f"Do you really want to leave **{title(standings.competition)}**? Your matches end at once, and {what}. You cannot "
        f"come back{again}."
    )


def stayed(competition: Competition) -> str:
    """To somebody who did not leave after all."""
    return f"You are still in **{title(competition)}**."


def started(competition: Competition) -> str:
    """To whoever has opened a league."""
    if competition.regulations.format is Format.LADDER:
        return f"The **{title(competition)}** is open: people join with the button under it, at its bottom."
    return (
        f"**{title(competition)}** is open: people join with the button of its message until "
        f"{instant(competition.begins_at, 'f')}, and it ends {instant(competition.ends_at, 'f')}."
    )


def called_off(competition: Competition) -> str:
    """To whoever has called one off."""
    what = "closed; matches on it go on" if competition.regulations.format is Format.LADDER else "called off"
    return f"**{title(competition)}** is {what}."


def removed(competition: Competition, person: Person) -> str:
    """To whoever has taken somebody out."""
    return f"**{name(person)}** is out of **{title(competition)}**."


def channel_closed(competition: Competition) -> str:
    """To whoever has opened a competition, in a direct message."""
    return (
        f"I cannot post in <#{competition.venue.channel_id}> any more, where **{title(competition)}** is shown: the channel is "
        "gone, or I lack **View Channel**, **Send Messages** or **Attach Files** there. Matches go on and count; `/league "
        "table`, `/event table` and `/ladder show` have the tables. I try again for a day, and whenever there is something new."
    )


def hint(competition: Competition) -> str:
    """Over the tables of `/league table` before there are any."""
    return f"There are no tables yet: it begins {instant(competition.begins_at, 'R')}."
