/* Groups that are made from other groups (MPI 5.0, section 7.3.2). */
#include <stdbool.h>
#include <stdlib.h>

#include "mpi/object/error.h"
#include "mpi/object/group.h"
#include "mpi/object/profile.h"

#define GROUP_OBJECT(object, handle)                                                               \
    const struct MPI_ABI_Group *object = group_object(handle);                                     \
    if ((object) == NULL)                                                                          \
    return FAIL(MPI_ERR_GROUP, "the group is MPI_GROUP_NULL")

/* Makes the group of a list, and frees the list. Returns an error's class. */
static int make(int size, int *world, MPI_Group *newgroup) {
    MPI_Group made = group_make(size, world);
    free(world);
    if (made == NULL)
        return MPI_ERR_NO_MEM;
    *newgroup = made;
    return MPI_SUCCESS;
}

/* Returns a list with room for so many ranks, or null without memory. */
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

MPI_CALL(int, Group_union, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    CHECK_OUTPUT(newgroup);
    GROUP_OBJECT(one, group1);
    GROUP_OBJECT(other, group2);
    int *world = list_of(one->size + other->size);
    if (world == NULL)
        return FAIL_MEMORY();
    int size = 0;
    while (size < one->size) {
        world[size] = one->world[size];
        size++;
    }
    size = select_processes(world, size, other, one, false);
    return make(size, world, newgroup) == MPI_SUCCESS ? MPI_SUCCESS : FAIL_MEMORY();
}

MPI_CALL(int, Group_intersection, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    CHECK_OUTPUT(newgroup);
    GROUP_OBJECT(one, group1);
    GROUP_OBJECT(other, group2);
    int *world = list_of(one->size);
    if (world == NULL)
        return FAIL_MEMORY();
    int size = select_processes(world, 0, one, other, true);
    return make(size, world, newgroup) == MPI_SUCCESS ? MPI_SUCCESS : FAIL_MEMORY();
}

MPI_CALL(int, Group_difference, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    CHECK_OUTPUT(newgroup);
    GROUP_OBJECT(one, group1);
    GROUP_OBJECT(other, group2);
    int *world = list_of(one->size);
    if (world == NULL)
        return FAIL_MEMORY();
    int size = select_processes(world, 0, one, other, false);
    return make(size, world, newgroup) == MPI_SUCCESS ? MPI_SUCCESS : FAIL_MEMORY();
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
    if (choice->ranks != NULL && choice->chosen != NULL)
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
        if (world != NULL && rest) {
            for (int rank = 0; rank < choice->group->size; rank++)
                if (!choice->chosen[rank])
                    world[size++] = choice->group->world[rank];
        } else if (world != NULL) {
            for (; size < choice->count; size++)
                world[size] = choice->group->world[choice->ranks[size]];
        }
        error = world == NULL ? MPI_ERR_NO_MEM : make(size, world, newgroup);
    }
    free(choice->ranks);
    free(choice->chosen);
    return error;
}

/* Ends a function that chooses ranks. */
#define END_CHOICE(choice, rest, newgroup)                                                         \
    switch (choice_end(&(choice), rest, newgroup)) {                                               \
    case MPI_SUCCESS:                                                                              \
        return MPI_SUCCESS;                                                                        \
    case MPI_ERR_NO_MEM:                                                                           \
        return FAIL_MEMORY();                                                                      \
    default:                                                                                       \
        return FAIL(MPI_ERR_RANK, "rank %d is twice in the list, or is none of the group's %d",    \
                    (choice).wrong, (choice).group->size);                                         \
    }

#define BEGIN_CHOICE(choice, group, n)                                                             \
    GROUP_OBJECT(object, group);                                                                   \
    if ((n) < 0)                                                                                   \
        return FAIL(MPI_ERR_ARG, "n is %d, and has to be 0 or more", n);                           \
    struct choice choice;                                                                          \
    if (!choice_begin(&(choice), object))                                                          \
    return FAIL_MEMORY()

MPI_CALL(int, Group_incl, MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
    CHECK_OUTPUT(newgroup);
    BEGIN_CHOICE(choice, group, n);
    for (int i = 0; i < n; i++)
        choose(&choice, ranks[i]);
    END_CHOICE(choice, false, newgroup);
}

MPI_CALL(int, Group_excl, MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
    CHECK_OUTPUT(newgroup);
    BEGIN_CHOICE(choice, group, n);
    for (int i = 0; i < n; i++)
        choose(&choice, ranks[i]);
    END_CHOICE(choice, true, newgroup);
}

/* Whether every range has a stride that is not 0. */
static bool strides_are_right(int n, int ranges[][3]) {
    for (int i = 0; i < n; i++)
        if (ranges[i][2] == 0)
            return false;
    return true;
}

MPI_CALL(int, Group_range_incl, MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    CHECK_OUTPUT(newgroup);
    if (!strides_are_right(n, ranges))
        return FAIL(MPI_ERR_ARG, "a range has stride 0");
    BEGIN_CHOICE(choice, group, n);
    for (int i = 0; i < n; i++)
        choose_range(&choice, ranges[i][0], ranges[i][1], ranges[i][2]);
    END_CHOICE(choice, false, newgroup);
}

MPI_CALL(int, Group_range_excl, MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    CHECK_OUTPUT(newgroup);
    if (!strides_are_right(n, ranges))
        return FAIL(MPI_ERR_ARG, "a range has stride 0");
    BEGIN_CHOICE(choice, group, n);
    for (int i = 0; i < n; i++)
        choose_range(&choice, ranges[i][0], ranges[i][1], ranges[i][2]);
    END_CHOICE(choice, true, newgroup);
}
