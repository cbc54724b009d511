"""What happens? The actions of people and of the clock, each in one transaction.

Nothing here knows Discord or SQL: functions of `bot.model` compute a change, and functions of `bot.store` store it.
"""
