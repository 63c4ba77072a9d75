"""Compiled code, by objdump and llvm-symbolizer: instructions with the functions and lines that they come from, and the
orders in which it can make accesses."""

import collections
import functools
import linecache
import os
import re
import subprocess

OBJDUMP = os.environ.get("CROSS_COMPILE", "aarch64-linux-gnu-") + "objdump"
Insn = collections.namedtuple("Insn", "op args frames")
Frame = collections.namedtuple("Frame", "function file line")
Access = collections.namedtuple("Access", "op fences")  # one that is made, and the fences since the last one

SYSTEM = {"mrs": "load", "msr": "store", "hvc": "store", "smc": "store"}
LOAD = re.compile(r"ld(?:[rp]|ur|np)(?:s?[bhw])?$|(lda(?:r|pr|pur|xr))[bh]?$")
STORE = re.compile(r"st(?:[rp]|ur|np)[bh]?$|(stlr|stlur)[bh]?$")
UPDATE = re.compile(r"((?:cas|swp|(?:ld|st)(?:add|set|clr|eor))(?:al?|l)?)[bh]?$")
FENCE = re.compile(r"(dmb|dsb|isb|tlbi)$")
BRANCH = re.compile(r"b\..*|[ct]bn?z$")
END = ("ret", "br", "eret")
MOST_FENCES = 8  # between two accesses: further ones are taken as missing
MOST_CALLS = 6   # inside each other: deeper ones do nothing

# Lines of objdump.
FUNCTION = re.compile(r"([0-9a-f]+) <(.+)>:$")
INSTRUCTION = re.compile(r"\s*([0-9a-f]+):\t(\S+)\s*([^/]*)")


def output(command, given=""):
    """What a command prints."""
    return subprocess.run(command, input=given, check=True, stdout=subprocess.PIPE, text=True).stdout


def kind_of(insn):
    """What an instruction does: load, store or update, none of them on the stack; or None. A read of a system register
    is a load; a write, and a call of the firmware, is a store."""
    if "[sp" in insn.args:
        return None
    patterns = {"load": LOAD, "store": STORE, "update": UPDATE}
    return SYSTEM.get(insn.op) or next((kind for kind, each in patterns.items() if each.match(insn.op)), None)


def plain_name(insn):
    """The mnemonic of an access, without its width. An update that keeps nothing of what it reads does not acquire."""
    if kind_of(insn) == "update":
        op = UPDATE.match(insn.op)[1]
        if re.match(r"\w+, [wx]zr,", insn.args) and op[:3] != "cas":
            op = re.sub(r"a(l?)$", r"\1", op).replace("ld", "st")
        return op
    pattern, usual = {"load": (LOAD, "ldr"), "store": (STORE, "str")}[kind_of(insn)]
    found = pattern.match(insn.op)
    return found and found[1] or usual


