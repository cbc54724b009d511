"""The laws that every game obeys, each in the words in which `furlong contract` says that it is broken.

`studio.laws.board_laws` has those of its board. `studio.laws.contract` checks them for a package by some random games,
the tests for each of our games by many.
"""

import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise
from math import isclose
from operator import mul
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.texts.limits import BUTTON_LABEL, OPTION
from rules.core import CHANCE, LONGEST_TOKEN, Game, IllegalMove, Move, MoveError, Position, Seat, Symmetry
from rules.record import Step, replay, steps

_MOST_CHOICES: Final = 100
_LONGEST_REFUSAL: Final = 500
_LONGEST_END: Final = 1_000
"""The number of moves after which a game that a seat has left is broken off."""
_LOTS: Final = 20
"""The number of times that lots are drawn for who begins."""
_SPOILED: Final = 10
"""The number of moves, and of positions as text, that are spoiled in each position."""
_MIRRORED: Final = 12
"""The number of moves of a position that are played on it and on its image."""
_TWO: Final = 2
_DECIDED: Final = 6
"""The number of random games whose winner is compared with the evaluation of the positions before."""
_AS_LONG: Final = 2
"""How many times as many turns as the longest of some random games has moves a typical game may have."""
_ABOUT_TO_END: Final = 10
"""The number of last positions of such a game, the end included."""

_TOKEN: Final = re.compile(rf"[!-~]{{1,{LONGEST_TOKEN}}}")
_LONG: Final = ("a" * 10**6, "a1 " * 10**5, "\u0345\u0301" * 10**6)
"""Texts longer than any move; to normalize the last would take hours."""
_MADE_UP: Final = ("", " ", "nonsense", "résumé", "9z9")


@dataclass(frozen=True, slots=True)
class Look:
    """A position of a random game, which the laws look at."""

    game: Game
    seats: int
    position: Position
    choice: Random
    elsewhere: Sequence[str] = ()
    """Moves of other positions, of which some are illegal in this one."""
    some: int = 30
    """The number of legal moves that are looked at where looking at all would take too long."""

    @property
    def some_moves(self) -> Sequence[Move]:
        """Some of the legal moves, at random."""
        legal = self.position.legal_moves()
        return self.choice.sample(legal, min(self.some, len(legal)))


@dataclass(frozen=True, slots=True)
class Played:
    """A random game that has come to its end."""

    game: Game
    seats: int
    steps: Sequence[Step]


Subject = TypeVar("Subject")
Value = TypeVar("Value")


class Law(NamedTuple, Generic[Subject]):
    """A law in words, and whether a game, a played game or a position keeps it; an error breaks it too."""

    says: str
    holds: Callable[[Subject], bool]


# --- of a game as a whole ---


def _is_pickled(game: Game) -> bool:
    return len(pickle.dumps(game)) > 0


def _begins(game: Game) -> bool:
    first = set[object]()
    for seed in range(_LOTS):
        position, choice = game.start(game.seats.start), Random(seed)
        while position.turn is CHANCE:
            position = position.play(choice.choice(position.legal_moves()))
        first.add(position.turn)
    return first == ({0, 1} if game.begins_by_lot else {0})


def _random_games(game: Game) -> Iterator[Sequence[Position]]:
    """The positions of some random games with the fewest seats."""
    for seed in range(_DECIDED):
        past, choice = [game.start(game.seats.start)], Random(seed)
        while len(past) < _LONGEST_END and (moves := past[-1].legal_moves()):
            past.append(past[-1].play(choice.choice(moves)))
        yield past


def _is_typical(game: Game) -> bool:
    moves = [sum(position.turn not in (None, CHANCE) for position in past) for past in _random_games(game)]
    return 0 < game.typical_turns <= _AS_LONG * max(moves)


def _favours_winners(game: Game) -> bool:
    """Whether the evaluation is higher for those who are about to win a random game, in sum over some games."""
    if game.evaluation is None:
        return True
    ahead = 0.0
    for past in _random_games(game):
        outcome = past[-1].outcome()
        for position in past[-_ABOUT_TO_END:-1] if outcome else ():
            ahead += sum(map(mul, game.evaluation(position), outcome.values if outcome else ()))
    return ahead >= 0


