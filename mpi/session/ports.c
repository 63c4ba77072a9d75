/* Ports, by which groups without a communicator between them are joined, and their names (MPI 5.0,
 * section 11.9). The name of a port has the node that has opened it, and its number there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/communicator/making.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"
#include "mpi/session/service.h"

#define PORT_NAME "graycube:%d:%d"

static NODE_LOCAL bool *open; /* by number */
static NODE_LOCAL int opened; /* how many ports this process has opened */

/* Reads the name of a port. Returns whether it is one. */
static bool read_name(const char *name, int *node, int *number) {
    char own[MPI_MAX_PORT_NAME];
    if (!name || sscanf(name, PORT_NAME, node, number) != 2)
        return false;
    snprintf(own, sizeof own, PORT_NAME, *node, *number);
    return strcmp(name, own) == 0 && *number >= 0 && comm_world_rank(*node) != MPI_UNDEFINED;
}

/* Returns the number of a port that this process has open, or -1. */
static int own_number(const char *name) {
    int node, number;
    bool is_own = read_name(name, &node, &number) && node == group_self && number < opened;
    return is_own && open[number] ? number : -1;
}

int MPI_Open_port(MPI_Info info, char *port_name) {
    RETURN_IF_NULL(port_name);
    RETURN_UNLESS_HINTS(MPI_COMM_SELF, __func__, info);
    bool *more = realloc(open, ((size_t)opened + 1) * sizeof *open);
    if (!more)
        return FAIL_MEMORY();
    open = more;
    open[opened] = true;
    snprintf(port_name, MPI_MAX_PORT_NAME, PORT_NAME, group_self, opened++);
    return MPI_SUCCESS;
}

#define NO_PORT "the port was not opened by this process, or has been closed"

int MPI_Close_port(const char *port_name) {
    RETURN_IF_NULL(port_name);
    int number = own_number(port_name);
    if (number < 0)
        return FAIL(MPI_ERR_PORT, NO_PORT);
    open[number] = false;
    return MPI_SUCCESS;
}

/* Says to the root of MPI_Comm_accept who calls, or hears it. Returns MPI_SUCCESS, or the class of
 * an error that was raised. */
static int call_port(const char *call, MPI_Comm comm, const char *port, MPI_Info info, bool accepts,
                     int *node, int *number) {
    if (!port)
        return error_null(comm, call, "port_name");
    RETURN_UNLESS_HINTS(comm, call, info);
    if (!accepts && !read_name(port, node, number))
        return error_raise(comm, call, MPI_ERR_PORT, "%.64s: invalid port name", port);
    if (!accepts)
        return talk_send(SERVICE_CALLS, *node, *number, &group_self, sizeof group_self, call);
    *number = own_number(port);
    if (*number < 0)
        return error_raise(comm, call, MPI_ERR_PORT, NO_PORT);
    return talk_receive(SERVICE_CALLS, MPI_ANY_SOURCE, *number, node, sizeof *node, call);
}

static int join(const char *call, MPI_Comm comm, const char *port, MPI_Info info, int root,
                bool accepts, MPI_Comm *newcomm) {
    MPI_Comm object;
    int node = 0, number = 0;
    RETURN_ON_ERROR(service_check(call, comm, root, newcomm, &object));
    bool leads = object->rank == root;
    int failed = leads ? call_port(call, comm, port, info, accepts, &node, &number) : MPI_SUCCESS;
    int error = service_connect(object, root, node, number, failed, newcomm, call);
    return failed != MPI_SUCCESS ? failed : making_raise(comm, call, error);
}

int MPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                    MPI_Comm *newcomm) {
    return join(__func__, comm, port_name, info, root, true, newcomm);
}

int MPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                     MPI_Comm *newcomm) {
    return join(__func__, comm, port_name, info, root, false, newcomm);
}

/* ---- Published names ---- */

/* Asks the server about a name. `published` is the port that it gets, or null; *port becomes the
 * one that it has, unless that is null. */
static int ask(const char *call, enum service_kind kind, const char *name, MPI_Info info,
               const char *published, char *port) {
    static const char *const reasons[] = {
        [SERVICE_PUBLISH] = "has been published",
        [SERVICE_LOOK_UP] = "has not been published",
        [SERVICE_UNPUBLISH] = "has not been published",
    };
    if (!name)
        return error_null(MPI_COMM_SELF, call, "service_name");
    RETURN_UNLESS_HINTS(MPI_COMM_SELF, call, info);
    struct question question = {.kind = kind};
    if (strlen(name) >= sizeof question.name)
        return FAIL_IN(call, MPI_ERR_ARG, "service_name is too long (at most %d bytes)",
                       (int)sizeof question.name - 1);
    strcpy(question.name, name);
    if (published)
        strcpy(question.port, published);
    const struct answer answer = service_ask(&question, call);
    if (answer.error != MPI_SUCCESS)
        return FAIL_IN(call, answer.error, "the name %.64s %s", name,
                       answer.error == MPI_ERR_NO_MEM ? FULL_HEAP : reasons[kind]);
    if (port)
        strcpy(port, answer.port);
    return MPI_SUCCESS;
}

/* The port may be another library's (section 11.9.4): only MPI_Comm_connect reads its name. */
int MPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name) {
    RETURN_IF_NULL(port_name);
    if (strlen(port_name) >= MPI_MAX_PORT_NAME)
        return FAIL(MPI_ERR_PORT, "port_name is too long (at most %d bytes)",
                    MPI_MAX_PORT_NAME - 1);
    return ask(__func__, SERVICE_PUBLISH, service_name, info, port_name, NULL);
}

int MPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name) {
    RETURN_IF_NULL(port_name);
    return ask(__func__, SERVICE_UNPUBLISH, service_name, info, NULL, NULL);
}

int MPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name) {
    RETURN_IF_NULL(port_name);
    return ask(__func__, SERVICE_LOOK_UP, service_name, info, NULL, port_name);
}
