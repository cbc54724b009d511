"""What people and time do to competitions: functions over a `CompetitionChange`, and what opens one for them.

All that follows from the clock is a function of what is stored: it may be done twice, late, or in two processes. A
competition is locked first, people and matches after it, one at a time, and messages about it last.
"""