def _refuses_seats(game: Game) -> bool:
    for seats in {-1, 0, 1, game.seats.start - 1, game.seats.stop} - set(game.seats):
        try:
            game.start(seats)
        except ValueError as refusal:
            if str(seats) not in str(refusal):
                return False
        else:
            return False
    return True


def _refuses_long_texts(game: Game) -> bool:
    for start in map(game.start, game.seats):
        for position in (start, start.play(start.legal_moves()[0])):
            if not all(_is_refused_briefly(position, text) for text in _LONG):
                return False
    return True


def _is_refused_briefly(position: Position, text: str) -> bool:
    try:
        position.parse(text)
    except MoveError as refusal:
        return 0 < len(str(refusal).strip()) < _LONGEST_REFUSAL
    return False


OF_GAMES: Final[tuple[Law[Game], ...]] = (
    Law("a game can be pickled, for the processes that think", _is_pickled),
    Law("lots decide who begins if `begins_by_lot` says so, and seat 0 begins otherwise", _begins),
    Law("`start` refuses any other number of players with a ValueError that names it", _refuses_seats),
    Law("`parse` refuses texts that are longer than any move, in a short sentence", _refuses_long_texts),
    Law("`typical_turns` is positive, and at most twice the moves that random games reach", _is_typical),
    Law("`evaluation` is higher for those who are about to win", _favours_winners),
)


# --- of a game that was played to its end ---


def _is_longest(played: Played) -> bool:
    longest = played.game.longest
    if longest is None:
        return True
    limits = [longest(position) for position in (*(step.before for step in played.steps), played.steps[-1].after)]
    limited = [limit for limit in limits if limit is not None]
    by_chance = [step.before.turn is CHANCE for step in played.steps]
    return (
        len(limited) > _TWO
        and limits[-len(limited) :] == limited
        and all(limit >= left for left, limit in enumerate(reversed(limited)))
        and all(before > after for before, after in pairwise(limited))
        and not any(by_chance[len(by_chance) - len(limited) + 1 :])
    )


def _replays(played: Played) -> bool:
    moves = [step.move for step in played.steps]
    again = tuple(steps(played.game, played.seats, moves))
    return again == tuple(played.steps) and replay(played.game, played.seats, moves) == played.steps[-1].after


OF_PLAYED: Final[tuple[Law[Played], ...]] = (
    Law("`longest` falls with each move, is never too small, and counts only once chance decides nothing", _is_longest),
    Law("a record replays to the same positions", _replays),
)


# --- of every position ---


def _ends(look: Look) -> bool:
    is_over, turn = look.position.outcome() is not None, look.position.turn
    known = turn is None or turn is CHANCE or turn in range(look.seats)
    return known and (turn is None) == is_over == (not look.position.legal_moves())


def _is_stable(look: Look) -> bool:
    moves = look.position.legal_moves()
    return len(set(moves)) == len(moves) and look.position.legal_moves() == moves


def _round_trip(look: Look) -> bool:
    fen = look.position.fen()
    again = look.game.from_fen(fen)
    return (
        again == look.position
        and hash(again) == hash(look.position)
        and again.legal_moves() == look.position.legal_moves()
        and again.fen() == fen
    )


def _has_tokens(look: Look) -> bool:
    return all(_TOKEN.fullmatch(move) for move in look.position.legal_moves())


def _plays(look: Look) -> bool:
    fen = look.position.fen()
    is_same = all(type(look.position.play(move)) is type(look.position) for move in look.position.legal_moves())
    return is_same and look.position.fen() == fen


def _plays_nothing_else(look: Look) -> bool:
    legal = look.position.legal_moves()
    few = look.choice.sample(legal, min(_SPOILED, len(legal)))
    spoiled = {f" {move}" for move in few} | {f"{move}\n" for move in few}
    return all(_is_illegal(look.position, move) for move in {*_MADE_UP, *look.elsewhere, *spoiled}.difference(legal))


def _is_illegal(position: Position, move: str) -> bool:
    try:
        position.play(Move(move))
    except IllegalMove as refusal:
        return re.search(r"\w", str(refusal)) is not None
    return False


