/* The two sets of processes that a session names: all, and each process alone (MPI 5.0, section
 * 11.3.2). */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "mpi/object/error.h"
#include "mpi/object/group.h"
#include "mpi/object/info.h"
#include "mpi/session/session.h"

enum { SETS = 2 };
static const char *const names[SETS] = {"mpi://WORLD", "mpi://SELF"};

/* Returns the number of a set, or SETS if there is none of this name, which is a URI: large and
 * small letters are the same. */
static int number_of(const char *name) {
    int number = 0;
    while (number < SETS && strcasecmp(name, names[number]) != 0)
        number++;
    return number;
}

static int size_of(int number) {
    return number == 0 ? comm_world.local->size : 1;
}

#define RETURN_UNLESS_NAME(session, name)                                                          \
    if (!(name))                                                                                   \
        return error_null(&(session)->raises, __func__, #name);                                    \
    if (number_of(name) == SETS)                                                                   \
    return FAIL_SESSION(session, MPI_ERR_ARG, "unknown process set %.64s", name)

int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names) {
    RETURN_UNLESS_SESSION(session, npset_names);
    RETURN_UNLESS_HINTS(&session->raises, __func__, info);
    *npset_names = SETS;
    return MPI_SUCCESS;
}

/* Writes as much of the name as there is room for, with a zero byte behind it; nothing if there is
 * no room. *pset_len becomes the room that the whole name needs. */
int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len,
                             char *pset_name) {
    RETURN_UNLESS_SESSION(session, pset_len);
    RETURN_IF_NULL_ARRAY_ON(&session->raises, *pset_len, pset_name);
    RETURN_UNLESS_HINTS(&session->raises, __func__, info);
    if (n < 0 || n >= SETS)
        return FAIL_SESSION(session, MPI_ERR_ARG, "unknown process set %d (expected: 0 to %d)", n,
                            SETS - 1);
    if (*pset_len > 0)
        snprintf(pset_name, (size_t)*pset_len, "%s", names[n]);
    *pset_len = (int)strlen(names[n]) + 1;
    return MPI_SUCCESS;
}

int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info) {
    RETURN_UNLESS_SESSION(session, info);
    RETURN_UNLESS_NAME(session, pset_name);
    char size[sizeof "2147483647"];
    snprintf(size, sizeof size, "%d", size_of(number_of(pset_name)));
    MPI_Info made = info_make();
    if (!made || !info_set(made, "mpi_size", size)) {
        info_release(made ? made : MPI_INFO_NULL);
        return FAIL_SESSION(session, MPI_ERR_NO_MEM, FULL_HEAP);
    }
    *info = made;
    return MPI_SUCCESS;
}

int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup) {
    RETURN_UNLESS_SESSION(session, newgroup);
    *newgroup = MPI_GROUP_NULL;
    RETURN_UNLESS_NAME(session, pset_name);
    bool all = size_of(number_of(pset_name)) > 1;
    MPI_Group group =
        group_make(all ? comm_world.local->size : 1, all ? comm_world.local->world : &group_self);
    if (!group)
        return FAIL_SESSION(session, MPI_ERR_NO_MEM, FULL_HEAP);
    *newgroup = group;
    return MPI_SUCCESS;
}
