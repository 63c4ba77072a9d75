/* Making communicators on the host cube (MPI 5.0, chapter 7): who is in them, in which order, and
 * whether their messages stay apart, against what each process computes by itself. */
#include <stdlib.h>
#include <string.h>

#include "mpi.h"
#include "mpi/object/communicator.h"
#include "tests/unit/mpi/worlds.h"
#include "tests/unit/test.h"
#include "wormhole/random.h"

enum { MOST = 16 };

/* The ranks in MPI_COMM_WORLD of a communicator's processes. Returns how many there are. */
static int members(MPI_Comm comm, bool remote, int world[MOST]) {
    MPI_Group all, group;
    int count, ranks[MOST];
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (remote)
        MPI_Comm_remote_group(comm, &group);
    else
        MPI_Comm_group(comm, &group);
    MPI_Group_size(group, &count);
    for (int i = 0; i < count; i++)
        ranks[i] = i;
    MPI_Group_translate_ranks(group, count, ranks, all, world);
    MPI_Group_free(&all);
    MPI_Group_free(&group);
    return count;
}

static void check_members(MPI_Comm comm, bool remote, const int wanted[], int count) {
    int world[MOST];
    if (host_check(members(comm, remote, world) == count))
        host_check(memcmp(world, wanted, (size_t)count * sizeof *wanted) == 0);
}

/* No communicator of this process, nor the one of its two groups, has had this context before. */
static void check_fresh(MPI_Comm comm) {
    enum { SEEN = 1024 };
    static NODE_LOCAL uint32_t seen[SEEN];
    static NODE_LOCAL int count;
    const uint32_t contexts[] = {comm->context, comm->both ? comm->both->context : 0};
    const int here = comm->both ? 2 : 1;
    for (int i = 0; i < here && host_check(count < SEEN); i++) {
        host_check(contexts[i] > comm_self->context && contexts[i] % 4 == 0);
        for (int j = 0; j < count; j++)
            host_check(seen[j] != contexts[i]);
        seen[count++] = contexts[i];
    }
}

/* Every process tells the next one in the communicator, or in its remote group, a number of its
 * own. */
static void check_talk(MPI_Comm comm, int salt) {
    int inter, local, remote, own;
    check_fresh(comm);
    MPI_Comm_test_inter(comm, &inter);
    MPI_Comm_size(comm, &local);
    MPI_Comm_rank(comm, &own);
    remote = local;
    if (inter)
        MPI_Comm_remote_size(comm, &remote);
    for (int to = 0; to < remote; to++) {
        int word = salt * MOST * MOST + own * MOST + to;
        MPI_Request request;
        MPI_Isend(&word, 1, MPI_INT, to, 5, comm, &request);
        MPI_Request_free(&request); /* eager: the word has been copied */
    }
    for (int from = 0; from < remote; from++) {
        int word = -1;
        MPI_Status status;
        MPI_Recv(&word, 1, MPI_INT, from, 5, comm, &status);
        host_check(word == salt * MOST * MOST + from * MOST + own && status.MPI_SOURCE == from);
    }
}

/* ---- Splitting ---- */

