"""How much memory a machine has."""

from .boards import IMAGE_HEADER_BYTES, IMAGE_SIZE_OFFSET, kernel_image
from .failure import problem
from .numbers import size, size_text
from .options import spelt

MIB = 1 << 20
GIB = 1 << 30
PAGE = 1 << 12
BLOCK = 2 * MIB  # the kernel is loaded at a multiple of it, and so is the device tree

# Bounds of the options.
HEAP = (4 << 10, 64 * GIB)
STACK = (4 << 10, 1 * GIB)

# A machine's memory where --memory is not given. Each node needs kernel memory, a copy of the
# program's data, a stack, and a heap. A page of the host is spent only when touched.
MEMORY_KERNEL = 192 * MIB
MEMORY_MOST = 2048 * MIB
MEMORY_PARTS = 8 * GIB  # of all parts together, so that there can be many
MEMORY_NODE_BESIDES_HEAP = 2 * MIB
HEAP_LEAST = 16 * MIB  # of the default limits: where nodes are many, not all of them need theirs
MEMORY = (MIB, 1000 * GIB)  # the emulated cores' addresses have 40 bits, and not all are memory's


def heap_bytes(options, nodes, parts, given):
    """The heap limit of each of N nodes: the one asked for, or the node's share of the machine's memory, which is the
    same for any number of parts, so that runs under --exact are. A board may have `given` memory."""
    if "--heap" in options:
        return size(spelt("--heap"), options["--heap"], *HEAP)
    if "--memory" in options:
        given = size("--memory", options["--memory"], *MEMORY)
    memory, sharers = (given, nodes // parts) if given else (MEMORY_MOST, nodes)
    share = (memory - MEMORY_KERNEL) // sharers - besides_heap(options)
    return min(max(share // MIB * MIB, HEAP_LEAST), HEAP[1])


def besides_heap(options):
    """What a node needs besides its heap."""
    stack = size(spelt("--stack"), options["--stack"], *STACK) if "--stack" in options else 0
    return MEMORY_NODE_BESIDES_HEAP + stack


def memory_bytes(options, nodes, parts, archive_bytes):
    """The memory of a machine, one of N parts: enough for the initrd and for the heaps asked for, else by the
    number of its nodes."""
    if "--memory" in options:
        memory, asker = size("--memory", options["--memory"], *MEMORY), "--memory"
    else:
        asker = next((spelt(name) for name in ("--heap", "--stack") if name in options), None)
        heap, besides = heap_bytes(options, nodes * parts, parts, None), besides_heap(options)
        memory = min(MEMORY_KERNEL + nodes * (max(heap, HEAP_LEAST) + besides), MEMORY_MOST, MEMORY_PARTS // parts)
        if asker:
            memory = max(memory, MEMORY_KERNEL + nodes * ((heap if "--heap" in options else 0) + besides))
        memory += archive_bytes
    check_memory(memory, asker or "the initrd")
    return (memory + MIB - 1) // MIB * MIB


def check_memory(memory, asker):
    """Fails unless a machine can have this much memory, and this host can give it."""
    amount = f"{(memory + MIB - 1) // MIB} MiB"
    if memory > MEMORY[1]:
        raise problem(asker, f"too much memory: {amount}",
                      f"expected: at most {size_text(MEMORY[1])}; use --memory BYTES")
    if memory > MEMORY_MOST:  # less than that every host has
        import mmap
        try:
            mmap.mmap(-1, memory, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
        except OSError as error:
            raise problem(asker, f"not enough memory on this host for {amount}",
                          "use --memory BYTES") from error


def loadable_bytes(options, memory, shared, archive_bytes):
    """The least memory, from so much on, that the emulator can load everything into: the initrd in the middle of it
    and of what it shares behind it, but not beyond 128 MiB nor before the kernel's end, and behind that the device
    tree. Where it shares some, it is made of whole blocks."""
    unit = BLOCK if shared else MIB
    memory = (memory + unit - 1) // unit * unit
    with open(kernel_image(options), "rb") as image:
        header = image.read(IMAGE_HEADER_BYTES)
    kernel_end = BLOCK + int.from_bytes(header[IMAGE_SIZE_OFFSET:][:8], "little")
    while True:
        initrd = max(min((memory + shared) // 2, 128 * MIB), kernel_end)
        if (initrd + PAGE + archive_bytes + BLOCK - 1) // BLOCK * BLOCK < memory:
            return memory
        memory += unit


def own_memory(memory, core):
    """The emulator's words that make memory with the name "own": a file if `core` reads it (core.py)."""
    kind = f"file,mem-path={core.memory()},share=on" if core else "ram"
    return ["-object", f"memory-backend-{kind},id=own,size={memory // MIB}M"]
