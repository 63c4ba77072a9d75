"""The names in an ELF file of the cube."""

import bisect
import struct

HEADER_TABLE = struct.Struct("<Q")  # e_shoff, at its offset
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
SYMBOL_TABLE, FUNCTION = 2, 2  # SHT_SYMTAB, STT_FUNC


class Symbols:
    """The symbols of a file: none where it has no table of them, or is damaged."""

    def __init__(self, path):
        self.values, self._functions = {}, []
        try:
            with open(path, "rb") as file:
                self._read(file.read())
        except (OSError, struct.error, IndexError):
            pass
        self._functions.sort()

    def _read(self, data):
        table = HEADER_TABLE.unpack_from(data, 40)[0]
        count = struct.unpack_from("<H", data, 60)[0]
        sections = [SECTION.unpack_from(data, table + i * SECTION.size) for i in range(count)]
        for _, kind, _, _, offset, size, link, *_ in sections:
            if kind != SYMBOL_TABLE:
                continue
            names = sections[link][4]
            for name, info, _, section, value, _ in SYMBOL.iter_unpack(data[offset:offset + size]):
                text = data[names + name:data.index(b"\0", names + name)].decode("utf-8", "replace")
                if section:
                    self.values[text] = value
                    if info % 16 == FUNCTION:
                        self._functions.append((value, text))

    def function_at(self, address):
        """The name of the function that an address lies in, and its offset there; None where none is
        before it."""
        place = bisect.bisect_right(self._functions, (address, "\U0010ffff")) - 1
        if place < 0:
            return None
        start, name = self._functions[place]
        return name, address - start
