"""The scene of a picture: the players, the latest moves, and the choices on offer."""

from collections.abc import Callable
from dataclasses import dataclass

from render.theme import Scheme, scheme_of
from rules.core import Outcome, Seat
from rules.record import Step


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a picture shows besides the position, all of it optional.

    `names[seat]` is the display name of a player, any text; without names, only the sides are named. `steps` are the
    steps of the latest turns, oldest first: they show where pieces came from and what was captured. `options` are the
    choices on offer in a picker: tokens such as `c4xe3`, or stages such as `c4`; `chosen` is the stage chosen so far.
    Options without a place on the board are not painted. `outcome` is the outcome of a match that ended by resignation,
    on time or by agreement. `theme` is a key of `render.THEMES`; any other text means the first theme. `viewpoint` is
    the seat from whose side the board is seen, if it has sides; None is the usual way round. `is_frame` marks a frame
    of a film, in which all pictures of a match have the same size. `faces[seat]` is the key of a face in
    `render.characters`; any other text paints no face. `previewed_by` is the seat whose move is only looked at, the
    last of `steps`: it stays the one to move, and the picture says that nothing was played yet. `say` says a message or
    a phrase in the language of the picture; scenes in the same language have equal ones. `is_bare` leaves out the
    header, for a place that names the players itself, and `is_small` what cannot be read in a small picture: names,
    legends, rolls and benches.
    """

    names: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    options: tuple[str, ...] = ()
    chosen: str = ""
    outcome: Outcome | None = None
    theme: str = Scheme.DUSK.value
    viewpoint: Seat | None = None
    is_frame: bool = False
    faces: tuple[str, ...] = ()
    previewed_by: Seat | None = None
    say: Callable[[str], str] = str
    is_bare: bool = False
    is_small: bool = False

    def name(self, seat: Seat) -> str:
        """The name of the player in a seat; empty if unknown."""
        return self.names[seat] if seat < len(self.names) else ""

    def face(self, seat: Seat) -> str:
        """The key of the face of the player in a seat; empty if they have none."""
        return self.faces[seat] if seat < len(self.faces) else ""

    @property
    def scheme(self) -> Scheme:
        """The colours of the picture."""
        return scheme_of(self.theme)

    @property
    def is_turned(self) -> bool:
        """Whether a board with two sides is seen from the second seat's side."""
        return self.viewpoint == 1
