"""Hints for the player to move, from a stronger character, in matches that allow them."""

from discord import app_commands

from bot.actions.hints import check_may_ask, note_hint
from bot.chat.core.answers import Answer, Show
from bot.chat.core.arguments import complete_match, named_or_asked
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.press import Press
from bot.chat.core.request import Request
from bot.chat.matches import picker
from bot.model.characters import character_of
from bot.model.match import Match
from bot.opponents.hints import advisor
from bot.opponents.levels import level_of
from bot.texts import characters as hints


@app_commands.command(name="hint", description="See what a stronger character would play for you, and why.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
@slash
async def hint(request: Request, match: str | None = None) -> Answer:
    """Give a hint."""
    return await _hint(request, await named_or_asked(request, match, Press("hint")))


@on_press("hint")
async def give_hint(request: Request) -> Answer:
    """Hint, behind More, or a match that was chosen for one."""
    return await _hint(request, await request.match())


async def _hint(request: Request, match: Match) -> Answer:
    """Find a move and count the hint; the match is locked only afterwards."""
    check_may_ask(match, request.person)
    characters = [character_of(player) for player in match.players]
    adviser = advisor([level_of(character) for character in characters if character is not None])
    past = tuple(step.before for step in match.history.steps)
    found = await request.services.thinkers.hint(match.position, adviser, match.id, past, request.person.id)
    async with request.change(match.id) as change:
        note_hint(change, request.person, match.revision)
    match_shown = await request.show(change)
    choice = picker.choose(match_shown.position, found.move)
    assert choice is not None, "a hint is a legal move"
    text = hints.advice(adviser.name, found.move, found.reason)
    return Show(await picker.picker(match_shown, choice, text, await request.viewpoint(match_shown)))
