"""Small faults, sown one at a time to see which of them the tests notice: `make mutants SEED=7 COUNT=100`.

`faults` finds what can be wrong in a file, `covering` which tests run a line, and `__main__` draws a sample by a seed
and runs the tests of each fault until the first of them fails. `equivalent.txt` lists faults that change nothing.
"""
