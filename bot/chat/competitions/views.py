"""Messages about a competition: card, standings, reminders and result."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

import discord
from discord import ui

import render
from bot.chat.challenges.views import BOTH_SIDES, WEEKENDS, also_part, game_part
from bot.chat.core.messages import Post, image, layout, picture, plain
from bot.chat.core.press import Option, PressButton, button, choice, form, row_of
from bot.model.clock import FEWEST_DAYS, MOST_DAYS
from bot.model.competitions.competition import Competition, CompetitionStage, Entering, Format
from bot.model.competitions.ladder import LadderStandings
from bot.model.competitions.standings import Division, DivisionStandings, Standings
from bot.screens.core import Act
from bot.texts import competitions as texts
from bot.texts import limits, vocabulary
from bot.texts import standings as standings_texts
from bot.texts.challenges import ALSO_BOTH_SIDES, ALSO_WEEKENDS, TIME
from bot.texts.language import say
from rules import GAMES
from rules.core import Phrase

_GREEN = discord.ButtonStyle.success
_GREY = discord.ButtonStyle.secondary
_ENTERING: Final = {
    Entering.CHALLENGE: (Act("ladder"), discord.ButtonStyle.primary),
    Entering.JOIN: (Act("league_join"), _GREEN),
    Entering.JOIN_LATE: (Act("league_join"), _GREY),
    Entering.LEAVE: (Act("league_leave"), _GREY),
}
_MOST_GAMES = 3
_LONGEST_TEXT = 40

ONCE = "once"
"""The value of the box for a league with a single season."""


SIZES = {f"size{size}": size for size in (4, 8, 12)}
ROUNDS = {f"rounds{count}": count for count in (3, 5, 7)}
"""The sizes of divisions and numbers of rounds that can be ticked in a modal, by value."""


def card(
    standings: Standings,
    menus: Sequence[ui.ActionRow[ui.LayoutView]] = (),
    is_in: bool | None = None,
    *,
    is_manager: bool = False,
) -> Post:
    """The card of a competition and its people, with buttons to join and leave, or only the one for a person.

    `is_in` says whether that person is in it; `is_manager` adds the button to begin it.
    """
    competition = standings.competition
    buttons = _entering(competition, is_in)
    leaving = [buttons.pop()] if Entering.LEAVE in competition.entering(is_in) else []
    if is_manager and competition.stage is CompetitionStage.OPEN:
        buttons.append(_begin_button(competition))
    if competition.stage in (CompetitionStage.RUNNING, CompetitionStage.OVER):
        buttons.append(_button(competition, say("Tables"), Act("league_tables")))
    row = row_of(*buttons, *leaving, _about(competition))
    return Post(layout(ui.TextDisplay(texts.card(standings)), row, *menus))


def _entering(competition: Competition, is_in: bool | None = None) -> list[PressButton]:
    """The buttons for joining and leaving; `is_in` is as in `Competition.entering`."""
    return [_button(competition, say(entering.value), *_ENTERING[entering]) for entering in competition.entering(is_in)]


def _button(competition: Competition, label: str, act: Act, style: discord.ButtonStyle = _GREY) -> PressButton:
    """A button that carries the number of a competition."""
    return button(label, replace(act, detail=f"{competition.id}"), style)


def _begin_button(competition: Competition) -> PressButton:
    return _button(competition, say("Begin now"), Act("season_begin"), discord.ButtonStyle.primary)


def opened(competition: Competition) -> Post:
    """The answer to a manager who has opened a competition, with a button to begin it unless it is a ladder."""
    is_waiting = competition.stage is CompetitionStage.OPEN
    return Post(plain(texts.started(competition), *([row_of(_begin_button(competition))] if is_waiting else [])))


def _about(competition: Competition) -> PressButton:
    return _button(competition, say("How it works"), Act("league_about"))


async def public_standings(competition: Competition, shown: Division, theme: str) -> Post:
    """The public standings of a division, with the buttons of a running ladder."""
    rows = [row_of(_text_button(competition, shown), _about(competition))]
    if competition.regulations.format is Format.LADDER and competition.stage is CompetitionStage.RUNNING:
        rows.insert(0, row_of(*_entering(competition)))
    return await _standings(competition, shown, theme, rows)


async def private_standings(
    competition: Competition,
    shown: Division,
    theme: str,
    menus: Sequence[ui.ActionRow[ui.LayoutView]],
    person_id: int,
    *,
    is_in: bool,
) -> Post:
    """The standings of a division for one person, with their row marked and their options."""
    buttons = row_of(*_entering(competition, is_in), _text_button(competition, shown), _about(competition))
    return await _standings(competition, shown, theme, [buttons, *menus], person_id)


def menus(found: DivisionStandings, known: Sequence[Competition]) -> list[ui.ActionRow[ui.LayoutView]]:
    """The menus of a competition's divisions, nearby ones if there are many, and of the server's competitions."""
    shown = 0 if found.division is None else found.division.number
    first = max(1, min(shown - limits.MENU // 2, found.count - limits.MENU + 1))
    numbers = range(first, min(first + limits.MENU, found.count + 1))
    divisions = [Option(texts.division(number), "", _division_act(found.competition, number)) for number in numbers]
    seasons = [Option(texts.choice(one), "", _division_act(one, 0)) for one in known]
    acts = _division_act(found.competition, shown), _division_act(found.competition, 0)
    # Discord keeps showing the chosen option of a menu as long as the menu's id stays the same.
    listed = [
        choice(hint, options, name=f"{name}-{found.competition.id}-{shown}", chosen=chosen)
        for name, hint, options, chosen in (
            ("divisions", say(texts.CHOOSE_DIVISION), divisions, acts[0]),
            ("seasons", say(texts.CHOOSE_SEASON), seasons, acts[1]),
        )
        if len(options) > 1
    ]
    return [row_of(one) for one in listed]


def _division_act(competition: Competition, number: int) -> Act:
    return Act("league_table", detail=f"{competition.id}/{number}")


def formats(offered: Sequence[Format]) -> Post:
    """The formats, each with a button that opens a modal for the other options."""
    buttons = [button(texts.format_label(one), Act("season_start", detail=one)) for one in offered]
    return Post(plain(texts.choose_format(offered), row_of(*buttons)))


def window(kind: Format, days: int) -> ui.Modal:
    """The modal for the options of a new competition; `days` is the usual time for a move."""
    choices = [vocabulary.days(count) for count in range(FEWEST_DAYS, MOST_DAYS + 1)]
    options = [
        discord.SelectOption(label=say(limit), value=limit, default=limit.facts["count"] == days) for limit in choices
    ]
    time: ui.Label[ui.Modal] = ui.Label(text=say(TIME), component=ui.Select(custom_id="days", options=options))
    for_two = [game for game in GAMES.values() if 2 in game.seats]
    title, act = texts.format_label(kind), Act("season_open", detail=kind)
    if kind is Format.LADDER:
        return form(title, act, game_part(for_two), time, also_part({WEEKENDS: say(ALSO_WEEKENDS)}))
    is_league = kind is Format.LEAGUE
    sizes = {value: texts.also_size(size) for value, size in SIZES.items() if is_league}
    rounds = {value: texts.also_rounds(count) for value, count in ROUNDS.items() if kind is Format.SWISS}
    also = {BOTH_SIDES: say(ALSO_BOTH_SIDES), WEEKENDS: say(ALSO_WEEKENDS), ONCE: say(texts.ALSO_ONCE)}
    left_out = {Format.LEAGUE: (), Format.KNOCKOUT: (BOTH_SIDES, ONCE)}.get(kind, (ONCE,))
    return form(
        title,
        act,
        game_part(for_two, _MOST_GAMES, say(texts.SEVERAL_GAMES)) if is_league else game_part(for_two),
        _text_part("begins", say(texts.BEGINS), texts.begins_hint(kind), vocabulary.days(3 if is_league else 1)),
        _text_part("lasts", say(texts.LASTS), texts.lasts_hint(kind), vocabulary.weeks(6 if is_league else 1)),
        time,
        also_part({value: label for value, label in also.items() if value not in left_out} | sizes | rounds),
    )


def _text_part(name: str, label: str, hint: str, usual: Phrase) -> ui.Label[ui.Modal]:
    box: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=name, default=say(usual), max_length=_LONGEST_TEXT)
    return ui.Label(text=label, description=hint, component=box)


def _text_button(competition: Competition, shown: Division) -> PressButton:
    return button(say("Text"), Act("league_text", detail=f"{competition.id}/{shown.number}"))


async def _standings(
    competition: Competition,
    shown: Division,
    theme: str,
    rows: list[ui.ActionRow[ui.LayoutView]],
    person_id: int | None = None,
) -> Post:
    """The picture of standings, painted off the event loop, with rows of buttons; the row of one person is marked."""
    lines = [
        render.ResultLine(
            place=str(row.place),
            name=standings_texts.entrant_name(row.entrant),
            cells=standings_texts.cells(competition, row),
            move=row.move,
            is_faint=row.entrant.is_out,
            is_marked=row.entrant.person.id == person_id,
        )
        for row in shown.rows[: standings_texts.MOST_ROWS]
    ]
    title, headings = standings_texts.title(competition, shown), standings_texts.headings(competition)
    table = render.ResultTable(title, headings, lines, theme)
    board = image(standings_texts.alt(competition, shown), instead=standings_texts.as_text(competition, shown))
    under = ui.TextDisplay[ui.LayoutView](standings_texts.open_matches(competition, shown))
    return Post(layout(board, under, *rows), await picture(lambda: render.table(table)))


def whom_to_challenge(standings: LadderStandings, person_id: int, now: datetime) -> Post:
    """The opponents that a person may challenge on a ladder, each with a button."""
    ladder, competition = standings.ladder, standings.competition
    buttons: list[PressButton] = []
    for one in ladder.reach_of(person_id):
        again_at = ladder.apart_until(one, person_id)
        is_again = again_at is not None and again_at > now
        label = texts.challenge_label(standings, one, is_again=is_again)
        act = Act("ladder_meet", detail=f"{competition.id}/{one}")
        is_busy = one in ladder.going_on or person_id in ladder.going_on
        buttons.append(button(label, act, disabled=is_busy or is_again))
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
    return row_of(_button(competition, say("Tables"), Act("league_tables")))


def leave_question(standings: Standings, text: str) -> Post:
    """The question before a person leaves a running competition."""
    competition = standings.competition
    yes = _button(competition, say("Yes, leave"), Act("league_leave_yes"), discord.ButtonStyle.danger)
    return Post(plain(text, row_of(yes, _button(competition, say("Stay"), Act("league_leave_no")))))
