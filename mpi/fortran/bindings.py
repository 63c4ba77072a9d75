#!/usr/bin/env python3
"""Writes the interface of MPI for Fortran (MPI 5.0, chapter 19) from mpi.h.

Usage: bindings.py FOLDER <preprocessed mpi.h, run where include/mpi.h is

Writes mpif.h, mpi.f90, mpi_f08.f90, and a file in C for each family of functions, so that a program links only the
families that it calls. The functions in C serve all three forms, because a handle of mpi_f08 is a structure of one
integer, and an argument that is left out a null pointer. Functions that this file does not know are in C beside it."""

import os
import re
import sys
import textwrap

DECLARATION = re.compile(r"\b(int|double|MPI_Aint) PMPI_(\w+)\(([^()]*)\);")
HANDLES = ("Comm Datatype Errhandler File Group Info Message Op Request Session Win").split()
KINDS = {"MPI_Aint": "MPI_ADDRESS_KIND", "MPI_Count": "MPI_COUNT_KIND", "MPI_Offset": "MPI_OFFSET_KIND"}

# Of C alone, and those that files beside this one define for Fortran.
LEFT_OUT = re.compile(r"T_\w+|\w+_(c2f|f2c|toint|fromint|c2f08|f082c|f2f08|f082f)")
SPECIAL = set("""Comm_create_keyval Comm_set_attr Comm_get_attr
    Type_create_keyval Type_set_attr Type_get_attr Win_create_keyval Win_set_attr Win_get_attr Keyval_create Attr_put
    Attr_get Grequest_start Buffer_detach Comm_spawn Comm_spawn_multiple""".split())
REMOVED = set("""Address Type_hvector Type_hindexed Type_struct Type_extent Type_lb Type_ub Keyval_create Attr_put
    Attr_get""".split())  # have integers where C has addresses

ARGUMENTS_OF_C = {"Init": "NULL, NULL", "Init_thread": "NULL, NULL, ", "Info_create_env": "0, NULL, "}
LOGICAL = {"flag", "commute", "reorder", "periods", "remain_dims", "high", "weighted"}
LISTS = set("""requests statuses indices blocklengths displacements types sizes subsizes starts gsizes distribs dargs
    psizes integers addresses large_counts datatypes""".split())  # are called array_of_X in Fortran
PLACES = {"buflen", "pset_len"}  # lengths of texts, which in C include the zero at the end

# The families, in which a function belongs to the first that has its name.
FAMILIES = [
    ("selected", r"Type_create_f90_\w+"), ("pointers", r"File_\w*(shared|ordered)\w*|File_set_view"),
    ("atomicity", r"File_[gs]et_atomicity"), ("files", r"File_\w+"), ("sessions", r"Session_\w+|\w+_from_\w+"),
    ("ports", r"(Open|Close)_port|(Un)?publish_name|Lookup_name|Comm_(accept|connect|get_parent)"),
    ("errors", r"(Add|Remove|Error)_\w+"), ("info", r"Info_\w+|\w+_with_info|\w+_[gs]et_info"),
    ("attributes", r"\w+_(keyval|attr)|Keyval_\w+|Attr_\w+"),
    ("windows", r"Win_\w+|R?(put|get|accumulate|get_accumulate)(_c)?|Fetch_and_op|Compare_and_swap"),
    ("buffers", r"I?bsend\w*|Bsend_init\w*|Buffer_\w+|Comm_\w+_buffer\w*|Session_\w+_buffer"), ("cancel", r"Cancel"),
    ("large", r"\w+_c"), ("persistent", r"\w+_init|Start|Startall"), ("generalized", r"Grequest\w+"),
    ("partitions", r"P(send|recv)_init|Pready\w*|Parrived"), ("probes", r"(I?m|I)?probe|I?mrecv"),
    ("neighbours", r"I?neighbor\w+"), ("nonblocking", r"I(?!nit|ntercomm)[a-z]+\w*"),
    ("topologies", r"Cart\w+|Graph\w+|Dist_\w+|Topo_test"),
    ("communicators", r"Comm_(?!rank|size)\w+|Intercomm_\w+"), ("packing", r"(Un)?pack\w*"), ("types", r"Type_\w+"),
    ("groups", r"Group_\w+"), ("statuses", r"Status_\w+|Get_elements\w*|Test_cancelled|Request_get\w+"),
    ("handlers", r"\w*rrhandler\w*|Op_\w+"), ("each", r".*")]


