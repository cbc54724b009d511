"""A host's commands on a stored database: check, back up, upgrade, move and recompute it, and delete a person's data.

Nothing here needs a token or Discord, and nothing here writes SQL.
"""
