"""The log of a match and the check of its dice on the page."""

from tests.bot.web.visiting import ADA, BEN, Visited


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
