"""Replacing values in a device tree (Devicetree Specification, chapter 5)."""

import struct

from .failure import STATUS_PANIC, Failure

HEADER = struct.Struct(">7I")  # of it: magic number, bytes, where structure and strings begin, and more
WORD = struct.Struct(">I")
BEGIN_NODE, END_NODE, PROPERTY, NOP, END = 1, 2, 3, 4, 9


def properties_of(tree):
    """The properties of a tree: (name, where its value begins, bytes) each."""
    _, _, at, strings = HEADER.unpack_from(tree)[:4]
    while (token := WORD.unpack_from(tree, at)[0]) != END:
        at += WORD.size
        if token == BEGIN_NODE:
            at = tree.index(0, at) + 1
        elif token == PROPERTY:
            size, name = struct.unpack_from(">II", tree, at)
            at += 2 * WORD.size
            yield bytes(tree[strings + name:tree.index(0, strings + name)]), at, size
            at += size
        at = (at + WORD.size - 1) // WORD.size * WORD.size


def filled(tree, values):
    """The tree with these values, by the names of their properties. A value leaves the rest of its room zero."""
    tree, left = bytearray(tree), dict(values)
    for name, at, size in list(properties_of(tree)):
        value = left.get(name)
        if value is not None and len(value) <= size:
            tree[at:at + size] = value + bytes(size - len(value))
            del left[name]
    if left:
        raise Failure(STATUS_PANIC, f"device tree of the board: no room for {b', '.join(left).decode()}")
    return bytes(tree)
