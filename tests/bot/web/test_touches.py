"""Where each button of a match is on the page: how many touches it takes, and what one has read before."""

from html.parser import HTMLParser
from typing import Final

import pytest

from bot.actions import playing
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import SILENCE_OF_GONE, Match
from bot.model.people import Person
from bot.model.votes import CHANNEL as EVERYBODY
from bot.model.votes import DRAW, RESIGN
from players.characters import MOLE
from rules import GAMES
from rules.core import Seat
from tests.bot.web.test_permissions import POSTS
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Browser, Visited

DORA, EDA = Person(8 << 22, "Dora"), Person(9 << 22, "Eda")


_VOTE: Final = "vote"


class _Buttons(HTMLParser):
    """The buttons that do something: what one unfolds on the way to each, and whether it is marked as dangerous.

    What is voted for stands for the vote.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, tuple[str, ...]] = {}
        self.grave: set[str] = set()
        self._unfolded: list[str] = []
        self._deed = ""
        self._is_summary = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "details":
            assert "open" not in given, "it is folded at first"
            self._unfolded.append("")
        self._is_summary = tag == "summary"
        if tag == "input" and given.get("name") == ("detail" if self._deed == _VOTE else "deed"):
            self._deed = given.get("value") or ""
        elif tag == "button" and self._deed:
            self.found[self._deed] = tuple(self._unfolded)
            if "danger" in (given.get("class") or ""):
                self.grave.add(self._deed)
            self._deed = ""

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


async def _paused(site: Visited) -> Match:
    match = await _after_a_move(site)
    asking = await site.matches.offer_pause(site.actor(ADA), match.id, 7)
    return await site.matches.accept_offer(site.actor(BEN), match.id, asking.offers[-1].id)


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


async def _alone(site: Visited) -> Match:
    proposal = Proposal(GAMES["furl"], CHANNEL, seated(MOLE, 1), Seat(0))
    match = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    return (await site.matches.play(site.actor(ADA), match.id, "a4<c4")).match


async def _left(site: Visited) -> Match:
    """A match of three that Ben has left."""
    site.members |= {(SERVER, person.id) for person in (DORA, EDA)}
    match = await site.matches.propose(site.actor(ADA), SERVER, Proposal(GAMES["farlander"], CHANNEL, (BEN, EDA)))
    for person in (BEN, EDA):
        match = await site.matches.join(site.actor(person), match.id)
    async with site.matches.change(match.id, site.actor(BEN)) as change:
        playing.resign(change, BEN)
    return change.match


MORE: Final = ("More",)
_DRAW: Final = {"draw_yes": ("More", "Draw")}
_TAKEBACK: Final = {"takeback_yes": ("More", "Takeback")}
_RESIGN: Final = {"resign_yes": ("More", "Resign")}
_HANDOVER: Final = {"handover_to": ("More", "Hand over")}
_PAUSE: Final = {"pause_for": ("More", "Pause")}
_ANSWERS: Final = {"offer_yes": (), "offer_no": ()}
CASES: Final = {
    "at first": (_at_first, ADA, {**_DRAW, **_HANDOVER, **_RESIGN}),
    "after one's own move": (
        _after_a_move,
        ADA,
        {**_DRAW, **_TAKEBACK, **_PAUSE, **_HANDOVER, **_RESIGN, "time_yes": ("More", "More time")},
    ),
    "before one's first move": (_after_a_move, BEN, {**_DRAW, **_PAUSE, **_HANDOVER, **_RESIGN, "time_yes": MORE}),
    "in a pause": (_paused, BEN, {**_DRAW, **_HANDOVER, **_RESIGN, "resume": ()}),
    "after one's own offer": (_offered, ADA, {**_HANDOVER, **_RESIGN}),
    "after another's offer": (_offered, BEN, {**_ANSWERS, **_HANDOVER, **_RESIGN}),
    "with hints": (_with_hints, ADA, {**_DRAW, **_HANDOVER, **_RESIGN, "hint": MORE}),
    "with a character alone": (_alone, ADA, {**_DRAW, "takeback_yes": MORE, **_RESIGN}),
    "by vote": (
        _by_vote,
        ADA,
        {DRAW: MORE, RESIGN: ("More", "Vote to resign"), "vote_now": MORE, "follow_match": MORE},
    ),
    "after another player has left": (_left, ADA, {**_ANSWERS, **_DRAW, **_RESIGN}),
    "watching": (_at_first, CLEO, {"follow_match": MORE}),
    "watching, after a player has left": (_left, DORA, {"seat": (), "follow_match": MORE}),
    "after the other player has left the server": (
        _left_alone,
        ADA,
        {**_DRAW, **_TAKEBACK, **_HANDOVER, **_RESIGN, "call_off_yes": ("More", "Call off")},
    ),
    "at the end": (_over, BEN, {"rematch": ()}),
}


def test_every_button_has_its_place_in_some_case() -> None:
    shown = {deed for _begin, _person, places in CASES.values() for deed in places}
    forms = [form for posts in POSTS.values() for path, form in posts if path == "deeds"]
    assert shown == {form["detail"] if form["deed"] == _VOTE else form["deed"] for form in forms}


@pytest.mark.parametrize("case", CASES)
async def test_each_button_is_so_many_touches_away_and_what_cannot_be_undone_is_not_the_first(
    site: Visited, case: str
) -> None:
    begin, person, places = CASES[case]
    shown = await _buttons(await site.visit(person), await begin(site))
    assert shown.found == places
    assert shown.grave == {deed for deed in places if "resign" in deed or deed == "call_off_yes"}
    assert all(len(shown.found[deed]) == 2 for deed in shown.grave), "one unfolds a question before"
