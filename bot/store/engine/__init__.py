"""The database itself: connections, transactions, locks, the schema and its migrations; no feature's rows."""
