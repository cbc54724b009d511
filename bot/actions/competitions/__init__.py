"""What people and time change about competitions: functions over a `CompetitionChange`.

Whatever happens by the clock is a function of what is stored: it can run twice, late, or in two processes. A competition
is locked first, then people and matches, one at a time, and messages about it last.
"""
