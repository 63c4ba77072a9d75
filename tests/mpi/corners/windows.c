/* What the calls about windows refuse, and what they tell. */
#include <stdlib.h>
#include <string.h>

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

static void check_making(MPI_Comm comm) {
    MPI_Win win;
    int word, size;
    MPI_Comm_size(comm, &size);
    refused(MPI_ERR_SIZE, MPI_Win_create(&word, -1, 1, MPI_INFO_NULL, comm, &win));
    refused(MPI_ERR_DISP, MPI_Win_create(&word, 4, 0, MPI_INFO_NULL, comm, &win));
    refused(MPI_ERR_BASE, MPI_Win_create(NULL, 4, 1, MPI_INFO_NULL, comm, &win));
    refused(MPI_ERR_ARG, MPI_Win_create(&word, 4, 1, MPI_INFO_NULL, comm, NULL));
    refused(MPI_ERR_COMM, MPI_Win_create(&word, 4, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win));
    refused(MPI_ERR_WIN, MPI_Win_fence(0, MPI_WIN_NULL));
    refused(MPI_ERR_WIN, MPI_Put(&word, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_WIN_NULL));
    win = MPI_WIN_NULL;
    refused(MPI_ERR_WIN, MPI_Win_free(&win));
    if (size > 1)
        refused(MPI_ERR_RMA_SHARED,
                MPI_Win_allocate_shared(4, 1, MPI_INFO_NULL, comm, (void *)&word, &win));
}

static void check_operations(MPI_Win win, int size) {
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
    refused(MPI_ERR_RANK, MPI_Put(data, 1, MPI_INT, size, 0, 1, MPI_INT, win));
    refused(MPI_ERR_COUNT, MPI_Put(data, -1, MPI_INT, 0, 0, 1, MPI_INT, win));
    refused(MPI_ERR_COUNT, MPI_Get(data, 1, MPI_INT, 0, 0, -1, MPI_INT, win));
    refused(MPI_ERR_TYPE, MPI_Put(data, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win));
    refused(MPI_ERR_BUFFER, MPI_Put(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    refused(MPI_ERR_BUFFER, MPI_Get(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    refused(MPI_ERR_DISP, MPI_Put(data, 1, MPI_INT, 0, -1, 1, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE, MPI_Put(data, 1, MPI_INT, 0, ELEMENTS, 1, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE, MPI_Get(data, 2, MPI_INT, 0, ELEMENTS - 1, 2, MPI_INT, win));
    refused(MPI_ERR_RMA_RANGE,
            MPI_Put(data, 1, MPI_INT, 0, (MPI_Aint)(INTPTR_MAX / 2), 1, MPI_INT, win));
    refused(MPI_ERR_TRUNCATE, MPI_Put(data, 2, MPI_INT, 0, 0, 1, MPI_INT, win));
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
    refused(MPI_ERR_ARG, MPI_Rput(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win, NULL));
    check(MPI_Put(data, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win) == MPI_SUCCESS);
    check(MPI_Put(data, 0, MPI_INT, 0, 0, 0, MPI_INT, win) == MPI_SUCCESS);
    MPI_Win_unlock_all(win);
}

static void check_objects(MPI_Win win, MPI_Comm comm, const int *base) {
    int key, keys[] = {MPI_WIN_BASE, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT}, flag, one = 1, result;
    void *value;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Group group, same;
    MPI_Info info;
    MPI_Errhandler handler, found;
    MPI_Win_get_attr(win, keys[0], &value, &flag);
    check(flag && value == base);
    MPI_Win_get_attr(win, keys[1], &value, &flag);
    check(flag && *(MPI_Aint *)value == ELEMENTS * (MPI_Aint)sizeof *base);
    MPI_Win_get_attr(win, keys[2], &value, &flag);
    check(flag && *(int *)value == sizeof *base);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
    check(flag && *(int *)value == MPI_WIN_FLAVOR_CREATE);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag);
    check(flag && *(int *)value == MPI_WIN_UNIFIED);
    refused(MPI_ERR_KEYVAL, MPI_Win_set_attr(win, MPI_WIN_BASE, NULL));
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete_attribute, &key, &one);
    MPI_Win_set_attr(win, key, &one);
    MPI_Win_get_attr(win, key, &value, &flag);
    check(flag && value == &one);
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
static void check_dynamic(MPI_Comm comm, int rank, int size) {
    int memory[ELEMENTS] = {0}, word = 7, next = (rank + 1) % size;
    MPI_Aint own, address;
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    check(MPI_Win_attach(win, memory, sizeof memory) == MPI_SUCCESS);
    refused(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, memory + 1, sizeof *memory));
    refused(MPI_ERR_RMA_ATTACH, MPI_Win_detach(win, memory + 1));
    MPI_Get_address(memory, &own);
    MPI_Sendrecv(&own, 1, MPI_AINT, (rank + size - 1) % size, 0, &address, 1, MPI_AINT, next, 0,
                 comm, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    MPI_Put(&word, 1, MPI_INT, next, address + (MPI_Aint)sizeof memory, 1, MPI_INT, win);
    refused(MPI_ERR_RMA_RANGE, MPI_Win_flush(next, win));
    MPI_Get(&word, 1, MPI_INT, next, address - 4, 1, MPI_INT, win);
    refused(MPI_ERR_RMA_RANGE, MPI_Win_flush(next, win));
    check(word == 7);
    MPI_Put(&word, 1, MPI_INT, next, address, 1, MPI_INT, win);
    check(MPI_Win_unlock(next, win) == MPI_SUCCESS);
    MPI_Barrier(comm);
    check(memory[0] == 7);
    MPI_Win_detach(win, memory);
    check(MPI_Win_free(&win) == MPI_SUCCESS);
}

/* Pairs with gaps, among them such as lie in several pieces. */
static void check_pairs(MPI_Comm comm, int rank, int size) {
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

void corners_windows(MPI_Comm comm) {
    int rank, size, memory[ELEMENTS] = {0};
    MPI_Win win;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    check_making(comm);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, comm, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    check_operations(win, size);
    check_objects(win, comm, memory);
    MPI_Win_free(&win);
    check(win == MPI_WIN_NULL);
    check_dynamic(comm, rank, size);
    check_pairs(comm, rank, size);
}
