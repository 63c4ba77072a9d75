#include "mpi/collective/collective.h"

#include <string.h>

#include "mpi/collective/call.h"
#include "mpi/collective/player.h"

/* Plays a schedule that has been built for all processes of a communicator. */
static int play(MPI_Comm comm, struct player *player, const char *function) {
    int error = schedule_end(&player->schedule);
    player->context = comm->context + CONTEXT_COLLECTIVES;
    if (error == MPI_SUCCESS)
        error = player_make(player);
    if (error == MPI_SUCCESS) {
        player_start(player, collective_next_number(comm));
        player_wait(player, function);
        player_take(player);
        error = player->error;
    }
    player_free(player);
    return error;
}

int collective_allgather(MPI_Comm comm, const void *send, void *receive, size_t bytes) {
    struct player player = {0};
    struct team team = collective_team(comm);
    struct blocks blocks = {.buffer = receive, .type = MPI_BYTE, .count = (MPI_Count)bytes};
    memcpy((char *)receive + (size_t)team.rank * bytes, send, bytes);
    build_allgather(&player.schedule, &team, WAY_BY_SIZE, &blocks);
    return play(comm, &player, "an all-gather");
}

int collective_pass_round(MPI_Comm comm, const void *send, void *receive, size_t bytes) {
    struct player player = {0};
    struct team team = collective_team(comm);
    schedule_send(&player.schedule, &team, (team.rank + 1) % team.size,
                  PART(part_of_bytes((void *)send, (MPI_Count)bytes)));
    schedule_receive(&player.schedule, &team, (team.rank + team.size - 1) % team.size,
                     PART(part_of_bytes(receive, (MPI_Count)bytes)));
    return play(comm, &player, "a comparison of calls");
}

int collective_broadcast(MPI_Comm comm, void *buffer, size_t bytes, int root) {
    struct player player = {0};
    struct team team = collective_team(comm);
    build_broadcast(&player.schedule, &team, WAY_BY_SIZE, root,
                    part_of_bytes(buffer, (MPI_Count)bytes));
    return play(comm, &player, "a broadcast");
}
