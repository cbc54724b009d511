"""Boards to try on."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.analysis import AnalysisFull, NoMoveOfYours, StepWhileRunning


@sentence.register
def _(error: AnalysisFull) -> str:
    return (
        f"You have tried {error.most} moves on this board, and it keeps no more. Take out a line that you do not need: "
        "go to its first move and press **Take out**."
    )


@sentence.register
def _(_error: NoMoveOfYours) -> str:
    return (
        "There is no move of yours in this line yet, so there is nothing to plan. Go on until you have played a move "
        "for your own side."
    )


@sentence.register
def _(error: StepWhileRunning) -> str:
    return (
        f"Match #{error.match.id} is still being played, so the board begins with its present position: leave out "
        "`step`. Once the match is over, you can try from any of its steps."
    )
