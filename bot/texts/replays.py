"""Texts of replays and films of matches and record files."""

from typing import Final

from bot.model.match import Match, State, Summary
from bot.model.people import Person
from bot.model.replays import (
    AlreadyFilming,
    DamagedRecord,
    FileOutOfReach,
    FilmingAnother,
    FilmTooLarge,
    MatchOrFile,
    MayNotPost,
    NeverPlayed,
    NothingToReplay,
    NotPly,
    NotPosted,
    NotRecord,
    PostedAlready,
    ReadingAnother,
    Replay,
    StillPlayed,
    StudioIsFull,
)
from bot.model.result import Ending
from bot.texts import names
from bot.texts.boards import ending, step, versus, your_turn
from bot.texts.matches import against, plain_step, sides, verdict
from bot.texts.names import LONGEST_ALT, lines, name, numbered, plain_text, shortened, title
from bot.texts.sentence import register, sentence
from rules.wording import listed, plural

_LONGEST_NAME: Final = 40


def replay_heading(then: Replay) -> str:
    """The heading over a position of a replay: which match, and who plays whom. `then` ends with that position."""
    game = then.history.game
    what = f"{game.name} · a record" if then.match_id is None else numbered(game, then.match_id)
    return f"### {what}\n-# {versus(then)}"


def replay_step(then: Replay, last: int) -> str:
    """The number of the last step of a replay, and what happened in it."""
    return f"**Step {then.last} of {last}** · {step(then, then.last) if then.last else 'the start.'}"


def replay_status(then: Replay) -> str:
    """The line under a position of a replay: whose turn it was, or how the match ended."""
    if then.state is State.CALLED_OFF:
        return _called_off(then)
    return your_turn(then, ping=False) if then.state is State.RUNNING else ending(then)


def _called_off(replay: Replay) -> str:
    """The note that a match has no result, and why."""
    result = replay.result
    if result is not None and result.ending is Ending.UNPLAYED and result.by is not None:
        return f"Called off without a result: **{name(result.by)}** never made a move in time."
    if result is not None and result.ending is Ending.STRUCK and result.by is not None:
        return f"Called off without a result: **{name(result.by)}** is out of the competition."
    if result is not None and result.ending is Ending.STOPPED:
        return "Called off without a result by a person who manages the server."
    return "Called off without a result."


def ply_label(ply: int, last: int) -> str:
    """The label of a ply in the menu of a replay."""
    return "Start" if not ply else f"Step {ply}{', the last' if ply == last else ''}"


def ply_hint(replay: Replay, ply: int) -> str:
    """The description of a ply in the menu of a replay: what happened in it."""
    return shortened(plain_step(replay, replay.history.steps[ply - 1])) if ply else "Before the first step"


PLY_MENU: Final = "Go to a step"
"""The placeholder of the menu of a replay."""


MODAL_TITLE: Final = "Go to a step"
"""The title of the modal for typing a ply, at most 45 characters."""


def modal_label(last: int) -> str:
    """The label of the number field in that modal, at most 45 characters."""
    return f"Number of the step: 0 (the start) to {last}"


def replay_choice(match: Summary, person: Person) -> str:
    """The label of a match in a list of matches to replay."""
    over = ", over" if match.state is not State.RUNNING else ""
    return shortened(f"{against(match, person)}{over}")


def filming(done: int, frames: int, *, waits: bool) -> str:
    """The progress while a film is made."""
    if waits:
        return "Others are waiting for pictures of their matches. Yours come right after theirs."
    return f"Making the pictures: {done} of {frames} steps, {100 * done // frames} %."


def film_alt(replay: Replay, frames: int) -> str:
    """The alt text of a film."""
    how = f"{verdict(replay)}." if verdict(replay) else "It shows the match so far."
    what = f"Animated picture of a match of {replay.history.game.name}, position by position, {frames} of them."
    return shortened(f"{what} {sides(replay)}. {how} At the end:\n{replay.history.position}", LONGEST_ALT)


def film_status(replay: Replay, left_out: int) -> str:
    """The line under a film: how the match ended or stands, and the number of positions left out."""
    missing = ""
    if left_out:
        positions = plural(left_out, "position is", "positions are")
        missing = f"-# {positions} left out, spread over the match, so that the file does not get too large."
    return lines(replay_status(replay), missing)


