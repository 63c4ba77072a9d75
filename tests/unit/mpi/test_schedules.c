/* Plays what the builders of collective operations make for all members of a team, in memory, and
 * compares the members' buffers, to the last byte, with what the operations mean (MPI 5.0, chapter
 * 6), computed apart; and counts messages and rounds. */
#include <stdlib.h>
#include <string.h>

#include "mpi.h"
#include "mpi/collective/build.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "tests/unit/test.h"

enum { MOST = 64 };

/* ---- Elements: maps x -> a x + b modulo 2^32, whose composition is associative and does not
 * commute ---- */

struct map {
    uint32_t a, b;
};

static struct map composed(struct map first, struct map second) {
    return (struct map){first.a * second.a, first.b * second.a + second.b};
}

/* Element i of member r in the data of number `which`. */
static struct map element(int r, int which, int i) {
    uint32_t seed = (uint32_t)(r * 1000003 + which * 10007 + i) * 2654435761u;
    return (struct map){seed | 1, seed >> 7};
}

/* ---- The types in which they lie ---- */

static MPI_Datatype types[3];
enum { TYPES = sizeof types / sizeof types[0] };

static int make_types(void **state) {
    (void)state;
    MPI_Datatype gaps;
    MPI_Type_contiguous(2, MPI_UINT32_T, &types[0]);
    MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){12, -8}, MPI_UINT32_T, &gaps);
    MPI_Type_create_resized(gaps, -8, 28, &types[1]);
    MPI_Type_create_resized(gaps, 16, -28, &types[2]);
    return 0;
}
static CMFixtureFunction before_all = make_types;

static const struct layout *layout_of(int type) {
    return &type_object(types[type])->layout;
}

/* A buffer with room on both sides of its elements. */
enum { EDGE = 64, PATTERN = 0xa5 };

struct buffer {
    char *memory;
    size_t bytes;
    struct part part;
};

static struct buffer buffer_make(int type, MPI_Count count) {
    struct buffer buffer;
    const struct layout *layout = layout_of(type);
    MPI_Aint extent = layout_extent(layout), reach = extent < 0 ? -extent : extent;
    buffer.bytes = (size_t)(2 * EDGE + (count + 1) * reach);
    buffer.memory = malloc(buffer.bytes);
    memset(buffer.memory, PATTERN, buffer.bytes);
    char *first = buffer.memory + EDGE + (extent < 0 ? (count > 0 ? count - 1 : 0) * reach : 0);
    buffer.part = (struct part){first, count, layout};
    return buffer;
}

static void put(struct part part, MPI_Count i, struct map map) {
    pieces_unpack(part.layout, part.address, i * part.layout->size, &map, sizeof map);
}

static struct map get(struct part part, MPI_Count i) {
    struct map map;
    pieces_pack(part.layout, part.address, i * part.layout->size, &map, sizeof map);
    return map;
}

/* ---- The player ---- */

struct message {
    struct message *next;
    size_t bytes;
    char data[];
};

struct member {
    struct schedule schedule;
    struct buffer in, out, wanted;
    size_t next;
    struct part *waiting; /* what the receives of a round have not got yet */
    int *sources;
    int waits;
};

static struct member members[MOST];
static struct message *channel[MOST][MOST];
static int messages, rounds;

static void post(int from, int to, struct part part) {
    size_t bytes = (size_t)part_size(part);
    struct message *message = malloc(sizeof *message + bytes), **last = &channel[from][to];
    *message = (struct message){NULL, bytes};
    pieces_pack(part.layout, part.address, 0, message->data, part_size(part));
    while (*last != NULL)
        last = &(*last)->next;
    *last = message;
    messages++;
}

/* Takes what has come for the receives of a member, in their order. Returns whether all is there.
 */
