"""The stages of choosing a move at a board with their places on it, and all of them as a tree for the page's script.

The script knows no game. It gets what each stage asks, and its options with their places on the picture.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import render
from bot.model.picking import Branch, Choice, in_order
from render.shapes import Area
from rules.core import Move, Position

Scenes = Callable[[Choice], render.Scene]
"""A function that returns the scene of the picture for a state of the picker."""

MOST_MOVES: Final = 1_000
"""The most legal moves whose tree is sent; with more, each stage is asked for."""


def path_of(area: Area | None) -> str:
    """The outlines of an area as an SVG path; empty if there is no area."""
    outlines = () if area is None else area.outlines
    return " ".join(f"M{' '.join(f'{x:.0f},{y:.0f}' for x, y in outline)}Z" for outline in outlines)


@dataclass(slots=True)
class Node:
    """A stage: the one before it, those after it, and the legal moves through it."""

    stage: str
    before: "Node | None" = None
    after: "dict[str, Node]" = field(default_factory=dict[str, "Node"])
    moves: list[Move] = field(default_factory=list[Move])
    is_move: bool = False

    @property
    def settled(self) -> "Node":
        """The stage that is shown: a step that leaves no choice is taken at once."""
        node = self
        while len(node.after) == 1 and not node.is_move:
            (node,) = node.after.values()
        return node

    @property
    def choice(self) -> Choice:
        """The state of the picker, except for where Back leads."""
        branches = in_order([Branch(stage, tuple(node.moves)) for stage, node in self.after.items()])
        return Choice(self.stage, branches, Move(self.stage) if self.is_move else None, None)


@dataclass(frozen=True, slots=True)
class Words:
    """What is said while a move is chosen: each function returns a text, the first one as HTML."""

    question: Callable[[Choice], str]
    alt: Callable[[Choice], str]
    option: Callable[[Branch], str]
    play: Callable[[Move], str]


class Stages:
    """All stages at a board; the areas of each are looked up once."""

    def __init__(self, position: Position, scenes: Scenes) -> None:
        self._root, self._nodes = Node(""), dict[str, Node]()
        for move in position.legal_moves():
            self._grow(move, position.stages(move))
        self._position, self._scenes = position, scenes
        self._areas: dict[str, Mapping[str, Area]] = {}
        self._within: dict[str, tuple[Mapping[str, Area], set[str]]] = {}

    def _grow(self, move: Move, stages: Sequence[str]) -> None:
        node = self._root
        node.moves.append(move)
        for stage in stages:
            node = node.after.setdefault(stage, self._nodes.setdefault(stage, Node(stage, node)))
            node.moves.append(move)
        node.is_move = True

    def at(self, stage: str) -> Node:
        """The stage that is shown after choosing this one, which has to be one of these."""
        return self._nodes.get(stage, self._root).settled

    def shown(self) -> Iterator[Node]:
        """The stages at which there is a choice, the first one first."""
        waiting = [self._root.settled]
        while waiting:
            node = waiting.pop(0)
            yield node
            waiting += [following.settled for following in node.after.values() if following.settled.after]

    def areas_of(self, node: Node) -> Mapping[str, Area]:
        """The areas of the options of a stage, as far as they have a place on the board."""
        if node.stage not in self._areas:
            self._areas[node.stage] = render.areas(self._position, self._scenes(node.choice)) if node.after else {}
        return self._areas[node.stage]

    def within(self, node: Node) -> Mapping[str, Area]:
        """The final stages that can be touched directly, inside of the options of a stage, such as a row's points."""
        return self._inner(node)[0]

    def skipped(self, node: Node) -> set[str]:
        """The stages that such a touch skips."""
        return self._inner(node)[1]

    def _inner(self, node: Node) -> tuple[Mapping[str, Area], set[str]]:
        if node.stage not in self._within:
            options = [(node.after[stage], area) for stage, area in self.areas_of(node).items() if stage in node.after]
            inside = [self._inside(option, area) for option, area in options]
            # Where two options lead to one place, such as two animals to a square, one of them is touched first.
            ways = Counter(path_of(area) for areas, _skipped in inside for area in areas.values())
            within, skipped = self._within[node.stage] = dict[str, Area](), set[str]()
            for areas, passed in inside:
                if areas and all(ways[path_of(area)] == 1 for area in areas.values()):
                    within |= areas
                    skipped |= passed
        return self._within[node.stage]

    def _inside(self, node: Node, place: Area) -> tuple[dict[str, Area], set[str]]:
        """The final stages after a stage if all are inside of an area, and the stages that touching them skips."""
        areas, inner, skipped = self.areas_of(node), dict[str, Area](), {node.stage}
        for stage, later in node.after.items():
            deeper, passed = self._inside(later, place)
            if deeper:
                inner |= deeper
                skipped |= passed
            elif stage in areas and areas[stage].is_within(place):
                inner[stage] = areas[stage]
            else:
                return {}, set()
        return inner, skipped

    def back(self, node: Node) -> str | None:
        """The stage that Back leads to: the nearest before it with a choice, except for skipped ones; None at the start."""
        skipped, before = set[str](), node.before
        while before:
            skipped |= self.skipped(before) if before.settled is before else {before.stage}
            before = before.before
        at = node.before
        while at and at.before and at.stage in skipped:
            at = at.before
        return None if at is None or at.settled is node else at.stage


class _Tree:
    """The stages at a board as they are sent; a place is an SVG path with its middle."""

    def __init__(self, stages: Stages, words: Words) -> None:
        self._stages, self._words = stages, words
        self._places: dict[tuple[str, int, int], int] = {}
        self._skips: dict[str, tuple[str, int]] = {}

    def numbers(self) -> dict[str, Any]:
        """The tree as it is sent.

        `places` are paths with their middles. `skips` says for each stage without a choice where it leads at once, and
        the place of that. `stages` lists for each stage what it asks, the description of its picture, where Back leads,
        whether it is a move, the options, and those inside of others with their places.
        """
        stages = {node.stage: self._numbers_of(node) for node in self._stages.shown()}
        return {"places": list(self._places), "skips": self._skips, "stages": stages}

    def _numbers_of(self, node: Node) -> list[Any]:
        choice, areas = node.choice, self._stages.areas_of(node)
        inner = [[stage, self._place(area)] for stage, area in self._stages.within(node).items()]
        options = [self._option(node, branch, areas) for branch in choice.branches]
        words = self._words
        return [words.question(choice), words.alt(choice), self._stages.back(node), int(node.is_move), options, inner]

    def _option(self, node: Node, branch: Branch, areas: Mapping[str, Area]) -> list[Any]:
        """The stage that an option leads to, its label, its place, and how it is played if that is all."""
        next_node = node.after[branch.partial]
        last = next_node.settled
        if last is not next_node and last.before is not None:
            self._skips[next_node.stage] = last.stage, self._place(self._stages.areas_of(last.before).get(last.stage))
        option = [branch.partial, self._words.option(branch), self._place(areas.get(branch.partial))]
        return option if last.after else [*option, self._words.play(Move(last.stage))]

    def _place(self, area: Area | None) -> int:
        """The number of an area; -1 for none."""
        if area is None:
            return -1
        place = path_of(area), round(area.middle[0]), round(area.middle[1])
        return self._places.setdefault(place, len(self._places))


def tree_of(position: Position, scenes: Scenes, words: Words) -> dict[str, Any]:
    """All stages of choosing a move at a position, as they are sent; it takes a while, so call it off the event loop."""
    return _Tree(Stages(position, scenes), words).numbers()
