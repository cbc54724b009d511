"""Any program as an engine: python wrapped_engine.py https://furlong.example TOKEN COMMAND...

Each turn, the program reads a line of JSON from standard input, with the `game`, the `fen` and the `legal_moves`, and
writes its move as a line to standard output.
"""

import json
import subprocess
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ADDRESS, TOKEN, *COMMAND = sys.argv[1:]
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


def ask(path, **body):
    data = json.dumps(body).encode() if body else None
    return urlopen(Request(f"{ADDRESS}/api/v1{path}", data, HEADERS))


def think(match):
    asked = {key: match[key] for key in ("game", "fen", "legal_moves")}
    print(json.dumps(asked), file=engine.stdin, flush=True)
    return engine.stdout.readline().strip()


engine = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in ask("/events"):
    match = json.loads(line.removeprefix(b"data: ")) if line.startswith(b"data: ") else {"state": ""}
    try:
        if match["state"] == "open" and not match["is_yours"]:
            ask(f"/matches/{match['id']}/actions/join", revision=match["revision"])
        elif match["state"] == "running" and match["is_your_turn"]:
            shown = json.load(ask(f"/matches/{match['id']}"))
            ask(f"/matches/{match['id']}/moves", move=think(shown), revision=shown["revision"])
    except HTTPError as refused:
        print(refused.read().decode(), file=sys.stderr)
