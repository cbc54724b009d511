"""Texts of plans."""

from collections.abc import Sequence
from typing import Final

from bot.model.match import Match
from bot.model.plans.grammar import outline
from bot.model.plans.parsing import LONGEST_TEXT, plan_examples
from bot.model.plans.tree import Plan, PlanError, PlanExamples, PlanTree, UnreadPlan
from bot.model.refusals.matches import PlanRefused
from bot.texts.language import message, paragraph, say, sentence
from bot.texts.names import lines, title
from bot.texts.vocabulary import in_own_words
from rules.core import Move, MoveError, Typed

_FORGOTTEN: Final = message("-# If the others play anything else, the plan is dropped.")
_PRIVATE: Final = message(
    "-# Only you see this. If a planned move isn't legal any more, the plan stops and you're told."
)


def plan(match: Match, plan_shown: Plan, played: Sequence[Move] = ()) -> str:
    """A person's plan, as only they see it; `played` are the moves of the plan that were played at once."""
    at_once = say("Played at once: {moves}", moves=_in_a_row(played)) if played else ""
    tree = plan_shown.tree
    if plan_shown.stopped_at:
        stopped = say("Your plan stopped at `{move}`.", move=Typed(plan_shown.stopped_at))
        why = _why_stopped(match, plan_shown)
        # Translators: {plan} are moves in their order.
        follow = say("Use `/plan` again for the rest: {plan}", plan=_listing(tree)) if tree else ""
        text = lines(paragraph(stopped, why), follow)
    elif not tree:
        text = say("Nothing is planned.")
    elif not tree.branches:
        # Translators: {plan} are moves in their order.
        planned = say("Planned for your next turns, in this order: {plan}", plan=_listing(tree))
        text = lines(planned, say(_PRIVATE))
    else:
        forgotten = "" if tree.is_complete else say(_FORGOTTEN)
        # Translators: {plan} is a list of lines, each on its own; so there is no space before it.
        text = lines(say("Planned:{plan}", plan=_listing(tree)), forgotten, say(_PRIVATE))
    return lines(at_once, text)


def plays_now(match: Match, tree: PlanTree) -> str:
    """The question whether to keep a plan that begins at once, because it is its owner's turn."""
    first = Typed(in_own_words(tree.moves[0]))
    headline = say("It's your turn in **{match}**: `{move}` would be played now.", match=title(match), move=first)
    goes_on = len(tree.moves) > 1 or tree.branches
    return paragraph(headline, say("The rest follows on your next turns.") if goes_on else "")


def _why_stopped(match: Match, plan_shown: Plan) -> str:
    """Why the rules forbid the move at which a plan stopped. The owner's next turn clears such a plan."""
    try:
        match.position.parse(plan_shown.stopped_at)
    except MoveError as error:
        return say(error.reason)
    return ""


def how(match: Match, plan_shown: Plan, command: str = "") -> str:
    """How to write a plan in a field or, if there is one, with a command; with examples from this match."""
    seat = match.seat_of(plan_shown.person_id)
    assert seat is not None, "only players plan"
    at_once = say("It's your turn, so the first move is played at once.") if match.position.turn == seat else ""
    longer = say("Edit opens a window for longer plans.") if command else ""
    return paragraph(_forms(plan_examples(match.position, match.history.steps, seat), command), at_once, longer)


def _forms(examples: PlanExamples, command: str = "") -> str:
    """The two forms of a plan, with their examples, which may stand behind a command."""
    if examples.queue:
        queue = say(
            "Type several moves, and one is played each time your turn comes, for example `{example}`.",
            example=f"{command}{in_own_words(examples.queue)}",
        )
    else:
        queue = say("Type several moves, and one is played each time your turn comes.")
    if examples.answer:
        answer = say(
            "Or type your answer to a move of the others, for example `{example}`.",
            example=f"{command}{in_own_words(examples.answer)}",
        )
    else:
        answer = say("Or type your answer to a move of the others.")
    return paragraph(queue, answer)


def _listing(tree: PlanTree) -> str:
    """A plan as text: a plan without branches on one line, any other plan as a tree."""
    if not tree.branches:
        return _in_a_row(tree.moves)
    return f"\n```\n{written(tree)}\n```"


def written(tree: PlanTree) -> str:
    """A plan as people type it, in lines; in English if it would be too long in their own words."""
    text = "\n".join(outline(tree))
    own = in_own_words(text)
    return own if len(own) <= LONGEST_TEXT else text


def _in_a_row(moves: Sequence[str]) -> str:
    return " ".join(f"`{in_own_words(move)}`" for move in moves)


def modal_title(match: Match) -> str:
    """The title of the modal for editing a plan, at most 45 characters."""
    return say("Plan · {match}", match=title(match))


def modal_label() -> str:
    """The label of the text field in that modal, at most 45 characters."""
    return say("Moves in order, or: after THEIRS: YOURS")


@sentence.register
def _(error: PlanRefused) -> str:
    reason = _problem(error.reason) if isinstance(error.reason, PlanError) else sentence(error.reason)
    return paragraph(reason or "", say("Your plan is as it was before."))


@sentence.register
def _(error: PlanError) -> str:
    return paragraph(_problem(error), say("Nothing was planned."))


def _problem(error: PlanError) -> str:
    """What is wrong with a plan; if it is not understood, with examples that are."""
    return paragraph(say(error.reason), _forms(error.examples) if isinstance(error, UnreadPlan) else "")


def returned(text: str) -> str:
    """The text of a refused plan, so that nobody has to write it again; empty if there is none."""
    typed = text.replace("`", "").strip()
    return f" {say('This is what you wrote:')}\n```\n{typed}\n```" if typed else ""


def plan_stopped(match: Match) -> str:
    """The note on a board to a player whose plan has stopped; empty otherwise."""
    if match.to_move is None or not match.plan_of(match.to_move.id).stopped_at:
        return ""
    return say("Your plan couldn't go on: `/plan` says why.")
