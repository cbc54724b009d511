"""Furbowl implemented a second time, slowly: the rules told as a story that stops at every decision.

It shares no code with `rules.furbowl`, is written from the specification alone and exists to be compared with it. The
match is one generator. It yields the possible tokens and receives the chosen one, so the order of all effects is simply
the order of the lines below.
"""

from collections.abc import Generator, Iterable

Square = tuple[int, int]
Piece = tuple[int, str]
Story = Generator[list[str], str, None]
Told = Generator[list[str], str, tuple[int, int]]

SQUARES = [(column, row) for column in range(1, 16) for row in range(1, 11)]
DICE = [f"{first}+{second}" for first in range(1, 7) for second in range(1, 7)]
ANIMALS = ["rabbit", "fox", "bear", "tortoise", "cat"]
MOVE = {"rabbit": 6, "fox": 5, "bear": 3, "tortoise": 3, "cat": 5}
SPEED = {"rabbit": 3, "fox": 2, "bear": 0, "tortoise": 0, "cat": 3}
STRENGTH = {"rabbit": 0, "fox": 1, "bear": 4, "tortoise": 3, "cat": 1}
SKILL = {"rabbit": 1, "fox": 3, "bear": 0, "tortoise": 0, "cat": 2}
FORMATIONS = {
    "balanced": "5,3 4,5 6,6 6,5 5,8",
    "wide": "5,2 4,5 6,7 6,4 5,9",
    "central": "5,4 4,5 6,6 6,5 5,7",
    "defensive": "3,4 2,6 4,6 4,5 3,7",
    "aggressive": "6,3 5,5 7,6 7,5 6,8",
}


class ScoreError(Exception):
    """A team has scored, whatever else was in progress."""


