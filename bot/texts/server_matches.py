"""Texts of matches between servers: calls, cards, tables and results."""

from collections.abc import Callable, Sequence
from typing import Final

import render
from bot.model.competitions.competition import (
    CALL_WAITS,
    FEWEST_BOARDS,
    FEWEST_SERVERS,
    MOST_VACATION,
    Competition,
    CompetitionStage,
    Entrant,
    Regulations,
    Side,
)
from bot.model.competitions.servers import Board, ServerRow, ServerScore, table_of
from bot.model.competitions.standings import Standings
from bot.model.moderation import Intervention
from bot.model.people import NEW_FOR
from bot.texts import limits
from bot.texts.clocks import agreed
from bot.texts.competitions import MOST_NAMED, games, some_names, title
from bot.texts.language import as_sentence, labelled, listed, message, paragraph, say, strung
from bot.texts.names import both_shortened, fitting, lines, literal_name, name, plain_text, shortened
from bot.texts.standings import entrant_name, marked, points
from bot.texts.vocabulary import length

_LONGEST_TITLE: Final = 60  # of a competition
_LONGEST_ON_PICTURE: Final = 30  # both names of a match or of a board together
_LONGEST_IN_SEASON: Final = 40  # of a server, where there are several

ACCEPT: Final = message("Accept for this server")
CALLS: Final = message("**Calls of other servers**")
CHOOSE_MEETING: Final = message("Another meeting")
ALL_SERVERS: Final = message("All servers")


def named(competition: Competition, second: str) -> str:
    """The name of a match between servers once a second one has accepted."""
    [side], game = competition.sides, competition.regulations.games[0].name
    first, second = both_shortened(side.name, second, _LONGEST_TITLE - len(game) - len(": – "))
    # Translators: The name of a match between two servers, such as “Furl: Board Club – The Tavern”.
    return shortened(say("{game}: {first} – {second}", game=game, first=first, second=second), _LONGEST_TITLE)


def _server(side: Side) -> str:
    return f"**{plain_text(side.name)}**"


def _servers(sides: Sequence[Side]) -> str:
    return listed([f"**{plain_text(shortened(side.name, _LONGEST_IN_SEASON))}**" for side in sides])


def _meeting(regulations: Regulations) -> str:
    if regulations.both_sides:
        return say("On each board two people play two matches, one from each side, at the same time.")
    return say("On each board two people play one match; the servers take turns from board to board with who begins.")


def card(standings: Standings) -> str:
    """The card of a match or a season of servers: the call, who has entered, how it stands, or how it ended."""
    competition = standings.competition
    heading = f"### {title(competition)}"
    if competition.stage is CompetitionStage.CALLED:
        return lines(heading, _call(competition))
    if competition.stage is CompetitionStage.OPEN:
        return lines(heading, _open(standings))
    if standings.score is not None:
        return lines(heading, state(competition, standings.score))
    if standings.meetings:
        return lines(heading, season_state(standings))
    if standings.called_off is not None:
        return lines(heading, _called_off(competition, standings.called_off))
    if len(competition.sides) == 1:
        return lines(heading, say("No server accepted the call in time."))
    if len(competition.sides) < min(competition.regulations.servers, FEWEST_SERVERS):
        return lines(heading, say("Too few servers accepted the call in time."))
    too_few = say(
        "It didn't take place: it takes {fewest, plural, one {# person} other {# people}} on each side who may play.",
        fewest=FEWEST_BOARDS,
    )
    return lines(heading, too_few)


def _called_off(competition: Competition, done: Intervention) -> str:
    """Which server has called it off; why and who is for its own people, in its log."""
    side = next(side for side in competition.sides if side.server_id == done.server_id)
    return say("{server} has called it off.", server=_server(side))


def _call(competition: Competition) -> str:
    if competition.is_among_several:
        return _call_of_season(competition)
    return lines(
        say(
            "{server} calls another server to a match of **{games}**.",
            server=_server(competition.sides[0]),
            games=games(competition.regulations),
        ),
        _meeting(competition.regulations),
        # Translators: {entry} and {length} are times, such as “3 days”.
        say(
            "**Starts** {entry} after a server accepts; people of both enter until then. **Ends** {length} later.",
            entry=length(competition.begins_at - competition.created_at),
            length=length(competition.length),
        ),
        say("**Terms:** {terms}.", terms=agreed(competition.regulations.terms)),
        say("The call waits until {until}.", until=competition.created_at + CALL_WAITS),
    )


