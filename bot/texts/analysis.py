"""Texts of analysis boards, on which people try moves."""

from collections.abc import Sequence
from typing import Final

from bot.actions.analysis import AnalysisBoard, Turnout
from bot.model.analysis import MOST_MOVES
from bot.model.match import Match, State, waits_for
from bot.model.people import Person
from bot.model.plans.tree import PlanTree
from bot.model.replays import Replay
from bot.texts import plans as plan_texts
from bot.texts.boards import ending, your_turn
from bot.texts.language import as_sentence, message, paragraph, say
from bot.texts.matches import standing
from bot.texts.names import lines, title
from bot.texts.vocabulary import in_own_words
from rules.core import CHANCE, Game, Move, Position, Typed

_LONGEST_LINE: Final = 24
"""The most moves of a line that are written out: the last ones of a longer line."""

_CHANCE: Final = message("🎲 It's up to chance here: choose the result, or press **Let chance decide**.")


def full() -> str:
    """The note under a line of maximum length."""
    return say("A line has at most {most} moves. Go back, or start over.", most=MOST_MOVES)


_TURNOUTS: Final = {
    Turnout.BEGUN_ANEW: message(
        "The match didn't go the way you tried, so this board starts again from where the match is now."
    ),
    Turnout.GONE_ON: message(
        "The match went just as you tried. This board starts from where the match is now, and keeps what you tried beyond that."
    ),
    Turnout.CHANGED_ELSEWHERE: message(
        "You've changed this board since, in another message or on the page. This is how it looks now."
    ),
}
"""The note over a board that differs from the one that the person saw before."""


def board(trial: AnalysisBoard, question: str = "") -> str:
    """The text of an analysis board: whose it is, why it has changed, the line tried, whose turn it is, a question."""
    return lines(
        _heading(trial.match, trial.analysis.ply),
        "" if trial.turnout is None else say(_TURNOUTS[trial.turnout]),
        line(trial.analysis.path),
        _status(trial.then),
        question,
    )


def _heading(match: Match, ply: int) -> str:
    """Which match it is from, and from which position."""
    private = say("-# Only you see this, and nothing is played in the match.")
    if match.state is State.RUNNING:
        start = say("You move for everybody, from where the match is now.")
    else:
        start = say("You move for everybody, from step {number} on.", number=ply)
    return lines(say("### {match}: try moves", match=title(match)), paragraph(private, start))


def heading_alone(game: Game) -> str:
    """The heading of an analysis board that belongs to no match."""
    note = say("-# You move for everybody, from the start. The address of this page keeps your line.")
    return f"{say('### {match}: try moves', match=game.name)}\n{note}"


def status_alone(position: Position) -> str:
    """The line that says who is to move on such a board."""
    return say(_CHANCE) if position.turn is CHANCE else f"**{as_sentence(standing(position))}**"


def line(tried: Sequence[Move]) -> str:
    """The moves that lead to the position shown."""
    if not tried:
        return say("You haven't tried a move yet.")
    path = " ".join(f"`{in_own_words(move)}`" for move in tried[-_LONGEST_LINE:])
    return say("**Your line**: {moves}", moves=f"… {path}" if len(tried) > _LONGEST_LINE else path)


def _status(then: Replay) -> str:
    """The line that says who is to move, or how the match ended, in the position shown."""
    if then.history.position.turn is CHANCE:
        return say(_CHANCE)
    return ending(then) if then.result is not None else your_turn(then, ping=False)


TRIED_HERE: Final = message("Tried from here")
"""The placeholder of the menu of moves tried from a position."""

MODAL_TITLE: Final = message("Try moves")
"""The title of the modal in which moves are typed."""


def modal_label(position: Position) -> str:
    """The label of the text field in that modal, with an example."""
    example = next(iter(position.legal_moves()), "")
    return say("Moves in order, such as {example}", example=Typed(example)) if example else say("Moves in order")


def plan_question(match: Match, tree: PlanTree, person: Person) -> str:
    """The question whether to turn a line into a person's plan, with the consequences."""
    at_once = ""
    if waits_for(match, person.id) and tree.moves:
        at_once = say("⚠ It's your turn: `{move}` is played at once.", move=Typed(tree.moves[0]))
    instead = say("It replaces the plan that you have.") if match.plan_of(person.id).whole else ""
    return lines(say("This line as your plan:"), f"```\n{plan_texts.written(tree)}\n```", at_once, instead)
