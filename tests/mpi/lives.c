/* Finds leaks when objects of one kind are made and freed repeatedly. Run on 2 ranks or more with
 * the kind, or "all", and the number of rounds. Prints the kinds whose rounds all passed. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;
static MPI_Comm half; /* of even or odd ranks */
static MPI_Group all;

static bool sums(MPI_Comm comm) {
    int size, one = 1, sum = 0;
    MPI_Comm_size(comm, &size);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum == size;
}

static bool ends(MPI_Comm comm, long turn) {
    bool right = turn % 64 != 0 || sums(comm);
    MPI_Comm_free(&comm);
    return right;
}

static bool duplicate(long turn) {
    MPI_Comm made;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    return ends(made, turn);
}

static bool duplicate_later(long turn) {
    MPI_Comm made;
    MPI_Request request;
    MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return ends(made, turn);
}

static bool split(long turn) {
    MPI_Comm made;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &made);
    return ends(made, turn);
}

static bool of_group(long turn) {
    MPI_Comm made;
    MPI_Comm_create_group(MPI_COMM_WORLD, all, 7, &made);
    return ends(made, turn);
}

static bool from_group(long turn) {
    MPI_Comm made;
    MPI_Comm_create_from_group(all, "lives", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);
    return ends(made, turn);
}

/* The leader of the two groups of an intercommunicator is in one of them alone. */
static bool between(long turn) {
    MPI_Comm inter, made;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &inter);
    MPI_Intercomm_merge(inter, 0, &made);
    MPI_Comm_free(&inter);
    return ends(made, turn);
}

/* A receive is pending when its communicator is freed. */
static bool pending(long turn) {
    MPI_Comm made;
    MPI_Request request;
    int to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks, number = (int)turn, got = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    MPI_Irecv(&got, 1, MPI_INT, from, 3, made, &request);
    MPI_Send(&number, 1, MPI_INT, to, 3, made);
    MPI_Comm_free(&made);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return got == number;
}

static bool buffers(long turn) {
    static char memory[64 + MPI_BSEND_OVERHEAD];
    MPI_Comm made;
    void *detached;
    int size;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    MPI_Comm_attach_buffer(made, memory, sizeof memory);
    if (turn % 2 == 0)
        MPI_Comm_detach_buffer(made, &detached, &size);
    return ends(made, turn);
}

static bool persistent(long turn) {
    MPI_Request request;
    int sum = 0, one = 1;
    MPI_Allreduce_init(&one, &sum, 1, MPI_INT, MPI_SUM, half, MPI_INFO_NULL, &request);
    if (turn % 64 == 0) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    return turn % 64 != 0 || sum > 0;
}

static bool collective(long turn) {
    (void)turn;
    return sums(half);
}

static bool message(long turn) {
    MPI_Request requests[2];
    int to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks, number = (int)turn, got = -1;
    MPI_Irecv(&got, 1, MPI_INT, from, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&number, 1, MPI_INT, to, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return got == number;
}

static bool window(long turn) {
    MPI_Win win;
    int memory = -1, number = (int)turn;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&number, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return memory == number;
}

static bool file(long turn) {
    MPI_File opened;
    (void)turn;
    return MPI_File_open(MPI_COMM_WORLD, "lives.bin",
                         MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                         &opened) == MPI_SUCCESS &&
           MPI_File_close(&opened) == MPI_SUCCESS;
}

static bool session(long turn) {
    MPI_Session opened;
    MPI_Group group;
    (void)turn;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &opened);
    MPI_Group_from_session_pset(opened, "mpi://WORLD", &group);
    int size;
    MPI_Group_size(group, &size);
    MPI_Group_free(&group);
    MPI_Session_finalize(&opened);
    return size == ranks;
}

static bool key(long turn) {
    int keyval, found = 0;
    void *value = NULL;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &turn);
    MPI_Comm_get_attr(MPI_COMM_SELF, keyval, &value, &found);
    MPI_Comm_delete_attr(MPI_COMM_SELF, keyval);
    MPI_Comm_free_keyval(&keyval);
    return found && value == &turn;
}

static void add_numbers(void *from, void *to, int *count, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)to)[i] += ((int *)from)[i];
}

static void handle(MPI_Comm *comm, int *code, ...) {
    (void)comm, (void)code;
}

static bool object(long turn) {
    MPI_Datatype type;
    MPI_Op op;
    MPI_Info info;
    MPI_Errhandler handler;
    int code, class;
    (void)turn;
    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_numbers, 1, &op);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Remove_error_code(code);
    MPI_Remove_error_class(class);
    MPI_Errhandler_free(&handler);
    MPI_Info_free(&info);
    MPI_Op_free(&op);
    return MPI_Type_free(&type) == MPI_SUCCESS;
}

static const struct {
    const char *name;
    bool (*turn)(long turn);
} kinds[] = {
    {"duplicate", duplicate},
    {"later", duplicate_later},
    {"split", split},
    {"group", of_group},
    {"from", from_group},
    {"between", between},
    {"pending", pending},
    {"buffers", buffers},
    {"persistent", persistent},
    {"collective", collective},
    {"message", message},
    {"window", window},
    {"file", file},
    {"session", session},
    {"key", key},
    {"object", object},
};

int main(int count, char **arguments) {
    const char *wanted = count > 1 ? arguments[1] : "all";
    long turns = count > 2 ? strtol(arguments[2], NULL, 10) : 100;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(wanted, "all") != 0 && strcmp(wanted, kinds[i].name) != 0)
            continue;
        long turn = 0;
        while (turn < turns && kinds[i].turn(turn))
            turn++;
        int wrong = turn < turns;
        MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0)
            printf("%s%s", i > 0 && strcmp(wanted, "all") == 0 ? " " : "",
                   wrong ? "wrong" : kinds[i].name);
    }
    if (rank == 0)
        putchar('\n');
    MPI_Group_free(&all);
    MPI_Comm_free(&half);
    return MPI_Finalize();
}
