"""The actions of people and of the clock on competitions: functions that open a `CompetitionChange` and change it.

They lock the competition first, then people and matches, one at a time, and messages about it last.
"""
