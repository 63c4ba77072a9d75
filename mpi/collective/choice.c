#include "mpi/collective/choice.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/object/communicator.h"
#include "mpi/object/info.h"

#define KEY      "graycube_"
#define VARIABLE "CUBE_MPI_"
enum { NAME_BYTES = 40 };

extern char **environ;

bool choice_is_made(MPI_Comm comm) {
    if (comm->info != MPI_INFO_NULL)
        return true;
    for (char **variable = environ; variable != NULL && *variable != NULL; variable++)
        if (strncmp(*variable, VARIABLE, strlen(VARIABLE)) == 0)
            return true;
    return false;
}

const char *choice_of(MPI_Comm comm, const char *operation) {
    char name[NAME_BYTES];
    snprintf(name, sizeof name, KEY "%s", operation);
    const char *value = comm->info != MPI_INFO_NULL ? info_value(comm->info, name) : NULL;
    if (value != NULL)
        return value;
    snprintf(name, sizeof name, VARIABLE "%s", operation);
    for (char *letter = name; *letter != '\0'; letter++)
        *letter = (char)toupper((unsigned char)*letter);
    return getenv(name);
}