def _has_places(look: Look) -> bool:
    outcome = look.position.outcome()
    if outcome is None:
        return True
    counted = tuple(1 + sum(other < place for other in outcome.places) for place in outcome.places)
    has_points = outcome.points is None or len(outcome.points) == look.seats
    return (
        len(outcome.places) == look.seats and outcome.places == counted and has_points and bool(outcome.reason.strip())
    )


def _reads_moves(look: Look) -> bool:
    texts = ((move, (move, move.upper(), move.lower(), f"  {move} ")) for move in look.some_moves)
    return all(look.position.parse(text) == move for move, spellings in texts for text in spellings)


def _refuses_texts(look: Look) -> bool:
    return all(reads(look.position, text) for text in (*_MADE_UP, *look.elsewhere[:_SPOILED]))


def reads(position: Position, text: str) -> bool:
    """Whether a text is read as a legal move, or refused with a sentence."""
    try:
        return position.parse(text) in position.legal_moves()
    except MoveError as refusal:
        return re.match(r"\S", str(refusal)) is not None


def _refuses_fens(look: Look) -> bool:
    fen, choice = look.position.fen(), look.choice
    alphabet = sorted({*fen, *"0123456789 \n"})
    for _ in range(_SPOILED):
        at, length, inserted = choice.randint(0, len(fen)), choice.randint(0, 3), choice.choices(alphabet, k=2)
        if not reads_fen(look.game, fen[:at] + "".join(inserted[: choice.randint(0, 2)]) + fen[at + length :]):
            return False
    return all(reads_fen(look.game, text) for text in _MADE_UP)


def reads_fen(game: Game, text: str) -> bool:
    """Whether a text is a position that is written just so, or refused with a ValueError."""
    try:
        position = game.from_fen(text)
    except ValueError as refusal:
        return bool(str(refusal))
    return position.fen() == text and (position.outcome() is None) == bool(position.legal_moves())


def _is_described(look: Look) -> bool:
    # A move continues "Ada …"; a roll of chance is a clause of its own and may begin with a name.
    begins = re.compile(r"[A-Z]?[a-z]+\b" if look.position.turn is CHANCE else r"[a-z]+\b")
    told = [look.position.describe(move) for move in look.position.legal_moves()]
    return all(begins.match(words) and "\n" not in words for words in told)


def _is_chosen_by_parts(look: Look) -> bool:
    choices = {move: look.position.choices(move) for move in look.position.legal_moves()}
    return all(all(parts) and "".join(parts) == move for move, parts in choices.items())


def _is_picked_in_stages(look: Look) -> bool:
    series: dict[str, tuple[str, ...]] = {}
    for move in look.position.legal_moves():
        stages = look.position.stages(move)
        if not stages or stages[-1] != move:
            return False
        for at in range(1, len(stages) + 1):
            if series.setdefault(stages[at - 1], stages[:at]) != stages[:at]:
                return False
    return True


def _has_few_choices(look: Look) -> bool:
    following: dict[tuple[str, ...], set[str]] = {}
    for move in look.position.legal_moves():
        stages = look.position.stages(move)
        for at, stage in enumerate(stages):
            following.setdefault(stages[:at], set()).add(stage)
    return all(len(stages) <= _MOST_CHOICES for stages in following.values())


def stages_of(position: Position) -> Iterator[tuple[str, dict[str, list[Move]]]]:
    """Each stage at which something is picked, the first before all others, with the moves that each next stage leads to."""
    paths = {move: ("", *position.stages(move)) for move in position.legal_moves()}
    for stage in sorted({stage for path in paths.values() for stage in path[:-1]}):
        following: dict[str, list[Move]] = {}
        for move, path in paths.items():
            if stage in path[:-1]:
                following.setdefault(path[path.index(stage) + 1], []).append(move)
        yield stage, following


def _asks(look: Look) -> bool:
    questions = [look.position.question(stage) for stage, _ in stages_of(look.position)]
    return all(text[0].isalnum() and text.endswith("?") and len(text) <= OPTION for text in questions)


def _offers(look: Look) -> bool:
    for _, following in stages_of(look.position):
        options = [look.position.option(partial, moves) for partial, moves in following.items()]
        if len({option.label for option in options}) != len(options):
            return False
        if not all(1 <= len(option.label.strip()) <= BUTTON_LABEL and "\n" not in option.effect for option in options):
            return False
        if look.position.turn is not CHANCE and not all(len(option.effect) <= OPTION for option in options):
            return False
    return True


