"""What stands in the way in leagues."""

from bot.chat.sentences.clocks import instant
from bot.chat.sentences.competitions import title
from bot.chat.sentences.names import name
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.competitions.competition import CompetitionStage, Format
from bot.model.competitions.ladder import REACH
from bot.model.refusals.competitions import (
    AlreadyEntered,
    BeginsTooFar,
    BusyOnLadder,
    CompetitionFull,
    CompetitionOver,
    EntryClosed,
    FirstDayTooFar,
    LastsTooLong,
    NoCompetition,
    NotDay,
    NotEntered,
    NoTimeLimit,
    NotMoment,
    NotOnLadder,
    OutOfReach,
    SameGame,
    SeasonTooLong,
    SeasonTooShort,
    SeveralCompetitions,
    TooManyMatches,
    UnknownCompetition,
)
from rules.wording import listed, plural, quotation


@sentence.register
def _(refusal: UnknownCompetition) -> str:
    return f"There is no league or event {quotation(refusal.text)} here. Choose one from the suggestions of `/league table` or `/event table`."


@sentence.register
def _(_refusal: NoCompetition) -> str:
    return (
        "There is no such league or event on this server at the moment. Somebody who manages the server can open one with "
        "`/league start` or `/event start`."
    )


@sentence.register
def _(refusal: SeveralCompetitions) -> str:
    return (
        f"There are several here: {listed([title(one) for one in refusal.found])}. Say which one, or use the buttons of its "
        "message."
    )


@sentence.register
def _(refusal: NotDay) -> str:
    return f"{quotation(refusal.text)} is no day. Write a date such as 2030-01-31, or `3 days`, `2 weeks`, `2 months`."


@sentence.register
def _(refusal: FirstDayTooFar) -> str:
    return (
        f"The first day, {refusal.first_day.isoformat()}, will not do: it has to come after today, "
        f"{refusal.today.isoformat()} (UTC), and within {refusal.most} days."
    )


@sentence.register
def _(refusal: SeasonTooShort) -> str:
    return (
        f"From {refusal.first_day.isoformat()} to {refusal.last_day.isoformat()} is too short: a season has {refusal.least} days at "
        "least. Some weeks are good, so that matches can be finished."
    )


@sentence.register
def _(refusal: SeasonTooLong) -> str:
    return f"A season of {refusal.days} days is too long: {refusal.most} are the most."


@sentence.register
def _(refusal: NotMoment) -> str:
    return f"{quotation(refusal.text)} does not say how long. Write `90 minutes`, `3 hours`, `2 days` or `4 weeks`."


@sentence.register
def _(refusal: BeginsTooFar) -> str:
    return f"An event begins later than now and within {refusal.most} days: write `2 hours`, `3 days` or a date."


@sentence.register
def _(refusal: LastsTooLong) -> str:
    minutes = int(refusal.shortest.total_seconds() // 60)
    return f"An event lasts from {minutes} minutes to {refusal.most} days."


@sentence.register
def _(_refusal: NoTimeLimit) -> str:
    return "A season has to end, so its matches need a limit for a move: choose `days` from 1 to 14."


@sentence.register
def _(refusal: SameGame) -> str:
    stage = "open" if refusal.other.stage is CompetitionStage.OPEN else "running"
    return (
        f"**{title(refusal.other)}** with {refusal.game.name} is {stage} on this server already. One of a kind at a time "
        "keeps it full."
    )


@sentence.register
def _(refusal: AlreadyEntered) -> str:
    if refusal.competition.regulations.format is Format.LADDER:
        return f"You are on the **{title(refusal.competition)}** already. Climb with its button **Challenge**."
    return (
        f"You are in **{title(refusal.competition)}** already. It begins {instant(refusal.competition.begins_at, 'R')}."
    )


@sentence.register
def _(refusal: NotEntered) -> str:
    return f"Nobody of that name plays in **{title(refusal.competition)}**, or not any more."


@sentence.register
def _(refusal: EntryClosed) -> str:
    return (
        f"**{title(refusal.competition)}** has begun or is over, so it is too late for that. When a league goes on, its next "
        "season opens by itself."
    )


@sentence.register
def _(refusal: CompetitionFull) -> str:
    return f"**{title(refusal.competition)}** is full: {refusal.most} people are the most."


@sentence.register
def _(refusal: TooManyMatches) -> str:
    return (
        f"With **{title(refusal.competition)}** you might have more than {plural(refusal.most, 'match', 'matches')} of "
        f"seasons at once: you are in {listed([f'**{title(one)}**' for one in refusal.entered])}. Leave one of them first."
    )


@sentence.register
def _(refusal: CompetitionOver) -> str:
    return f"**{title(refusal.competition)}** is over."


@sentence.register
def _(refusal: NotOnLadder) -> str:
    who = "You are" if refusal.is_asker else f"**{name(refusal.person)}** is"
    return f"{who} not on the **{title(refusal.competition)}**. `/ladder join` and its button **Join** lead there."


@sentence.register
def _(refusal: OutOfReach) -> str:
    people = listed([f"**{name(one)}**" for one in refusal.reach], "or")
    reach = f"you can challenge {people}" if refusal.reach else "nobody stands above you"
    return f"On a ladder one challenges up to {REACH} places above: at the moment {reach}."


@sentence.register
def _(refusal: BusyOnLadder) -> str:
    who = "You have" if refusal.is_asker else f"**{name(refusal.person)}** has"
    return (
        f"{who} a challenge or match on this ladder already, #{refusal.match_id}: everybody has one at a time. "
        "`/games` lists yours."
    )
