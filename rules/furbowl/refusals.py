"""Explanations of forbidden moves of Furbowl, in sentences for players: first the rule, then what is legal."""

# Translators: These sentences, and the parts in lower case that they're made of, say why a typed move can't be
# played.

from typing import Final, NamedTuple

from rules.core import Move, Phrase, Typed, message
from rules.furbowl import tokens
from rules.furbowl.animals import ANIMALS, RABBIT, SPRINT, TEAM_SIZE
from rules.furbowl.board import KNOCKED_OUT, FurbowlBoard
from rules.furbowl.chances import LONGEST_PASS
from rules.furbowl.names import NAMES, names_of, piece_as_object, piece_name
from rules.furbowl.pitch import distance, members, nearest, pitch
from rules.furbowl.tokens import AnimalMove, Kind
from rules.wording import example, not_a_move, sentences

_PASS: Final = message("pass to {animals:or}")
_TACKLE: Final = message("tackle {animals:or}")


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
    animal_move, refusal = tokens.animal_moves().get(Move(move)), waiting(board)
    if refusal is not None:
        return refusal
    if animal_move is None:
        return sentences(not_a_move(move, "Furbowl"), example(board.legal_moves()))
    moving = animal_move.kind in tokens.MOVING
    goal = (None, animal_move.target) if moving else (animal_move.target, None)
    return forbidden(board, Wish(animal_move.animal, animal_move.kind, *goal))


def waiting(board: FurbowlBoard) -> Phrase | None:
    """The answer to any move while a roll is due or after the end; None when a player is to move."""
    outcome = board.outcome()
    if outcome is not None:
        return Phrase("The match is over: {reason}.", reason=outcome.reason)
    return None if board.chance is None else Phrase("Waiting for the dice.")


def stopping(board: FurbowlBoard) -> Phrase:
    """Why the player cannot finish a play or end the turn now."""
    if board.current is None:
        return sentences(Phrase("There's no play to finish."), _anything(board))
    return Phrase(
        "You can only end the turn between plays: type {finish} to end the play of {animal} first.",
        finish=Typed("finish"),
        animal=NAMES[board.current.animal].object,
    )


def forbidden(board: FurbowlBoard, wish: Wish) -> Phrase:
    """Why no legal move fits the wish of the player to move."""
    if wish.animal is None:
        return sentences(_nobody(board, wish), _anything(board))
    going_on = None if board.current is None else board.current.animal
    if going_on not in (None, wish.animal):
        obstacle = Phrase("The play of {animal} isn't over.", animal=NAMES[going_on].object)
        return sentences(obstacle, able(board, going_on))
    obstacle = _absent(board, wish.animal) or _used(board, wish) or _specific(board, wish.animal, wish)
    return sentences(obstacle, able(board, wish.animal, _goal(board, wish)))


def able(board: FurbowlBoard, animal: int, near: int | None = None) -> Phrase:
    """A sentence with what an animal, or else the player, can do; its example is the legal move nearest to `near`."""
    options = board.options(animal)
    abilities: list[Phrase] = []
    squares = options.plain or options.sprinting
    if squares:
        square = nearest(members(squares)[0] if near is None else near, squares)
        move = tokens.token(AnimalMove(animal, Kind.MOVE if options.plain else Kind.SPRINT, square))
        abilities.append(Phrase("move ({move}, for example)", move=Typed(move)))
    for action, pieces in ((_PASS, options.receivers), (_TACKLE, options.victims)):
        animals = tuple(names_of(piece).object for piece in pieces)
        abilities += [Phrase(action, animals=animals)] if animals else []
    if not abilities:
        return _anything(board)
    facts = {"animal": NAMES[animal].subject, "actions": tuple(abilities)}
    if board.current is None:
        return Phrase("{animal} can {actions:or}.", **facts)
    return Phrase("{animal} can still {actions:or}, or finish.", **facts)


