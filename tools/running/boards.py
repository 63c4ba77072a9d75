"""The boards that QEMU emulates for us: what of the emulator's command line differs between them."""

import os

from . import build_folder
from .failure import STATUS_QEMU, STATUS_USAGE, Failure, shown
from .numbers import size_text

USUAL = "virt"
MIB = 1 << 20



class Virt:
    """QEMU's virt machine, which can have any number of cores and any memory: so it names none."""

    cores = memory = None
    memory_begin = 0x40000000  # its first physical address

    def machine(self, _nodes):
        """The emulator's words for it."""
        return ["-M", "virt,gic-version=3,acpi=off", "-cpu", "cortex-a76"]

    def check(self, options, nodes):
        """Fails if a machine for so many nodes with these options cannot be."""


class Fixed:
    """A board with that many cores and so much memory, of which nothing can be chosen."""

    memory_begin = 0

    def __init__(self, name, title, cores, memory):
        self.name, self.title, self.cores, self.memory = name, title, cores, memory

    def machine(self, nodes):
        """The emulator's words for it: it has no device tree of its own."""
        return ["-M", self.name, "-dtb", os.path.join(board_folder(self.name), f"cores-{nodes}.dtb")]

    def check(self, options, nodes):
        """Fails if a machine for so many nodes with these options cannot be."""
        if nodes > self.cores:
            raise Failure(STATUS_USAGE, f"a {self.title} has {self.cores} cores, and so at most as many nodes, not {nodes}")
        if "--memory" in options:
            raise Failure(STATUS_USAGE, f"--memory does not go with --board {self.name}: a {self.title} has "
                                        f"{size_text(self.memory)}")


BOARDS = {USUAL: Virt(), "raspi3b": Fixed("raspi3b", "Raspberry Pi 3 Model B", 4, 1024 * MIB)}


def board_name(options):
    """The name of the board that runs the program."""
    name = options.get("--board", USUAL)
    if name not in BOARDS:
        raise Failure(STATUS_USAGE, f"--board takes {' or '.join(BOARDS)}, not '{shown(name)}'")
    return name


def board_folder(name):
    """Where its kernel is."""
    return build_folder() if name == USUAL else os.path.join(build_folder(), name)
