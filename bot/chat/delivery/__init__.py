"""From what is stored to what is shown: boards, notices, threads, and the panel that lists what runs.

What is due follows from the store and is tried until it was shown. Nothing here changes a match but where it is shown.
"""
