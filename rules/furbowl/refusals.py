"""Explanations of forbidden moves of Furbowl, in sentences for players: first the rule, then what is legal."""

from typing import NamedTuple

from rules.core import Move
from rules.furbowl import tokens
from rules.furbowl.animals import ANIMALS, RABBIT, SPRINT, TEAM_SIZE, animal_of
from rules.furbowl.board import KNOCKED_OUT, FurbowlBoard
from rules.furbowl.chances import LONGEST_PASS
from rules.furbowl.pitch import distance, members, nearest, pitch
from rules.furbowl.tokens import AnimalMove, Kind
from rules.furbowl.words import piece_name
from rules.wording import either


class Wish(NamedTuple):
    """A move that a player wants; any part may be missing. `target` is an animal, `square` the goal of a move."""

    animal: int | None
    kind: Kind | None
    target: int | None
    square: int | None

    def fits(self, animal_move: AnimalMove) -> bool:
        """Whether an animal's move fits the wish."""
        goal = self.square if animal_move.kind in tokens.MOVING else self.target
        other = self.target if animal_move.kind in tokens.MOVING else self.square
        return (
            self.animal in (None, animal_move.animal)
            and self.kind in (None, animal_move.kind)
            and goal in (None, animal_move.target)
            and other is None
        )


def of_token(board: FurbowlBoard, move: str) -> str:
    """Why `move`, which may be any text, cannot be played on this board."""
    if waiting(board) is None and move in (tokens.END, tokens.FINISH):
        return stopping(board)
    animal_move = tokens.animal_moves().get(Move(move))
    if animal_move is None or waiting(board) is not None:
        return waiting(board) or f"“{move[:40]}” is not a move of Furbowl. {example(board)}"
    moving = animal_move.kind in tokens.MOVING
    goal = (None, animal_move.target) if moving else (animal_move.target, None)
    return forbidden(board, Wish(animal_move.animal, animal_move.kind, *goal))


def waiting(board: FurbowlBoard) -> str | None:
    """The answer to any move while a roll is due or after the end; None when a player is to move."""
    outcome = board.outcome()
    if outcome is not None:
        return f"The match is over: {outcome.reason}."
    return None if board.chance is None else "Chance decides now: wait for the dice."


def stopping(board: FurbowlBoard) -> str:
    """Why the player cannot finish a play or end the turn now."""
    if board.current is None:
        return f"No play is going on that could be finished. {_anything(board)}"
    animal = ANIMALS[board.current.animal].name
    return f"The turn ends only between plays, and the play of the {animal} is going on: finish it first with finish."


def forbidden(board: FurbowlBoard, wish: Wish) -> str:
    """Why no legal move fits the wish of the player to move."""
    if wish.animal is None:
        return f"{_nobody(board, wish)} {_anything(board)}"
    going_on = None if board.current is None else board.current.animal
    if going_on not in (None, wish.animal):
        return f"The play of the {ANIMALS[going_on].name} is going on. {able(board, going_on)}"
    obstacle = _absent(board, wish.animal) or _used(board, wish) or _specific(board, wish.animal, wish)
    return f"{obstacle} {able(board, wish.animal, _goal(board, wish))}"


def example(board: FurbowlBoard) -> str:
    """A sentence that names a legal move; a player must be to move."""
    return f"A legal move is {board.legal_moves()[0]}, for example."


def able(board: FurbowlBoard, animal: int, near: int | None = None) -> str:
    """A sentence with what an animal, or else the player, can do; its example is the legal move nearest to `near`."""
    options = board.options(animal)
    abilities: list[str] = []
    squares = options.plain or options.sprinting
    if squares:
        square = nearest(members(squares)[0] if near is None else near, squares)
        move = tokens.token(AnimalMove(animal, Kind.MOVE if options.plain else Kind.SPRINT, square))
        abilities.append(f"move ({move}, for example)")
    for verb, pieces in (("pass to", options.receivers), ("tackle", options.victims)):
        names = [f"the {animal_of(piece).name}" for piece in pieces]
        abilities += [f"{verb} {either(names)}"] if names else []
    if not abilities:
        return _anything(board)
    name = ANIMALS[animal].name
    if board.current is None:
        return f"The {name} can {either(abilities)}."
    return f"The {name} can still {either(abilities)}, or finish."


def _goal(board: FurbowlBoard, wish: Wish) -> int | None:
    """The square that a wish leads to, if there is one."""
    if wish.kind is not Kind.TACKLE or wish.target is None:
        return wish.square
    victim = board.places[TEAM_SIZE * (1 - board.mover) + wish.target]
    return victim if victim >= 0 else None


def _nobody(board: FurbowlBoard, wish: Wish) -> str:
    match wish.kind:
        case Kind.PASS:
            return "None of your animals has the ball, and only the one that has it can pass."
        case Kind.TACKLE if wish.target is not None:
            return f"No animal of yours that can act now is next to the {_theirs(board, wish.target)}."
        case Kind.TACKLE:
            return "No animal of yours that can act now is next to an opponent."
        case _ if wish.square is not None:
            return f"No animal of yours can go to {pitch().names[wish.square]} now."
        case _:
            return "Say which animal does what."


