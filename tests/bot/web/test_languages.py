"""The language of the page: the visitor's own, or else the one that their browser asks for."""

import re
from dataclasses import replace
from html import unescape

import pytest

import bot.texts.language
from bot.actions import settings
from bot.texts.language import Language, language
from tests.bot.pseudo import PSEUDO
from tests.bot.web.visiting import ADA, BEN, Answer, Browser, Visited, words

_OTHER = PSEUDO.code


@pytest.fixture(autouse=True)
def _other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language other than English, whether or not it has translations."""

    def known(code: str) -> Language:
        return PSEUDO if code == _OTHER else language(code)

    monkeypatch.setattr(bot.texts.language, "language", known)


def _lang(answer: Answer) -> str:
    found = re.search(r'<html lang="([^"]*)"', answer.text)
    assert found is not None
    return found[1]


async def _choose(site: Visited, chosen: str) -> None:
    await settings.prefer(site.matches, ADA, lambda before: replace(before, language=chosen))


async def test_a_visitor_reads_the_page_in_the_language_that_they_chose(site: Visited) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    await _choose(site, _OTHER)
    home = await ada.get("/", **{"Accept-Language": "fr"})
    assert _lang(home) == _OTHER and "Puzzle of the day" not in words(home)
    assert _lang(await ben.get("/")) == "en"


async def test_without_a_choice_the_browser_is_asked(site: Visited) -> None:
    wanted = {"Accept-Language": "xx, *;q=0.9, pt-BR;q=0.8,de"}
    assert _lang(await (await site.visit(ADA)).get("/", **wanted)) == "pt-BR"
    assert _lang(await Browser(site).get("/", **wanted)) == "pt-BR"
    assert _lang(await Browser(site).get("/", **{"Accept-Language": ",;q=,en-GB,de"})) == "en"
    assert _lang(await Browser(site).get("/")) == "en"


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        *(("pt-br", "pt-BR"), ("PT-BR", "pt-BR"), ("DE", "de"), ("De-at", "de"), ("ES-419", "es"), ("pl_PL", "pl")),
        *(("../../de", "en"), ("de/../..", "en"), ("d\u0130", "en"), ("de-" + "x" * 7000, "de"), ("_-_", "en")),
    ],
)
async def test_a_language_is_known_in_any_spelling_and_a_hostile_one_is_english(
    site: Visited, wanted: str, expected: str
) -> None:
    assert _lang(await Browser(site).get("/", **{"Accept-Language": wanted})) == expected


async def test_errors_are_explained_in_the_language_of_the_visitor(site: Visited) -> None:
    ada = await site.visit(ADA)
    await _choose(site, _OTHER)
    for answer in (await ada.get("/nowhere"), await ada.get("/puzzles/furl/0123456789"), await ada.post("/play")):
        assert answer.status >= 400 and _lang(answer) == _OTHER
    signed_out = await Browser(site).get("/lessons/furl", **{"Accept-Language": _OTHER})
    assert signed_out.status == 401 and _lang(signed_out) == _OTHER and "signed in" not in words(signed_out)


async def test_pictures_are_kept_for_each_language(site: Visited) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    pages = ("/", f"/matches/{match.id}", f"/matches/{match.id}/try", "/lessons/furl/1", "/try/furl")
    addresses: dict[str, set[str]] = {}
    for chosen in ("en", _OTHER):
        await _choose(site, chosen)
        found = [
            re.findall(r'<img src="([^"]*(?:picture\?|/boards/)[^"]*)"', (await ada.get(page)).text) for page in pages
        ]
        assert all(found)
        addresses[chosen] = {unescape(address) for several in found for address in several}
    assert not addresses["en"] & addresses[_OTHER]
    for address in addresses[_OTHER]:
        await ada.get_bytes(address)