static int take(int r) {
    struct member *member = &members[r];
    int left = 0;
    for (int w = 0; w < member->waits; w++) {
        struct message **first = &channel[member->sources[w]][r], *message = *first;
        int earlier = 0;
        for (int e = 0; e < left; e++)
            earlier |= member->sources[e] == member->sources[w];
        if (message == NULL || earlier) {
            member->sources[left] = member->sources[w];
            member->waiting[left++] = member->waiting[w];
            continue;
        }
        struct part part = member->waiting[w];
        assert_int_equal(message->bytes, part_size(part));
        pieces_unpack(part.layout, part.address, 0, message->data, part_size(part));
        *first = message->next;
        free(message);
    }
    member->waits = left;
    return left == 0;
}

static void combine(struct part left, struct part right) {
    for (MPI_Count i = 0; i < right.count; i++)
        put(right, i, composed(get(left, i), get(right, i)));
}

/* Goes on with a member as far as possible. Returns whether it has got on. */
static int go_on(int r) {
    struct member *member = &members[r];
    size_t before = member->next;
    for (; member->next < member->schedule.count; member->next++) {
        struct step *step = &member->schedule.steps[member->next];
        if (step->kind == STEP_SEND) {
            post(r, step->world, step->from);
        } else if (step->kind == STEP_RECEIVE) {
            member->sources[member->waits] = step->world;
            member->waiting[member->waits++] = step->to;
        } else if (step->kind == STEP_COPY) {
            part_copy(&step->from, &step->to);
        } else if (step->kind == STEP_COMBINE) {
            combine(step->from, step->to);
        } else if (!take(r)) {
            break;
        }
    }
    return member->next > before;
}

/* Plays the schedules of p members to their ends, and frees them. */
static void play(int p) {
    messages = rounds = 0;
    for (int r = 0; r < p; r++) {
        struct member *member = &members[r];
        assert_int_equal(schedule_end(&member->schedule), MPI_SUCCESS);
        member->next = 0;
        member->waits = 0;
        member->waiting = malloc(((size_t)member->schedule.most + 1) * sizeof(struct part));
        member->sources = malloc(((size_t)member->schedule.most + 1) * sizeof(int));
        int own = 0;
        for (size_t s = 0; s < member->schedule.count; s++)
            own += member->schedule.steps[s].kind == STEP_ROUND;
        rounds = own > rounds ? own : rounds;
    }
    for (int any = 1; any;) {
        any = 0;
        for (int r = 0; r < p; r++)
            any |= go_on(r);
    }
    for (int r = 0; r < p; r++) {
        assert_int_equal(members[r].next, members[r].schedule.count);
        for (int s = 0; s < p; s++)
            assert_null(channel[s][r]);
        free(members[r].waiting);
        free(members[r].sources);
        schedule_free(&members[r].schedule);
    }
}

/* ---- Teams and buffers ---- */

static int world[MOST];

static struct team team_of(int p, int r) {
    for (int k = 0; k < MOST; k++)
        world[k] = k;
    return (struct team){p, r, world};
}

/* Gives each of p members a buffer with elements, one for what comes, and one for what has to. */
static void begin(int p, int type, MPI_Count in, MPI_Count out) {
    for (int r = 0; r < p; r++) {
        struct member *member = &members[r];
        member->in = buffer_make(type, in);
        member->out = buffer_make(type, out);
        member->wanted = buffer_make(type, out);
        for (MPI_Count i = 0; i < in; i++)
            put(member->in.part, i, element(r, 0, (int)i));
    }
}

/* Compares all bytes. */
static void finish(int p) {
    play(p);
    for (int r = 0; r < p; r++) {
        struct member *member = &members[r];
        assert_memory_equal(member->out.memory, member->wanted.memory, member->out.bytes);
        free(member->in.memory);
        free(member->out.memory);
        free(member->wanted.memory);
    }
}

static const int sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 33, 64};
#define EACH_SIZE(p)                                                                               \
    for (int size_ = 0, p = 1;                                                                     \
         size_ < (int)(sizeof sizes / sizeof sizes[0]) && (p = sizes[size_], 1); size_++)
#define EACH_WAY(way) for (enum way way = WAY_SHORT; way <= WAY_LONG; way++)
static const int lengths[] = {0, 1, 5, 70};
#define EACH_LENGTH(m) for (int l_ = 0, m = 0; l_ < 4 && (m = lengths[l_], 1); l_++)
#define EACH_TYPE(t)   for (int t = 0; t < TYPES; t++)

