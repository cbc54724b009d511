"""`make mutants SEED=7 COUNT=100`: sow small faults one at a time, and report which of them no test notices."""

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Final

from tools.mutants.covering import Covering
from tools.mutants.faults import Fault, faults_of

ROOT: Final = Path(__file__).parent.parent.parent
_KEPT: Final = ROOT / "build" / "mutants"
_EQUIVALENT: Final = Path(__file__).with_name("equivalent.txt")
"""Faults that change nothing, each with its file, its line, the fault or `any`, and the reason, between bars."""

_LAYERS: Final = (
    "players",
    "bot/actions",
    "bot/chat",
    "bot/model",
    "bot/screens",
    "bot/store",
    "bot/web",
    "render",
    "rules",
)
_LEFT_OUT: Final = ("bot/store/engine/migrations/",)  # history
_NOT_COPIED: Final = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__")
_LONGEST: Final = 60.0
"""Seconds of processor time that the tests of one fault may need: of more tests, only the first are run."""

_STARTING: Final = 30  # seconds of processor time for imports
_STUCK: Final = 1_200  # seconds; whatever waits that long without computing waits forever
_FAILED: Final = 1  # pytest's exit status if tests failed
_PASSED: Final = 0


class Fate(StrEnum):
    """What became of a fault."""

    CAUGHT = "caught"
    HUNG = "caught (endless)"
    BROKE = "caught (nothing runs)"
    UNTESTED = "LIVED (no test runs it)"
    LIVED = "LIVED"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault of a file, whose path is relative to the root."""

    file: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.file}:{self.fault.line} {self.fault}"


def main() -> int:
    """Sow, report, and return 1 if more than seven of a hundred lived."""
    asked = _asked()
    sown = sample(asked.seed, asked.count, asked.paths)
    covering = Covering.of(ROOT, _KEPT, asked.tests)
    trees: SimpleQueue[Path] = SimpleQueue()
    with _trees(asked.jobs) as copies, ThreadPoolExecutor(asked.jobs) as pool:
        for copy in copies:
            trees.put(copy)
        fates: list[Fate] = []
        for mutant, (fate, tests) in zip(sown, pool.map(partial(_try, covering, trees), sown), strict=True):
            fates.append(fate)
            print(f"{len(fates):3}. {fate} {mutant} [{tests}]", flush=True)
    lived = sum(fate in (Fate.LIVED, Fate.UNTESTED) for fate in fates)
    print(f"Seed {asked.seed}: {len(fates) - lived} of {len(fates)} were caught.")
    return int(lived * 100 > len(fates) * 7)


def sample(seed: int, count: int, paths: Sequence[str]) -> Sequence[Mutant]:
    """As many mutants, each of a kind drawn first, so that rare kinds count as much as frequent ones."""
    by_kind: dict[str, list[Mutant]] = defaultdict(list)
    equivalent = {tuple(line.split(" | ")[:3]) for line in _EQUIVALENT.read_text().splitlines()}
    for file in sorted({file for path in paths for file in _files(path)}):
        text = (ROOT / file).read_text()
        lines = [line.strip() for line in text.splitlines()]
        for fault in faults_of(text):
            at = file, lines[fault.line - 1]
            if (*at, str(fault)) not in equivalent and (*at, "any") not in equivalent:
                by_kind[fault.kind].append(Mutant(file, fault))
    chance = random.Random(seed)
    kinds = [chance.choice(sorted(by_kind)) for _ in range(count)]
    return list(dict.fromkeys(chance.choice(by_kind[kind]) for kind in kinds))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", nargs="+", default=["tests"], help="the folders and files with the tests")
    parser.add_argument("paths", nargs="*", default=_LAYERS, help="the folders and files in which faults are sown")
    return parser.parse_args()


def _files(path: str) -> Iterator[str]:
    found = [ROOT / path] if (ROOT / path).is_file() else (ROOT / path).rglob("*.py")
    names = (str(file.relative_to(ROOT)) for file in found)
    return (name for name in names if not any(left_out in name for left_out in _LEFT_OUT))


@contextmanager
def _trees(count: int) -> Generator[Sequence[Path]]:
    """That many copies of the working tree, so that no fault is ever in the tree itself."""
    with TemporaryDirectory(prefix="furlong-mutants-") as folder:
        trees = [Path(folder, str(number)) for number in range(count)]
        for tree in trees:
            shutil.copytree(ROOT, tree, ignore=_NOT_COPIED)
        yield trees


def _try(covering: Covering, trees: SimpleQueue[Path], mutant: Mutant) -> tuple[Fate, str]:
    """What becomes of a mutant, and how many of its tests were chosen to run."""
    tests = covering.tests_of(mutant.file, mutant.fault.line)
    chosen = list(_affordable(tests, covering.seconds))
    if not chosen:
        return Fate.UNTESTED, "no tests"
    tree = trees.get()
    file = tree / mutant.file
    text = file.read_text()
    try:
        file.write_text(mutant.fault.in_text(text))
        seconds = sum(covering.seconds[test] for test in chosen)
        return _run(tree, chosen, int(_STARTING + 5 * seconds)), f"{len(chosen)} of {len(tests)} tests"
    finally:
        file.write_text(text)
        trees.put(tree)


def _affordable(tests: Sequence[str], seconds: dict[str, float]) -> Iterator[str]:
    spent = 0.0
    for test in tests:
        spent += seconds[test]
        if spent > _LONGEST:
            return
        yield test


def _run(tree: Path, tests: Sequence[str], seconds: int) -> Fate:
    """Run tests until one fails, for at most so many seconds of processor time, however busy the machine is."""
    listed = tree / "tests.txt"
    listed.write_text("\n".join(tests))
    command = (sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{listed}")
    limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (seconds, seconds + 5))
    try:
        status = subprocess.run(
            command, cwd=tree, preexec_fn=limit, capture_output=True, timeout=_STUCK, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return Fate.HUNG
    if status == _PASSED:
        return Fate.LIVED
    return Fate.CAUGHT if status == _FAILED else Fate.HUNG if status < 0 else Fate.BROKE


if __name__ == "__main__":
    sys.exit(main())