def _call_of_season(competition: Competition) -> str:
    regulations, accepted = competition.regulations, competition.sides[1:]
    return lines(
        say(
            "{server} calls up to {count} other servers to a season of **{games}**, in which every two servers meet.",
            server=_server(competition.sides[0]),
            count=regulations.servers - 1,
            games=games(regulations),
        ),
        _meeting(regulations),
        # Translators: {entry} and {length} are times, such as “3 days”.
        say(
            "**Starts** {entry} after the last server accepts; people of all enter until then. **Ends** {length} later.",
            entry=length(competition.begins_at - competition.created_at),
            length=length(competition.length),
        ),
        say("**Terms:** {terms}.", terms=agreed(regulations.terms)),
        say("**Accepted so far:** {servers}.", servers=_servers(accepted)) if accepted else "",
        say(
            "The call waits until {until}; then three servers in all are enough.",
            until=competition.created_at + CALL_WAITS,
        ),
    )


def _who_meets(competition: Competition) -> str:
    if competition.is_among_several:
        return say(
            "{servers} in **{games}**. Every two servers meet, all at the same time, each sorted by strength and paired from the top down.",
            servers=_servers(competition.sides),
            games=games(competition.regulations),
        )
    first, second = competition.sides
    return say(
        "{first} against {second} in **{games}**, sorted by strength and paired from the top down.",
        first=_server(first),
        second=_server(second),
        games=games(competition.regulations),
    )


def _open(standings: Standings) -> str:
    competition = standings.competition
    return lines(
        _who_meets(competition),
        _meeting(competition.regulations),
        say("**Starts** {begin} ({begin:R}); join until then.", begin=competition.begins_at),
        say("**Ends** {end}.", end=competition.ends_at),
        say("**Terms:** {terms}.", terms=agreed(competition.regulations.terms)),
        *(_entered(standings, side) for side in competition.sides),
        say("It takes {fewest, plural, one {# person} other {# people}} on each side.", fewest=FEWEST_BOARDS),
    )


def _entered(standings: Standings, side: Side) -> str:
    people = [
        entrant.person for entrant in standings.entrants if entrant.side_id == side.server_id and not entrant.is_out
    ]
    is_among_several, sides = standings.competition.is_among_several, standings.competition.sides
    most = MOST_NAMED // len(sides) if is_among_several else MOST_NAMED
    who = some_names(people, most) if people else say("nobody yet")
    server = _servers([side]) if is_among_several else _server(side)
    # Translators: {server} is a name; {who} are people, or “nobody yet”.
    return say("{server} ({count}): {who}.", server=server, count=len(people), who=who)


def also_servers(count: int) -> str:
    """The label of a number of servers, in the modal of a match between servers."""
    return say("A season of up to {count} servers, each against each; otherwise a match of two", count=count)


def score_line(score: ServerScore) -> str:
    """The points of both servers, as in “**Board Club** 3½ – 2½ **The Tavern**”."""
    return f"{_server(score.sides[0])} {_between(score.points)} {_server(score.sides[1])}"


def _between(both: tuple[float, float]) -> str:
    return " – ".join(map(points, both))


def state(competition: Competition, score: ServerScore) -> str:
    """How two servers that meet stand, with what is sure and what is still possible."""
    if competition.stage is CompetitionStage.OVER:
        return lines(score_line(score), verdict(score))
    reach = [
        # Translators: Points of a server in a match: {sure} are sure, {most} are possible.
        say(
            "{server} has {sure} and can reach {most}.",
            server=_server(side),
            sure=points(own),
            most=points(own + score.left),
        )
        for side, own in zip(score.sides, score.points, strict=True)
    ]
    waiting = [entrant.person for entrant in score.bench]
    return lines(
        score_line(score),
        paragraph(*reach) if score.winner is None else verdict(score),
        _goes_on(competition, score.left),
        say("-# On the bench: {people}.", people=some_names(waiting)) if waiting else "",
    )


def verdict(score: ServerScore) -> str:
    """Which server has won."""
    if score.winner is None:
        return say("It's a draw.")
    return say("{server} has won.", server=_server(score.winner))