class Parameter:
    """A parameter of a function in C."""

    def __init__(self, text, function):
        match = re.fullmatch(r"(const )?(\w+) ?(\**) ?(\w+)((?:\[\d*\])*)", text)
        self.is_const, self.base, stars, self.name, self.array = match.groups()
        self.depth = len(stars) + (1 if self.array else 0)
        self.fint = function in REMOVED
        self.kind = self.base[4:] if self.base[4:] in HANDLES else self.base

    @property
    def is_text(self):
        return self.base == "char"

    @property
    def is_function(self):
        return self.base.endswith(("_function", "_function_c"))

    @property
    def keyword(self):
        return f"array_of_{self.name}" if self.name in LISTS and self.array else self.name


def length_of_list(function, names, name):
    """The C expression of the length of a list of handles."""
    if name == "types":
        return "(int)*count"
    if name == "requests":
        return "*count" if "count" in names else "*incount"
    if name == "datatypes":
        return "(int)*max_datatypes"
    sends = name.startswith("send")
    if "eighbor" in function:
        length = f"large_{'destinations' if sends else 'sources'}(fortran_handle(*comm))"
    else:
        length = "large_processes(fortran_handle(*comm))"
    return f"fortran_buffer(sendbuf) == MPI_IN_PLACE ? 0 : {length}" if sends else length


def in_c(result, function, parameters):
    """The function in C that Fortran calls."""
    names = [parameter.name for parameter in parameters]
    taken, before, given, after, lengths = [], [], [], [], []
    for p in parameters:
        scalar = "MPI_Fint" if p.base == "int" or (p.fint and p.base == "MPI_Aint") else p.base
        n = p.name
        if p.is_function:
            taken.append(f"{p.base} *{n}")
            given.append(n)
        elif p.is_text:
            room = "0" if p.is_const else "FORTRAN_ROOM + 1"
            if n == "value" and not p.is_const:
                room = f"FORTRAN_ROOM + (size_t)*{'buflen' if 'buflen' in names else 'valuelen'}"
            taken.append(f"{p.is_const or ''}char *{n}")
            lengths.append(f"size_t {n}_length")
            word = "word" if n in ("key", "value") else "text"
            before.append(f"char *{n}_text = fortran_{word}({n}, {n}_length, {room});")
            given.append(f"{n}_text")
            after.append(f"fortran_text_give({n}_text, {'NULL' if p.is_const else n}, {n}_length);")
        elif p.kind in HANDLES:
            taken.append(f"{'const ' if p.is_const or not p.depth else ''}MPI_Fint *{n}")
            if p.depth == 0:
                given.append(f"fortran_handle(*{n})")
            elif p.array:
                before.append(f"int {n}_count = {length_of_list(function, names, n)};")
                before.append(f"void **{n}_list = fortran_take({n}, {n}_count);")
                given.append(f"({p.base} *){n}_list")
                after.append(f"fortran_give({n}_list, {'NULL' if p.is_const else n}, {n}_count);")
            else:
                before.append(f"{p.base} {n}_handle = fortran_handle(*{n});")
                given.append(f"&{n}_handle")
                after.append(f"*{n} = fortran_number({n}_handle);")
        elif p.base == "MPI_Status":
            taken.append(f"{p.is_const or ''}MPI_Status *{n}")
            given.append(f"fortran_status({n})")
        elif p.base == "void":
            taken.append(f"{p.is_const or ''}void *{n}")
            given.append(f"fortran_buffer({n})")
        elif "weights" in n:
            taken.append(f"{p.is_const or ''}MPI_Fint *{n}")
            given.append(f"fortran_weights({n})")
        elif p.depth == 0:
            taken.append(f"const {scalar} *{n}")
            given.append(f"*{n}")
        else:
            dimensions = p.array.replace("[]", "", 1) if p.array.count("[") > 1 else ""
            taken.append(f"{p.is_const or ''}{scalar} " + (f"(*{n}){dimensions}" if dimensions else f"*{n}"))
            if n in PLACES:
                before.append(f"int {n}_place = *{n} > 0 ? *{n} + 1 : 0;")
                after.append(f"*{n} = {n}_place - 1;")
                given.append(f"&{n}_place")
            elif scalar != "MPI_Fint" or p.base == "int":
                given.append(n)
            elif p.array:
                before += [f"MPI_Aint *{n}_list = calloc((size_t)*count + 1, sizeof(MPI_Aint));",
                           f"for (int i = 0; {n}_list && i < *count; i++)", f"    {n}_list[i] = {n}[i];"]
                given.append(f"{n}_list")
                after.append(f"free({n}_list);")
            else:
                before.append(f"MPI_Aint {n}_wide = 0;")
                given.append(f"&{n}_wide")
                after.append(f"*{n} = (MPI_Fint){n}_wide;")
    if "index" in names and "flag" not in names or function in ("Testany", "Request_get_status_any"):
        if "MPI_Request" in [p.base for p in parameters]:
            after.append("fortran_indices(outcome, index, 1);")
    if "indices" in names:
        after.append("fortran_indices(outcome, indices, *outcount);")
    call = f"MPI_{function}({ARGUMENTS_OF_C.get(function, '')}{', '.join(given)})"
    if function == "Pcontrol":
        yield f"FORTRAN(void, pcontrol, const MPI_Fint *level) {{\n    {call};\n}}\n"
        return
    if result != "int":
        yield f"FORTRAN({result}, {function.lower()}, {', '.join(taken) or 'void'}) {{\n    return {call};\n}}\n"
        return
    yield f"FORTRAN(void, {function.lower()}, {', '.join(taken + ['MPI_Fint *ierror'] + lengths)}) {{"
    yield from (f"    {line}" for line in before)
    yield f"    int outcome = {call};"
    yield from (f"    {line}" for line in after)
    yield "    if (ierror)\n        *ierror = outcome;\n}\n"


