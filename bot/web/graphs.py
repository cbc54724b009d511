"""The graph of chances on the page, in which each move is a link."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import render
from bot.model.match import Match
from bot.model.reviews import Review
from bot.texts import reviews as review_texts

_WIDE, _HIGH = 600, 190  # in the units of the drawing
_RIM = 10  # within which a dot keeps


@dataclass(frozen=True, slots=True)
class Spot:
    """A move in the graph: where it is, from which place on and how wide it can be touched, and where it leads."""

    x: int
    y: int
    left: int
    width: int
    ply: int
    """The number of entries after it."""

    moment: int
    """The number of the moment that it is; 0 for other moves."""

    label: str


@dataclass(frozen=True, slots=True)
class Graph:
    """The chances over a match: a band for each seat, from the bottom up, with its colour and its outline."""

    bands: Sequence[tuple[str, str]]
    moves: Sequence[Spot]

    at: int | None
    """Where the position that is shown stands in it; None if that is none of them, or the last one."""

    alt: str


def graph_of(match: Match, review: Review, ply: int | None = None) -> Graph:
    """The graph of a reviewed match; `ply` is the number of entries before the position shown."""
    decisions, seats = review.decisions, len(match.players)
    across = [round(_WIDE * number / max(len(decisions) - 1, 1)) for number in range(len(decisions))]
    borders = [
        [
            f"{x},{round(_HIGH * (1 - min(1.0, sum(decision.chances[:seat]))))}"
            for x, decision in zip(across, decisions, strict=True)
        ]
        for seat in range(seats + 1)
    ]
    outlines = [" ".join((*below, *above[::-1])) for below, above in pairwise(borders)]
    edges = [0, *((x + then) // 2 for x, then in pairwise(across)), _WIDE]
    moments = [decision.ply for decision in review.moments]
    spots = [
        Spot(
            min(max(x, _RIM), _WIDE - _RIM),
            min(max(round(_HIGH * (1 - decision.chances[0])), _RIM), _HIGH - _RIM),
            left,
            right - left,
            decision.ply + 1,
            moments.index(decision.ply) + 1 if decision.ply in moments else 0,
            review_texts.in_graph(match, decision),
        )
        for x, decision, left, right in zip(across, decisions, edges, edges[1:], strict=False)
    ]
    at = next((spot.x for spot in spots if ply is not None and spot.ply > ply), None)
    bands = list(zip(render.side_colours(match.position, seats), outlines, strict=True))
    return Graph(bands, spots, at, review_texts.alt(match, review))
