"""The messages about a competition: its card, its standings, its reminders and its result."""

import asyncio
from dataclasses import replace
from datetime import datetime

import discord
from discord import ui

import render
from bot.chat.core.messages import Post, image, layout, plain
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.model.competitions.competition import Competition, CompetitionStage, Format
from bot.model.competitions.ladder import LadderStandings
from bot.model.competitions.standings import Division, Standings
from bot.texts import competitions as texts
from bot.texts import standings as standings_texts

_GREEN = discord.ButtonStyle.success
_GREY = discord.ButtonStyle.secondary
_LATE_FORMATS = (Format.SWISS, Format.ALL_PLAY_ALL)


def card(standings: Standings) -> Post:
    """A competition and the people in it, with the buttons to join and leave."""
    return Post(layout(ui.TextDisplay(texts.card(standings)), row_of(*_buttons(standings.competition))))


def _buttons(competition: Competition) -> list[PressButton]:
    join, leave = (
        _button(competition, "Join", Press("league_join"), _GREEN),
        _button(competition, "Leave", Press("league_leave")),
    )
    shown, about = _button(competition, "Tables", Press("league_tables")), _about(competition)
    match competition.stage:
        case CompetitionStage.OPEN:
            return [join, leave, about]
        case CompetitionStage.RUNNING:
            late = [_button(competition, "Join late", Press("league_join"))]
            return [*(late if competition.regulations.format in _LATE_FORMATS else []), shown, leave, about]
        case CompetitionStage.OVER:
            return [shown, about]
        case CompetitionStage.CALLED_OFF:
            return [about]


def _button(competition: Competition, label: str, press: Press, style: discord.ButtonStyle = _GREY) -> PressButton:
    """A button that carries the number of a competition."""
    return button(label, replace(press, detail=f"{competition.id}"), style)


def _about(competition: Competition) -> PressButton:
    return _button(competition, "How it works", Press("league_about"))


async def public_standings(competition: Competition, shown: Division, theme: str) -> Post:
    """How a division stands, as everybody sees it; under a ladder that runs, with its buttons."""
    rows = [row_of(_text_button(competition, shown), _about(competition))]
    if competition.regulations.format is Format.LADDER and competition.stage is CompetitionStage.RUNNING:
        challenge = _button(competition, "Challenge", Press("ladder"), discord.ButtonStyle.primary)
        join, leave = (
            _button(competition, "Join", Press("league_join"), _GREEN),
            _button(competition, "Leave", Press("league_leave")),
        )
        rows.insert(0, row_of(challenge, join, leave))
    return await _standings(competition, shown, theme, rows)


async def private_standings(competition: Competition, shown: Division, divisions: int, theme: str) -> Post:
    """How a division stands, for one person alone, with the way to the other divisions."""
    buttons = [
        button(label, Press("league_table", detail=f"{competition.id}/{number}"), disabled=not 1 <= number <= divisions)
        for label, number in (("Above", shown.number - 1), ("Below", shown.number + 1))
        if divisions > 1
    ]
    return await _standings(competition, shown, theme, [row_of(*buttons, _text_button(competition, shown))])


def _text_button(competition: Competition, shown: Division) -> PressButton:
    return button("Text", Press("league_text", detail=f"{competition.id}/{shown.number}"))


async def _standings(
    competition: Competition, shown: Division, theme: str, rows: list[ui.ActionRow[ui.LayoutView]]
) -> Post:
    """The picture of standings, painted off the event loop, with rows of buttons."""
    lines = [
        render.ResultLine(
            place=str(row.place),
            name=standings_texts.entrant_name(row.entrant),
            cells=standings_texts.cells(competition, row, shown.rows),
            move=row.move,
            is_faint=row.entrant.is_out,
        )
        for row in shown.rows[: standings_texts.MOST_ROWS]
    ]
    title, headings = standings_texts.title(competition, shown), standings_texts.headings(competition)
    picture = await asyncio.to_thread(render.table, render.ResultTable(title, headings, lines, theme))
    alt, under = standings_texts.alt(competition, shown), standings_texts.open_matches(competition, shown)
    return Post(layout(image(alt), ui.TextDisplay(under), *rows), picture)


def whom_to_challenge(standings: LadderStandings, person_id: int, now: datetime) -> Post:
    """The people whom a person may challenge on a ladder, each with a button."""
    ladder, competition = standings.ladder, standings.competition
    buttons: list[PressButton] = []
    for one in ladder.reach_of(person_id):
        again_at = ladder.apart_until(one, person_id)
        is_again = again_at is not None and again_at > now
        label = texts.challenge_label(standings, one, is_again=is_again)
        press = Press("ladder_meet", detail=f"{competition.id}/{one}")
        is_busy = one in ladder.going_on or person_id in ladder.going_on
        buttons.append(button(label, press, disabled=is_busy or is_again))
    return Post(plain(texts.whom(standings, person_id), *([row_of(*buttons)] if buttons else [])))


def result(standings: Standings) -> Post:
    """The announcement of the winners."""
    pings = tuple(person.id for person in texts.winners(standings))
    return Post(plain(texts.result(standings), _tables_row(standings.competition)), pings=pings)


def reminder(standings: Standings, *, is_last_day: bool, pings: tuple[int, ...]) -> Post:
    """A reminder to those who are behind."""
    rows = texts.behind(standings, is_last_day=is_last_day)
    return Post(plain(texts.reminder(standings, rows), _tables_row(standings.competition)), pings=pings)


def _tables_row(competition: Competition) -> ui.ActionRow[ui.LayoutView]:
    return row_of(_button(competition, "Tables", Press("league_tables")))


def leave_question(standings: Standings, text: str) -> Post:
    """The question before a person leaves a running competition."""
    competition = standings.competition
    yes = _button(competition, "Yes, leave", Press("league_leave_yes"), discord.ButtonStyle.danger)
    return Post(plain(text, row_of(yes, _button(competition, "Stay", Press("league_leave_no")))))
