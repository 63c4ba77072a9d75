#include "mpi/collective/call.h"

#include <string.h>

#include "mpi/collective/record.h"
#include "net/clock/time.h"
#include "net/system/system.h"

/* The rounds of a schedule at this process, and their cost: each round pays t_s once, t_h for the
 * longest way of its messages, and t_w for the bytes of its longest message. */
struct account {
    int rounds, messages;
    MPI_Count bytes;      /* that are sent */
    MPI_Count start, hop; /* how often t_s and t_h are paid */
    MPI_Count byte;       /* how often t_w is paid */
};

static struct account account_of(const struct schedule *schedule) {
    struct account account = {0};
    MPI_Count most = 0;
    int hops = 0;
    for (size_t k = 0; k < schedule->count; k++) {
        const struct schedule_step *step = &schedule->steps[k];
        if (step->kind == STEP_ROUND) {
            account.rounds++;
            account.start++;
            account.hop += hops;
            account.byte += most;
            most = hops = 0;
        } else if (step->kind == STEP_SEND || step->kind == STEP_RECEIVE) {
            bool sends = step->kind == STEP_SEND;
            MPI_Count bytes = part_size(sends ? step->from : step->to);
            int distance = __builtin_popcount(node.number ^ (uint32_t)step->world);
            account.messages += sends;
            account.bytes += sends ? bytes : 0;
            most = bytes > most ? bytes : most;
            hops = distance > hops ? distance : hops;
        }
    }
    return account;
}

/* What was printed last for each operation. It is not on the heap, where it would change how long
 * the program's own malloc takes. */
static NODE_LOCAL struct printed {
    const char *algorithm;
    int size;
    MPI_Count bytes;
    int size_on_cube;
} printed[OPERATION_NEIGHBOR_ALLTOALLW + 1];

static struct printed *printed_of(const struct collective_call *call) {
    return &printed[call->operation->number];
}

static bool is_wanted(const struct collective_call *call) {
    return (system_node_page()->flags & CUBE_PAGE_EXPLAIN) != 0 && call->comm->rank == 0;
}

static void print(const struct collective_call *call, const struct schedule *schedule) {
    const struct cube_costs *costs = &system_node_page()->costs;
    struct account account = account_of(schedule);
    int size = call->comm->local->size;
    struct printed *before = printed_of(call);
    if (before->algorithm == schedule->algorithm && before->size == size &&
        before->bytes == account.bytes)
        return;
    before->algorithm = schedule->algorithm;
    before->size = size;
    before->bytes = account.bytes;
    char text[64];
    signature_tell(signature_of(call), text, sizeof text);
    system_print("%s on %d ranks, by messages: %s\n", text, size,
                 schedule->algorithm ? schedule->algorithm : "nothing to send");
    system_print("  at rank 0: rounds %d, messages sent %d, bytes sent %lld", account.rounds,
                 account.messages, (long long)account.bytes);
    MPI_Count time =
        account.start * costs->start + account.hop * costs->hop + account.byte * costs->byte;
    if (time > 0)
        system_print(", time at least %lld", (long long)time);
    system_print("\n");
}

static void print_on_cube(const struct collective_call *call, const char *chosen) {
    int size = call->comm->local->size;
    struct printed *before = printed_of(call);
    if (before->size_on_cube == size)
        return;
    before->size_on_cube = size;
    char text[64];
    signature_tell(signature_of(call), text, sizeof text);
    system_print("%s on %d ranks, by the cube: %s\n", text, size, chosen);
}

/* Both stop the clock also where nothing is printed, so that it is the same in both cases. */
void explain_on_cube(const struct collective_call *call, const char *chosen) {
    struct pause pause = time_pause();
    if (chosen && is_wanted(call))
        print_on_cube(call, chosen);
    time_resume(pause);
}

void explain_call(const struct collective_call *call, const struct schedule *schedule) {
    struct pause pause = time_pause();
    if (is_wanted(call))
        print(call, schedule);
    time_resume(pause);
}
