#!/usr/bin/env python3
"""Writes the functions with large counts (MPI 5.0, section 2.5.8) that call those without _c.

Input: mpi.h, preprocessed. A function X_c is written if this file knows every MPI_Count of it: a
buffer with a count and a type, a list of counts, or a count of elements to combine. The other
functions X_c are written out in mpi/."""

import re
import sys

DECLARATION = re.compile(r"\bint PMPI_(\w+)\(([^()]*)\);")
HEADER = """/* Made by mpi/large/large.py: each function calls the one without _c. */
#include "mpi/file/file.h"
#include "mpi/large/large.h"
"""


def name_of(parameter):
    return re.search(r"(\w+)(\[\])?$", parameter)[1]


def communicator(names):
    """The C expression of the communicator on which a function raises errors."""
    if "comm" in names:
        return "comm"
    return "file_is(fh) ? fh->comm : file_none()" if "fh" in names else "MPI_COMM_SELF"


def blocks(function, names, name):
    """The C expression of the length of a list of counts."""
    sends = name.startswith("send")
    if "eighbor" in function:
        number = f"large_{'destinations' if sends else 'sources'}(comm)"
    elif "root" in names:
        number = "large_at_root(comm, root)"
    else:
        number = f"large_{'own_' if 'op' in names else ''}processes(comm)"
    return f"sendbuf == MPI_IN_PLACE ? 0 : {number}" if sends else number


def converted(function, parameters, plain):
    """The conversions, each with the type of its result, its function, and arguments; and the
    arguments of the call. None if X_c is not written here. The parameters of X are `plain`."""
    names = [name_of(parameter) for parameter in parameters]
    conversions, arguments = [], list(names)
    for i, parameter in enumerate(parameters):
        if "MPI_Count" not in parameter:
            continue
        name, before, after = names[i], parameters[i - 1], (parameters + [""])[i + 1]
        if parameter.endswith("counts[]"):
            has_places = "MPI_Aint" in after and re.search(r"\bint\b", plain[i + 1])
            places = names[i + 1] if has_places else "NULL"
            given = f"{blocks(function, names, name)}, {name}, {places}"
            conversions.append((name, "struct large_list", "large_list", given))
            arguments[i] = f"small_{name}.counts"
            if has_places:
                arguments[i + 1] = f"small_{name}.displacements"
        elif "op" in names and "win" not in names:
            conversions.append((name, "int", "large_count", name))
            arguments[i] = f"small_{name}"
        elif i > 0 and after.startswith("MPI_Datatype") and ("*" in before or "target_disp" in before):
            buffer = names[i - 1] if "*" in before else "LARGE_ELSEWHERE"
            conversions.append((name, "struct large", "large", f"{buffer}, {name}, {names[i + 1]}"))
            arguments[i], arguments[i + 1] = f"small_{name}.count", f"small_{name}.type"
        else:
            return None
    return (conversions, arguments) if conversions else None


def write(function, parameters, conversions, arguments):
    comm = communicator([name_of(parameter) for parameter in parameters])
    print(f"int MPI_{function}_c({', '.join(parameters)}) {{")
    print("    int error = MPI_SUCCESS;")
    for name, kind, _, _ in conversions:
        print(f"    {kind} small_{name} = {'0' if kind == 'int' else '{0}'};")
    for name, kind, convert, given in conversions:
        begin = convert if kind == "int" else f"{convert}_begin"
        print("    if (error == MPI_SUCCESS)")
        print(f"        error = {begin}(__func__, {comm}, {given}, &small_{name});")
    print("    if (error == MPI_SUCCESS)")
    print(f"        error = PMPI_{function}({', '.join(arguments)});")
    for name, kind, convert, _ in conversions:
        if kind != "int":
            print(f"    {convert}_end(&small_{name});")
    print("    return error;\n}\n")


def main():
    functions = {
        name: [re.sub(r"\s+", " ", parameter).strip() for parameter in text.split(",")]
        for name, text in DECLARATION.findall(sys.stdin.read())
    }
    print(HEADER)
    for function, plain in functions.items():
        parameters = functions.get(f"{function}_c")
        found = parameters and converted(function, parameters, plain)
        if found:
            write(function, parameters, *found)


main()
