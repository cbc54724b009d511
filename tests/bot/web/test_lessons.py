"""Lessons on the page: one after the other, then a match with the gentlest character."""

from bot.actions import people
from bot.model.match import State
from bot.records.lessons import lessons_of
from rules import GAMES
from tests.bot.web.visiting import ADA, Visited, picture_in, words

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


async def test_another_move_is_met_with_help_and_a_lesson_can_be_skipped(site: Visited) -> None:
    browser = await site.visit(ADA)
    csrf, lesson = await browser.csrf(), LESSONS[0]
    other = next(move for move in lesson.position.legal_moves() if not lesson.is_met_by(move))
    wrong = words(await browser.post("/lessons/furl/1", csrf=csrf, deed="learn_play", detail=f"furl/0/{other}"))
    assert "not what this lesson asks for" in wrong and "Help" in wrong
    assert "💡" in words(await browser.post("/lessons/furl/1", csrf=csrf, deed="learn_help", detail="furl/0/"))
    assert "/lessons/furl/2" in (await browser.get("/lessons/furl/1")).text
    assert not await people.lessons_done(site.matches, ADA, "furl")
    done = await browser.post("/lessons/furl/1", csrf=csrf, deed="learn_play", detail=f"furl/0/{lesson.move}")
    pictures = [await browser.get(picture_in(one)) for one in (await browser.get("/lessons/furl/1"), done)]
    assert [one.status for one in pictures] == [200, 200] and pictures[0].text != pictures[1].text


async def test_addresses_of_missing_lessons_lead_nowhere(site: Visited) -> None:
    browser = await site.visit(ADA)
    for path in ("/lessons/chess", "/lessons/furl/0", "/lessons/furl/99", f"/lessons/furl/{len(LESSONS) + 1}/picture"):
        assert (await browser.get(path)).status == 404, path
