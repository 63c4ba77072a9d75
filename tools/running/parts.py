"""The parts of a cube (kernel/parts/part.h): several emulators that run it together, each some of its nodes."""

import fcntl
import os

from .host import anonymous_file, path_of

MIB = 1 << 20
BLOCK = 2 * MIB   # the kernel maps memory in blocks
MOST_PARTS = 32   # PART_MOST of kernel/parts/part.h
MOST_CORES = 512  # of an emulator (board/machine.h)
MOST_NODES = 256  # of a part where there are several: the watcher has a core, too (PART_CORES)
LEAST_NODES = 32  # of a part, from which on two parts are faster than one (docs/measurements.md)
WORDS = 64 << 10  # of a part, in the shared memory, rounded up: struct part_words
PAGE = 4 << 10    # that a window has beside its rings

# The bytes of both rings of a link, by the most nodes of a cube that has them by itself (kernel/links.c).
RINGS = ((8, {"direct": 128 << 10, "routed": 64 << 10}), (64, {"direct": 128 << 10, "routed": 16 << 10}),
         (MOST_PARTS * MOST_NODES, {"direct": 32 << 10, "routed": 4 << 10}))


STAY = b"s"  # BELL_STAY of formats/bell.h

# Of a cube that is shown to be run by hand: a file for the memory, one for each part's output but the first's, a pipe
# for each part, and the descriptor of the first of these.
SHOWN_MEMORY, SHOWN_OUTPUT, SHOWN_PIPE, SHOWN_BELL = "links", "output", "bell", 4


def least_parts(nodes):
    """The fewest parts that have room for N nodes."""
    return 1 if nodes <= MOST_CORES else nodes // MOST_NODES


def usual_parts(nodes, processors):
    """As many parts as make a run faster, each with a processor of the host and not too few nodes; but no fewer than
    have room for all nodes."""
    faster = 1 << max(1, min(processors, nodes // LEAST_NODES, MOST_PARTS)).bit_length() - 1
    return max(faster, least_parts(nodes))


def rings_of(nodes, asked):
    """The sizes of both rings by their names, as words of the kernel. `asked` has those that somebody has asked for."""
    return {**next(rings for most, rings in RINGS if nodes <= most), **asked}


class Parts:
    """What all emulators of a cube share: memory, and a pipe to call each by. Both rings of a link together have so
    many bytes. If they are only shown, there is nothing of this yet."""

    def __init__(self, count, nodes, rings, shown):
        self.count = count
        links = nodes * (count.bit_length() - 1)  # between parts
        window = (rings + 2 * PAGE - 1) // PAGE * PAGE
        self.bytes = (count * WORDS + links * window + BLOCK - 1) // BLOCK * BLOCK
        if shown:
            self._path, self.bells = SHOWN_MEMORY, SHOWN_BELL
            return
        self.memory = anonymous_file("links")
        os.ftruncate(self.memory, self.bytes)  # which takes none of the host's until it is used
        os.set_inheritable(self.memory, True)
        self._path = path_of(self.memory)
        pipes = [os.pipe() for _ in range(count)]
        self._calls = [to_write for _, to_write in pipes]
        self.bells = in_a_row([to_read for to_read, _ in pipes])

    def shown(self, commands):
        """Lines for a shell that runs these commands as one cube, until the first part has ended."""
        pipes = [f"{SHOWN_PIPE}.{part}" for part in range(self.count)]
        opened = " ".join(f"{self.bells + part}<>{pipe}" for part, pipe in enumerate(pipes))
        texts = [f"{SHOWN_OUTPUT}.{part}" for part in range(1, self.count)]
        others = [f"{command} {opened} </dev/null >{text} & others=\"$others $!\""
                  for command, text in zip(commands[1:], texts)]
        return [f"mkfifo {' '.join(pipes)}", "others=", *others, f"{commands[0]} {opened}",
                f"kill -KILL $others; cat {' '.join(texts)}; rm {' '.join([*pipes, *texts])} {SHOWN_MEMORY}"]

    def words(self, part):
        """The kernel's words for one part."""
        return [f"parts={self.count}", f"part={part}", f"shared={self.bytes // MIB}M", f"bells={self.bells}"]

    def machine(self, memory, own, cores):
        """The emulator's words for a part with this much memory of its own, which has the name "own" and is the object
        that the words `own` make, and N cores. The last core is that of the part's watcher
        (kernel/parts/bell.h)."""
        return ["-m", f"{(memory + self.bytes) // MIB}M",
                *own,
                "-object", f"memory-backend-file,id=links,size={self.bytes // MIB}M,"
                           f"mem-path={self._path},share=on",
                "-numa", f"node,nodeid=0,memdev=own,cpus=0-{cores - 1}", "-numa", "node,nodeid=1,memdev=links"]

    def stay(self, part):
        """Asks a part's emulator not to wait in the host any more, so that its debugger answers."""
        try:
            os.write(self._calls[part], STAY)
        except OSError:
            pass  # it has ended


def in_a_row(descriptors):
    """Makes copies of descriptors, which children inherit, with numbers that follow each other, and closes these.
    Returns the first copy."""
    copies = []
    while len(copies) < len(descriptors):
        wanted = copies[-1] + 1 if copies else 0
        copy = fcntl.fcntl(descriptors[len(copies)], fcntl.F_DUPFD, wanted)
        if copies and copy != wanted:  # that one is open already
            for each in copies:
                os.close(each)
            copies = [fcntl.fcntl(descriptors[0], fcntl.F_DUPFD, copy)]
            os.close(copy)
        else:
            copies.append(copy)
    for descriptor in descriptors:
        os.close(descriptor)
    return copies[0]