def write_c(folder, functions):
    """Writes a file for each family. Returns their names."""
    files = {}
    for function, (result, parameters) in functions.items():
        if function not in SPECIAL:
            family = next(name for name, pattern in FAMILIES if re.fullmatch(pattern, function, re.IGNORECASE))
            files.setdefault(family, []).extend(in_c(result, function, parameters))
    for family, lines in files.items():
        with open(os.path.join(folder, f"{family}.c"), "w", encoding="utf-8") as file:
            print("/* Made by mpi/fortran/bindings.py. */\n#include <stdlib.h>\n\n#include \"mpi/fortran/fortran.h\"\n"
                  "#include \"mpi/large/large.h\"\n", *lines, sep="\n", file=file)


# ---- Fortran

def constants(text):
    """The constants of mpi.h that are numbers: names, values, and the kind of handle or None."""
    values = {}
    text = re.sub(r"/\*.*?\*/|\\\n", "", text, flags=re.DOTALL)
    for item in re.finditer(r"#define (MPI_\w+)\s+\(\(MPI_(\w+)\)(0x\w+)\)|#define (MPI_\w+)\s+(MPI_\w+)\n"
                            r"|#define (MPI_\w+)\s+(\d+)\n|enum \{(.*?)\};", text, re.DOTALL):
        name, kind, number, alias, of, plain, value, members = item.groups()
        if name:
            values[name] = int(number, 16), kind
        elif alias and of in values:
            values[alias] = values[of]
        elif plain:
            values[plain] = int(value) - (1 if "MPI_MAX_" in plain else 0), None
        elif members:
            last = -1
            for member in filter(None, (word.strip() for word in members.split(","))):
                own, _, given = (word.strip() for word in member.partition("="))
                last = int(given, 0) if given else last + 1
                values[own] = last, None
    return {name: value for name, value in values.items() if not name.startswith("MPI_F_")}


OWN = {"MPI_STATUS_SIZE": 8, "MPI_SOURCE": 1, "MPI_TAG": 2, "MPI_ERROR": 3, "MPI_ADDRESS_KIND": 8, "MPI_COUNT_KIND": 8,
       "MPI_OFFSET_KIND": 8, "MPI_INTEGER_KIND": 4}
NULLS = [f"MPI_{kind}{which}" for kind in ("COMM_", "TYPE_", "WIN_", "")
         for which in ("NULL_COPY_FN", "DUP_FN", "NULL_DELETE_FN")]
ADDRESSES = ("MPI_BOTTOM MPI_IN_PLACE MPI_BUFFER_AUTOMATIC MPI_UNWEIGHTED MPI_WEIGHTS_EMPTY MPI_ERRCODES_IGNORE "
             "MPI_STATUS_IGNORE MPI_STATUSES_IGNORE").split()


def shapes(status, size):
    """The declarations of the variables whose addresses are constants."""
    for name in ADDRESSES:
        if "STATUS" in name:
            yield f"{status} {name}" + {"": "", "8": "(8)", "8,1": "(8,1)", "1": "(1)"}[size[name]]
        else:
            yield f"integer {name}" + ("(1)" if name[4] in "UWE" else "")
    yield "character*1 MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1,1)"


