"""The output of tools/finding/find."""

import os
import subprocess
import tempfile

from finding import drawing, proving, stored
from finding.schedule import schedule_of
from finding.solver import FOUND, IMPOSSIBLE
from running import ROOT
from running.failure import STATUS_TIMEOUT, Failure, problem, shown
from running.numbers import count_of
from running.results import ResultFile
from running.tool import STATUS_FAILED, seen_from_here
from workbench.own import Own

MOST_STEPS = 1000
FILES = ("json", "svg", "page", "proof")
SECONDS = "60"  # of a run
COSTS = ("--ts", "1000", "--th", "10", "--tw", "1", "--ti", "0")  # those of tools/table


def steps_are(count):
    """N steps, and their verb."""
    return f"{count_of(count, 'step')} {'is' if count == 1 else 'are'}"


def words_told(plan, least, counted, under):
    """What is known of the fewest link words: that none goes below `least`, which counting says of any number of steps if it
    is `counted`, and the search of N steps."""
    few = f"{count_of(plan.words(), 'link word')}, and none"
    few += f" of {count_of(plan.steps, 'step')}{under}" if least > counted else ""
    return few + (" has fewer" if plan.words() <= least else f" has fewer than {least}")


def try_files(given):
    """Fails if a file that is to be written cannot be, before anything is searched."""
    for option in FILES:
        if option in given:
            file = ResultFile(f"--{option} {given[option]}", given[option])
            try:
                file.open()
            finally:
                file.close()


def tell(search, given):
    """Searches, prints the result, and writes the requested files. Returns the tool's status."""
    steps = given.get("steps")
    if steps is not None and steps < search.bound:
        print(f"{steps_are(steps)} impossible"
              + (f" in {count_of(search.rounds, 'round')}: by counting" if search.rounds
                 else f": by counting, the least is {search.bound}")
              + ("; there is no proof of that in DRAT" if "proof" in given else ""))
        return STATUS_FAILED
    if steps is None and search.bound:
        print(f"by counting, no schedule has fewer than {count_of(search.bound, 'step')}", flush=True)
    under = " under this symmetry" if search.orbits.size > 1 else ""
    if search.bound > MOST_STEPS:
        raise problem("network", f"requires {search.bound} steps", f"expected: at most {MOST_STEPS}; let a step take longer")
    plan, unknown, bound = None, [], search.bound
    for count, verdict, plan in search.fewest_steps(search.bound if steps is None else steps,
                                                    MOST_STEPS if steps is None else steps):
        if verdict == IMPOSSIBLE:
            print(f"{steps_are(count)} impossible{under}"
                  + (f": the proof is in {given['proof']}, of the formula in {given['proof']}.cnf" if "proof" in given else ""),
                  flush=True)
            if steps is not None:
                return STATUS_FAILED
            bound = count + 1 if bound == count and not under else bound
        elif verdict != FOUND:
            print(f"{count_of(count, 'step')}: not known after {count_of(search.took(), 'second')}", flush=True)
            unknown.append(count)
    simple = search.without_search() if unknown and steps is None else None
    if not plan or (simple and simple.steps < plan.steps):
        return late(search, given, simple, bound)
    if plan.words() > search.least_words:
        print(f"{steps_are(plan.steps)} found with {count_of(plan.words(), 'link word')}: fewer words are looked for", flush=True)
    plan, least = search.fewest_words(plan)
    print(f"{steps_are(plan.steps)} found: {count_of(len(plan.packets), 'packet')}, "
          + words_told(plan, least, search.least_words, under)
          + (f"; whether {count_of(unknown[0], 'step')} would do is not known" if unknown else ""), flush=True)
    write(search.task, plan, given)
    return 0


def late(search, given, plan, bound):
    """Tells, when time is over, the best schedule and the best bound so far. Returns the tool's status."""
    none = f"none has fewer than {count_of(bound, 'step')}"
    if not plan:
        print(f"so far no schedule is found, and {none} (--seconds gives more time)")
        return STATUS_TIMEOUT
    print(f"so far the best schedule has {count_of(plan.steps, 'step')} and {count_of(plan.words(), 'link word')}, along shortest paths, "
          f"without a search, and {none}")
    write(search.task, plan, given)
    return 0


def write(task, plan, given):
    """Proves a plan, and writes and draws it."""
    try:
        proving.prove(task, plan)
    except proving.Wrong as wrong:
        raise Failure(STATUS_FAILED, f"internal error: the solver's schedule is wrong: {wrong} (please report it)") from wrong
    if task.dimension is None:
        print("proved: links, ports, blocks, order\n")
        print("\n".join(drawing.text(task, plan)))
        if "json" in given:
            stored.write(task, plan, given["json"], given["source"])
        return
    name = "-".join(["found", task.operation, given["ports"], str(plan.steps)])[:40]
    schedule = schedule_of(task, plan, name, given["source"])
    with tempfile.TemporaryDirectory() as folder:
        path = given.get("json") or os.path.join(folder, f"{name}.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(stored.as_text(schedule))
        check(path)
        drawn = [word for option in ("svg", "page") if option in given for word in (f"--{option}", given[option])]
        if drawn or "json" not in given:
            tool("draw", path, *drawn)
        if "run" in given:
            run(path, task)


def tool(name, *words, **options):
    """Runs a tool of the workbench; fails if that does."""
    done = subprocess.run([os.path.join(ROOT, "tools", name), *words], check=False, **options)
    if done.returncode != 0:
        raise Failure(done.returncode, f"tools/{name}: failed", done.stderr or "")
    return done.stdout


def check(path):
    """Has the checker prove a schedule."""
    printed = tool("check", path, capture_output=True, text=True)
    if "right:" not in printed:
        raise Failure(STATUS_FAILED, f"{seen_from_here(path)}: not proved by tools/check (an error of the search: please report it)")
    print("proved by tools/check: links, ports, blocks, order\n", flush=True)


def run(path, task):
    """Runs a schedule on the machine, which counts its steps and packets and verifies every byte."""
    own = Own(path)
    words = [word for name, value in task.case.items()
             for word in (f"--{name}", "x".join(map(str, value)) if name == "mesh" else str(value))]
    done = subprocess.run([os.path.join(ROOT, "tools/cuberun"), "-n", str(own.nodes), "--exact", "--timeout", SECONDS, *COSTS,
                           *(["--dead-link", ",".join(task.dead)] if task.dead else []), own.program("collective"),
                           task.operation, "--algorithm", own.name, *words], check=False)
    if done.returncode != 0:
        raise Failure(done.returncode, f"{shown(path)}: fails on the machine")
