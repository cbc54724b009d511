"""The private board for trying moves, and hints."""

import re

import pytest

from bot.model.match import Match
from rules.core import Move
from tests.bot.web.visiting import ADA, BEN, CLEO, SERVER, Answer, Browser, Visited, picture_in, words


async def _try(browser: Browser, match: Match, deed: str, **form: str) -> Answer:
    """Press a button of the current board; returns the next board."""
    here = f"/matches/{match.id}/try"
    found = re.search(r'name="revision" value="(\d+)"', (await browser.get(here)).text)
    about = {"match": str(match.id), "revision": found[1] if found else "0", "deed": f"try_{deed}"}
    answer = await browser.post(here, csrf=await browser.csrf(), **{**about, **form})
    return await browser.get(here) if answer.status == 303 else answer


async def test_moves_are_tried_for_all_sides_and_nothing_is_played(site: Visited) -> None:
    match = await site.match()
    browser = await site.visit(ADA)
    assert "You haven't tried a move yet" in words(await browser.get(f"/matches/{match.id}/try"))
    chosen = await browser.get(f"/matches/{match.id}/try?chosen=a4%3Cc4")
    assert "Try a4<c4" in words(chosen) and "data-at-once" in chosen.text
    assert "Your line : a4<c4" in words(await _try(browser, match, "play", detail="a4<c4"))
    assert "a4<c4 e5<e4" in words(await _try(browser, match, "play", detail="e5<e4"))
    assert "Your line : a4<c4" in words(await _try(browser, match, "go", detail="back"))
    other = next(move for move in match.position.play(Move("a4<c4")).legal_moves() if move != "e5<e4")
    await _try(browser, match, "play", detail=other)
    await _try(browser, match, "go", detail="back")
    assert "Tried from here" in words(await browser.get(f"/matches/{match.id}/try"))
    assert "a4<c4 e5<e4" in words(await _try(browser, match, "branch", value="e5<e4"))
    assert "You haven't tried a move yet" in words(await _try(browser, match, "go", detail="start"))
    await _try(browser, match, "go", detail="forward")
    assert "You haven't tried a move yet" in words(await _try(browser, match, "go", detail="cut"))
    assert (await site.matches.load(match.id)).ply == 0


async def test_several_moves_are_typed_and_an_illegal_one_is_refused_beside_the_board(site: Visited) -> None:
    match = await site.match()
    browser = await site.visit(ADA)
    assert "a4<c4 e5<e4" in words(await _try(browser, match, "play", value="a4<c4, e5<e4"))
    refused = await _try(browser, match, "play", value="a1<a9")
    assert refused.status == 409 and "a4<c4 e5<e4" in words(refused) and "Nothing was played" in words(refused)
    assert (await _try(browser, match, "nonsense")).status == 400


async def test_a_board_that_was_changed_in_another_browser_is_shown_as_it_is(site: Visited) -> None:
    match = await site.match()
    browser = await site.visit(ADA)
    await _try(browser, match, "play", detail="a4<c4")
    stale = await browser.post(
        f"/matches/{match.id}/try",
        csrf=await browser.csrf(),
        match=str(match.id),
        revision="0",
        deed="try_go",
        detail="start",
    )
    assert stale.status == 303
    assert "a4<c4" in words(await browser.get(f"/matches/{match.id}/try"))


async def test_nobody_else_sees_what_was_tried(site: Visited) -> None:
    match = await site.match()
    ada, ben, stranger = await site.visit(ADA), await site.visit(BEN), await site.visit(CLEO, SERVER + 1)
    await _try(ada, match, "play", detail="a4<c4")
    here = f"/matches/{match.id}/try"
    assert "a4<c4" not in words(await ben.get(here))
    addresses = [picture_in(await one.get(here)) for one in (ada, ben)]
    pictures = [await one.get(picture) for one, picture in zip((ada, ben), addresses, strict=True)]
    assert [one.status for one in pictures] == [200, 200] and pictures[0].text != pictures[1].text
    assert (await stranger.get(here)).status == 409 and (await stranger.get(addresses[0])).status == 404
    assert (await Browser(site).get(here)).status == 401


@pytest.mark.parametrize("server_id", [SERVER, SERVER + 1, None])
async def test_a_line_becomes_a_plan_after_a_question_from_wherever_its_player_came(
    site: Visited, server_id: int | None
) -> None:
    site.members.add((SERVER + 1, BEN.id))
    match = await site.match()
    ben = await site.visit(BEN, server_id)
    await _try(ben, match, "play", value="a4<c4, e5<e4")
    asked = await _try(ben, match, "plan")
    assert "This line as your plan" in words(asked) and "after a4<c4: e5<e4" in words(asked)
    assert asked.text.count('class="art"') == 1, "the plan is seen on a board"
    assert not (await site.matches.load(match.id)).plan_of(BEN.id).whole
    planned = await ben.post(
        f"/matches/{match.id}/try",
        csrf=await ben.csrf(),
        deed="try_plan_yes",
        match=str(match.id),
        revision=re.findall(r'name="revision" value="(\d+)"', asked.text)[0],
        detail=re.findall(r'name="detail" value="(\d+)"', asked.text)[0],
    )
    assert planned.headers["Location"] == f"/matches/{match.id}/plan"
    shown = (await ben.get(f"/matches/{match.id}/plan")).text
    assert shown.count('<span class="art"><img src="/boards/') == 1 and "<code>a4&lt;c4: e5&lt;e4</code>" in shown
    assert f'<a class="button main" href="/matches/{match.id}/try"' in shown, "it is planned on the board"
    assert shown.index("<summary>Type moves</summary>") < shown.index("<textarea"), "or typed"


async def test_a_finished_match_is_tried_from_any_step(site: Visited) -> None:
    match = await site.match()
    for player, move in ((ADA, "a4<c4"), (BEN, "e5<e4")):
        await site.matches.play(site.actor(player), match.id, move)
    browser = await site.visit(ADA)
    assert "Try moves from here" not in words(await browser.get(f"/matches/{match.id}/replay"))
    refused = await browser.post(
        f"/matches/{match.id}/try", csrf=await browser.csrf(), deed="try", match=str(match.id), detail="1"
    )
    assert refused.status == 409
    await site.matches.resign(site.actor(ADA), match.id)
    assert "Try moves from here" in words(await browser.get(f"/matches/{match.id}/replay?ply=1"))
    await browser.post(
        f"/matches/{match.id}/try", csrf=await browser.csrf(), deed="try", match=str(match.id), detail="1"
    )
    assert "from step 1 on" in words(await browser.get(f"/matches/{match.id}/try"))


async def test_a_hint_is_a_move_with_a_reason_and_is_counted(site: Visited) -> None:
    browser = await site.visit(ADA)
    csrf = await browser.csrf()
    begun = await browser.post("/play", csrf=csrf, game="furl", character="mole")
    here = begun.headers["Location"]
    assert "Hint" in words(await browser.get(here))
    hint = await browser.post(f"{here}/deeds", csrf=csrf, deed="hint", revision="0")
    assert "💡" in words(hint) and "would play" in words(hint) and "Nothing is played yet" in words(hint)
    match = await site.matches.load(int(here.rpartition("/")[2]))
    assert len(match.hints_given) == 1 and match.ply == 0
    other = await site.match()
    refused = await browser.post(f"/matches/{other.id}/deeds", csrf=csrf, deed="hint", revision="0")
    assert refused.status == 409 and "Hint" not in words(await browser.get(f"/matches/{other.id}"))
