"""The state of all nodes at the end of a run that fails, as ELF core files for gdb and others (--core).

A core file has one address space, and each node has its own at the same addresses: so each node has
a file, and a script makes gdb open all of them, each as an inferior. Registers come from the
emulator's debugger or, for a node in the kernel, from the kernel's memory; memory comes from the
file of the machine's memory, by the process's page tables."""

import contextlib
import mmap
import os
import struct

from . import ROOT
from .elf import HEADER, SEGMENT
from .failure import STATUS_SIGNAL, problem, reachable
from .host import anonymous_file, path_of
from .remote import Unanswered
from .standard import complain

MIB = 1 << 20
MOST_BYTES = 1 << 30  # of memory in all files of a run together; each node has its part of them

# The emulator's page tables: three levels of 512 entries, and the bits of
# an entry (kernel/table.h).
PAGE, ENTRIES, LEVELS = 4096, struct.Struct("<512Q"), (1 << 30, 1 << 21, 1 << 12)
VALID, TABLE, OF_PROCESS, READ_ONLY, USED = 1, 2, 1 << 6, 1 << 7, 1 << 10
ADDRESS = 0xfffffffff000
# What a process has of its own (kernel/process_memory.h): data and heap; the stack, between files and windows.
DATA, STACK = range(0x7000000000), range(0x7e00000000, 0x7f00000000)

# An ELF core file of Linux for AArch64 (elf.h, and arch/arm64/include/uapi/asm/ptrace.h and bfd/elfxx-aarch64.c, which
# reads it): kinds, and structures of notes.
CORE, AARCH64, LOAD, NOTE, READ_WRITE = 4, 183, 1, 4, 6
MOST_SEGMENTS = 0xfffe - 1  # PN_XNUM is no number of segments, and one is that of the notes
IDENTITY = b"\x7fELF\x02\x01\x01" + bytes(9)
PRSTATUS, FPREGSET, PRPSINFO = 1, 2, 3
STATUS = struct.Struct("<12xH18xI76x34QI4x")  # elf_prstatus: signal, process, registers, whether there are others
FLOATS = struct.Struct("<512sII8x")           # user_fpsimd_state: v0 to v31, FPSR, FPCR
ABOUT = struct.Struct("<24xI12x16s80s")       # elf_prpsinfo: process, name, arguments
NOTE_HEAD, NOTE_NAME = struct.Struct("<III"), b"CORE\0\0\0\0"

# The rest of a struct trap_frame of the kernel, behind x0 to x30, sp and pc (kernel/trap_frame.h).
FRAME = struct.Struct("<264xQ8xQQ8x512s")  # PSTATE; FPCR, FPSR; v0 to v31