def commons():
    yield "common /mpi_addresses/ MPI_BOTTOM, MPI_IN_PLACE,"
    names = ADDRESSES[2:]
    for i in range(0, len(names), 2):
        yield "& " + ", ".join(names[i:i + 2]) + ("," if i + 2 < len(names) else "")
    yield "common /mpi_arguments/ MPI_ARGV_NULL, MPI_ARGVS_NULL"


def write_header(file, values):
    """mpif.h, in a form that is fixed and free: an & in column 6 goes on, after one in column 73."""
    lines = []
    for name, value in {**OWN, **{name: value for name, (value, _) in values.items()}}.items():
        lines += [f"integer {name}", f"parameter ({name}={value})"]
    lines += ["integer(8) MPI_DISPLACEMENT_CURRENT", "parameter (MPI_DISPLACEMENT_CURRENT=-1)"]
    for name in ("MPI_SUBARRAYS_SUPPORTED", "MPI_ASYNC_PROTECTS_NONBLOCKING"):
        lines += [f"logical {name}", f"parameter ({name}=.false.)"]
    sizes = dict.fromkeys(ADDRESSES, "")
    sizes.update(MPI_STATUS_IGNORE="8", MPI_STATUSES_IGNORE="8,1")
    lines += list(shapes("integer", sizes)) + list(commons())
    for name in NULLS:
        lines.append(f"external {name}")
    for twin in ("", "P"):
        for name, kind in (("WTIME", "double precision"), ("WTICK", "double precision"), ("AINT_ADD", "integer(8)"),
                           ("AINT_DIFF", "integer(8)")):
            lines += [f"external {twin}MPI_{name}", f"{kind} {twin}MPI_{name}"]
    print("! Made by mpi/fortran/bindings.py.", file=file)
    for i, line in enumerate(lines):
        goes_on = i + 1 < len(lines) and lines[i + 1].startswith("&")
        body = f"     {line}" if line.startswith("&") else f"      {line}"
        print(f"{body:<72}&" if goes_on else body, file=file)


def in_fortran(p, modern):
    """The declaration of a parameter in an interface."""
    name, dimension, intent = p.keyword, "", ", intent(in)" if p.depth == 0 or p.is_const else ""
    if p.array:
        dimension = "(3,*)" if p.array.count("[") > 1 else "(*)"
    elif "weights" in name:
        dimension, intent = "(*)", ""
    if p.is_function:
        return f"{f'procedure({p.base})' if modern and p.base in CALLBACKS else 'external'} :: {name}"
    if p.base == "void":
        # A target, or the compiler would believe that no one keeps its address for longer than the call.
        return f"type(*), dimension(*), target :: {name}\n!GCC$ ATTRIBUTES NO_ARG_CHECK :: {name}"
    if p.is_text and p.depth > 1:
        return f"character(len=*), intent(in) :: {name}({'count,*' if p.depth > 2 else '*'})"
    if p.is_text:
        return f"character(len=*){', intent(in)' if p.is_const else ''} :: {name}"
    if p.base == "MPI_Status":
        if modern:
            return f"type(MPI_Status) :: {name}{dimension}"
        return f"integer :: {name}" + ("(MPI_STATUS_SIZE,*)" if p.array else "(MPI_STATUS_SIZE)")
    if p.kind in HANDLES:
        return (f"type({p.base})" if modern else "integer") + f"{intent} :: {name}{dimension}"
    if p.name in LOGICAL and p.base == "int":
        return f"logical{intent} :: {name}{dimension}"
    kind = KINDS.get(p.base) if not (p.fint and p.base == "MPI_Aint") else None
    return f"integer{f'({kind})' if kind else ''}{intent} :: {name}{dimension}"


CALLBACKS = {
    f"MPI_{kind}_copy_attr_function": f"oldobject keyval extra_state value copied flag ierror|{handle}"
    for kind, handle in (("Comm", "MPI_Comm"), ("Type", "MPI_Datatype"), ("Win", "MPI_Win"))}
CALLBACKS.update({
    f"MPI_{kind}_delete_attr_function": f"object keyval value extra_state ierror|{handle}"
    for kind, handle in (("Comm", "MPI_Comm"), ("Type", "MPI_Datatype"), ("Win", "MPI_Win"))})
CALLBACKS.update({f"MPI_{kind}_errhandler_function": f"object error_code|MPI_{kind}"
                  for kind in ("Comm", "File", "Session", "Win")})
