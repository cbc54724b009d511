"""Texts of reviews, which show what turned a match."""

# Translators: {reason} follows “it” in lower case. A player's chances are a percentage.

from collections.abc import Sequence
from typing import Final

from bot.model.match import Match
from bot.model.people import Person
from bot.model.reviews import (
    Decision,
    Review,
    Side,
)
from bot.texts import limits
from bot.texts.boards import outcome
from bot.texts.language import as_sentence, fact, labelled, listed, message, paragraph, say, strung
from bot.texts.moves import move_in_words
from bot.texts.names import lines, literal_name, plain_text, shortened, title
from bot.texts.ratings import new_ratings
from rules.core import Move, Position, Seat, Typed
from rules.record import Step

_OFTEN: Final = (
    (0.9, message("nearly every time")),
    (0.7, message("most of the time")),
    (0.45, message("about half of the time")),
    (0.2, message("now and then")),
    (0, message("rarely")),
)
"""How often a player found a good move, by the minimum share of their decisions."""
_LUCKY: Final = 0.08  # of the chances
_BAR: Final = 10
"""The number of segments of a progress bar, which fits on one line on a phone."""


def progress(done: int, count: int) -> str:
    """The progress while a review is made."""
    full = round(_BAR * done / max(count, 1))
    bar = "▰" * full + "▱" * (_BAR - full)
    so_far = say("{done} of {count, plural, one {# move} other {# moves}}", done=done, count=count)
    return f"{say('Looking back on the match')}\n{bar} {so_far}"


def heading(match: Match) -> str:
    """The heading of a review."""
    return f"### {plain_heading(match)}"


def plain_heading(match: Match) -> str:
    """The heading of a review without Markdown, for a page."""
    return say("{match}: what turned it", match=title(match))


def chances_title(match: Match, review: Review) -> str:
    """The title of the chart of chances: the turning point, if there was one."""
    turning = review.turning_point
    if turning is None:
        return say("Chances")
    return say("Turning point: {move}", move=_whose_move(match, turning))


def _whose_move(match: Match, decision: Decision) -> str:
    number = match.history.moves_upto(decision.ply + 1)
    return say("move {number}, by {player}", number=number, player=literal_name(match.players[decision.seat]))


def summary(match: Match, review: Review) -> str:
    """The text under the chart of chances."""
    sampled = ""
    if review.is_sampled:
        sampled = say(
            "-# A long match: Furlong looked at {judged} of its {count} decisions, spread evenly and where the chances changed most.",
            judged=len(review.decisions),
            count=review.count,
        )
    moments = review.moments
    text = (
        say(
            "The lines mark the {count, plural, one {# moment} other {# moments}} that mattered most.",
            count=len(moments),
        )
        if moments
        else say("No single move decided it.")
    )
    return lines(
        outcome(match),
        new_ratings(match),
        turned(match, review),
        text,
        _other_falls(match, review),
        *_tallies(match, review),
        *_shares(match, review),
        _luck(match, review),
        sampled,
    )


def turned(match: Match, review: Review) -> str:
    """The turning point in a sentence; empty if there was none."""
    turning = review.turning_point
    if turning is None:
        return ""
    return say(
        "The turning point was {move}: their chances fell from {before} to {after}.",
        move=plain_text(_whose_move(match, turning)),
        before=_percent(turning.chances[turning.seat]),
        after=_percent(turning.played_chance),
    )


def _other_falls(match: Match, review: Review) -> str:
    """The moves that gave a certain result away and that are not among the moments; empty if there are none."""
    others = [str(match.history.moves_upto(fall.ply + 1)) for fall in review.falls if fall not in review.moments]
    if not others:
        return ""
    return say(
        "A certain result was also given away in {moves, plural, one {move {moves}} other {moves {moves}}}.",
        moves=tuple(others),
    )


