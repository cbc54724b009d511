"""Texts of replays and films of matches and record files."""

from typing import Final

from babel.numbers import format_decimal

from bot.model.match import Match, State, Summary
from bot.model.people import Person
from bot.model.refusals.replays import FilmTooLarge, MayNotPost, NotPly, NotRecord
from bot.model.replays import Replay
from bot.model.result import Ending
from bot.texts import limits
from bot.texts.boards import ending, step, versus, your_turn
from bot.texts.language import as_sentence, locale, message, paragraph, say, sentence
from bot.texts.matches import against, plain_step, sides, verdict
from bot.texts.names import lines, numbered, plain_text, shortened, title

_LONGEST_NAME: Final = 40


def replay_heading(then: Replay) -> str:
    """The heading over a position of a replay: which match, and who plays whom. `then` ends with that position."""
    game = then.history.game
    what = say("{game} · a record", game=game.name) if then.match_id is None else numbered(game.name, then.match_id)
    return f"### {what}\n-# {versus(then)}"


def replay_step(then: Replay, last: int) -> str:
    """The number of the last step of a replay, and what happened in it."""
    what = step(then, then.last) if then.last else say("the start.")
    return f"{say('**Step {number} of {last}**', number=then.last, last=last)} · {what}"


def replay_status(then: Replay) -> str:
    """The line under a position of a replay: whose turn it was, or how the match ended."""
    if then.state is State.CALLED_OFF:
        return _called_off(then)
    return your_turn(then, ping=False) if then.state is State.RUNNING else ending(then)


def _called_off(replay: Replay) -> str:
    """The note that a match has no result, and why."""
    result = replay.result
    if result is not None and result.ending is Ending.UNPLAYED and result.by is not None:
        return say("Called off without a result: {player:b} never made a move in time.", player=result.by)
    if result is not None and result.ending is Ending.ABANDONED and result.by is not None:
        return say("Called off without a result: {player:b} stopped playing.", player=result.by)
    if result is not None and result.ending is Ending.STRUCK and result.by is not None:
        return say("Called off without a result: {player:b} is out of the competition.", player=result.by)
    if result is not None and result.ending is Ending.STOPPED:
        return say("Called off without a result by a server manager.")
    return say("Called off without a result.")


def ply_label(ply: int, last: int) -> str:
    """The label of a ply in the menu of a replay."""
    if not ply:
        return say("Start")
    return say("Step {number}, the last", number=ply) if ply == last else say("Step {number}", number=ply)


def ply_hint(replay: Replay, ply: int) -> str:
    """The description of a ply in the menu of a replay: what happened in it."""
    return shortened(plain_step(replay, replay.history.steps[ply - 1])) if ply else say("Before the first step")


PLY_MENU: Final = message("Go to a step")
"""The placeholder of the menu of a replay, and the title of the modal for typing a ply, at most 45 characters."""


def modal_label(last: int) -> str:
    """The label of the number field in that modal, at most 45 characters."""
    return say("Number of the step: 0 (the start) to {last}", last=last)


def replay_choice(match: Summary, person: Person) -> str:
    """The label of a match in a list of matches to replay."""
    return against(match, person, f", {say('over')}" if match.state is not State.RUNNING else "")


def filming(done: int, frames: int, *, waits: bool) -> str:
    """The progress while a film is made."""
    if waits:
        return say("Others are waiting for pictures of their matches. Yours come right after theirs.")
    return say(
        "Making the pictures: {done} of {steps} steps, {share:.0%}.",
        done=done,
        steps=frames,
        share=done / frames,
    )


def film_alt(replay: Replay, frames: int) -> str:
    """The alt text of a film."""
    how = as_sentence(verdict(replay)) if verdict(replay) else say("It shows the match so far.")
    what = say(
        "Animated picture of a match of {game}, position by position, {count} of them.",
        game=replay.history.game.name,
        count=frames,
    )
    sentences = paragraph(what, as_sentence(sides(replay)), how, say("At the end:"))
    return shortened(f"{sentences}\n{replay.history.position}", limits.ALT)


