"""Texts of puzzles."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.model.people import Person
from bot.model.puzzles import (
    Attempt,
    AttemptEnding,
    NoPuzzleLeft,
    NoPuzzles,
    NotToday,
    Puzzle,
    PuzzleStanding,
    Trial,
    UnknownPuzzle,
)
from bot.texts.moves import move_in_words
from bot.texts.names import lines, name
from bot.texts.ratings import change
from bot.texts.sentence import register, sentence
from rules.core import Game, Move
from rules.wording import listed, plural

_MOST_SQUARES: Final = 8


def task(trial: Trial) -> str:
    """The task of a puzzle: what to find."""
    puzzle, attempt = trial.puzzle, trial.attempt
    seen = [
        "" if trial.players is None else "From a match on this server.",
        "Only you see this.",
        f"{plural(attempt.wrong, 'wrong try', 'wrong tries')} so far." if attempt.wrong else "",
        "You had a hint." if attempt.is_hinted else "",
        f"You have solved the puzzles of the last {plural(trial.days_in_a_row, 'day')}." if trial.days_in_a_row else "",
    ]
    asked = "Exactly one move wins by force" if puzzle.is_win else "One move is clearly better than all others"
    side = puzzle.position.side(puzzle.seat)
    head = _head(puzzle) if trial.days_in_a_row is None else f"### Puzzle of the day: {puzzle.game.name}"
    return lines(head, f"-# {' '.join(filter(None, seen))}", f"**{side}** is to move. {asked}: find it.")


def daily(puzzle: Puzzle) -> str:
    """The text over the puzzle of the day in a channel."""
    side = puzzle.position.side(puzzle.seat)
    asked = "exactly one move wins by force" if puzzle.is_win else "one move is clearly better than all others"
    return (
        f"### Puzzle of the day: {puzzle.game.name}\n**{side}** is to move, and {asked}. Press **Solve** to find it: "
        "nobody else sees what you try."
    )


def yesterday(puzzle: Puzzle, solvers: Sequence[Person], count: int) -> str:
    """The solution of the previous puzzle of the day, and who found it."""
    was = f"-# The last solution: `{puzzle.best}`."
    if not solvers:
        return f"{was} Nobody found it."
    others = count - len(solvers)
    people = [f"**{name(person)}**" for person in solvers] + ([plural(others, "other")] if others else [])
    return f"{was} Found by {listed(people)}."


def _head(puzzle: Puzzle) -> str:
    return f"### {puzzle.game.name}: puzzle {puzzle.id[:4].upper()}"


def wrong(puzzle: Puzzle, move: Move, reply: Move | None) -> str:
    """The text after a wrong move and the other side's reply to it."""
    position = puzzle.position
    text = f"❌ {move_in_words(position, move)}"
    if reply is None:
        return lines(_head(puzzle), text, "There is something clearly better.")
    after = position.play(move)
    turn = after.turn
    after_it = move_in_words(after, reply)
    who = after.side(turn) if isinstance(turn, int) else ""
    return lines(_head(puzzle), text, f"Then **{who}** answers: {after_it} There is something better.")


def counted(trial: Trial) -> str:
    """The change in rating and streak after an answer; empty if there is none."""
    if trial.before is None or trial.after is None:
        return ""
    was, now = trial.before.skill.rating, trial.after.skill.rating
    streak = f" · {trial.after.streak} in a row" if trial.after.streak > 1 else ""
    return f"-# Your puzzle rating: {now} ({change(now - was)}){streak}"


def over(trial: Trial) -> str:
    """The text over a puzzle that was solved, or whose solution is shown."""
    puzzle, attempt = trial.puzzle, trial.attempt
    move = move_in_words(puzzle.position, puzzle.best)
    head = f"✅ Solved! {move}" if attempt.ending is AttemptEnding.SOLVED else f"The solution: {move}"
    line = " ".join(f"`{token}`" for token in puzzle.line[1:])
    goes_on = f"What follows: {line}" if line else ""
    players = listed([f"**{name(person)}**" for person in trial.players or ()])  # known only once it is over
    from_match = f"-# From a match of {players}." if players else ""
    return lines(_head(puzzle), head, goes_on, proof(puzzle), from_match, counted(trial), in_a_row(trial))


