"""The findings of a rehearsal: a table for the host, and a JSON file without anything private for a report."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Final

import discord

from bot import __version__

NOT_TRIED: Final = "not tried"


@dataclass(frozen=True, slots=True)
class Finding:
    """One point: what Furlong expects of Discord, and what was seen. `detail` has figures, and never ids or names."""

    point: str
    expected: str
    seen: str
    detail: str = ""

    @property
    def agrees(self) -> bool:
        """Whether what was seen is what was expected."""
        return self.seen == self.expected

    @property
    def differs(self) -> bool:
        """Whether something else was seen than what was expected."""
        return self.seen not in (self.expected, NOT_TRIED)


@dataclass(slots=True)
class Report:
    """The findings so far."""

    findings: list[Finding] = field(default_factory=list[Finding])

    def note(self, point: str, expected: str, seen: str, detail: str = "") -> None:
        """Add a finding."""
        self.findings.append(Finding(point, expected, seen, detail))

    @property
    def differences(self) -> Sequence[Finding]:
        """The points in which Discord has done something unexpected."""
        return [finding for finding in self.findings if finding.differs]

    def table(self) -> str:
        """The table of all findings, for a terminal."""
        rows = [("", "point", "expected", "seen"), *map(_row, self.findings)]
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        return "\n".join(
            "  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3])).rstrip()
            for row in rows
        )

    def summary(self) -> str:
        """How many points are as expected, different, and not tried, in a sentence."""
        agreeing = sum(finding.agrees for finding in self.findings)
        left = len(self.findings) - agreeing - len(self.differences)
        return f"As expected: {agreeing}. Different: {len(self.differences)}. Not tried: {left}."

    def as_json(self, on: date) -> str:
        """The findings as a JSON file that can be attached to a report."""
        content = {
            "furlong": __version__,
            "discord.py": discord.__version__,
            "date": on.isoformat(),
            "findings": [{**asdict(finding), "agrees": finding.agrees} for finding in self.findings],
        }
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _row(finding: Finding) -> tuple[str, str, str, str]:
    mark = "!" if finding.differs else " " if finding.agrees else "-"
    seen = f"{finding.seen} ({finding.detail})" if finding.detail else finding.seen
    return mark, finding.point, finding.expected, seen
