/* Finds a way to wait for requests that ends with the wrong ones (MPI 5.0, section 3.7.5). */
#include "random.h"

enum { REQUESTS_MOST = 256 };

static void each(struct draw *own, int count, MPI_Request requests[], MPI_Status statuses[],
                 bool test) {
    int order[REQUESTS_MOST];
    draw_order(own, count, order);
    for (int i = 0; i < count; i++) {
        int done = 0, which = order[i];
        if (!test)
            MPI_Wait(&requests[which], &statuses[which]);
        while (test && !done)
            MPI_Test(&requests[which], &done, &statuses[which]);
    }
}

static void any(int count, MPI_Request requests[], MPI_Status statuses[], bool test) {
    for (int left = count; left > 0;) {
        int which, done = 1;
        MPI_Status status;
        if (test)
            MPI_Testany(count, requests, &which, &done, &status);
        else
            MPI_Waitany(count, requests, &which, &status);
        if (!done)
            continue;
        if (which < 0 || which >= count)
            wrong("MPI_%sany gives the request %d", test ? "Test" : "Wait", which);
        if (requests[which] != MPI_REQUEST_NULL)
            MPI_Request_free(&requests[which]);
        statuses[which] = status;
        left--;
    }
}

static void some(int count, MPI_Request requests[], MPI_Status statuses[], bool test) {
    for (int left = count; left > 0;) {
        int done, which[REQUESTS_MOST];
        MPI_Status status[REQUESTS_MOST];
        if (test)
            MPI_Testsome(count, requests, &done, which, status);
        else
            MPI_Waitsome(count, requests, &done, which, status);
        if (done == MPI_UNDEFINED || (!test && done == 0))
            wrong("MPI_%ssome gives %d requests", test ? "Test" : "Wait", done);
        for (int i = 0; i < done; i++) {
            if (requests[which[i]] != MPI_REQUEST_NULL)
                MPI_Request_free(&requests[which[i]]);
            statuses[which[i]] = status[i];
        }
        left -= done;
    }
}

void wait_somehow(struct draw *own, int count, MPI_Request requests[], MPI_Status statuses[]) {
    int done = 0;
    if (count > REQUESTS_MOST)
        wrong("too many requests at once: %d", count);
    int way = draw_below(own, 8);
    bool test = way % 2;
    if (way == 0)
        MPI_Waitall(count, requests, statuses);
    else if (way == 1)
        while (!done)
            MPI_Testall(count, requests, &done, statuses);
    else if (way < 4)
        each(own, count, requests, statuses, test);
    else if (way < 6)
        any(count, requests, statuses, test);
    else
        some(count, requests, statuses, test);
    /* Persistent requests are not null when they have been waited for, but inactive. */
    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&requests[i]);
}
