"""Any program as an engine: python wrapped_engine.py https://furlong.example TOKEN COMMAND...

Each turn, the program reads a line of JSON from standard input, with the `game`, the `fen` and the `legal_moves`, and
writes its move as a line to standard output.
"""

import json
import subprocess
import sys
import time
from email.utils import mktime_tz, parsedate_tz
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ADDRESS, TOKEN, *COMMAND = sys.argv[1:]
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


def ask(path, **body):
    data = json.dumps(body).encode() if body else None
    while True:
        try:  # a stream says something every twenty seconds, so silence means that the connection is gone
            return urlopen(Request(f"{ADDRESS}/api/v1{path}", data, HEADERS), timeout=60)
        except HTTPError as refused:
            if refused.code not in (429, 500, 502, 503, 504):
                raise
            after = refused.headers.get("Retry-After", "")
            date = parsedate_tz(after)  # which a proxy on the way may send instead of seconds
            time.sleep(max(0, mktime_tz(date) - time.time()) if date else int(after) if after.isdecimal() else 5)


def start():
    return subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def think(match):
    global engine
    asked = {key: match[key] for key in ("game", "fen", "legal_moves")}
    for _attempt in range(2):
        try:
            print(json.dumps(asked), file=engine.stdin, flush=True)
            move = engine.stdout.readline().strip()
        except OSError:
            move = ""
        if move in match["legal_moves"]:
            return move
        print(f"{move or 'nothing'} is no legal move; the program is started anew", file=sys.stderr)
        engine.kill()
        engine = start()
    sys.exit("The program plays no legal move.")


def answer(match):
    if match["state"] == "open" and not match["is_yours"]:
        ask(f"/matches/{match['id']}/actions/join", revision=match["revision"])
    elif match["state"] == "running" and match["is_your_turn"]:
        shown = json.load(ask(f"/matches/{match['id']}"))
        ask(f"/matches/{match['id']}/moves", move=think(shown), revision=shown["revision"])


engine = start()
while True:
    try:
        for line in ask("/events"):
            if line.startswith(b"data: "):
                try:
                    answer(json.loads(line.removeprefix(b"data: ")))
                except HTTPError as refused:  # such as a match that has gone on meanwhile, of which there's an event
                    if refused.code != 409:
                        raise
                    print(refused.read().decode(), file=sys.stderr)
    except HTTPError as refused:  # such as a token that has ended
        sys.exit(refused.read().decode())
    except (OSError, HTTPException) as away:
        print(f"Furlong is away: {away!r}", file=sys.stderr)
    time.sleep(1)  # then the stream begins with everything that waits
