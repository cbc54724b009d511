"""What may be played in kept positions and comes of it, what is typed there, and what is said of moves.

`data/rulings.txt` and `data/typed.txt` have blocks: comments, a game and a position, then questions with their answers.
`plays` has the position after moves and who moves there, `may` the moves that are legal after others, `typed` the move
that a text means, `said` how a move is described, `odds` what it needs, `picked` the stages of the picker that lead to
it, and `read` the position that a text is; `✗` stands before a refusal. `--rewrite` writes the answers anew.
"""

import json
from functools import reduce
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest

from rules import GAMES
from rules.core import Game, Move, MoveError, Position

_DATA: Final = Path(__file__).parent / "data"
_BLOCKS: Final = [
    pytest.param(_DATA / name, block, id=f"{name}:{number}")
    for name in ("rulings.txt", "typed.txt")
    for number, block in enumerate((_DATA / name).read_text(encoding="utf-8").split("\n\n")[1:], 1)
]
_MOST: Final = 40  # legal moves that are written out


def _answer(game: Game, position: Position, question: str) -> str:
    """The answer to a question in a position of a game, with the arrow or cross before it."""
    kind, _, asked = question.partition(" ")
    text = json.loads(asked)
    try:
        match kind:
            case "plays":
                answer = _come_to(_after(position, text))
            case "may":
                legal = _after(position, text).legal_moves()
                written = " ".join(legal)
                answer = written if len(legal) <= _MOST else f"{len(legal)} moves, {crc32(written.encode()):08x}"
            case "typed":
                answer = position.parse(text)
            case "said":
                answer = position.describe(Move(text))
            case "odds":
                answer = position.odds(Move(text))
            case "read":
                answer = game.from_fen(text).fen()
            case _:
                answer = " | ".join(position.stages(Move(text)))
    except (MoveError, ValueError) as refusal:
        return f"✗ {type(refusal).__name__}: {refusal}"
    return f"→ {answer}".rstrip()


def _after(position: Position, moves: str) -> Position:
    return reduce(lambda at, move: at.play(Move(move)), moves.split(), position)


def _come_to(position: Position) -> str:
    """A position, with who moves there or how it has ended."""
    outcome, turn = position.outcome(), position.turn
    if outcome is not None:
        return f"{position.fen()}, {outcome.places}: {outcome.reason}"
    return f"{position.fen()}, {position.side(turn) if isinstance(turn, int) else 'chance'}"


def _asked(line: str) -> str:
    """The question in a line, without its answer."""
    kind, _, rest = line.strip().partition(" ")
    return f"{kind} {rest[: json.JSONDecoder().raw_decode(rest)[1]]}"


@pytest.mark.parametrize(("file", "block"), _BLOCKS)
def test_each_question_is_answered_as_it_is_kept(file: Path, block: str, request: pytest.FixtureRequest) -> None:
    head, *lines = (line for line in block.strip().splitlines() if not line.startswith("#"))
    key, _, fen = head.partition(" ")
    game, position = GAMES[key], GAMES[key].from_fen(fen)
    answers = [f"  {_asked(line)} {_answer(game, position, _asked(line))}" for line in lines]
    if request.config.getoption("--rewrite", default=False):
        before, after = "\n".join((head, *lines)), "\n".join((head, *answers))
        written = block.strip().replace(before, after)
        file.write_text(file.read_text(encoding="utf-8").replace(block.strip(), written, 1), encoding="utf-8")
    else:
        assert answers == lines