class Code:
    """An ELF file."""

    def __init__(self, path):
        self.insn = {}                               # by address
        self.entry = collections.defaultdict(list)   # of functions, by the name without what compilers append
        self.owner = {}                              # by address: the entry of its function
        own, read = None, []
        for line in output([OBJDUMP, "-d", "--no-show-raw-insn", path]).splitlines():
            if found := FUNCTION.match(line):
                own = int(found[1], 16)
                if ".cold" not in found[2]:
                    self.entry[found[2].partition(".")[0]].append(own)
            elif found := INSTRUCTION.match(line):
                self.owner[int(found[1], 16)] = own
                read.append((found[1], found[2], found[3].strip()))
        # A group of lines for each address: of each frame the function, and FILE:LINE:COLUMN.
        groups = output(["llvm-symbolizer", "--inlines", f"--obj={path}"],
                        "".join(f"0x{address}\n" for address, *_ in read)).split("\n\n")
        for (address, op, args), group in zip(read, groups):
            lines = group.split("\n")
            frames = tuple(Frame(function.partition(".")[0], *re.match(r"(.*):(\d+):", place).groups())
                           for function, place in zip(lines[::2], lines[1::2]))
            self.insn[int(address, 16)] = Insn(op, args, frames)
        self.holds = collections.defaultdict(set)    # by a function's name: entries of those that it is compiled into
        for address, insn in self.insn.items():
            for frame in insn.frames:
                self.holds[frame.function].add(self.owner[address])
        # Lines, by function, of which an access acquires or releases: their others only find out where that is.
        self.ordered = {self.line(address) for address, insn in self.insn.items()
                        if kind_of(insn) and plain_name(insn) not in ("ldr", "str")}
        self.entries = {entry for entries in self.entry.values() for entry in entries}

    def line(self, address):
        """What tells the line of an access from others, by what it does there."""
        return self.owner[address], self.insn[address].frames, kind_of(self.insn[address])

    @functools.lru_cache(maxsize=None)
    def is_access(self, address, calls, step):
        """Whether the instruction is the access of a step (protocols.py), where `calls` lead to its function."""
        insn = self.insn[address]
        if kind_of(insn) not in step.kinds or (step.narrow and insn.args[:1] != "w"):
            return False
        if insn.op in SYSTEM:
            return any(place in f"{insn.op} {insn.args}" for place in step.places)
        if plain_name(insn) in ("ldr", "str") and self.line(address) in self.ordered:
            return False
        frames = [frame for each in (address, *map(abs, calls)) for frame in self.insn[each].frames]
        return any(frame.function == place.partition(":")[0] and
                   place.partition(":")[2] in linecache.getline(frame.file, int(frame.line))
                   for frame in frames for place in step.places)

    @functools.lru_cache(maxsize=None)
    def accesses(self, step):
        """The addresses of a step's accesses, by the entries of the functions that make them themselves."""
        found = collections.defaultdict(set)
        for address in self.insn:
            if self.is_access(address, (), step):
                found[self.owner[address]].add(address)
        return found

    def following(self, address):
        """Where this function goes on behind an instruction, calls done. None: it returns."""
        insn = self.insn[address]
        if insn.op == "b" and target(insn) not in self.entries:
            return [target(insn)]
        if insn.op == "b" or insn.op in END:
            return [None]
        return [address + 4] + ([target(insn)] if BRANCH.match(insn.op) else [])

    def passes(self, begin, end, without):
        """Whether there is a way within a function from one of some instructions to one of others, or to its return
        (None), that passes none of a third set."""
        seen, left = set(), [place for address in begin for place in self.following(address)]
        while left:
            address = left.pop()
            if address in end:
                return True
            if address in self.insn and address not in seen and address not in without:
                seen.add(address)
                left += self.following(address)
        return False


def target(insn):
    """Where a branch goes."""
    found = re.search(r"(?:^|, )([0-9a-f]{4,}) <", insn.args)
    return int(found[1], 16) if found else None


def add_fence(fences, insn):
    """Fences and one more, or the same if it orders nothing that they do not."""
    fence = f"{insn.op} {insn.args}".strip()
    begin = max((k + 1 for k, other in enumerate(fences) if other.startswith("tlbi")), default=0)
    return fences if fence in fences[begin:] or len(fences) == MOST_FENCES else fences + (fence,)


def orders(parts, steps, early, late):
    """What code can do that makes the accesses of the steps in this order, once each: a set of tuples of an Access for
    each step. `parts` is executed one after the other: (code, entry, entries of functions that calls lead into, and of
    those to which pointers may lead); other calls do nothing. `early`: fences before the first access count; `late`:
    those behind the last one do, and come with an Access without a mnemonic."""
    found, seen = set(), set()
    left = [(0, parts[0][1], (), 0, (), ())]  # part, address, calls, step, fences, what has been done
    while left:
        state = left.pop()
        if state in seen:
            continue
        seen.add(state)
        part, address, calls, k, fences, done = state
        code, _, inside, pointed = parts[part]
        insn = code.insn[address]
        if (k > 0 or early) and FENCE.match(insn.op):
            fences = add_fence(fences, insn)
        callees = pointed if insn.op == "blr" else {target(insn)} & inside if insn.op in ("b", "bl") else ()
        if callees and len(calls) < MOST_CALLS:
            places = [(part, to, calls + (address if insn.op != "b" else -address,)) for to in callees]
        else:
            places = [(part, place, calls) for place in code.following(address) if place in code.insn]
            while not places and calls and calls[-1] < 0:  # a call in the place of a return
                calls = calls[:-1]
            if not places and calls:
                places = [(part, calls[-1] + 4, calls[:-1])]
            elif not places and part + 1 < len(parts):
                places = [(part + 1, parts[part + 1][1], ())]
            elif not places and k == len(steps):
                found.add(done + (Access("", fences),))
        left += [place + (k, fences, done) for place in places]
        if k < len(steps) and code.is_access(address, calls, steps[k]):
            does = done + (Access(plain_name(insn), fences),)
            if k + 1 == len(steps) and not late:
                found.add(does)
            else:
                left += [place + (k + 1, (), does) for place in places]
    return found
