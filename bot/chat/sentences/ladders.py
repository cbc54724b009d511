"""Ladders: how they work, and whom one may challenge."""

from typing import Final

from bot.chat.sentences.clocks import agreed
from bot.chat.sentences.competitions import title
from bot.chat.sentences.names import lines, name, shortened
from bot.model.competitions.ladder import DAYS_TO_ANSWER, MOST_DECLINED, QUIET, REACH
from bot.model.competitions.standings import LadderStandings

_LONGEST_LABEL: Final = 40

LADDER_RULES: Final = (
    f"**Climbing.** Challenge somebody up to {REACH} places above you. If you win, you take their place, and those between "
    "go down one; if you lose or draw, nothing changes. Chance decides who moves first. Everybody has one challenge or match "
    "on the ladder at a time.\n"
    f"**Answering.** Whoever is challenged has {DAYS_TO_ANSWER} days; no answer counts as declined. Who declines "
    f"{MOST_DECLINED} in a row loses their place to the second one who has asked. Playing makes it good again.\n"
    f"**Being quiet.** Who has neither challenged, accepted nor finished a match for {QUIET.days} days goes down a place every "
    "midnight (UTC), past everybody who is not quiet.\n"
    "**Leaving.** You can leave at any time and join again, at the bottom. A match that you play on the ladder is lost then."
)


def whom(standings: LadderStandings, person_id: int) -> str:
    """Over the buttons with those whom somebody may challenge."""
    ladder, place = standings.ladder, standings.ladder.place(person_id)
    if place is None:
        return f"You are not on the **{title(standings.competition)}** yet: press **Join** under it."
    where = f"You have place {place} on the **{title(standings.competition)}**."
    if place == 1:
        return f"{where} Nobody stands above you; others challenge you."
    if person_id in ladder.going_on:
        return (
            f"{where} You have a challenge or match on it already, #{ladder.going_on[person_id].id}, and one at a time."
        )
    return lines(f"{where} Whom do you challenge?", f"-# {agreed(standings.competition.regulations.terms)}")


def challenge_label(standings: LadderStandings, person_id: int) -> str:
    """On the button that challenges somebody."""
    person = standings.person(person_id)
    busy = ", plays" if person_id in standings.ladder.going_on else ""
    return shortened(f"{standings.ladder.place(person_id)}. {person.name}{busy}", _LONGEST_LABEL)


def challenged(standings: LadderStandings, person_id: int) -> str:
    """To whoever has challenged somebody."""
    return (
        f"**{name(standings.person(person_id))}** is challenged for place {standings.ladder.place(person_id)}, and has "
        f"{DAYS_TO_ANSWER} days to answer."
    )