def _tallies(match: Match, review: Review) -> Sequence[str]:
    """What the sides had as the last phase of the game began, with the chances there if they are known."""
    judged = {decision.ply: decision for decision in review.decisions}
    told: list[str] = []
    for ply, step in enumerate(match.history.steps):
        tally = say(step.before.tally(step.move)) if step.is_roll else ""
        decision = judged.get(ply + 1)
        chances = () if decision is None else tuple(map(plain_text, _chances(match, decision)))
        if tally:
            told.append(paragraph(tally, say("The chances then: {chances}.", chances=chances) if chances else ""))
    return told


def in_graph(match: Match, decision: Decision) -> str:
    """A move as a place in the graph of chances, with those before it."""
    number, token = match.history.moves_upto(decision.ply + 1), match.history.steps[decision.ply].move
    return labelled(f"{number}. {token}", strung(_chances(match, decision)))


def _chances(match: Match, decision: Decision) -> tuple[str, ...]:
    """The chances before a decision, by seat."""
    shares = zip(match.players, decision.chances, strict=True)
    return tuple(f"{literal_name(player)} {_percent(share)}" for player, share in shares)


def accuracies(match: Match, review: Review) -> Sequence[tuple[Seat, float, str]]:
    """How well each of the players found good moves, as a share of their chances and in a sentence."""
    sentences: list[tuple[Seat, float, str]] = []
    for seat, player in enumerate(match.players):
        count, best, good = review.share(Seat(seat))
        accuracy = review.accuracy(Seat(seat))
        if count and accuracy is not None:
            often = say(next(words for least, words in _OFTEN if (best + good) / count >= least))
            sentence = say(
                "- {player:b} found the best move or a good one {often}. Accuracy: {accuracy}.",
                player=player,
                often=often,
                accuracy=_percent(accuracy),
            )
            sentences.append((Seat(seat), accuracy, sentence))
    return sentences


def _shares(match: Match, review: Review) -> list[str]:
    shares = [sentence for _seat, _accuracy, sentence in accuracies(match, review)]
    meaning = say(
        "-# Accuracy is the share of their chances that a player's moves kept on average, compared with the best moves."
    )
    return [*shares, meaning] if shares else []


def _luck(match: Match, review: Review) -> str:
    """Whom chance favoured, and whether that weighed more than what the others gave away by their decisions.

    Both are sums of changes, and as such no percentages: they only compare.
    """
    if not review.luck:
        return ""
    best = max(range(len(review.luck)), key=lambda seat: review.luck[seat])
    if review.luck[best] < _LUCKY:
        return say("🎲 Chance favoured nobody.")
    lost = sum(decision.loss for decision in review.decisions if decision.seat != best)
    others = tuple(player for seat, player in enumerate(match.players) if seat != best)
    return say(
        _MOVES_WEIGHED if lost > review.luck[best] else _CHANCE_WEIGHED, player=match.players[best], others=others
    )


_MOVES_WEIGHED: Final = message(
    "🎲 Chance was kinder to {player:b}. What the moves of {others} gave away weighed more."
)
_CHANCE_WEIGHED: Final = message(
    "🎲 Chance was kinder to {player:b}. That weighed more than what the moves of {others} gave away."
)


def _percent(share: float) -> str:
    return fact(share, ".0%")


_CAPTIONS: Final = {
    Side.PLAYED: message("The picture shows the move played."),
    Side.ANSWER: message("The picture shows the move played and the best answer to it."),
    Side.BETTER: message("The picture shows the better move."),
}


def moment(match: Match, decision: Decision, side: Side) -> str:
    """A decisive moment: the move played, and a better one; `side` says which of them the picture shows."""
    return lines(heading(match), in_short(match, decision), f"-# {say(_CAPTIONS[side])}")


