"""Writes a program that calls each function of mpi.h with one wrong argument, in turn: a null pointer where the function
returns something, a handle that is null or of another kind, a negative count, and the like. Each call has to return the
error class of that. Give the text of mpi.h as the preprocessor leaves it."""
import re
import sys

PROTOTYPE = re.compile(r"\bint (MPI_\w+)\(([^;]*)\);")

# What may be null: buffers, which are checked as such, statuses, and what is only handed on.
NO_OUTPUT = {
    "buf", "buffer", "recvbuf", "outbuf", "inoutbuf", "extra_state", "statuses", "argc", "argv", "origin_addr",
    "result_addr", "array_of_errcodes", "array_of_argv",
}
NO_OUTPUT_OF = {
    ("Attr_put", "value"), ("Comm_set_attr", "value"), ("Type_set_attr", "value"), ("Free_mem", "base"),
    ("Win_set_attr", "attribute_val"), ("Win_create", "base"), ("Win_create_c", "base"), ("Win_attach", "base"),
    ("Buffer_attach", "buffer"), ("Address", "location"), ("Group_range_incl", "ranges"),
    ("Group_range_excl", "ranges"), ("Type_hindexed", "blocklengths"), ("Type_hindexed", "displacements"),
    ("Type_struct", "blocklengths"), ("Type_struct", "displacements"), ("Type_struct", "types"),
}

# Arguments by name or, if the name is not here, by type.
BY_NAME = {
    "dest": "MPI_PROC_NULL", "source": "MPI_PROC_NULL", "root": "0", "tag": "0", "sendtag": "0", "recvtag": "0",
    "color": "0", "key": '"key"', "sendbuf": "sent", "inbuf": "sent", "datarep": '"external32"', "value": "&pointer",
    "typeclass": "MPI_TYPECLASS_REAL", "size": "4", "errorclass": "MPI_ERR_ARG", "errorcode": "MPI_ERR_ARG",
    "user_fn": "combine", "function": "handle", "copy_fn": "MPI_COMM_NULL_COPY_FN", "keyval": "keyval",
    "delete_fn": "MPI_COMM_NULL_DELETE_FN", "split_type": "MPI_COMM_TYPE_SHARED", "displs": "zeros",
    "sdispls": "zeros", "rdispls": "zeros", "info": "info", "order": "MPI_ORDER_C", "ranges": "ranges",
    "buflen": "ones", "filename": '"null"', "amode": "MPI_MODE_CREATE | MPI_MODE_RDWR", "buf": "got",
    "whence": "MPI_SEEK_SET", "argv": "NULL", "target_rank": "0", "rank": "0", "local_leader": "0", "remote_leader": "0", "newtype": "&new_type",
    "outsize": "64", "insize": "64", "pset_len": "(int[]){1}",
}
BY_TYPE = {
    "int": "1", "MPI_Aint": "1", "MPI_Count": "1", "MPI_Comm": "ring", "MPI_Datatype": "MPI_INT", "MPI_Op": "MPI_SUM",
    "MPI_Group": "group", "MPI_Info": "info", "MPI_Request": "MPI_REQUEST_NULL", "MPI_Message": "MPI_MESSAGE_NULL",
    "MPI_Errhandler": "MPI_ERRORS_RETURN", "char *": "text", "const char *": '"key"', "char ***": "NULL", "char * *": "&names", "char ** *": "NULL", "const MPI_Info *": "&info",
    "int *": "got", "const int *": "ones", "void *": "got", "const void *": "sent", "MPI_Aint *": "places",
    "const MPI_Aint *": "lengths", "MPI_Datatype *": "kinds", "const MPI_Datatype *": "types",
    "MPI_Status *": "&status", "const MPI_Status *": "&status", "MPI_Count *": "counted", "const MPI_Count *": "longs", "MPI_Comm *": "&comm",
    "MPI_Op *": "&op", "MPI_Group *": "&new_group", "MPI_Info *": "&new_info", "MPI_Request *": "requests",
    "const MPI_Request *": "requests", "MPI_Message *": "&message", "MPI_Errhandler *": "&handler", "MPI_Win": "win", "MPI_Win *": "&new_win",
    "MPI_Win_errhandler_function *": "NULL", "MPI_File": "file", "MPI_File *": "&new_file", "MPI_Offset": "0",
    "MPI_Offset *": "&offset", "MPI_File_errhandler_function *": "NULL",
    "MPI_Grequest_query_function *": "NULL", "MPI_User_function_c *": "NULL", "MPI_Grequest_free_function *": "NULL",
    "MPI_Grequest_cancel_function *": "NULL", "MPI_Session": "session", "MPI_Session *": "&new_session",
    "MPI_Session_errhandler_function *": "NULL", "MPI_Fint": "0", "MPI_Fint *": "got", "const MPI_Fint *": "ones",
    "MPI_F08_status *": "&fortran_status", "const MPI_F08_status *": "&fortran_status",
}