CALLBACKS.update({
    "MPI_User_function": "invec inoutvec len datatype|MPI_Datatype",
    "MPI_User_function_c": "invec inoutvec len_c datatype|MPI_Datatype",
    "MPI_Grequest_query_function": "extra_state status ierror|", "MPI_Grequest_free_function": "extra_state ierror|",
    "MPI_Grequest_cancel_function": "extra_state complete ierror|"})
ARGUMENTS = {
    "invec": "type(c_ptr), value", "inoutvec": "type(c_ptr), value", "len": "integer",
    "len_c": "integer(MPI_COUNT_KIND)",
    "keyval": "integer", "flag": "logical", "complete": "logical", "ierror": "integer", "error_code": "integer",
    "status": "type(MPI_Status)"}


def callback(name, given, indent="  "):
    """A function of the program's, as mpi_f08 declares it."""
    names, _, handle = given.partition("|")
    names = names.split()
    yield f"{indent}subroutine {name}({', '.join(names)})"
    yield f"{indent}import"
    for one in names:
        kind = ARGUMENTS.get(one, "integer(MPI_ADDRESS_KIND)")
        if one in ("object", "oldobject", "datatype"):
            kind = f"type({handle})"
        yield f"{indent}{kind} :: {one}"
    yield f"{indent}end subroutine"


def parameters_in_fortran(function, parameters, modern):
    """Names and declarations."""
    for p in parameters:
        if p.base == "void" and p.name in ("extra_state", "value", "attribute_val") and function in SPECIAL:
            yield p.keyword, f"integer{'' if p.fint else '(MPI_ADDRESS_KIND)'} :: {p.keyword}"
        else:
            yield p.keyword, in_fortran(p, modern)


def wrapped(line):
    """The line as several, if it is long."""
    return " &\n".join(textwrap.wrap(line, 110, break_long_words=False, subsequent_indent="  ")).split("\n")


def interface(function, result, parameters, modern, prefix=""):
    """A procedure's interface, in lines."""
    pairs = list(parameters_in_fortran(function, parameters, modern))
    binding = ""
    if function == "Buffer_detach" and modern:
        binding = f' bind(C, name="{prefix.lower()}mpi_buffer_detach_f08_")'
        pairs[0] = "buffer_addr", "type(c_ptr), intent(out) :: buffer_addr"
    if result == "int" and function != "Pcontrol":
        pairs.append(("ierror", f"integer{', optional' if modern else ''}, intent(out) :: ierror"))
    kind = "subroutine" if result == "int" else "function"
    head = f"{kind} {prefix}MPI_{function}({', '.join(name for name, _ in pairs)}){binding}"
    yield from wrapped(head)
    yield "import"
    for _, declaration in pairs:
        yield from declaration.split("\n")
    if result != "int":
        yield f"{'double precision' if result == 'double' else 'integer(MPI_ADDRESS_KIND)'} :: {prefix}MPI_{function}"
    yield f"end {kind}"


def shape(function, parameters):
    """The types by which Fortran tells procedures of one name from each other."""
    return [re.sub(r"MPI_\w+_KIND", "8", declaration.partition("::")[0] + declaration.partition("(")[2][:1])
            for _, declaration in parameters_in_fortran(function, parameters, True)]


def interfaces(functions, modern, prefix):
    """The interfaces of all functions. In mpi_f08 those for counts of both kinds have one name."""
    for function, (result, parameters) in functions.items():
        is_in_other = function.endswith("_c") and function != "Op_create_c" and function[:-2] in functions
        if modern and (function in REMOVED or is_in_other):
            continue
        large = functions.get(f"{function}_c") if modern else None
        if function in ("Op_create", "Buffer_detach", "Comm_detach_buffer") or (
                large and shape(function, parameters) == shape(f"{function}_c", large[1])):
            large = None
        yield f"interface {prefix}MPI_{function}" if large else "interface"
        yield from interface(function, result, parameters, modern, prefix)
        if large:
            yield from interface(f"{function}_c", *large, modern, prefix)
        yield "end interface"


