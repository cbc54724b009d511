"""Vacations, during which all clocks of a person stop."""

from dataclasses import replace
from typing import Final

from bot.actions import people, settings
from bot.model.durations import days_in
from bot.model.vacations import DAYS_A_YEAR, VacationStanding
from bot.screens.core import VALUE, Act, Action, Ask, Asked, Choosable, Part, Screen, on, snowflake
from bot.texts import pages as page_texts
from bot.texts import people as people_texts
from bot.texts.language import say
from bot.texts.vocabulary import day_typed, duration_in_english

BEGINS: Final = "begins"
"""The name of the field with the day on which a vacation begins; without one, it begins now."""

_USUAL: Final = 7  # days
_LONGEST_DAY: Final = 40  # characters


@on("vacation_show", beside=True, at="/vacation")
async def show(asked: Asked) -> Screen:
    """Show how many days of vacation the person has left."""
    return _shown(await people.vacation_standing(asked.context, asked.person.id))


@on("vacation_begin", beside=True, takes_value=True)
async def begin(asked: Asked) -> Screen:
    """Begin a vacation of some days, or prolong the present one to that; or plan one, if a day is named."""
    days = days_in(duration_in_english(asked.act.value), 1, DAYS_A_YEAR)
    named = "".join(asked.fields.get(BEGINS, ())).strip()
    if not named:
        return _shown(await people.go_on_vacation(asked.context, asked.person, days))
    today = (await settings.of_person(asked.context, asked.person.id)).local(asked.context.now()).date()
    return _shown(await people.plan_vacation(asked.context, asked.person, day_typed(named, today), days))


@on("vacation_end")
async def end(asked: Asked) -> Screen:
    """Handle End it now, and Give up the plan."""
    standing = await people.come_back(asked.context, asked.person, snowflake(asked.act.detail))
    # An address of its own would lead a page on to that of the vacation, which doesn't welcome anybody back.
    return replace(_shown(standing), text=people_texts.came_back(standing), here=None)


def _shown(standing: VacationStanding) -> Screen:
    ends = {say("End it now"): standing.running, say("Give up the plan"): standing.planned}
    actions = [
        Action(label, Act("vacation_end", detail=f"{away.id}")) for label, away in ends.items() if away is not None
    ]
    return Screen(
        title=say(page_texts.VACATION),
        text=people_texts.vacation(standing),
        here=Act("vacation_show"),
        actions=actions,
        form=_form(standing) if standing.most_days else None,
        hint=people_texts.vacation_hint(standing),
        up=_back(),
    )


def _form(standing: VacationStanding) -> Ask:
    """The form to go on vacation, or to stay away longer."""
    days = [
        Choosable(
            say("{count, plural, one {# day} other {# days}}", count=count),
            "",
            f"{count}",
            is_chosen=count == min(standing.most_days, _USUAL),
        )
        for count in range(1, standing.most_days + 1)
    ]
    label = say(page_texts.GO_AWAY if standing.running is None else page_texts.STAY_AWAY)
    begins = Part(
        name=BEGINS, label=say(page_texts.AWAY_FROM), hint=say(page_texts.AWAY_FROM_HINT), longest=_LONGEST_DAY
    )
    return Ask(
        Act("vacation_begin"), label, [Part(name=VALUE, label=say(page_texts.AWAY_FOR), options=days), begins], label
    )


def _back() -> Action:
    return Action(say(page_texts.SETTINGS), Act("own_settings"))