# What is wrong, by type and name of an argument, and the class of error; the first row that fits counts.
WRONG = [
    ("int|MPI_Count", "(send|recv|in|out|origin_|target_|result_)?count", "-1", "COUNT"),
    ("int", "root", "1", "ROOT"), ("int", "dest|source|target_rank|rank", "1", "RANK"),
    ("int", "(send|recv)?tag", "-7", "TAG"), ("int", "\\w*keyval", "MPI_KEYVAL_INVALID", "KEYVAL"),
    ("(const )?void \\*", "buf|sendbuf|recvbuf|inbuf|inoutbuf|origin_addr|result_addr", "NULL", "BUFFER"),
]

# The class of error of a handle that is null, or of another kind. A null request or message may be right.
HANDLES = {
    "MPI_Comm": "COMM", "MPI_Datatype": "TYPE", "MPI_Op": "OP", "MPI_Win": "WIN", "MPI_File": "FILE", "MPI_Group": "GROUP",
    "MPI_Session": "SESSION", "MPI_Errhandler": "ERRHANDLER", "MPI_Info": "INFO", "MPI_Request": "REQUEST",
    "MPI_Message": "REQUEST",
}

# Functions that take a handle by its address.
BY_ADDRESS = re.compile(r"\w+_free|Comm_disconnect|File_close|Session_finalize|(Wait|Test|Start)(all|any|some)?|Cancel|"
                        r"I?[Mm]recv(_c)?")

# What is right nevertheless, or wrong as another argument is.
NOT_WRONG = re.compile(r"I?[Ee]xscan\w*\.recvbuf|Status_set_\w+\.|Type_get_value_index\.|(Comm|Win)_get_name\.(comm|win)|"
                       r"File_\w+_errhandler\.|I?[Mm]recv|File_\w+_end\.buf|\w+_toint\.|Type_create_darray\w*\.rank|"
                       r"Graph_neighbors\w*\.rank|(Un|)[Pp]ack\w*\.inbuf|"
                       r"Win_(start|post)\.group|Win_lock\.rank|Publish_name\.info")

BEGINNING = """#include <mpi.h>
#include <stdio.h>

static int calls, wrong;

static void check(int error, int wanted, const char *call, const char *argument) {
    int class;
    MPI_Error_class(error, &class);
    calls++;
    if (class != wanted && wrong++ < 5)
        fprintf(stderr, "%s with a wrong %s returns %d, not %d\\n", call, argument, error, wanted);
}

static void combine(void *in, void *inout, int *count, MPI_Datatype *type) {
    (void)in, (void)inout, (void)count, (void)type;
}

static void handle(MPI_Comm *comm, int *error, ...) {
    (void)comm, (void)error;
}

int main(void) {
    static int sent[8], got[8], ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, zeros[8], ranges[1][3] = {{0, 0, 1}};
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    char *names = text;
    int keyval, side = 1;
    MPI_Aint lengths[8] = {0}, places[8];
    MPI_Datatype types[8], kinds[8], new_type;
    MPI_Count longs[8] = {1, 1, 1, 1, 1, 1, 1, 1}, counted[8];
    MPI_Comm ring, graph, comm;
    MPI_Op op;
    MPI_Group group, new_group;
    MPI_Info info, new_info;
    MPI_Request requests[1] = {MPI_REQUEST_NULL};
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Errhandler handler;
    MPI_Win win, new_win;
    MPI_File file, new_file;
    MPI_Offset offset;
    MPI_Session session, new_session;
    MPI_Status status = {0};
    MPI_F08_status fortran_status = {0};
    void *pointer;
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &side, ones, 0, &ring);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, zeros, ones, 1, zeros, ones, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Info_create(&info);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Win_create(got, sizeof got, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    MPI_File_open(MPI_COMM_WORLD, "null", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    for (int k = 0; k < 8; k++)
        types[k] = kinds[k] = MPI_INT;
"""