def _goal(board: FurbowlBoard, wish: Wish) -> int | None:
    """The square that a wish leads to, if there is one."""
    if wish.kind is not Kind.TACKLE or wish.target is None:
        return wish.square
    victim = board.places[TEAM_SIZE * (1 - board.mover) + wish.target]
    return victim if victim >= 0 else None


def _nobody(board: FurbowlBoard, wish: Wish) -> Phrase:
    match wish.kind:
        case Kind.PASS:
            return Phrase("None of your animals has the ball, so none can pass.")
        case Kind.TACKLE if wish.target is not None:
            opponent = piece_as_object(_theirs(board, wish.target))
            return Phrase("No animal of yours that can act now is next to {opponent}.", opponent=opponent)
        case Kind.TACKLE:
            return Phrase("No animal of yours that can act now is next to an opponent.")
        case _ if wish.square is not None:
            return Phrase("No animal of yours can go to {square} now.", square=pitch().names[wish.square])
        case _:
            return Phrase("Say which animal does what.")


def _absent(board: FurbowlBoard, animal: int) -> Phrase | None:
    """Why an animal can do nothing now; None if it can."""
    piece, name = TEAM_SIZE * board.mover + animal, NAMES[animal].subject
    if board.places[piece] == KNOCKED_OUT:
        return Phrase("{animal} is knocked out: it rolls to come back when your turn begins.", animal=name)
    if board.places[piece] < 0:
        return Phrase("{animal} is out for the match.", animal=name)
    if board.stuns[piece] == 1:
        return Phrase("{animal} is stunned: it misses this turn.", animal=name)
    if board.stuns[piece]:
        return Phrase("{animal} is stunned: it misses your next turn too.", animal=name)
    if board.current is None and board.done >> animal & 1:
        return Phrase("{animal} has acted already in this turn.", animal=name)
    return None


def _used(board: FurbowlBoard, wish: Wish) -> Phrase | None:
    """Why an animal in play can no longer move or act; None if it can."""
    if board.current is None or wish.animal is None:
        return None
    name, moves = NAMES[wish.animal].subject, wish.kind in tokens.MOVING or wish.square is not None
    if board.current.moved and moves:
        return Phrase("{animal} has moved already in this play.", animal=name)
    if board.current.acted and (wish.kind in (Kind.PASS, Kind.TACKLE) or wish.target is not None):
        return Phrase("{animal} has used its Action in this play.", animal=name)
    return None


def _specific(board: FurbowlBoard, animal: int, wish: Wish) -> Phrase:
    names = NAMES[animal]
    match wish:
        case Wish(square=int(square)):
            return _unreachable(board, animal, wish.kind, square)
        case Wish(kind=Kind.PASS):
            return _no_pass(board, animal, wish.target)
        case Wish(kind=Kind.TACKLE, target=int(target)):
            return _no_tackle(board, animal, target)
        case Wish(kind=Kind.TACKLE):
            return Phrase("No opponent is next to {animal}.", animal=names.object)
        case Wish(target=int(target)):
            return sentences(_no_tackle(board, animal, target), _no_pass(board, animal, target))
        case Wish(kind=Kind.SPRINT):
            no_farther = Phrase("Sprinting gets {animal} no farther here.", animal=names.object)
            return _no_sprint(board, animal) or no_farther
        case _:
            return Phrase("{animal} can't do that now.", animal=names.subject)


def _unreachable(board: FurbowlBoard, animal: int, kind: Kind | None, square: int) -> Phrase:
    piece, name, goal = TEAM_SIZE * board.mover + animal, NAMES[animal].subject, pitch().names[square]
    there = board.piece_on(square)
    if there == piece:
        return Phrase("{animal} is on {square} already: a Move ends on another square.", animal=name, square=goal)
    if there is not None:
        return Phrase(
            "{square} holds {animal}: animals can't move onto or through each other.",
            square=goal,
            animal=piece_as_object(there),
        )
    if square == board.ball and board.current is not None and board.current.acted:
        return Phrase("The ball is on {square}: an animal that has used its Action can't move onto it.", square=goal)
    refusal = _no_sprint(board, animal) if kind is Kind.SPRINT else None
    if refusal is not None:
        return refusal
    if kind is Kind.SPRINT and board.allows(AnimalMove(animal, Kind.MOVE, square)):
        move = tokens.token(AnimalMove(animal, Kind.MOVE, square))
        return Phrase(
            "{animal} reaches {square} without Sprint, as {move}.", animal=name, square=goal, move=Typed(move)
        )
    return _too_far(board, animal, square, ANIMALS[animal].move + (SPRINT if kind is Kind.SPRINT else 0))


