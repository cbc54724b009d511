"""What has happened in a match: its log, and the check of its dice."""

from bot.actions import matches
from bot.model.fairness import check_rolls
from bot.model.match import Match, State
from bot.screens.core import Act, Action, Asked, Screen, on, page_number
from bot.texts import boards, dice
from bot.texts.language import say


def back_to(match: Match) -> Action:
    """The way back to a match."""
    return Action(say("Back to the match"), Act("board", match.id))


def title_of(match: Match) -> str:
    """The title of a screen about a match."""
    return f"{match.game.name} #{match.id}"


@on("log", beside=True, at="/matches/{match_id}/log")
async def open_log(asked: Asked) -> Screen:
    """Handle Log: show everything that has happened, the latest first."""
    return _log(await asked.find(asked.act.match_id), 0)


@on("log_page", at="/matches/{match_id}/log/{number+1}")
async def turn_log(asked: Asked) -> Screen:
    """Handle Earlier and Later, under the log."""
    return _log(await asked.find(asked.act.match_id), page_number(asked.act.detail))


def _log(match: Match, page: int) -> Screen:
    last = boards.log_pages(match) - 1
    page = min(page, last)
    turning = (
        Action(say("Earlier"), Act("log_page", match.id, detail=str(page + 1)), is_possible=page < last),
        Action(say("Later"), Act("log_page", match.id, detail=str(max(page - 1, 0))), is_possible=page > 0),
    )
    return Screen(
        title=title_of(match),
        text=boards.log_page(match, page),
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
    match = await asked.find(asked.act.match_id)
    if match.fairness is None:
        text = dice.no_dice(match)
    elif match.state is not State.FINISHED:
        text = dice.dice_still_sealed(match)
    else:
        found = check_rolls(match.game, match.seats, match.history.tokens, match.fairness.dice)
        text = dice.verified(match, found, match.fairness)
    return Screen(title=title_of(match), text=text, here=Act("dice", match.id), up=back_to(match))


@on("dice", beside=True, at="/matches/{match_id}/dice")
async def open_dice(asked: Asked) -> Screen:
    """Handle Dice, behind More."""
    return await show_dice(asked)
