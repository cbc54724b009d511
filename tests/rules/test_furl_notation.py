"""The fen of Furl."""

from rules.furl import from_fen, start

OPENING = "bbbb/bbbbb/bbbbbb/......./wwwwww/wwwww/wwww w"


def test_the_opening_as_a_fen() -> None:
    assert start(2).fen() == OPENING
    assert from_fen(OPENING) == start(2)


def test_a_stack_is_written_with_its_height() -> None:
    fen = "..b7./bb.../w2...../......./wwwwww/...../.w7.. b"
    assert from_fen(fen).fen() == fen
    assert from_fen(fen).piece("g3") == (1, 7)
    assert from_fen(fen).piece("e1") == (0, 2)
    assert from_fen(fen).turn == 1
