"""Checking the dice of a match."""

from discord import app_commands

from bot.actions import matches
from bot.chat.core.answers import Answer, Say
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.request import Request
from bot.chat.matches.match_argument import complete_finished, named_or_latest
from bot.model.fairness import check_rolls
from bot.model.match import Match, State
from bot.texts import dice


@app_commands.command(name="verify", description="Check every roll of a finished match.")
@app_commands.describe(match="Which match; your latest one with dice if you do not say")
@app_commands.autocomplete(match=complete_finished)
@slash
async def verify(request: Request, match: str | None = None) -> Answer:
    """Compute every roll of a match again and say what was found."""
    return await _check(request, (await named_or_latest(request, match)).id)


@on_press("verify")
async def verify_pressed(request: Request) -> Answer:
    """Verify, under a match that is over."""
    return await _check(request, request.press.match_id)


async def _check(request: Request, match_id: int) -> Say:
    return Say(_verified(await matches.find_anew(request.context, request.actor, match_id)))


def _verified(match: Match) -> str:
    fairness = match.fairness
    if fairness is None:
        return dice.no_dice(match)
    if match.state is not State.FINISHED:
        return dice.dice_still_sealed(match)
    return dice.verified(match, check_rolls(match.game, match.seats, match.history.tokens, fairness.dice), fairness)
