"""Personal data is declared at its column and listed in docs/privacy.md."""

import re
from pathlib import Path
from typing import Any

from sqlalchemy import Column

from bot.store.engine.schema import METADATA
from bot.store.engine.schema.columns import PERSONAL, WRITTEN, personal_columns
from bot.store.engine.schema.types import String, Text
from tests.bot.actions.lives import referring

LONGEST_CODE = 40
"""Characters; a longer column may hold people's own words."""

NOT_WRITTEN_BY_PEOPLE = {
    "facts.key",
    "facts.value",
    "match_puzzles.line",
    "matches.commitment",
    "offers.commitment",
    "processes.machine",
    "records.seats",
    "records.times",
    "records.tokens",
    "sides.name",
}


def test_every_column_that_refers_to_people_declares_its_deletion_and_its_place_in_the_export() -> None:
    declared = personal_columns()
    assert {str(column) for column in declared} == {*map(str, referring()), "offers.accepted_by"}
    never_exported = {str(column) for column, personal in declared.items() if personal.export_key is None}
    told_of_nobody = {"blocks.blocked_id", "follows.followed_id", "engines.person_id"}
    assert never_exported == told_of_nobody, "a person is not told who has blocked or follows them"


def test_every_column_with_words_of_people_goes_with_them_or_says_that_it_stays() -> None:
    removed = {column.table for column, personal in personal_columns().items() if personal.is_removed}
    undeclared = {
        str(column)
        for table in METADATA.sorted_tables
        for column in table.c
        if table not in removed and _may_hold_words(column)
        if PERSONAL not in column.info and not WRITTEN.items() <= column.info.items()
    }
    assert undeclared - {"people.name"} == NOT_WRITTEN_BY_PEOPLE


def _may_hold_words(column: Column[Any]) -> bool:
    kind = column.type
    return isinstance(kind, Text) or (isinstance(kind, String) and kind.length > LONGEST_CODE)


def test_the_privacy_page_explains_each_part_of_the_export() -> None:
    page = Path("docs/privacy.md").read_text(encoding="utf-8")
    table = page.partition("| part of the file |")[2].partition("\n\n")[0]
    explained = {key for row in table.splitlines() for key in re.findall(r"`([a-z_]+)`", row.split("|")[1])}
    exported = {
        personal.export_key.partition(".")[0] for personal in personal_columns().values() if personal.export_key
    }
    assert explained == {"you", *exported}
