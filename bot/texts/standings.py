"""Texts of the standings of divisions: as text, and on pictures."""

from collections.abc import Sequence
from typing import Final

from bot.model.competitions.competition import Competition, Entrant, Format
from bot.model.competitions.ladder import REACH
from bot.model.competitions.standings import Division, StandingsRow
from bot.texts.names import LONGEST_ALT, lines, name, plain_text, shortened
from rules.wording import agreeing, plural

MOST_ROWS: Final = 40
"""The most people in the picture of a division and in its text."""

HEADINGS: Final = ("Played", "Points")
_LEGEND: Final = (
    "-# Ties in points are broken by the points from matches between those people (direct), then by Sonneborn-Berger: the "
    "points of everyone they beat, and half the points of everyone they drew with."
)


def title(competition: Competition, division: Division) -> str:
    """The title of the standings of a division, with its number if there are several divisions."""
    number = f" · division {division.number}" if division.count > 1 else ""
    return f"{competition.full_name}{number}"


def headings(competition: Competition) -> tuple[str, ...]:
    """The headings of the columns; in a knockout the last column counts the rounds won."""
    return {Format.KNOCKOUT: ("Played", "Points", "Rounds"), Format.LADDER: ("Played", "Won")}.get(
        competition.regulations.format, HEADINGS
    )


def points(amount: float) -> str:
    """A number of points, with ½ for a half."""
    whole, half = divmod(amount, 1)
    return f"{int(whole) or ('' if half else 0)}{'½' if half else ''}"


def cells(competition: Competition, row: StandingsRow) -> tuple[str, ...]:
    """The cells of a row."""
    if competition.regulations.format is Format.LADDER:
        return str(row.played), str(row.wins)
    played = f"{row.played}/{row.played + row.to_play}"
    if competition.regulations.format is Format.KNOCKOUT:
        return played, points(row.points), str(row.wins)
    return played, points(row.points)


def _is_level(row: StandingsRow, rows: Sequence[StandingsRow]) -> bool:
    """Whether another row has the same number of points."""
    return sum(other.points == row.points for other in rows) > 1


def entrant_name(entrant: Entrant) -> str:
    """An entrant's name on a picture."""
    return f"{entrant.person.name} (out)" if entrant.is_out else entrant.person.name


def as_text(competition: Competition, division: Division) -> str:
    """Standings as text, for people who cannot see the picture: one line per person, short enough for a phone."""
    format_, out = competition.regulations.format, [name(entrant.person) for entrant in division.struck]
    line = _ladder_line if format_ is Format.LADDER else _knockout_line if format_ is Format.KNOCKOUT else _line
    more = len(division.rows) - MOST_ROWS
    return lines(
        f"### {plain_text(title(competition, division))}",
        *(line(competition, row, division.rows) for row in division.rows[:MOST_ROWS]),
        f"-# … and {plural(more, 'other', 'others')} below." if more > 0 else "",
        f"-# {agreeing(out, 'is', 'are')} out; their matches count for nobody." if out else "",
        _LEGEND if line is _line and any(_is_level(row, division.rows) for row in division.rows) else "",
        "Nobody is on it yet." if format_ is Format.LADDER and not division.rows else "",
    )


def _ladder_line(_competition: Competition, row: StandingsRow, _rows: Sequence[StandingsRow]) -> str:
    plays = " · plays at the moment" if row.to_play else ""
    slides = " ▼ quiet for a month, slides" if row.move < 0 else ""
    return f"{row.place}. **{name(row.entrant.person)}** · {row.played} played, {row.wins} won{plays}{slides}"


def _knockout_line(competition: Competition, row: StandingsRow, _rows: Sequence[StandingsRow]) -> str:
    played, gained, _won = cells(competition, row)
    return f"{_beginning(row, gained)} · {played} played · {plural(row.wins, 'round')} won{_move(row)}"


def _line(competition: Competition, row: StandingsRow, rows: Sequence[StandingsRow]) -> str:
    """A person's line: place, points, matches played out of all, and tie-breaks if others have the same points."""
    played, gained = cells(competition, row)
    tie_breaks = f" · direct {points(row.head_to_head)} · Sonneborn-Berger {row.sonneborn_berger:g}"
    return f"{_beginning(row, gained)} · {played} played{tie_breaks if _is_level(row, rows) else ''}{_move(row)}"


def _beginning(row: StandingsRow, gained: str) -> str:
    return f"{row.place}. **{name(row.entrant.person)}**{' (out)' if row.entrant.is_out else ''}: **{gained}**"


def _move(row: StandingsRow) -> str:
    return " ▲ goes up" if row.move > 0 else " ▼ goes down" if row.move < 0 else ""


def alt(competition: Competition, division: Division) -> str:
    """The alt text of the picture of a division."""
    rows = "; ".join(
        f"{row.place}. {entrant_name(row.entrant)}, {points(row.points)} points, {row.played} played"
        for row in division.rows
    )
    return shortened(f"{title(competition, division)}: {rows or 'nobody yet'}.", LONGEST_ALT)


def open_matches(competition: Competition, division: Division) -> str:
    """The line under the standings with the number of matches still to be played."""
    left = sum(row.to_play for row in division.rows) // 2
    if competition.regulations.format is not Format.LADDER:
        return f"-# {plural(left, 'match', 'matches')} to go." if left else "-# All matches are over."
    empty = "" if division.rows else "Nobody is on it yet: the first to join stands first. "
    if left:
        return f"-# {empty}{plural(left, 'challenge or match', 'challenges and matches')} going on."
    return f"-# {empty}Challenge up to {REACH} places above you; the winner takes the place."
