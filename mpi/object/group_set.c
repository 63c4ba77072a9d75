/* Groups that are made from other groups (MPI 5.0, section 7.3.2). */
#include <stdbool.h>
#include <stdlib.h>

#include "mpi/object/error.h"
#include "mpi/object/group.h"

/* Makes the group of a list, and frees the list. Returns an error's class. */
static int make(int size, int *world, MPI_Group *newgroup) {
    MPI_Group made = group_make(size, world);
    free(world);
    if (!made)
        return MPI_ERR_NO_MEM;
    *newgroup = made;
    return MPI_SUCCESS;
}

/* Returns a list with room for N ranks, or null without memory. */
static int *list_of(int room) {
    return malloc(((size_t)room + 1) * sizeof(int));
}

/* Appends the processes of a group that are, or are not, in another one. Returns the new size. */
static int select_processes(int *world, int size, const struct MPI_ABI_Group *group,
                            const struct MPI_ABI_Group *other, bool in_other) {
    for (int rank = 0; rank < group->size; rank++)
        if ((group_find(other, group->world[rank]) != MPI_UNDEFINED) == in_other)
            world[size++] = group->world[rank];
    return size;
}

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    RETURN_IF_NULL(newgroup);
    GROUP_OR_RETURN(one, group1);
    GROUP_OR_RETURN(other, group2);
    int *world = list_of(one->size + other->size);
    if (!world)
        return FAIL_MEMORY();
    int size = 0;
    while (size < one->size) {
        world[size] = one->world[size];
        size++;
    }
    size = select_processes(world, size, other, one, false);
    return make(size, world, newgroup) == MPI_SUCCESS ? MPI_SUCCESS : FAIL_MEMORY();
}

/* Makes the group of the processes of a group that are, or are not, in another one. */
static int select_group(const char *call, MPI_Group group1, MPI_Group group2, bool in_other,
                        MPI_Group *newgroup) {
    const struct MPI_ABI_Group *one = group_object(group1), *other = group_object(group2);
    if (!one || !other)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_GROUP, NO_GROUP);
    int *world = list_of(one->size);
    if (!world ||
        make(select_processes(world, 0, one, other, in_other), world, newgroup) != MPI_SUCCESS)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_NO_MEM, FULL_HEAP);
    return MPI_SUCCESS;
}

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    RETURN_IF_NULL(newgroup);
    return select_group(__func__, group1, group2, true, newgroup);
}

int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    RETURN_IF_NULL(newgroup);
    return select_group(__func__, group1, group2, false, newgroup);
}

/* The ranks of a group that are chosen, in the order in which they were chosen. */
struct choice {
    const struct MPI_ABI_Group *group;
    int *ranks;
    bool *chosen; /* by rank */
    int count;
    int wrong; /* the first rank that the group has not or that is chosen twice, or MPI_UNDEFINED */
};

/* Begins a choice. Returns whether there was memory. */
static bool choice_begin(struct choice *choice, const struct MPI_ABI_Group *group) {
    *choice = (struct choice){.group = group, .wrong = MPI_UNDEFINED};
    choice->ranks = list_of(group->size);
    choice->chosen = calloc((size_t)group->size + 1, sizeof *choice->chosen);
    if (choice->ranks && choice->chosen)
        return true;
    free(choice->ranks);
    free(choice->chosen);
    return false;
}

static void choose(struct choice *choice, int rank) {
    if (choice->wrong != MPI_UNDEFINED)
        return;
    if (rank < 0 || rank >= choice->group->size || choice->chosen[rank]) {
        choice->wrong = rank;
        return;
    }
    choice->chosen[rank] = true;
    choice->ranks[choice->count++] = rank;
}

/* Chooses the ranks first, first + stride and so on up to last, which need not be one of them. */
static void choose_range(struct choice *choice, int first, int last, int stride) {
    for (long rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
        choose(choice, (int)rank);
        if (choice->wrong != MPI_UNDEFINED)
            return;
    }
}

/* Makes the group of the ranks that were chosen, or of all others. Returns an error's class. */
static int choice_end(struct choice *choice, bool rest, MPI_Group *newgroup) {
    int size = 0, error = MPI_ERR_RANK;
    if (choice->wrong == MPI_UNDEFINED) {
        int *world = list_of(choice->group->size);
        if (world && rest) {
            for (int rank = 0; rank < choice->group->size; rank++)
                if (!choice->chosen[rank])
                    world[size++] = choice->group->world[rank];
        } else if (world) {
            for (; size < choice->count; size++)
                world[size] = choice->group->world[choice->ranks[size]];
        }
        error = world ? make(size, world, newgroup) : MPI_ERR_NO_MEM;
    }
    free(choice->ranks);
    free(choice->chosen);
    return error;
}

/* Makes the group of `n` ranks or, if `ranks` is null, of the ranks of `n` ranges; or the group of
 * all `rest`. */
static int choose_group(const char *call, MPI_Group group, int n, const int ranks[],
                        int ranges[][3], bool rest, MPI_Group *newgroup) {
    const struct MPI_ABI_Group *object = group_object(group);
    struct choice choice;
    for (int i = 0; ranges && i < n; i++)
        if (ranges[i][2] == 0)
            return error_raise(MPI_COMM_SELF, call, MPI_ERR_ARG, "a range has stride 0");
    if (!object)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_GROUP, NO_GROUP);
    if (n < 0)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_ARG, "n is %d (expected: 0 or more)", n);
    if (n > 0 && !ranks && !ranges)
        return error_null(MPI_COMM_SELF, call, "array of ranks");
    int error = choice_begin(&choice, object) ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    for (int i = 0; error == MPI_SUCCESS && i < n; i++)
        if (ranks)
            choose(&choice, ranks[i]);
        else
            choose_range(&choice, ranges[i][0], ranges[i][1], ranges[i][2]);
    if (error == MPI_SUCCESS)
        error = choice_end(&choice, rest, newgroup);
    if (error == MPI_ERR_NO_MEM)
        return error_raise(MPI_COMM_SELF, call, error, FULL_HEAP);
    if (error == MPI_ERR_RANK)
        return error_raise(MPI_COMM_SELF, call, error,
                           "rank %d is listed twice or is out of range (the group has %d)",
                           choice.wrong, object->size);
    return error;
}

int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
    RETURN_IF_NULL(newgroup);
    return choose_group(__func__, group, n, ranks, NULL, false, newgroup);
}

int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
    RETURN_IF_NULL(newgroup);
    return choose_group(__func__, group, n, ranks, NULL, true, newgroup);
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    RETURN_IF_NULL(newgroup);
    return choose_group(__func__, group, n, NULL, ranges, false, newgroup);
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    RETURN_IF_NULL(newgroup);
    return choose_group(__func__, group, n, NULL, ranges, true, newgroup);
}
