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
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.chat.pages import link_to_watch
from bot.model.match import Match, State, Summary
from bot.model.offer_rules import may_ask_more_time
from bot.model.people import Person
from bot.model.refusals import Refusal
from bot.model.refusals.matches import NothingFinished, NothingToPlay
from bot.model.refusals.people import UnknownSetting
from bot.texts import guide, matches, votes
from bot.texts.language import message, say

_LONGEST: Final = 40  # characters; every possible value is shorter
_ROWS: Final = 5  # see `_Entry.row`


@dataclass(frozen=True, slots=True)
class _Entry:
    """An option for a match: a button behind More, and a choice of `/match do:`."""

    label: str
    press: Press
    row: int
    """Its row of buttons; each row fits on a phone."""

    state: State | None = None
    """The state of matches in which it is available; None for any."""

    fits: Callable[[Match], bool] = lambda _match: True
    is_for_all: bool = False
    """Whether it is also available to spectators, and to players who have left a match that goes on."""

    is_for_host: bool = False
    """Whether it is available only to the host, even if the host does not play."""

    by_vote: bool = True
    """Whether it is available in a match by vote."""

    has_chance: bool = False
    """Whether it is only for games with chance."""

    style: ButtonStyle = ButtonStyle.secondary

    @property
    def names(self) -> Sequence[str]:
        """The names by which people may call it."""
        return [self.press.action, self.label.casefold(), say(self.label).casefold()]

    def is_offered(self, match: Match, person: Person) -> bool:
        """Whether the option is available to a person in a match now."""
        seat = match.seat_of(person.id)
        plays = seat is not None and not (match.state is State.RUNNING and match.seating.has_left(seat))
        is_state = self.state in (None, match.state) and (match.game.has_chance or not self.has_chance)
        may = person.id == match.host.id if self.is_for_host else plays or self.is_for_all
        return is_state and may and self.fits(match) and (self.by_vote or not match.is_by_vote)


_ENTRIES: Final = (
    _Entry(message("Log"), Press("log"), 0, is_for_all=True),
    _Entry(message("Replay"), Press("replay"), 0, is_for_all=True),
    _Entry(message("Rules"), Press("rules"), 0, is_for_all=True),
    _Entry(message("Try moves"), Press("try"), 0, is_for_all=True),
    _Entry(message("Plan"), Press("plan"), 1, State.RUNNING, by_vote=False),
    _Entry(message("Note"), Press("note"), 1),
    _Entry(message("Hint"), Press("hint"), 1, State.RUNNING, lambda match: match.has_hints),
    _Entry(message("Draw"), Press("draw"), 2, State.RUNNING),
    _Entry(message("Takeback"), Press("takeback"), 2, State.RUNNING, by_vote=False),
    _Entry(message("More time"), Press("time"), 2, State.RUNNING, may_ask_more_time),
    _Entry(
        message("Hand over"),
        Press("handover"),
        3,
        State.RUNNING,
        lambda match: match.seats == 2 and not match.has_characters and not match.is_fixture,
        by_vote=False,
    ),
    _Entry(
        votes.PLAY_NOW, Press("vote_now"), 3, State.RUNNING, lambda match: match.voting is not None, is_for_host=True
    ),
    _Entry(message("Resign"), Press("resign"), 3, State.RUNNING, style=ButtonStyle.danger),
    _Entry(message("Rematch"), Press("rematch"), 4, State.FINISHED, by_vote=False),
    _Entry(message("Review"), Press("review"), 4, State.FINISHED, is_for_all=True),
    _Entry(message("Verify"), Press("verify"), 4, State.FINISHED, is_for_all=True, has_chance=True),
    _Entry(message("Dice"), Press("dice"), 0, State.RUNNING, is_for_all=True, has_chance=True),
)
_MORE: Final = _Entry(message("More"), Press("more"), 0, is_for_all=True)


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
            if (not entry.is_for_host if match is None else entry.is_offered(match, request.person))
        ]
        possible += afterwards if match is not None and number is None else []
    return choices_of({entry.press.action: say(entry.label) for entry in possible}, typed)


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
    return Show(Post(plain(guide.more(match, link), *_rows(match, request.person))))


def _rows(match: Match, person: Person) -> list[ui.ActionRow[ui.LayoutView]]:
    """A person's options in a match: for everybody, private, with the opponent, leaving, and after the end."""
    rows = [
        [
            button(say(entry.label), replace(entry.press, match_id=match.id, revision=match.revision), entry.style)
            for entry in _ENTRIES
            if entry.row == row and entry.is_offered(match, person)
        ]
        for row in range(_ROWS)
    ]
    return [row_of(*buttons) for buttons in rows if buttons]