def film_status(replay: Replay, left_out: int) -> str:
    """The line under a film: how the match ended or stands, and the number of positions left out."""
    missing = ""
    if left_out:
        missing = say(
            "-# {count, plural, one {# position is} other {# positions are}} left out, spread over the match, so that the file doesn't get too large.",
            count=left_out,
        )
    return lines(replay_status(replay), missing)


def film_by(person: Person, match_id: int | None) -> str:
    """The line under a posted film: who posted it, and how to look more closely."""
    if match_id is None:
        return say("-# Shown by {person:b}. It comes from a record file.", person=person)
    return say("-# Shown by {person:b}. `/replay match:{number}` steps through it.", person=person, number=match_id)


RECORDS: Final = message("Records")
"""The title of the page on which records are replayed."""

OPEN_RECORD: Final = message(
    "A record is a whole match in a text file. Replay any here, your own or somebody else's. Furlong keeps nothing of it."
)


def record_saved(match: Match) -> str:
    """The text over the record file of a match."""
    saved = say("The record: save it, and `/replay file:` shows it again, here or on any other server.")
    notes: list[str] = []
    if match.state is State.RUNNING:
        notes.append(say("-# The match goes on, and so does its record."))
        if match.fairness is not None:
            notes.append(say("What chance was sealed with is shown at the end."))
    return lines(f"**{title(match)}**", saved, paragraph(*notes))


def shared(match: Match) -> str:
    """The text over the file that shows a match in any browser."""
    what = say(
        "The whole match as one file: save it, send it to a friend, keep it. It opens in any browser, even offline, and steps through the match."
    )
    return lines(f"**{title(match)}**", what)


def shared_step(ply: int, words: str) -> str:
    """The label of a step in that file."""
    # Translators: {words} say what happened, such as “Ada furls 3 discs from a4 to c4”.
    return say("Step {number}: {words}", number=ply, words=words) if ply else say("The start")


SHARED_RECORD: Final = message(
    "Every move of the match as text. Save it as a file, and /replay file: shows it in Discord again."
)
SHARED_WITHOUT_SCRIPT: Final = message(
    "This browser doesn't run this file's script, which shows the boards: open the file in another browser. The record below has every move."
)
SHARED_WITHOUT_PICTURES: Final = message(
    "This match is so long that its pictures don't fit into a file of this size. Every board is here as text, every move in words; /replay in Discord shows the pictures, and Animate there films them."
)
SHARED_BY: Final = message(
    "Made by Furlong, a Discord bot for board games. This file neither loads nor sends anything."
)


def file_called(file_name: str) -> str:
    """The name of an attached file, made safe for the beginning of a sentence, whose direction it must not change."""
    visible = "".join(character for character in file_name if character.isprintable())
    return say("“{text}”", text=plain_text(shortened(" ".join(visible.split()), _LONGEST_NAME)))


_MEGABYTE: Final = 1_000_000  # bytes, as Discord shows sizes


@sentence.register
def _(error: NotRecord) -> str:
    reason_said = say("{file} can't be replayed.", file=file_called(error.name))
    return paragraph(reason_said, plain_text(say(error.reason)))


@sentence.register
def _(error: NotPly) -> str:
    what = say("Write a number from 0, the start, to {last}, the end.", last=error.last)
    if not error.text:
        return what
    text = plain_text(shortened(" ".join(error.text.split()), 30))
    unknown = say("“{text}” isn't a step here.", text=text)
    return paragraph(unknown, what)


@sentence.register
def _(error: FilmTooLarge) -> str:
    return say(
        "The animated picture has {size} MB, and Discord takes {most} MB here. Step through the match instead, or save its "
        "record.",
        size=_megabytes(error.size),
        most=_megabytes(error.most),
    )


def _megabytes(size: int) -> str:
    return format_decimal(size / _MEGABYTE, format="0.0", locale=locale())


@sentence.register
def _(error: MayNotPost) -> str:
    return say(
        # Translators: {permissions} are names in Discord, one or several.
        "You can't post pictures in this channel yourself (you lack {permissions}), so Furlong won't do it for you.",
        permissions=tuple(f"**{say(permission)}**" for permission in error.names),
    )
