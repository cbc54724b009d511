"""Tables of divisions, as text and in the words that stand on their pictures."""

from collections.abc import Sequence
from typing import Final

from bot.chat.sentences.names import LONGEST_ALT, lines, name, plain_text, shortened
from bot.model.competitions.competition import Competition, Entrant
from bot.model.competitions.table import Table, TableRow
from rules.wording import agreeing, plural

_NAME_WIDTH: Final = 14


def table_title(competition: Competition, table: Table) -> str:
    """Over a table."""
    return f"{competition.name} · season {competition.number} · division {table.division}"


HEADINGS: Final = ("Played", "Points", "Direct", "S.-B.")
"""Of the columns of a table."""

_SHORT_HEADINGS: Final = ("Over", "Pts", "Dir", "S.-B.")
"""The same where a line of text has to fit on a phone."""


def points(amount: float) -> str:
    """Points, with a half as it is written in tables."""
    whole, half = divmod(amount, 1)
    return f"{int(whole) or ('' if half else 0)}{'½' if half else ''}"


def cells(row: TableRow, rows: Sequence[TableRow]) -> tuple[str, str, str, str]:
    """What stands in the columns: matches against those level only where somebody is."""
    is_level = sum(other.points == row.points for other in rows) > 1
    direct = points(row.head_to_head) if is_level else ""
    return f"{row.played}/{row.played + row.to_play}", points(row.points), direct, f"{row.sonneborn_berger:g}"


def table_name(entrant: Entrant) -> str:
    """Somebody in a table."""
    return f"{entrant.person.name} (out)" if entrant.is_out else entrant.person.name


def table_text(competition: Competition, table: Table) -> str:
    """A table as text, for people who do not see the picture."""
    out = [name(entrant.person) for entrant in table.struck]
    body = "\n".join(_table_line(row, table.rows) for row in table.rows)
    return lines(
        f"### {plain_text(table_title(competition, table))}",
        f"```\n{_heading()}\n{body}\n```",
        f"-# {agreeing(out, 'is', 'are')} out; their matches count for nobody." if out else "",
        "-# ▲ goes up, ▼ goes down." if any(row.move for row in table.rows) else "",
        "-# Dir: points against those who have as many. S.-B.: Sonneborn-Berger.",
    )


def _heading() -> str:
    return _columns("", "", "", _SHORT_HEADINGS)


def _table_line(row: TableRow, rows: Sequence[TableRow]) -> str:
    arrow = "▲" if row.move > 0 else "▼" if row.move < 0 else " "
    shown = shortened(table_name(row.entrant).replace("`", "'"), _NAME_WIDTH)
    return _columns(str(row.place), arrow, shown, cells(row, rows))


def _columns(place: str, arrow: str, shown: str, row: Sequence[str]) -> str:
    played, gained, direct, score = row
    return f"{place:>2}{arrow:1} {shown:<{_NAME_WIDTH}} {played:>5} {gained:>4} {direct:>3} {score:>5}".rstrip()


def table_alt(competition: Competition, table: Table) -> str:
    """The picture of a table in words."""
    rows = "; ".join(
        f"{row.place}. {table_name(row.entrant)}, {points(row.points)} of {row.played}" for row in table.rows
    )
    return shortened(f"{table_title(competition, table)}: {rows}.", LONGEST_ALT)


def open_matches(table: Table) -> str:
    """Under a table: what is still to be played."""
    left = sum(row.to_play for row in table.rows) // 2
    return f"-# {plural(left, 'match', 'matches')} still to finish." if left else "-# All matches are over."
