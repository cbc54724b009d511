"""Texts of puzzles."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.model.people import Person
from bot.model.puzzles import (
    Attempt,
    AttemptEnding,
    Puzzle,
    PuzzleStanding,
    Trial,
)
from bot.texts.clocks import day_and_month
from bot.texts.language import message, paragraph, say
from bot.texts.moves import move_in_words
from bot.texts.names import lines
from bot.texts.ratings import change
from bot.texts.vocabulary import in_own_words
from rules.core import Game, Move, Typed

_MOST_SQUARES: Final = 8  # of the result, one for each wrong move


def task(trial: Trial, *, is_alone: bool) -> str:
    """The task of a puzzle: what to find, for a person who is alone or has others around."""
    puzzle, attempt = trial.puzzle, trial.attempt
    seen = [
        "" if trial.players is None else say("From a match on this server."),
        "" if is_alone else say("Only you see this."),
        "" if attempt.has_counted else say("Your first answer counts for your puzzle rating."),
        say("{count, plural, one {# wrong try} other {# wrong tries}} so far.", count=attempt.wrong)
        if attempt.wrong
        else "",
        say("You had a hint.") if attempt.is_hinted else "",
        say(
            "You've solved the puzzles of the last {days, plural, one {# day} other {# days}}.",
            days=trial.days_in_a_row,
        )
        if trial.days_in_a_row
        else "",
    ]
    head = _head(puzzle) if trial.days_in_a_row is None else say(_HEAD_OF_DAY, game=puzzle.game.name)
    side = say(puzzle.position.side(puzzle.seat))
    if puzzle.is_win:
        asked = say("**{side}** to move. Only one move wins by force: find it.", side=side)
    else:
        asked = say("**{side}** to move. One move is clearly better than all others: find it.", side=side)
    return lines(head, f"-# {paragraph(*seen)}" if any(seen) else "", asked)


def daily(puzzle: Puzzle) -> str:
    """The text over the puzzle of the day in a channel."""
    side = say(puzzle.position.side(puzzle.seat))
    if puzzle.is_win:
        asked = say("**{side}** to move, and only one move wins by force.", side=side)
    else:
        asked = say("**{side}** to move, and one move is clearly better than all others.", side=side)
    solve = say("Press **Solve** to find it. Nobody else sees what you try.")
    return lines(say(_HEAD_OF_DAY, game=puzzle.game.name), paragraph(asked, solve))


def yesterday(puzzle: Puzzle, solvers: Sequence[Person], count: int) -> str:
    """The solution of the previous puzzle of the day, and who found it."""
    was = say("-# The last solution: `{move}`.", move=Typed(puzzle.best))
    if not solvers:
        return paragraph(was, say("Nobody found it."))
    others = count - len(solvers)
    people: list[Person | str] = [*solvers]
    if others:
        # Translators: The end of a list of people, as in “Found by Ada, Ben and 3 others”.
        people.append(say(message("{count, plural, one {# other} other {# others}}", "people"), count=others))
    return paragraph(was, say("Found by {people}.", people=tuple(people)))


_HEAD_OF_DAY: Final = message("### Puzzle of the day: {game}")


def _head(puzzle: Puzzle) -> str:
    return say("### {game}: puzzle {code}", game=puzzle.game.name, code=puzzle.id[:4].upper())


def wrong(puzzle: Puzzle, move: Move, reply: Move | None) -> str:
    """The text after a wrong move and the other side's reply to it."""
    position = puzzle.position
    text = f"❌ {move_in_words(position, move)}"
    if reply is None:
        return lines(_head(puzzle), text, say("There's something clearly better."))
    after = position.play(move)
    turn = after.turn
    answered = say(
        "Then **{side}** answers: {move}",
        side=say(after.side(turn)) if isinstance(turn, int) else "",
        move=move_in_words(after, reply),
    )
    better = say("There's something better.")
    return lines(_head(puzzle), text, paragraph(answered, better))


def counted(trial: Trial) -> str:
    """The change in rating and streak after an answer; empty if there is none."""
    if trial.before is None or trial.after is None:
        return ""
    was, now = trial.before.skill.rating, trial.after.skill.rating
    # Translators: {change} is a number with its sign, such as “+12”.
    rating = say("-# Your puzzle rating: {rating} ({change})", rating=now, change=change(now - was))
    return f"{rating} · {say('{count} in a row', count=trial.after.streak)}" if trial.after.streak > 1 else rating


