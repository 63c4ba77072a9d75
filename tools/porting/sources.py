"""Which names of MPI a source in C, C++ or Fortran uses, and which it defines itself."""

import bisect
import re

SOURCES = (".c", ".h", ".C", ".H", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx", ".c++", ".h++", ".cu", ".inl", ".ipp",
           ".tpp", ".tcc")
FORTRAN = (".f", ".F", ".for", ".FOR", ".ftn", ".f77", ".f90", ".F90", ".f95", ".F95", ".f03", ".F03", ".f08", ".F08")

# A call or a definition in Fortran, behind neither a ! nor the C of a comment in column 1.
CALL = re.compile(r"^(?![Cc*])[^!\n]*?\b(call|subroutine|interface)[ \t]+(p?mpix?_\w+)", re.M | re.I)
# Comments and texts, also those that do not end. A quote behind a digit parts the digits of a number in C++.
SILENT = re.compile(r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"?|(?<![0-9])'(?:\\.|[^'\\\n])*'?""", re.S)
# Functions, types and constants, as the standard writes them: programs have variables such as MPI_rank.
NAME = re.compile(r"(?<!\w)(?:P?MPIX?_[A-Z]\w*|MPI::\w*)")
# A name that is defined, or that a condition asks for: where there is none, its branch is not compiled.
ASKED = re.compile(r"^[ \t]*#[ \t]*(?:define|if|ifdef|ifndef|elif)(?!\w)[^\n]*", re.M)
ENUMERATION = re.compile(r"(?<!\w)enum(?!\w)[^;{}()]{0,200}\{([^{}]*)\}")
TYPE_BEFORE = re.compile(r"(?<!\w)([A-Za-z_]\w*)[\s*&]+\Z")  # of a declaration
NO_TYPES = {"return", "else", "case", "goto", "sizeof", "throw", "new", "delete", "define", "and", "or", "not"}
LONGEST_TYPE = 200  # characters, with the blanks behind it


def without_silent(text):
    """The text with its comments and texts left out, but for the ends of lines."""
    return SILENT.sub(lambda match: " " + "\n" * match[0].count("\n"), text)


class Source:
    """A source: `uses` are the names of MPI in it, each with the place where it comes first, and `own` those of
    them that it defines, or asks for."""

    def __init__(self, path, text):
        text = without_silent(text)
        ends = [match.start() for match in re.finditer("\n", text)]
        self.uses, self.own, first = [], set(), {}
        for match in NAME.finditer(text):
            if match[0] not in first:
                first[match[0]] = bisect.bisect_left(ends, match.start()) + 1
            if match[0] not in self.own and self._is_declared(text, match.start()):
                self.own.add(match[0])
        for line in ASKED.findall(text):
            asked = NAME.findall(line)
            self.own.update(asked[:1] if "define" in line.split("(")[0] else asked)
        for enumerators in ENUMERATION.findall(text):
            self.own.update(name for part in enumerators.split(",") for name in NAME.findall(part.split("=")[0]))
        self.uses = [(name, f"{path}:{line}") for name, line in first.items()]

    @staticmethod
    def _is_declared(text, at):
        """Whether a name there has a type before it."""
        before = TYPE_BEFORE.search(text[max(0, at - LONGEST_TYPE):at])
        return before and before[1] not in NO_TYPES


class FortranSource:
    """The same of a source in Fortran: the procedures that it calls, by their symbols."""

    def __init__(self, path, text):
        first = {}
        for match in CALL.finditer(text):
            first.setdefault((match[1].lower(), match[2].lower() + "_"), text.count("\n", 0, match.start(2)) + 1)
        self.uses = [(name, f"{path}:{line}") for (word, name), line in first.items() if word == "call"]
        self.own = {name for word, name in first if word != "call"}
