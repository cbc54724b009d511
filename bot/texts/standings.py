"""Tables of divisions, as text and in the words that stand on their pictures."""

from collections.abc import Sequence
from typing import Final

from bot.model.competitions.competition import Competition, Entrant, Format
from bot.model.competitions.ladder import REACH
from bot.model.competitions.standings import Table, TableRow
from bot.texts.names import LONGEST_ALT, lines, name, plain_text, shortened
from rules.wording import agreeing, plural


def table_title(competition: Competition, table: Table) -> str:
    """Over a table."""
    division = f" · division {table.division}" if competition.regulations.format is Format.LEAGUE else ""
    return f"{competition.full_name}{division}"


MOST_ROWS: Final = 40
"""So many people stand on the picture of a table and in its text, which hold no more."""

HEADINGS: Final = ("Played", "Points", "Direct", "S.-B.")
_OF_BRACKET: Final = ("Played", "Points", "Rounds")
_OF_LADDER: Final = ("Played", "Won")


def headings(competition: Competition) -> tuple[str, ...]:
    """Of the columns of a table: of a knock-out, how many rounds somebody has won."""
    match competition.regulations.format:
        case Format.KNOCKOUT:
            return _OF_BRACKET
        case Format.LADDER:
            return _OF_LADDER
        case Format.LEAGUE | Format.SWISS | Format.ALL_PLAY_ALL:
            return HEADINGS


def points(amount: float) -> str:
    """Points, with a half as it is written in tables."""
    whole, half = divmod(amount, 1)
    return f"{int(whole) or ('' if half else 0)}{'½' if half else ''}"


def cells(competition: Competition, row: TableRow, rows: Sequence[TableRow]) -> tuple[str, ...]:
    """What stands in the columns: matches against those level only where somebody is."""
    if competition.regulations.format is Format.LADDER:
        return str(row.played), str(row.wins)
    played = f"{row.played}/{row.played + row.to_play}"
    if competition.regulations.format is Format.KNOCKOUT:
        return played, points(row.points), str(row.wins)
    is_level = sum(other.points == row.points for other in rows) > 1
    direct = points(row.head_to_head) if is_level else ""
    return played, points(row.points), direct, f"{row.sonneborn_berger:g}"


def table_name(entrant: Entrant) -> str:
    """Somebody in a table."""
    return f"{entrant.person.name} (out)" if entrant.is_out else entrant.person.name


def table_text(competition: Competition, table: Table) -> str:
    """A table as text, for people who do not see the picture: a line for each, which fits on a phone."""
    if competition.regulations.format is Format.LADDER:
        return _ladder_text(competition, table)
    out = [name(entrant.person) for entrant in table.struck]
    return lines(
        f"### {plain_text(table_title(competition, table))}",
        *(_table_line(competition, row, table.rows) for row in table.rows[:MOST_ROWS]),
        _left_out(table),
        f"-# {agreeing(out, 'is', 'are')} out; their matches count for nobody." if out else "",
        "" if competition.regulations.format is Format.KNOCKOUT else _LEGEND,
    )


def _left_out(table: Table) -> str:
    """How many are not told of; empty where all are."""
    more = len(table.rows) - MOST_ROWS
    return f"-# … and {plural(more, 'other', 'others')} below." if more > 0 else ""


def _ladder_text(competition: Competition, table: Table) -> str:
    """A ladder as text, the first place first."""
    return lines(
        f"### {plain_text(table_title(competition, table))}",
        *(
            f"{row.place}. **{name(row.entrant.person)}** · {row.played} played, {row.wins} won"
            f"{' · plays at the moment' if row.to_play else ''}{' ▼ quiet for a month, slides' if row.move < 0 else ''}"
            for row in table.rows[:MOST_ROWS]
        ),
        _left_out(table),
        "" if table.rows else "Nobody is on it yet.",
    )


_LEGEND: Final = "-# Direct: points against those who have as many. S.-B.: Sonneborn-Berger."


def _table_line(competition: Competition, row: TableRow, rows: Sequence[TableRow]) -> str:
    """Somebody's place, points, matches played of all, and tie-breaks."""
    played, gained, *others = cells(competition, row, rows)
    move = " ▲ goes up" if row.move > 0 else " ▼ goes down" if row.move < 0 else ""
    out = " (out)" if row.entrant.is_out else ""
    parts = [f"{row.place}. **{name(row.entrant.person)}**{out}: **{gained}**", f"{played} played"]
    if competition.regulations.format is Format.KNOCKOUT:
        parts.append(f"{plural(row.wins, 'round')} won")
    else:
        parts += [f"{label} {value}" for label, value in zip(("direct", "S.-B."), others, strict=True) if value]
    return f"{' · '.join(parts)}{move}"


def table_alt(competition: Competition, table: Table) -> str:
    """The picture of a table in words."""
    rows = "; ".join(
        f"{row.place}. {table_name(row.entrant)}, {points(row.points)} of {row.played}" for row in table.rows
    )
    rows = rows or "nobody yet"
    return shortened(f"{table_title(competition, table)}: {rows}.", LONGEST_ALT)


def open_matches(competition: Competition, table: Table) -> str:
    """Under a table: what is still to be played."""
    left = sum(row.to_play for row in table.rows) // 2
    if competition.regulations.format is Format.LADDER:
        empty = "" if table.rows else "Nobody is on it yet: the first to join stands first. "
        return (
            f"-# {empty}{plural(left, 'challenge or match', 'challenges and matches')} going on."
            if left
            else f"-# {empty}Challenge up to {REACH} places above you; whoever wins takes the place."
        )
    return f"-# {plural(left, 'match', 'matches')} still to finish." if left else "-# All matches are over."