def _goes_on(competition: Competition, left: int) -> str:
    """How many matches are not over; empty if all are."""
    if not left:
        return ""
    return say(
        "{left, plural, one {# match goes on} other {# matches go on}} until {end} at the latest.",
        left=left,
        end=competition.ends_at,
    )


_ORDER: Final = message(
    "A meeting won is worth 2 points, a draw 1. Between servers with equal points the points on the boards decide, then their meetings, then the upper boards; otherwise they share the place."
)


def season_state(standings: Standings) -> str:
    """How a season of servers stands: every meeting, and by what servers are placed."""
    meet = {side for score in standings.meetings for side in score.sides}
    idle = [side for side in standings.competition.sides if side not in meet]
    is_over = standings.competition.stage is CompetitionStage.OVER
    left = sum(score.left for score in standings.meetings)
    return lines(
        _season_verdict(standings) if is_over else _goes_on(standings.competition, left),
        *(f"- {_meeting_line(score)}" for score in standings.meetings),
        say("-# Too few people, so no meetings: {servers}.", servers=_servers(idle)) if idle else "",
        f"-# {say(_ORDER)}",
    )


def _meeting_line(score: ServerScore) -> str:
    first, second = (_servers([side]) for side in score.sides)
    return f"{first} {_between(score.points)} {second}"


def meeting_label(score: ServerScore) -> str:
    """The label of a meeting in a menu."""
    first, second = (side.name for side in score.sides)
    return " – ".join(both_shortened(first, second, limits.OPTION - len(" – ")))


def _season_verdict(standings: Standings) -> str:
    first = [row.side for row in table_of(standings.meetings) if row.place == 1]
    return say(
        "{count, plural, one {{servers} has won.} other {{servers} share the first place.}}",
        count=len(first),
        servers=_servers(first),
    )


def season_headings() -> tuple[str, ...]:
    """The headings of the columns of the table of a season, after the servers."""
    return say("Points"), say("Boards")


def server_line(row: ServerRow) -> render.ResultLine:
    """The row of a server in the picture of the table of a season."""
    return render.ResultLine(
        place=str(row.place),
        name=row.side.name,
        cells=(points(row.points), points(row.board_points)),
    )


def _row(row: ServerRow, server: str) -> str:
    gained = say(
        "{points, plural, one {# point} other {# points}}, {boards} on the boards",
        points=row.points,
        boards=points(row.board_points),
    )
    return labelled(f"{row.place}. {server}", gained)


def season_as_text(standings: Standings) -> str:
    """The table of a season of servers as text, with every meeting."""
    return lines(
        f"### {title(standings.competition)}",
        *(_row(row, _servers([row.side])) for row in table_of(standings.meetings)),
        season_state(standings),
    )


def season_alt(standings: Standings) -> str:
    """The alt text of the picture of the table of a season."""
    rows = [_row(row, shortened(row.side.name, _LONGEST_IN_SEASON)) for row in table_of(standings.meetings)]
    return shortened(as_sentence(labelled(title(standings.competition), strung(rows, apart=True))), limits.ALT)


def headings() -> tuple[str, ...]:
    """The headings of the columns of the table, after the players."""
    return (say("Points"),)


def table_title(score: ServerScore) -> str:
    """The heading of the table, without markup."""
    first, second = score.sides
    return f"{first.name} {_between(score.points)} {second.name}"


def picture_title(score: ServerScore) -> str:
    """The same on the picture, where both names have room."""
    one, other = score.sides
    first, second = both_shortened(one.name, other.name, _LONGEST_ON_PICTURE)
    return f"{first} {_between(score.points)} {second}"


def line(board: Board) -> render.ResultLine:
    """The row of a board in the picture of the table, where both names have room."""
    one, other = board.people
    first, second = both_shortened(literal_name(one.person), literal_name(other.person), _LONGEST_ON_PICTURE)
    return render.ResultLine(
        place=str(board.number),
        name=f"{marked(one, first)} – {marked(other, second)}",
        cells=(_result(board),),
        is_faint=not board.left,
    )


def _pair(board: Board, shown: Callable[[Entrant], str]) -> str:
    return " – ".join(map(shown, board.people))


def _bold(entrant: Entrant) -> str:
    return marked(entrant, f"**{name(entrant.person)}**")


def _result(board: Board) -> str:
    return _between(board.points) if board.left < len(board.fixtures) else "–"


