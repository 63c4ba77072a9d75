/* Mistakes of messages. */
#include "mistakes.h"

static int many[8192];
static MPI_Request requests[2];

/* ---- matching ---- */

void match_messages(void) {
    if (is("matching_tag")) {
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, wrong ? 2 : 1, WORLD);
        else
            MPI_Recv(b, 1, MPI_INT, 0, 1, WORLD, IGNORE);
    }
    if (is("matching_receives")) {
        if (!wrong && rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        if (wrong || rank == 1)
            MPI_Recv(b, 1, MPI_INT, other, 0, WORLD, IGNORE);
    }
    if (is("matching_synchronous")) {
        if (wrong || rank == 0)
            MPI_Ssend(a, 1, MPI_INT, other, 0, WORLD);
        if (wrong || rank == 1)
            MPI_Recv(b, 1, MPI_INT, other, 0, WORLD, IGNORE);
    }
    if (is("matching_missing")) {
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        else if (!wrong)
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    if (is("matching_comm")) {
        MPI_Comm comm;
        MPI_Comm_dup(WORLD, &comm);
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, wrong ? WORLD : comm);
        else
            MPI_Recv(b, 1, MPI_INT, 0, 0, comm, IGNORE);
        MPI_Comm_free(&comm);
    }
    if (is("matching_self")) {
        if (wrong)
            MPI_Recv(b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
        else
            MPI_Sendrecv(a, 1, MPI_INT, rank, 0, b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
    }
    if (is("matching_probe")) {
        if (rank == 0 && !wrong)
            MPI_Send(a, 1, MPI_INT, 1, 3, WORLD);
        if (rank == 1) {
            MPI_Probe(0, 3, WORLD, IGNORE);
            MPI_Recv(b, 1, MPI_INT, 0, 3, WORLD, IGNORE);
        }
    }
    if (is("matching_wait")) {
        MPI_Irecv(b, 1, MPI_INT, other, 0, WORLD, &request);
        if (!wrong)
            MPI_Send(a, 1, MPI_INT, other, 0, WORLD);
        MPI_Wait(&request, IGNORE);
    }
}

/* ---- race: with the library ---- */

void race(void) {
    if (is("race_send")) {
        MPI_Isend(a, 4, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            a[2]++;
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
        a[2]++;
    }
    if (is("race_long_send")) {
        MPI_Isend(many, 8192, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            many[8191]++;
        int *to = malloc(sizeof many);
        MPI_Recv(to, 8192, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
        free(to);
    }
    if (is("race_receive")) {
        MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            b[1]++;
        barrier(); /* the message comes later */
        MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
        MPI_Wait(&request, IGNORE);
        b[1]++;
    }
    if (is("race_received")) {
        MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &request);
        MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
        barrier();
        if (wrong)
            b[1]++;
        MPI_Wait(&request, IGNORE);
    }
    if (is("race_gaps")) {
        MPI_Datatype column;
        MPI_Type_vector(4, 1, 2, MPI_INT, &column);
        MPI_Type_commit(&column);
        MPI_Isend(a, 1, column, other, 0, WORLD, &request);
        a[wrong ? 2 : 3]++; /* a gap */
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
        MPI_Type_free(&column);
    }
    if (is("race_overlap")) {
        MPI_Irecv(b, 4, MPI_INT, other, 0, WORLD, &requests[0]);
        MPI_Irecv(b + (wrong ? 3 : 4), 4, MPI_INT, other, 1, WORLD, &requests[1]);
        MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
        MPI_Send(a, 4, MPI_INT, other, 1, WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

/* ---- ordering: sends that rely on buffering (--strict=sync) ---- */

void order_messages(void) {
    if (is("ordering_exchange")) {
        if (wrong || rank == 0)
            MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        if (!wrong && rank == 1)
            MPI_Send(a, 4, MPI_INT, other, 0, WORLD);
    }
    if (is("ordering_tags")) {
        for (int i = 0; i < 2 && rank == 0; i++)
            MPI_Send(a, 1, MPI_INT, 1, i, WORLD);
        for (int i = 0; i < 2 && rank == 1; i++)
            MPI_Recv(b, 1, MPI_INT, 0, wrong ? 1 - i : i, WORLD, IGNORE);
    }
    if (is("ordering_wait")) {
        MPI_Isend(a, 4, MPI_INT, other, 0, WORLD, &request);
        if (wrong)
            MPI_Wait(&request, IGNORE);
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
    }
    if (is("ordering_persistent")) {
        MPI_Send_init(a, 4, MPI_INT, other, 0, WORLD, &request);
        MPI_Start(&request);
        if (wrong)
            MPI_Wait(&request, IGNORE);
        MPI_Recv(b, 4, MPI_INT, other, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
        MPI_Request_free(&request);
    }
    if (is("ordering_self")) {
        if (!wrong)
            MPI_Irecv(b, 1, MPI_INT, rank, 0, WORLD, &request);
        MPI_Send(a, 1, MPI_INT, rank, 0, WORLD);
        if (wrong)
            MPI_Recv(b, 1, MPI_INT, rank, 0, WORLD, IGNORE);
        else
            MPI_Wait(&request, IGNORE);
    }
    if (is("ordering_barrier")) {
        if (rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        if (wrong)
            barrier();
        if (rank == 1)
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        barrier();
    }
    if (is("ordering_ready")) {
        if (!wrong && rank == 1)
            MPI_Irecv(b, 1, MPI_INT, 0, 0, WORLD, &request);
        barrier();
        if (rank == 0)
            MPI_Rsend(a, 1, MPI_INT, 1, 0, WORLD);
        if (wrong)
            barrier();
        if (wrong && rank == 1)
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        if (!wrong && rank == 1)
            MPI_Wait(&request, IGNORE);
    }
    if (is("ordering_reduce")) {
        if (wrong && rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, WORLD);
        if (!wrong && rank == 0)
            MPI_Send(a, 1, MPI_INT, 1, 0, WORLD);
        if (rank == 1)
            MPI_Recv(b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
}
