/* Finds a fault of the tools' interface (MPI 5.0, section 15.3): lists of variables, refused
 * arguments, an algorithm chosen by a control variable, and counts of packets. Prints "right", or
 * the error. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int wrong, rank, size;

#define CHECK(truth)                                                                               \
    do {                                                                                           \
        if (!(truth) && wrong++ < 5)                                                               \
            printf("%s:%d: not so: %s\n", __func__, __LINE__, #truth);                             \
    } while (0)

/* ---- What there is ---- */

static void list_controls(void) {
    int count, length, verbosity, bind, scope, index;
    char name[64], description[256];
    MPI_Datatype type;
    MPI_T_enum values;
    CHECK(MPI_T_cvar_get_num(&count) == MPI_SUCCESS && count > 17);
    for (int i = 0; i < count; i++) {
        int room = sizeof description;
        length = sizeof name;
        CHECK(MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, &values, description, &room,
                                  &bind, &scope) == MPI_SUCCESS);
        CHECK(length == (int)strlen(name) + 1 && bind == MPI_T_BIND_NO_OBJECT);
        CHECK(type == MPI_CHAR ? scope == MPI_T_SCOPE_ALL_EQ : scope < MPI_T_SCOPE_LOCAL);
        CHECK(MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS && index == i);
        if (values == MPI_T_ENUM_NULL)
            continue;
        int items, value;
        CHECK(MPI_T_enum_get_info(values, &items, NULL, NULL) == MPI_SUCCESS && items == 2);
        length = 3; /* too short: it is cut */
        CHECK(MPI_T_enum_get_item(values, 0, &value, name, &length) == MPI_SUCCESS);
        CHECK(value == 0 && strcmp(name, "of") == 0 && length == 4);
        CHECK(MPI_T_enum_get_item(values, 2, &value, name, &length) == MPI_T_ERR_INVALID_INDEX);
    }
    length = 0;
    CHECK(MPI_T_cvar_get_info(0, NULL, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
              MPI_SUCCESS &&
          length == sizeof "CUBE_MPI_ALLGATHER");
    CHECK(MPI_T_cvar_get_info(count, name, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
          MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_cvar_get_index("nothing", &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_cvar_get_index(NULL, &index) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_get_num(NULL) == MPI_T_ERR_INVALID);
}

static void list_measures(void) {
    int count, class, index, readonly, continuous, atomic;
    char name[64];
    MPI_Datatype type;
    CHECK(MPI_T_pvar_get_num(&count) == MPI_SUCCESS && count >= 6);
    for (int i = 0; i < count; i++) {
        int length = sizeof name;
        CHECK(MPI_T_pvar_get_info(i, name, &length, NULL, &class, &type, NULL, NULL, NULL, NULL,
                                  &readonly, &continuous, &atomic) == MPI_SUCCESS);
        CHECK(type == MPI_UNSIGNED_LONG_LONG && readonly == continuous && readonly != atomic);
        CHECK(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS && index == i);
        CHECK(MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_TIMER, &index) == MPI_T_ERR_INVALID_NAME);
    }
}

static void list_categories(void) {
    int count, controls, measures, inner, events, all_controls = 0, all_measures = 0, index[32],
                                                  known_controls, known_measures;
    MPI_T_category_get_num(&count);
    for (int i = 0; i < count; i++) {
        char name[64];
        int length = sizeof name, found;
        CHECK(MPI_T_category_get_info(i, name, &length, NULL, NULL, &controls, &measures, &inner) ==
              MPI_SUCCESS);
        CHECK(inner == 0 && MPI_T_category_get_index(name, &found) == MPI_SUCCESS && found == i);
        CHECK(MPI_T_category_get_num_events(i, &events) == MPI_SUCCESS && events == 0);
        CHECK(MPI_T_category_get_cvars(i, 32, index) == MPI_SUCCESS);
        CHECK(controls == 0 || index[controls - 1] == all_controls + controls - 1);
        CHECK(MPI_T_category_get_pvars(i, 32, index) == MPI_SUCCESS);
        CHECK(measures == 0 || index[measures - 1] == all_measures + measures - 1);
        CHECK(MPI_T_category_get_categories(i, 0, NULL) == MPI_SUCCESS);
        CHECK(MPI_T_category_get_events(i, 32, index) == MPI_SUCCESS);
        all_controls += controls;
        all_measures += measures;
    }
    MPI_T_cvar_get_num(&known_controls);
    MPI_T_pvar_get_num(&known_measures);
    CHECK(all_controls == known_controls && all_measures == known_measures);
    CHECK(MPI_T_category_get_cvars(count, 32, index) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_category_get_cvars(0, 32, NULL) == MPI_T_ERR_INVALID);
    index[1] = -1;
    CHECK(MPI_T_category_get_cvars(0, 1, index) == MPI_SUCCESS && index[1] == -1);
    CHECK(MPI_T_category_changed(&count) == MPI_SUCCESS && count == 0);
    CHECK(MPI_T_event_get_num(&events) == MPI_SUCCESS && events == 0);
    CHECK(MPI_T_source_get_num(&events) == MPI_SUCCESS && events == 0);
    CHECK(MPI_T_event_get_index("any", &events) == MPI_T_ERR_INVALID_NAME);
    MPI_T_event_registration registration;
    CHECK(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration) ==
          MPI_T_ERR_INVALID_INDEX);
}