def _absent(board: FurbowlBoard, animal: int) -> str | None:
    """Why an animal can do nothing now; None if it can."""
    piece, name = TEAM_SIZE * board.mover + animal, ANIMALS[animal].name
    if board.places[piece] == KNOCKED_OUT:
        return f"The {name} is knocked out: it rolls to come back when your turn begins."
    if board.places[piece] < 0:
        return f"The {name} is out for the match."
    if board.stuns[piece]:
        missed = "this turn" if board.stuns[piece] == 1 else "your next turn too"
        return f"The {name} is stunned: it misses {missed}."
    if board.current is None and board.done >> animal & 1:
        return f"The {name} has acted already in this turn."
    return None


def _used(board: FurbowlBoard, wish: Wish) -> str | None:
    """Why an animal in play can no longer move or act; None if it can."""
    if board.current is None or wish.animal is None:
        return None
    name, moves = ANIMALS[wish.animal].name, wish.kind in tokens.MOVING or wish.square is not None
    if board.current.moved and moves:
        return f"The {name} has moved already in this play."
    if board.current.acted and (wish.kind in (Kind.PASS, Kind.TACKLE) or wish.target is not None):
        return f"The {name} has used its Action in this play."
    return None


def _specific(board: FurbowlBoard, animal: int, wish: Wish) -> str:
    name = ANIMALS[animal].name
    match wish:
        case Wish(square=int(square)):
            return _unreachable(board, animal, wish.kind, square)
        case Wish(kind=Kind.PASS):
            return _no_pass(board, animal, wish.target)
        case Wish(kind=Kind.TACKLE, target=int(target)):
            return _no_tackle(board, animal, target)
        case Wish(kind=Kind.TACKLE):
            return f"No opponent is next to the {name}."
        case Wish(target=int(target)):
            return f"{_no_tackle(board, animal, target)} {_no_pass(board, animal, target)}"
        case Wish(kind=Kind.SPRINT):
            return _no_sprint(board, animal) or f"Sprint leads the {name} no farther here than its Move."
        case _:
            return f"The {name} cannot do that now."


def _unreachable(board: FurbowlBoard, animal: int, kind: Kind | None, square: int) -> str:
    piece, name, goal = TEAM_SIZE * board.mover + animal, ANIMALS[animal].name, pitch().names[square]
    there = board.piece_on(square)
    if there == piece:
        return f"The {name} stands on {goal} already: a Move ends on another square."
    if there is not None:
        return f"{goal} holds the {piece_name(there)}: animals do not move onto or through each other."
    if square == board.ball and board.current is not None and board.current.acted:
        return f"The ball is on {goal}: once its Action is used, an animal may not move onto the loose ball."
    refusal = _no_sprint(board, animal) if kind is Kind.SPRINT else None
    if refusal is not None:
        return refusal
    if kind is Kind.SPRINT and board.allows(AnimalMove(animal, Kind.MOVE, square)):
        return f"The {name} reaches {goal} without Sprint, as {tokens.token(AnimalMove(animal, Kind.MOVE, square))}."
    return _too_far(board, animal, square, ANIMALS[animal].move + (SPRINT if kind is Kind.SPRINT else 0))


def _too_far(board: FurbowlBoard, animal: int, square: int, steps: int) -> str:
    name, goal = ANIMALS[animal].name, pitch().names[square]
    away = distance(board.places[TEAM_SIZE * board.mover + animal], square)
    sprint = AnimalMove(animal, Kind.SPRINT, square)
    can_sprint = animal == RABBIT and board.allows(sprint)
    hint = f" With Sprint it can: {tokens.token(sprint)}." if can_sprint else ""
    if away > steps:
        return f"{goal} is {away} squares away, and the {name} moves {steps} at most.{hint}"
    return f"No free way of {steps} squares leads the {name} to {goal}: animals and the loose ball bar it.{hint}"


def _no_sprint(board: FurbowlBoard, animal: int) -> str | None:
    if animal != RABBIT:
        return f"Only the rabbit can sprint, not the {ANIMALS[animal].name}."
    if not board.sprints >> board.mover & 1:
        return "The rabbit has sprinted already: it can once a match."
    return None


def _no_pass(board: FurbowlBoard, animal: int, target: int | None) -> str:
    piece, name = TEAM_SIZE * board.mover + animal, ANIMALS[animal].name
    if board.carrier != piece:
        return f"The {name} does not have the ball, so it cannot pass."
    if target is None:
        return f"No team-mate that could catch is within {LONGEST_PASS} squares."
    receiver, mate = TEAM_SIZE * board.mover + target, ANIMALS[target].name
    if receiver == piece:
        return f"The {name} cannot pass to itself."
    if not board.normal(receiver):
        return f"The {mate} cannot catch: it is {'stunned' if board.places[receiver] >= 0 else 'off the pitch'}."
    away = distance(board.places[piece], board.places[receiver])
    return f"The {mate} is {away} squares away: a pass goes {LONGEST_PASS} at most."


def _no_tackle(board: FurbowlBoard, animal: int, target: int) -> str:
    place, victim = board.places[TEAM_SIZE * (1 - board.mover) + target], _theirs(board, target)
    if place < 0:
        return f"The {victim} is off the pitch."
    here = pitch().names[board.places[TEAM_SIZE * board.mover + animal]]
    return f"The {victim} on {pitch().names[place]} is not next to the {ANIMALS[animal].name} on {here}."


def _theirs(board: FurbowlBoard, animal: int) -> str:
    return piece_name(TEAM_SIZE * (1 - board.mover) + animal)


def _anything(board: FurbowlBoard) -> str:
    animals = [animal.name for at, animal in enumerate(ANIMALS) if board.can_step(at)]
    stop = "finish" if board.current is not None else "end the turn"
    return f"You can go on with the {either(animals)}, or {stop}."
