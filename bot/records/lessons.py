"""First lessons: small positions with one thing to do, read from `lessons.toml` in the folder of each game's rules.

A lesson has a `title`, the position `fen` with the moves `before`, which lead to where it begins, and the `task` in
Discord's Markdown. What is asked for is a regular expression that is looked for in a move as `told` says it: `goal` has
to be found there; where they are given, `reply_all` in every reply to the move, and `reply_none` in no reply. Exactly
one legal move does so, and it stands there as `move`. After it come `then`, what follows by itself, and the `praise`;
after any other move the `help`.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.records.folders import folder_of, phrase_of
from rules.core import Game, Move, Phrase, Position
from rules.record import Step, steps_from


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to do in a position of a game."""

    game: Game
    title: Phrase
    fen: str
    task: Phrase
    move: Move
    praise: Phrase
    help: Phrase
    goal: str = ""
    reply_all: str = ""
    reply_none: str = ""
    before: tuple[Move, ...] = ()
    then: tuple[Move, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves that led to the position of the lesson."""
        return tuple(steps_from(self.game.from_fen(self.fen), self.before))

    @property
    def position(self) -> Position:
        """The position in which the player has to move."""
        return self.steps[-1].after if self.before else self.game.from_fen(self.fen)

    @property
    def solution(self) -> tuple[Move, ...]:
        """The move that is asked for and the moves after it."""
        return (self.move, *self.then)

    def is_met_by(self, move: Move) -> bool:
        """Whether a legal move meets the goal."""
        if not re.search(self.goal, described(self.position, move)):
            return False
        after = self.position.play(move)
        replies = (
            [described(after, reply) for reply in after.legal_moves()] if self.reply_all or self.reply_none else []
        )
        if self.reply_none and any(re.search(self.reply_none, reply) for reply in replies):
            return False
        return not self.reply_all or (bool(replies) and all(re.search(self.reply_all, reply) for reply in replies))


def described(position: Position, move: Move) -> str:
    """A move, what it does, and how the game ends if it does: `c4xe5 | unfurls … | wins`."""
    outcome, seat = position.play(move).outcome(), position.turn
    end = ""
    if outcome is not None and isinstance(seat, int):
        end = " | wins" if outcome.places[seat] == 1 else " | loses"
    return f"{move} | {position.describe(move)}{end}"


@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game; empty if it has none, as variants have."""
    file = folder_of(game) / "lessons.toml"
    if game.key != game.family or not file.is_file():
        return ()
    tables: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["lesson"]
    return tuple(_lesson(game, lesson) for lesson in tables)


def _lesson(game: Game, data: dict[str, Any]) -> Lesson:
    before, then = (tuple(data.pop(moves, ())) for moves in ("before", "then"))
    texts: dict[str, Any] = {name: phrase_of(game, data.pop(name)) for name in ("title", "task", "praise", "help")}
    return Lesson(game, **data, **texts, before=before, then=then)
