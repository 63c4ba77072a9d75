#include "mpi/collective/call.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/object/info.h"

#define KEY      "graycube_"
#define VARIABLE "CUBE_MPI_"
enum { NAME_BYTES = 40 };

/* Weak, as in mpi/object/communicator.c: programs that give communicators no info are linked
 * without this function. */
#pragma weak info_value

extern char **environ;

bool choice_is_made(MPI_Comm comm) {
    if (comm->info != MPI_INFO_NULL)
        return true;
    for (char **variable = environ; variable && *variable; variable++)
        if (strncmp(*variable, VARIABLE, strlen(VARIABLE)) == 0)
            return true;
    return false;
}

/* Returns null if nothing has been chosen. */
static const char *value_of(MPI_Comm comm, const char *operation) {
    char name[NAME_BYTES];
    snprintf(name, sizeof name, KEY "%s", operation);
    const char *value = comm->info != MPI_INFO_NULL ? info_value(comm->info, name) : NULL;
    if (value)
        return value;
    snprintf(name, sizeof name, VARIABLE "%s", operation);
    for (char *letter = name; *letter != '\0'; letter++)
        *letter = (char)toupper((unsigned char)*letter);
    return getenv(name);
}

bool choice_is_reproducible(MPI_Comm comm) {
    const char *value = value_of(comm, "reproducible");
    return value && strcmp(value, "true") == 0;
}

static const char *const ways[] = {[WAY_SHORT] = "few-rounds", [WAY_LONG] = "few-bytes"};

enum way choice_way(MPI_Comm comm, const char *operation) {
    const char *value = value_of(comm, operation);
    for (enum way way = WAY_SHORT; value && way <= WAY_LONG; way++)
        if (strcmp(value, ways[way]) == 0)
            return way;
    return WAY_BY_SIZE;
}

const char *choice_algorithm(MPI_Comm comm, const char *operation) {
    return choice_way(comm, operation) == WAY_BY_SIZE ? value_of(comm, operation) : NULL;
}