def film_by(person: Person, match_id: int | None) -> str:
    """The line under a posted film: who posted it, and how to look more closely."""
    how = "It comes from a record file." if match_id is None else f"`/replay match:{match_id}` steps through it."
    return f"-# Shown by **{name(person)}**. {how}"


def film_posted(address: str) -> str:
    """The answer to the person who posted a film."""
    return f"-# Posted: [here it is]({address})."


def record_saved(match: Match) -> str:
    """The text over the record file of a match."""
    text = f"**{title(match)}**\nThe record: save it, and `/replay file:` shows it again, here or on any other server."
    if match.state is State.RUNNING:
        text += "\n-# The match goes on, and so does its record."
        if match.fairness is not None:
            text += " Where its dice come from is shown at the end."
    return text


def shared(match: Match) -> str:
    """The text over the file that shows a match in any browser."""
    return (
        f"**{title(match)}**\nThe whole match as one file: save it, send it to a friend, keep it. Any browser opens it, "
        "without a network, and steps through the match."
    )


def shared_step(ply: int, words: str) -> str:
    """The label of a step in that file."""
    return f"Step {ply}: {words}" if ply else "The start"


SHARED_RECORD: Final = (
    "Every move of the match as text. Save it as a file, and /replay file: shows it in Discord again."
)
SHARED_WITHOUT_SCRIPT: Final = (
    "This browser does not run the script of this file, which shows the boards: open the file in another browser. The "
    "record below has every move."
)
SHARED_WITHOUT_PICTURES: Final = (
    "This match is so long that its pictures do not fit into a file of this size. Every board is here as text, every "
    "move in words; /replay in Discord shows the pictures, and Animate there films them."
)
SHARED_BY: Final = "Made by Furlong, a Discord bot for board games. This file neither loads nor sends anything."


def file_called(file_name: str) -> str:
    """The name of an attached file, made safe for the beginning of a sentence, whose direction it must not change."""
    visible = "".join(character for character in file_name if character.isprintable())
    return f"“{plain_text(shortened(' '.join(visible.split()), _LONGEST_NAME))}”"


_MEGABYTE: Final = 1_000_000


register(
    {
        NeverPlayed: "Match #{match.id} was called off before it began, so there is nothing to replay.",
        StillPlayed: (
            "Match #{match.id} is still being played. Share makes a file of it when it is over; until then, Record saves "
            "what was played so far."
        ),
        NothingToReplay: (
            "You have no match here to replay. Name any other that you may see by its number, such as `match:#1`, or "
            "attach a record with `file`."
        ),
        MatchOrFile: (
            "Name a match or a file, not both: `match` replays one from here, `file` a record that you attach."
        ),
        FileOutOfReach: "Discord did not hand over that file just now. Try again, or use `/replay` once more.",
        AlreadyFilming: ("Furlong is already making this for you. It appears in the message that counts the steps."),
        FilmingAnother: (
            "Furlong makes one animated picture or file for you at a time, and is still busy with another one. Please "
            "try again when that one is done."
        ),
        ReadingAnother: (
            "Furlong reads one record file for you at a time, and is still busy with another one. Please try again in a "
            "moment."
        ),
        StudioIsFull: "Furlong is making as many pictures of matches as it can. Please try again in a minute.",
        PostedAlready: "You have posted this already, so everybody here can see it.",
        NotPosted: "Discord did not take the picture just now, so nothing was posted. Please try again.",
        DamagedRecord: (
            "The record of match #{match_id} is damaged, so there is nothing to show or to judge. Please tell the "
            "host of Furlong: its log says where the record breaks off."
        ),
    }
)


@sentence.register
def _(error: NotRecord) -> str:
    return f"{file_called(error.name)} cannot be replayed. {names.plain_text(error.reason)}"


@sentence.register
def _(error: NotPly) -> str:
    asked = (
        f"“{names.plain_text(names.shortened(' '.join(error.text.split()), 30))}” is not a step here. "
        if error.text
        else ""
    )
    return f"{asked}Write a number from 0, the start, to {error.last}, the end."


@sentence.register
def _(error: FilmTooLarge) -> str:
    return (
        f"The animated picture has {error.size / _MEGABYTE:.1f} MB, and Discord takes {error.most / _MEGABYTE:.1f} MB "
        "here. Step through the match instead, or save its record."
    )


@sentence.register
def _(error: MayNotPost) -> str:
    needed = listed([f"**{permission}**" for permission in error.names])
    return f"You cannot post pictures in this channel yourself (you lack {needed}), so Furlong does not do it for you."
