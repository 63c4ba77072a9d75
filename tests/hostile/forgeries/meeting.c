#include <mpi.h>

#include "net/node.h"
#include "tests/hostile/forgeries/forgery.h"

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
