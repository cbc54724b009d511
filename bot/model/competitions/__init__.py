"""Competitions: their divisions, pairings and standings. No I/O.

A *competition* is what people enter and what is stored. There are four kinds:

- A *league* goes on from one *season* to the next, with people moving up and down between them. The season is the
  competition, and names the one before it; the league itself isn't stored.
- An *event* is played once: a knock-out, Swiss rounds or all-play-all.
- A *ladder* is a ranking that never ends.
- A *match between servers* is played board by board by people of two servers, its *sides*; in a season of several servers
  every two of them meet like this.

To people, `/season` shows any of them, because what most of them are in is a season of a league. Entrants and fixtures
are stored; standings are computed from the matches.
"""
