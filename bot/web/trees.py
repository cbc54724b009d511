"""The tree of a picker: all stages of choosing a move at a board, for a script that goes through them by itself.

The script knows no game. It gets what each stage asks, and its options with their places on the picture.
"""

from collections.abc import Callable, Iterator, Mapping
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
class _Node:
    """A stage: the one before it, those after it, and the legal moves through it."""

    stage: str
    before: "_Node | None" = None
    after: "dict[str, _Node]" = field(default_factory=dict[str, "_Node"])
    moves: list[Move] = field(default_factory=list[Move])
    is_move: bool = False

    @property
    def settled(self) -> "_Node":
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


def _grown(position: Position) -> _Node:
    """The first stage of a position, from which all others are reached."""
    root = _Node("")
    for move in position.legal_moves():
        node = root
        root.moves.append(move)
        for stage in position.stages(move):
            node = node.after.setdefault(stage, _Node(stage, node))
            node.moves.append(move)
        node.is_move = True
    return root


@dataclass(frozen=True, slots=True)
class Words:
    """What is said while a move is chosen: each function returns a text, the first one as HTML."""

    question: Callable[[Choice], str]
    alt: Callable[[Choice], str]
    option: Callable[[Branch], str]
    play: Callable[[Move], str]


class _Tree:
    """All stages at a board; the areas of each are looked up once."""

    def __init__(self, position: Position, scenes: Scenes, words: Words) -> None:
        self.position, self.root = position, _grown(position)
        self._scenes, self._words = scenes, words
        self._areas: dict[str, Mapping[str, Area]] = {}
        self._within: dict[str, Mapping[str, Area]] = {}
        self._passed: set[str] = set()
        self._places: dict[tuple[str, int, int], int] = {}
        self._skips: dict[str, tuple[str, int]] = {}

    def numbers(self) -> dict[str, Any]:
        """The tree as it is sent.

        `places` are paths with their middles. `skips` says for each stage without a choice where it leads at once, and
        the place of that. `stages` lists for each stage what it asks, the description of its picture, where Back leads,
        whether it is a move, the options, and those inside of others with their places.
        """
        shown = list(self._shown())
        for node in shown:
            self._inner(node)
        stages = {node.stage: self._numbers_of(node) for node in shown}
        return {"places": list(self._places), "skips": self._skips, "stages": stages}

    def _shown(self) -> Iterator[_Node]:
        waiting = [self.root.settled]
        while waiting:
            node = waiting.pop(0)
            yield node
            waiting += [following.settled for following in node.after.values() if following.settled.after]

    def _numbers_of(self, node: _Node) -> list[Any]:
        choice, areas = node.choice, self._areas_of(node)
        inner = [[stage, self._place(area)] for stage, area in self._inner(node).items()]
        options = [self._option(node, branch, areas) for branch in choice.branches]
        words = self._words
        return [words.question(choice), words.alt(choice), self._back(node), int(node.is_move), options, inner]

    def _option(self, node: _Node, branch: Branch, areas: Mapping[str, Area]) -> list[Any]:
        """The stage that an option leads to, its label, its place, and how it is played if that is all."""
        next_node = node.after[branch.partial]
        last = next_node.settled
        if last is not next_node and last.before is not None:
            self._skips[next_node.stage] = last.stage, self._place(self._areas_of(last.before).get(last.stage))
        option = [branch.partial, self._words.option(branch), self._place(areas.get(branch.partial))]
        return option if last.after else [*option, self._words.play(Move(last.stage))]

    def _place(self, area: Area | None) -> int:
        """The number of an area; -1 for none."""
        if area is None:
            return -1
        place = path_of(area), round(area.middle[0]), round(area.middle[1])
        return self._places.setdefault(place, len(self._places))

    def _areas_of(self, node: _Node) -> Mapping[str, Area]:
        if node.stage not in self._areas:
            self._areas[node.stage] = render.areas(self.position, self._scenes(node.choice)) if node.after else {}
        return self._areas[node.stage]

    def _inner(self, node: _Node) -> Mapping[str, Area]:
        """The final stages that can be touched directly, inside of the options of a stage."""
        if node.stage not in self._within:
            within = self._within[node.stage] = {}
            for stage, place in self._areas_of(node).items():
                inner, passed = self._inside(node.after[stage], place) if stage in node.after else ({}, set[str]())
                within |= inner
                self._passed |= passed if inner else set()
        return self._within[node.stage]

    def _inside(self, node: _Node, place: Area) -> tuple[dict[str, Area], set[str]]:
        """The final stages after a stage if all are inside of an area, and the stages that touching them skips."""
        areas, areas_found, passed = self._areas_of(node), dict[str, Area](), {node.stage}
        for stage, later in node.after.items():
            deeper, passed_there = self._inside(later, place)
            if deeper:
                areas_found |= deeper
                passed |= passed_there
            elif stage in areas and areas[stage].is_within(place):
                areas_found[stage] = areas[stage]
            else:
                return {}, set()
        return areas_found, passed

    def _back(self, node: _Node) -> str | None:
        """The stage that Back leads to: the nearest before it with a choice, except for skipped ones; None at the start."""
        at = node.before
        while at and at.before and ((len(at.after) == 1 and not at.is_move) or at.stage in self._passed):
            at = at.before
        return None if at is None or at.settled is node else at.stage


def tree_of(position: Position, scenes: Scenes, words: Words) -> dict[str, Any]:
    """All stages of choosing a move at a position, as they are sent; it takes a while, so call it off the event loop."""
    return _Tree(position, scenes, words).numbers()
