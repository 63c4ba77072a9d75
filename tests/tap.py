"""TAP for tests written in Python: checks by `ok`, then `finish`."""

import sys

SHOWN = 1000  # characters of what differs
passed = []


def ok(truth, what, seen=""):
    """Prints a line of TAP, and what was seen if the check fails."""
    passed.append(bool(truth))
    print(f"{'ok' if truth else 'not ok'} {len(passed)} - {what}", flush=True)
    if not truth:
        print("".join(f"# {line}\n" for line in str(seen).splitlines()), end="", flush=True)


def equal(seen, wanted, what):
    """The same for two values that have to be equal."""
    ok(seen == wanted, what, f"got:    {str(seen)[:SHOWN]}\nwanted: {str(wanted)[:SHOWN]}")


def finish():
    """Prints the plan, and ends with the status of the checks."""
    print(f"1..{len(passed)}")
    sys.exit(not all(passed))
