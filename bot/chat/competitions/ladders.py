"""Ladders: opening one, its places, and challenging upwards."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to the one below.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Final

import discord
from discord import app_commands

from bot.actions.competitions import entries
from bot.actions.competitions import standings as read
from bot.chat.challenges.commands import complete_days
from bot.chat.competitions import commands as competing
from bot.chat.competitions import views as ui
from bot.chat.competitions.commands import GAME_CHOICES, entry_commands, limit_of
from bot.chat.competitions.competition_argument import competition_named, suggestions_of
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import game_of, page_number, snowflake
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.request import Request
from bot.model.clock import Terms
from bot.model.competitions.competition import (
    MOST_ENTRANTS,
    MOST_VACATION,
    NEVER,
    CompetitionProposal,
    CompetitionStage,
    Format,
    Regulations,
)
from bot.model.competitions.ladder import REACH
from bot.model.people import Person
from bot.texts import competitions as sentences

_MOST_TEXT: Final = 40
_FORMATS: Final = (Format.LADDER,)
_Text = app_commands.Range[str, 1, _MOST_TEXT]

complete_ladder = suggestions_of(_FORMATS)


async def _named(request: Request, text: str | None) -> int:
    return await competition_named(request, text, _FORMATS, CompetitionStage.RUNNING)


@app_commands.command(name="open", description="Open a ladder that people can join, for those who manage the server.")
@app_commands.describe(
    game="What to play",
    days="How long a player has for a move, such as 3 days; what is usual here if you do not say",
)
@app_commands.autocomplete(days=complete_days)
@app_commands.choices(game=GAME_CHOICES)
@slash
async def open_ladder(request: Request, game: str, days: _Text | None = None) -> Answer:
    """Open a ladder here."""
    competing.check_manager(request)
    venue, server = await competing.venue_of(request)
    chosen, now = game_of(game), request.services.now()
    terms = Terms(limit_of(days, server), is_rated=True, most_vacation=MOST_VACATION)
    regulations = Regulations(Format.LADDER, (chosen,), MOST_ENTRANTS, both_sides=False, terms=terms)
    return await competing.open_for_all(
        request, CompetitionProposal(f"{chosen.name} ladder", venue, regulations, now, NEVER)
    )


@app_commands.command(name="show", description="Who stands where on a ladder.")
@app_commands.describe(ladder="Which ladder, if there are several here")
@app_commands.autocomplete(ladder=complete_ladder)
@slash
async def show(request: Request, ladder: str | None = None) -> Answer:
    """Show a ladder for one person alone."""
    return await competing.show_table(request, await _named(request, ladder), None)


@app_commands.command(name="challenge", description=f"Challenge somebody up to {REACH} places above you on a ladder.")
@app_commands.describe(
    player="Whom; choose from a list if you do not say", ladder="Which ladder, if there are several here"
)
@app_commands.autocomplete(ladder=complete_ladder)
@slash
async def challenge(request: Request, player: discord.User | None = None, ladder: str | None = None) -> Answer:
    """Challenge somebody, or show whom one may challenge."""
    number = await _named(request, ladder)
    if player is None:
        return await _ask_whom(request, number)
    return Say(await _challenge(request, number, Person(player.id, player.display_name)))


async def _ask_whom(request: Request, number: int) -> Answer:
    standings = await read.ladder(request.context, request.actor, number)
    return Show(ui.whom_to_challenge(standings, request.person.id))


@on_press("ladder")
async def press_challenge(request: Request) -> Answer:
    """Challenge, under a ladder."""
    return await _ask_whom(request, page_number(request.press.detail))


@on_press("ladder_meet", in_place=True)
async def press_whom(request: Request) -> Answer:
    """Somebody, chosen from the list."""
    number, _, person_id = request.press.detail.partition("/")
    return Change.to_text(await _challenge(request, page_number(number), Person(snowflake(person_id), "")))


async def _challenge(request: Request, number: int, opponent: Person) -> str:
    """Challenge somebody and show it; what the challenger reads then."""
    change, before = await entries.challenge(request.context, request.actor, number, opponent)
    await request.show(change)
    await request.services.delivery.tell()
    return sentences.challenged(before, opponent.id)


ladder: Final = app_commands.Group(
    name="ladder", description="Places on a server: beat somebody above, take their place."
)
for _command in (open_ladder, show, challenge, *entry_commands("ladder", _FORMATS, (CompetitionStage.RUNNING,))):
    ladder.add_command(_command)