/* What MPI_Comm_split makes, by a sort of insertion. Returns the size. */
static int split_reference(const int colours[], const int keys[], const int from[], int count,
                           int colour, int wanted[MOST]) {
    int found = 0, order[MOST];
    for (int i = 0; i < count; i++) {
        if (colours[i] != colour)
            continue;
        int at = found++;
        for (; at > 0 && keys[order[at - 1]] > keys[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < found; i++)
        wanted[i] = from[order[i]];
    return found;
}

static int split(void *argument) {
    begin();
    struct random random = {*(uint64_t *)argument};
    MPI_Comm parent = MPI_COMM_WORLD;
    for (int round = 0; round < 40; round++) {
        int colours[MOST], keys[MOST], from[MOST], wanted[MOST], own;
        int count = members(parent, false, from);
        MPI_Comm_rank(parent, &own);
        for (int i = 0; i < MOST; i++) {
            colours[i] = random_below(&random, 4) == 0 ? MPI_UNDEFINED : random_below(&random, 3);
            keys[i] = random_below(&random, 7) - 3;
        }
        MPI_Comm made;
        host_check(MPI_Comm_split(parent, colours[own], keys[own], &made) == MPI_SUCCESS);
        if (!host_check((made == MPI_COMM_NULL) == (colours[own] == MPI_UNDEFINED)))
            return 1;
        if (made != MPI_COMM_NULL) {
            int found = split_reference(colours, keys, from, count, colours[own], wanted);
            check_members(made, false, wanted, found);
            check_talk(made, round);
            MPI_Comm_free(&made);
            host_check(made == MPI_COMM_NULL);
        }
    }
    return MPI_Finalize();
}

/* ---- Groups of processes that make communicators of their own at once ---- */

static int create_groups(void *argument) {
    begin();
    struct random random = {*(uint64_t *)argument};
    MPI_Group all;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    for (int round = 0; round < 30; round++) {
        int colours[MOST] = {0}, ranks[MOST], count = 0;
        for (int i = 0; i < size; i++)
            colours[i] = random_below(&random, 3);
        for (int i = size - 1; i >= 0; i--) /* backwards, so that ranks change */
            if (colours[i] == colours[rank])
                ranks[count++] = i;
        MPI_Group group;
        MPI_Comm made;
        MPI_Group_incl(all, count, ranks, &group);
        if (round % 2 == 0)
            host_check(MPI_Comm_create_group(MPI_COMM_WORLD, group, round, &made) == MPI_SUCCESS);
        else
            host_check(MPI_Comm_create(MPI_COMM_WORLD, group, &made) == MPI_SUCCESS);
        check_members(made, false, ranks, count);
        check_talk(made, round);
        /* Of these, those at even places. */
        int place, half_count = 0, half[MOST];
        MPI_Comm_rank(made, &place);
        for (int i = 0; i < count; i += 2)
            half[half_count++] = ranks[i];
        MPI_Group_free(&group);
        MPI_Group_incl(all, half_count, half, &group);
        MPI_Comm part;
        host_check(MPI_Comm_create(made, place % 2 == 0 ? group : MPI_GROUP_EMPTY, &part) ==
                   MPI_SUCCESS);
        if (host_check((part == MPI_COMM_NULL) == (place % 2 == 1)) && place % 2 == 0) {
            check_members(part, false, half, half_count);
            MPI_Comm_free(&part);
        }
        MPI_Group_free(&group);
        MPI_Comm_free(&made);
    }
    MPI_Group_free(&all);
    return MPI_Finalize();
}

/* ---- Duplicates ---- */

static int copies, deletions;

static int copy_attribute(MPI_Comm comm, int keyval, void *extra, void *value, void *copied,
                          int *flag) {
    (void)comm, (void)keyval, (void)extra;
    *(void **)copied = (char *)value + 1;
    *flag = 1;
    __atomic_fetch_add(&copies, 1, __ATOMIC_RELAXED);
    return MPI_SUCCESS;
}

static int delete_attribute(MPI_Comm comm, int keyval, void *value, void *extra) {
    (void)comm, (void)keyval, (void)value, (void)extra;
    __atomic_fetch_add(&deletions, 1, __ATOMIC_RELAXED);
    return MPI_SUCCESS;
}

static int duplicate(void *argument) {
    (void)argument;
    begin();
    int keyval, flag, result;
    char *value, base[8];
    MPI_Comm first, second, later;
    MPI_Request request;
    MPI_Comm_create_keyval(copy_attribute, delete_attribute, &keyval, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_set_attr(first, keyval, base);
    MPI_Comm_set_errhandler(first, MPI_ERRORS_RETURN);
    MPI_Comm_set_name(first, "first");
    MPI_Comm_dup(first, &second);
    MPI_Comm_idup(first, &later, &request);
    check_talk(second, 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_talk(later, 2);
    const MPI_Comm made[] = {second, later};
    for (int i = 0; i < 2; i++) {
        MPI_Comm_compare(first, made[i], &result);
        host_check(result == MPI_CONGRUENT);
        MPI_Comm_get_attr(made[i], keyval, &value, &flag);
        host_check(flag && value == base + 1);
        MPI_Errhandler handler;
        MPI_Comm_get_errhandler(made[i], &handler);
        host_check(handler == MPI_ERRORS_RETURN);
        char name[MPI_MAX_OBJECT_NAME];
        MPI_Comm_get_name(made[i], name, &result);
        host_check(result == 0);
    }
    MPI_Comm_compare(first, first, &result);
    host_check(result == MPI_IDENT);
    MPI_Comm_free(&later);
    MPI_Comm_free(&second);
    MPI_Comm_free(&first);
    MPI_Comm_free_keyval(&keyval);
    return MPI_Finalize();
}

/* ---- Intercommunicators ---- */

/* The processes whose bit of `mask` is set, in order, or backwards. */
static int of_mask(unsigned mask, bool backwards, int list[MOST]) {
    int count = 0;
    for (int i = 0; i < size; i++) {
        int process = backwards ? size - 1 - i : i;
        if (mask >> process & 1)
            list[count++] = process;
    }
    return count;
}

static void check_merge(MPI_Comm between, const int low[], int low_count, const int high[],
                        int high_count, bool is_high) {
    int both[MOST];
    memcpy(both, low, (size_t)low_count * sizeof *low);
    memcpy(both + low_count, high, (size_t)high_count * sizeof *high);
    MPI_Comm merged;
    host_check(MPI_Intercomm_merge(between, is_high, &merged) == MPI_SUCCESS);
    check_members(merged, false, both, low_count + high_count);
    check_talk(merged, 3);
    MPI_Comm_free(&merged);
}

static void check_between(MPI_Comm between, const int own[], int own_count, const int theirs[],
                          int their_count, int salt) {
    int inter;
    MPI_Comm_test_inter(between, &inter);
    host_check(inter);
    check_members(between, false, own, own_count);
    check_members(between, true, theirs, their_count);
    check_talk(between, salt);
}

static int connect(void *argument) {
    begin();
    struct random random = {*(uint64_t *)argument};
    for (int round = 0; round < 20; round++) {
        unsigned all = (1u << size) - 1, mask = 0;
        while (mask == 0 || mask == all)
            mask = (unsigned)random_word(&random) & all;
        bool mine = mask >> rank & 1;
        int own[MOST], theirs[MOST];
        int own_count = of_mask(mine ? mask : all & ~mask, mine, own);
        int their_count = of_mask(mine ? all & ~mask : mask, !mine, theirs);
        /* Leaders are any ranks, of groups of which one is backwards. */
        int leaders[2] = {random_below(&random, MOST), random_below(&random, MOST)};
        host_check(own_count > 0 && their_count > 0);
        if (own_count == 0 || their_count == 0)
            return 0;
        int own_leader = leaders[mine] % own_count, their_leader = leaders[!mine] % their_count;
        MPI_Comm group, between, copy, parts;
        MPI_Comm_split(MPI_COMM_WORLD, mine, mine ? -rank : rank, &group);
        host_check(MPI_Intercomm_create(group, own_leader, MPI_COMM_WORLD, theirs[their_leader],
                                        round, &between) == MPI_SUCCESS);
        check_between(between, own, own_count, theirs, their_count, 1);
        check_merge(between, mine ? theirs : own, mine ? their_count : own_count,
                    mine ? own : theirs, mine ? own_count : their_count, mine);
        MPI_Comm_dup(between, &copy);
        check_between(copy, own, own_count, theirs, their_count, 2);

        /* Those at even places in their group, and those at odd ones. */
        int place = 0, own_part[MOST], their_part[MOST], own_size = 0, their_size = 0;
        MPI_Comm_rank(copy, &place);
        for (int i = place % 2; i < own_count; i += 2)
            own_part[own_size++] = own[i];
        for (int i = place % 2; i < their_count; i += 2)
            their_part[their_size++] = theirs[i];
        MPI_Comm_split(copy, place % 2, 0, &parts);
        if (host_check((parts == MPI_COMM_NULL) == (their_size == 0)) && their_size > 0) {
            check_between(parts, own_part, own_size, their_part, their_size, 4);
            MPI_Comm_free(&parts);
        }
        MPI_Group half, whole;
        MPI_Comm_group(copy, &whole);
        MPI_Group_range_incl(whole, 1, (int[1][3]){{0, own_count - 1, 2}}, &half);
        MPI_Comm_create(copy, half, &parts);
        if (host_check((parts == MPI_COMM_NULL) == (place % 2 == 1)) && place % 2 == 0) {
            check_between(parts, own_part, own_size, their_part, their_size, 5);
            MPI_Comm_free(&parts);
        }
        MPI_Group_free(&half);
        MPI_Group_free(&whole);
        MPI_Comm_free(&copy);
        MPI_Comm_free(&between);
        MPI_Comm_free(&group);
    }
    return MPI_Finalize();
}

/* ---- Many ---- */

static int make_many(void *argument) {
    begin();
    struct random random = {3};
    for (int i = 0; i < *(int *)argument; i++) {
        MPI_Comm made, again;
        MPI_Comm_split(MPI_COMM_WORLD, random_below(&random, 2), -rank, &made);
        MPI_Comm_dup(made, &again);
        MPI_Comm_free(&made);
        MPI_Comm_free(&again);
    }
    host_check(comm_count == 0);
    return MPI_Finalize();
}

/* ---- Tests ---- */

TEST(test_split) {
    run_all(split, &(uint64_t){1}, 1, 6);
}

TEST(test_create_groups) {
    run_all(create_groups, &(uint64_t){2}, 1, 6);
}

TEST(test_duplicate) {
    copies = deletions = 0;
    run_all(duplicate, NULL, 1, 6);
    assert_int_not_equal(copies, 0);
    assert_int_equal(2 * deletions, 3 * copies); /* two copies, and what was set itself */
}

TEST(test_connect) {
    run_all(connect, &(uint64_t){3}, 2, 6);
}

TEST(test_make_many) {
    int count = HOST_THREADS_ALONE ? 100 : 5000;
    assert_int_equal(host_run(1, NULL, make_many, &count), HOST_OK);
}
