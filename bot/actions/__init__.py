"""What people and time do to what is stored, one transaction each.

Nothing here knows of Discord or writes SQL: a change is made of the functions of `bot.model` and stored by those of
`bot.store`.
"""
