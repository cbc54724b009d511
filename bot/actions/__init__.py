"""What people and time change, in one transaction each.

Nothing here knows Discord or SQL: a change is computed by functions of `bot.model` and stored by those of `bot.store`.
"""
