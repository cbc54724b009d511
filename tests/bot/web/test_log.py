"""The log of a match and the check of its dice on the page."""

from bot.texts.boards import LOG_PAGE
from tests.bot.web.visiting import ADA, BEN, CLEO, Browser, Visited, words


async def test_the_pages_of_a_log_begin_with_the_latest_and_are_addresses(site: Visited) -> None:
    match = await site.match("furbowl")
    while match.ply <= LOG_PAGE:
        assert match.to_move is not None
        await site.matches.play(site.actor(match.to_move), match.id, match.position.legal_moves()[0])
        match = await site.matches.load(match.id)
    here, watcher = f"/matches/{match.id}", await site.visit(CLEO)
    assert f'href="{here}/log"' in (await watcher.get(here)).text, "those who may watch read the log"
    assert (await watcher.get(f"{here}/log")).headers["Location"] == f"{here}/log/1"
    latest = await watcher.get(f"{here}/log/1")
    assert f"{match.ply}." in words(latest) and f'href="{here}/log/2"' in latest.text
    first = await watcher.get(f"{here}/log/2")
    assert "1. 🎲" in words(first) and f'href="{here}/log/1"' in first.text and f'href="{here}"' in first.text
    assert [(await watcher.get(f"{here}/log/{number}")).status for number in (0, 3, 999)] == [404, 404, 404]
    assert (await Browser(site).get(f"{here}/log/1")).status == 401


async def test_dice_are_sealed_until_the_match_is_over_and_then_checked(site: Visited) -> None:
    match, ada = await site.match("furbowl"), await site.visit(ADA)
    here = f"/matches/{match.id}"
    assert match.fairness is not None and f'href="{here}/dice"' in (await ada.get(here)).text
    sealed = await ada.get(f"{here}/dice")
    assert match.fairness.commitment in sealed.text and match.fairness.secret.hex() not in sealed.text
    await site.matches.resign(site.actor(BEN), match.id)
    assert match.fairness.secret.hex() in (await ada.get(f"{here}/dice")).text
    board = await site.match()
    assert f"/matches/{board.id}/dice" not in (await ada.get(f"/matches/{board.id}")).text
