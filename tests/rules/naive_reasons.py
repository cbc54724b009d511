"""Everything that can be said for a move, found a second time, slowly: by the second engines and from the fen alone.

It shares no code with the `reasons` of the games. Each claim is a whole reason, which is true if it is among those of
its move. Claims of different moves are compared on their scale: what is worth as much or more holds there too.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from rules import GAMES
from rules.core import Move, Position
from tests.rules import naive_farlander, naive_furbowl, naive_furl, naive_fursaz, naive_playwin


class Claim(NamedTuple):
    text: str
    scale: str
    worth: float = 1


def claims(key: str, before: Position, move: Move) -> list[Claim]:
    """All that is true of a player's move."""
    return list(_OF[GAMES[key].family](key, before, move, before.play(move)))


def some(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def rows_of(fen: str) -> dict[str, tuple[str, int]]:
    """The pieces of a hexagonal board with their side and height, by the fen's rows from the top down."""
    rows = fen.split()[0].split("/")
    return {
        f"{chr(ord('a') + len(rows) - 1 - at)}{number}": (sign[0], int(sign[1:] or 1))
        for at, row in enumerate(rows)
        for number, sign in enumerate(re.findall(r"\.|[wb]\d*", row), 1)
        if sign != "."
    }


NAMES = {"w": "White", "b": "Black"}


def of_furl(_key: str, before: Position, move: Move, after: Position) -> Iterator[Claim]:
    me = before.fen().split()[1]
    foe = "b" if me == "w" else "w"
    here, then, far = rows_of(before.fen()), rows_of(after.fen()), naive_furl.FAR_ROW

    def unfurls(board: dict[str, tuple[str, int]], side: str) -> list[tuple[str, str]]:
        engine = naive_furl.NaiveFurl(board, side)  # pyright: ignore[reportArgumentType]
        return [(token[:2], token[3:]) for token, _ in engine._unfurls()]  # pyright: ignore[reportPrivateUsage]

    def captured(board: dict[str, tuple[str, int]], side: str) -> set[str]:
        return {to for _, to in unfurls(board, side) if to in board}

    def arrives(board: dict[str, tuple[str, int]], side: str) -> bool:
        return any(to[0] == far[side] for _, to in unfurls(board, side))  # pyright: ignore[reportArgumentType]

    def has_arrived(board: dict[str, tuple[str, int]], side: str) -> bool:
        return any(owner == side and cell[0] == far[side] for cell, (owner, _) in board.items())  # pyright: ignore[reportArgumentType]

    exposed = captured(then, foe)
    if has_arrived(then, me):
        at_once = f"so {NAMES[foe]} has to capture at once" if any(to[0] == far[me] for to in exposed) else ""  # pyright: ignore[reportArgumentType]
        yield Claim(f"reaches the far row, {at_once or 'where nobody can capture it'}", "arrival")
    if has_arrived(here, foe) and not has_arrived(then, foe):
        yield Claim("captures a piece on the far row, which would have won", "saved from it")
    if arrives(here, foe) and not arrives(then, foe):
        yield Claim(f"keeps {NAMES[foe]} from the far row", "kept")
    if arrives(then, me):
        yield Claim("threatens to reach the far row", "threat")
    to = move[3:]
    if "x" in move:
        height = here[to][1]
        back = "" if to in exposed else " and can't be taken back at once"
        yield Claim(f"gets rid of {some(height, 'disc')}{back}", "captured", height + bool(back) / 2)
    lost = max((then[cell][1] for cell in exposed), default=0)
    yield (
        Claim("leaves no piece that can be captured", "exposed", 0)
        if not lost
        else Claim(f"lets {NAMES[foe]} capture no more than {some(lost, 'disc')} in the next turn", "exposed", -lost)
    )
    attacked, new = captured(then, me), captured(then, me) - captured(here, me)
    highest = max((then[cell][1] for cell in new), default=0)
    yield Claim("", "attacked", len(attacked))
    yield Claim("", "highest", max((then[cell][1] for cell in attacked), default=0))
    yield Claim(f"attacks {some(len(new), 'piece')} at the same time", "attacked", len(new))
    yield Claim("attacks a disc" if highest == 1 else f"attacks a stack of {highest}", "highest", highest)
    saved = len(captured(here, foe)) - len(exposed)
    yield Claim(f"saves {some(saved, 'piece')} from capture", "saved", saved)
    had, has, own_had, own_has = (
        len(GAMES["furl"].from_fen(f"{position.fen().split()[0]} {side}").legal_moves())
        for side in (foe, me)
        for position in (before, after)
    )
    yield Claim(f"leaves {NAMES[foe]} only {some(has, 'move')} instead of {had}", "moves left", -has)
    yield Claim(f"gains room: {some(own_has, 'move')} instead of {own_had}", "room", own_has)
    height = max(then[to][1], here[move[:2]][1])
    if "<" in move:
        ways = sum(origin == to for origin, _ in unfurls(then, me))
        can = f"builds a stack of {height} that can unfurl in {some(ways, 'direction')}"
        yield Claim(can if ways > 1 else "", "ways", ways)
        yield Claim(f"builds a stack of {height}", "height", height)


def of_playwin(_key: str, before: Position, move: Move, after: Position) -> Iterator[Claim]:
    me: naive_playwin.Side = "w" if before.fen().split()[1] == "w" else "b"
    foe: naive_playwin.Side = "b" if me == "w" else "w"

    def engine(position: Position, side: naive_playwin.Side) -> naive_playwin.NaivePlayWin:
        fields, pieces = position.fen().split(), rows_of(position.fen())
        white, black = (frozenset(cell for cell, (owner, _) in pieces.items() if owner == own) for own in "wb")
        leaper = fields[2] if fields[2] != "-" and side == fields[1] else None
        return naive_playwin.NaivePlayWin(white, black, side, leaper, "loose" in fields)

    def longest(position: Position, side: naive_playwin.Side) -> int:
        return max(map(len, engine(position, side).all_series()), default=0)

    def ends(position: Position) -> Iterator[Position]:
        if position.turn != before.turn:
            yield position
        else:
            for leap in position.legal_moves():
                yield from ends(position.play(leap))

    finished = list(ends(after))
    lost = max(longest(end, foe) for end in finished)
    if lost:
        words = f"lets {NAMES[foe]} capture no more than {some(lost, 'piece')} in the next turn"
        yield Claim(words, "lost", -lost)
        exchanges = [_exchange(engine(end, foe)) for end in finished]
        yield _of_balance(min(-balance for balance, _ in exchanges))
        last = {end for _, some_ends in exchanges for end in some_ends}
        left, kept = max(_safe_moves(end, foe) for end in last), min(_safe_moves(end, me) for end in last)
        words = "after which nothing can be captured, once the captures that follow are over"
        yield Claim(f"leaves {NAMES[foe]} {some(left, 'move')} {words}", "safe", -left)
        yield Claim(f"keeps {some(kept, 'move')} of its own {words}", "kept", kept)
        return
    yield Claim("leaves no piece that can be captured", "lost", 0)
    yield Claim("", "balance", 0)
    is_forced = any(_forces_capture(engine(end, foe)) for end in finished)
    yield Claim("" if is_forced else f"leaves {NAMES[foe]} no move that forces a capture", "forced", not is_forced)
    gained = min(longest(end, me) for end in finished)
    yield Claim(f"threatens to capture {some(gained, 'piece')}", "threat", gained)
    if after.turn == before.turn:
        return
    left = after.legal_moves()
    safe = sum(not longest(after.play(move), me) for move in left)
    yield Claim(f"leaves {NAMES[foe]} {some(safe, 'move')} after which nothing can be captured", "safe", -safe)
    yield Claim(f"leaves {NAMES[foe]} {some(len(left), 'move')}", "moves", -len(left))
    kept = _safe_moves(engine(after, me), me)
    yield Claim(f"keeps {some(kept, 'move')} of its own after which nothing can be captured", "kept", kept)
    origin, *_, to = re.findall(r"[a-i]\d", move)
    edge = {
        cell for cell in (origin, to) if None in {naive_playwin.neighbour(cell, way) for way in naive_playwin.ROUND}
    }
    if origin in edge and to not in edge:
        yield Claim("gets a piece off the edge", "edge")
    if not gained:
        then = rows_of(after.fen())
        if any(then.get(naive_playwin.neighbour(to, way) or "", ("",))[0] == me for way in naive_playwin.ROUND):
            yield Claim("keeps its pieces together where nothing can be captured", "together")
        was, now = (
            min((naive_playwin.DISTANCE[cell][at] for at in engine(position, foe).own), default=99)
            for cell, position in ((origin, before), (to, after))
        )
        if now < was < 99:
            yield Claim("comes nearer where nothing can be captured", "nearer")


def _of_balance(balance: int) -> Claim:
    pieces, after = some(abs(balance), "piece"), "in the captures that follow"
    words = f"gives up no more pieces than it takes {after}"
    if balance:
        more = f"takes {pieces} more than it gives up" if balance > 0 else f"gives up only {pieces} more than it takes"
        words = f"{more} {after}"
    return Claim(words, "balance", balance)


def _exchange(engine: naive_playwin.NaivePlayWin) -> tuple[int, set[naive_playwin.NaivePlayWin]]:
    """The pieces that the player to move takes less those that the other does, until somebody has no capture.

    With all positions that it can come to then, if both lose as little as they can.
    """
    series = engine.all_series()
    if not series:
        return 0, {engine}
    ends = list[naive_playwin.NaivePlayWin]()
    waiting = [engine]
    while waiting:
        for token, after in waiting.pop().legal_moves().items():
            (waiting if after.mover == engine.mover else ends).append(after)
            assert "x" in token
    answers = [_exchange(end) for end in ends]
    least = min(balance for balance, _ in answers)
    return max(map(len, series)) - least, {end for balance, last in answers if balance == least for end in last}


def _safe_moves(engine: naive_playwin.NaivePlayWin, side: naive_playwin.Side) -> int:
    """After how many moves of a side, if it is its turn, nothing can be captured."""
    here = replace(engine, mover=side, leaper=None)
    return sum(after.mover != side and not after.all_series() for after in here.legal_moves().values())


def _forces_capture(engine: naive_playwin.NaivePlayWin) -> bool:
    """Whether a move of the player to move leaves the other no capture, and only answers that allow one."""
    for after in engine.legal_moves().values():
        threatens = replace(after, mover=engine.mover).all_series()
        answers = after.legal_moves().values() if threatens and not after.all_series() else ()
        if answers and all(answer.all_series() for answer in answers):
            return True
    return False


@cache
def most_flipped(fen: str, key: str) -> int:
    """The most stones of the other colour that the player to move can turn with a stone."""
    position, own = GAMES[key].from_fen(fen), fen.split()[1][0]
    here, most = rows_of(fen), 0
    for move in position.legal_moves():
        if move != "pass":
            then = rows_of(position.play(move).fen())
            most = max(most, sum(side != own and then[point][0] == own for point, (side, _) in here.items()))
    return most


def of_fursaz(key: str, before: Position, move: Move, after: Position) -> Iterator[Claim]:
    fields = before.fen().split()
    if fields[1] == "?":
        stone, taken = "gets a stone that is worth more than moving next", move == "black"
        words = "leaves both colours with much the same chances, whichever is chosen"
        if move in {"black", "white"}:
            words = stone if taken else "gets the next move, which is worth more than the stone"
        yield Claim(words, move if move in {"black", "white"} else "pie")
        return
    side = 5 if key == "fursaz" else 7
    me = fields[1][0]
    foe = "b" if me == "w" else "w"
    name = NAMES[foe]
    here, then = (
        {point: owner for point, (owner, _) in rows_of(position.fen()).items()} for position in (before, after)
    )

    def territory(stones: dict[str, str], own: str) -> int:
        empty = [point for point in naive_fursaz.points(side) if point not in stones]
        flanks = ({naive_fursaz.flanked_by(stones, side, point, axis) for axis in naive_fursaz.AXES} for point in empty)  # pyright: ignore[reportArgumentType]
        return sum(found - {None} == {own} for found in flanks)

    def points(stones: dict[str, str], own: str) -> int:
        return sum(owner == own for owner in stones.values()) + territory(stones, own)

    if move != "pass" and all(
        not (naive_fursaz.neighbour(side, move, one) and naive_fursaz.neighbour(side, move, two))
        for one, two in naive_fursaz.AXES.items()
    ):
        yield Claim("puts a stone where it can never be flanked", "firm")
    had, has, had_not, has_not = (territory(stones, own) for own in (me, foe) for stones in (here, then))
    yield Claim(f"brings its territory from {had} to {some(has, 'point')}", "territory", has)
    yield Claim(f"takes {some(had_not - has_not, 'point')} of territory from {name}", "taken", had_not - has_not)
    mine, theirs = points(then, me), points(then, foe)
    gained = mine - theirs - points(here, me) + points(here, foe)
    yield Claim(f"gains {some(gained, 'point')} on {name}", "gain", gained)
    yield Claim("keeps the score as it is" if not gained else "", "gain", gained)
    if mine > theirs:
        yield Claim(f"leads with {some(mine, 'point')} to {theirs}", "lead", mine - theirs)
    if after.turn is None:
        return
    passed = f"{fields[0]} {foe}{1 - int(fields[1][1])} 0 {' '.join(fields[3:])}".strip()
    was, now = most_flipped(passed, key), most_flipped(after.fen(), key)
    yield Claim(f"lets {name} flip {some(now, 'stone') if now else 'no stone'} instead of {was}", "flips", -now)

    def open_to(stones: dict[str, str], by: str) -> int:
        """How many stones one more stone of a colour would flank on an axis on which it does not flank them yet."""
        return sum(
            any(_could_flank(stones, side, point, axis, by) for axis in naive_fursaz.AXES)
            for point, owner in stones.items()
            if owner != by
        )

    can, danger_was, danger = open_to(then, me), open_to(here, foe), open_to(then, foe)
    yield Claim(f"threatens to flank {some(can, 'stone')}", "can", can)
    yield Claim(
        f"leaves {name} {some(danger, 'stone') if danger else 'no stone'} to flank instead of {danger_was}",
        "danger",
        -danger,
    )


def _could_flank(stones: dict[str, str], side: int, point: str, axis: naive_fursaz.Way, by: str) -> bool:
    for way, back in ((axis, naive_fursaz.AXES[axis]), (naive_fursaz.AXES[axis], axis)):
        found = naive_fursaz.nearest(stones, side, point, way)  # pyright: ignore[reportArgumentType]
        if found is not None and found[1] == by:
            behind = naive_fursaz.points_that_way(side, point, back)
            if len(behind) > found[0] and not any(there in stones for there in behind[: found[0] + 1]):
                return True
    return False


def of_furbowl(_key: str, before: Position, move: Move, _after: Position) -> Iterator[Claim]:
    fields = before.fen().split()
    me, foe = fields[4], "green" if fields[4] == "purple" else "purple"
    places = {
        (side, animal): naive_furbowl.square(place.split("~")[0])
        for side, field in zip(("purple", "green"), fields, strict=False)
        for animal, place in zip(naive_furbowl.ANIMALS, field.split("/"), strict=True)
        if "," in place
    }
    if move in {"end", "finish"}:
        yield Claim("risks nothing more", "safe")
        return
    share = float(re.findall(r"(\d+)%", before.odds(move) or "100%")[-1]) / 100
    yield Claim(f"works in {share:.0%} of all rolls", "safe", share)
    carrier = (fields[3].split("-")[0], fields[3].split("-")[1]) if "-" in fields[3] else None
    ball = places[carrier] if carrier else naive_furbowl.square(fields[3])
    animal, *_, goal = move.split("-")
    here, apart = places[me, animal], naive_furbowl.apart

    def left(side: str, square: naive_furbowl.Square) -> int:
        return abs((15 if side == "purple" else 1) - square[0])

    def beside(square: naive_furbowl.Square) -> int:
        return sum(side == foe and apart(place, square) == 1 for (side, _), place in places.items())

    if "tackle" in move:
        yield from _of_tackle(places, carrier, me, here, (foe, goal))
        return
    to = places[me, goal] if "pass" in move else naive_furbowl.square(goal)
    if "pass" in move or carrier == (me, animal):
        gained, has, to_go = left(me, here) - left(me, to), beside(to), left(me, to)
        words = f"brings the ball {some(gained, 'column')} nearer"
        yield Claim(f"{words}, with {to_go} to go" if to_go else words, "left", -to_go)
        yield Claim(f"gets the ball away from {some(beside(here) - has, 'opponent')}", "beside", -has)
        if not has:
            yield Claim("keeps the ball away from opponents", "free")
        has_acted = "rfbtc"[naive_furbowl.ANIMALS.index(goal)] in fields[6] if "pass" in move else True
        if not has_acted and int(fields[5]) < 3 and has < 2:
            yield Claim(f"gives the ball to the {goal}, which can still move in this turn", f"free {goal}")
    elif carrier is None:
        if to == ball:
            yield Claim(f"gets the ball for {me.capitalize()}, with {some(left(me, to), 'column')} to go", "ball")
        closer = "gets nearer to the loose ball" if apart(to, ball) < apart(here, ball) else ""
        yield Claim(closer, "distance", -apart(to, ball))
    else:
        ahead, was_ahead = (left(carrier[0], ball) - left(carrier[0], square) for square in (to, here))
        yield from _beside_carrier(carrier, me, (ahead, was_ahead), (to, here, ball))


def _of_tackle(
    places: dict[tuple[str, str], naive_furbowl.Square],
    carrier: tuple[str, str] | None,
    me: str,
    here: naive_furbowl.Square,
    victim: tuple[str, str],
) -> Iterator[Claim]:
    if victim == carrier:
        yield Claim("may win the ball", "ball")
    yield Claim("may put an opponent out of action", "out")
    if carrier and carrier[0] == me:
        there, ball = places[victim], places[carrier]
        pushed = (2 * there[0] - here[0], 2 * there[1] - here[1])
        is_free = pushed in naive_furbowl.SQUARES and pushed not in places.values()
        if is_free and naive_furbowl.apart(there, ball) == 1 < naive_furbowl.apart(pushed, ball):
            yield Claim(f"may push an opponent away from the {carrier[1]}, who has the ball", "push")


def _beside_carrier(
    carrier: tuple[str, str],
    me: str,
    columns_ahead: tuple[int, int],
    squares: tuple[naive_furbowl.Square, naive_furbowl.Square, naive_furbowl.Square],
) -> Iterator[Claim]:
    (ahead, was_ahead), (to, here, ball) = columns_ahead, squares
    far, was_far, aside, animal = (
        *(naive_furbowl.apart(at, ball) for at in (to, here)),
        abs(to[1] - ball[1]),
        carrier[1],
    )
    if carrier[0] == me:
        if ahead > 0 and far <= 8:
            words = "stays ahead of the ball, ready for a pass there"
            yield Claim(words if was_ahead > 0 else "gets ahead of the ball, ready for a pass", "ahead")
        if far == 1:
            yield Claim(f"guards the {animal}, who has the ball", "guards")
        if ahead <= 0:
            yield Claim("stays behind the ball in case you lose it" if ahead and was_ahead < 0 else "", "behind")
        return
    if far == 1:
        yield Claim(f"gets next to the {animal}, who has the ball" if was_far > 1 else "", "next")
    if 0 < ahead <= 3 and aside <= 1:
        yield Claim("gets in the way of the ball", "way")
    if ahead > 0:
        yield Claim("covers ground that the ball may have to cross", "covers")
    yield Claim(f"gets nearer to the {animal}, who has the ball" if far < was_far else "", "distance", -far)


def of_farlander(key: str, before: Position, move: Move, after: Position) -> Iterator[Claim]:
    fields, me = before.fen().split(), before.turn
    assert isinstance(me, int)
    laid = [(int(tile[1]), int(tile[3])) for tile in fields[0].split("/")]
    borders = _borders(tuple(laid))
    garrisons = {f"{place}{naive_farlander.TILES[tile][1]}" for place, (tile, _) in zip("abcdefg", laid, strict=True)}
    counted = garrisons if key == "farlander-garrisons" else set[str]()
    here, then = _armies(before), _armies(after)
    seats = [seat for seat, units in enumerate(fields[2].split("/")) if units != "x"]

    def falls(armies: dict[str, tuple[int, int]], name: str, to: int) -> bool:
        beside = [armies[near][1] for near in borders[name] if near in armies and armies[near][0] == to]
        return sum(beside) > armies[name][1] + (name in counted) and max(beside) > 1

    def could_fall(armies: dict[str, tuple[int, int]]) -> set[str]:
        foes = [seat for seat in seats if seat != me]
        return {name for name, (own, _) in armies.items() if own == me and any(falls(armies, name, to) for to in foes)}

    def could_take(armies: dict[str, tuple[int, int]]) -> set[str]:
        return {name for name, (own, _) in armies.items() if own != me and falls(armies, name, me)}

    def points(armies: dict[str, tuple[int, int]]) -> dict[int, int]:
        return {seat: sum(1 + (name in counted) for name, (own, _) in armies.items() if own == seat) for seat in seats}

    if fields[3].startswith("placement"):
        number = here.get(move, (me, 0))[1] + 1
        more = len(could_take({**here, move: (me, number)}) - could_take(here))
        words = some(more, "more territory", "more territories")
        yield Claim(f"gets strong enough to conquer {words}", "more", more)
        if move in could_fall(here):
            yield Claim("strengthens a territory that could be conquered", "strengthens")
        holders = [here[near][0] for near in borders[move] if near in here]
        yield from _of_claim(move in here, move in counted, len(borders[move]), holders.count(me), len(holders))
        return
    target = move.split("<")[0]
    loser, units = here[target]
    if target in counted:
        yield Claim("takes a garrison, which counts double", "garrison")
    left_open, was_open = could_fall(then), could_fall(here)
    if target not in left_open:
        yield Claim("can't be taken back at once", "kept")
    was, now = points(here), points(then)
    if loser in seats and all(was[loser] > was[seat] for seat in seats if seat != loser):
        yield Claim(f"takes from {('Red', 'Blue', 'Green', 'Yellow')[loser]}, who has the most points", "most")
    best = max((count for seat, count in now.items() if seat != me), default=0)
    if now[me] > best:
        yield Claim(f"leads with {some(now[me], 'point')}", "lead", now[me])
    territories = some(len(was_open) - len(left_open), "territory", "territories")
    yield Claim(f"takes {territories} out of danger", "open", -len(left_open))
    words = f"leaves only {len(left_open)} of its own territories open to conquest"
    yield Claim(words if left_open else "leaves none of its own territories open to conquest", "open", -len(left_open))
    following = len(could_take(then))
    territories = some(following, "territory", "territories")
    yield Claim(f"leaves {territories} to conquer in the next turn", "next", following)
    yield Claim(f"destroys {some(units, 'unit')}", "units", units)
    yield Claim(f"gets to {some(now[me], 'point')}, against {best}", "points", now[me])


def _of_claim(is_own: bool, is_garrison: bool, borders: int, own: int, held: int) -> Iterator[Claim]:
    """What a placement does beside `own` territories of the player and others of the `held` ones around it."""
    others = held - own
    foreign = f"{some(others, 'territory', 'territories')} of other players"
    yield Claim(f"puts one more unit beside {foreign}", "beside others", others)
    if not others:
        yield Claim("keeps units out of reach until the conquest", "out of reach")
    if is_own:
        return
    if is_garrison:
        yield Claim("claims a garrison, which counts double", "garrison")
    yield Claim(f"claims a territory beside {own} of its own", "beside own", own)
    yield Claim(f"claims a territory beside {foreign}", "beside others", others)
    yield Claim(f"takes a place with only {some(borders, 'territory', 'territories')} around it", "borders", -borders)
    if not held:
        yield Claim("claims a territory with nobody beside it", "alone")


@cache
def _borders(laid: tuple[tuple[int, int], ...]) -> dict[str, set[str]]:
    return naive_farlander.borders_of(list(laid))


def _armies(position: Position) -> dict[str, tuple[int, int]]:
    """The holder and the units of each territory that is held."""
    return {
        f"{place}{number}": ("rbgy".index(sign[0]), int(sign[1:]))
        for place, row in zip("abcdefg", position.fen().split()[1].split("/"), strict=True)
        for number, sign in enumerate(re.findall(r"\.|[rbgy]\d", row), 1)
        if sign != "."
    }


_OF: dict[str, Callable[[str, Position, Move, Position], Iterator[Claim]]] = {
    "furl": of_furl,
    "playwin": of_playwin,
    "fursaz": of_fursaz,
    "furbowl": of_furbowl,
    "farlander": of_farlander,
}