static int log_up(int p) {
    int log = 0;
    while (1 << log < p)
        log++;
    return log;
}

static int log_down(int p) {
    return log_up(p + 1) - 1;
}

/* ---- The operations ---- */

TEST(test_barrier) {
    EACH_SIZE(p) {
        for (int r = 0; r < p; r++) {
            struct team team = team_of(p, r);
            build_barrier(&members[r].schedule, &team);
        }
        play(p);
        assert_int_equal(rounds, log_up(p));
        assert_int_equal(messages, p * log_up(p));
    }
}

static void broadcast(int p, int root, enum way way, int type, int m) {
    begin(p, type, 0, m);
    for (int r = 0; r < p; r++) {
        struct team team = team_of(p, r);
        for (int i = 0; i < m; i++) {
            put(members[r].wanted.part, i, element(root, 0, i));
            if (r == root)
                put(members[r].out.part, i, element(root, 0, i));
        }
        build_broadcast(&members[r].schedule, &team, way, root, members[r].out.part);
    }
    finish(p);
}

TEST(test_broadcast) {
    EACH_SIZE(p)
    EACH_WAY(way)
    EACH_TYPE(type)
    EACH_LENGTH(m) for (int root = 0; root < p; root += 1 + p / 4) {
        broadcast(p, root, way, type, m);
        if (way == WAY_SHORT && m > 0)
            assert_int_equal(messages, p - 1);
    }
}

/* Blocks of one count, or of counts with gaps between, in any order: block r is where member p - 1
 * - r would be. */
static int counts[MOST], places[MOST];

static struct blocks blocks_in(struct buffer *buffer, int type, int count, int any) {
    struct blocks blocks = {.buffer = buffer->part.address, .type = types[type], .count = count};
    if (any) {
        blocks.counts = counts;
        blocks.displacements = places;
    }
    return blocks;
}

/* Returns how many elements a buffer has to have. */
static int choose_counts(int p, int m, int any) {
    for (int r = 0; r < p; r++) {
        counts[r] = any ? (r * 7 + m) % (m + 1) : m;
        places[r] = any ? (p - 1 - r) * (m + 2) : r * m;
    }
    return any ? p * (m + 2) : p * m;
}

static void gather(int p, int root, enum way way, int type, int m, int any, int in_place) {
    int all = choose_counts(p, m, any);
    begin(p, type, m, all);
    for (int r = 0; r < p; r++) {
        struct team team = team_of(p, r);
        struct blocks blocks = blocks_in(&members[r].out, type, m, any);
        struct part own = part_at(&members[r].in.part, 0, counts[r]);
        for (int s = 0; r == root && s < p; s++)
            for (int i = 0; i < counts[s]; i++) {
                put(members[r].wanted.part, places[s] + i, element(s, 0, i));
                if (s == root && in_place)
                    put(members[r].out.part, places[s] + i, element(s, 0, i));
            }
        build_gather(&members[r].schedule, &team, way, root, own, r == root ? &blocks : NULL,
                     in_place);
    }
    finish(p);
}

static void scatter(int p, int root, enum way way, int type, int m, int any, int in_place) {
    int all = choose_counts(p, m, any);
    begin(p, type, all, m);
    for (int r = 0; r < p; r++) {
        struct team team = team_of(p, r);
        struct blocks blocks = blocks_in(&members[r].in, type, m, any);
        struct part own = part_at(&members[r].out.part, 0, counts[r]);
        for (int i = 0; i < counts[r] && !(r == root && in_place); i++)
            put(members[r].wanted.part, i, element(root, 0, places[r] + i));
        build_scatter(&members[r].schedule, &team, way, root, own, r == root ? &blocks : NULL,
                      in_place);
    }
    finish(p);
}