def write_module(file, functions, values, modern):
    """The module mpi, or mpi_f08 if modern."""
    lines = ["! Made by mpi/fortran/bindings.py.", f"module {'mpi_f08' if modern else 'mpi'}",
             "use, intrinsic :: iso_c_binding, only: c_ptr", "implicit none"]
    for name, value in OWN.items():
        lines.append(f"integer, parameter :: {name} = {value}")
    if modern:
        lines += [f"type, bind(C) :: MPI_{kind}\n integer :: MPI_VAL\nend type" for kind in HANDLES]
        lines.append("type, bind(C) :: MPI_Status\n"
                     " integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR, MPI_internal(5)\nend type")
    for name, (value, kind) in values.items():
        if modern and kind:
            lines.append(f"type(MPI_{kind}), parameter :: {name} = MPI_{kind}({value})")
        else:
            lines.append(f"integer, parameter :: {name} = {value}")
    lines += ["integer(8), parameter :: MPI_DISPLACEMENT_CURRENT = -1",
              "logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .false., MPI_ASYNC_PROTECTS_NONBLOCKING = .false."]
    sizes = dict.fromkeys(ADDRESSES, "")
    sizes.update(MPI_STATUS_IGNORE="" if modern else "8", MPI_STATUSES_IGNORE="1" if modern else "8,1")
    lines += list(shapes("type(MPI_Status)" if modern else "integer", sizes))
    lines += [*wrapped("common /mpi_addresses/ " + ", ".join(ADDRESSES)),
              "common /mpi_arguments/ MPI_ARGV_NULL, MPI_ARGVS_NULL"]
    if modern:
        lines.append("abstract interface")
        for name, given in CALLBACKS.items():
            lines += callback(name, given)
        lines += ["end interface", "interface"]
        for name in NULLS[:9]:
            kind = {"C": "Comm", "T": "Type", "W": "Win"}[name[4]]
            lines += callback(name, CALLBACKS[f"MPI_{kind}_{'delete' if 'DELETE' in name else 'copy'}_attr_function"])
        lines.append("end interface")
    else:
        lines += [f"external :: {name}" for name in NULLS]
    for prefix in ("", "P"):
        lines += interfaces(functions, modern, prefix)
    if modern:
        for operator in ("==", "/="):
            names = ", ".join(f"{kind}_{'is' if operator == '==' else 'is_not'}" for kind in HANDLES)
            lines += [f"interface operator({operator})", *wrapped(f"module procedure {names}"), "end interface"]
        lines += [f"private :: {kind}_is, {kind}_is_not" for kind in HANDLES]
    lines.append("contains")
    lines.append(f"""subroutine MPI_Sizeof(x, size, ierror)
class(*), dimension(..), intent(in) :: x
integer, intent(out) :: size
integer{', optional' if modern else ''}, intent(out) :: ierror
size = storage_size(x) / 8
{'if (present(ierror)) ' if modern else ''}ierror = MPI_SUCCESS
end subroutine""")
    for one, other in (("f_status", "f08_status"), ("f08_status", "f_status")) if modern else ():
        kinds = {"f_status": "integer", "f08_status": "type(MPI_Status)"}
        sizes = {"f_status": "(MPI_STATUS_SIZE)", "f08_status": ""}
        name = f"MPI_Status_{one[:-7]}2{other[:-7]}"
        lines.append(f"""subroutine {name}({one}, {other}, ierror)
{kinds[one]}, intent(in) :: {one}{sizes[one]}
{kinds[other]}, intent(out) :: {other}{sizes[other]}
integer, optional, intent(out) :: ierror
{other} = transfer({one}, {other})
if (present(ierror)) ierror = MPI_SUCCESS
end subroutine""")
    for kind in HANDLES if modern else ():
        for name, operator in ((f"{kind}_is", "=="), (f"{kind}_is_not", "/=")):
            lines.append(f"elemental logical function {name}(one, other)\ntype(MPI_{kind}), intent(in) :: one, other\n"
                         f"{name} = one%MPI_VAL {operator} other%MPI_VAL\nend function")
    lines.append("end module")
    print(*lines, sep="\n", file=file)


def main(folder):
    functions = {}
    for result, name, text in DECLARATION.findall(sys.stdin.read()):
        if not LEFT_OUT.fullmatch(name):
            words = re.sub(r"\.\.\.|\bvoid$", "", re.sub(r"\s+", " ", text)).strip(" ,")
            if name in ARGUMENTS_OF_C:
                words = re.sub(r"int \*?argc, char [*]+ ?argv(\[\])?(, )?", "", words)
            functions[name] = result, [Parameter(word.strip(), name) for word in words.split(",") if word.strip()]
    with open("include/mpi.h", encoding="utf-8") as file:
        values = constants(file.read())
    write_c(folder, functions)
    for name, write in (("mpif.h", lambda file: write_header(file, values)),
                        ("mpi.f90", lambda file: write_module(file, functions, values, False)),
                        ("mpi_f08.f90", lambda file: write_module(file, functions, values, True))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            write(file)


main(sys.argv[1])
