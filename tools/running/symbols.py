"""Reads the names of functions and variables, and their addresses, from an ELF file of the cube."""

import bisect
import struct

from .elf import HEADER, SYMBOL, sections_of

SYMBOL_TABLE, FUNCTION, EXECUTABLE = 2, 2, 4  # SHT_SYMTAB, STT_FUNC, SHF_EXECINSTR
MOST_SYMBOLS = 1 << 18  # are read of a file, which could be made to have any number of them,
NAME_BYTES = 512        # of a name, at most


def symbols_in(data):
    """The symbols of a file with this content: of each its name, its kind, its section, which is 0 if another file has
    to define it, and its value. There are none if it is damaged, or was stripped. Of very many it has the first."""
    try:
        sections, left = sections_of(data, HEADER.unpack_from(data)), MOST_SYMBOLS
        for _, kind, _, _, offset, size, link, *_ in sections:
            if kind != SYMBOL_TABLE:
                continue
            names, size = sections[link][4], min(size, left * SYMBOL.size)
            left -= size // SYMBOL.size
            for name, info, _, section, value, _ in SYMBOL.iter_unpack(data[offset:offset + size]):
                text = data[names + name:names + name + NAME_BYTES].partition(b"\0")[0].decode("utf-8", "replace")
                yield text, info, section, value
    except (struct.error, IndexError, OverflowError):
        pass


def code_in(data):
    """The addresses of instructions in a file with this content, as ranges. There are none if it is damaged."""
    try:
        return [range(section[3], section[3] + section[5]) for section in sections_of(data, HEADER.unpack_from(data))
                if section[2] & EXECUTABLE]
    except struct.error:
        return []


class Symbols:
    """The symbols that a file defines, as far as symbols_in finds them."""

    def __init__(self, path):
        self.values, self._functions, self._code = {}, [], []
        try:
            with open(path, "rb") as file:
                self._read(file.read())
        except OSError:
            pass
        self._functions.sort()

    def _read(self, data):
        self._code = code_in(data)
        for text, info, section, value in symbols_in(data):
            if section:
                self.values[text] = value
                if info % 16 == FUNCTION:
                    self._functions.append((value, text))

    def function_at(self, address):
        """The name of the function that an address lies in, and the offset from its beginning; None if no
        function begins before the address, or it is outside the file's code."""
        if not any(address in code for code in self._code):
            return None
        place = bisect.bisect_right(self._functions, (address, "\U0010ffff")) - 1
        if place < 0:
            return None
        start, name = self._functions[place]
        return name, address - start
