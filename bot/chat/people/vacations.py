"""Going on vacation and coming back."""

from typing import Final

from discord import app_commands

from bot.actions import vacations
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import snowflake
from bot.chat.core.dispatcher import slash, suggestions
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.model.durations import days_in
from bot.model.vacations import DAYS_A_YEAR, VacationStanding
from bot.texts import vacations as sentences
from rules.wording import plural

_LONGEST: Final = 40
_MOST_CHOICES: Final = 25
_Text = app_commands.Range[str, 1, _LONGEST]


@suggestions
async def complete_days(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """As many days as the person has left that begin with what was typed, for the command's `days`."""
    standing = await vacations.standing(request.context, request.person.id)
    labels = [plural(count, "day") for count in range(1, standing.most_days + 1)]
    fitting = [label for label in labels if label.startswith(typed.strip().casefold())]
    return [app_commands.Choice(name=label, value=label) for label in fitting[:_MOST_CHOICES]]


@app_commands.command(
    name="vacation", description="Stop all your clocks for some days. Without days, see how many you have left."
)
@app_commands.describe(days="For how many days from now, such as 7; all your matches on every server wait that long")
@app_commands.autocomplete(days=complete_days)
@slash
async def vacation(request: Request, days: _Text | None = None) -> Answer:
    """Send the person on vacation, or tell them how many days they have left."""
    if days is None:
        standing = await vacations.standing(request.context, request.person.id)
    else:
        standing = await vacations.go(request.context, request.person, days_in(days, 1, DAYS_A_YEAR))
    return Show(_card(standing))


@on_press("vacation_end", in_place=True)
async def end(request: Request) -> Answer:
    """End it now."""
    standing = await vacations.come_back(request.context, request.person, snowflake(request.press.detail))
    return Change.to_text(sentences.came_back(standing))


def _card(standing: VacationStanding) -> Post:
    text = sentences.vacation(standing)
    if standing.running is None:
        return Post(plain(text))
    return Post(plain(text, row_of(button("End it now", Press("vacation_end", detail=str(standing.running.id))))))
