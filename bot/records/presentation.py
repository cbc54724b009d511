"""A record for people at a terminal: its headers and positions as text, a position as a picture."""

from collections.abc import Iterator

import render
from bot.model.fairness import check_rolls
from bot.records.record import Record
from bot.records.writing import escaped, header_lines
from rules.core import Position, Seat
from rules.record import Step, retired_seat


def text_parts(record: Record, ply: int | None = None) -> Iterator[str]:
    """The headers and every position with the move that led to it, a part at a time; with `ply` that position alone."""
    yield "\n".join(_headers(record))
    if not ply:
        yield f"0. The beginning\n\n{record.history.start}"
    for number, step in enumerate(record.history.steps, start=1):
        if ply in (None, number):
            yield f"{number}. {_words(record, step)}: {step.move}\n\n{step.after}"


def _headers(record: Record) -> Iterator[str]:
    yield record.game.name
    yield from header_lines(record)
    if record.fairness is not None:
        check = check_rolls(record.game, record.seats, record.history.tokens, record.fairness.dice)
        if check.wrong:
            numbers = ", ".join(str(number) for number in check.wrong)
            yield f"Chance: the secret does not give what the record says at {numbers}."
        else:
            yield f"Chance: all {check.rolls} rolls are those that the secret gives."


def _words(record: Record, step: Step) -> str:
    left = retired_seat(step.move)
    if left is not None:
        return f"{_player(record, left, step.before)} leaves"
    words = step.before.describe(step.move)
    turn = step.before.turn
    return f"{_player(record, turn, step.before)} {words}" if isinstance(turn, int) else f"Chance: {words}"


def _player(record: Record, seat: Seat, position: Position) -> str:
    return f"{escaped(record.players[seat])} ({position.side(seat)})"


def picture(record: Record, ply: int, *, is_png: bool) -> bytes:
    """The position after `ply` entries as a picture: a PNG, or a WebP file."""
    then = record.history.upto(ply)
    is_end = ply == record.history.ply
    outcome = record.outcome if is_end else None
    scene = render.Scene(record.players, then.last_turn, outcome=outcome, faces=record.characters)
    return render.picture(then.position, scene) if is_png else render.webp(then.position, scene)