TEST(test_gather_and_scatter) {
    EACH_SIZE(p)
    EACH_TYPE(type)
    EACH_LENGTH(m)
    for (int any = 0; any < 2; any++)
        for (int root = 0; root < p; root += 1 + p / 3) {
            int in_place = (root + m) % 2;
            EACH_WAY(way) {
                if (any && way == WAY_SHORT)
                    continue;
                gather(p, root, way, type, m, any, in_place);
                if (m > 0 && !any)
                    assert_int_equal(messages, p - 1);
                scatter(p, root, way, type, m, any, in_place);
                if (m > 0 && !any)
                    assert_int_equal(messages, p - 1);
            }
        }
}

static void allgather(int p, enum way way, int type, int m, int any) {
    int all = choose_counts(p, m, any);
    begin(p, type, m, all);
    for (int r = 0; r < p; r++) {
        struct team team = team_of(p, r);
        struct blocks blocks = blocks_in(&members[r].out, type, m, any);
        for (int s = 0; s < p; s++)
            for (int i = 0; i < counts[s]; i++) {
                put(members[r].wanted.part, places[s] + i, element(s, 0, i));
                if (s == r)
                    put(members[r].out.part, places[s] + i, element(s, 0, i));
            }
        build_allgather(&members[r].schedule, &team, way, &blocks);
    }
    finish(p);
}

TEST(test_allgather) {
    EACH_SIZE(p)
    EACH_TYPE(type) EACH_LENGTH(m) EACH_WAY(way) for (int any = 0; any < 2; any++) {
        if (any && way == WAY_SHORT)
            continue;
        allgather(p, way, type, m, any);
        if (m > 0 && !any)
            assert_int_equal(messages, way == WAY_SHORT && p > 2 ? p * log_up(p) : p * (p - 1));
    }
}

static void alltoall(int p, enum way way, int type, int m) {
    int all = choose_counts(p, m, 0);
    begin(p, type, all, all);
    for (int r = 0; r < p; r++) {
        struct team team = team_of(p, r);
        struct blocks send = blocks_in(&members[r].in, type, m, 0);
        struct blocks receive = blocks_in(&members[r].out, type, m, 0);
        for (int s = 0; s < p; s++)
            for (int i = 0; i < m; i++)
                put(members[r].wanted.part, s * m + i, element(s, 0, r * m + i));
        build_alltoall(&members[r].schedule, &team, way, &send, &receive);
    }
    finish(p);
}

TEST(test_alltoall) {
    EACH_SIZE(p)
    EACH_TYPE(type) EACH_LENGTH(m) EACH_WAY(way) {
        if (p > 17 && m > 5)
            continue;
        alltoall(p, way, type, m);
        if (m > 0)
            assert_int_equal(messages, way == WAY_SHORT && p > 2 ? p * log_up(p) : p * (p - 1));
    }
}

/* ---- Reductions ---- */

/* Element i of members `first` to `last`, combined. */
static struct map reduced(int first, int last, int i) {
    struct map sum = element(first, 0, i);
    for (int r = first + 1; r <= last; r++)
        sum = composed(sum, element(r, 0, i));
    return sum;
}

/* Maps x -> x + b commute. */
static void make_commute(int p, int m, int commutes) {
    for (int r = 0; commutes && r < p; r++)
        for (int i = 0; i < m; i++)
            put(members[r].in.part, i, (struct map){1, element(r, 0, i).b});
}

static struct map wanted_of(int first, int last, int i, int commutes) {
    if (!commutes)
        return reduced(first, last, i);
    uint32_t sum = 0;
    for (int r = first; r <= last; r++)
        sum += element(r, 0, i).b;
    return (struct map){1, sum};
}

/* Where the data of a member are: in the buffer of the result, if in place. */
static struct part own_of(int r, int m, int in_place) {
    struct member *member = &members[r];
    for (int i = 0; in_place && i < m; i++)
        put(member->out.part, i, get(member->in.part, i));
    return in_place ? member->out.part : member->in.part;
}

enum { REDUCE, ALLREDUCE, SCAN, EXSCAN };

