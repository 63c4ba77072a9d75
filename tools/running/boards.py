"""The boards that QEMU emulates for us: their parts of the emulator's command line, and their kernels."""

import os

from . import build_folder
from .failure import conflict, invalid, not_built, of_host, problem
from .numbers import size_text

USUAL = "virt"
LINE = "%line%"  # in an emulator's command: the descriptor of its end of the line (relay.py)
KVM = "kvm"  # of --accel: the host's own processors
MIB = 1 << 20

# The header of a kernel's image (boot/header.S).
IMAGE_HEADER_BYTES = 64
IMAGE_SIZE_OFFSET = 16  # the memory that it needs
IMAGE_MAGIC_OFFSET, IMAGE_MAGIC = 56, b"ARM\x64"


class Virt:
    """QEMU's virt machine, which can have any number of cores and any memory: so it names none."""

    cores = memory = None
    memory_begin = 0x40000000  # its first physical address
    line = ("-global", "virtio-mmio.force-legacy=false", "-device", "virtio-serial-device", "-device", "virtconsole,chardev=line")

    def machine(self, options, _nodes):
        """The emulator's words for it."""
        if options.get("--accel") == KVM:
            return ["-M", "virt,gic-version=host,acpi=off", "-cpu", "host"]
        return ["-M", "virt,gic-version=3,acpi=off", "-cpu", "cortex-a76"]

    def check(self, options, nodes):
        """Fails if a machine for N nodes with these options cannot be."""
        if "--serial" in options:
            raise problem("--serial", "requires a board", "--board raspi3b")


class Fixed:
    """A board with that many cores and this much memory, of which nothing can be chosen."""

    memory_begin = 0
    line = ("-serial", "chardev:line")

    def __init__(self, name, title, cores, memory):
        self.name, self.title, self.cores, self.memory = name, title, cores, memory

    def machine(self, _options, nodes):
        """The emulator's words for it: it has no device tree of its own."""
        return ["-M", self.name, "-dtb", self.tree(nodes)]

    def tree(self, nodes):
        """The path of the device tree in which N of its cores are nodes."""
        return os.path.join(board_folder(self.name), f"cores-{nodes}.dtb")

    def check(self, options, nodes):
        """Fails if a machine for N nodes with these options cannot be."""
        if nodes > self.cores:
            raise problem(f"-n {nodes}", f"too many nodes for a {self.title}", f"expected: at most {self.cores}, its cores")
        if "--memory" in options:
            raise conflict("--memory", f"--board {self.name}", f"a {self.title} always has {size_text(self.memory)}")
        other = next((name for name in ("--accel", "--gdb", "--core") if "--serial" in options and name in options), None)
        if other:
            raise conflict(other, "--serial", "it requires an emulator")


BOARDS = {USUAL: Virt(), "raspi3b": Fixed("raspi3b", "Raspberry Pi 3 Model B", 4, 1024 * MIB)}


def board_name(options):
    """The name of the board that runs the program."""
    name = options.get("--board", USUAL)
    if name not in BOARDS:
        raise invalid("--board", name, f"{', '.join(BOARDS)} or host")
    return name


def board_folder(name):
    """Where its kernel is."""
    return build_folder() if name == USUAL else os.path.join(build_folder(), name)


def has_line(options):
    """Whether the machine has only a serial line to us: no host does semihosting for what its own processors run."""
    return "--line" in options or "--serial" in options or options.get("--accel") == KVM


def check_kvm(options):
    """Fails if this host cannot run a machine on its own processors."""
    if board_name(options) != USUAL:
        raise conflict(f"--accel {KVM}", f"--board {board_name(options)}", "QEMU only emulates that board")
    if os.uname().machine != "aarch64":
        raise problem(f"--accel {KVM}", "requires a host with Arm processors", f"this one has {os.uname().machine}")
    if not os.access("/dev/kvm", os.R_OK | os.W_OK):
        raise problem(f"--accel {KVM}", "cannot open /dev/kvm", "load the kvm module, and join the group kvm")


def kernel_image(options):
    """The path of the board's kernel."""
    name = board_name(options)
    path = os.path.join(board_folder(name), "kernel-line.img" if has_line(options) else "kernel.img")
    try:
        path = os.path.abspath(path)  # what --show prints may run in another folder
        with open(path, "rb") as image:
            header = image.read(IMAGE_HEADER_BYTES)
    except OSError as error:  # for a relative path, this also means that our own folder is gone
        of_host(error)
        header = b""
    if header[IMAGE_MAGIC_OFFSET:][:len(IMAGE_MAGIC)] != IMAGE_MAGIC:
        make = "make" if name == USUAL else f"make BOARD={name} kernel"
        raise not_built(path, make)
    return path


def kernel_program(options):
    """The path of the kernel's ELF file, with its symbols."""
    return os.path.splitext(kernel_image(options))[0] + ".elf"
