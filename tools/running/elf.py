"""The layout of ELF files of 64 bits, little-endian (System V ABI, chapters 4 and 5)."""

import struct

HEADER = struct.Struct("<16sHHIQQQIHHHHHH")  # Elf64_Ehdr
SECTIONS_AT, SECTION_COUNT = 6, 12           # of its members: where the section headers begin, how many there are
SECTION = struct.Struct("<IIQQQQIIQQ")       # Elf64_Shdr
SEGMENT = struct.Struct("<IIQQQQQQ")         # Elf64_Phdr
SYMBOL = struct.Struct("<IBBHQQ")            # Elf64_Sym


def sections_of(data, header):
    """The section headers of a file with this header, each as a tuple."""
    return [SECTION.unpack_from(data, header[SECTIONS_AT] + i * SECTION.size)
            for i in range(header[SECTION_COUNT])]
