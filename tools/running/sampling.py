"""The nodes' time in the program, from the samples of a run (kernel/timer/sample.h): by function, by
line, on the critical path, and as a file for KCachegrind and speedscope."""

import bisect
import collections
import itertools
import os

from .elf import HEADER, SEGMENT
from .lines import Lines
from .symbols import Symbols

KINDS = ("work", "receiving", "waiting")
SECONDS = 60         # that all answers of addr2line may take here: somebody who profiles waits for them
ROWS_SHOWN = 20      # of each list
NAMES_SHOWN = 3      # of the functions of an interval
PLACE_SHOWN = 60     # characters of a place
LIBRARY = ("library_text_start", "library_text_end")  # libc/program.ld
ENTRY = "_start"     # which calls main
TELLERS = ("system_sample", "journal_take", "journal_work")  # tell the kernel of a wait, or of declared work
NOT_SAMPLED = "(after the last sample)"
UNKNOWN = ("(unknown)", "", 0)
INSTRUCTION_BYTES = 4
BRANCH_AND_LINK = 0b100101  # the first six bits of an instruction that calls a function (Arm ARM, C6.2)
SEGMENTS_AT, SEGMENT_COUNT = 5, 10  # of an ELF header
EXECUTABLE = 1              # of the flags of a segment


class Places:
    """What is at the addresses of a program: each a list of (function, file, line), of which each but the last is
    inlined in the next."""

    def __init__(self, program):
        Lines.seconds = max(Lines.seconds, SECONDS)
        self._lines, self._symbols, self._known = Lines(program), Symbols(program), {}
        self._text = text_of(program)
        self._library = [self._symbols.values.get(name, 0) for name in LIBRARY]

    def at(self, address):
        """The places at an address."""
        if address not in self._known:
            named = self._symbols.function_at(address)
            self._known[address] = self._lines.places(address) or [(named[0], "", 0) if named else UNKNOWN]
        return self._known[address]

    def function(self, address):
        """The name of the function by the program's symbols, or None."""
        named = self._symbols.function_at(address)
        return named and named[0]

    def called(self, address):
        """The address of the function that the instruction at an address calls by its name, or None."""
        for start, data in self._text:
            if start <= address < start + len(data):
                word = int.from_bytes(data[address - start:][:INSTRUCTION_BYTES], "little")
                if word >> 26 == BRANCH_AND_LINK:
                    distance = (word & (1 << 26) - 1) - ((word & 1 << 25) << 1)
                    return address + INSTRUCTION_BYTES * distance
        return None

    def is_library(self, address):
        """Whether the address is in the cube's libraries."""
        return self._library[0] <= address < self._library[1]


def text_of(program):
    """The segments with instructions of a program: (address, bytes) each."""
    with open(program, "rb") as file:
        data = file.read()
    header = HEADER.unpack_from(data)
    return [(address, data[offset:offset + size])
            for _, flags, offset, address, _, size, _, _ in SEGMENT.iter_unpack(
                data[header[SEGMENTS_AT]:][:header[SEGMENT_COUNT] * SEGMENT.size]) if flags & EXECUTABLE]


class Sample:
    """A sample: its node, what the time was spent on, when it ended, how much it was, and the addresses from where it
    was spent to where main was called."""

    def __init__(self, record, places):
        self.node, self.kind, self.time, self.weight = (record[key] for key in ("node", "kind", "time", "weight"))
        place, called_from, *callers = record["stack"]
        # A function that calls no other has no frame of its own: x30 alone says who has called it. In others x30 says
        # nothing new.
        of_leaf = called_from not in callers and places.function(called_from) not in (places.function(place), ENTRY)
        leaf = [called_from] if of_leaf and is_text(places, called_from) else []
        self.stack = [place, *leaf, *callers]
        while len(self.stack) > 1 and places.function(self.stack[-1]) == ENTRY:
            self.stack.pop()
        while len(self.stack) > 1 and places.function(self.stack[0]) in TELLERS:
            del self.stack[0]

    def own(self, places):
        """The place that is told in lists: in the program itself its innermost function. Of the cube's libraries the
        call that the program has made: what lies within is not the program's. Where a function has gone over to one of
        the library, which has returned to its caller, there is no more of the call than what that has come to."""
        inside = [k for k, address in enumerate(self.stack) if places.is_library(address)]
        if not inside:
            return places.at(self.stack[0])[0]
        called = places.called(self.stack[inside[-1] + 1]) if inside[-1] + 1 < len(self.stack) else None
        name, *where = places.at(called if called and places.is_library(called) else self.stack[inside[-1]])[-1]
        return (name.removeprefix("P") if name.startswith("PMPI_") else name, *where)

    def line(self, places):
        """The innermost place of the program's own of which there is a line: of a file that is there, if any is."""
        inside = [k for k, address in enumerate(self.stack) if places.is_library(address)]
        known = [place for address in self.stack[inside[-1] + 1 if inside else 0:] for place in places.at(address)
                 if place[2]]
        return next((place for place in known if os.path.isfile(place[1])), known[0] if known else self.own(places))

    def chain(self, places):
        """All places from the innermost one to main. Where a function has gone over to another, which has returned to
        its caller, it comes in as well: what was called is there."""
        chain = []
        for inner, address in zip([None, *self.stack], self.stack):
            called = inner and places.called(address)
            if called and places.function(called) != places.function(inner):
                chain.append(places.at(called)[-1])
            chain += places.at(address)
        return chain


def is_text(places, address):
    """Whether there is a function at the address that we know."""
    return places.function(address) is not None and address > 0


