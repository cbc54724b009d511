"""Texts of reviews, which show what turned a match."""

from typing import Final

from bot.model.match import Match
from bot.model.people import Person
from bot.model.reviews import CannotJudge, Decision, NotOver, Review, ReviewFailed, Side, TooManyReviews, TooShort
from bot.texts.boards import outcome
from bot.texts.moves import move_in_words
from bot.texts.names import LONGEST_ALT, lines, name, plain_text, shortened, title
from bot.texts.ratings import new_ratings
from bot.texts.sentence import register
from rules.core import Move, Position, Seat
from rules.record import Step
from rules.wording import listed, plural

_OFTEN: Final = (
    (0.9, "nearly every time"),
    (0.7, "most of the time"),
    (0.45, "about half of the time"),
    (0.2, "now and then"),
    (0, "rarely, as happens to everyone"),
)
"""How often a player found a good move, by the minimum share of their decisions."""
_LUCKY: Final = 0.08
_BAR: Final = 10
"""The number of segments of a progress bar, which fits on one line on a phone."""


def progress(done: int, count: int) -> str:
    """The progress while a review is made."""
    full = round(_BAR * done / max(count, 1))
    bar = "▰" * full + "▱" * (_BAR - full)
    return f"Looking back on the match\n{bar} {done} of {plural(count, 'move')}"


def heading(match: Match) -> str:
    """The heading of a review."""
    return f"### {plain_heading(match)}"


def plain_heading(match: Match) -> str:
    """The heading of a review without Markdown, for a page."""
    return f"{title(match)}: what turned it"


def chances_title(match: Match, review: Review) -> str:
    """The title of the chart of chances: the turning point, if there was one."""
    turning = review.turning_point
    return "Chances" if turning is None else f"Turning point: {_whose_move(match, turning)}"


def _whose_move(match: Match, decision: Decision) -> str:
    number = match.history.moves_upto(decision.ply + 1)
    return f"move {number}, by {match.players[decision.seat].name}"


def summary(match: Match, review: Review) -> str:
    """The text under the chart of chances."""
    sampled = ""
    if review.is_sampled:
        sampled = (
            f"-# A long match: {len(review.decisions)} of its {review.count} decisions were looked at, spread evenly."
        )
    found = review.moments
    text = (
        f"The lines mark the {plural(len(found), 'moment')} that mattered most."
        if found
        else "No single move decided it."
    )
    turning = review.turning_point
    turned = "" if turning is None else f"The turning point was {plain_text(_whose_move(match, turning))}."
    return lines(
        outcome(match), new_ratings(match), turned, text, *_shares(match, review), _luck(match, review), sampled
    )


def _shares(match: Match, review: Review) -> list[str]:
    shares: list[str] = []
    for seat, player in enumerate(match.players):
        count, best, good = review.share(Seat(seat))
        if count:
            often = next(words for least, words in _OFTEN if (best + good) / count >= least)
            shares.append(f"- **{name(player)}** found the best move or a good one {often}.")
    return shares


def _luck(match: Match, review: Review) -> str:
    """The effect of the dice, as opposed to decisions."""
    if not review.luck:
        return ""
    best = max(range(len(review.luck)), key=lambda seat: review.luck[seat])
    if review.luck[best] < _LUCKY:
        return "🎲 The dice were about even."
    lost = sum(decision.loss for decision in review.decisions if decision.seat != best)
    return (
        f"🎲 The dice were kinder to **{name(match.players[best])}**: all rolls together were worth "
        f"{_percent(review.luck[best])} of the chances. The others gave away {_percent(lost)} by their own moves."
    )


def _percent(share: float) -> str:
    return f"{round(100 * share)}\u00a0%"


_CAPTIONS: Final = {
    Side.PLAYED: "The picture shows the move that was played.",
    Side.ANSWER: "The picture shows the move that was played and the best answer to it.",
    Side.BETTER: "The picture shows the better move.",
}


