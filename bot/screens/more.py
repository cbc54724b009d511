"""The options behind More of a match: the less frequent ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.actions import settings
from bot.model.match import Match, State, may_be_abandoned
from bot.model.offer_rules import may_ask_more_time, may_pause
from bot.model.people import Actor
from bot.model.permissions import MatchAct, Reason, may, reasons_of
from bot.screens.core import Act, Action, Asked, Screen, Weight, on
from bot.texts import guide
from bot.texts import lobby as lobby_texts
from bot.texts import matches as match_texts
from bot.texts import offers as offer_texts
from bot.texts import votes as vote_texts
from bot.texts.language import message, say


@dataclass(frozen=True, slots=True)
class MatchOption:
    """An option for a match."""

    label: str
    act: Act

    group: int
    """Whether it is for everybody, private, with the opponent, for leaving, after the end, or for the host of Furlong."""

    state: State | None = None
    """The state of matches in which it is available; None for any."""

    fits: Callable[[Match], bool] = lambda _match: True
    right: MatchAct = MatchAct.SEE
    """What it does, which says who may do it."""

    by_vote: bool = True
    """Whether it is available in a match by vote."""

    is_for_waiting: bool = False
    """Whether it is available only to those who wait for a player without a time limit."""

    has_chance: bool = False
    """Whether it is only for games with chance."""

    weight: Weight = Weight.PLAIN

    @property
    def names(self) -> Sequence[str]:
        """The names by which people may call it."""
        return [self.act.name, self.label.casefold(), say(self.label).casefold()]

    def is_offered(self, match: Match, actor: Actor) -> bool:
        """Whether the option is available to a person in a match now."""
        is_state = self.state in (None, match.state) and (match.game.has_chance or not self.has_chance)
        is_possible = is_state and self.fits(match) and (self.by_vote or not match.is_by_vote)
        if self.is_for_waiting and not may_be_abandoned(match, actor.person.id):
            return False
        return is_possible and may(self.right, match, actor) and not self._is_over_for(match, actor)

    def _is_over_for(self, match: Match, actor: Actor) -> bool:
        """Whether the option is for players, and the person has left a match that goes on."""
        has_left = Reason.HAS_LEFT in reasons_of(match, actor)
        return self.right is not MatchAct.SEE and has_left and match.state is State.RUNNING


HINT: Final = "hint"
"""The act of asking for a hint."""

OPTIONS: Final = (
    MatchOption(message("Log"), Act("log"), 0),
    MatchOption(message("Replay"), Act("replay"), 0),
    MatchOption(message("Rules"), Act("rules"), 0),
    MatchOption(message("Try moves"), Act("try"), 0),
    MatchOption(
        message("Follow"),
        Act("follow_match"),
        1,
        State.RUNNING,
        lambda match: not match.place.by_player,
        MatchAct.FOLLOW,
    ),
    MatchOption(message("Plan"), Act("plan"), 1, State.RUNNING, right=MatchAct.PLAN, by_vote=False),
    MatchOption(message("Note"), Act("note"), 1, right=MatchAct.NOTE),
    MatchOption(message("Hint"), Act(HINT), 1, State.RUNNING, lambda match: match.has_hints, MatchAct.HINT),
    MatchOption(message("Draw"), Act("draw"), 2, State.RUNNING, right=MatchAct.OFFER),
    MatchOption(message("Takeback"), Act("takeback"), 2, State.RUNNING, right=MatchAct.OFFER, by_vote=False),
    MatchOption(message("More time"), Act("time"), 2, State.RUNNING, may_ask_more_time, MatchAct.OFFER),
    MatchOption(message("Pause"), Act("pause"), 2, State.RUNNING, may_pause, MatchAct.OFFER),
    MatchOption(
        offer_texts.END_PAUSE, Act("resume"), 2, State.RUNNING, lambda match: match.pause is not None, MatchAct.OFFER
    ),
    MatchOption(
        message("Hand over"),
        Act("handover"),
        3,
        State.RUNNING,
        lambda match: match.seats == 2 and not match.has_characters and not match.is_fixture,
        MatchAct.OFFER,
        by_vote=False,
    ),
    MatchOption(
        vote_texts.PLAY_NOW,
        Act("vote_now"),
        3,
        State.RUNNING,
        lambda match: match.voting is not None,
        MatchAct.PLAY_NOW,
    ),
    MatchOption(
        lobby_texts.REPORT,
        Act("report"),
        5,
        fits=lambda match: match.is_among_strangers and match.place.by_player,
        right=MatchAct.REPORT,
        weight=Weight.DANGER,
    ),
    MatchOption(match_texts.CALL_OFF, Act("call_off"), 3, State.RUNNING, right=MatchAct.CALL_OFF, is_for_waiting=True),
    MatchOption(message("Resign"), Act("resign"), 3, State.RUNNING, right=MatchAct.RESIGN, weight=Weight.DANGER),
    MatchOption(message("Rematch"), Act("rematch"), 4, State.FINISHED, right=MatchAct.REMATCH, by_vote=False),
    MatchOption(message("Review"), Act("review"), 4, State.FINISHED),
    MatchOption(message("Verify"), Act("verify"), 4, State.FINISHED, has_chance=True),
    MatchOption(message("Chance"), Act("dice"), 0, State.RUNNING, has_chance=True),
)


@on("more", beside=True)
async def open_more(asked: Asked) -> Screen:
    """Handle More, under a board."""
    match = await asked.begun()
    is_public = asked.page and await settings.is_public(asked.context, match)
    link = f"{asked.page}/matches/{match.id}" if is_public else ""
    return Screen(text=guide.more(match, link), groups=options(match, asked.actor))


def options(match: Match, actor: Actor, first: int = 0) -> Sequence[Sequence[Action]]:
    """A person's options in a match now, in their groups from the `first` on."""
    groups: dict[int, list[Action]] = {}
    for entry in sorted(OPTIONS, key=lambda entry: entry.group):
        if entry.group >= first and entry.is_offered(match, actor):
            act = replace(entry.act, match_id=match.id, revision=match.revision)
            groups.setdefault(entry.group, []).append(Action(say(entry.label), act, entry.weight))
    return [*groups.values()]
