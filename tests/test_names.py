"""One name for one thing."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_no_two_classes_share_a_name() -> None:
    names = Counter(
        name
        for package in ("bot", "render", "rules", "tests")
        for file in (ROOT / package).rglob("*.py")
        for name in re.findall(r"^ *class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert len(names) > 500
    assert [name for name, count in names.items() if count > 1] == []
