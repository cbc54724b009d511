"""The program that paints the pictures of the README and the greeting: `python -m tools.pictures`."""

# Pillow declares sizes by types of NumPy, which is not installed.
# pyright: reportUnknownMemberType=false

from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render import THEMES, Scene, animation, picture
from render.boards import board_of
from render.theme import FONT_PACKAGE
from rules import GAMES
from rules.core import Move, Position
from rules.record import Step

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
GREETING: Final = Path(__file__).parent.parent / "bot" / "screens" / "greeting.webp"
BOARDS: Final = ("furl", "playwin", "fursaz", "farlander-garrisons", "furbowl", "fursaz-7")
BANNER_BOARDS: Final = ("fursaz", "farlander-garrisons", "playwin")
"""Boards without anything beside their middle that would be cut off."""
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
TURN: Final = ("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3", "f2<e2", "b2<c2", "e4<e6", "c2xe3")
"""A short match of Furl whose film ends with a capture."""

_WIDTH, _HEIGHT = 1280, 400
_GROUND, _INK, _QUIET = "#2b2f3a", "#f4f1ea", "#b9bfcc"
_CARD: Final = (236, 336)  # pixels
_GREETING: Final = (1000, 490)
_GAP: Final = 16
_HEADER: Final = 0.115  # the height of the header with the players, as a share of the width
_LEGEND: Final = 0.05  # the height of the legend below a board, as a share of the width
_SMALL: Final = 420  # pixels; the width of a board in the README
_QUALITY: Final = 82


def sample(key: str) -> Position:
    """A position of a game with many pieces."""
    start = GAMES[key].start(GAMES[key].seats.start)
    board = board_of(start)
    assert board is not None, "every game has a board"
    return GAMES[key].from_fen(board.samples.get(key) or next(iter(board.samples.values())))


def board(key: str) -> Image.Image:
    """The picture of a position with many pieces."""
    position = sample(key)
    return Image.open(BytesIO(picture(position, Scene(names=NAMES, theme=next(iter(THEMES)))))).convert("RGB")


def banner() -> Image.Image:
    """Paint the name of the bot, one sentence, and three boards."""
    image = Image.new("RGB", (_WIDTH, _HEIGHT), _GROUND)
    for place, key in enumerate(BANNER_BOARDS):
        _paste_card(image, board(key), 500 + place * (_CARD[0] + 18), _CARD)
    draw = ImageDraw.Draw(image)
    draw.text((56, 118), "Furlong", font=_font("Bold", 92), fill=_INK)
    for row, line in enumerate(("Board games on Discord,", "a move now and then.")):
        draw.text((60, 232 + 42 * row), line, font=_font("Medium", 30), fill=_QUIET)
    return image


def greeting() -> Image.Image:
    """Paint the same three boards, as large as possible side by side."""
    image = Image.new("RGB", _GREETING, _GROUND)
    width = (_GREETING[0] - 4 * _GAP) // 3
    for place, key in enumerate(BANNER_BOARDS):
        _paste_card(image, board(key), _GAP + place * (width + _GAP), (width, _GREETING[1] - 2 * _GAP))
    return image


def _paste_card(image: Image.Image, shown: Image.Image, left: int, size: tuple[int, int]) -> None:
    """Paste the middle of a board, without header and legend, on a picture with rounded corners."""
    top, bottom = round(shown.width * _HEADER), shown.height - round(shown.width * _LEGEND)
    height = bottom - top
    width = round(height * size[0] / size[1])
    middle = (shown.width - width) // 2
    card = shown.crop((middle, top, middle + width, bottom)).resize(size, Image.Resampling.LANCZOS)
    mask = Image.new("L", (size[0] * 4, size[1] * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 72, fill=255)
    image.paste(card, (left, (image.height - size[1]) // 2), mask.resize(size, Image.Resampling.LANCZOS))


def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO((files(FONT_PACKAGE) / "files" / f"Manrope-{weight}.ttf").read_bytes()), size)


def film() -> bytes:
    """The film of a short match."""
    position: Position = GAMES["furl"].start(2)
    frames: list[tuple[Position, Scene]] = [(position, Scene(names=NAMES[:2]))]
    for token in TURN:
        after = position.play(Move(token))
        frames.append((after, Scene(names=NAMES[:2], steps=(Step(position, Move(token), after),))))
        position = after
    return animation(frames, lambda _done: None).data


def main() -> None:
    """Write the picture of the greeting beside its code, and the others into the folder of the documents' pictures."""
    greeting().save(GREETING, quality=_QUALITY, method=6)
    banner().save(FOLDER / "banner.webp", quality=_QUALITY, method=6)
    (FOLDER / "turn.webp").write_bytes(film())
    for key in BOARDS:
        shown = board(key)
        shown.resize((_SMALL, round(shown.height * _SMALL / shown.width)), Image.Resampling.LANCZOS).save(
            FOLDER / f"{key}.webp", quality=_QUALITY, method=6
        )


if __name__ == "__main__":
    main()