def _is_named(look: Look) -> bool:
    named = look.position.named_moves()
    fits = all(1 <= len(label.strip()) <= BUTTON_LABEL for label in named.values())
    return fits and set(named) <= set(look.position.legal_moves()) and len(set(named.values())) == len(named)


def _has_odds(look: Look) -> bool:
    return not any("\n" in look.position.odds(move) for move in look.position.legal_moves())


def _has_sides(look: Look) -> bool:
    sides = [look.position.side(Seat(seat)) for seat in range(look.seats)]
    return all(side.strip() for side in sides) and len(set(sides)) == look.seats


def _is_frozen(look: Look) -> bool:
    again: Any = look.game.from_fen(look.position.fen())  # so that a random game isn't spoiled where it can be set
    if hasattr(again, "__dict__") or not is_dataclass(again):
        return False
    return not any(_can_set(again, name) for name in ("turn", "anything", *(one.name for one in fields(again))))


def _can_set(position: Any, name: str) -> bool:
    try:
        setattr(position, name, None)
    except (AttributeError, TypeError):
        return False
    return True


def _survives_pickling(look: Look) -> bool:
    again = pickle.loads(pickle.dumps(look.position))
    return again == look.position and again.fen() == look.position.fen()


def _has_text_board(look: Look) -> bool:
    lines = str(look.position).splitlines()
    return len(lines) > 1 and all(line == line.rstrip() for line in lines) and "```" not in str(look.position)


def _retires(look: Look) -> bool:
    for seat in map(Seat, range(look.seats)):
        left = look.position.retire(seat)
        if left is not None and look.seats == _TWO:
            return False
        for _ in range(_LONGEST_END):
            if left is None or left.turn is None:
                break
            if left.turn == seat:
                return False
            left = left.play(look.choice.choice(left.legal_moves()))
    return True


def _looks_ahead(look: Look) -> bool:
    position = look.position
    found = {seat: position.ahead(seat) for seat in map(Seat, range(look.seats))}
    is_phase = isinstance(position.turn, int) and found[position.turn] == position
    return all(then is None or (is_phase and then.turn == seat and then.legal_moves()) for seat, then in found.items())


def _is_judged(look: Look) -> bool:
    if look.game.evaluation is None:
        return True
    values, outcome = look.game.evaluation(look.position), look.position.outcome()
    if len(values) != look.seats:
        return False
    if outcome is None:
        return all(-1 < value < 1 for value in values)
    alone = [seat for seat in range(look.seats) if outcome.places.count(outcome.places[seat]) == 1]
    by_place = sorted(range(look.seats), key=outcome.places.__getitem__)
    return (
        all(-1 <= value <= 1 for value in values)
        and all((outcome.places[seat] == 1) == (values[seat] == 1) for seat in alone)
        and sorted(values, reverse=True) == [values[seat] for seat in by_place]
    )


def _has_noisy_moves(look: Look) -> bool:
    if look.game.noisy_moves is None:
        return True
    moves, compulsory = look.game.noisy_moves(look.position)
    legal = look.position.legal_moves()
    return set(moves) <= set(legal) and (not compulsory or tuple(moves) == tuple(legal))


def _has_candidates(look: Look) -> bool:
    if look.game.candidates is None:
        return True
    found = look.game.candidates(look.position)
    moves = [move for move, _ in found]
    is_searched = isinstance(look.position.turn, int)
    return (
        bool(found) == is_searched
        and len(set(moves)) == len(moves)
        and set(moves) <= set(look.position.legal_moves())
        and all(prior > 0 for _, prior in found)
    )


def _has_images(look: Look) -> bool:
    return all(_is_image(look, symmetry) for symmetry in look.game.symmetries)


