#include "mpi/large/large.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "mpi/datatype/type.h"
#include "mpi/object/communicator.h"
#include "mpi/object/group.h"
#include "mpi/object/topology.h"

int large_begin(const char *call, MPI_Comm comm, const void *buffer, MPI_Count count,
                MPI_Datatype datatype, struct large *large) {
    *large = (struct large){.type = datatype};
    bool fits = count >= INT_MIN && count <= INT_MAX;
    large->count = fits ? (int)count : count < 0 ? -1 : INT_MAX;
    if (fits || count < 0)
        return MPI_SUCCESS;
    if (buffer == MPI_IN_PLACE) {
        large->count = 0; /* it means nothing */
        return MPI_SUCCESS;
    }
    MPI_Datatype type = type_object(datatype);
    bool is_wrong =
        !type || type->state != TYPE_COMMITTED || (!buffer && !handle_is_address(datatype));
    if (is_wrong || type->layout.size == 0)
        return MPI_SUCCESS;
    if (count > INT64_MAX / type->layout.size)
        return error_raise(comm, call, MPI_ERR_COUNT,
                           "the size of %lld elements of %lld bytes overflows MPI_Count",
                           (long long)count, (long long)type->layout.size);
    MPI_Datatype made = type_begin(MPI_COMBINER_CONTIGUOUS);
    if (made) {
        layout_add(&made->layout, &type->layout, 0, count);
        type_made_of_counts(made, 1, &count);
        type_made_of_types(made, 1, &datatype);
        made->state = TYPE_COMMITTED;
    }
    int error = type_end(call, made, &large->made);
    large->type = large->made;
    large->count = 1;
    return error;
}

void large_end(struct large *large) {
    if (!large->made)
        return;
    type_made--; /* the program has no handle of it */
    type_release(large->made);
}

int large_count(const char *call, MPI_Comm comm, MPI_Count count, int *small) {
    if (count > INT_MAX)
        return error_raise(comm, call, MPI_ERR_COUNT,
                           "count is %lld (at most %d elements are combined in a call)",
                           (long long)count, INT_MAX);
    *small = count < 0 ? -1 : (int)count;
    return MPI_SUCCESS;
}

/* Returns the numbers as ints, or null if one does not fit or if memory is short. */
static int *as_ints(int number, const int64_t values[], bool *fits) {
    int *ints = malloc((size_t)number * sizeof *ints + 1);
    for (int i = 0; ints && i < number; i++) {
        *fits = *fits && values[i] >= INT_MIN && values[i] <= INT_MAX;
        ints[i] = (int)values[i];
    }
    return ints;
}

int large_list_begin(const char *call, MPI_Comm comm, int number, const MPI_Count counts[],
                     const MPI_Aint displacements[], struct large_list *list) {
    bool fits = true;
    *list = (struct large_list){0};
    if (number == 0)
        return MPI_SUCCESS;
    if (!counts)
        return error_null(comm, call, "counts");
    list->counts = as_ints(number, counts, &fits);
    if (displacements)
        list->displacements = as_ints(number, (const int64_t *)displacements, &fits);
    if (!list->counts || (displacements && !list->displacements))
        return error_raise(comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
    return fits ? MPI_SUCCESS
                : error_raise(comm, call, MPI_ERR_COUNT, "a count or displacement exceeds %d",
                              INT_MAX);
}

void large_list_end(struct large_list *list) {
    free(list->counts);
    free(list->displacements);
}

int large_processes(MPI_Comm comm) {
    MPI_Comm object = comm_object(comm);
    return object ? object->remote->size : 0;
}

int large_own_processes(MPI_Comm comm) {
    MPI_Comm object = comm_object(comm);
    return object ? object->local->size : 0;
}

static struct neighbours neighbours_of(MPI_Comm comm) {
    struct neighbours neighbours = {0};
    MPI_Comm object = comm_object(comm);
    if (object)
        topology_neighbours(object->topology, &neighbours);
    return neighbours;
}

int large_sources(MPI_Comm comm) {
    return neighbours_of(comm).source_count;
}

int large_destinations(MPI_Comm comm) {
    return neighbours_of(comm).destination_count;
}

int large_at_root(MPI_Comm comm, int root) {
    MPI_Comm object = comm_object(comm);
    bool is_root =
        object && (object->local == object->remote ? root == object->rank : root == MPI_ROOT);
    return is_root ? object->remote->size : 0;
}

/* ---- Functions without a count of elements: sizes of buffers, units of displacements ---- */

int MPI_Buffer_attach_c(void *buffer, MPI_Count size) {
    if (size > INT_MAX)
        return FAIL(MPI_ERR_COUNT, "size is %lld (a buffer has at most %d bytes)", (long long)size,
                    INT_MAX);
    return PMPI_Buffer_attach(buffer, size < 0 ? -1 : (int)size);
}

int MPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size) {
    RETURN_IF_NULL(buffer_addr, size);
    int bytes = 0, error = PMPI_Buffer_detach(buffer_addr, &bytes);
    *size = bytes;
    return error;
}

/* Sets *small to a unit of displacements. */
static int small_unit(const char *call, MPI_Aint unit, int *small) {
    if (unit > INT_MAX)
        return FAIL_IN(call, MPI_ERR_DISP, "disp_unit is %lld (at most %d bytes)", (long long)unit,
                       INT_MAX);
    *small = unit < 0 ? -1 : (int)unit;
    return MPI_SUCCESS;
}

int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                     MPI_Win *win) {
    int unit = 0, error = small_unit(__func__, disp_unit, &unit);
    return error == MPI_SUCCESS ? PMPI_Win_create(base, size, unit, info, comm, win) : error;
}

int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                       void *baseptr, MPI_Win *win) {
    int unit = 0, error = small_unit(__func__, disp_unit, &unit);
    return error == MPI_SUCCESS ? PMPI_Win_allocate(size, unit, info, comm, baseptr, win) : error;
}

int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                              void *baseptr, MPI_Win *win) {
    int unit = 0, error = small_unit(__func__, disp_unit, &unit);
    return error == MPI_SUCCESS ? PMPI_Win_allocate_shared(size, unit, info, comm, baseptr, win)
                                : error;
}

int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                           void *baseptr) {
    RETURN_IF_NULL(disp_unit);
    int unit = 0, error = PMPI_Win_shared_query(win, rank, size, &unit, baseptr);
    *disp_unit = unit;
    return error;
}
