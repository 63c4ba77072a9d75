#include "tests/host/threads.h"

#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube_abi.h"

/* ThreadSanitizer keeps its own variables among the program's thread-local ones, which must not be
 * changed. So under ThreadSanitizer each run gets new threads. */
enum { ARE_KEPT = !HOST_THREADS_ALONE };

/* In a plan one action jumps to the next (go_on.h). A compiler that adds checks makes calls of
 * these jumps, so the stack has to hold as many frames as a plan has actions. */
enum { STACK_BYTES = 4 << 20 };

struct worker {
    pthread_t thread;
    pthread_cond_t called;
    bool works; /* from its call until its function has returned */
};

static struct {
    pthread_mutex_t lock; /* guards all members below */
    pthread_cond_t all_done;
    uint32_t workers; /* threads that there are */
    uint32_t working; /* those of them that work */
    bool ending;
    void (*function)(uint32_t number);
    struct worker worker[CUBE_MAX_NODES];
} threads = {.lock = PTHREAD_MUTEX_INITIALIZER, .all_done = PTHREAD_COND_INITIALIZER};

/* A thread's copy of the program's thread-local variables, and what a new thread finds in it: the
 * bytes of an image, and zeros behind them (ELF Handling For Thread-Local Storage, 3.1). */
struct locals {
    uint8_t *copy;
    const uint8_t *image;
    size_t image_bytes;
    size_t bytes;
};

/* The first object that dl_iterate_phdr has is the program itself. */
static int find_in_program(struct dl_phdr_info *info, size_t bytes, void *locals_out) {
    struct locals *locals = locals_out;
    (void)bytes;
    for (size_t k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[k];
        if (segment->p_type == PT_TLS)
            *locals = (struct locals){
                .copy = info->dlpi_tls_data,
                .image = (const uint8_t *)(info->dlpi_addr + segment->p_vaddr),
                .image_bytes = segment->p_filesz,
                .bytes = segment->p_memsz,
            };
    }
    return 1;
}

static void renew(const struct locals *locals) {
    if (!ARE_KEPT || locals->bytes == 0)
        return;
    memcpy(locals->copy, locals->image, locals->image_bytes);
    memset(locals->copy + locals->image_bytes, 0, locals->bytes - locals->image_bytes);
}

static void *work(void *argument) {
    struct worker *worker = argument;
    uint32_t number = (uint32_t)(worker - threads.worker);
    struct locals locals = {0};
    dl_iterate_phdr(find_in_program, &locals);
    pthread_mutex_lock(&threads.lock);
    do {
        while (!worker->works && !threads.ending)
            pthread_cond_wait(&worker->called, &threads.lock);
        if (threads.ending)
            break;
        pthread_mutex_unlock(&threads.lock);
        renew(&locals);
        threads.function(number);
        pthread_mutex_lock(&threads.lock);
        worker->works = false;
        if (--threads.working == 0)
            pthread_cond_signal(&threads.all_done);
    } while (ARE_KEPT);
    pthread_mutex_unlock(&threads.lock);
    return NULL;
}

static void start(struct worker *worker) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_cond_init(&worker->called, NULL);
    if (pthread_create(&worker->thread, &attributes, work, worker) != 0) {
        perror("threads_run");
        abort();
    }
    pthread_attr_destroy(&attributes);
}

/* Ends all threads. Threads that are not kept end after each run. The others end before the program
 * does: memory that a run has lost would seem to be in use by them, and the leak sanitizer would
 * not find it. */
static void end_threads(void) {
    pthread_mutex_lock(&threads.lock);
    threads.ending = true;
    for (uint32_t i = 0; i < threads.workers; i++)
        pthread_cond_signal(&threads.worker[i].called);
    pthread_mutex_unlock(&threads.lock);
    for (uint32_t i = 0; i < threads.workers; i++)
        pthread_join(threads.worker[i].thread, NULL);
    threads.workers = 0;
    threads.ending = false;
}

void threads_run(uint32_t count, void (*function)(uint32_t number)) {
    static bool ran;
    if (!ran)
        atexit(end_threads);
    ran = true;
    pthread_mutex_lock(&threads.lock);
    threads.function = function;
    threads.working = count;
    for (uint32_t i = 0; i < count; i++) {
        threads.worker[i].works = true;
        if (i < threads.workers)
            pthread_cond_signal(&threads.worker[i].called);
        else
            start(&threads.worker[i]);
    }
    if (threads.workers < count)
        threads.workers = count;
    while (threads.working > 0)
        pthread_cond_wait(&threads.all_done, &threads.lock);
    pthread_mutex_unlock(&threads.lock);
    if (!ARE_KEPT)
        end_threads();
}
