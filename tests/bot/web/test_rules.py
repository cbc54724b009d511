"""Rule books on the page."""

import re

import pytest

import render
from bot.records.rulebooks import pages_of
from bot.texts.markup import html
from rules import FAMILIES, GAMES
from tests.bot.web.visiting import ADA, Browser, Visited, words


@pytest.mark.parametrize("key", GAMES)
async def test_each_game_has_its_rule_book_with_pictures(site: Visited, key: str) -> None:
    anyone, here = Browser(site), f"/rules/{key}"
    book = await anyone.get(here)
    pages = pages_of(GAMES[key])
    assert all(page.heading in words(book) for page in pages)
    shown = re.findall(rf'src="({here}/pictures/\d+)\?lang=en"', book.text)
    assert len(shown) == sum(page.illustration is not None for page in pages) and f"{here}/pictures/1" in shown
    for path in shown:
        assert (await anyone.get_bytes(path)).startswith(b"RIFF")
    for wrong in (f"{here}/pictures/0", f"{here}/pictures/999", "/rules/nothing", "/rules/nothing/pictures/1"):
        assert (await anyone.get(wrong)).status == 404


async def test_the_rules_are_a_touch_away_from_home_and_from_a_match(site: Visited) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    home = (await ada.get("/")).text
    assert all(f'href="/rules/{key}"' in home for key in GAMES)
    for game in FAMILIES:
        assert f'src="/rules/{game.key}/picture?lang=en"' in home
        assert render.size(await ada.get_bytes(f"/rules/{game.key}/picture?lang=en")) > (400, 400)
    assert f'href="/matches/{match.id}/rules"' in (await ada.get(f"/matches/{match.id}")).text


async def test_the_rules_unfold_beside_the_board_of_a_match_on_which_nothing_is_chosen_meanwhile(site: Visited) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    beside = await ada.get(f"/matches/{match.id}/rules")
    assert "Furl: rules" in words(beside) and all(page.heading in words(beside) for page in pages_of(GAMES["furl"]))
    assert "?chosen=" not in beside.text and "data-choices" not in beside.text
    assert 'class="strip' in beside.text and f'href="/matches/{match.id}"' in beside.text
    assert (await Browser(site).get(f"/matches/{match.id}/rules")).status == 401


async def test_a_board_is_shown_in_the_theme_that_is_asked_for(site: Visited) -> None:
    dusk, night, unknown = [
        await Browser(site).get_bytes(f"/rules/furl/picture?lang=en&theme={theme}") for theme in ("dusk", "night", "no")
    ]
    assert dusk != night and unknown == dusk


def test_lists_and_stress_are_marked_and_what_people_write_is_not() -> None:
    assert html("Either:\n- **one** *or*\n- two\n\nthen") == (
        "<p>Either:</p><ul><li><b>one</b> <i>or</i></li><li>two</li></ul><p>then</p>"
    )
    assert html("2*3*4 <i> \\*so\\*") == "<p>2*3*4 &lt;i&gt; *so*</p>"
