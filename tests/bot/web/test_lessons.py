"""Lessons on the page: one after the other, then a match with the gentlest character."""

from bot.model.match import State
from bot.records.lessons import lessons_of
from rules import GAMES
from tests.bot.web.visiting import ADA, Visited, words

LESSONS = lessons_of(GAMES["furl"])


async def test_lessons_are_done_one_after_the_other_and_lead_to_a_match(site: Visited) -> None:
    browser = await site.visit(ADA)
    assert "Learn Furl" in words(await browser.get("/lessons"))
    csrf = await browser.csrf()
    for number, lesson in enumerate(LESSONS, start=1):
        here = (await browser.get("/lessons/furl")).headers["Location"]
        assert here == f"/lessons/furl/{number}"
        assert f"lesson {number} of {len(LESSONS)}" in words(await browser.get(here))
        chosen = await browser.get(f"{here}?chosen={lesson.move}")
        assert f"Play {lesson.move}" in words(chosen)
        detail = f"furl/{number - 1}/{lesson.move}"
        assert "✅" in words(await browser.post(here, csrf=csrf, deed="learn_play", detail=detail))
    again = words(await browser.get("/lessons/furl/1"))
    assert "Done before" in again and "Only you see" not in again
    end = await browser.get((await browser.get("/lessons/furl")).headers["Location"])
    assert "you've done them all" in words(end)
    begun = await browser.post("/play", csrf=csrf, game="furl", character="mole")
    match = await site.matches.load(int(begun.headers["Location"].rpartition("/")[2]))
    assert match.state is State.RUNNING and match.has_hints


async def test_addresses_of_missing_lessons_lead_nowhere(site: Visited) -> None:
    browser = await site.visit(ADA)
    for path in ("/lessons/chess", "/lessons/furl/0", "/lessons/furl/99", f"/lessons/furl/{len(LESSONS) + 1}/picture"):
        assert (await browser.get(path)).status == 404, path
