"""Budgets: the figures of an exact run in a file, and how far those of a later run may go beyond them (cuberun
--budget; formats/budget.schema.json)."""

import json

from .failure import STATUS_BUDGET, Failure, one_line, problem, shown, unreadable
from .json_schema import schema, wrong
from .options import FAULTS
from .standard import say
from .traffic import links_of

MOST_BYTES = 1 << 20  # of a file that somebody may have named by mistake
WRITTEN_LIMIT = 0     # percent: figures of exact runs are the same, so each rise is one

# The options that figures depend on, and the program's arguments besides. tests/tools/grading.t names all others.
SHAPING = ("--ranks", "--heap-check", "--stack", "--map", "--clock", "--ts", "--th", "--tw", "--ti", "--ports",
           "--parts", "--spins", *FAULTS, "--kernel-option", "--tag", "--explain", "--profile", "--record", "--trace", "--page",
           "--callgrind", "--secret", "-x", "--file", "--dir", "--board", "--line")
TITLES = {"instructions": "instructions", "time": "parallel time", "packets": "packets", "bytes": "bytes",
          "links": "links used", "busiest": "bytes on the busiest",
          "slots": "slots of the rings", "node": "instructions of a node"}
# What they are given is of no importance.
NOTED = {"--profile", "--record", "--trace", "--page", "--callgrind", "--file", "--dir"}


def shape(options, nodes, arguments):
    """What a run is whose figures can be compared with those of the same: by the names in the file."""
    words = []
    for name in SHAPING:
        value = options.get(name)
        if value and (value is True or name in NOTED):
            words.append(name)
        elif value:
            words += [f"{name}={word}" for word in (value if isinstance(value, list) else [value])]
    return {"nodes": nodes, "arguments": arguments, "options": words}


def figures(meters, dead, parts):
    """The figures of a run by their names, from the meters of all nodes, the dead links, and in how many parts the
    cube ran: each counts its own instructions, so those of several do not add up."""
    links = links_of(meters, dead)
    found = {"instructions": max(record["cycles"] for record in meters),
             "time": max((record["clock"] for record in meters if "clock" in record), default=None),
             "packets": sum(link.packets for link in links), "bytes": sum(link.bytes for link in links),
             "links": sum(link.packets > 0 for link in links),
             "busiest": max((link.bytes for link in links), default=0)}
    rings = [record["rings"] for record in meters if "rings" in record]  # which the kernel reads, whatever programs say
    if rings:
        found["slots"] = sum(link["sent"] + link["routed"] for ring in rings for link in ring["links"])
        found["node"] = max(ring["instructions"] for ring in rings)
    return {name: value for name, value in found.items()
            if value is not None and (name not in ("instructions", "node") or parts == 1)}


def no_constant(word):
    """Refuses what Python takes for a number and JSON does not: NaN, Infinity."""
    raise ValueError(f"{word} is not a number")


def read(option, path, missing=False):
    """The budget in a file that the option names. None where there is no file, or an empty one, and that may be."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        if missing:
            return None
        raise unreadable(option, path, error) from error
    except OSError as error:
        raise unreadable(option, path, error) from error
    if missing and not data:
        return None
    reason = f"has more than {MOST_BYTES} bytes" if len(data) > MOST_BYTES else None
    budget = None
    if not reason:
        try:
            budget = json.loads(data, parse_constant=no_constant)
            reason = wrong(budget, schema("budget"))
        except (ValueError, RecursionError) as error:
            reason = f"not JSON: {error}"
    if reason:
        raise problem(f"{option} {shown(path)}", "not a valid budget file", one_line(reason))
    return budget


class Budget:
    """What is asked of a run: the budget to compare it with, and the limits that one written anew keeps."""

    def __init__(self, options, nodes, arguments):
        if "--exact" not in options:
            raise problem("--budget", "requires --exact", "other runs differ from each other")
        self.shape, self.path = shape(options, nodes, arguments), options.get("--budget")
        self.allowed, self.before = None, None
        if self.path is not None:
            self.allowed = read("--budget", self.path)
            self.allowed["options"] = [word for word in self.allowed["options"] if not word.startswith("--heap=")]
            self._check_same()
        if "--budget-write" in options:
            self.before = read("--budget", options["--budget-write"], missing=True)

    def _check_same(self):
        """Fails where the budget is of another run."""
        if not self.allowed["figures"]:
            raise problem(f"--budget {shown(self.path)}", "no figures", f"expected: some of {', '.join(TITLES)}")
        for name, value in self.shape.items():
            if self.allowed[name] != value:
                raise problem(f"--budget {shown(self.path)}", "budget of another run",
                              f"{name}: {shown(one_line(told(self.allowed[name])))} in the budget, {shown(one_line(told(value)))} in this run")

    def text(self, found):
        """A budget of these figures. Limits that the file had stay, and so does what it does not compare."""
        had = self.before["figures"] if self.before else None
        kept = {name: {"value": value, **(
            {"limit": WRITTEN_LIMIT} if had is None else
            {"limit": had[name]["limit"]} if "limit" in had[name] else {})}
            for name, value in found.items() if had is None or name in had}
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(figure)}" for name, figure in kept.items())
        head = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in self.shape.items())
        return f"{{\n{head},\n \"figures\": {{\n{lines}\n }}\n}}\n"

    def compare(self, found):
        """Prints what has moved; fails where a figure is beyond its limit."""
        rows = [(name, figure["value"], found.get(name), figure.get("limit"))
                for name, figure in self.allowed["figures"].items()]
        say("".join(f"{line}\n" for line in compared(rows)))
        over = [TITLES[name] for name, was, now, limit in rows if beyond(was, now, limit)]
        if over:
            raise Failure(STATUS_BUDGET, f"--budget {self.path}: limit exceeded: {', '.join(over)}")

    def not_compared(self, status):
        """Says that a run that has failed has no figures."""
        raise Failure(status, f"--budget: {f'not compared with {self.path}' if self.allowed else 'not written'} "
                              f"(the run failed with status {status})")


def told(value):
    """A value of a budget for a message."""
    return (" ".join(value) or "none") if isinstance(value, list) else str(value)


def beyond(was, now, limit):
    """Whether a figure is beyond its limit. One that is no longer there is not."""
    return now is not None and limit is not None and (now - was) * 100 > limit * was


def percent(was, now):
    """By how much a figure has moved, as text; of 0 there are no percent."""
    return f"{(now - was) * 100 / was:+.2f} %" if was else f"{now - was:+}"


def compared(rows):
    """Lines of text: the figures that have moved, or that none has."""
    moved = [row for row in rows if row[2] != row[1]]
    yield ""
    if not moved:
        yield f"budget: 0 of {len(rows)} figures moved"
        return
    yield f"budget: {len(moved)} of {len(rows)} figures moved"
    yield f"{'figure':<22}{'budget':>14}{'now':>14}{'moved':>12}{'limit':>10}"
    for name, was, now, limit in moved:
        allowed = f"{limit:+g} %" if limit is not None else "none"
        if now is None:
            yield f"{TITLES[name]:<22}{was:>14}{'unknown':>14}{'':>12}{allowed:>10}"
            continue
        mark = "  beyond" if beyond(was, now, limit) else ""
        yield f"{TITLES[name]:<22}{was:>14}{now:>14}{percent(was, now):>12}{allowed:>10}{mark}"
