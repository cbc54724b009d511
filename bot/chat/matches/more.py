"""The options behind More of a match, and the command `/match`, which can go straight to one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from discord import ButtonStyle, app_commands, ui

from bot.actions.change import check_begun
from bot.chat.core.answers import Answer, Show
from bot.chat.core.arguments import choices, choices_of, latest, meant_or_asked, number_in, running_here
from bot.chat.core.dispatcher import Choices, on_press, slash, suggestions
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import button, row_of
from bot.chat.core.request import Request
from bot.chat.pages import link_to_watch
from bot.model.match import Match, State, Summary, may_be_abandoned
from bot.model.offer_rules import may_ask_more_time
from bot.model.people import Actor
from bot.model.permissions import MatchAct, Reason, may, reasons_of
from bot.model.refusals import Refusal
from bot.model.refusals.matches import NothingFinished, NothingToPlay
from bot.model.refusals.people import UnknownSetting
from bot.screens.core import Act
from bot.texts import guide, matches, votes
from bot.texts.language import message, say

_LONGEST: Final = 40  # characters; every possible value is shorter
_ROWS: Final = 5  # see `_Entry.row`


@dataclass(frozen=True, slots=True)
class _Entry:
    """An option for a match: a button behind More, and a choice of `/match do:`."""

    label: str
    press: Act
    row: int
    """Its row of buttons; each row fits on a phone."""

    state: State | None = None
    """The state of matches in which it is available; None for any."""

    fits: Callable[[Match], bool] = lambda _match: True
    act: MatchAct = MatchAct.SEE
    """What it does, which says who may do it."""

    by_vote: bool = True
    """Whether it is available in a match by vote."""

    is_for_waiting: bool = False
    """Whether it is available only to those who wait for a player without a time limit."""

    has_chance: bool = False
    """Whether it is only for games with chance."""

    style: ButtonStyle = ButtonStyle.secondary

    @property
    def names(self) -> Sequence[str]:
        """The names by which people may call it."""
        return [self.press.name, self.label.casefold(), say(self.label).casefold()]

    def is_offered(self, match: Match, actor: Actor) -> bool:
        """Whether the option is available to a person in a match now."""
        is_state = self.state in (None, match.state) and (match.game.has_chance or not self.has_chance)
        is_possible = is_state and self.fits(match) and (self.by_vote or not match.is_by_vote)
        if self.is_for_waiting and not may_be_abandoned(match, actor.person.id):
            return False
        return is_possible and may(self.act, match, actor) and not self._is_over_for(match, actor)

    def _is_over_for(self, match: Match, actor: Actor) -> bool:
        """Whether the option is for players, and the person has left a match that goes on."""
        has_left = Reason.HAS_LEFT in reasons_of(match, actor)
        return self.act is not MatchAct.SEE and has_left and match.state is State.RUNNING


_ENTRIES: Final = (
    _Entry(message("Log"), Act("log"), 0),
    _Entry(message("Replay"), Act("replay"), 0),
    _Entry(message("Rules"), Act("rules"), 0),
    _Entry(message("Try moves"), Act("try"), 0),
    _Entry(message("Plan"), Act("plan"), 1, State.RUNNING, act=MatchAct.PLAN, by_vote=False),
    _Entry(message("Note"), Act("note"), 1, act=MatchAct.NOTE),
    _Entry(message("Hint"), Act("hint"), 1, State.RUNNING, lambda match: match.has_hints, MatchAct.HINT),
    _Entry(message("Draw"), Act("draw"), 2, State.RUNNING, act=MatchAct.OFFER),
    _Entry(message("Takeback"), Act("takeback"), 2, State.RUNNING, act=MatchAct.OFFER, by_vote=False),
    _Entry(message("More time"), Act("time"), 2, State.RUNNING, may_ask_more_time, MatchAct.OFFER),
    _Entry(
        message("Hand over"),
        Act("handover"),
        3,
        State.RUNNING,
        lambda match: match.seats == 2 and not match.has_characters and not match.is_fixture,
        MatchAct.OFFER,
        by_vote=False,
    ),
    _Entry(
        votes.PLAY_NOW,
        Act("vote_now"),
        3,
        State.RUNNING,
        lambda match: match.voting is not None,
        act=MatchAct.PLAY_NOW,
    ),
    _Entry(matches.CALL_OFF, Act("call_off"), 3, State.RUNNING, act=MatchAct.CALL_OFF, is_for_waiting=True),
    _Entry(message("Resign"), Act("resign"), 3, State.RUNNING, act=MatchAct.RESIGN, style=ButtonStyle.danger),
    _Entry(message("Rematch"), Act("rematch"), 4, State.FINISHED, act=MatchAct.REMATCH, by_vote=False),
    _Entry(message("Review"), Act("review"), 4, State.FINISHED),
    _Entry(message("Verify"), Act("verify"), 4, State.FINISHED, has_chance=True),
    _Entry(message("Dice"), Act("dice"), 0, State.RUNNING, has_chance=True),
)
_MORE: Final = _Entry(message("More"), Act("more"), 0)


def _named(do: str | None) -> _Entry:
    """The option with a label or an action; More without a name. Raises `UnknownSetting`."""
    if do is None:
        return _MORE
    wanted = do.strip().casefold()
    found = next((entry for entry in _ENTRIES if wanted in entry.names), None)
    if found is None:
        raise UnknownSetting(do, [say(entry.label) for entry in _ENTRIES])
    return found


async def _fitting(request: Request, entry: _Entry) -> Sequence[Summary]:
    """The person's matches with an option, with those that wait for them first."""
    states = [state for state in (State.RUNNING, State.FINISHED) if entry.state in (None, state)]
    return [match for match in await latest(request, *states) if match.game.has_chance or not entry.has_chance]


