"""The turns of characters, computed while the bot keeps sending, and hints by the strongest character for players."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from bot.actions import jobs, matches
from bot.actions.askers import asker_of
from bot.actions.change import MatchChange
from bot.actions.characters import claim_draw, play_turn, resign, turn_found
from bot.actions.playing import check_may_get_hint, note_hint
from bot.chat.core.answers import Answer, Show
from bot.chat.core.dispatcher import on_press
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import THOUGHTS, JobKind, JobResult
from bot.chat.matches import picker
from bot.model.askers import MANY_REFUSED
from bot.model.jobs import Claim, Kind
from bot.model.match import Match
from bot.model.offer_rules import has_come_thrice
from bot.model.picking import choose
from bot.model.refusals.matches import StaleBoard
from bot.opponents import manners
from bot.screens.pictures import viewpoint_of
from bot.texts import characters as character_texts
from players.characters import Character
from players.levels import level_for
from rules.core import Move, Position

LEASE: Final = timedelta(seconds=12)
"""The time after which a silent process with a claimed turn counts as gone; a thinking one renews its claim."""

RETRY: Final = timedelta(minutes=1)
"""The delay before a failed turn is tried again."""


async def take_turn(delivery: Delivery, claim: Claim) -> JobResult:
    """Find a turn, play it and show it; do nothing if the match has moved on meanwhile.

    Once Discord has refused much, it is shown in its turn with all that waits, because nobody is counted for it.
    """
    context = delivery.context
    match = await matches.load(context, claim.about_match)
    if match.revision == claim.first.revision and match.is_thinking:
        act = await _decide(delivery, match)
        at_once = context.budget.refused() < MANY_REFUSED
        try:
            async with matches.change(context, match.id, is_shown_at_once=at_once) as change:
                act(change, match.revision)
        except StaleBoard:
            pass
        else:
            await (delivery.show_change if at_once else delivery.show_in_turn)(change)
            return JobResult(more_waits=change.match.is_thinking)
    await jobs.finish(context, claim)
    return JobResult()


async def _decide(delivery: Delivery, match: Match) -> Callable[[MatchChange, int], None]:
    """The action of the character to move."""
    besides = await asyncio.to_thread(_besides_moving, match)
    if besides is not None:
        return besides

    async def choose(position: Position, character: Character, seed: int, past: Sequence[Position], host: int) -> Move:
        asker = await asker_of(delivery.context, host)
        level = level_for(character, match.game, match.seats, position, seed)
        return await delivery.thinkers.choose(position, level, seed, past, asker)

    return partial(play_turn, moves=await turn_found(match, choose))


def _besides_moving(match: Match) -> Callable[[MatchChange, int], None] | None:
    """The action of a character instead of moving; None if it moves."""
    seat = match.position.turn
    if not isinstance(seat, int) or not match.players[seat].is_character:
        return None  # a character that substitutes for a player does not decide how the match ends
    if has_come_thrice(match) and manners.claims_draw(match.history, seat):
        return claim_draw
    return resign if manners.resigns(match.history, seat) else None


def _wait(*_: object) -> timedelta:
    return RETRY


THOUGHT: Final = JobKind(Kind.THOUGHT, THOUGHTS, take_turn, _wait, lease=LEASE)


@on_press("hint")
async def hint(request: Request) -> Answer:
    """Handle Hint, behind More: find a move and count the hint; the match is locked only afterwards."""
    match = await request.match()
    check_may_get_hint(match, request.person)
    await matches.check_unrated(request.context, request.person, match, [match.position])
    advice = await request.services.thinkers.advise(match, request.person.id)
    async with request.change(match.id) as change:
        note_hint(change, request.person, match.revision)
    match_shown = await request.show(change)
    choice = choose(match_shown.position, advice.move)
    assert choice is not None, "a hint is a legal move"
    text = character_texts.advice(advice.move, advice.reason)
    return Show(await picker.picker(match_shown, choice, text, viewpoint_of(match_shown, request.person.id)))
