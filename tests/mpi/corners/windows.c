/* Finds an invalid call of windows that is accepted, and a wrong answer about windows. */
#include "corners.h"

enum { ELEMENTS = 8 };

static _Thread_local int deleted, handled;

static int delete_attribute(MPI_Win win, int keyval, void *value, void *extra) {
    (void)win;
    (void)keyval;
    (void)value;
    deleted += *(int *)extra;
    return MPI_SUCCESS;
}

static void handle(MPI_Win *win, int *code, ...) {
    handled = *win != MPI_WIN_NULL ? corners_class(*code) : -1;
}

CORNER(check_making) {
    MPI_Win win;
    int word;
    refused(MPI_ERR_SIZE, MPI_Win_create(&word, -1, 1, MPI_INFO_NULL, comm, &win));
    refused(MPI_ERR_DISP, MPI_Win_create(&word, 4, 0, MPI_INFO_NULL, comm, &win));
    refused(MPI_ERR_BASE, MPI_Win_create(NULL, 4, 1, MPI_INFO_NULL, comm, &win));
    win = MPI_WIN_NULL;
    refused(MPI_ERR_WIN, MPI_Win_free(&win));
    if (size > 1)
        refused(MPI_ERR_RMA_SHARED,
                MPI_Win_allocate_shared(4, 1, MPI_INFO_NULL, comm, (void *)&word, &win));
}

CORNER(check_order_of_ends) {
    int words[2] = {-1, -1};
    MPI_Win wins[2];
    for (int i = 0; i < 2; i++)
        MPI_Win_create(&words[i], sizeof *words, 1, MPI_INFO_NULL, comm, &wins[i]);
    check(MPI_Win_free(&wins[0]) == MPI_SUCCESS);
    MPI_Win_fence(0, wins[1]);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, wins[1]);
    MPI_Win_fence(0, wins[1]);
    check(words[0] == -1 && words[1] == before);
    check(MPI_Win_free(&wins[1]) == MPI_SUCCESS);
}