@suggestions
async def complete_match(request: Request, typed: str) -> Choices:
    """The matches with the option filled in so far, for the command's `match`."""
    try:
        entry = _named(request.options.get("do"))
    except UnknownSetting:
        entry = _MORE
    fitting = await _fitting(request, entry)
    return choices([(match.id, matches.against(match, request.person)) for match in fitting], typed)


@suggestions
async def complete_do(request: Request, typed: str) -> Choices:
    """The options for the match filled in or the person's only running one, for the command's `do`."""
    afterwards = [entry for entry in _ENTRIES if entry.state is State.FINISHED]
    try:
        number = number_in(request.options.get("match"))
        meant = [match.id for match in await running_here(request)] if number is None else [number]
        match = await request.find(meant[0]) if len(meant) == 1 else None
    except NothingToPlay:
        possible = afterwards
    except Refusal:
        possible = []
    else:
        possible = [
            entry
            for entry in _ENTRIES
            if (entry.act is not MatchAct.PLAY_NOW if match is None else entry.is_offered(match, request.actor))
        ]
        possible += afterwards if match is not None and number is None else []
    return choices_of({entry.press.name: say(entry.label) for entry in possible}, typed)


@app_commands.command(name="match", description="What stands behind More of a match, or one thing of it at once.")
@app_commands.describe(
    match="Which match, if you have several here; for a rematch and the like the latest if you do not say",
    do="What to do at once: offer a draw, take a move back, resign and more",
)
@app_commands.autocomplete(match=complete_match, do=complete_do)
@slash
async def match_command(
    request: Request, match: str | None = None, do: app_commands.Range[str, 1, _LONGEST] | None = None
) -> Answer | None:
    """Do the same as the button of that name."""
    entry, number = _named(do), number_in(match)
    if number is None and entry.state is State.FINISHED:
        found = await _fitting(request, entry) or await latest(request, State.FINISHED)
        if not found:
            raise NothingFinished
        number = found[0].id
    if number is None:
        number = await meant_or_asked(request, entry.press)
    return await request.answer_to(replace(entry.press, match_id=number))


@on_press("more")
async def more(request: Request) -> Answer:
    """Handle More, under a board: show the less frequent options."""
    match = await request.match()
    check_begun(match)
    link = await link_to_watch(request, match)
    return Show(Post(plain(guide.more(match, link), *_rows(match, request.actor))))


def _rows(match: Match, actor: Actor) -> list[ui.ActionRow[ui.LayoutView]]:
    """A person's options in a match: for everybody, private, with the opponent, leaving, and after the end."""
    rows = [
        [
            button(say(entry.label), replace(entry.press, match_id=match.id, revision=match.revision), entry.style)
            for entry in _ENTRIES
            if entry.row == row and entry.is_offered(match, actor)
        ]
        for row in range(_ROWS)
    ]
    return [row_of(*buttons) for buttons in rows if buttons]
