"""A match besides its board: its log, the check of its dice, resigning, and calling it off."""

from collections.abc import Collection
from dataclasses import replace

from bot.actions import matches, playing
from bot.actions.change import check_begun, check_running
from bot.model.fairness import check_rolls
from bot.model.match import Match, State, Summary, waits_for
from bot.model.offer_rules import accepted_rematch, open_offer
from bot.model.offers import OfferKind
from bot.model.people import Person
from bot.screens.core import Act, Action, Asked, Line, Screen, Weight, on, page_number, question
from bot.texts import boards as board_texts
from bot.texts import dice, names
from bot.texts import matches as match_texts
from bot.texts import votes as vote_texts
from bot.texts.language import say
from bot.texts.offers import rematch_label
from bot.texts.symbols import Symbols


def back_to(match: Match) -> Action:
    """The way back to a match."""
    return Action(say("Back to the match"), Act("board", match.id))


def title_of(match: Match) -> str:
    """The title of a screen about a match."""
    return f"{match.game.name} #{match.id}"


def line_of(
    match: Summary, person: Person, asker: Person, symbols: Symbols, gone: Collection[int] = frozenset()
) -> Line:
    """A match in the list of `person`, with a button for `asker` to move or vote, or to look at its board."""
    if match.is_voted_on_by(asker):
        leads_on = Action(say(vote_texts.VOTE), Act("ballot", match.id, match.revision), Weight.MAIN)
    elif waits_for(match, asker.id):
        leads_on = Action(say("Move"), Act("move", match.id, match.revision), Weight.MAIN)
    else:
        leads_on = Action(say("Board"), Act("board", match.id))
    return Line(match_texts.games_line(match, person, asker, symbols, gone), leads_on)


@on("log", beside=True, at="/matches/{match_id}/log")
async def open_log(asked: Asked) -> Screen:
    """Handle Log: show everything that has happened, the latest first."""
    return _log(await asked.begun(), 0)


@on("log_page", at="/matches/{match_id}/log/{number+1}")
async def turn_log(asked: Asked) -> Screen:
    """Handle Earlier and Later, under the log."""
    return _log(await asked.begun(), page_number(asked.act.detail))


def _log(match: Match, page: int) -> Screen:
    last = board_texts.log_pages(match) - 1
    page = min(page, last)
    turning = (
        Action(say("Earlier"), Act("log_page", match.id, detail=str(page + 1)), is_possible=page < last),
        Action(say("Later"), Act("log_page", match.id, detail=str(max(page - 1, 0))), is_possible=page > 0),
    )
    return Screen(
        title=title_of(match),
        heading=f"**{names.title(match)}**",
        text=board_texts.log_page(match, page),
        here=Act("log_page", match.id, detail=str(page)),
        steps=turning if last else (),
        up=back_to(match),
    )


@on("verify", beside=True)
async def verify(asked: Asked) -> Screen:
    """Handle Verify, under a finished match: recompute all rolls and report the result."""
    return await show_dice(asked)


async def show_dice(asked: Asked) -> Screen:
    """The seal of the dice or, once the match is over, the result of checking the rolls, with the record read anew."""
    matches.read_anew(asked.context, asked.act.match_id)
    match = await asked.match()
    if match.state is not State.OPEN:
        check_begun(match)
    if match.fairness is None:
        text = dice.no_dice(match)
    elif match.state is not State.FINISHED:
        text = dice.dice_still_sealed(match)
    else:
        roll_check = check_rolls(match.history.steps, match.fairness.dice)
        text = dice.verified(match, roll_check, match.fairness)
        rematch = open_offer(match, OfferKind.REMATCH) or accepted_rematch(match)
        text = names.lines(text, dice.sealed_for_rematch(match.game, rematch) if rematch is not None else "")
    return Screen(title=title_of(match), text=text, here=Act("dice", match.id), up=back_to(match))


@on("dice", beside=True, at="/matches/{match_id}/dice")
async def open_dice(asked: Asked) -> Screen:
    """Handle Dice, behind More."""
    return await show_dice(asked)


def question_about(match: Match, text: str, yes: Action, no: Act) -> Screen:
    """The question whether to do something in a match; `no` does nothing."""
    return Screen(
        title=title_of(match),
        text=text,
        actions=(yes, Action(say("Play on"), replace(no, match_id=match.id, revision=match.revision))),
        up=back_to(match),
    )


@question("resign")
async def ask_to_resign(asked: Asked) -> Screen:
    """Handle Resign, behind More: ask the player to confirm."""
    match = await asked.match()
    check_running(match, asked.person)
    yes = Action(say("Resign"), Act("resign_yes", match.id, match.revision), Weight.DANGER)
    return question_about(match, match_texts.resign_question(match, asked.person), yes, Act("resign_no"))


@on("resign_yes")
async def resign(asked: Asked) -> Screen:
    """Handle Resign, after the question."""
    async with asked.change(asked.act.match_id) as change:
        playing.resign(change, asked.person)
    match = await asked.show(change)
    text, at = match_texts.resigned(match), (match.id, match.revision)
    if match.state is State.RUNNING:
        return Screen(text=text, here=Act("board", match.id))
    again = () if match.is_by_vote else (Action(rematch_label(match), Act("rematch", *at)),)
    others = Action(say("Replay"), Act("replay", *at)), Action(say("Review"), Act("review", *at))
    return Screen(text=text, here=Act("board", match.id), actions=(*again, *others))


@question("call_off")
async def ask_to_call_off(asked: Asked) -> Screen:
    """Handle Call off, behind More: ask the player to confirm."""
    match = await asked.match()
    gone_id = await asked.gone_id(match)
    pauses = await matches.pauses_of_mover(asked.context, match)
    playing.check_may_call_off(match, asked.person, pauses, asked.context.now(), gone_id)
    yes = Action(say(match_texts.CALL_OFF), Act("call_off_yes", match.id, match.revision), Weight.DANGER)
    return question_about(
        match, match_texts.call_off_question(match, is_gone=gone_id is not None), yes, Act("resign_no")
    )


@on("call_off_yes")
async def call_off(asked: Asked) -> Screen:
    """Handle Call off, after the question."""
    gone_id = await asked.gone_id(await asked.match())
    async with asked.change(asked.act.match_id, is_current=True) as change:
        playing.call_off(change, asked.person, gone_id)
    match = await asked.show(change)
    return Screen(text=board_texts.outcome(match) or match_texts.played_on(match), here=Act("board", match.id))
