"""Strips debugging data, most of a program's file. The machine gets the loaded parts, and the names of
functions for its reports."""

import struct

from .elf import HEADER, SECTION, SECTIONS_AT, SEGMENT, sections_of

MAGIC = b"\x7fELF\x02\x01\x01"               # 64 bits, little-endian, version 1
NO_SECTION, PROGRAM_DATA, NO_DATA = 0, 1, 8  # SHT_NULL, SHT_PROGBITS, SHT_NOBITS
LOADED = 2                                   # SHF_ALLOC
ALIGNMENT = 8
EMPTY = SECTION.pack(*[0] * 10)


def slim(data):
    """The bytes of an ELF file without its debug sections. A damaged file, or one of another kind, stays as it
    is, and the machine says what is wrong with it."""
    try:
        return without_debug(data)
    except (struct.error, ValueError, OverflowError):
        return data


def without_debug(data):
    """Keeps what is loaded, and moves behind it the other sections that are kept, and then the section headers.
    Raises struct.error, ValueError or OverflowError if the file is not laid out as linkers do it."""
    head = list(HEADER.unpack_from(data))
    segments_at, sections_at = head[5], head[SECTIONS_AT]
    if not head[0].startswith(MAGIC) or head[9] != SEGMENT.size or head[11] != SECTION.size:
        raise ValueError
    segments = [SEGMENT.unpack_from(data, segments_at + i * SEGMENT.size) for i in range(head[10])]
    sections = list(map(list, sections_of(data, head)))
    loaded = max(offset + size for _, _, offset, _, _, size, _, _ in segments)
    if loaded > sections_at or any(kind != NO_DATA and offset + size > len(data)
                                   for _, kind, _, _, offset, size, _, _, _, _ in sections):
        raise ValueError
    if sum(size for _, kind, _, _, _, size, *_ in sections if kind != NO_DATA) > len(data):
        raise ValueError  # some lie in the same place: what is kept would be larger than the file
    kept = bytearray(data[:loaded])
    for section in sections:
        _, kind, flags, _, offset, size, *_ = section
        if kind == PROGRAM_DATA and not flags & LOADED:
            section[:] = SECTION.unpack(EMPTY)
        elif kind not in (NO_SECTION, NO_DATA) and not flags & LOADED:
            kept += bytes(-len(kept) % ALIGNMENT)
            section[4] = len(kept)
            kept += data[offset:offset + size]
    kept += bytes(-len(kept) % ALIGNMENT)
    head[SECTIONS_AT] = len(kept)
    kept[:HEADER.size] = HEADER.pack(*head)
    return bytes(kept) + b"".join(SECTION.pack(*section) for section in sections)
