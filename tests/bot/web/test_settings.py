"""People's own settings on the page, and their vacations."""

import re
from html import unescape

from bot.actions import people, settings
from bot.model.durations import quiet_in
from bot.model.people import Person
from bot.model.settings import USUAL, Challengers, Preferences, Reach
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
    sent = {**dict(hidden), **{name: values[0] for name, values in options.items()}, **dict(typed)}
    return {name: unescape(value) for name, value in {**sent, **dict.fromkeys(ticked, "on")}.items()}


async def _saved(browser: Browser, **changed: str) -> Answer:
    """The answer after some fields of the form with the settings were changed, a part by its name."""
    fields = {f"in.{name}": value for name, value in changed.items()}
    return await browser.post("/settings", **{**shown(await browser.get("/settings")), **fields})


async def test_settings_are_a_form_that_the_first_page_leads_to_and_that_shows_how_things_are(site: Visited) -> None:
    ada = await site.visit(ADA)
    assert 'href="/settings"' in (await ada.get("/")).text
    answer = await _saved(ada, notice="both", quiet="22:00-07:00", zone="Asia/Tokyo", challenges="played")
    assert (answer.status, answer.headers["Location"]) == (303, "/settings?saved")
    assert await _liked(site) == Preferences(Reach.BOTH, "Asia/Tokyo", quiet_in("22-7"), challengers=Challengers.PLAYED)
    again = await ada.get("/settings?saved")
    assert "Saved." in words(again) and shown(again)["in.quiet"] == "22:00-07:00"
    assert "Your quiet hours have started" not in words(again), "it is nine in the morning in Tokyo"
    assert "/settings quiet:" not in words(again), "what commands can do is said in chat"
    assert await _liked(site, BEN) == USUAL


async def test_what_was_not_changed_is_not_stored_even_if_it_was_changed_elsewhere_meanwhile(site: Visited) -> None:
    ada = await site.visit(ADA)
    form = shown(await ada.get("/settings"))
    await _saved(ada, quiet="22:00-07:00")
    await ada.post("/settings", **{**form, "in.notice": "direct"})
    assert await _liked(site) == Preferences(Reach.DIRECT, quiet=quiet_in("22-7"))
    assert (await ada.post("/settings", **form)).status == 303
    assert await _liked(site) == Preferences(Reach.DIRECT, quiet=quiet_in("22-7"))


async def test_hours_and_zones_that_no_menu_has_can_be_typed_and_what_is_refused_stays_in_the_form(
    site: Visited,
) -> None:
    ada = await site.visit(ADA)
    form = shown(await ada.get("/settings"))
    await ada.post("/settings", **{**form, "typed.quiet": "21:15 - 6:45", "typed.zone": "kathmandu"})
    assert await _liked(site) == Preferences(time_zone="Asia/Kathmandu", quiet=quiet_in("21:15-6:45"))
    refused = await ada.post("/settings", **{**form, "typed.zone": "Atlantis", "in.notice": "both"})
    assert refused.status == 409 and "no time zone called “Atlantis”" in words(refused)
    assert shown(refused)["typed.zone"] == "Atlantis" and shown(refused)["in.notice"] == "both"
    assert (await _liked(site)).reach is Reach.CHANNEL
    corrected = {**shown(refused), "typed.zone": "tokyo"}
    await ada.post("/settings", **corrected)
    assert await _liked(site) == Preferences(Reach.BOTH, "Asia/Tokyo", quiet_in("21:15-6:45"))


async def test_the_page_speaks_a_chosen_language_at_once(site: Visited) -> None:
    ada = await site.visit(ADA)
    assert (await _saved(ada, language="de")).headers["Location"] == "/settings?saved"
    german = await ada.get("/settings?saved")
    assert "Deine Einstellungen" in words(german) and 'lang="de"' in german.text
    await _saved(ada, language="discord")
    assert "Your settings" in words(await ada.get("/settings", **{"Accept-Language": "en"}))
    assert (await _liked(site)).language == ""


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


async def test_a_vacation_begins_lasts_longer_and_ends_on_the_page(site: Visited) -> None:
    match = await site.match()
    ada = await site.visit(ADA)
    assert 'href="/vacation"' in (await ada.get("/settings")).text
    card = await ada.get("/vacation")
    assert "You aren't on vacation" in words(card) and shown(card)["in.value"] == "7"
    begun = await ada.post("/vacation", **shown(card))
    assert begun.headers["Location"] == "/vacation"
    away = await people.vacation_standing(site.matches, ADA.id)
    assert away.running is not None and (away.running.ended_at - site.clock[0]).days == 7
    again = await ada.get("/vacation")
    assert "You're on vacation until" in words(again) and "Stay away longer" in words(again)
    shorter = await ada.post("/vacation", **{**shown(again), "in.value": "2"})
    assert shorter.status == 409 and shown(shorter)["in.value"] == "2"
    await ada.post("/vacation", **{**shown(again), "in.value": "9"})
    assert "On vacation: Ada until" in words(await (await site.visit(BEN)).get(f"/matches/{match.id}"))
    ended = await ada.post("/vacation", csrf=await ada.csrf(), deed="vacation_end", detail=str(away.running.id))
    assert "Welcome back!" in words(ended) and words(ended).count("Everybody has 30 days a year") == 1
    assert "your clocks run. " not in words(ended) and "Go on vacation" in words(ended)
    assert (await people.vacation_standing(site.matches, ADA.id)).running is None
    forged = await ada.post("/vacation", **{**shown(card), "in.value": "31"})
    assert forged.status == 409 and "from 1 to 30" in words(forged)
    assert (await ada.post("/vacation", csrf=await ada.csrf(), deed="vacation_begin")).status == 400


async def test_a_day_or_an_id_of_thousands_of_digits_is_none(site: Visited) -> None:
    ada = await site.visit(ADA)
    card = shown(await ada.get("/vacation"))
    for digits in ("9" * 20, "9" * 10_000):
        refused = await ada.post("/vacation", **{**card, "in.begins": digits})
        assert refused.status == 409 and "from tomorrow on, up to a year ahead" in words(refused)
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
