"""Writes a header by which calls of MPI become those with large counts (MPI 5.0, section 2.5.8), if these differ by
numbers alone that are passed by value; types stay, of which such calls make other ones. Give the text of mpi.h as the
preprocessor leaves it."""
import re
import sys


def shape(parameters):
    return re.sub(r"\b(int|MPI_Aint|MPI_Count) (?=\w+(,|$))", "number ", parameters)


FUNCTIONS = dict(re.findall(r"\bint (MPI_\w+)\(([^;]*)\);", sys.stdin.read()))
print("#include <mpi.h>")
for name, parameters in FUNCTIONS.items():
    if not name.startswith("MPI_Type_") and shape(FUNCTIONS.get(name + "_c", "")) == shape(parameters):
        print(f"#define {name} {name}_c")
