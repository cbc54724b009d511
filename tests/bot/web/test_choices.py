"""The tree of a picker, from which a script chooses moves by itself: the same as what the page asks for stage by stage."""

import json
import re
from dataclasses import replace
from html import unescape
from random import Random
from typing import Any

import pytest

from bot.model.picking import choose
from bot.screens.pictures import Diagram
from bot.web.boards import picker_of, stages
from bot.web.trees import Words, tree_of
from render import Scene
from rules import GAMES
from rules.core import Move, Position
from tests.bot.web.visiting import ADA, BEN, Browser, Visited

_PLIES = (0, 7, 18)
_LOOKED_AT = 3  # stages of each position
_WORDS = Words(question=lambda _: "", alt=lambda _: "", option=lambda _: "", play=str)


def _positions(key: str) -> list[Position]:
    """Positions of a game in which there is something to choose."""
    game, lots, found = GAMES[key], Random(7), list[Position]()
    position = game.start(game.seats[-1])
    for ply in range(60):
        moves = position.legal_moves()
        if not moves:
            break
        if ply >= _PLIES[min(len(found), len(_PLIES) - 1)] and isinstance(position.turn, int) and len(moves) > 1:
            found.append(position)
        if len(found) == len(_PLIES):
            break
        position = position.play(lots.choice(moves))
    return found


def _scene(position: Position, key: str, chosen: Any) -> Scene:
    board = Diagram(GAMES[key], position, (), "dusk", is_bare=True)
    return replace(board, options=stages(chosen), chosen=chosen.chosen).scene


@pytest.mark.parametrize("key", GAMES)
def test_every_stage_of_the_tree_has_the_options_the_places_and_the_way_back_of_the_picker(key: str) -> None:
    lots = Random(3)
    for position in _positions(key):
        tree = tree_of(position, lambda at, position=position: _scene(position, key, at), _WORDS)
        for stage in lots.sample(list(tree["stages"]), min(_LOOKED_AT, len(tree["stages"]))):
            choice = choose(position, stage)
            assert choice is not None and choice.chosen == stage
            picker = picker_of(position, choice, lambda at, position=position: _scene(position, key, at))
            _question, _alt, back, is_move, options, inner = tree["stages"][stage]
            placed = [(to, "" if place < 0 else tree["places"][place][0]) for to, _label, place, *_play in options]
            assert placed == [(option.chosen, option.path) for option in picker.options]
            assert [to for to, _place in inner] == [option.chosen for option in picker.within]
            assert (back, bool(is_move)) == (picker.back, picker.move is not None)


def test_every_move_is_reached() -> None:
    position = GAMES["furl"].start(2)
    tree = tree_of(position, lambda at: _scene(position, "furl", at), _WORDS)
    options = [option for stage in tree["stages"].values() for option in stage[4]]
    assert {option[3] for option in options if len(option) > 3} == set(position.legal_moves())


@pytest.mark.parametrize("page", ["/puzzles/furl", "/lessons/furl/1", "/try/furl"])
async def test_the_tree_of_a_puzzle_a_lesson_or_a_try_board_is_sent_to_whom_its_board_is_signed_for(
    site: Visited, page: str
) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    shown = await ada.get(page)
    shown = await ada.get(shown.headers["Location"]) if shown.status == 303 else shown
    (address,) = re.findall(r'data-choices="([^"]+)"', shown.text)
    tree = json.loads((await ada.get(unescape(address))).text)
    options = [option for stage in tree["stages"].values() for option in stage[4]]
    assert all(option[3].startswith("Play ") for option in options if len(option) > 3)
    assert '<template id="plays" data-field="detail"' in shown.text
    assert (await ben.get(unescape(address))).status == 404


async def test_the_tree_is_sent_to_the_player_to_move_at_the_board_they_see(site: Visited) -> None:
    match = await site.match()
    address = f"/matches/{match.id}/choices?revision={match.revision}&view="
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    assert f"{address}&amp;lang=en".replace("&view", "&amp;view") in (await ada.get(f"/matches/{match.id}")).text
    tree = json.loads((await ada.get(address)).text)
    assert tree["stages"][""][4][0][0] == "a1"
    for browser, asked in ((ben, address), (ada, address.replace(f"={match.revision}&", "=999&"))):
        assert json.loads((await browser.get(asked)).text) == {}
    assert "data-choices" not in (await ben.get(f"/matches/{match.id}")).text
    await site.matches.play(site.actor(ADA), match.id, Move("a4<c4"))
    assert json.loads((await ada.get(address)).text) == {}
    assert (await Browser(site).get(address)).status == 401
