"""The errors of the database, as types that every layer may know."""


class DatabaseError(Exception):
    """A transaction failed and changed nothing; `str(error)` is the driver's message, on one line, without values."""


class DatabaseBusy(DatabaseError):
    """The database is locked, full or unreachable at the moment; a later attempt may succeed."""


class DatabaseCrowded(DatabaseBusy):
    """The database runs and has room, but others hold it or keep all connections busy; a later attempt may succeed."""


class DatabaseUnusable(Exception):
    """The database cannot be used; `str(error)` is one line that says why and what to do."""


class DatabaseUnreachable(DatabaseUnusable):
    """The database cannot be used at the moment; a later attempt may succeed."""


class BrokenRecord(Exception):
    """A stored record cannot be replayed: the rules have changed under it, or the database is damaged."""
