"""Offers: a draw, taking a move back, another day for a move, a rematch; and when each may be made."""
