"""How leagues and events work, in an answer for whoever asks."""

from typing import Final

from bot.chat.sentences.clocks import instant
from bot.chat.sentences.competitions import games, is_league, kind, title
from bot.chat.sentences.ladders import LADDER_RULES
from bot.chat.sentences.names import lines
from bot.model.competitions.competition import MOST_VACATION, Competition, Format
from bot.model.competitions.table import MOVING
from bot.model.competitions.withdrawing import MOST_LOST_ON_TIME


def how_it_works(competition: Competition) -> str:
    """The rules of a competition, in a private answer."""
    regulations = competition.regulations
    if regulations.format is Format.LADDER:
        return lines(f"### How {title(competition)} works", LADDER_RULES)
    if not is_league(competition):
        return lines(
            f"### How {title(competition)} works", kind(regulations), _EVENTS[regulations.format], _ends(competition)
        )
    several = (
        f" The games take turns: {games(regulations)}, one a round, and all rounds are played at the same time."
        if len(regulations.games) > 1
        else ""
    )
    return (
        f"### How {title(competition)} works\n"
        f"**Divisions.** In the first season they follow from ratings, later from the season before: {MOVING} go up, "
        f"{MOVING} go down (one in a division of three), and newcomers begin at the bottom.{several}\n"
        "**Points.** A win is 1, a draw ½. Between those with as many points, their matches against each other count, then "
        "Sonneborn-Berger (the points of those whom you have beaten, and half of theirs whom you drew with), then wins.\n"
        f"{_ends(competition)}\n"
        f"**Vacations** stop your clock for {MOST_VACATION} days at most each time you are to move.\n"
        f"**Dropping out.** Who loses {MOST_LOST_ON_TIME} matches on time, or leaves, is out of the season. If fewer than "
        "half of their matches are over, none of them counts in the table; else the rest counts as lost. They may join the "
        "next season."
    )


_EVENTS: Final = {
    Format.KNOCKOUT: "**The bracket** follows from ratings, so that the two best seeds can only meet at the end; byes go to "
    "the best seeds. Whoever has more points of the two matches goes on, and if both have as many, the better seed. Each "
    "round has as much of the time; the next one begins when all its matches are over. Who leaves has lost.",
    Format.SWISS: "**Points.** A win is 1, a draw ½, and whoever has nobody to meet in a round gets 1, once at most. Between "
    "those with as many points, their matches against each other count, then Sonneborn-Berger. Each round has as much of "
    "the time; the next one begins when all its matches are over. Who comes late has no points for the rounds before.",
    Format.ALL_PLAY_ALL: "**Points.** A win is 1, a draw ½. Between those with as many points, their matches against each "
    "other count, then Sonneborn-Berger, then wins. Who loses two matches on time, or leaves, is out: if fewer than half of "
    "their matches are over, none of them counts; else the rest counts as lost.",
}


def _ends(competition: Competition) -> str:
    """What becomes of matches that are not over."""
    return (
        f"**The end.** All matches end {instant(competition.ends_at, 'f')}. One that is not over then, or when the time of "
        "its round is, is a draw if its position has come three times; else whoever is ahead beyond doubt wins, and if "
        "nobody is, it is a draw. Hours in which Furlong was down on the last day are added."
    )