def standing(solver: PuzzleStanding) -> str:
    """A person's puzzle rating, and how many puzzles they have solved at the first try."""
    rating = say("Your puzzle rating: **{rating}**", rating=solver.skill.rating)
    solved = say("Solved at the first try: {solved} of {count}", solved=solver.solved, count=solver.tried)
    return lines(rating, f"-# {solved}")


def over(trial: Trial) -> str:
    """The text over a puzzle that was solved, or whose solution is shown."""
    puzzle, attempt = trial.puzzle, trial.attempt
    move = move_in_words(puzzle.position, puzzle.best)
    if attempt.ending is AttemptEnding.SOLVED:
        head = say("✅ Solved! {move}", move=move)
    else:
        head = say("The solution: {move}", move=move)
    line = " ".join(f"`{in_own_words(token)}`" for token in puzzle.line[1:])
    goes_on = say("What follows: {moves}", moves=line) if line else ""
    players = tuple(trial.players or ())  # known only once it is over
    from_match = say("-# From a match of {players}.", players=players) if players else ""
    return lines(_head(puzzle), head, goes_on, proof(puzzle), from_match, counted(trial), in_a_row(trial))


def in_a_row(trial: Trial) -> str:
    """The number of consecutive days with a solved puzzle of the day; empty for other puzzles."""
    if not trial.days_in_a_row or trial.attempt.ending is not AttemptEnding.SOLVED:
        return ""
    return say("🔥 Puzzle of the day: {days, plural, one {# day} other {# days}} in a row", days=trial.days_in_a_row)


def result(trial: Trial, person: Person, day: datetime) -> str:
    """A person's result of the puzzle of the day to post, which does not reveal the solution."""
    attempt = trial.attempt
    squares = "🟥" * min(attempt.wrong, _MOST_SQUARES) + "🟩"
    tries = say("on try {number}", number=attempt.wrong + 1) if attempt.wrong else say("on the first try")
    solved = say(
        "{person:b} solved the puzzle of the day: {game}, {day}",
        person=person,
        game=trial.puzzle.game.name,
        day=day_and_month(day),
    )
    hinted = [say("with a hint")] if attempt.is_hinted else []
    return lines(solved, " · ".join((f"{squares} {tries}", *hinted)), in_a_row(trial))


def result_posted(address: str) -> str:
    """The answer to a person who has posted their result."""
    return say("[Your result]({address}) is in the channel.", address=address)


def proof(puzzle: Puzzle) -> str:
    """The proof that the solution is the best move."""
    longest = None if puzzle.game.longest is None else puzzle.game.longest(puzzle.position)
    if longest is not None and (puzzle.game.has_chance or longest <= puzzle.depth):
        return say("-# Solved: every move was followed to the end of the match.")
    if puzzle.game.has_chance:
        return say(
            "-# An estimate, because chance decides: independent searches of {count:,} positions agree on it.",
            count=puzzle.depth * 1000,
        )
    if puzzle.is_win:
        return say(
            "-# Proved: it wins within {count, plural, one {# move} other {# moves}}, and no other move does within two more.",
            count=puzzle.depth,
        )
    return say(
        "-# Found by looking {count, plural, one {# move} other {# moves}} ahead after every move.", count=puzzle.depth
    )


def ended(attempt: Attempt) -> str:
    """The answer to a move in a puzzle that has ended, for example in another window."""
    if attempt.ending is AttemptEnding.SOLVED:
        return say("You've solved this puzzle already, so it doesn't count again.")
    return say("You've seen the solution of this puzzle, so your answer doesn't count any more.")


def hint(puzzle: Puzzle) -> str:
    """A hint: the beginning of the move."""
    first = puzzle.position.stages(puzzle.best)[0]
    if puzzle.best in puzzle.position.named_moves():
        return say("💡 It has a button of its own.")
    return say("💡 It begins with `{move}`.", move=Typed(first[0] if first == puzzle.best else first))


def modal_title(puzzle: Puzzle) -> str:
    """The title of the modal for typing a move."""
    return say("{game}: your move", game=puzzle.game.name)


def standings(game: Game, ranked: Sequence[tuple[Person, PuzzleStanding]]) -> str:
    """The best solvers of a game's puzzles on a server."""
    if not ranked:
        return say("Nobody has tried a puzzle of {game} on this server yet.", game=game.name)
    rows = [
        say(
            "{place}. {person:b} {rating} · {solved} of {tried} solved · longest streak {longest}",
            place=place,
            person=person,
            rating=standing.skill.rating,
            solved=standing.solved,
            tried=standing.tried,
            longest=standing.longest,
        )
        for place, (person, standing) in enumerate(ranked, start=1)
    ]
    return lines(say("### Puzzles of {game}", game=game.name), *rows)
