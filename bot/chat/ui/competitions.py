"""The messages about a competition: its card, its tables, its reminders and its result."""

import asyncio

import discord
from discord import ui

import render
from bot.actions.competitions.entries import Standings
from bot.chat.sentences import competitions, tables
from bot.chat.ui.messages import Post, image, layout, plain
from bot.chat.ui.press import Press, PressButton, button, row_of
from bot.model.competitions.competition import Competition, Format, Stage
from bot.model.competitions.table import Table


def card(standings: Standings) -> Post:
    """What a competition is and who is in it, with what one can do about that."""
    return Post(layout(ui.TextDisplay(competitions.card(standings)), row_of(*_buttons(standings.competition))))


def _buttons(competition: Competition) -> list[PressButton]:
    about = button("How it works", _press("league_about", competition))
    tables = button("Tables", _press("league_tables", competition))
    leaving = button("Leave", _press("league_leave", competition))
    match competition.stage:
        case Stage.OPEN:
            return [button("Join", _press("league_join", competition), discord.ButtonStyle.success), leaving, about]
        case Stage.RUNNING if competition.regulations.format in (Format.SWISS, Format.ALL_PLAY_ALL):
            late = button("Join late", _press("league_join", competition))
            return [late, tables, leaving, about]
        case Stage.RUNNING:
            return [tables, leaving, about]
        case Stage.OVER:
            return [tables, about]
        case Stage.CALLED_OFF:
            return [about]


def _press(action: str, competition: Competition, rest: str = "") -> Press:
    return Press(action, detail=f"{competition.id}{rest}")


async def table(competition: Competition, shown: Table, theme: str) -> Post:
    """How a division stands, as everybody sees it."""
    return Post(
        layout(
            image(tables.table_alt(competition, shown)),
            ui.TextDisplay(tables.open_matches(shown)),
            row_of(
                button("Text", _press("league_text", competition, f"/{shown.division}")),
                button("How it works", _press("league_about", competition)),
            ),
        ),
        await _picture(competition, shown, theme),
    )


async def private_table(standings: Standings, division: int, theme: str) -> Post:
    """A table for one person alone, with the way to the others."""
    competition, divisions = standings.competition, len(standings.tables)
    shown = standings.tables[max(0, min(division - 1, divisions - 1))]
    text = button("Text", _press("league_text", competition, f"/{shown.division}"))
    row = row_of(text)
    if divisions > 1:
        above, below = (
            button(label, _press("league_table", competition, f"/{number}"), disabled=not 1 <= number <= divisions)
            for label, number in (("Above", shown.division - 1), ("Below", shown.division + 1))
        )
        row = row_of(above, below, text)
    picture = await _picture(competition, shown, theme)
    under = ui.TextDisplay[ui.LayoutView](tables.open_matches(shown))
    return Post(layout(image(tables.table_alt(competition, shown)), under, row), picture)


async def _picture(competition: Competition, shown: Table, theme: str) -> bytes:
    """A table, drawn off the event loop."""
    rows = [
        render.ResultLine(
            place=str(row.place),
            name=tables.table_name(row.entrant),
            cells=tables.cells(competition, row, shown.rows),
            move=row.move,
            is_faint=row.entrant.is_out,
        )
        for row in shown.rows
    ]
    title = tables.table_title(competition, shown)
    return await asyncio.to_thread(render.table, render.ResultTable(title, tables.headings(competition), rows, theme))


def result(standings: Standings) -> Post:
    """The announcement of the winners."""
    text = competitions.result(standings)
    row = row_of(button("Tables", _press("league_tables", standings.competition)))
    return Post(plain(text, row), pings=tuple(competitions.winners(standings)))


def reminder(standings: Standings, *, is_last_day: bool, pings: tuple[int, ...]) -> Post:
    """To those who are behind."""
    rows = competitions.behind(standings, is_last_day=is_last_day)
    row = row_of(button("Tables", _press("league_tables", standings.competition)))
    return Post(plain(competitions.reminder(standings, rows), row), pings=pings)


def leave_question(standings: Standings, text: str) -> Post:
    """Before somebody leaves a season that runs."""
    competition = standings.competition
    return Post(
        plain(
            text,
            row_of(
                button("Yes, leave", _press("league_leave_yes", competition), discord.ButtonStyle.danger),
                button("Stay", _press("league_leave_no", competition)),
            ),
        )
    )