def in_short(match: Match, decision: Decision) -> str:
    """A decisive moment in sentences, without its board."""
    step = match.history.steps[decision.ply]
    number = match.history.moves_upto(decision.ply + 1)
    fell = say(
        "**Move {number}**: {player:b} {action} (`{move}`), and their chances fell from {before} to {after}.",
        number=number,
        player=match.players[decision.seat],
        action=say(step.before.describe(step.move)),
        move=Typed(step.move),
        before=_percent(decision.chances[decision.seat]),
        after=_percent(decision.played_chance),
    )
    certain = ""
    if decision.now_loses:
        certain = say("It loses by force.")
    elif decision.now_draws:
        certain = say("With the best play from here on, it's a draw.")
    kept = say("keeps the chances at {share}", share=_percent(decision.chances[decision.seat]))
    better = _with_reason(step.before, decision.best, _certainty(decision), step.move, kept)
    return lines(paragraph(fell, certain), _drawback(step, decision), say("Better: {move}", move=better))


def _certainty(decision: Decision) -> str:
    """What is certain of the better move, in words that follow "it"; empty if nothing is."""
    if decision.could_win:
        return say("wins by force")
    if decision.could_draw:
        return say("makes sure of a draw")
    return say("doesn't lose by force") if decision.now_loses else ""


def in_a_line(match: Match, decision: Decision) -> str:
    """A decisive moment as a line of a list, for everybody."""
    step = match.history.steps[decision.ply]
    return say(
        "- Move {number}, {player:b} `{move}`: {before} → {after}. Better: `{best}`",
        number=match.history.moves_upto(decision.ply + 1),
        player=match.players[decision.seat],
        move=Typed(step.move),
        before=_percent(decision.chances[decision.seat]),
        after=_percent(decision.played_chance),
        best=Typed(decision.best),
    )


def _drawback(step: Step, decision: Decision) -> str:
    """The drawback of a move: the best reply, its low chance of success, or how little it achieves."""
    if decision.reply is not None:
        certain = (
            say("wins by force") if decision.now_loses else say("makes sure of a draw") if decision.now_draws else ""
        )
        answer = _with_reason(step.after, decision.reply, certain)
        return say("The best answer to it: {move}", move=answer)
    odds, reason = step.before.odds(step.move), step.before.reason(step.move)
    if odds:
        return say("What it takes: {odds}.", odds=odds)
    is_certain = decision.now_loses or decision.now_draws
    return say("In its favour: it {reason}.", reason=reason) if reason and not is_certain else ""


def _with_reason(position: Position, move: Move, certain: str, instead: Move | None = None, kept: str = "") -> str:
    """A move in words, with its odds and the reason for it.

    That is what is `certain`, or else what does not hold `instead`, or else what it has `kept`.
    """
    odds, outcome, seat = position.odds(move), position.play(move).outcome(), position.turn
    if outcome is not None and isinstance(seat, int) and outcome.places[seat] == 1:
        reason = say("wins at once") if outcome.places.count(1) == 1 else say("ends the match with a shared win")
    else:
        reason = certain or position.reason(move, instead) or kept
    facts = (
        move_in_words(position, move),
        say("It {reason}.", reason=reason) if reason else "",
        say("What it takes: {odds}.", odds=odds) if odds else "",
    )
    return paragraph(*facts)


def alt(match: Match, review: Review) -> str:
    """The alt text of the chart of chances."""
    first, last = (_chances(match, review.decisions[at]) for at in (0, -1))
    moments = [
        say(
            "{player} fell from {before} to {after} at step {number}",
            player=literal_name(match.players[decision.seat]),
            before=_percent(decision.chances[decision.seat]),
            after=_percent(decision.played_chance),
            number=decision.ply + 1,
        )
        for decision in review.moments
    ]
    fell = as_sentence(listed(moments)) if moments else ""
    chances = say("The chances over the match. At the start: {first}. At the end: {last}.", first=first, last=last)
    return shortened(paragraph(chances, fell), limits.ALT)


def moment_label(number: int) -> str:
    """The label of the button that leads to a moment."""
    return say("Moment {number}", number=number)


def shown_by(person: Person) -> str:
    """The line under a posted review."""
    return say(
        "-# Shown by {person:b}. **Review** under the board of the match has the moments with their boards.",
        person=person,
    )
