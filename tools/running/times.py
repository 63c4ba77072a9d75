"""How long commands took the last time: build/times.json, seconds by the command."""

import json
import os

from . import ROOT
from .whole import whole

PATH = os.path.join(ROOT, "build", "times.json")


def read():
    """The seconds that each command took, by the command; nothing if the file is missing or broken."""
    try:
        with open(PATH, encoding="utf-8") as file:
            times = json.load(file)
        return {name: float(seconds) for name, seconds in times.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write(times):
    """Adds the seconds of some commands to the file."""
    os.makedirs(os.path.dirname(PATH), exist_ok=True)
    with whole(PATH) as new, open(new, "w", encoding="utf-8") as file:
        json.dump({**read(), **times}, file, indent=1)
        file.write("\n")


def expected(guesses):
    """How long commands will take, where `guesses` has seconds by the command: what each took the last time, or
    else the guess. Also returns whether no guess was needed."""
    last = read()
    return ({name: last.get(name, guess) for name, guess in guesses.items()},
            all(name in last for name in guesses))