def _is_image(look: Look, symmetry: Symmetry) -> bool:
    position, image = look.position, symmetry.position(look.position)
    if image is None:
        return True
    turn = position.turn
    if image.turn != (Seat((turn + symmetry.shift) % look.seats) if isinstance(turn, int) else turn):
        return False
    if {symmetry.move(position, move) for move in position.legal_moves()} != {*image.legal_moves()}:
        return False
    if _ending(image, 0) != _ending(position, symmetry.shift) or not _is_worth_the_same(look, image, symmetry.shift):
        return False
    for move in look.some_moves[:_MIRRORED]:
        after = symmetry.position(position.play(move))
        if after is not None and image.play(symmetry.move(position, move)) != after:
            return False
    return True


def _ending(position: Position, shift: int) -> Sequence[tuple[int, int]] | None:
    """The place and points of each seat of an image whose seats are `shift` further; None without an outcome."""
    outcome = position.outcome()
    return outcome and _shifted(tuple(zip(outcome.places, outcome.points or outcome.places, strict=True)), shift)


def _is_worth_the_same(look: Look, image: Position, shift: int) -> bool:
    if look.game.evaluation is None:
        return True
    values, found = _shifted(look.game.evaluation(look.position), shift), look.game.evaluation(image)
    return all(isclose(one, other, rel_tol=1e-6, abs_tol=1e-9) for one, other in zip(values, found, strict=True))


def _shifted(by_seat: Sequence[Value], shift: int) -> Sequence[Value]:
    """Values by seat, in the order of the seats of an image."""
    return [by_seat[(seat - shift) % len(by_seat)] for seat in range(len(by_seat))]


OF_EVERY_POSITION: Final[tuple[Law[Look], ...]] = (
    Law("`turn` is None, `legal_moves` empty and `outcome` not None at the end, and only there", _ends),
    Law("legal moves are all different, in the same order each time", _is_stable),
    Law("`from_fen` reads what `fen` writes, and makes an equal position", _round_trip),
)
"""The laws that are quick to check, so that the tests look at every position of their games."""

SYMMETRY: Final[Law[Look]] = Law(
    "an image under `symmetries` has the images of all moves, ends alike and is worth the same", _has_images
)
"""The law of symmetries, which the tests also check in positions that random games seldom reach."""

OF_POSITIONS: Final[tuple[Law[Look], ...]] = (
    *OF_EVERY_POSITION,
    Law(f"a move is 1 to {LONGEST_TOKEN} printable ASCII characters without spaces", _has_tokens),
    Law("`play` plays each legal move, and leaves the position as it was", _plays),
    Law("`play` refuses anything else with an IllegalMove of one sentence", _plays_nothing_else),
    Law("`places` say how many seats are ahead, for every seat, and there is a reason", _has_places),
    Law("`parse` reads every move, in capitals and with spaces too", _reads_moves),
    Law("`parse` refuses anything else with a MoveError of one sentence", _refuses_texts),
    Law("`from_fen` refuses what `fen` doesn't write with a ValueError", _refuses_fens),
    Law("`describe` gives one line of words that follow a player's name, in small letters", _is_described),
    Law("the `choices` of a move are its parts, and make it when joined", _is_chosen_by_parts),
    Law("the `stages` of the picker end with the move, and only one way leads to each", _is_picked_in_stages),
    Law(f"the picker offers up to {_MOST_CHOICES} choices at once", _has_few_choices),
    Law(f"the `question` at each stage is one, of up to {OPTION} characters", _asks),
    Law(
        f"each `option` has a label of its own of up to {BUTTON_LABEL} characters, and one line of up to {OPTION}",
        _offers,
    ),
    Law("`named_moves` are legal, and each has a short name of its own", _is_named),
    Law("`odds` are one line", _has_odds),
    Law("every seat has a side of its own", _has_sides),
    Law("a position is a frozen dataclass with slots", _is_frozen),
    Law("a position survives pickling", _survives_pickling),
    Law("the text board has lines, without spaces at their ends, and no code fence", _has_text_board),
    Law("with two seats `retire` returns None, and with more a seat that has left is never to move", _retires),
    Law("`ahead` is the position with another seat to move, and the same one for the seat to move", _looks_ahead),
    Law(
        "`evaluation` has a value for each seat, in the order of their places at the end, and 1 or -1 only there",
        _is_judged,
    ),
    Law("`noisy_moves` are legal, and all that are if they are compulsory", _has_noisy_moves),
    Law("`candidates` are legal moves, each once, with a weight above 0", _has_candidates),
    SYMMETRY,
)
