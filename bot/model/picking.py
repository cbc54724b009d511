"""Picking a move step by step, in any game: what was chosen so far, what can be chosen next, and what follows."""

import re
from dataclasses import dataclass
from typing import Final

from bot.model.history import only_move
from bot.model.match import SKIPPED, Match
from bot.model.people import Person
from bot.model.plans.parsing import LONGEST_LINE
from bot.model.plans.tree import meaning
from bot.model.settings import USUAL, Confirming
from rules.core import CHANCE, Move, Position
from rules.record import Step

_CELL: Final = re.compile(r"[a-z][0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class Branch:
    """A possible choice: the partial token that it leads to, and the legal moves that begin with it."""

    partial: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The state of a picker: what was chosen, what can be chosen next, and where Back leads (None at the start).

    `move` is set once a whole move was chosen; in some games a branch may still continue it.
    """

    chosen: str
    branches: tuple[Branch, ...]
    move: Move | None
    back: str | None

    @property
    def final(self) -> Move | None:
        """The chosen move once nothing can continue it; None at any other stage."""
        return None if self.branches else self.move


def choose(position: Position, chosen: str) -> Choice | None:
    """The state of the picker after `chosen`; a step that leaves no choice is taken at once.

    None if no legal move begins that way.
    """
    paths = {move: position.stages(move) for move in position.legal_moves()}
    through = [partials for partials in paths.values() if not chosen or chosen in partials]
    if not through:
        return None
    trail = ["", *through[0][: through[0].index(chosen)]] if chosen else []
    branches = _branches(paths, chosen)
    while len(branches) == 1 and chosen not in paths:
        trail.append(chosen)
        chosen = branches[0].partial
        branches = _branches(paths, chosen)
    stops = [partial for partial in trail if partial in paths or len(_branches(paths, partial)) > 1]
    return Choice(chosen, branches, Move(chosen) if chosen in paths else None, stops[-1] if stops else None)


def _branches(paths: dict[Move, tuple[str, ...]], chosen: str) -> tuple[Branch, ...]:
    moves_by_partial: dict[str, list[Move]] = {}
    for move, partials in paths.items():
        if not chosen:
            moves_by_partial.setdefault(partials[0], []).append(move)
        elif chosen in partials[:-1]:
            moves_by_partial.setdefault(partials[partials.index(chosen) + 1], []).append(move)
    return in_order([Branch(partial, tuple(moves)) for partial, moves in moves_by_partial.items()])


def in_order(branches: list[Branch]) -> tuple[Branch, ...]:
    """The choices after a stage in the order in which a picker shows them."""
    if all(_CELL.fullmatch(branch.partial) for branch in branches):  # otherwise keep moves of one kind together
        branches.sort(key=lambda branch: (branch.partial[0], int(branch.partial[1:])))
    return tuple(branches)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a player has chosen ahead, and may still choose.

    `steps` are those of their plan, as far as it is legal now, and `position` is the one after them, with the player to
    move; None if there is nothing more to choose. `number` counts the moves that they have made or planned,
    from another beginning after each backup that was restored.
    """

    steps: tuple[Step, ...]
    position: Position | None
    number: int


def ahead(match: Match, person_id: int) -> Ahead | None:
    """What a person may choose ahead in a match; None if there is nothing."""
    seat = match.seat_of(person_id)
    position = match.position.ahead(seat) if seat is not None and match.lets_choose_ahead() else None
    if seat is None or position is None:
        return None
    steps, planned = list[Step](), match.plan_of(person_id).tree.moves
    for text in planned:
        move = None if position is None else meaning(position, text)
        if position is not None and move is not None:
            steps.append(Step(position, move, position.play(move)))
            position = steps[-1].after.ahead(seat)
    made = sum(entry.is_move and entry.seat == seat for entry in match.history.entries)
    beginning = match.revision // SKIPPED * SKIPPED
    return Ahead(tuple(steps), position if len(planned) < LONGEST_LINE else None, beginning + made + len(planned))


def outlook(position: Position, move: Move) -> tuple[Step, ...]:
    """A player's legal move and the forced steps that will follow it in the same turn."""
    assert isinstance(position.turn, int), "chance picks no moves"
    steps = [Step(position, move, position.play(move))]
    while (only := only_move(steps[-1].after, position.turn)) is not None:
        steps.append(Step(steps[-1].after, only, steps[-1].after.play(only)))
    return tuple(steps)


def needs_confirming(match: Match, person: Person, move: Move) -> bool:
    """Whether a player who has picked a legal move is asked before it is played.

    Everybody is before a turn in which nothing happens on the board and, unless they play alone, before a roll, whose
    chances the picker has told; others only if they want it.
    """
    preferences, position = match.preferences.get(person.id, USUAL), match.position
    is_pass = move in position.named_moves() and not match.history.goes_on
    is_rolled_for = not match.is_solitary and outlook(position, move)[-1].after.turn is CHANCE
    return preferences.confirming is Confirming.EVERY or is_pass or is_rolled_for
