"""What somebody has reached: results, streaks, rivals, and how their ratings went."""

from collections.abc import Sequence

from bot.chat.sentences.names import LONGEST_ALT, name, shortened
from bot.chat.sentences.reliability import in_profile
from bot.chat.sentences.standings import not_counted, pool_name, rating, tally
from bot.model.person import Person
from bot.store.profiles import MOST_RESULTS, CharacterScore, PoolResults, Profile, Rival, Tally, Track
from rules.wording import plural


def profile_heading(person: Person) -> str:
    """Over somebody's profile."""
    return f"### {name(person)}"


def nothing_reached(person: Person, asker: Person) -> str:
    """The profile of somebody who has not finished a match with others."""
    if person.id == asker.id:
        return "You have not finished a match with others here yet. `/play` begins one."
    return f"{name(person)} has not finished a match with others here yet."


def profile_results(profile: Profile) -> str:
    """Somebody's results: all games, each game, and the streak."""
    several_games = len(profile.records) > 2
    rows = profile.records if several_games else profile.records[-1:]
    lines = [f"- **{pool_name(record.pool)}**: {_rating(record)}{_tally(record.tally)}" for record in rows]
    return "\n".join([*lines, "", _streak(profile), in_profile(profile.reliability), _note(profile)])


def _note(profile: Profile) -> str:
    """How many matches the results are of."""
    everything = profile.records[0]
    counting = 0 if everything.row is None else everything.row.standing.matches
    if profile.matches >= MOST_RESULTS:
        return f"-# The latest {plural(MOST_RESULTS, 'match', 'matches')}."
    if counting >= profile.matches:
        return f"-# {plural(profile.matches, 'match', 'matches')} in all."
    if profile.matches == 1:
        for_ratings = "which does not count for ratings"
    else:
        for_ratings = f"of which {counting or 'none'} {'counts' if counting == 1 else 'count'} for ratings"
    return f"-# {plural(profile.matches, 'match', 'matches')} in all, {for_ratings}. {not_counted()}"


def _rating(record: PoolResults) -> str:
    if record.row is None:
        return ""
    number = rating(record.row.standing.skill.rating, is_provisional=record.row.standing.is_provisional)
    place = "" if record.row.position is None else f", place {record.row.position} of {record.ranked}"
    return f"{number}{place} · "


def _tally(found: Tally) -> str:
    return tally(found.wins, found.draws, found.losses)


def _streak(profile: Profile) -> str:
    best = f", {profile.best_streak} at best" if profile.best_streak else ""
    if not profile.streak:
        return f"**Wins in a row:** none just now{best}"
    return f"**Wins in a row:** {profile.streak}" + (
        ", the best so far" if profile.streak == profile.best_streak else best
    )


def profile_rivals(found: Sequence[Rival]) -> str:
    """Those whom somebody has played most often, and the score against each."""
    lines = [f"- **{name(rival.person)}** · {_tally(rival.tally)}" for rival in found]
    return "\n".join(("**Most often against**", *lines))


def profile_characters(found: Sequence[CharacterScore]) -> str:
    """How somebody did against characters, whose matches count nowhere else."""
    lines = [f"- **{score.character.name}** · {_tally(score.tally)}" for score in found]
    return "\n".join(("**Against Furlong's characters**", *lines))


def playing_now() -> str:
    """Over the matches that somebody is in the middle of."""
    return "**Playing now**"


def more_matches(left_out: int) -> str:
    """Under those matches, where there are more of them."""
    return f"-# and {left_out} more: see `/games`"


def curve_title() -> str:
    """In the picture of somebody's ratings; whose they are stands above it, where every name can be written."""
    return "Ratings"


def curve_alt(person: Person, tracks: Sequence[Track]) -> str:
    """What the picture of somebody's ratings shows."""
    summary = "; ".join(_track(track) for track in tracks)
    return shortened(f"Ratings of {name(person)} over time. {summary}.", LONGEST_ALT)


def _track(track: Track) -> str:
    numbers = [number for _at, number in track.points]
    if len(numbers) == 1:
        return f"{pool_name(track.pool)}: {numbers[0]} after one match"
    low, high = min(numbers), max(numbers)
    return f"{pool_name(track.pool)}: from {numbers[0]} to {numbers[-1]}, lowest {low}, highest {high}"
