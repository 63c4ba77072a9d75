#!/usr/bin/env python3
"""Writes the module cube, by which programs in Fortran call the functions of cube.h, which it reads."""

import re
import sys
import textwrap

CONSTANT = re.compile(r"#define (CUBE_\w+) (\d+)")
FUNCTION = re.compile(r"^(int|void|uint64_t) (cube_\w+)\(([^()]*)\);", re.MULTILINE)
STRUCTURE = re.compile(r"^struct (cube_choice|cube_type|cube_op|cube_mesh) \{(.*?)^\};", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(r"(const char \*|enum cube_ports |unsigned |size_t |int |void \(\*)(\w+)(\[\w+\])?[^;]*;")
OBJECTS = re.compile(r"^extern const struct (\w+) ([^;]*);", re.MULTILINE)
PARAMETER = re.compile(r"(?:const )?((?:struct )?\w+) ?(\*?(?:const)?) ?(\w+)(\[\])?")
PORTS = re.compile(r"enum cube_ports \{(.*?)\};", re.DOTALL)
KINDS = {"int": "integer(c_int)", "unsigned": "integer(c_int)", "enum cube_ports": "integer(c_int)",
         "size_t": "integer(c_size_t)", "uint64_t": "integer(c_int64_t)", "const char *": "type(c_ptr)",
         "void (*": "type(c_funptr)"}


def declared(parameter):
    """A parameter's name, and its declaration."""
    base, stars, name, array = PARAMETER.fullmatch(parameter).groups()
    if base == "void" and array:
        return name, f"type(c_ptr), intent(in) :: {name}(*)"
    if base == "void" and name != "context":
        return name, f"type(*), dimension(*), target :: {name}\n!GCC$ ATTRIBUTES NO_ARG_CHECK :: {name}"
    if base in ("struct cube_choice", "struct cube_mesh", "struct cube_type", "struct cube_op"):
        optional = ", optional" if base == "struct cube_choice" else ""
        return name, f"type({base[7:]}), intent(in){optional} :: {name}"
    if base == "cube_operation":
        return name, f"type(c_funptr), value :: {name}"
    if base in KINDS:
        return name, f"{KINDS[base]}{'' if stars or array else ', value'} :: {name}{'(*)' if array else ''}"
    return name, f"type(c_ptr), value :: {name}"


def main():
    text = re.sub(r"/\*.*?\*/", "", sys.stdin.read(), flags=re.DOTALL)
    print("! Made by tools/fortran/cube.py.\nmodule cube\nuse, intrinsic :: iso_c_binding\nimplicit none")
    for name, value in dict(CONSTANT.findall(text)).items():  # of several values the machine's is the last
        print(f"integer, parameter :: {name} = {value}")
    for value, name in enumerate(re.findall(r"CUBE_\w+", PORTS.search(text)[1])):
        print(f"integer(c_int), parameter :: {name} = {value}")
    for name, members in STRUCTURE.findall(text):
        print(f"type, bind(C) :: {name}")
        for kind, member, array in MEMBER.findall(members):
            kind = KINDS[kind.strip() if kind[-1] not in "*" else kind]
            none = {"type(c_ptr)": "c_null_ptr", "type(c_funptr)": "c_null_funptr"}.get(kind, "0")
            print(f" {kind} :: {member}{array.replace('[', '(').replace(']', ')')} = {none}")
        print("end type")
    for kind, names in OBJECTS.findall(text):
        for name in names.split(","):
            print(f"type({kind}), bind(C), protected :: {name.strip()}")
    print("interface")
    for result, name, parameters in FUNCTION.findall(text):
        words = re.sub(r"\s+", " ", parameters).split(",")
        pairs = [declared(word.strip()) for word in words if word != "void"]
        kind = "subroutine" if result == "void" else "function"
        head = f'{kind} {name}({", ".join(pair[0] for pair in pairs)}) bind(C)'
        print(" &\n  ".join(textwrap.wrap(head, 110)), "import", sep="\n")
        print(*(pair[1] for pair in pairs), sep="\n")
        print("" if kind == "subroutine" else f"{KINDS[result]} :: {name}", f"end {kind}", sep="\n")
    print("end interface\nend module")


main()
