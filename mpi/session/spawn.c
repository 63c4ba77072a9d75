/* MPI_Comm_spawn (MPI 5.0, section 11.8). All nodes have loaded one program, so this is the one
 * that can be spawned. Hints are ignored. */
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/object/error.h"
#include "mpi/object/error_code.h"
#include "mpi/object/info.h"
#include "mpi/session/service.h"
#include "net/system/system.h"

/* Absent on processes of the host: see service.c. */
#pragma weak system_arguments

/* What the root wants to spawn: `count` times a program with arguments. */
struct wanted {
    int count;
    char *const *command;
    char **const *arguments; /* or null: none */
    const int *processes;
    const MPI_Info *info;
};

static const char *file_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns whether the program is the one that is loaded. */
static bool is_loaded(const char *command) {
    return &system_arguments && system_arguments.count > 0 &&
           strcmp(file_of(command), file_of(system_arguments.words[0])) == 0;
}

/* Raises an error at the root unless the arguments of a call are right. *total becomes the number
 * of all processes. */
static int check(const char *call, MPI_Comm comm, const struct wanted *wanted, int *total) {
    if (wanted->count < 1)
        return error_raise(comm, call, MPI_ERR_COUNT, "count is %d (expected: 1 or more)",
                           wanted->count);
    if (!wanted->command || !wanted->processes || !wanted->info)
        return error_raise(comm, call, MPI_ERR_ARG, "no programs given");
    for (int i = 0; i < wanted->count; i++) {
        if (!wanted->command[i])
            return error_null(comm, call, "command");
        RETURN_UNLESS_HINTS(comm, call, wanted->info[i]);
        if (wanted->processes[i] < 0 || wanted->processes[i] > comm_processes->size - *total)
            return error_raise(
                comm, call, MPI_ERR_SPAWN,
                "not enough processes to spawn (%d wanted; increase mpiexec --spawnable)",
                wanted->processes[i]);
        if (!is_loaded(wanted->command[i]))
            return error_raise(comm, call, MPI_ERR_SPAWN,
                               "%.200s: not loaded (expected: the program that runs)",
                               wanted->command[i]);
        *total += wanted->processes[i];
    }
    return *total > 0 ? MPI_SUCCESS
                      : error_raise(comm, call, MPI_ERR_SPAWN, "no processes to spawn");
}

/* Returns the command and its arguments as texts one after the other, which the caller frees, or
 * null without memory. */
static char *texts_of(const char *command, char *const *arguments, uint32_t *bytes) {
    size_t size = strlen(command) + 1;
    for (int i = 0; arguments && arguments[i]; i++)
        size += strlen(arguments[i]) + 1;
    char *texts = malloc(size), *next = texts;
    *bytes = (uint32_t)size;
    if (!texts)
        return NULL;
    next = strcpy(next, command) + strlen(command) + 1;
    for (int i = 0; arguments && arguments[i]; i++)
        next = strcpy(next, arguments[i]) + strlen(arguments[i]) + 1;
    return texts;
}

/* Sends the orders. Without memory the processes would wait for ever, so the run ends. */
static void send_orders(const char *call, const struct wanted *wanted, int total, int first) {
    const int *world = comm_processes->world + first;
    for (int i = 0; i < wanted->count; i++) {
        struct order order = {total, first, group_self, i, 0};
        char *const *arguments = wanted->arguments ? wanted->arguments[i] : NULL;
        char *texts = texts_of(wanted->command[i], arguments, &order.bytes);
        if (!texts)
            system_abort("%s: %s\n", call, FULL_HEAP);
        for (int process = 0; process < wanted->processes[i]; process++, world++) {
            talk_send(SERVICE_ORDERS, *world, 0, &order, sizeof order, call);
            talk_send(SERVICE_ORDERS, *world, 1, texts, order.bytes, call);
        }
        free(texts);
    }
}

/* Spawns at the root. *first becomes the rank among all processes of the first new one. Returns
 * MPI_SUCCESS, or the class of an error that was raised. */
static int begin(const char *call, MPI_Comm comm, const struct wanted *wanted, int *total,
                 int *first) {
    int error = check(call, comm, wanted, total);
    if (error != MPI_SUCCESS)
        return error_class(error);
    struct answer answer =
        service_ask(&(struct question){.kind = SERVICE_SPAWN, .count = *total}, call);
    *first = answer.first;
    if (answer.error == MPI_SUCCESS)
        send_orders(call, wanted, *total, *first);
    else
        error_raise(
            comm, call, answer.error,
            "not enough processes to spawn (%d wanted, %d left; increase mpiexec --spawnable)",
            *total, answer.left);
    return answer.error;
}

static int spawn(const char *call, const struct wanted *wanted, int root, MPI_Comm comm,
                 MPI_Comm *intercomm, int codes[]) {
    MPI_Comm object;
    int error = service_check(call, comm, root, intercomm, &object);
    RETURN_ON_ERROR(error);
    struct {
        int total, first, error;
    } begun = {0};
    if (object->rank == root)
        begun.error = begin(call, comm, wanted, &begun.total, &begun.first);
    error = collective_broadcast(object, &begun, sizeof begun, root);
    if (error != MPI_SUCCESS)
        return making_raise(comm, call, error);
    for (int i = 0; codes && i < begun.total; i++)
        codes[i] = begun.error;
    if (begun.error != MPI_SUCCESS)
        return object->rank == root ? begun.error
                                    : error_raise(comm, call, begun.error, "the root failed");
    error = service_connect(object, root, comm_processes->world[begun.first], 0, MPI_SUCCESS,
                            intercomm, call);
    return making_raise(comm, call, error);
}

int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
                   MPI_Comm comm, MPI_Comm *intercomm, int errcodes[]) {
    char *name = (char *)(uintptr_t)command;
    return spawn(__func__, &(struct wanted){1, &name, &argv, &maxprocs, &info}, root, comm,
                 intercomm, errcodes);
}

int MPI_Comm_spawn_multiple(int count, char *commands[], char **argvs[], const int maxprocs[],
                            const MPI_Info infos[], int root, MPI_Comm comm, MPI_Comm *intercomm,
                            int errcodes[]) {
    return spawn(__func__, &(struct wanted){count, commands, argvs, maxprocs, infos}, root, comm,
                 intercomm, errcodes);
}
