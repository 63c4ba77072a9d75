"""Tells in words what a search has found."""

import os
import re

from running.failure import STATUS_DEADLOCK, STATUS_TIMEOUT, one_line, shown
from running.lines import Lines

from .service import SERVE
from .order import LOOK, NOTHING, PROBE, RECEIVE, TEST_ALL, WAIT

TOKEN = re.compile(r"(\d{1,4}):(\d{1,9})([rpiwtas])=(-1|\d{1,9})", re.ASCII)
MOST_LOOKED_AT = 64  # records, for the names of files
LOOKS = (PROBE, LOOK)
SOURCES = (RECEIVE, *LOOKS, SERVE)  # calls that take something of a rank
DEFAULT = "default"  # the token of the order without decisions
MEANING = {STATUS_DEADLOCK: "deadlock", 76: "messages that nobody received", STATUS_TIMEOUT: "it did not end", 134: "abort", 139: "invalid address"}


def token_of(decisions):
    """The token of a list of decisions, which is the list itself as mpi/message/explore.c reads it."""
    from .run import text_of
    return text_of(decisions) or DEFAULT


def decisions_in(token, ranks):
    """The decisions of a token of a program of N ranks, or None if it is invalid."""
    words = [TOKEN.fullmatch(word) for word in token.split(",")] if token != DEFAULT else []
    decisions = {}
    for word in words:
        if (not word or int(word[1]) >= ranks or word[3] in SOURCES and int(word[4]) >= ranks
                or (int(word[1]), int(word[2]), word[3]) in decisions):
            return None
        decisions[int(word[1]), int(word[2]), word[3]] = int(word[4])
    return decisions


def ended(status):
    """How a run has ended."""
    return f"status {status}{f' ({MEANING[status]})' if status in MEANING else ''}"


class Telling:
    """Tells of a run of a program, and of the first one."""

    def __init__(self, program, run, first):
        self._lines, self._run, self._first = Lines(program), run, first
        stacks = [record["stack"] for record in run.records if record.get("stack")]
        self._files = {file for stack in stacks[:MOST_LOOKED_AT] for _, file, _ in self._lines.places(stack[0])[:1]}

    def _place(self, event):
        """Where in the source a call is: "in line 12", with the file where there are several, and who has called a function
        of the program that it is in."""
        places = [place for address in event.record.get("stack", ()) for place in self._lines.places(address)]
        lines = [f"in line {line}{f' of {os.path.basename(file)}' if len(self._files) > 1 else ''}" for _, file, line in places]
        if not lines or places[0][0] == "main" or len(lines) < 2:
            return f" {lines[0]}" if lines else ""
        return f" {lines[0]} (called {lines[1]})"

    def _taken(self, event, value, with_place):
        """What a call has taken."""
        call = event.record.get("call", RECEIVE)
        if value == NOTHING:
            return "nothing"
        if call == TEST_ALL:
            return "what it tests done"
        if call not in (RECEIVE, PROBE, LOOK):
            transfer = with_place and self._run.order.asked(event, value)
            return f"request {value}{f', begun{self._place(transfer)}' if transfer else ''}"
        if not with_place:
            return f"rank {value}'s"
        message = event.message if event.message and event.message.node == value else None
        return f"rank {value}'s message{f', sent{self._place(message)}' if message else ''}"

    def decision(self, key):
        """What the run has decided, and the first one has not: a line."""
        event, value = self._run.order.decisions[key], self._run.order.choices[key]
        if key[2] == SERVE:
            return self._served(event, self._first.order.decisions.get(key))
        other = self._first.order.choices.get(key, value)
        call = {RECEIVE: "receive", PROBE: "probe", LOOK: "probe", WAIT: "wait"}.get(key[2], "test")
        does = f"rank {key[0]}'s {call}{self._place(event)} {'took' if call == 'receive' else 'found'}"
        instead = "" if other == value else f", instead of {self._taken(event, other, value == NOTHING and key[2] in LOOKS)}"
        return f"{does} {self._taken(event, value, True)}{instead}"

    def _served(self, event, usual):
        """Which request for a window was served before which: the next one, or that in whose place it was."""
        services = self._run.order.services
        call, later = event.record["call"], services.overtaken(event) or usual

        def whose(request, call):
            asked = services.asked(request) or self._first.order.services.asked(request)
            return f"rank {request.record['peer']}'s{call}{self._place(asked) if asked else ''}"

        other = later and later.record["call"]
        is_told = later and later.record["peer"] != event.record["peer"]
        before = f" before {whose(later, '' if other == call else f' {other}')}" if is_told else ""
        does, noun = ("granted its lock to", " call") if call == "lock" else ("did", f" {call}")
        return f"rank {event.record['node']}'s window {does} {whose(event, noun)}{before}"

    def difference(self):
        """The first line that only one of the two has printed."""
        run, first = self._run, self._first
        mine, its = (next((line for line in one.lines if one.lines.count(line) > other.lines.count(line)), None)
                     for one, other in ((run, first), (first, run)))
        return f"it printed {quoted(mine)} instead of {quoted(its)}"


def quoted(line):
    """A line in quotes, or that there is none."""
    return "nothing" if line is None else f"'{shown(one_line(line))}'"
