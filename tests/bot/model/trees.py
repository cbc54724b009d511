"""Plans for tests: a short notation for trees, and random trees."""

from collections.abc import Sequence

from hypothesis import strategies as st

from bot.model.plans.grammar import outline
from bot.model.plans.parsing import MOST_LINES
from bot.model.plans.tree import PlanBranch, PlanTree

TOKENS = ("a1<a2", "c4xe3", "a1-a4", "b2", "b2<a1x2+c3x1", "fox-8,5", "bear-tackle-fox", "pass", "8,5", "c4 to e3")
"""Moves of all kinds, one of them with spaces inside as people type them."""


def after(theirs: str, *moves: str, then: tuple[PlanBranch, ...] = ()) -> PlanBranch:
    """A branch after moves of the others, joined by ` + `; no moves mean anything else."""
    return PlanBranch(tuple(theirs.split(" + ")) if theirs else (), PlanTree(moves, then))


def _with_the_rest_last(branches: list[PlanBranch]) -> tuple[PlanBranch, ...]:
    return tuple(sorted(branches, key=lambda branch: not branch.after))


def _branches(tokens: Sequence[str], deeper: st.SearchStrategy[PlanTree]) -> st.SearchStrategy[tuple[PlanBranch, ...]]:
    theirs = st.lists(st.sampled_from(tokens), max_size=2).map(tuple)
    branch = st.builds(PlanBranch, theirs, deeper.filter(lambda tree: bool(tree.moves)))
    return st.lists(branch, max_size=3, unique_by=lambda branch: branch.after).map(_with_the_rest_last)


def trees(tokens: Sequence[str]) -> st.SearchStrategy[PlanTree]:
    """Random trees of some moves that are small enough for a plan."""
    moves = st.lists(st.sampled_from(tokens), min_size=1, max_size=3).map(tuple)
    return st.recursive(
        st.builds(PlanTree, moves),
        lambda deeper: st.builds(PlanTree, moves | st.just(()), _branches(tokens, deeper)),
        max_leaves=8,
    ).filter(lambda tree: len(outline(tree)) <= MOST_LINES)


TREES = trees(TOKENS)
"""Random trees with moves of all kinds."""