def as_text(score: ServerScore) -> str:
    """The table as text, a line for each board that fits into a message."""
    rows = [
        labelled(
            f"{board.number}. {_pair(board, _bold)}",
            strung([_result(board), *([say("casual")] if board.is_casual else [])]),
        )
        for board in score.boards
    ]

    def others(shown: int) -> str:
        more = len(rows) - shown
        return say("-# … and {count, plural, one {# more board} other {# more boards}}.", count=more) if more else ""

    return fitting(f"### {plain_text(table_title(score))}", rows, others)


def alt(score: ServerScore) -> str:
    """The alt text of the picture of the table."""
    rows = [f"{board.number}. {_pair(board, entrant_name)} {_result(board)}" for board in score.boards]
    return shortened(as_sentence(labelled(table_title(score), strung(rows, apart=True))), limits.ALT)


def result(standings: Standings) -> str:
    """The announcement of how a match or a season of servers ended."""
    heading, score = say("### {competition} is over", competition=standings.competition), standings.score
    if score is not None:
        return lines(heading, score_line(score), verdict(score))
    table = [_row(row, _servers([row.side])) for row in table_of(standings.meetings)]
    return lines(heading, _season_verdict(standings), *table)


def how_it_works(competition: Competition) -> str:
    """The rules of a match or a season of servers."""
    return lines(
        say("### How {competition} works", competition=competition),
        say(
            "**Who plays.** Everybody enters for themselves, for one of the servers: whoever has been a member for {days} days, has finished five matches and lost at most two of the last twenty on time. Guests and programs don't play. When it starts, this is checked again.",
            days=NEW_FOR.days,
        ),
        say(
            "**Boards.** Each side is sorted by the best rating of the last 90 days and paired from the top down. {meeting} Where two people are more than 200 points apart, their board is casual. You play in direct messages or on the page.",
            meeting=_meeting(competition.regulations),
        ),
        say(
            "**The bench.** Whoever is left over waits on the bench. If somebody leaves, can't be written to or doesn't make a first move within 36 hours, the next from the bench takes over the board, once, and only in the first 72 hours. Later such a board is lost, without changing a rating."
        ),
        say(
            "**Points.** A win is worth 1, a draw ½, and they add up; with equal points the servers draw. Boards are played to the end even when the winner is clear. Two matches between the same servers within 90 days count for ratings, further ones don't."
        ),
        _season_rules() if competition.is_among_several else "",
        say(
            "**The end** is known from the start. Matches that go on then are decided by the position, as in leagues. A vacation stops your clock for up to {days} days each time it's your turn. Whoever leaves the server meanwhile plays on for it.",
            days=MOST_VACATION,
        ),
        say(
            "**Cheating.** No manager of any server judges it: **Report**, behind **More** of your match, tells whoever hosts Furlong. `/block` doesn't change who meets whom here."
        ),
    )


def _season_rules() -> str:
    meets = say(
        "**The season.** Every two servers meet, all at the same time; a server with fewer than {fewest, plural, one {# person} other {# people}} meets nobody.",
        fewest=FEWEST_BOARDS,
    )
    return paragraph(meets, say(_ORDER))


def opened(competition: Competition) -> str:
    """The answer to a manager who has called other servers."""
    if competition.is_among_several:
        return say(
            "Your call waits until {until}. Managers of other servers that play against others see it in their `/season`. It opens once {count} have accepted, or then if two have; nothing is posted before.",
            until=competition.created_at + CALL_WAITS,
            count=competition.regulations.servers - 1,
        )
    return say(
        "Your call waits until {until}. Managers of other servers that play against others see it in their `/season`; nothing is posted until one accepts.",
        until=competition.created_at + CALL_WAITS,
    )


def accepted(competition: Competition) -> str:
    """The answer to a manager who has accepted a call."""
    if competition.stage is CompetitionStage.CALLED:
        return say(
            "This server takes part in {competition:b}. It opens once {missing, plural, one {# more server has} other {# more servers have}} accepted, or {until} if three take part by then.",
            competition=competition,
            missing=competition.regulations.servers - len(competition.sides),
            until=competition.created_at + CALL_WAITS,
        )
    if competition.is_among_several:
        return say(
            "{competition:b} is on: people of all servers join until {begin}.",
            competition=competition,
            begin=competition.begins_at,
        )
    return say(
        "{competition:b} is on: people of both servers join until {begin}.",
        competition=competition,
        begin=competition.begins_at,
    )
