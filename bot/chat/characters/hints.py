"""Hints for the player to move, from a stronger character, in matches that allow them."""

from bot.actions.playing import check_may_get_hint, note_hint
from bot.chat.core.answers import Answer, Show
from bot.chat.core.dispatcher import on_press
from bot.chat.core.request import Request
from bot.chat.matches import picker
from bot.model.characters import character_of
from bot.model.picking import choose
from bot.opponents.hints import advisor
from bot.opponents.levels import level_of
from bot.texts import characters as hints


@on_press("hint")
async def hint(request: Request) -> Answer:
    """Hint, behind More: find a move and count the hint; the match is locked only afterwards."""
    match = await request.match()
    check_may_get_hint(match, request.person)
    characters = [character_of(player) for player in match.players]
    adviser = advisor([level_of(character) for character in characters if character is not None])
    past = tuple(step.before for step in match.history.steps)
    found = await request.services.thinkers.hint(match.position, adviser, match.id, past, request.person.id)
    async with request.change(match.id) as change:
        note_hint(change, request.person, match.revision)
    match_shown = await request.show(change)
    choice = choose(match_shown.position, found.move)
    assert choice is not None, "a hint is a legal move"
    text = hints.advice(adviser.name, found.move, found.reason)
    return Show(await picker.picker(match_shown, choice, text, await request.viewpoint(match_shown)))
