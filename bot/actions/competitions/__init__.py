"""What people and time do to competitions: functions that open a `CompetitionChange` and change it.

A competition is locked first, then people and matches, one at a time, and messages about it last.
"""