class Sampling:
    """The samples of a run. `profiles` has what each node's clock is made of, `places` what is where in the program."""

    def __init__(self, records, profiles, places):
        self.places = places
        self.samples = [Sample(record, self.places) for record in records]
        self.rest = {profile["node"]: profile["work"] for profile in profiles}
        for sample in self.samples:
            if sample.kind == "work" and sample.node in self.rest:
                self.rest[sample.node] -= sample.weight
        self._by_node = collections.defaultdict(list)
        for sample in sorted((one for one in self.samples if one.kind == "work"), key=lambda one: one.time):
            self._by_node[sample.node].append(sample)
        self._times = {node: [sample.time for sample in samples] for node, samples in self._by_node.items()}

    def _sums(self, key):
        """By what key says of a sample, the time of each kind; and what came after the last samples."""
        sums = collections.defaultdict(lambda: dict.fromkeys(KINDS, 0))
        for sample in self.samples:
            sums[key(sample)][sample.kind] += sample.weight
        rest = sum(self.rest.values())
        if rest:
            sums[NOT_SAMPLED]["work"] += rest
        return sums

    def lines(self):
        """Lines of text: the time of all nodes, by function and by line."""
        functions = self._sums(lambda sample: sample.own(self.places)[0])
        places = self._sums(lambda sample: place_text(sample.line(self.places)))
        for title, sums in (("function", functions), ("line", places)):
            yield f"by {title}, of all nodes:"
            yield from table(sums, title)

    def inside(self, node, begin, end):
        """What a node's work from `begin` to `end` by its clock was, by function."""
        samples, sums = self._by_node[node], collections.Counter()
        first, left = bisect.bisect_right(self._times.get(node, []), begin), end - begin
        for sample in itertools.islice(samples, first, None):
            since = max(begin, sample.time - sample.weight)
            part = min(min(sample.time, end) - since, left)
            if part <= 0:
                break
            sums[sample.own(self.places)[0]] += part
            left -= part
        if left > 0:
            sums[samples[first].own(self.places)[0] if first < len(samples) else NOT_SAMPLED] += left
        return sums

    def callgrind(self, name, instruction):
        """The samples in the format of Callgrind, version 1: a cost line for each place, and for each call what was
        spent in it. The costs are those of the nodes' clocks."""
        own = collections.defaultdict(collections.Counter)
        calls = collections.defaultdict(collections.Counter)
        for sample in self.samples:
            chain = sample.chain(self.places)
            own[chain[0]][sample.kind] += sample.weight
            seen = set()
            for callee, caller in zip(chain, chain[1:]):
                if (caller, callee[:2]) not in seen:  # a function that calls itself is counted once
                    seen.add((caller, callee[:2]))
                    calls[caller, callee[:2]][sample.kind] += sample.weight
        if sum(self.rest.values()):
            own[NOT_SAMPLED, "", 0]["work"] += sum(self.rest.values())
        return callgrind_text(own, calls, name, instruction)


def place_text(place):
    """A place as text: function (file.c:line)."""
    function, file, line = place
    return f"{function} ({os.path.basename(file)}:{line})" if line else function


def table(sums, title, kinds=KINDS):
    """Lines of text: the rows with the most time, the others in one row, and the sum of all."""
    rows = sorted(sums.items(), key=lambda row: (-sum(row[1].values()), str(row[0])))
    whole = {kind: sum(row[kind] for row in sums.values()) for kind in kinds}
    everything = sum(whole.values()) or 1
    yield "".join(f"{kind:>14}" for kind in kinds) + f'{"of all":>9}  {title}'

    def row_text(row, text):
        share = 100 * sum(row.values()) / everything
        return "".join(f"{row[kind]:>14}" for kind in kinds) + f"{share:>7.1f} %  {text[:PLACE_SHOWN]}"

    for text, row in rows[:ROWS_SHOWN]:
        yield row_text(row, text)
    others = rows[ROWS_SHOWN:]
    if others:
        yield row_text({kind: sum(row[kind] for _, row in others) for kind in kinds}, f"{len(others)} others")
    yield row_text(whole, "all")


def shares(sums):
    """The functions with the most of some time, as text."""
    whole, most = sum(sums.values()), sums.most_common(NAMES_SHOWN)
    return ", ".join(f"{100 * time / whole:.0f} % in {name}" for name, time in most) if whole else ""


def callgrind_text(own, calls, name, instruction):
    """The file. Functions are in the order of their names, so that two runs that are the same have the same file."""
    unit = f"an instruction is {instruction}" if instruction else "instructions are free"
    lines = ["# callgrind format", "version: 1", "creator: graycube cuberun", f"cmd: {name}", "positions: line",
             "event: work : work of all nodes", "event: receiving : packets on their way",
             "event: waiting : packets not yet sent", f"desc: Unit: units of the nodes' clocks; {unit}",
             f"events: {' '.join(KINDS)}", ""]
    functions = collections.defaultdict(lambda: ([], []))
    for (function, file, line), cost in own.items():
        functions[function, file][0].append((line, cost))
    for ((function, file, line), callee), cost in calls.items():
        functions[function, file][1].append((line, callee, cost))
    for (function, file), (costs, made) in sorted(functions.items()):
        lines += [f"fl={file or '(unknown)'}", f"fn={function}"]
        lines += [f"{line} {cost_text(cost)}" for line, cost in sorted(costs, key=lambda cost: cost[0])]
        for line, (callee, callee_file), cost in sorted(made, key=lambda call: call[:2]):
            lines += [f"cfi={callee_file or '(unknown)'}", f"cfn={callee}", f"calls=1 0", f"{line} {cost_text(cost)}"]
        lines.append("")
    whole = [sum(cost[kind] for cost in own.values()) for kind in KINDS]
    return "\n".join([*lines, "totals: " + " ".join(map(str, whole)), ""])


def cost_text(cost):
    """The numbers of a cost line."""
    return " ".join(str(cost[kind]) for kind in KINDS)
