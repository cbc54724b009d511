"""Puzzles on the page: solved stage by stage, counted once, and without giving away the solution."""

import re
from base64 import urlsafe_b64encode

from bot.actions import puzzles
from bot.model.puzzles import Puzzle
from bot.records.puzzles import shipped
from rules import GAMES
from tests.bot.web.visiting import ADA, BEN, Answer, Browser, Visited, picture_in, words

PUZZLE = next(iter(shipped("furl").values()))
ADDRESS = f"/puzzles/furl/{PUZZLE.id}"
ABOUT = f"furl/{PUZZLE.id}/"


def _wrong(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.position.legal_moves() if move != puzzle.best)


async def _answer(browser: Browser, move: str) -> Answer:
    return await browser.post(ADDRESS, csrf=await browser.csrf(), deed="puzzle_play", detail=f"{ABOUT}{move}")


async def _counted(site: Visited) -> int:
    found = await puzzles.best(site.matches, site.actor(ADA).server_id or 0, GAMES["furl"], 9)
    return sum(standing.tried for _person, standing in found)


async def test_a_puzzle_is_chosen_stage_by_stage_looked_at_and_solved(site: Visited) -> None:
    browser = await site.visit(ADA)
    task = await browser.get(ADDRESS)
    first = PUZZLE.position.stages(PUZZLE.best)[0]
    assert "find it" in words(task) and f"?chosen={first}" in task.text and "Solved" not in words(task)
    assert "Only you see" not in words(task), "nobody else is there"
    chosen = await browser.get(f"{ADDRESS}?chosen={PUZZLE.best}")
    assert f"Play {PUZZLE.best}" in words(chosen) and "Nothing is played yet" in words(chosen)
    assert await _counted(site) == 0
    solved = await _answer(browser, PUZZLE.best)
    assert "Solved!" in words(solved) and "Your puzzle rating" in words(solved) and "Next puzzle" in words(solved)
    assert "first try" not in words(task) and "Solved at the first try: 1 of 1" in words(solved)
    assert await _counted(site) == 1
    assert "solved this puzzle already" in words(await browser.get(ADDRESS))
    assert "so it doesn't count again" in words(await _answer(browser, PUZZLE.best))
    assert await _counted(site) == 1
    assert "Ada" in words(await browser.get("/puzzles/furl/standings"))


async def test_a_move_is_typed_as_in_the_chat(site: Visited) -> None:
    browser = await site.visit(ADA)
    assert "Type a move" in words(await browser.get(ADDRESS))
    typed = {"deed": "puzzle_play", "detail": ABOUT, "value": f" {PUZZLE.best.upper()} "}
    assert "Solved!" in words(await browser.post(ADDRESS, csrf=await browser.csrf(), **typed))


async def test_a_wrong_answer_is_met_by_what_the_other_side_does(site: Visited) -> None:
    browser = await site.visit(ADA)
    refused = await _answer(browser, "nonsense")
    assert refused.status == 409 and await _counted(site) == 0
    wrong = await _answer(browser, _wrong(PUZZLE))
    assert "better" in words(wrong) and "Try again" in words(wrong) and PUZZLE.best not in words(wrong)
    assert await _counted(site) == 1
    assert "1 wrong try" in words(await browser.get(ADDRESS))


async def test_pictures_do_not_tell_the_solution_before_it_counts(site: Visited) -> None:
    browser, solver = await site.visit(ADA), await site.visit(BEN)
    task, solved = picture_in(await browser.get(ADDRESS)), picture_in(await _answer(solver, PUZZLE.best))
    seen = [await one.get(picture) for one, picture in ((browser, task), (solver, solved))]
    assert [one.status for one in seen] == [200, 200] and seen[0].text != seen[1].text
    assert (await browser.get(solved)).status == 404, "only who has solved it sees that"
    made_up = urlsafe_b64encode(f'["furl","{PUZZLE.fen}",["{PUZZLE.best}"],"",[],[],null,null]'.encode()).decode()
    for forged in (made_up.rstrip("="), f"{made_up.rstrip('=')}.{task.partition('.')[2]}", "x.é", "."):
        assert (await browser.get(f"/boards/{forged}")).status == 404, forged


async def test_the_first_page_leads_to_the_puzzle_of_the_day_and_that_counts_a_row(site: Visited) -> None:
    browser = await site.visit(ADA)
    today = (await browser.get("/puzzles")).headers["Location"]
    assert "Puzzle of the day" in words(await browser.get(today))
    daily = (await puzzles.today(site.matches, site.actor(ADA))).puzzle
    assert today == f"/puzzles/{daily.game.key}/{daily.id}"
    about = f"{daily.game.key}/{daily.id}/{daily.best}"
    solved = await browser.post(today, csrf=await browser.csrf(), deed="puzzle_play", detail=about)
    assert "1 day in a row" in words(solved)


async def test_each_game_gives_the_puzzle_that_comes_next(site: Visited) -> None:
    browser = await site.visit(ADA)
    first = (await browser.get("/puzzles/furl")).headers["Location"]
    assert re.fullmatch(r"/puzzles/furl/[0-9a-f]{10}", first)
    await browser.post(first, csrf=await browser.csrf(), deed="puzzle_solution", detail=first.removeprefix("/puzzles/"))
    assert (await browser.get("/puzzles/furl")).headers["Location"] != first
    assert (await browser.get("/puzzles/chess")).status == 404
    assert (await browser.get("/puzzles/furl/0123456789")).status == 409
    assert (await Browser(site).get(first)).status == 401
