/* Finds a way to make communicators after which messages mix, or ranks are others. */
#include "random.h"

static void check(const struct family *family) {
    if (family->comm == MPI_COMM_NULL)
        return;
    int rank, size;
    MPI_Comm_rank(family->comm, &rank);
    MPI_Comm_size(family->comm, &size);
    if (rank != family->rank || size != family->size)
        wrong("a communicator is rank %d of %d, not %d of %d", rank, size, family->rank,
              family->size);
    MPI_Group group, world;
    int ranks[WORLD_MOST], found[WORLD_MOST];
    for (int i = 0; i < size; i++)
        ranks[i] = i;
    MPI_Comm_group(family->comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(group, size, ranks, world, found);
    for (int i = 0; i < size; i++)
        if (found[i] != family->world[i])
            wrong("rank %d of a communicator is process %d, not %d", i, found[i], family->world[i]);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

void families_begin(void) {
    struct family *family = &program.families[program.family_count++];
    *family = (struct family){MPI_COMM_WORLD, job.size, job.rank, {0}};
    for (int i = 0; i < job.size; i++)
        family->world[i] = i;
}

static void forget(int which) {
    if (program.families[which].comm != MPI_COMM_NULL)
        MPI_Comm_free(&program.families[which].comm);
    program.families[which] = program.families[--program.family_count];
}

void families_end(void) {
    while (program.family_count > 1)
        forget(program.family_count - 1);
}

const struct family *family_choose(void) {
    return &program.families[draw(program.family_count)];
}

/* Splits by random colours and keys. The colour whose number is `colours` stands for no colour. */
static void split(const struct family *from, struct family *made) {
    int colours = 1 + draw(3), colour[WORLD_MOST], key[WORLD_MOST];
    /* The numbers are drawn for each rank in the world, so that all communicators of the family
     * draw the same ones. */
    for (int i = 0; i < job.size; i++) {
        colour[i] = draw(colours + 1);
        key[i] = draw(5) - 2;
    }
    if (from->comm == MPI_COMM_NULL)
        return;
    int mine = colour[job.rank];
    MPI_Comm_split(from->comm, mine == colours ? MPI_UNDEFINED : mine, key[job.rank], &made->comm);
    if (mine == colours) {
        if (made->comm != MPI_COMM_NULL)
            wrong("MPI_Comm_split without a colour gave a communicator");
        return;
    }
    for (int wanted = -2; wanted <= 2; wanted++)
        for (int i = 0; i < from->size; i++) {
            int world = from->world[i];
            if (colour[world] != mine || key[world] != wanted)
                continue;
            if (world == job.rank)
                made->rank = made->size;
            made->world[made->size++] = world;
        }
}

/* Returns a group of some processes of a communicator, which are drawn, in a random order. */
static MPI_Group some(const struct family *from, struct family *made) {
    int order[WORLD_MOST], ranks[WORLD_MOST], by_world[WORLD_MOST];
    bool in[WORLD_MOST];
    draw_order(&job.shared, job.size, order);
    for (int i = 0; i < job.size; i++)
        in[i] = draw(3) != 0;
    MPI_Group all, group;
    if (from->comm == MPI_COMM_NULL)
        return MPI_GROUP_NULL;
    for (int i = 0; i < job.size; i++)
        by_world[i] = -1;
    for (int i = 0; i < from->size; i++)
        by_world[from->world[i]] = i;
    made->rank = -1;
    for (int i = 0; i < job.size; i++) {
        int world = order[i];
        if (by_world[world] < 0 || !in[world])
            continue;
        if (world == job.rank)
            made->rank = made->size;
        made->world[made->size] = world;
        ranks[made->size++] = by_world[world];
    }
    MPI_Comm_group(from->comm, &all);
    MPI_Group_incl(all, made->size, ranks, &group);
    MPI_Group_free(&all);
    return group;
}

static void create(const struct family *from, struct family *made) {
    bool alone = draw(2) == 0;
    MPI_Group group = some(from, made);
    if (group == MPI_GROUP_NULL)
        return;
    if (!alone)
        MPI_Comm_create(from->comm, group, &made->comm);
    else if (made->rank >= 0)
        MPI_Comm_create_group(from->comm, group, job.round, &made->comm);
    if (group != MPI_GROUP_EMPTY)
        MPI_Group_free(&group);
    if ((made->comm != MPI_COMM_NULL) != (made->rank >= 0))
        wrong("MPI_Comm_create%s gave a communicator to one that is not in it, or none",
              alone ? "_group" : "");
}

static void duplicate(const struct family *from, struct family *made) {
    bool later = draw(2) == 0;
    if (from->comm == MPI_COMM_NULL)
        return;
    *made = *from;
    if (later) {
        MPI_Request request;
        MPI_Comm_idup(from->comm, &made->comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Comm_dup(from->comm, &made->comm);
    }
    int result;
    MPI_Comm_compare(from->comm, made->comm, &result);
    if (result != MPI_CONGRUENT)
        wrong("MPI_Comm_compare of a duplicate gives %d", result);
}

void family_action(void) {
    if (program.family_count == FAMILIES_MOST)
        forget(1 + draw(FAMILIES_MOST - 1));
    const struct family *from = family_choose();
    struct family made = {.comm = MPI_COMM_NULL};
    switch (draw(3)) {
    case 0:
        split(from, &made);
        break;
    case 1:
        create(from, &made);
        break;
    default:
        duplicate(from, &made);
        break;
    }
    if (made.comm == MPI_COMM_NULL)
        made.size = 0;
    check(&made);
    program.families[program.family_count++] = made;
}