static void check_operations(MPI_Win win) {
    int data[ELEMENTS] = {0}, flag;
    MPI_Op own;
    refused(MPI_ERR_RMA_SYNC, MPI_Put(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    refused(MPI_ERR_RMA_SYNC, MPI_Win_flush(0, win));
    refused(MPI_ERR_RMA_SYNC, MPI_Win_flush_all(win));
    refused(MPI_ERR_RMA_SYNC, MPI_Win_unlock(0, win));
    refused(MPI_ERR_RMA_SYNC, MPI_Win_unlock_all(win));
    refused(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
    refused(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
    refused(MPI_ERR_RMA_SYNC, MPI_Win_test(win, &flag));
    refused(MPI_ERR_LOCKTYPE, MPI_Win_lock(1, 0, 0, win));
    refused(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win));
    refused(MPI_ERR_ASSERT, MPI_Win_lock(MPI_LOCK_SHARED, 0, 1, win));
    refused(MPI_ERR_ASSERT, MPI_Win_fence(1, win));
    refused(MPI_ERR_GROUP, MPI_Win_post(MPI_GROUP_NULL, 0, win));
    refused(MPI_ERR_GROUP, MPI_Win_start(MPI_GROUP_NULL, 0, win));
    MPI_Win_lock_all(0, win);
    refused(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
    refused(MPI_ERR_RMA_SYNC, MPI_Win_free(&win));
    refused(MPI_ERR_DISP, MPI_Put(data, 1, MPI_INT, 0, -1, 1, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE, MPI_Put(data, 1, MPI_INT, 0, ELEMENTS, 1, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE, MPI_Get(data, 2, MPI_INT, 0, ELEMENTS - 1, 2, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE,
            MPI_Put(data, 1, MPI_INT, 0, (MPI_Aint)(INTPTR_MAX / 2), 1, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE, MPI_Put(data, 1, MPI_INT, 0, ELEMENTS - 1, 2, MPI_INT, win));
    refused(MPI_ERR_TRUNCATE, MPI_Put(data, 2, MPI_INT, 0, 0, 1, MPI_INT, win));
    refused(MPI_ERR_TRUNCATE, MPI_Accumulate(data, 2, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win));
    refused(MPI_ERR_TRUNCATE, MPI_Get_accumulate(data, 1, MPI_INT, data + 2, 1, MPI_INT, 0, 0, 2,
                                                 MPI_INT, MPI_NO_OP, win));
    refused(MPI_ERR_TRUNCATE, MPI_Get_accumulate(data, 2, MPI_INT, data + 2, 1, MPI_INT, 0, 0, 2,
                                                 MPI_INT, MPI_SUM, win));
    refused(MPI_ERR_TRUNCATE, MPI_Get(data, 1, MPI_INT, 0, 0, 2, MPI_INT, win));
    refused(MPI_ERR_TYPE, MPI_Accumulate(data, 1, MPI_INT, 0, 0, 1, MPI_FLOAT, MPI_SUM, win));
    refused(MPI_ERR_OP, MPI_Accumulate(data, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_BAND, win));
    refused(MPI_ERR_OP, MPI_Accumulate(data, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win));
    MPI_Op_create((MPI_User_function *)abort, 1, &own);
    refused(MPI_ERR_OP, MPI_Accumulate(data, 1, MPI_INT, 0, 0, 1, MPI_INT, own, win));
    refused(MPI_ERR_OP, MPI_Fetch_and_op(data, data + 1, MPI_INT, 0, 0, own, win));
    MPI_Op_free(&own);
    refused(MPI_ERR_TYPE, MPI_Compare_and_swap(data, data, data + 1, MPI_DOUBLE, 0, 0, win));
    refused(MPI_ERR_RMA_RANGE,
            MPI_Compare_and_swap(data, data, data + 1, MPI_INT, 0, ELEMENTS, win));
    check(MPI_Put(data, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win) == MPI_SUCCESS);
    check(MPI_Put(data, 0, MPI_INT, 0, 0, 0, MPI_INT, win) == MPI_SUCCESS);
    MPI_Win_unlock_all(win);
}

/* Of the segments of a window a process reaches its own one. */
static void check_shared(MPI_Win win, const int *base) {
    MPI_Aint bytes;
    int unit;
    void *found;
    for (int each = 0; each < size; each++) {
        bytes = unit = -1;
        found = &bytes;
        check(MPI_Win_shared_query(win, each, &bytes, &unit, (void *)&found) == MPI_SUCCESS);
        check(found == (each == rank ? base : NULL) && unit == sizeof *base);
        check(bytes == (each == rank ? ELEMENTS * (MPI_Aint)sizeof *base : 0));
    }
    check(MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, (void *)&found) == MPI_SUCCESS);
    check(found == base);
    refused(MPI_ERR_RANK, MPI_Win_shared_query(win, -2, &bytes, &unit, (void *)&found));
}

/* The ends of a window of which the target has been used before, as the shortest paths see them. */
static void check_ends(MPI_Win win) {
    int data[ELEMENTS] = {0};
    MPI_Win_fence(0, win);
    check(MPI_Put(data, ELEMENTS, MPI_INT, next, 0, ELEMENTS, MPI_INT, win) == MPI_SUCCESS);
    for (int first = -1; first <= ELEMENTS + 1; first++) {
        if (first >= 0 && first < ELEMENTS - 1)
            continue;
        int class = first < 0 ? MPI_ERR_DISP : MPI_ERR_RMA_RANGE;
        refused(class, MPI_Put(data, 2, MPI_INT, next, first, 2, MPI_INT, win));
        refused(class, MPI_Get(data, 2, MPI_INT, next, first, 2, MPI_INT, win));
        refused(class, MPI_Accumulate(data, 2, MPI_INT, next, first, 2, MPI_INT, MPI_SUM, win));
        if (first == ELEMENTS - 1)
            continue;
        refused(class, MPI_Put(data, 1, MPI_INT, next, first, 1, MPI_INT, win));
        refused(class, MPI_Fetch_and_op(data, data + 1, MPI_INT, next, first, MPI_SUM, win));
        refused(class, MPI_Compare_and_swap(data, data, data + 1, MPI_INT, next, first, win));
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

/* Accumulates on elements of a type that lie anywhere, by all ranks. */
#define CHECK_UNALIGNED(each, type)                                                                \
    do {                                                                                           \
        _Alignas(16) char unaligned[1 + 3 * sizeof(each)] = {0};                                   \
        each words[3] = {1, 2, 3};                                                                 \
        MPI_Win win;                                                                               \
        MPI_Win_create(unaligned + 1, sizeof words, 1, MPI_INFO_NULL, comm, &win);                 \
        MPI_Win_fence(0, win);                                                                     \
        for (int target = 0; target < size; target++)                                              \
            MPI_Accumulate(words, 3, type, target, 0, 3, type, MPI_SUM, win);                      \
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);                                                    \
        memcpy(words, unaligned + 1, sizeof words);                                                \
        for (int i = 0; i < 3; i++)                                                                \
            check(words[i] == (each)((i + 1) * size));                                             \
        MPI_Win_free(&win);                                                                        \
    } while (0)

static void *attribute(MPI_Win win, int key) {
    void *value;
    int flag;
    MPI_Win_get_attr(win, key, &value, &flag);
    check(flag);
    return value;
}

static void check_objects(MPI_Win win, MPI_Comm comm, const int *base) {
    int key, flag, one = 1, result;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Group group, same;
    MPI_Info info;
    MPI_Errhandler handler, found;
    check(attribute(win, MPI_WIN_BASE) == base);
    check(*(MPI_Aint *)attribute(win, MPI_WIN_SIZE) == ELEMENTS * (MPI_Aint)sizeof *base);
    check(*(int *)attribute(win, MPI_WIN_DISP_UNIT) == sizeof *base);
    check(*(int *)attribute(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_CREATE);
    check(*(int *)attribute(win, MPI_WIN_MODEL) == MPI_WIN_UNIFIED);
    refused(MPI_ERR_KEYVAL, MPI_Win_set_attr(win, MPI_WIN_BASE, NULL));
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete_attribute, &key, &one);
    MPI_Win_set_attr(win, key, &one);
    check(attribute(win, key) == &one);
    deleted = 0;
    MPI_Win_delete_attr(win, key);
    check(deleted == 1);
    MPI_Win_free_keyval(&key);
    MPI_Win_get_name(win, name, &flag);
    check(flag == 0);
    MPI_Win_set_name(win, "halo");
    MPI_Win_get_name(win, name, &flag);
    check(strcmp(name, "halo") == 0 && flag == 4);
    MPI_Win_get_group(win, &group);
    MPI_Comm_group(comm, &same);
    MPI_Group_compare(group, same, &result);
    check(result == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&same);
    MPI_Info_create(&info);
    MPI_Info_set(info, "same_size", "true");
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &info);
    MPI_Info_get_nkeys(info, &flag);
    check(flag == 1);
    MPI_Info_free(&info);
    refused(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, name, 1));
    check_shared(win, base);
    MPI_Win_create_errhandler(handle, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Win_get_errhandler(win, &found);
    check(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    handled = 0;
    MPI_Win_fence(1, win);
    check(handled == MPI_ERR_ASSERT);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
    check(handled == MPI_ERR_OTHER);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
}

/* What is not attached to a dynamic window is refused by its owner. */
CORNER(check_dynamic) {
    int memory[ELEMENTS] = {0}, word = 7, words[ELEMENTS] = {0}, unit;
    MPI_Aint own, address;
    void *found;
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    /* Three regions, of which the last two are adjacent, and attached the wrong way round. */
    enum { APART = 1, MIDDLE = 4, END = ELEMENTS - 1 };
    check(MPI_Win_attach(win, memory + MIDDLE, (END - MIDDLE) * sizeof *memory) == MPI_SUCCESS);
    check(MPI_Win_attach(win, memory + APART + 1, (MIDDLE - APART - 1) * sizeof *memory) ==
          MPI_SUCCESS);
    check(MPI_Win_attach(win, memory, APART * sizeof *memory) == MPI_SUCCESS);
    refused(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, memory + MIDDLE + 1, sizeof *memory));
    refused(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, memory + 1, 2 * sizeof *memory));
    refused(MPI_ERR_RMA_ATTACH, MPI_Win_detach(win, memory + MIDDLE + 1));
    refused(MPI_ERR_RMA_FLAVOR, MPI_Win_shared_query(win, rank, &own, &unit, (void *)&found));
    MPI_Get_address(memory, &own);
    MPI_Sendrecv(&own, 1, MPI_AINT, before, 0, &address, 1, MPI_AINT, next, 0, comm,
                 MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    /* First element and number of what is not attached as a whole: its start, its end, its middle.
     */
    static const struct {
        int first, count;
    } outside[] = {{END, 1}, {-1, 1}, {END - 1, 2}, {-1, 2}, {0, 2}, {1, 2}, {0, END}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        MPI_Aint place = address + outside[i].first * (MPI_Aint)sizeof word;
        int count = outside[i].count;
        MPI_Put(words, count, MPI_INT, next, place, count, MPI_INT, win);
        refused(MPI_ERR_RMA_RANGE, MPI_Win_flush(next, win));
        MPI_Get(words, count, MPI_INT, next, place, count, MPI_INT, win);
        refused(MPI_ERR_RMA_RANGE, MPI_Win_flush(next, win));
    }
    check(word == 7);
    MPI_Put(&word, 1, MPI_INT, next, address, 1, MPI_INT, win);
    for (int i = 0; i < END; i++)
        words[i] = i;
    MPI_Put(words + APART + 1, END - APART - 1, MPI_INT, next,
            address + (APART + 1) * (MPI_Aint)sizeof word, END - APART - 1, MPI_INT, win);
    check(MPI_Win_unlock(next, win) == MPI_SUCCESS);
    MPI_Barrier(comm);
    check(memory[0] == 7 && memory[1] == 0 && memory[ELEMENTS - 1] == 0);
    for (int i = APART + 1; i < END; i++)
        check(memory[i] == i);
    MPI_Win_detach(win, memory);
    check(MPI_Win_detach(win, memory + MIDDLE) == MPI_SUCCESS);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    MPI_Barrier(comm);
    address += (MIDDLE - 1) * (MPI_Aint)sizeof word;
    MPI_Put(words, 1, MPI_INT, next, address, 1, MPI_INT, win);
    check(MPI_Win_flush(next, win) == MPI_SUCCESS);
    MPI_Put(words, 2, MPI_INT, next, address, 2, MPI_INT, win);
    refused(MPI_ERR_RMA_RANGE, MPI_Win_unlock(next, win));
    MPI_Barrier(comm);
    check(MPI_Win_free(&win) == MPI_SUCCESS);
}

/* Pairs with gaps, among them such as lie in several pieces. */
CORNER(check_pairs) {
    struct {
        short value;
        int place;
    } pairs[2] = {{-1, -1}, {-1, -1}}, own[2] = {{(short)rank, rank}, {(short)-rank, rank}};
    MPI_Win win;
    MPI_Win_create(pairs, sizeof pairs, sizeof *pairs, MPI_INFO_NULL, comm, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(own, 2, MPI_SHORT_INT, 0, 0, 2, MPI_SHORT_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    check(rank != 0 || (pairs[0].value == size - 1 && pairs[0].place == size - 1));
    check(rank != 0 || (pairs[1].value == 0 && pairs[1].place == 0));
    MPI_Get_accumulate(NULL, 0, MPI_SHORT_INT, own, 2, MPI_SHORT_INT, 0, 0, 2, MPI_SHORT_INT,
                       MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    check(own[0].value == size - 1 && own[0].place == size - 1 && own[1].value == 0);
    MPI_Win_free(&win);
}

CORNER(check_unaligned) {
    CHECK_UNALIGNED(short, MPI_SHORT);
    CHECK_UNALIGNED(double, MPI_DOUBLE);
    CHECK_UNALIGNED(long double, MPI_LONG_DOUBLE);
}

CORNER(check_window) {
    int memory[ELEMENTS] = {0};
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, comm, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    check_operations(win);
    check_ends(win);
    check_objects(win, comm, memory);
    MPI_Win_free(&win);
    check(win == MPI_WIN_NULL);
}
