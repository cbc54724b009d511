"""What people and time do to competitions.

All that follows from the clock is a function of what is stored: it may be done twice, late, or in two processes. A
competition is locked first and matches after it, one at a time.
"""
