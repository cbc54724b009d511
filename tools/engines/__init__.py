"""Fast engines for training and measuring, checked against `rules` by the tests; `rules` alone plays with people."""
