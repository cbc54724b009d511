"""Furl by Stephen Tavener, 2020: furl discs into stacks, unfurl stacks into lines, reach the far row.

`tables` holds the constants of the board, `board` the rules, `refusals` the explanations of forbidden moves, `reading`
the parser for what players type, `notation` the fen and the text board, `evaluation` and `reasons` the functions for
search and hints, and `position` joins them into `FurlPosition`.
"""

from typing import Final

from rules.core import Game, message
from rules.furl.evaluation import evaluate, noisy_moves
from rules.furl.position import SYMMETRIES, FurlPosition, from_fen, start

__all__ = ["GAMES", "FurlPosition", "from_fen", "start"]

GAMES: Final = (
    Game(
        key="furl",
        name="Furl",
        family="furl",
        seats=range(2, 3),
        version=1,
        summary=message("Furl discs into stacks, unfurl the stacks into lines and reach the far row."),
        words={
            "disc": message("disc, discs [typed]"),
            "furl": message("furl, furls [typed]"),
            "stack": message("stack [typed]"),
            "unfurl": message("unfurl, unfurls [typed]"),
        },
        strengths={2: (750, 950, 1450, 1850, 2350)},
        carelessness=(3.5, 2.25),
        start=start,
        from_fen=from_fen,
        typical_turns=40,
        symmetries=SYMMETRIES,
        evaluation=evaluate,
        noisy_moves=noisy_moves,
    ),
)