END = """    (void)comm, (void)op, (void)handler, (void)longs, (void)counted, (void)new_group, (void)new_info, (void)new_win, (void)new_file,
    (void)new_session, (void)new_type, (void)places, (void)pointer, (void)text, (void)names, (void)got, (void)offset;
    MPI_Comm_free(&ring);
    MPI_Comm_free(&graph);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_File_close(&file);
    MPI_Session_finalize(&session);
    printf("%d calls, %d wrong\\n", calls, wrong);
    return MPI_Finalize();
}
"""


def parameters(text):
    """Yields type and name of each parameter: an array is a pointer."""
    for parameter in re.sub(r"\s+", " ", text).split(","):
        match = re.fullmatch(r"(.*?)(\w+)((?:\[\w*\])*)", parameter.strip())
        kind, name, array = match.groups()
        kind = kind.strip() + (" *" if array else "")
        yield re.sub(r"\s*\*", " *", kind, count=1), name


def argument(function, kind, name):
    """Returns an argument that is right."""
    if name in ("value", "size", "keyval", "errorcode", "errorclass", "rank", "info", "amode") and "*" in kind:
        return "&pointer" if kind == "void *" else BY_TYPE[kind]
    if name == "key" and kind in ("int", "char *"):
        return "0" if kind == "int" else "text"
    if name in ("source", "dest") and kind == "int *" or kind == "const MPI_Aint *":
        return BY_TYPE[kind]
    if kind == "MPI_Comm" and function == "MPI_Dist_graph_neighbors":
        return "graph"
    if re.search("(Type|Win)_create_keyval|Op_create_c", function) and name.endswith("_fn"):
        return "NULL"
    return BY_NAME[name] if name in BY_NAME else BY_TYPE[kind]


def is_output(function, kind, name):
    """Whether an argument may not be a null pointer. A status may only be one that is filled in."""
    if kind.endswith("MPI_Status *"):
        return kind.startswith("const") or function.startswith("Status_set")
    is_other = name in NO_OUTPUT or (function, name) in NO_OUTPUT_OF or kind.startswith("const")
    return "*" in kind and not kind.endswith("_function *") and not is_other


def wrong_values(function, kind, name):
    """Yields what is wrong for an argument, and the class of error that it gives."""
    handle = kind.removesuffix(" *")
    other = "(void *)MPI_INT" if handle == "MPI_Comm" else "(void *)MPI_COMM_WORLD"
    if is_output(function, kind, name):
        yield "NULL", "ARG"
        if handle in HANDLES and BY_ADDRESS.fullmatch(function):
            yield f"({handle}[]){{{other}}}", HANDLES[handle]
    elif NOT_WRONG.match(f"{function}.{name}"):
        return
    elif kind in HANDLES:
        yield other, HANDLES[kind]
        if HANDLES[kind] != "REQUEST":
            yield "NULL" if kind == "MPI_Info" else f"{kind.upper()}_NULL", HANDLES[kind]
    else:
        fitting = [row[2:] for row in WRONG if re.fullmatch(row[0], kind) and re.fullmatch(row[1], name)]
        yield from fitting[:1]


def main():
    print(BEGINNING, end="")
    for function, text in PROTOTYPE.findall(sys.stdin.read()):
        if function.startswith(("MPI_T_", "MPI_Abort")) or "function" in function or "(" in text or "..." in text or text in ("void", ""):
            continue
        all_parameters = list(parameters(text))
        right = [argument(function, kind, name) for kind, name in all_parameters]
        for place, (kind, name) in enumerate(all_parameters):
            for value, error in wrong_values(function[4:], kind, name):
                given = ", ".join(right[:place] + [value] + right[place + 1 :])
                print(f'    check({function}({given}), MPI_ERR_{error}, "{function}", "{name}");')
    print(END, end="")


main()