class Core:
    """Writes the files: `path` with the number of each node behind it, and `path` itself, which is that of the node
    that the run has ended with, or else of the first that had not come to its end. Fails where there can be none, or
    where a program could change them: `reach` is what programs can change (reach.py), or None. `begin` is the first
    physical address of the machine's memory."""

    def __init__(self, path, program, nodes, begin, reach=None):
        self._begin = begin
        self.path, self.program, self._nodes = os.path.abspath(path), os.path.abspath(program), nodes
        folder = os.path.dirname(self.path)
        if "\n" in self.path + self.program or os.path.isdir(path) or not os.access(folder, os.W_OK):
            raise problem(f"--core {path}", "cannot be written")
        if reach and reach.has_way(path):
            raise reachable(f"--core {path}")
        self._memories, self._hint = [], []
        self.status = None  # the machine's, where it has come to an end

    def memory(self):
        """A path by which an emulator opens its memory, which is a file from now on: we read it."""
        descriptor = anonymous_file("memory")
        os.set_inheritable(descriptor, True)
        self._memories.append(descriptor)
        return path_of(descriptor)

    def look(self, debugger, found, culprit):
        """Writes the state of the nodes that were `found` (where.py), unless all have come to their ends. `culprit` is
        the number of the one that has ended the run, or None."""
        left = [number for number, node in found.items() if node.kind()[0] != "ended"]
        if not left:
            return
        chosen, written, cut = left[0] if culprit is None else culprit, [], False
        try:
            with contextlib.ExitStack() as stack:
                memories = [stack.enter_context(opened(descriptor)) for descriptor in self._memories]
                for number, node in found.items():
                    memory = memories[number * len(memories) // self._nodes]
                    is_whole = self._write(debugger, node, memory, self._signal() if number == culprit else 0)
                    if is_whole is not None:
                        written.append(number)
                        cut = cut or not is_whole
        except Unanswered:
            pass
        except (OSError, ValueError) as error:
            self._hint = [f"--core {self.path}: {getattr(error, 'strerror', None) or error}"]
            return
        if written:
            self._open_all(written, chosen if chosen in written else written[0])
            if cut:
                self._hint.append(f"of each node {MOST_BYTES // self._nodes // MIB} MiB of memory are there, not all")

    def _signal(self):
        """The signal that the machine's status stands for, or 0."""
        return max((self.status or 0) - STATUS_SIGNAL, 0)

    def _write(self, debugger, node, memory, signal):
        """Writes the file of a node. Returns whether all of its memory is there, or None if it has no process."""
        debugger.look_at(node.number)
        table = debugger.system_register("TTBR0_EL1") & ADDRESS
        if not node.registers or not table:
            return None
        state, floats = self._rest(debugger, node)
        pages, is_whole = chosen_pages(memory, self._begin, table, MOST_BYTES // self._nodes)
        segments = list(runs(pages))
        if len(segments) > MOST_SEGMENTS:  # data are first, and the stack's top is last
            is_whole = False
            del segments[MOST_SEGMENTS // 2:-(MOST_SEGMENTS // 2)]
        process = node.number + 1  # which may not be 0
        name = os.path.basename(self.program).encode()
        notes = b"".join(note(kind, data) for kind, data in (
            (PRSTATUS, STATUS.pack(signal, process, *node.registers, state, 1)),
            (PRPSINFO, ABOUT.pack(process, name, name)), (FPREGSET, floats)))
        at = HEADER.size + (1 + len(segments)) * SEGMENT.size
        begin = (at + len(notes) + PAGE - 1) // PAGE * PAGE
        headers = [SEGMENT.pack(NOTE, 0, at, 0, 0, len(notes), 0, 4)]
        end = begin
        for address, physicals in segments:
            size = PAGE * len(physicals)
            headers.append(SEGMENT.pack(LOAD, READ_WRITE, end, address, 0, size, size, PAGE))
            end += size
        head = HEADER.pack(IDENTITY, CORE, AARCH64, 1, 0, HEADER.size, 0, 0, HEADER.size, SEGMENT.size, len(headers),
                           0, 0, 0)
        with fresh(f"{self.path}.{node.number}") as file:
            file.write(head + b"".join(headers) + notes)
            file.truncate(end)  # pages of zeros take no room
            file.seek(begin)
            for place in (place for _, physicals in segments for place in physicals):
                page = memory[place:place + PAGE]
                if page.count(0) == PAGE:
                    file.seek(PAGE, os.SEEK_CUR)
                else:
                    file.write(page)
        return is_whole

    @staticmethod
    def _rest(debugger, node):
        """PSTATE and the registers of floating-point numbers of a node, as notes have these."""
        if node.frame_at is None:
            return node.state, FLOATS.pack(*debugger.floats())
        data = debugger.read(node.frame_at, FRAME.size)
        state, control, status, vectors = FRAME.unpack(data) if data else (0, 0, 0, b"")
        return state, FLOATS.pack(vectors, status, control)

    def _open_all(self, written, chosen):
        """Writes the script that opens all files, and gives `path` to that of the chosen node."""
        lines = ["# Made by cuberun --core: gdb-multiarch -x THIS has all nodes, each as an inferior.",
                 "set pagination off", "set confirm off", "set print inferior-events off", "set logging file /dev/null",
                 "set logging redirect on", "set logging enabled on", f"directory {ROOT}"]
        for inferior, number in enumerate(written, 1):
            lines += [f"add-inferior -no-connection\ninferior {inferior}"] if inferior > 1 else []
            lines += [f'file "{quoted(self.program)}"', f"core-file {self.path}.{number}", f"thread name node {number}"]
        lines += [f"inferior {written.index(chosen) + 1}", "set logging enabled off", "info threads", "frame"]
        with fresh(f"{self.path}.gdb") as file:
            file.write("".join(f"{line}\n" for line in lines).encode())
        replaced(self.path)
        os.symlink(f"{os.path.basename(self.path)}.{chosen}", self.path)
        shown, program = os.path.relpath(self.path), os.path.relpath(self.program)
        nodes = f"{shown}.{written[0]}" + (f" to {shown}.{written[-1]}" if len(written) > 1 else "")
        self._hint = [f"the nodes' state is in {nodes}: all of them by gdb-multiarch -x {shown}.gdb",
                      f"node {chosen} alone by gdb-multiarch {program} {shown}"]

    def ended(self):
        """The machine has ended: tells what was written."""
        for line in self._hint:
            complain(line)
        for descriptor in self._memories:
            os.close(descriptor)


def opened(descriptor):
    """The bytes of a machine's memory."""
    return mmap.mmap(descriptor, os.fstat(descriptor).st_size, prot=mmap.PROT_READ)


def replaced(path):
    """Nothing is there any more by that name."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def fresh(path):
    """A new file in the place of what is there, which only its owner reads, for it has all that the program knew."""
    replaced(path)
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def quoted(path):
    """A path as gdb reads it between double quotes."""
    return path.replace("\\", "\\\\").replace('"', '\\"')


def note(kind, data):
    """A note, whose data is made of whole words."""
    return NOTE_HEAD.pack(len(b"CORE\0"), len(data), kind) + NOTE_NAME + data


def pages_of(memory, begin, table, level=0, base=0):
    """The pages of a process that it may write: (address, place in memory) each, by address. `table` is the physical
    address of the table of its addresses from `base` on. The memory has physical addresses from
    `begin` on; what is not in it, as links are that emulators share, is left out."""
    place = table - begin
    if not 0 <= place <= len(memory) - PAGE:
        return
    for number, entry in enumerate(ENTRIES.unpack_from(memory, place)):
        address, to = base + number * LEVELS[level], entry & ADDRESS
        if not entry & VALID or not level and address not in DATA and address not in STACK:
            continue
        if level + 1 < len(LEVELS):
            if entry & TABLE:
                yield from pages_of(memory, begin, to, level + 1, address)
        elif entry & OF_PROCESS and entry & USED and not entry & READ_ONLY and 0 <= to - begin <= len(memory) - PAGE:
            yield address, to - begin


def chosen_pages(memory, begin, table, most):
    """The pages of a process up to N bytes, of the stack first; and whether these are all."""
    pages = list(pages_of(memory, begin, table))
    kept = sorted(pages, key=lambda page: page[0] not in STACK)[:most // PAGE]
    return sorted(kept), len(kept) == len(pages)


def runs(pages):
    """Pages whose addresses follow each other: the first address, and the places of all, each."""
    address, places = 0, []
    for page, place in pages:
        if page != address + PAGE * len(places):
            if places:
                yield address, places
            address, places = page, []
        places.append(place)
    if places:
        yield address, places
