"""What can go wrong with the database, in types that every layer may know."""


class DatabaseError(Exception):
    """A transaction failed and changed nothing; `str(error)` is what the driver says, on one line, without values."""


class DatabaseBusy(DatabaseError):
    """The database is locked, full or out of reach for the moment: trying again later may go well."""


class DatabaseUnusable(Exception):
    """The database cannot be used; `str(error)` is one line that says why and what to do."""


class DatabaseUnreachable(DatabaseUnusable):
    """The database cannot be used for the moment: trying again later may go well."""


class BrokenRecord(Exception):
    """A stored record cannot be replayed: the rules have changed under it, or the database is damaged."""