def moment(match: Match, decision: Decision, side: Side) -> str:
    """A decisive moment: the move played, and a better one; `side` says which of them the picture shows."""
    return lines(heading(match), in_short(match, decision), f"-# {_CAPTIONS[side]}")


def in_short(match: Match, decision: Decision) -> str:
    """A decisive moment in sentences, without its board."""
    step = match.history.steps[decision.ply]
    number = match.history.moves_upto(decision.ply + 1)
    who, position = name(match.players[decision.seat]), step.before
    was, left = _percent(decision.chances[decision.seat]), _percent(decision.played_chance)
    played = f"**Move {number}**: **{who}** {position.describe(step.move)} (`{step.move}`)"
    fell = f"{played}, and their chances fell from {was} to {left}."
    return lines(fell, _drawback(step, decision.reply), f"Better: {_with_reason(position, decision.best)}")


def in_a_line(match: Match, decision: Decision) -> str:
    """A decisive moment as a line of a list, for everybody."""
    step = match.history.steps[decision.ply]
    number, who = match.history.moves_upto(decision.ply + 1), name(match.players[decision.seat])
    was, left = _percent(decision.chances[decision.seat]), _percent(decision.played_chance)
    return f"- Move {number}, **{who}** `{step.move}`: {was} → {left}. Better: `{decision.best}`"


def _drawback(step: Step, reply: Move | None) -> str:
    """The drawback of a move: the best reply, its low chance of success, or how little it achieves."""
    if reply is not None:
        return f"The best answer to it: {_with_reason(step.after, reply)}"
    odds, reason = step.before.odds(step.move), step.before.reason(step.move)
    if odds:
        return f"What it takes: {odds}."
    return f"The most to be said for it: it {reason}." if reason else ""


def _with_reason(position: Position, move: Move) -> str:
    """A move in words, with its odds and the reason for it."""
    odds, outcome, seat = position.odds(move), position.play(move).outcome(), position.turn
    if outcome is not None and isinstance(seat, int) and outcome.places[seat] == 1:
        reason = "wins at once" if outcome.places.count(1) == 1 else "ends the game with a shared win"
    else:
        reason = position.reason(move)
    said = (move_in_words(position, move), f"It {reason}." if reason else "", f"What it takes: {odds}." if odds else "")
    return " ".join(filter(None, said))


def alt(match: Match, review: Review) -> str:
    """The alt text of the chart of chances."""
    first, last = review.decisions[0], review.decisions[-1]

    def at(decision: Decision) -> str:
        return listed(
            [f"{player.name} {_percent(share)}" for player, share in zip(match.players, decision.chances, strict=True)]
        )

    moments = [
        f"{match.players[decision.seat].name} fell from {_percent(decision.chances[decision.seat])} to "
        f"{_percent(decision.played_chance)} at step {decision.ply + 1}"
        for decision in review.moments
    ]
    fell = f" {listed(moments)}." if moments else ""
    return shortened(f"The chances over the match. At first: {at(first)}. At last: {at(last)}.{fell}", LONGEST_ALT)


def moment_label(number: int) -> str:
    """The label of the button that leads to a moment."""
    return f"Moment {number}"


def shown_by(person: Person) -> str:
    """The line under a posted review."""
    return f"-# Shown by **{name(person)}**. **Review** under the board of the match has the moments with their boards."


def posted(address: str) -> str:
    """The answer to the person who posted a review."""
    return f"-# Posted: [here it is]({address})."


register(
    {
        NotOver: (
            "Match #{match.id} is still being played. A review says who is ahead, so nobody gets one before the end. `/try` gives "
            "you a board to try moves on."
        ),
        TooShort: "Match #{match.id} was over before there was much to decide, so there is nothing to review.",
        CannotJudge: "Furlong cannot judge positions of {match.game.name}, so it cannot review this match.",
        TooManyReviews: (
            "Furlong is already making {most} reviews for you, the most at once. Please ask again when one of them is done."
        ),
        ReviewFailed: (
            "The review could not be made, because Furlong is too busy right now. Please try again in a few minutes."
        ),
    }
)