static void reduce(int what, int p, int root, enum way way, int type, int m, int commutes,
                   int in_place) {
    begin(p, type, m, m);
    make_commute(p, m, commutes);
    for (int r = 0; r < p; r++) {
        struct member *member = &members[r];
        struct team team = team_of(p, r);
        int to_all = what != REDUCE, last = what == SCAN ? r : what == EXSCAN ? r - 1 : p - 1;
        int here = to_all || r == root, place = in_place && here;
        struct part own = own_of(r, m, place), none = {NULL, m, own.layout};
        for (int i = 0; here && i < m; i++) {
            if (last >= 0)
                put(member->wanted.part, i, wanted_of(0, last, i, commutes));
            else if (place)
                put(member->wanted.part, i, get(member->in.part, i));
        }
        struct part result = here ? member->out.part : none;
        if (what == REDUCE)
            build_reduce(&member->schedule, &team, way, commutes, root, own, result);
        else if (what == ALLREDUCE)
            build_allreduce(&member->schedule, &team, way, commutes, own, result);
        else
            build_scan(&member->schedule, &team, what == EXSCAN, own, result);
    }
    finish(p);
}

TEST(test_reduce) {
    EACH_SIZE(p)
    EACH_WAY(way)
    EACH_LENGTH(m)
    for (int commutes = 0; commutes < 2; commutes++)
        for (int in_place = 0; in_place < 2; in_place++) {
            int type = (p + m + in_place) % TYPES;
            for (int root = 0; root < p; root += 1 + p / 5) {
                reduce(REDUCE, p, root, way, type, m, commutes, in_place);
                if (way == WAY_SHORT && m > 0)
                    assert_int_equal(messages, p - 1 + (!commutes && root != 0));
            }
            reduce(ALLREDUCE, p, 0, way, type, m, commutes, in_place);
            int q = 1 << log_down(p);
            if (way == WAY_SHORT && m > 0) {
                assert_int_equal(messages, q * log_down(p) + 2 * (p - q));
                assert_int_equal(rounds, log_down(p) + 2 * (p > q));
            } else if (m >= q && q > 2) {
                assert_int_equal(messages, 2 * q * log_down(p) + 2 * (p - q));
            }
        }
}

TEST(test_scan) {
    EACH_SIZE(p)
    EACH_TYPE(type) EACH_LENGTH(m) for (int in_place = 0; in_place < 2; in_place++) {
        for (int what = SCAN; what <= EXSCAN; what++) {
            reduce(what, p, 0, WAY_SHORT, type, m, 0, in_place);
            if (m > 0)
                assert_int_equal(rounds, log_up(p));
        }
    }
}

static void reduce_scatter(int p, enum way way, int type, int m, int any, int commutes,
                           int in_place) {
    choose_counts(p, m, any);
    int all = 0, before = 0;
    for (int r = 0; r < p; r++)
        all += counts[r];
    begin(p, type, all, in_place ? all : m);
    make_commute(p, all, commutes);
    for (int r = 0; r < p; r++) {
        struct member *member = &members[r];
        struct team team = team_of(p, r);
        struct part own = own_of(r, all, in_place);
        for (int i = 0; in_place && i < all; i++)
            put(member->wanted.part, i, get(member->in.part, i));
        for (int i = 0; i < counts[r]; i++)
            put(member->wanted.part, i, wanted_of(0, p - 1, before + i, commutes));
        before += counts[r];
        build_reduce_scatter(&member->schedule, &team, way, commutes, own, counts,
                             part_at(&member->out.part, 0, counts[r]));
    }
    finish(p);
}

TEST(test_reduce_scatter) {
    EACH_SIZE(p)
    EACH_WAY(way)
    EACH_LENGTH(m)
    for (int any = 0; any < 2; any++)
        for (int commutes = 0; commutes < 2; commutes++) {
            if (p > 17 && m > 5)
                continue;
            int type = (p + m + any) % TYPES, q = 1 << log_down(p);
            reduce_scatter(p, way, type, m, any, commutes, (p + commutes) % 2);
            if (m > 0 && !any)
                assert_int_equal(messages, way == WAY_SHORT && commutes && p > 2
                                               ? q * log_down(p) + 2 * (p - q)
                                               : p * (p - 1));
        }
}
