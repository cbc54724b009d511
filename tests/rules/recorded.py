"""The test data of games: perft counts, and whole games."""

from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).parent / "data"


def perft_lines(key: str) -> list[tuple[str, dict[int, tuple[int, ...]]]]:
    """The positions of `<key>.perft`, each with its counts by depth; none without the file."""
    file, found = DATA / f"{key}.perft", list[tuple[str, dict[int, tuple[int, ...]]]]()
    for line in file.read_text().splitlines() if file.exists() else ():
        if not line.startswith("#"):
            fen, *counts = line.split("|")
            numbers = [tuple(map(int, count.split())) for count in counts]
            found.append((fen.strip(), {depth: tuple(counted) for depth, *counted in numbers}))
    return found


def records(key: str) -> list[dict[str, str]]:
    """The games of `<key>.records`, each with its fields by name; none without the file."""
    file = DATA / f"{key}.records"
    blocks = file.read_text().replace("\n      ", " ").split("\n\n")[1:] if file.exists() else []
    return [{"game": key, **dict(line.split(" ", 1) for line in block.strip().splitlines())} for block in blocks]
