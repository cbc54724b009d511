"""The first day of a competition: who is in which division, and who meets whom first. A function over its change."""

from dataclasses import replace

from bot.actions.competitions.change import CompetitionChange
from bot.model.competitions.competition import CompetitionStage, Format
from bot.model.competitions.divisions import divided, order_of
from bot.model.competitions.rounds import first_meetings, rounds_of
from bot.store.jobs.bulletins import BulletinKind


def begin(change: CompetitionChange) -> None:
    """Begin a competition whose first day has come; with too few people it comes to nothing."""
    if not change.is_due_to_begin:
        return
    if len(change.entrants) < change.competition.regulations.format.fewest:
        change.update(stage=CompetitionStage.CALLED_OFF, closed_at=change.now)
    else:
        _divide(change)
    change.show_anew(BulletinKind.CARD)


def _divide(change: CompetitionChange) -> None:
    regulations = change.competition.regulations
    regulations = replace(regulations, rounds=rounds_of(regulations, len(change.entrants)))
    ordered = order_of(change.entrants, change.ratings, change.tables_before)
    divisions = divided(ordered, regulations.size) if regulations.format is Format.LEAGUE else [ordered]
    change.update(stage=CompetitionStage.RUNNING, regulations=regulations)
    for number, division in enumerate(divisions, start=1):
        seeded = [replace(one, division=number, seed=seed) for seed, one in enumerate(division)]
        change.enter(*seeded)
        change.pair(number, first_meetings(regulations, seeded))
        change.tell(BulletinKind.TABLE, number)
