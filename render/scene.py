"""What a picture shows besides the position: who plays, what just happened, what can be chosen."""

from dataclasses import dataclass

from render.theme import Scheme, scheme_of
from rules.core import Outcome, Seat
from rules.record import Step


@dataclass(frozen=True, slots=True)
class Scene:
    """The circumstances of a picture; everything may be left out.

    `names[seat]` is the display name of the player in that seat, any text at all; without names only the sides are
    named. `steps` are the steps of the latest turns, oldest first: they show where pieces came from and what was taken.
    `options` are the move tokens on offer in a picker, whole (`c4xe3`) or the part that is chosen first (`c4`), and
    `chosen` is the part that was chosen already. Tokens that mean nothing on the board are not painted. `outcome` is how
    the match ended where the rules would let it go on: by resignation, on time, by agreement. `theme` is a key of
    `render.THEMES`; any other text means the first of them. `viewpoint` is the seat from whose side the board is seen,
    where it has sides; None is the usual way round. `is_frame` tells that the picture is one of a film: all pictures of
    the match have the same size then. `faces[seat]` is the key of a face in `render.characters` for a seat that has one;
    anything else paints none.
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

    def name(self, seat: Seat) -> str:
        """The name of the player in a seat; empty if it is not known."""
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
        """Whether a board with two sides is shown the other way round: from the side of the second seat."""
        return self.viewpoint == 1
