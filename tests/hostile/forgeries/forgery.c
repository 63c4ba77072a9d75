#include "tests/hostile/forgeries/forgery.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/node.h"
#include "tests/hostile/turns.h"

const struct forgery *forgery;

uint8_t forgery_bytes[FORGERY_LONG];
uint64_t forgery_word;

void forgery_go(int to) {
    MPI_Send(&forgery_word, 1, MPI_UINT64_T, to, FORGERY_GO, MPI_COMM_WORLD);
}

void forgery_await_go(int from) {
    MPI_Recv(&forgery_word, 1, MPI_UINT64_T, from, FORGERY_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

uint32_t forgery_hostile_node(void) {
    return forgery->victim ^ 1u << (node.dimension - 1);
}

/* A receive, and sends of each kind. */
static void wait_for_all(void) {
    int other = (int)forgery_hostile_node();
    MPI_Request request[3];
    MPI_Irecv(forgery_bytes, 8, MPI_BYTE, other, FORGERY_RECEIVED, MPI_COMM_WORLD, &request[0]);
    MPI_Issend(&forgery_word, 8, MPI_BYTE, other, FORGERY_MATCHED, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(forgery_bytes, FORGERY_LONG, MPI_BYTE, other, FORGERY_ALONE, MPI_COMM_WORLD,
              &request[2]);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
}

int forgery_meeting(void) {
    MPI_Init(NULL, NULL);
    if (node.number == forgery_hostile_node()) {
        forgery_await_go((int)forgery->victim);
        forge(&forgery->forged);
    } else if (node.number == forgery->victim) {
        forgery_go((int)forgery_hostile_node());
        (forgery->meet ? forgery->meet : wait_for_all)();
    }
    return 0;
}

/* ---- All of them ---- */

static void begin(UNUSED const struct turns_windows *windows) {
}

/* The victim prints the expected report, and the run ends; or it does not end by the victim. */
static bool is_found(const struct turns_outcome *outcome) {
    bool aborts = outcome->end == TURNS_ABORTED && outcome->node == forgery->victim;
    bool ends = outcome->end == TURNS_ERROR && outcome->node == forgery->victim;
    return !forgery->says ? !aborts : (aborts || ends) && strstr(outcome->said, forgery->says);
}

/* Runs `forgery`, and prints its line. Returns whether it was found. */
static bool run(int number) {
    struct turns_settings settings = {
        .dimension = forgery->dimension != 0 ? forgery->dimension : 1,
        .direct = FORGERY_RING,
        .routed = forgery->routed != 0 ? forgery->routed : FORGERY_RING,
        .seed = 1,
        .victim = forgery->victim,
        .ranks = forgery->ranks,
        .order = {0, 1, 2},
    };
    if (forgery->survives)
        setenv("MPI_FT", "ulfm", 1);
    else
        unsetenv("MPI_FT");
    const struct turns_outcome outcome =
        turns_run(&settings, begin, forgery->run ? forgery->run : forgery_meeting);
    bool found = is_found(&outcome);
    printf("%sok %d - %s\n", found ? "" : "not ", number, forgery->name);
    if (!found)
        printf("# it ended with %d, node %" PRIu32 ": %s\n", (int)outcome.end, outcome.node,
               outcome.said);
    return found;
}

int forgeries_run(int first, bool *right) {
    static const struct forgery_list *const lists[] = {
        &forgeries_of_messages, &forgeries_of_communicators, &forgeries_of_files,
        &forgeries_of_windows, &forgeries_of_failures};
    int number = first;
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
        for (size_t i = 0; i < lists[k]->count; i++) {
            forgery = &lists[k]->list[i];
            *right = run(number++) && *right;
        }
    return number - first;
}
