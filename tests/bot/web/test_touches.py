"""Where each button of a match is on the page: how many touches it takes, and what one has read before."""

from html.parser import HTMLParser
from typing import Final

import pytest

from bot.model.challenges import Proposal
from bot.model.characters import MOLE, seated
from bot.model.clock import Terms
from bot.model.match import SILENCE_OF_GONE, Match
from bot.model.votes import CHANNEL as EVERYBODY
from bot.model.votes import DRAW, RESIGN
from bot.web.more import DEEDS, HINT
from rules import GAMES
from rules.core import Seat
from tests.bot.web.visiting import ADA, BEN, CHANNEL, SERVER, Browser, Visited


class _Buttons(HTMLParser):
    """The buttons that do something: what one unfolds on the way to each, and whether it is marked as dangerous."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, tuple[str, ...]] = {}
        self.grave: set[str] = set()
        self._unfolded: list[str] = []
        self._is_summary = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "details":
            assert "open" not in given, "it is folded at first"
            self._unfolded.append("")
        self._is_summary = tag == "summary"
        deed = given.get("value")
        if tag == "button" and given.get("name") == "deed" and deed is not None:
            self.found[deed] = tuple(self._unfolded)
            if "danger" in (given.get("class") or ""):
                self.grave.add(deed)

    def handle_data(self, data: str) -> None:
        if self._is_summary:
            self._unfolded[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._is_summary = False
        if tag == "details":
            self._unfolded.pop()


async def _buttons(browser: Browser, match: Match) -> _Buttons:
    seen = _Buttons()
    seen.feed((await browser.get(f"/matches/{match.id}")).text)
    return seen


async def _running(site: Visited, terms: Terms, *moves: str) -> Match:
    proposal = Proposal(GAMES["furl"], CHANNEL, (BEN,), host_seat=Seat(0), terms=terms)
    proposed = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    match = await site.matches.join(site.actor(BEN), proposed.id)
    for move in moves:
        assert match.to_move is not None
        match = (await site.matches.play(site.actor(match.to_move), match.id, move)).match
    return match


async def _by_vote(site: Visited) -> Match:
    terms = Terms(3, vote_minutes=60)
    proposal = Proposal(GAMES["furl"], CHANNEL, seated(MOLE, 1), Seat(0), terms=terms, channels=(EVERYBODY,))
    return await site.matches.propose(site.actor(ADA), SERVER, proposal)


async def _at_first(site: Visited) -> Match:
    return await _running(site, Terms())


async def _after_a_move(site: Visited) -> Match:
    return await _running(site, Terms(3), "a4<c4")


async def _offered(site: Visited) -> Match:
    match = await _running(site, Terms())
    await site.matches.offer_draw(site.actor(ADA), match.id)
    return match


async def _over(site: Visited) -> Match:
    match = await _running(site, Terms())
    return await site.matches.resign(site.actor(BEN), match.id)


async def _with_hints(site: Visited) -> Match:
    return await _running(site, Terms(has_hints=True))


async def _left_alone(site: Visited) -> Match:
    match = await _running(site, Terms(), "a4<c4")
    site.members.remove((SERVER, BEN.id))
    site.clock[0] += SILENCE_OF_GONE
    return match


MORE: Final = ("More",)
CASES: Final = {
    "at first": (_at_first, ADA, {"draw": ("More", "Draw"), "resign": ("More", "Resign")}),
    "after one's own move": (
        _after_a_move,
        ADA,
        {"draw": ("More", "Draw"), "takeback": ("More", "Takeback"), "resign": ("More", "Resign"), "time": MORE},
    ),
    "before one's first move": (
        _after_a_move,
        BEN,
        {"draw": ("More", "Draw"), "resign": ("More", "Resign"), "time": MORE},
    ),
    "after one's own offer": (_offered, ADA, {"resign": ("More", "Resign")}),
    "after another's offer": (_offered, BEN, {"accept": (), "decline": (), "resign": ("More", "Resign")}),
    "with hints": (_with_hints, ADA, {"draw": ("More", "Draw"), "resign": ("More", "Resign"), "hint": MORE}),
    "by vote": (_by_vote, ADA, {DRAW: MORE, RESIGN: ("More", "Resign"), "vote_now": MORE}),
    "after the other player has left the server": (
        _left_alone,
        ADA,
        {
            "draw": ("More", "Draw"),
            "takeback": ("More", "Takeback"),
            "resign": ("More", "Resign"),
            "call_off": ("More", "Call off"),
        },
    ),
    "at the end": (_over, BEN, {"rematch": ()}),
}


def test_every_button_has_its_place_in_some_case() -> None:
    shown = {deed for _begin, _person, places in CASES.values() for deed in places}
    assert shown == {*DEEDS, HINT, DRAW, RESIGN}


@pytest.mark.parametrize("case", CASES)
async def test_each_button_is_so_many_touches_away_and_what_cannot_be_undone_is_not_the_first(
    site: Visited, case: str
) -> None:
    begin, person, places = CASES[case]
    shown = await _buttons(await site.visit(person), await begin(site))
    assert shown.found == places
    assert shown.grave == {deed for deed in places if "resign" in deed or deed == "call_off"}
    assert all(len(shown.found[deed]) == 2 for deed in shown.grave), "one unfolds a question before"