def in_a_row(trial: Trial) -> str:
    """The number of consecutive days with a solved puzzle of the day; empty for other puzzles."""
    if not trial.days_in_a_row or trial.attempt.ending is not AttemptEnding.SOLVED:
        return ""
    return f"🔥 Puzzle of the day: {plural(trial.days_in_a_row, 'day')} in a row"


def result(trial: Trial, person: Person, day: datetime) -> str:
    """A person's result of the puzzle of the day to post, which does not reveal the solution."""
    attempt = trial.attempt
    squares = "🟥" * min(attempt.wrong, _MOST_SQUARES) + "🟩"
    hinted = " · with a hint" if attempt.is_hinted else ""
    tries = "at the first try" if not attempt.wrong else f"at try {attempt.wrong + 1}"
    return lines(
        f"**{name(person)}** solved the puzzle of the day: {trial.puzzle.game.name}, {day.day} {day:%B}",
        f"{squares} {tries}{hinted}",
        in_a_row(trial),
    )


def result_posted(address: str) -> str:
    """The answer to a person who has posted their result."""
    return f"[Your result]({address}) is in the channel."


def proof(puzzle: Puzzle) -> str:
    """The proof that the solution is the best move."""
    if puzzle.game.has_chance:
        return (
            f"-# An estimate, because chance decides: independent searches of {puzzle.depth},000 positions agree on it."
        )
    longest = puzzle.game.longest
    if longest is not None and longest(puzzle.position) <= puzzle.depth:
        return "-# Solved: every move was followed to the end of the game."
    if puzzle.is_win:
        return f"-# Proved: it wins within {plural(puzzle.depth, 'move')}, and no other does within two more."
    return f"-# Found by looking {plural(puzzle.depth, 'move')} ahead after every move."


def ended(attempt: Attempt) -> str:
    """The answer to a move in a puzzle that has ended, for example in another window."""
    if attempt.ending is AttemptEnding.SOLVED:
        return "You have solved this puzzle already; nothing more counts."
    return "You have seen the solution of this puzzle, so answers do not count any more."


def hint(puzzle: Puzzle) -> str:
    """A hint: the beginning of the move."""
    first = puzzle.position.stages(puzzle.best)[0]
    label = puzzle.position.named_moves().get(puzzle.best)
    if first == puzzle.best:
        return f"💡 {'It has a button of its own.' if label else f'It begins with `{first[0]}`.'}"
    return f"💡 It begins with `{first}`."


def modal_title(puzzle: Puzzle) -> str:
    """The title of the modal for typing a move."""
    return f"{puzzle.game.name}: your move"


def standings(game: Game, found: Sequence[tuple[Person, PuzzleStanding]]) -> str:
    """The best solvers of a game's puzzles on a server."""
    if not found:
        return f"Nobody has tried a puzzle of {game.name} on this server yet."
    rows = [
        f"{place}. **{name(person)}** {standing.skill.rating} · {standing.solved} of {standing.tried} solved · "
        f"longest streak {standing.longest}"
        for place, (person, standing) in enumerate(found, start=1)
    ]
    return lines(f"### Puzzles of {game.name}", *rows)


register(
    {
        NotToday: "Only the result of today's puzzle can be posted, once you have solved it.",
        NoPuzzles: "There are no puzzles of {game.name} yet. `/puzzle` without a game finds one of another game.",
        UnknownPuzzle: "This puzzle of {game.name} is gone. `/puzzle` gives you another one.",
    }
)


@sentence.register
def _(error: NoPuzzleLeft) -> str:
    return (
        f"You have tried every puzzle of {error.game.name}. `/puzzle game:` finds one of another game, and the next "
        "version of Furlong brings new ones."
    )