def _too_far(board: FurbowlBoard, animal: int, square: int, steps: int) -> Phrase:
    facts = {"animal": NAMES[animal].object, "square": pitch().names[square]}
    away = distance(board.places[TEAM_SIZE * board.mover + animal], square)
    sprint = AnimalMove(animal, Kind.SPRINT, square)
    can_sprint = animal == RABBIT and board.allows(sprint)
    hint = Phrase("With Sprint it can: {move}.", move=Typed(tokens.token(sprint))) if can_sprint else ""
    if away > steps:
        obstacle = Phrase(
            "{square} is {count, plural, one {# square} other {# squares}} away, and {animal} moves {most} at most.",
            **facts,
            count=away,
            most=steps,
        )
    else:
        obstacle = Phrase(
            "There's no free way of {count, plural, one {# square} other {# squares}} for {animal} to {square}: animals and the loose ball are in the way.",
            **facts,
            count=steps,
        )
    return sentences(obstacle, hint)


def _no_sprint(board: FurbowlBoard, animal: int) -> Phrase | None:
    if animal != RABBIT:
        return Phrase("Only the rabbit can sprint, not {animal}.", animal=NAMES[animal].object)
    if not board.sprints >> board.mover & 1:
        return Phrase("The rabbit has sprinted already: it can do that once a match.")
    return None


def _no_pass(board: FurbowlBoard, animal: int, target: int | None) -> Phrase:
    piece, name = TEAM_SIZE * board.mover + animal, NAMES[animal].subject
    if board.carrier != piece:
        return Phrase("{animal} doesn't have the ball, so it can't pass.", animal=name)
    if target is None:
        return Phrase(
            "No team-mate that can catch is within {count, plural, one {# square} other {# squares}}.",
            count=LONGEST_PASS,
        )
    receiver, mate = TEAM_SIZE * board.mover + target, NAMES[target].subject
    if receiver == piece:
        return Phrase("{animal} can't pass to itself.", animal=name)
    if board.places[receiver] < 0:
        return Phrase("{animal} can't catch: it's off the pitch.", animal=mate)
    if not board.normal(receiver):
        return Phrase("{animal} can't catch: it's stunned.", animal=mate)
    return Phrase(
        "{animal} is {count, plural, one {# square} other {# squares}} away: a pass goes {most} at most.",
        animal=mate,
        count=distance(board.places[piece], board.places[receiver]),
        most=LONGEST_PASS,
    )


def _no_tackle(board: FurbowlBoard, animal: int, target: int) -> Phrase:
    victim = _theirs(board, target)
    place, name = board.places[victim], piece_name(victim)
    if place < 0:
        return Phrase("The {opponent} is off the pitch.", opponent=name)
    return Phrase(
        "The {opponent} on {place} isn't next to {animal} on {square}.",
        opponent=name,
        place=pitch().names[place],
        animal=NAMES[animal].object,
        square=pitch().names[board.places[TEAM_SIZE * board.mover + animal]],
    )


def _theirs(board: FurbowlBoard, animal: int) -> int:
    """The piece of the other team with an animal."""
    return TEAM_SIZE * (1 - board.mover) + animal


def _anything(board: FurbowlBoard) -> Phrase:
    animals = tuple(names.noun for at, names in enumerate(NAMES) if board.can_step(at))
    if board.current is not None:
        return Phrase("You can go on with the {animals:or}, or finish.", animals=animals)
    return Phrase("You can go on with the {animals:or}, or end the turn.", animals=animals)
