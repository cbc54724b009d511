"""People's own settings on the page, and their vacations."""

import re
from dataclasses import replace
from html import unescape

from bot.actions import settings
from bot.model.durations import quiet_in
from bot.model.people import Person
from bot.model.settings import USUAL, Preferences, Reach
from bot.screens.core import snowflake
from bot.web.screens import fields_in
from tests.bot.web.visiting import ADA, BEN, SERVER, Answer, Browser, Visited, words


async def _liked(site: Visited, person: Person = ADA) -> Preferences:
    return await settings.of_person(site.matches, person.id)


def shown(answer: Answer) -> dict[str, str]:
    """Everything that a browser would send of the form on a page."""
    form = answer.text.partition('<form class="asked"')[2].partition("</form>")[0]
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
    typed = re.findall(r'<input type="text" name="([^"]+)" value="([^"]*)"', form)
    chosen = re.findall(r'<select name="([^"]+)">(.*?)</select>', form, re.DOTALL)
    options = {
        name: re.findall(r'value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options)
        for name, options in chosen
    }
    ticked = re.findall(r'<input type="checkbox" name="([^"]+)" checked>', form)
    one_of = re.findall(r'<input class="unseen" type="radio" name="([^"]+)" value="([^"]*)" checked>', form)
    sent = {**dict(hidden), **dict(one_of), **{name: values[0] for name, values in options.items()}, **dict(typed)}
    return {name: unescape(value) for name, value in {**sent, **dict.fromkeys(ticked, "on")}.items()}


async def _saved(browser: Browser, **changed: str) -> Answer:
    """The answer after some fields of the form with the settings were changed, a part by its name."""
    fields = {f"in.{name}": value for name, value in changed.items()}
    return await browser.post("/settings", **{**shown(await browser.get("/settings")), **fields})


async def _boards(browser: Browser, page: str) -> set[bytes]:
    """The pictures of boards on a page."""
    answer = await browser.get(page)
    answer = await browser.get(answer.headers["Location"]) if answer.status == 303 else answer
    found = re.findall(r'<img src="([^"]+)"', answer.text)
    return {await browser.get_bytes(unescape(one)) for one in found if "/static/" not in one and "/side?" not in one}


async def test_what_was_not_changed_is_not_stored_even_if_it_was_changed_elsewhere_meanwhile(site: Visited) -> None:
    ada = await site.visit(ADA)
    form = shown(await ada.get("/settings"))
    await _saved(ada, quiet="22:00-07:00")
    await ada.post("/settings", **{**form, "in.notice": "direct"})
    assert await _liked(site) == Preferences(Reach.DIRECT, quiet=quiet_in("22-7"))
    assert (await ada.post("/settings", **form)).status == 303
    assert await _liked(site) == Preferences(Reach.DIRECT, quiet=quiet_in("22-7"))


async def test_people_say_about_which_games_they_are_told_on_the_server_that_they_came_from(site: Visited) -> None:
    ada = await site.visit(ADA)
    form = shown(await ada.get("/settings"))
    await ada.post("/settings", **{**form, "in.tell.furl": "on", "in.tell.playwin": "on"})
    assert await settings.lookouts_of(site.matches, ADA, SERVER) == {"furl", "playwin"}
    now = shown(await ada.get("/settings"))
    assert now.pop("in.tell.furl") == now.pop("in.tell.playwin") == "on"
    await ada.post("/settings", **now)
    assert await settings.lookouts_of(site.matches, ADA, SERVER) == frozenset()
    refused = await ada.post("/settings", **{**form, "in.tell.chess": "on"})
    assert refused.status == 409 and "no game called “chess”" in words(refused)
    alone = await site.visit(BEN, None)
    assert "Tell me about open challenges" not in words(await alone.get("/settings"))
    csrf = await alone.csrf()
    forged = await alone.post("/settings", csrf=csrf, deed="own_set", **{"in.tell.furl": "on"})
    assert forged.status == 409 and "You choose this for each server" in words(forged)
    menu = await alone.post("/settings", csrf=csrf, deed="own", detail="notice", value="both")
    assert menu.status == 303 and (await _liked(site, BEN)).reach is Reach.BOTH


async def test_settings_stand_under_headings(site: Visited) -> None:
    shown_ = (await (await site.visit(ADA)).get("/settings")).text
    assert re.findall(r"<h2>(.*?)</h2>", shown_) == [
        *("How Furlong speaks to you", "At the table", "You and others", "In this browser")
    ]


async def test_all_boards_on_the_page_have_the_theme_that_a_person_chose_and_others_see_the_usual_one(
    site: Visited,
) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    match = await site.match()
    pages = (
        f"/matches/{match.id}",
        f"/matches/{match.id}/replay?ply=0",
        "/try/furl",
        "/lessons/furl",
        "/puzzles/furl",
        "/",
    )
    usual = [await _boards(ada, page) for page in pages]
    assert (await _saved(ada, theme="night")).status == 303
    night = [await _boards(ada, page) for page in pages]
    assert all(one and not one & other for one, other in zip(usual, night, strict=True))
    assert await _boards(ben, "/try/furl") == usual[2], "others see the usual theme"
    await _saved(ada, theme="usual")
    assert [await _boards(ada, page) for page in pages] == usual
    assert (await _saved(ada, theme="sepia")).status == 409


async def test_what_everybody_sees_is_shown_among_the_themes_as_the_server_chose_it(site: Visited) -> None:
    ada = await site.visit(ADA)
    themes = {
        theme: await ada.get_bytes(unescape(address))
        for address, theme in re.findall(
            r'src="(/rules/furl/picture\?theme=(\w+)[^"]*)"', (await ada.get("/settings")).text
        )
    }
    assert themes["usual"] == themes["dusk"] != themes["night"]
    await settings.settle(site.matches, SERVER, lambda server: replace(server, theme="night"))
    assert await ada.get_bytes("/rules/furl/picture?theme=usual&lang=en") == themes["night"]


async def test_forged_settings_are_refused_and_nobody_changes_those_of_others(site: Visited) -> None:
    ada = await site.visit(ADA)
    csrf = await ada.csrf()
    for field, value in (
        ("in.notice", "pigeon"),
        ("in.view", "above"),
        ("in.weather", "fine"),
        ("in.quiet", "x" * 900),
    ):
        answer = await ada.post("/settings", csrf=csrf, deed="own_set", **{field: value})
        assert answer.status == 409, field
    assert (await ada.post("/settings", csrf=csrf, deed="own", detail="notice")).status == 400
    assert (await ada.post("/settings", deed="own_set", **{"in.notice": "both"})).status == 403
    stranger = await site.request("GET", "/settings")
    assert stranger.status == 401
    assert await _liked(site) == USUAL


async def test_a_day_or_an_id_of_thousands_of_digits_is_none(site: Visited) -> None:
    ada = await site.visit(ADA)
    card = shown(await ada.get("/vacation"))
    for digits in ("9" * 20, "9" * 10_000):
        refused = await ada.post("/vacation", **{**card, "in.begins": digits})
        assert refused.status == 409 and "isn't a day that Furlong knows" in words(refused)
        assert snowflake(digits) == 0


def test_a_form_of_changes_is_read_as_what_was_changed() -> None:
    form = {
        "was.one": "a",
        "in.one": "a",
        "typed.one": "",
        "was.two": "a",
        "in.two": "b",
        "was.three": "a",
        "in.three": "a",
        "typed.three": " c",
        "was.four": "x,y",
        "in.four": "",
        "in.four.x": "on",
        "was.five": "",
        "in.five": "",
        "in.six": "z",
        "deed": "own_set",
    }
    assert fields_in(form) == {"two": ["b"], "three": [" c"], "four": ["x"], "six": ["z"]}
