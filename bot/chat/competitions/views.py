"""The messages about a competition: its card, its tables, its reminders and its result."""

import asyncio

import discord
from discord import ui

import render
from bot.chat.core.messages import Post, image, layout, plain
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.model.competitions.competition import Competition, CompetitionStage, Format
from bot.model.competitions.ladder import LadderStandings
from bot.model.competitions.standings import Standings, Table
from bot.texts import competitions
from bot.texts import competitions as competition_news
from bot.texts import competitions as ladders
from bot.texts import standings as tables


def card(standings: Standings) -> Post:
    """What a competition is and who is in it, with what one can do about that."""
    return Post(layout(ui.TextDisplay(competitions.card(standings)), row_of(*_buttons(standings.competition))))


def _buttons(competition: Competition) -> list[PressButton]:
    about = button("How it works", Press("league_about", detail=f"{competition.id}"))
    tables = button("Tables", Press("league_tables", detail=f"{competition.id}"))
    leaving = button("Leave", Press("league_leave", detail=f"{competition.id}"))
    match competition.stage:
        case CompetitionStage.OPEN:
            return [
                button("Join", Press("league_join", detail=f"{competition.id}"), discord.ButtonStyle.success),
                leaving,
                about,
            ]
        case CompetitionStage.RUNNING if competition.regulations.format in (Format.SWISS, Format.ALL_PLAY_ALL):
            late = button("Join late", Press("league_join", detail=f"{competition.id}"))
            return [late, tables, leaving, about]
        case CompetitionStage.RUNNING:
            return [tables, leaving, about]
        case CompetitionStage.OVER:
            return [tables, about]
        case CompetitionStage.CALLED_OFF:
            return [about]


async def table(competition: Competition, results: Table, theme: str) -> Post:
    """How a division stands, as everybody sees it."""
    return Post(
        layout(
            image(tables.table_alt(competition, results)),
            ui.TextDisplay(tables.open_matches(competition, results)),
            *_ladder_buttons(competition),
            row_of(
                button("Text", Press("league_text", detail=f"{competition.id}/{results.division}")),
                button("How it works", Press("league_about", detail=f"{competition.id}")),
            ),
        ),
        await _picture(competition, results, theme),
    )


def _ladder_buttons(competition: Competition) -> list[ui.ActionRow[ui.LayoutView]]:
    """What can be done on a ladder that runs; nothing for all else."""
    if competition.regulations.format is not Format.LADDER or competition.stage is not CompetitionStage.RUNNING:
        return []
    return [
        row_of(
            button("Challenge", Press("ladder", detail=f"{competition.id}"), discord.ButtonStyle.primary),
            button("Join", Press("league_join", detail=f"{competition.id}"), discord.ButtonStyle.success),
            button("Leave", Press("league_leave", detail=f"{competition.id}")),
        )
    ]


def whom_to_challenge(standings: LadderStandings, person_id: int) -> Post:
    """Those whom somebody may challenge on a ladder, each with a button."""
    ladder, competition = standings.ladder, standings.competition
    buttons = [
        button(
            ladders.challenge_label(standings, one),
            Press("ladder_meet", detail=f"{competition.id}/{one}"),
            disabled=one in ladder.going_on or person_id in ladder.going_on,
        )
        for one in ladder.reach_of(person_id)
    ]
    return Post(plain(ladders.whom(standings, person_id), *([row_of(*buttons)] if buttons else [])))


async def private_table(competition: Competition, results: Table, divisions: int, theme: str) -> Post:
    """A table for one person alone, with the way to those of the other divisions."""
    text = button("Text", Press("league_text", detail=f"{competition.id}/{results.division}"))
    row = row_of(text)
    if divisions > 1:
        above, below = (
            button(
                label,
                Press("league_table", detail=f"{competition.id}/{number}"),
                disabled=not 1 <= number <= divisions,
            )
            for label, number in (("Above", results.division - 1), ("Below", results.division + 1))
        )
        row = row_of(above, below, text)
    picture = await _picture(competition, results, theme)
    under = ui.TextDisplay[ui.LayoutView](tables.open_matches(competition, results))
    return Post(layout(image(tables.table_alt(competition, results)), under, row), picture)


async def _picture(competition: Competition, results: Table, theme: str) -> bytes:
    """A table, painted off the event loop."""
    rows = [
        render.ResultLine(
            place=str(row.place),
            name=tables.table_name(row.entrant),
            cells=tables.cells(competition, row, results.rows),
            move=row.move,
            is_faint=row.entrant.is_out,
        )
        for row in results.rows[: tables.MOST_ROWS]
    ]
    title = tables.table_title(competition, results)
    return await asyncio.to_thread(render.table, render.ResultTable(title, tables.headings(competition), rows, theme))


def result(standings: Standings) -> Post:
    """The announcement of the winners."""
    text = competition_news.result(standings)
    row = row_of(button("Tables", Press("league_tables", detail=f"{standings.competition.id}")))
    return Post(plain(text, row), pings=tuple(person.id for person in competition_news.winners(standings)))


def reminder(standings: Standings, *, is_last_day: bool, pings: tuple[int, ...]) -> Post:
    """To those who are behind."""
    rows = competition_news.behind(standings, is_last_day=is_last_day)
    row = row_of(button("Tables", Press("league_tables", detail=f"{standings.competition.id}")))
    return Post(plain(competition_news.reminder(standings, rows), row), pings=pings)


def leave_question(standings: Standings, text: str) -> Post:
    """Before somebody leaves a season that runs."""
    competition = standings.competition
    return Post(
        plain(
            text,
            row_of(
                button("Yes, leave", Press("league_leave_yes", detail=f"{competition.id}"), discord.ButtonStyle.danger),
                button("Stay", Press("league_leave_no", detail=f"{competition.id}")),
            ),
        )
    )