/* ---- Counting, and choosing ---- */

static void count_packets(void) {
    MPI_T_pvar_session session, none = MPI_T_PVAR_SESSION_NULL;
    MPI_T_pvar_handle packets, level, no_handle = MPI_T_PVAR_HANDLE_NULL;
    int index, count;
    unsigned long long value, again;
    CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    MPI_T_pvar_get_index("packets", MPI_T_PVAR_CLASS_COUNTER, &index);
    CHECK(MPI_T_pvar_handle_alloc(session, index, NULL, &packets, &count) == MPI_SUCCESS &&
          count == 1);
    CHECK(MPI_T_pvar_read(session, packets, &value) == MPI_SUCCESS && value == 0);
    MPI_T_pvar_get_index("unexpected_messages", MPI_T_PVAR_CLASS_LEVEL, &index);
    MPI_T_pvar_handle_alloc(session, index, NULL, &level, &count);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    for (int i = 0; i < 3; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_T_pvar_stop(session, packets) == MPI_SUCCESS);
    MPI_T_pvar_read(session, packets, &value);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_T_pvar_read(session, packets, &again);
    CHECK((value > 0) == (size > 1) && again == value);
    CHECK(MPI_T_pvar_readreset(session, packets, &again) == MPI_SUCCESS && again == value);
    CHECK(MPI_T_pvar_read(session, packets, &again) == MPI_SUCCESS && again == 0);
    value = 7;
    CHECK(MPI_T_pvar_write(session, packets, &value) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_read(session, packets, &again) == MPI_SUCCESS && again == 7);
    CHECK(MPI_T_pvar_reset(session, packets) == MPI_SUCCESS);

    /* A message to itself lies here until it is received, and others may come meanwhile. */
    MPI_Request request;
    MPI_Isend(&rank, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request);
    CHECK(MPI_T_pvar_read(session, level, &value) == MPI_SUCCESS && value >= 1);
    MPI_Recv(&index, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(MPI_T_pvar_read(session, level, &value) == MPI_SUCCESS && (size > 1 || value == 0));
    CHECK(MPI_T_pvar_start(session, level) == MPI_T_ERR_PVAR_NO_STARTSTOP);
    CHECK(MPI_T_pvar_reset(session, level) == MPI_T_ERR_PVAR_NO_WRITE);
    CHECK(MPI_T_pvar_write(session, level, &value) == MPI_T_ERR_PVAR_NO_WRITE);
    CHECK(MPI_T_pvar_readreset(session, level, &value) == MPI_T_ERR_PVAR_NO_ATOMIC);
    CHECK(MPI_T_pvar_read(session, MPI_T_PVAR_ALL_HANDLES, &value) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_read(session, level, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_read(none, level, &value) == MPI_T_ERR_INVALID_SESSION);
    CHECK(MPI_T_pvar_handle_alloc(session, 99, NULL, &no_handle, &count) ==
          MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_pvar_handle_free(session, &no_handle) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_handle_free(session, &packets) == MPI_SUCCESS &&
          packets == MPI_T_PVAR_HANDLE_NULL);
    CHECK(MPI_T_pvar_read(session, level, &value) == MPI_SUCCESS);
    MPI_T_pvar_session other;
    CHECK(MPI_T_pvar_session_create(&other) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS && session == MPI_T_PVAR_SESSION_NULL);
    CHECK(MPI_T_pvar_session_free(&other) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_session_free(&none) == MPI_T_ERR_INVALID_SESSION);
}

/* Returns how many packets have come to all processes for a total exchange by this algorithm. */
static unsigned long long exchange_by(MPI_T_cvar_handle algorithm, const char *value) {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle packets;
    int index, count, sent[16], got[16];
    unsigned long long value_here, sum;
    char read[64];
    CHECK(MPI_T_cvar_write(algorithm, value) == MPI_SUCCESS);
    CHECK(MPI_T_cvar_read(algorithm, read) == MPI_SUCCESS && strcmp(read, value) == 0);
    MPI_T_pvar_session_create(&session);
    MPI_T_pvar_get_index("packets", MPI_T_PVAR_CLASS_COUNTER, &index);
    MPI_T_pvar_handle_alloc(session, index, NULL, &packets, &count);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_T_pvar_start(session, packets);
    for (int k = 0; k < 16; k++)
        sent[k] = 100 * rank + k;
    MPI_Alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
    for (int k = 0; k < size; k++)
        CHECK(got[k] == 100 * k + rank);
    MPI_T_pvar_stop(session, packets);
    MPI_T_pvar_read(session, packets, &value_here);
    MPI_T_pvar_session_free(&session);
    MPI_Allreduce(&value_here, &sum, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

static void choose(void) {
    MPI_T_cvar_handle algorithm, limit, none = MPI_T_CVAR_HANDLE_NULL;
    int index, count, bytes = 0;
    char text[64];
    MPI_T_cvar_get_index("CUBE_MPI_ALLTOALL", &index);
    CHECK(MPI_T_cvar_handle_alloc(index, NULL, &algorithm, &count) == MPI_SUCCESS && count == 64);
    CHECK(MPI_T_cvar_read(algorithm, text) == MPI_SUCCESS && text[0] == 0);
    unsigned long long rounds = exchange_by(algorithm, "few-rounds"),
                       lengths = exchange_by(algorithm, "few-bytes");
    CHECK(size != 6 ||
          rounds < lengths); /* by messages, of which there are fewer in fewer rounds */
    CHECK(MPI_T_cvar_write(algorithm, "") == MPI_SUCCESS);
    MPI_T_cvar_get_index("eager_limit", &index);
    MPI_T_cvar_handle_alloc(index, NULL, &limit, &count);
    CHECK(MPI_T_cvar_read(limit, &bytes) == MPI_SUCCESS && bytes == 16384);
    CHECK(MPI_T_cvar_write(limit, &bytes) == MPI_T_ERR_CVAR_SET_NEVER);
    CHECK(MPI_T_cvar_read(limit, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_read(none, &bytes) == MPI_T_ERR_INVALID_HANDLE);
    memset(text, 'x', sizeof text);
    CHECK(MPI_T_cvar_write(algorithm, text) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_handle_free(&limit) == MPI_SUCCESS && limit == MPI_T_CVAR_HANDLE_NULL);
    CHECK(MPI_T_cvar_handle_free(&none) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_cvar_handle_free(NULL) == MPI_T_ERR_INVALID);
}

int main(void) {
    int provided, all;
    CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_cvar_get_num(&provided) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_event_get_num(&provided) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) == MPI_SUCCESS &&
          provided == MPI_THREAD_SINGLE);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    list_controls();
    list_measures();
    list_categories();
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(MPI_T_finalize() == MPI_SUCCESS);
    count_packets();
    choose();
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        puts(all == 0 ? "right" : "wrong");
    MPI_Finalize();
    CHECK(MPI_T_finalize() == MPI_SUCCESS && MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
    return wrong != 0;
}
