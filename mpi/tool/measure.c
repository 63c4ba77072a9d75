/* Performance variables: which there are (MPI 5.0, section 15.3.7). */
#include <string.h>

#include "cube.h"
#include "mpi/message/matching.h"
#include "mpi/message/request.h"
#include "mpi/object/error.h"
#include "mpi/tool/tool.h"

/* Adds up what has come over the links, by either channel: its packets, and its bytes. */
static unsigned long long come(bool in_bytes) {
    struct cube_stats stats;
    unsigned long long packets = 0, bytes = 0;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        packets += stats.link[d].packets + stats.link[d].routed_packets;
        bytes += stats.link[d].bytes + stats.link[d].routed_bytes;
    }
    return in_bytes ? bytes : packets;
}

static unsigned long long packets(void) {
    return come(false);
}

static unsigned long long bytes(void) {
    return come(true);
}

static unsigned long long unexpected(void) {
    unsigned long long sum = 0;
    for (const struct kept *kept = match_kept; kept; kept = kept->next)
        sum++;
    return sum;
}

static unsigned long long unexpected_bytes(void) {
    unsigned long long sum = 0;
    for (const struct kept *kept = match_kept; kept; kept = kept->next)
        sum += kept->bytes;
    return sum;
}

static unsigned long long posted(void) {
    unsigned long long sum = 0;
    for (const struct pattern *pattern = match_posted; pattern; pattern = pattern->next)
        sum++;
    return sum;
}

static unsigned long long requests(void) {
    return (unsigned long long)request_count;
}

const struct tool_measure tool_measures[TOOL_MEASURES] = {
    {"packets", "packets that arrived on this node's links", MPI_T_PVAR_CLASS_COUNTER, packets},
    {"bytes", "bytes that arrived on this node's links", MPI_T_PVAR_CLASS_COUNTER, bytes},
    {"unexpected_messages", "messages that arrived before a matching receive",
     MPI_T_PVAR_CLASS_LEVEL, unexpected},
    {"unexpected_bytes", "bytes of these messages", MPI_T_PVAR_CLASS_LEVEL, unexpected_bytes},
    {"posted_receives", "receives that wait for a message", MPI_T_PVAR_CLASS_LEVEL, posted},
    {"requests", "requests in use", MPI_T_PVAR_CLASS_LEVEL, requests},
};

PROFILED(MPI_T_pvar_get_num);
int MPI_T_pvar_get_num(int *num_pvar) {
    RETURN_UNLESS_STARTED();
    RETURN_UNLESS_OUTPUT(num_pvar);
    *num_pvar = TOOL_MEASURES;
    return MPI_SUCCESS;
}

/* A counter can be started, stopped and set. A level is always what it is. */
PROFILED(MPI_T_pvar_get_info);
int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                        int *bind, int *readonly, int *continuous, int *atomic) {
    RETURN_UNLESS_STARTED();
    RETURN_UNLESS_INDEX(pvar_index, TOOL_MEASURES);
    const struct tool_measure *measure = &tool_measures[pvar_index];
    bool is_counter = measure->class == MPI_T_PVAR_CLASS_COUNTER;
    tool_text(measure->name, name, name_len);
    tool_text(measure->description, desc, desc_len);
    TOOL_SET(verbosity, MPI_T_VERBOSITY_USER_BASIC);
    TOOL_SET(var_class, measure->class);
    TOOL_SET(datatype, MPI_UNSIGNED_LONG_LONG);
    TOOL_SET(enumtype, MPI_T_ENUM_NULL);
    TOOL_SET(bind, MPI_T_BIND_NO_OBJECT);
    TOOL_SET(readonly, !is_counter);
    TOOL_SET(continuous, !is_counter);
    TOOL_SET(atomic, is_counter);
    return MPI_SUCCESS;
}

PROFILED(MPI_T_pvar_get_index);
int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index) {
    RETURN_UNLESS_STARTED();
    RETURN_UNLESS_OUTPUT(name && pvar_index);
    for (int i = 0; i < TOOL_MEASURES; i++)
        if (strcmp(tool_measures[i].name, name) == 0 && tool_measures[i].class == var_class) {
            *pvar_index = i;
            return MPI_SUCCESS;
        }
    return MPI_T_ERR_INVALID_NAME;
}
