"""The kernel of a board: its files, and the header of its image (boot/header.S)."""

import os

from .boards import USUAL, board_folder, board_name, has_line
from .failure import not_built, of_host

IMAGE_HEADER_BYTES = 64
IMAGE_SIZE_OFFSET = 16  # the memory that it needs
IMAGE_MAGIC_OFFSET, IMAGE_MAGIC = 56, b"ARM\x64"


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