def name(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def square(text: str) -> Square:
    column, row = text.split(",")
    return int(column), int(row)


def apart(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class NaiveFurbowl:
    """A match in progress: `options` are the tokens that are possible now, none after the end."""

    def __init__(self) -> None:
        self.where: dict[Piece, Square] = {}
        self.knocked_out: set[Piece] = set()
        self.out: set[Piece] = set()
        self.stunned: dict[Piece, int] = {}
        self.sprinted: set[int] = set()
        self.ball: Square | None = None
        self.carrier: Piece | None = None
        self.mover = 0
        self.winner: int | None = None
        self._story = self._match()
        self.options = next(self._story)

    def play(self, token: str) -> None:
        try:
            self.options = self._story.send(token)
        except StopIteration:
            self.options = []

    def normal(self, piece: Piece) -> bool:
        return piece in self.where and piece not in self.stunned

    def on(self, place: Square) -> Piece | None:
        return next((piece for piece, at in self.where.items() if at == place), None)

    def opponents_next_to(self, piece: Piece) -> list[Piece]:
        others = [(1 - piece[0], animal) for animal in ANIMALS]
        return [other for other in others if other in self.where and apart(self.where[other], self.where[piece]) == 1]

    # The story

    def _match(self) -> Story:
        formation = yield list(FORMATIONS)
        for animal, text in zip(ANIMALS, FORMATIONS[formation].split(), strict=True):
            column, row = square(text)
            self.where[0, animal] = column, row
            self.where[1, animal] = 16 - column, row
        row = yield ["ball5", "ball6"]
        self.ball = (8, int(row[-1]))
        try:
            yield from self._turn(recovering=False)
            while True:
                self.mover = 1 - self.mover
                yield from self._turn(recovering=True)
        except ScoreError:
            return

    def _turn(self, *, recovering: bool) -> Story:
        done: set[str] = set()
        if recovering:
            for piece in [piece for piece in self.stunned if piece[0] == self.mover]:
                self.stunned[piece] -= 1
                if not self.stunned[piece]:
                    del self.stunned[piece]
            for animal in ANIMALS:
                if (self.mover, animal) in self.knocked_out:
                    yield from self._recovery((self.mover, animal), done)
        for _ in range(3):
            options = [step for animal in ANIMALS if animal not in done for step in self.steps(animal, set())]
            if not options:
                return
            token = yield [*options, "end"]
            if token == "end":
                return
            done.add(token.split("-")[0])
            yield from self._play(token)

    def _recovery(self, piece: Piece, done: set[str]) -> Story:
        first, second = yield from self._roll()
        if first + second < 8:
            return
        inward = range(1, 16) if piece[0] == 0 else range(15, 0, -1)
        free = [(column, row) for column in inward for row in range(1, 11)]
        free = [place for place in free if self.on(place) is None and self.ball != place]
        free = [place for place in free if place[0] == free[0][0]]
        token = yield [name(place) for place in free]
        self.knocked_out.discard(piece)
        self.where[piece] = square(token)
        done.add(piece[1])

    def _play(self, token: str) -> Story:
        animal, used = token.split("-")[0], set[str]()
        piece = (self.mover, animal)
        while True:
            _, *words = token.split("-")
            if words[0] == "pass":
                used.add("action")
                yield from self._pass(piece, (self.mover, words[1]))
            elif words[0] == "tackle":
                used.add("action")
                yield from self._tackle(piece, (1 - self.mover, words[1]))
            else:
                if words[0] == "sprint":
                    self.sprinted.add(self.mover)
                used.add("move")
                yield from self._move(piece, square(words[-1]), used)
            options = self.steps(animal, used)
            if not options:
                return
            token = yield [*options, "finish"]
            if token == "finish":
                return

    def steps(self, animal: str, used: set[str]) -> list[str]:
        piece = (self.mover, animal)
        if not self.normal(piece):
            return []
        steps: list[str] = []
        if "move" not in used:
            onto_ball = "action" not in used
            near = self._reachable(piece, MOVE[animal], onto_ball=onto_ball)
            steps += [f"{animal}-{name(place)}" for place in SQUARES if place in near]
            if animal == "rabbit" and self.mover not in self.sprinted:
                far = self._reachable(piece, MOVE[animal] + 2, onto_ball=onto_ball) - near
                steps += [f"{animal}-sprint-{name(place)}" for place in SQUARES if place in far]
        if "action" not in used:
            if self.carrier == piece:
                mates = [(self.mover, mate) for mate in ANIMALS if mate != animal]
                reached = [
                    mate for mate in mates if self.normal(mate) and apart(self.where[mate], self.where[piece]) <= 8
                ]
                steps += [f"{animal}-pass-{mate}" for _, mate in reached]
            steps += [f"{animal}-tackle-{other}" for _, other in self.opponents_next_to(piece)]
        return steps

    def _reachable(self, piece: Piece, most: int, *, onto_ball: bool) -> set[Square]:
        """Ways of all lengths, one step longer each time; the ball's square ends a way."""
        found: set[Square] = set()
        edge = {self.where[piece]}
        for _ in range(most):
            steps = {place for place in SQUARES for here in edge if apart(place, here) == 1 and self.on(place) is None}
            if not onto_ball:
                steps.discard(self.ball or (0, 0))
            edge = steps - found - {self.ball}
            found |= steps
        return found

    def _move(self, piece: Piece, goal: Square, used: set[str]) -> Story:
        if len(self.opponents_next_to(piece)) >= 2:
            first, second = yield from self._roll()
            if first + second + SPEED[piece[1]] + (piece[1] == "fox") < 8:
                yield from self._stun(piece)
                return
        self.where[piece] = goal
        if self.ball != goal:
            self._look_for_a_score()
            return
        if not (yield from self._pickup(piece)):
            used.add("action")

    def _pickup(self, piece: Piece) -> Generator[list[str], str, bool]:
        first, second = yield from self._roll()
        if first + second + SKILL[piece[1]] >= 8:
            self._take(piece)
            return True
        yield from self._scatter(self.where[piece], 2 if first + second == 2 else 1)
        return False

    def _pass(self, passer: Piece, receiver: Piece) -> Story:
        away = apart(self.where[passer], self.where[receiver])
        if away == 1:
            throw, catch, scatter = 0, 7, 1
        else:
            throw, catch, scatter = (8, 8, 1) if away <= 4 else (9, 9, 2) if away <= 6 else (10, 10, 3)
        self.carrier = None
        if throw:
            first, second = yield from self._roll()
            if first + second + SKILL[passer[1]] < throw:
                yield from self._scatter(self.where[receiver], scatter)
                return
        first, second = yield from self._roll()
        if first + second + SKILL[receiver[1]] >= catch:
            self._take(receiver)
            return
        if first + second == 2:
            self.stunned[receiver] = 2
        yield from self._scatter(self.where[receiver], scatter)

    def _tackle(self, attacker: Piece, defender: Piece) -> Story:
        first, second = yield from self._roll()
        difference = STRENGTH[attacker[1]] - STRENGTH[defender[1]]
        total = first + second + difference
        if total < 8:
            if difference < 0 and first + second <= 4:
                yield from self._stun(attacker)
            return
        hit = self.where[defender]
        had_ball = self.carrier == defender
        if had_ball:
            self.carrier = None
        (column, row), (from_column, from_row) = hit, self.where[attacker]
        behind = (2 * column - from_column, 2 * row - from_row)
        if behind in SQUARES and self.on(behind) is None:
            self.where[defender] = behind
        if total >= 11 or first + second == 12:
            yield from self._ouch(attacker, defender)
        if had_ball:
            yield from self._scatter(hit, 1)
        elif defender in self.where and self.where[defender] == self.ball:
            if self.normal(defender):
                yield from self._pickup(defender)
            else:
                yield from self._scatter(self.where[defender], 1)

    def _ouch(self, attacker: Piece, defender: Piece) -> Story:
        first, second = yield from self._roll()
        total = first + second + (attacker[1] == "bear") - (2 if defender[1] == "tortoise" else 0)
        if total >= 9:
            del self.where[defender]
            self.stunned.pop(defender, None)
            (self.out if total >= 12 and defender[1] != "cat" else self.knocked_out).add(defender)
        elif total >= 6:
            self.stunned[defender] = 2

    def _stun(self, piece: Piece) -> Story:
        self.stunned[piece] = 2
        if self.carrier == piece:
            self.carrier = None
            yield from self._scatter(self.where[piece], 1)

    def _scatter(self, origin: Square, far: int) -> Story:
        self.ball = None
        token = yield [name(place) for place in SQUARES if 1 <= apart(place, origin) <= far]
        self.ball = square(token)
        there = self.on(self.ball)
        if there is not None:
            if self.normal(there):
                yield from self._pickup(there)
            else:
                yield from self._scatter(self.ball, 1)

    def _take(self, piece: Piece) -> None:
        self.ball, self.carrier = None, piece
        self._look_for_a_score()

    def _look_for_a_score(self) -> None:
        if self.carrier and self.where[self.carrier][0] == (15 if self.carrier[0] == 0 else 1):
            self.winner = self.carrier[0]
            raise ScoreError

    def _roll(self) -> Told:
        token = yield DICE
        first, second = token.split("+")
        return int(first), int(second)

    # What is compared

    def fen_places(self) -> str:
        """The first two parts of a fen: the places of all animals."""
        return " ".join("/".join(self._place((seat, animal)) for animal in ANIMALS) for seat in (0, 1))

    def fen_ball(self) -> str:
        """The ball's part of a fen, while the ball is at rest."""
        if self.carrier:
            return f"{('purple', 'green')[self.carrier[0]]}-{self.carrier[1]}"
        return name(self.ball) if self.ball else "-"

    def _place(self, piece: Piece) -> str:
        if piece in self.where:
            return name(self.where[piece]) + (f"~{self.stunned[piece]}" if piece in self.stunned else "")
        return "ko" if piece in self.knocked_out else "out" if piece in self.out else "-"


def played(moves: Iterable[str]) -> NaiveFurbowl:
    """A match after some moves from the start."""
    match = NaiveFurbowl()
    for move in moves:
        match.play(move)
    return match
