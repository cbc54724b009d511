"""The planner, a further stranger at Furbowl: a search over the plays of a turn and their rolls, judged by the chance to score in a turn.

The search tries a few moves of each animal that have a purpose, keeps those that look best, weighs all results of a
roll by their probability, and goes on to the end of the turn. It grows wider until its time is over. Where the turn
ends, the position is judged by the probability that the other team scores at once, and that one's own team does next.
These come from the best chain of a tackle, a pickup, passes and a run that three plays allow, as if nothing stood in
the way but what surrounds the animals.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from time import thread_time
from typing import Final, NamedTuple

from rules.core import CHANCE, Move
from rules.furbowl.pitch import distance, pitch, reach
from rules.furbowl.position import FurbowlPosition

_MOVE: Final = (6, 5, 3, 3, 5)
_SPEED: Final = (3, 3, 0, 0, 3)  # with what the fox adds when it dodges
_STRENGTH: Final = (0, 1, 4, 3, 1)
_SKILL: Final = (1, 3, 0, 0, 2)
_TEAM: Final = 5
_SPRINT: Final = 2
_STRIDE: Final = 11  # the difference between a square and the one in the same row of the next column
_PLAYS: Final = 3
_GOOD_PASS: Final = 0.5  # the probability of a pass to the runner itself at which no third animal is asked
_WON: Final = 1.05
"""The value of a match that is won: more than that of any position in which only the estimates say so."""
_OFF: Final = {-1: 0.07, -2: 0.12}  # what an animal is worth that is Knocked Out or Out
_STUNNED: Final = 0.035
_OWN_BALL: Final = 0.10
_ADVANCE: Final = 0.012  # for each column that the ball is nearer to the goal
_NEXT: Final = 0.7  # how much the chance to score in the following turn counts
_GUARD: Final = 0.012  # for each animal between the ball and the line that it guards
_WIDTHS: Final = ((8, 1, 1), (8, 2, 1), (10, 3, 2), (12, 4, 2), (14, 5, 3), (14, 6, 4), (20, 8, 6), (30, 12, 8))
"""How many moves are searched at the first, the second and every later step, in one round after the other."""

_MOST_ROLLS: Final = 4
"""How many rolls in a row are searched: a ball may bounce for ever."""

_Wish = Callable[[int], tuple[float, ...]]
"""What an animal may wish for: the squares for which it is least fulfil it best."""


class _OutOfTime(Exception):
    """Raised inside the search to leave it."""


@cache
def at_least(needed: int) -> float:
    """The probability that two dice show at least so much together."""
    return sum(first + second >= needed for first in range(1, 7) for second in range(1, 7)) / 36


@cache
def distances_between() -> tuple[tuple[int, ...], ...]:
    """The distance of each two squares."""
    squares = range(len(pitch().names))
    return tuple(tuple(distance(one, other) for other in squares) for one in squares)


@cache
def columns_to_go() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By seat, how many columns each square is from the seat's scoring column."""
    columns = [square // _STRIDE + 1 for square in range(len(pitch().names))]
    return tuple(15 - column for column in columns), tuple(column - 1 for column in columns)


@cache
def pass_chance(passer: int, receiver: int, far: int) -> float:
    """The probability that a pass over a distance is thrown and caught."""
    if far <= 1:
        return at_least(7 - _SKILL[receiver])
    if far > 8:
        return 0.0
    needed = 8 if far <= 4 else 9 if far <= 6 else 10
    return at_least(needed - _SKILL[passer]) * at_least(needed - _SKILL[receiver])


class Team(NamedTuple):
    """A team as the chains of plays see it: the squares of its free animals and how far they may still move."""

    seat: int
    squares: tuple[int, ...]
    steps: tuple[int, ...]  # -1 if the animal is not free
    passes: tuple[bool, ...]  # whether it still has its Action
    gets_away: tuple[float, ...]  # the probability that it may leave its square
    empty: int

    def run(self, animal: int) -> float:
        """The probability that an animal with the ball runs home from where it stands."""
        steps, square = self.steps[animal], self.squares[animal]
        if columns_to_go()[self.seat][square] > steps:
            return 0.0
        goal = pitch().columns[15 if self.seat == 0 else 1]
        return self.gets_away[animal] if reach(square, self.empty, 0, steps) & goal else 0.0

    def runs(self, free: int) -> list[tuple[int, float]]:
        """The free animals that can run home from where they stand, each with the probability that it does."""
        return [(animal, ran) for animal in range(_TEAM) if free >> animal & 1 and (ran := self.run(animal))]

    def passed_on(self, holder: int, square: int, steps: int, plays: int, free: int) -> float:
        """The probability of the best passes from a holder, who may move some steps first, to an animal that runs home.

        `free` has the animals that may begin a play, and `plays` is how many may be begun.
        """
        if plays < 1 or not self.passes[holder]:
            return 0.0
        free &= ~(1 << holder)
        runners, best = self.runs(free), 0.0
        if not runners:
            return 0.0
        distances, squares = distances_between(), self.squares
        for runner, ran in runners:
            best = max(best, ran * pass_chance(holder, runner, distances[square][squares[runner]] - max(0, steps)))
            if plays < 2 or best > _GOOD_PASS * ran:
                continue
            for mate in range(_TEAM):
                if mate != runner and free >> mate & 1 and self.passes[mate]:
                    there = squares[mate]
                    first = pass_chance(holder, mate, distances[square][there] - max(0, steps))
                    best = max(
                        best,
                        ran * first * pass_chance(mate, runner, distances[there][squares[runner]] - self.steps[mate]),
                    )
        return best


def _team(position: FurbowlPosition, seat: int, *, now: bool) -> Team:
    """A team in its turn that is going on, or else in its next one."""
    places, first = position.places, _TEAM * seat
    other = 0
    for place in places[_TEAM - first : 2 * _TEAM - first]:
        if place >= 0:
            other |= 1 << place
    areas, sprints = pitch().areas[1], position.sprints >> seat & 1
    current = position.current if now else None
    steps, passes, away = list[int](), list[bool](), list[float]()
    for animal in range(_TEAM):
        place, stuns = places[first + animal], position.stuns[first + animal]
        free = place >= 0 and (not stuns if now else stuns <= 1)
        may_move = may_act = free
        if now and free:
            if current is not None and current.animal == animal:
                may_move, may_act = not current.moved, not current.acted
            elif position.done >> animal & 1:
                may_move = may_act = False
        reachable = _MOVE[animal] + (_SPRINT if animal == 0 and sprints else 0) if may_move else 0
        steps.append(reachable if may_move or may_act else -1)
        passes.append(may_act)
        crowd = (areas[place] & other).bit_count() if place >= 0 else 0
        away.append(at_least(8 - _SPEED[animal]) if crowd > 1 else 1.0)
    occupied = other
    for place in places[first : first + _TEAM]:
        if place >= 0:
            occupied |= 1 << place
    squares = tuple(places[first : first + _TEAM])
    return Team(seat, squares, tuple(steps), tuple(passes), tuple(away), pitch().full & ~occupied)


def _scores(position: FurbowlPosition, team: Team, plays: int, busy: int) -> float:
    """The probability that a team scores in a turn with so many plays to begin; `busy` is the animal in play, or -1."""
    free = sum(1 << animal for animal in range(_TEAM) if team.steps[animal] >= 0)
    carrier = position.carrier
    if carrier >= 0:
        holder = carrier - _TEAM * team.seat
        if 0 <= holder < _TEAM:
            return _with_ball(team, holder, plays, free, busy)
        return _from_carrier(position, team, carrier, plays, free, busy)
    return _from_loose(team, position.ball, plays, free, busy, 1.0)


def _with_ball(team: Team, holder: int, plays: int, free: int, busy: int) -> float:
    if not free >> holder & 1:
        return 0.0
    left = plays if busy == holder else plays - 1
    if left < 0:
        return 0.0
    square, steps = team.squares[holder], team.steps[holder]
    ran = team.run(holder) if steps > 0 else 0.0
    away = team.gets_away[holder]
    moving = away * team.passed_on(holder, square, steps, left, free) if away > ran else 0.0
    return max(ran, moving)


def _from_loose(team: Team, ball: int, plays: int, free: int, busy: int, likely: float) -> float:
    """The probability to score with a ball that lies on a square; if a pickup fails, another animal may try."""
    if ball < 0:
        return 0.0
    found, distances = list[tuple[float, float]](), distances_between()
    home = not columns_to_go()[team.seat][ball]
    for animal in range(_TEAM):
        left = plays if busy == animal else plays - 1
        if (
            free >> animal & 1
            and left >= 0
            and team.passes[animal]
            and distances[team.squares[animal]][ball] <= team.steps[animal]
        ):
            picks = team.gets_away[animal] * at_least(8 - _SKILL[animal])
            then = 1.0 if home else team.passed_on(animal, ball, 0, left, free)
            found.append((picks * then, picks))
    if not found:
        return 0.0
    found.sort(reverse=True)
    total, failed = 0.0, 1.0
    for number, (chance, picks) in enumerate(found[: max(1, plays - 1)]):
        total += failed * chance * (1.0 if not number else 0.4)
        failed *= 1 - picks
    return likely * total


def _from_carrier(position: FurbowlPosition, team: Team, carrier: int, plays: int, free: int, busy: int) -> float:
    """The probability to tackle the enemy's carrier, pick the ball up and score, all in one turn."""
    if plays < 2:
        return 0.0
    square, best, best_animal = position.places[carrier], 0.0, -1
    for animal in range(_TEAM):
        if free >> animal & 1 and team.passes[animal]:
            far = distances_between()[team.squares[animal]][square] - 1
            if far <= team.steps[animal]:
                away = team.gets_away[animal] if far else 1.0
                hit = away * at_least(8 - _STRENGTH[animal] + _STRENGTH[carrier % _TEAM])
                if hit > best:
                    best, best_animal = hit, animal
    if best_animal < 0:
        return 0.0
    return _from_loose(team, square, plays - 1, free & ~(1 << best_animal), busy, best * 0.8)


def _takes(position: FurbowlPosition, team: Team) -> float:
    """The probability that a team gets hold of the ball in its next turn, or keeps it."""
    distances, missed = distances_between(), 1.0
    carrier = position.carrier
    if carrier >= 0:
        if carrier // _TEAM == team.seat:
            return 1.0
        square, tries = position.places[carrier], list[float]()
        for animal in range(_TEAM):
            far = distances[team.squares[animal]][square] - 1
            if team.steps[animal] >= max(0, far):
                away = team.gets_away[animal] if far else 1.0
                tries.append(away * at_least(8 - _STRENGTH[animal] + _STRENGTH[carrier % _TEAM]))
        for hit in sorted(tries, reverse=True)[:_PLAYS]:
            missed *= 1 - hit
        return 0.8 * (1 - missed)
    for animal in range(_TEAM):
        if position.ball >= 0 and distances[team.squares[animal]][position.ball] <= team.steps[animal]:
            missed *= 1 - team.gets_away[animal] * at_least(8 - _SKILL[animal])
    return 1 - missed


def _shape(position: FurbowlPosition, seat: int) -> float:
    """What a team has besides its chances in the next two turns: animals, the ball, and where it is."""
    total = 0.0
    for piece, place in enumerate(position.places):
        sign = 1 if piece // _TEAM == seat else -1
        if place < 0:
            total -= sign * _OFF.get(place, 0.0)
        elif position.stuns[piece]:
            total -= sign * _STUNNED
    carrier = position.carrier
    ball = position.places[carrier] if carrier >= 0 else position.ball
    if ball < 0:
        return total
    if carrier >= 0:
        total += _OWN_BALL if carrier // _TEAM == seat else -_OWN_BALL
    total += _ADVANCE * (7 - columns_to_go()[seat][ball])
    distances, to_go = distances_between(), columns_to_go()
    for piece, place in enumerate(position.places):
        if place >= 0 and not position.stuns[piece]:
            side = piece // _TEAM
            sign = 1 if side == seat else -1
            behind = to_go[1 - side][place] < to_go[1 - side][ball]
            total += sign * (_GUARD * behind - 0.003 * distances[place][ball])
    return total


def judged(position: FurbowlPosition, seat: int) -> float:
    """The value of a position for a seat, between about -1 and 1, before any roll that is due."""
    winner = position.winner()
    if winner is not None:
        return _WON if winner == seat else -_WON
    mover = position.mover
    if mover == seat:
        own = _team(position, seat, now=True)
        current = position.current
        begun = _PLAYS - position.plays
        soon = _scores(position, own, begun, -1 if current is None else current.animal)
        return soon + (1 - soon) * _handed_over(position, seat)
    return _handed_over(position, seat)


def _handed_over(position: FurbowlPosition, seat: int) -> float:
    """The value for a seat if the other team's turn begins now."""
    turns = position.mover == seat
    rival = _team(position, 1 - seat, now=not turns)
    own = _team(position, seat, now=False)
    against = _scores(position, rival, _PLAYS, -1)
    lost = _takes(position, rival)
    following = _scores(position, own, _PLAYS, -1)
    carried = position.carrier >= 0 and position.carrier // _TEAM == seat
    keeps = 1 - lost if carried or position.carrier < 0 else lost
    later = _NEXT * following * (keeps if carried or position.carrier < 0 else 1 - 0.5 * (1 - keeps))
    return -against + (1 - against) * (later + _shape(position, seat) - (0 if carried else 0.08 * lost))


def results(position: FurbowlPosition) -> Iterator[tuple[float, FurbowlPosition]]:
    """The positions after the roll that is due, each with its probability; equal results are one.

    A roll of two dice matters only by its sum, and its results change at a few sums.
    """
    moves = position.legal_moves()
    if moves[0] != "1+1":
        for move in moves:
            yield 1 / len(moves), position.play(move)
        return
    found = {total: position.play(Move(f"{total // 2}+{total - total // 2}")) for total in (2, 12)}

    def between(low: int, high: int) -> None:
        if high - low > 1 and found[low] == found[high]:
            for total in range(low + 1, high):
                found[total] = found[low]
        elif high - low > 1:
            middle = (low + high) // 2
            found[middle] = position.play(Move(f"{middle // 2}+{middle - middle // 2}"))
            between(low, middle)
            between(middle, high)

    between(2, 12)
    for after, totals in groupby(range(2, 13), key=found.__getitem__):
        yield sum(6 - abs(7 - total) for total in totals) / 36, after


class Planner:
    """One search of a turn for the seat to move, until `seconds` of this thread's processor time have passed."""

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds
        self._judged: dict[FurbowlPosition, float] = {}
        self._known: dict[FurbowlPosition, float] = {}
        self._promising: dict[FurbowlPosition, list[tuple[float, Move]]] = {}
        self._seat = 0
        self._widths = _WIDTHS[0]

    def best(self, position: FurbowlPosition) -> Move:
        """The best move found."""
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        self._seat = position.mover
        found = self._looking_best(position)[0][1]
        try:
            for widths in _WIDTHS:
                self._widths = widths
                self._known.clear()
                ranked = self._looking_best(position)[: widths[0]]
                values = [(self._value(position.play(move), 1), move) for _, move in ranked]
                found = max(values)[1]
        except _OutOfTime:
            pass
        return found

    def _value(self, position: FurbowlPosition, step: int, rolls: int = _MOST_ROLLS) -> float:
        """The value of a position, searched to the end of the turn or a long run of rolls."""
        if not rolls or position.mover != self._seat or position.winner() is not None:
            return self._judgement(position)
        known = self._known.get(position)
        if known is not None:
            return known
        if thread_time() > self._end:
            raise _OutOfTime
        if position.chance is not None:
            value = sum(share * self._value(after, step, rolls - 1) for share, after in results(position))
        else:
            width = self._widths[min(step, len(self._widths) - 1)]
            value = max(self._value(position.play(move), step + 1) for _, move in self._looking_best(position)[:width])
        self._known[position] = value
        return value

    def _judgement(self, position: FurbowlPosition) -> float:
        known = self._judged.get(position)
        if known is None:
            known = self._judged[position] = judged(position, self._seat)
        return known

    def _looking_best(self, position: FurbowlPosition) -> list[tuple[float, Move]]:
        """The moves that have a purpose, the most promising first."""
        found = self._promising.get(position)
        if found is None:
            found = list[tuple[float, Move]]()
            for move in purposeful(position):
                after = position.play(move)
                if after.turn is CHANCE and after.mover == self._seat:
                    found.append((self._expected(after, 1), move))
                else:
                    found.append((self._judgement(after), move))
            found.sort(reverse=True)
            self._promising[position] = found
        return found

    def _expected(self, position: FurbowlPosition, rolls: int) -> float:
        """The judgement averaged over the next rolls of this turn."""
        if position.chance is None or position.mover != self._seat or not rolls:
            return self._judgement(position)
        return sum(share * self._expected(after, rolls - 1) for share, after in results(position))


def purposeful(position: FurbowlPosition) -> Sequence[Move]:
    """The legal moves that a plan may need: all actions, and a few squares for each animal."""
    names, found = pitch().names, list[Move]()
    wanted = dict[int, int]()
    squares = {name: square for square, name in enumerate(names) if name}
    by_animal = dict[tuple[str, str], list[tuple[int, Move]]]()
    for move in position.legal_moves():
        animal, _, rest = move.partition("-")
        if not rest or not rest[-1].isdigit():
            found.append(move)
            continue
        sprint, _, square = rest.rpartition("-")
        by_animal.setdefault((animal, sprint), []).append((squares[square], move))
    for (animal, _), options in by_animal.items():
        number = ("rabbit", "fox", "bear", "tortoise", "cat").index(animal)
        if number not in wanted:
            wanted[number] = _wanted(position, _TEAM * position.mover + number)
        found += (move for square, move in options if wanted[number] >> square & 1)
        found += _extremes(position, number, options)
    return list(dict.fromkeys(found))


def _wanted(position: FurbowlPosition, piece: int) -> int:
    """The squares with a purpose for an animal: the ball, beside the enemy's carrier or a mate with whom it can pass."""
    seat, areas = position.mover, pitch().areas[1]
    carrier = position.carrier
    if carrier == piece:
        return pitch().columns[15 if seat == 0 else 1]
    if carrier < 0:
        return 1 << position.ball if position.ball >= 0 else 0
    if carrier // _TEAM != seat:
        return areas[position.places[carrier]]
    return 0


def _extremes(position: FurbowlPosition, animal: int, options: list[tuple[int, Move]]) -> list[Move]:
    """A few squares that are extreme in some way: the farthest forward, nearest the ball, best guarding, and so on."""
    seat, places, carrier = position.mover, position.places, position.carrier
    to_go, distances, own = columns_to_go()[seat], distances_between(), _TEAM * seat
    ball = places[carrier] if carrier >= 0 else position.ball
    rivals = [place for place in places[_TEAM - own : 2 * _TEAM - own] if place >= 0]
    danger = {square: sum(distances[square][rival] <= 1 for rival in rivals) for square, _ in options}
    line, row, here = to_go[ball], ball % _STRIDE, places[own + animal]
    wishes: list[_Wish] = [
        lambda square: (to_go[square], danger[square], distances[square][here]),
        lambda square: (danger[square] > 1, to_go[square], distances[square][ball]),
    ]
    if carrier == own + animal:
        mates = [places[mate] for mate in range(own, own + _TEAM) if mate != carrier and position.normal(mate)]
        wishes += (partial(_near, mate, to_go) for mate in mates)
        wishes.append(lambda square: (-min((distances[square][rival] for rival in rivals), default=0), to_go[square]))
    else:
        guards: list[_Wish] = [
            lambda square: (distances[square][ball] + 3 * (to_go[square] <= line), to_go[square]),
            lambda square: (distances[square][ball], danger[square]),
            lambda square: (abs(square % _STRIDE - row) + abs(to_go[square] - line - 2),),
        ]
        wishes += guards + [partial(_beside, rival, danger) for rival in rivals]
    return [min(options, key=lambda option: wish(option[0]))[1] for wish in wishes]


def _near(mate: int, to_go: Sequence[int], square: int) -> tuple[float, ...]:
    """The wish of a carrier to pass to a mate."""
    return max(1, distances_between()[square][mate]), to_go[square]


def _beside(rival: int, danger: Mapping[int, int], square: int) -> tuple[float, ...]:
    """The wish to tackle a rival."""
    return max(1, distances_between()[square][rival]), danger[square]
