"""The command for plans: private moves and conditions, played when the player's turns come."""

from collections.abc import Callable
from dataclasses import replace

import discord
from discord import app_commands

from bot.actions.change import check_running
from bot.actions.plans import Draft
from bot.chat.core.answers import Answer, Change, Instead, Show
from bot.chat.core.arguments import LONGEST_KEPT_TEXT, complete_match, keeping, named_or_asked, typed_in
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post
from bot.chat.core.press import button, row_of
from bot.chat.core.request import Request
from bot.chat.screens import asked_of, beside, post_of
from bot.model.match import Match, waits_for
from bot.screens.core import Act, Screen
from bot.screens.plans import keep, plan_of
from bot.texts import limits
from bot.texts import plans as plan_texts
from bot.texts.language import say
from bot.texts.vocabulary import in_own_words
from rules.core import Typed

_Typed = app_commands.Range[str, 1, limits.TYPED]  # a plan as typed may be longer than as shown
_ADD, _NOW, _NO = "add", "now", "no"


@app_commands.command(name="plan", description="Plan your next moves in private; without moves, see your plan.")
@app_commands.describe(
    moves="Moves in order, or lines: after THEIR MOVE: YOURS; after anything else: YOURS",
    add="One or more lines to add to your plan",
    match="Which match, if you have several here",
)
@app_commands.autocomplete(match=complete_match)
@slash
async def plan(
    request: Request, moves: _Typed | None = None, add: _Typed | None = None, match: str | None = None
) -> Answer:
    """Set, extend or show the person's plan for a match."""
    text = "\n".join(filter(None, (moves, add)))
    adding = moves is None and add is not None
    if not text or len(text) > LONGEST_KEPT_TEXT:  # one that is too long for the question is edited in a modal
        target = await named_or_asked(request, match, Act("plan"))
    else:
        target = await named_or_asked(request, match, Act("plan_typed", detail=_ADD if adding else ""), typed=text)
    check_running(target, request.person)
    if text:
        return await beside(await _keep(request, target, text, _ADD if adding else "", Show))
    return await beside(plan_of(target, request.person.id, target.ply))


@on_press("plan_typed", in_place=True)
async def plan_typed(request: Request) -> Answer:
    """Handle the choice of a match for a typed plan, and the answers to the question whether to play its first move."""
    match, text, detail = await request.match(), typed_in(request.message), request.act.detail
    if detail == _NO:
        return Change(await post_of(plan_of(match, request.person.id, match.ply)))
    return Change(await post_of(await _keep(request, match, text, detail, Change)))


async def _keep(request: Request, match: Match, text: str, detail: str, ask: Callable[[Post], Answer]) -> Screen:
    """Keep a plan; if its first move would be played now, `ask` first, unless the press answers that question."""

    def check(now: Match, drafted: Draft) -> None:
        tree, act = drafted.tree, Act("plan_typed", now.id, now.revision, _NOW)
        if tree.moves and waits_for(now, request.person.id) and (detail, request.act.revision) != (_NOW, now.revision):
            yes = button(say("Play {move}", move=Typed(in_own_words(tree.moves[0]))), act, discord.ButtonStyle.primary)
            buttons = row_of(yes, button(say("No"), replace(act, detail=_NO)))
            raise Instead(ask(Post(keeping(plan_texts.plays_now(now, tree), plan_texts.written(tree), buttons))))

    return await keep(asked_of(request), match, text, adding=detail == _ADD, check=check)
