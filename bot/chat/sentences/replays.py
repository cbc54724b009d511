"""Stepping through matches, and films of them."""

from typing import Final

from bot.chat.sentences.boards import outcome, step, versus_then, your_turn
from bot.chat.sentences.descriptions import plain_step, sides, verdict
from bot.chat.sentences.lists import against
from bot.chat.sentences.names import LONGEST_ALT, lines, name, plain_text, shortened, title
from bot.model.match import Ending, Match, State, Summary
from bot.model.person import Person
from rules.wording import plural

_LONGEST_NAME: Final = 40
_LONGEST_TITLE: Final = 45


def replay_heading(match: Match, ply: int, *, is_study: bool) -> str:
    """Over a position of a replay: which match, and who plays whom; `match` is as it was then."""
    what = f"{match.game.name} · a record" if is_study else title(match)
    return f"### {what}\n-# {versus_then(match, ply)}"


def replay_step(match: Match, ply: int, last: int) -> str:
    """Where in a match one is, and what has happened there; `match` is as it was then."""
    return f"**Ply {ply} of {last}** · {step(match, ply) if ply else 'the start.'}"


def replay_status(match: Match) -> str:
    """Under a position of a replay: whose turn it was, or how the match ended."""
    if match.state is State.CALLED_OFF:
        return _called_off(match)
    return your_turn(match, ping=False) if match.state is State.RUNNING else outcome(match)


def _called_off(match: Match) -> str:
    """That a match has no result, and why."""
    result = match.result
    if result is not None and result.ending is Ending.UNPLAYED and result.by is not None:
        return f"Called off without a result: **{name(result.by)}** never made a move in time."
    return "Called off without a result."


def ply_label(ply: int, last: int) -> str:
    """A ply in the menu of a replay."""
    return "Start" if not ply else f"Ply {ply}{', the last' if ply == last else ''}"


def ply_hint(match: Match, ply: int) -> str:
    """Under a ply in the menu of a replay: what has happened there."""
    return shortened(plain_step(match, match.history.steps[ply - 1])) if ply else "Before the first ply"


def ply_menu() -> str:
    """What the menu of a replay says before anything is chosen."""
    return "Go to a ply"


def ply_window() -> str:
    """Over the window in which a ply is named; at most 45 characters."""
    return "Go to a ply"


def ply_window_label(last: int) -> str:
    """Over the number in that window; at most 45 characters."""
    return shortened(f"Its number, from 0 (the start) to {last}", _LONGEST_TITLE)


def replay_choice(match: Summary, person: Person) -> str:
    """A match in a list of those that somebody could replay."""
    over = ", over" if match.state is not State.RUNNING else ""
    return shortened(f"{against(match, person)}{over}")


def filming(done: int, frames: int, *, waits: bool) -> str:
    """While a film is made."""
    if waits:
        return "Others are making animated pictures; yours comes as soon as they have theirs."
    return f"Drawing the animated picture: {done} of {frames} frames, {100 * done // frames} %."


def film_alt(match: Match, frames: int) -> str:
    """A film in words, for people who do not see it."""
    how = f"{verdict(match)}." if verdict(match) else "It shows the match so far."
    what = f"Animated picture of a match of {match.game.name}, position by position, {frames} of them."
    return shortened(f"{what} {sides(match)}. {how} At the end:\n{match.position}", LONGEST_ALT)


def film_status(match: Match, left_out: int) -> str:
    """Under a film: how the match ended or stands, and what it does not show."""
    missing = ""
    if left_out:
        positions = plural(left_out, "position is", "positions are")
        missing = f"-# {positions} left out, spread over the match, so that the file does not get too large."
    return lines(replay_status(match), missing)


def film_by(person: Person, match: Match, *, is_study: bool) -> str:
    """Under a film that somebody has shown to everybody: who it was, and how to look more closely."""
    how = "It comes from a record file." if is_study else f"`/replay match:{match.id}` steps through it."
    return f"-# Shown by **{name(person)}**. {how}"


def film_posted(address: str) -> str:
    """To somebody who has shown a film to everybody."""
    return f"-# Posted: [here it is]({address})."


def record_saved(match: Match) -> str:
    """Over the record file of a match."""
    told = f"**{title(match)}**\nThe record: save it, and `/replay file:` shows it again, here or on any other server."
    if match.state is State.RUNNING:
        told += "\n-# The match goes on; so does its record."
        if match.fairness is not None:
            told += " What the dice come from is told at the end."
    return told


def file_called(file_name: str) -> str:
    """A file that somebody has attached, at the beginning of a sentence, which its name must not turn round."""
    visible = "".join(character for character in file_name if character.isprintable())
    return f"“{plain_text(shortened(' '.join(visible.split()), _LONGEST_NAME))}”"
