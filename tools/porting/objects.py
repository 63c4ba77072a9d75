"""Which functions of MPI object files and archives call."""

import re
import struct

from running.symbols import symbols_in

from .library import MARK

ARCHIVE = b"!<arch>\n"
MEMBER = struct.Struct("16s12s6s6s8s10s2s")  # the header of a member of an archive (ar.h)
NAME = re.compile(r"P?MPIX?_[A-Z]\w*|p?mpix?_[a-z0-9_]*_")  # the second is Fortran's


class Object:
    """An object file: `uses` are the functions of MPI that it needs, each with the file's name, and `own` those that
    it defines."""

    def __init__(self, path, data):
        self.uses, self.own = [], set()
        for symbol, _, section, _ in symbols_in(data):
            name = symbol.partition(MARK)[0]
            if not NAME.fullmatch(name):
                continue
            if section:
                self.own.add(name)
            else:
                self.uses.append((name, path))
        self.uses = list(dict.fromkeys(self.uses))


def members_of(data):
    """The members of an archive: names and contents, as far as it is whole."""
    names, at = b"", len(ARCHIVE)
    while at + MEMBER.size <= len(data):
        name, *_, size, end = MEMBER.unpack_from(data, at)
        if end != b"`\n" or not size.strip().isdigit():
            return
        at += MEMBER.size
        content, name = data[at:at + int(size)], name.strip()
        at += int(size) + int(size) % 2
        if name == b"//":  # names that are longer than a header has room for
            names = content
        elif name not in (b"/", b"/SYM64/"):
            if name[1:].isdigit():
                name = names[int(name[1:]):].partition(b"\n")[0]
            yield name.rstrip(b"/").decode("utf-8", "replace"), content


def objects_in(path, data):
    """The object files that a file is, or that it holds."""
    if data.startswith(ARCHIVE):
        return [Object(f"{path}({name})", content) for name, content in members_of(data)]
    return [Object(path, data)]
