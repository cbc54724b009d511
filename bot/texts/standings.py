"""Texts of the standings of divisions: as text, and on pictures."""

# Translators: The columns and notes of tables, in chat and in pictures with little room.

from collections.abc import Sequence
from typing import Final

from babel.numbers import format_decimal

from bot.model.competitions.competition import Competition, CompetitionStage, Entrant, Format
from bot.model.competitions.ladder import REACH
from bot.model.competitions.standings import Division, StandingsRow
from bot.texts import limits
from bot.texts.language import as_sentence, labelled, locale, message, paragraph, say, strung
from bot.texts.names import fitting, literal_name, name, plain_text, season_title, shortened

MOST_ROWS: Final = 40
"""The most people in the picture of a division and in its text."""

_PLAYED: Final = message("Played")
_POINTS: Final = message("Points")
_HEADINGS: Final = {
    Format.KNOCKOUT: (_PLAYED, _POINTS, message("Rounds")),
    Format.LADDER: (_PLAYED, message("Won", "number of matches")),
}
_LEGEND: Final = message(
    "-# Ties in points are broken by the points from matches between those people (direct), then by Sonneborn-Berger: the "
    "points of everyone they beat, and half the points of everyone they drew with."
)


def full_name(competition: Competition) -> str:
    """The name of a competition, with the number of its season, without markup."""
    return season_title(competition.name, competition.season)


def title(competition: Competition, division: Division) -> str:
    """The title of the standings of a division, with its number if there are several divisions."""
    season = full_name(competition)
    if division.count == 1:
        return season
    return say("{competition} · division {number}", competition=season, number=division.number)


def headings(format_: Format) -> tuple[str, ...]:
    """The headings of the columns; in a knockout the last column counts the rounds won."""
    return tuple(map(say, _HEADINGS.get(format_, (_PLAYED, _POINTS))))


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
    return marked(entrant, literal_name(entrant.person))


def marked(entrant: Entrant, shown: str) -> str:
    """An entrant's name as it is shown, with a mark if they are out."""
    return say("{person} (out)", person=shown) if entrant.is_out else shown


def as_text(competition: Competition, division: Division) -> str:
    """Standings as text, for people who cannot see the picture: one line per person, short enough for a phone."""
    format_, out = competition.regulations.format, tuple(name(entrant.person) for entrant in division.struck)
    line = _ladder_line if format_ is Format.LADDER else _knockout_line if format_ is Format.KNOCKOUT else _line

    def others(shown: int) -> str:
        more = len(division.rows) - shown
        return say("-# … and {count, plural, one {# other} other {# others}} below.", count=more) if more else ""

    return fitting(
        f"### {plain_text(title(competition, division))}",
        [line(competition, row, division.rows) for row in division.rows[:MOST_ROWS]],
        others,
        say("-# {people, plural, one {{people} is} other {{people} are}} out; their matches don't count.", people=out)
        if out
        else "",
        say(_LEGEND) if line is _line and any(_is_level(row, division.rows) for row in division.rows) else "",
        say("Nobody is on it yet.") if format_ is Format.LADDER and not division.rows else "",
    )


def _ladder_line(_competition: Competition, row: StandingsRow, _rows: Sequence[StandingsRow]) -> str:
    parts = [
        f"{row.place}. **{name(row.entrant.person)}**",
        say(
            "{played, plural, one {# played} other {# played}}, {wins, plural, one {# won} other {# won}}",
            played=row.played,
            wins=row.wins,
        ),
        say("playing at the moment") if row.to_play else "",
    ]
    return _joined(parts, say("▼ quiet for a month, slides") if row.move < 0 else "")


def _knockout_line(competition: Competition, row: StandingsRow, _rows: Sequence[StandingsRow]) -> str:
    played, gained, _won = cells(competition, row)
    rounds = say("{rounds, plural, one {# round} other {# rounds}} won", rounds=row.wins)
    return _joined([_beginning(row, gained), say("{matches} played", matches=played), rounds], _move(row))


def _line(competition: Competition, row: StandingsRow, rows: Sequence[StandingsRow]) -> str:
    """A person's line: place, points, matches played out of all, and tie-breaks if others have the same points."""
    played, gained = cells(competition, row)
    parts = [_beginning(row, gained), say("{matches} played", matches=played)]
    if _is_level(row, rows):
        berger = format_decimal(row.sonneborn_berger, locale=locale())
        parts.append(say("direct {points}", points=points(row.head_to_head)))
        parts.append(say("Sonneborn-Berger {points}", points=berger))
    return _joined(parts, _move(row))


def _joined(parts: Sequence[str], move: str) -> str:
    return " ".join(filter(None, (" · ".join(filter(None, parts)), move)))


def _beginning(row: StandingsRow, gained: str) -> str:
    who = marked(row.entrant, f"**{name(row.entrant.person)}**")
    return f"{row.place}. {labelled(who, f'**{gained}**')}"


def _move(row: StandingsRow) -> str:
    return say("▲ goes up") if row.move > 0 else say("▼ goes down") if row.move < 0 else ""


def alt(competition: Competition, division: Division) -> str:
    """The alt text of the picture of a division."""
    rows = [
        say(
            "{place}. {person}, points: {points}, {played, plural, one {# played} other {# played}}",
            place=row.place,
            person=entrant_name(row.entrant),
            points=points(row.points),
            played=row.played,
        )
        for row in division.rows
    ]
    rows_text = strung(rows, apart=True) or say("nobody yet")
    return shortened(as_sentence(labelled(title(competition, division), rows_text)), limits.ALT)


def open_matches(competition: Competition, division: Division) -> str:
    """The line under the standings with the number of matches still to be played."""
    left = sum(row.to_play for row in division.rows) // 2
    if competition.stage in (CompetitionStage.OVER, CompetitionStage.CALLED_OFF):
        return "-# " + say("It's over.")
    if competition.regulations.format is not Format.LADDER:
        return (
            say("-# {count, plural, one {# match} other {# matches}} to go.", count=left)
            if left
            else say("-# All matches are over.")
        )
    sentences = [] if division.rows else [say("Nobody is on it yet: join first, and you're at the top.")]
    if left:
        sentences.append(
            say("{count, plural, one {# challenge or match} other {# challenges and matches}} going on.", count=left)
        )
    else:
        sentences.append(say("Challenge up to {reach} places above you; the winner takes the place.", reach=REACH))
    return f"-# {paragraph(*sentences)}"
