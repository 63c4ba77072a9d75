"""The results of a run: its meters (--stats, --links, --time), its packets (--trace FILE.packets), its profile
(--profile)."""

import json
import os
import stat
from operator import itemgetter

from .counting import check
from .edge import Guarded
from .failure import STATUS_OUTPUT, Failure, of_host, one_line, problem, reachable
from .host import anonymous_file
from .numbers import count_of
from .options import ORDERS, may_fail, spelt
from .records import read_records
from .standard import OUTPUT, complain, say, write_all

FILES = ("--stats", "--record", "--page", "--trace", "--budget-write", "--callgrind")
UNEVEN = ("--dead", "--fail", "--with-ft")  # options with which not all that is published is counted
SAMPLED = {"--profile", "--callgrind"}  # are made of samples


class ResultFile:
    """A file for results, opened before the machine starts. What was in it stays until then."""

    def __init__(self, name, path):
        self.name, self.path = name, path  # `name` is for messages
        self.descriptor, self.is_new = None, False
        self._folder, self._entry = None, os.path.basename(path) or path and "."

    def open(self):
        """Opens the file, and the folder that it is in. If a signal ends this, close knows whether there
        may be a file by then."""
        try:
            self._folder = os.open(os.path.dirname(self.path) or ".", os.O_PATH | os.O_DIRECTORY)
            self.is_new = self._status() is None
            self.descriptor = os.open(self._entry, os.O_WRONLY | os.O_CREAT, 0o666, dir_fd=self._folder)
        except OSError as error:
            self.is_new = False
            of_host(error)
            raise problem(self.name, error.strerror) from error

    def _status(self):
        """The status of what has the file's name in that folder, or None."""
        try:
            return os.stat(self._entry, dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def check_apart(self, reach):
        """Fails where a program could change the file, or have another one found in its place: `reach` is
        what programs can change."""
        status = os.fstat(self.descriptor)
        if reach.has_way(self.path) or reach.has_file(self.descriptor):
            raise reachable(self.name)
        if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
            raise problem(self.name, f"the program could change it by another of its {status.st_nlink} names", "use a new file")

    def is_file(self, descriptor):
        """Whether it is the same regular file as the one that is open as `descriptor`."""
        ours, theirs = os.fstat(self.descriptor), os.fstat(descriptor)
        return stat.S_ISREG(ours.st_mode) and os.path.samestat(ours, theirs)

    def write(self, text):
        """Writes all of it."""
        try:
            if stat.S_ISREG(os.fstat(self.descriptor).st_mode):
                os.ftruncate(self.descriptor, 0)
            write_all(self.descriptor, text.encode())
        except OSError as error:
            raise Failure(STATUS_OUTPUT, f"{self.name}: {error.strerror}") from error
        self.is_new = False

    def close(self):
        """Closes the file. One that we have made and not written is not left behind."""
        try:
            found = self._status() if self.is_new else None
            if found and (self.descriptor is None or os.path.samestat(found, os.fstat(self.descriptor))):
                os.unlink(self._entry, dir_fd=self._folder)
        except OSError:
            pass  # gone already
        for descriptor in (self.descriptor, self._folder):
            if descriptor is not None:
                os.close(descriptor)


class Results:
    """All results that the options ask for, and the files that N machines write their records to. `reach` is
    what programs can change (reach.py), or None; `budget` is what the figures are compared with (budget.py), or None."""

    def __init__(self, options, machines, reach=None, budget=None):
        self.options, self.files, self.reach, self.budget = options, {}, reach, budget
        if "--trace" in options:
            from traces import form_of
            form_of(options["--trace"])
        self.descriptors = [anonymous_file("records") for _ in range(machines)]  # the emulators inherit them

    def open(self):
        """Opens all files."""
        for option in FILES:
            if option in self.options:
                file = self.files[option] = ResultFile(spelt(option, self.options[option]), self.options[option])
                file.open()
                if self.reach:
                    file.check_apart(self.reach)
                if file.is_file(OUTPUT):
                    raise problem(file.name, "already used for standard output")
        files = list(self.files.values())
        for number, file in enumerate(files):
            same = next((other for other in files[number + 1:] if file.is_file(other.descriptor)),
                        None)
            if same:
                raise problem(file.name, f"the same file as {same.name}")

    def write(self, description, costs, early=None):
        """Writes what the machine has recorded: `description` says what ran and how it ended, `costs`
        are those of the kernel's command line, `early` has what was read of nodes whose programs did not come to
        their end (early.py), or is None."""
        files = []
        for descriptor in self.descriptors:
            with open(descriptor, "rb", closefd=False) as file:
                file.seek(0)
                files.append(file.read())
        from_memory = []
        if early and early.nodes:
            from .early import frames_text
            from_memory = frames_text(early.records)
            description["early"] = [{"node": node, "where": where} for node, where in sorted(early.nodes.items())]
            if early.missing:
                complain(f"records of {count_of(len(early.missing), 'node')} were not read "
                         f"({'no time was left' if early.records else 'the program has no symbols'})")
        kernel, records = read_records(files, description["nodes"], from_memory)
        if "--links" in self.options and description["status"] == 0 and not any(option.startswith(UNEVEN) for option in self.options):
            check(records["meters"])
        if may_fail(self.options):  # what lies in the windows of a link that has failed depends on its parts
            for record in records["meters"]:
                record.pop("rings", None)
        if records["early"]:
            description["early"] = sorted(records["early"], key=itemgetter("node"))
        if not kernel and description["status"] == 0:
            raise Failure(STATUS_OUTPUT, "records: not all were written (is the disk full?)")
        losses = []
        if ORDERS in self.options:
            write_all(self.options[ORDERS], json.dumps(records["order"]).encode())
        if "--stats" in self.options:
            with Guarded("--stats", losses):
                self.files["--stats"].write(stats_text({**description, **kernel}, records))
        if "--record" in self.options:
            with Guarded("--record", losses):
                self.files["--record"].write(
                    packets_text({"nodes": description["nodes"], **costs}, records["packet"]))
        if "--trace" in self.options:
            with Guarded("--trace", losses):
                from traces import trace_text
                self.files["--trace"].write(
                    trace_text(self.options["--trace"], description, costs, records))
        if "--page" in self.options:
            with Guarded("--page", losses):
                from page.bundle import page
                from page.record import run_of
                play = run_of(description, costs, self.options.get("--ports", "all"), records)
                self.files["--page"].write(page(play["name"], [play]))
        if "--links" in self.options:
            with Guarded("--links", losses):
                from .traffic import link_lines
                lines = link_lines(records["meters"], description["nodes"], description.get("dead", ()),
                                   len(description.get("early", ())))
                say("".join(f"{line}\n" for line in lines))
        if "--time" in self.options:
            with Guarded("--time", losses):
                say(time_line(records["meters"], description["nodes"], len(description.get("early", ()))))
        if SAMPLED & self.options.keys() and records["profile"]:
            with Guarded("--profile and --callgrind", losses):
                self._write_profile(records, costs["ti"], description)
        if self.budget:
            with Guarded("--budget", losses):
                self._write_budget(records["meters"], description)
        if losses:
            raise Failure(STATUS_OUTPUT, "")  # what they are has been said

    def _write_profile(self, records, instruction, description):
        """Writes where the time of the nodes went."""
        from .sampling import Places, Sampling
        sampling = Sampling(records["sample"], records["profile"], Places(description["program"]))
        if "--callgrind" in self.options:
            name = " ".join([description["program"], *description["arguments"]])
            self.files["--callgrind"].write(sampling.callgrind(one_line(name), instruction))
        if "--profile" in self.options:
            from .profile import profile_lines
            lines = profile_lines(records["profile"], records["event"], sampling, instruction,
                                  description.get("early", ()))
            say("".join(f"{line}\n" for line in lines))

    def _write_budget(self, meters, description):
        """Writes the budget of this run, and compares with that of another."""
        if description["status"] != 0:
            self.budget.not_compared(description["status"])
        from .budget import figures
        found = figures(meters, description.get("dead", ()), len(self.descriptors))
        if "--budget-write" in self.options:
            self.files["--budget-write"].write(self.budget.text(found))
        if "--budget" in self.options:
            self.budget.compare(found)

    def close(self):
        """Closes all files."""
        for file in self.files.values():
            file.close()


def parallel_time(meters):
    """The parallel time of a run: the largest of the nodes' clocks when their programs had ended. None
    where they have no clocks."""
    return max((record["clock"] for record in meters if "clock" in record), default=None)


def time_line(meters, nodes, early=0):
    """The parallel time, for people and for tools/speedup. The programs of `early` nodes did not come to their
    end."""
    left = max(early, nodes - len(meters))
    if left:
        until = parallel_time(meters)
        return (f"parallel time: unknown, for {left} node{'s have' if left > 1 else ' has'} not come to "
                f"{'their' if left > 1 else 'its'} end" + (f"; until then {until}" if until is not None else "") + "\n")
    return f"parallel time: {parallel_time(meters)}\n"


def stats_text(description, records):
    """One JSON object (formats/stats.schema.json): what ran, how it ended, what the kernel says of it
    and each node's meters."""
    meters = sorted(records["meters"], key=itemgetter("node"))
    if parallel_time(meters) is not None:
        description["time"] = parallel_time(meters)
    if records["profile"]:
        description["profile"] = sorted(records["profile"], key=itemgetter("node"))
    return json.dumps({**description, "records": meters}, indent=1) + "\n"


def packets_text(head, packets):
    """What tools/replay reads: an object a line, in the order of time."""
    lines = [head, *sorted(packets, key=lambda packet: packet["time"])]
    return "".join(json.dumps(line) + "\n" for line in lines)
