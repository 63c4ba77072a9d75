#include "tests/host/threads.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube_abi.h"

/* In a plan one action jumps to the next (go_on.h). A compiler that adds checks makes calls of
 * these jumps, so the stack has to hold as many frames as a plan has actions. */
enum { STACK_BYTES = 4 << 20 };

static void (*run)(uint32_t number);

static void *work(void *number) {
    run((uint32_t)(uintptr_t)number);
    return NULL;
}

void threads_run(uint32_t count, void (*function)(uint32_t number)) {
    static pthread_t threads[CUBE_MAX_NODES];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    run = function;
    for (uint32_t i = 0; i < count; i++)
        if (pthread_create(&threads[i], &attributes, work, (void *)(uintptr_t)i) != 0) {
            perror("threads_run");
            abort();
        }
    for (uint32_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    pthread_attr_destroy(&attributes);
}
