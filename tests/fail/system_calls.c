/* System calls that no library would make. Without arguments: wild numbers, pointers and sizes, one
 * by one, with the answer that each must get. With a seed and a count: random ones, then a proof
 * that kernel and links still work, and the folder of cuberun --dir, if there is one. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_abi.h"
#include "formats/folder.h"

#define KERNEL_TEXT  UINT64_C(0xffffffc000000000) /* linker.ld */
#define KERNEL_STACK UINT64_C(0xffffff9000001000)
#define NO_ADDRESS   UINT64_C(0x0000800000000000) /* in neither half */
#define UNMAPPED     UINT64_C(0x0000002000000000)

static char data[2 * CUBE_PAGE_BYTES];

/* Addresses that a process has no byte at. */
static const uint64_t nowhere[] = {
    0,
    8,
    UNMAPPED,
    NO_ADDRESS,
    KERNEL_TEXT,
    KERNEL_TEXT + 0x100000,
    KERNEL_STACK,
    UINT64_MAX - 7,
    CUBE_NODE_PAGE_ADDRESS - 8,
    CUBE_NODE_PAGE_ADDRESS + CUBE_PAGE_BYTES,
    UINT64_C(1) << 63,
    UINT64_C(0x8000000000),
};
enum { NOWHERE = sizeof nowhere / sizeof nowhere[0] };

/* ---- One by one ---- */

static int wrong;

static void expect(const char *what, uint64_t argument, intptr_t got, intptr_t wanted) {
    if (got == wanted)
        return;
    printf("%s, %#llx: got %ld, wanted %ld\n", what, (unsigned long long)argument, (long)got,
           (long)wanted);
    wrong++;
}

/* Makes a system call by its number. The library's own function takes no number that it does not
 * know. */
static intptr_t call(uint64_t number, uint64_t first, uint64_t second, uint64_t third) {
    register uint64_t x8 __asm__("x8") = number;
    register uint64_t x0 __asm__("x0") = first;
    register uint64_t x1 __asm__("x1") = second;
    register uint64_t x2 __asm__("x2") = third;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
    return (intptr_t)x0;
}

/* Makes a call with each of some values, which its arguments name, and expects the same answer. */
#define EACH(values, what, wanted, ...)                                                            \
    for (size_t i = 0; i < sizeof(values) / sizeof(uint64_t); i++) {                               \
        const uint64_t value = (values)[i];                                                        \
        expect(what, value, call(__VA_ARGS__), wanted);                                            \
    }
#define OF(...) ((const uint64_t[]){__VA_ARGS__})
#define HIGH    (UINT64_C(1) << 32)
#define DATA    (uintptr_t) data

/* Signals and statuses that there are not. Nodes do not end with status 0 either: none can say for
 * the others that all has gone well. */
static void wild_ends(void) {
    EACH(OF(0, 128, 255, UINT64_MAX, HIGH | 6), "abort", -EINVAL, CUBE_SYS_ABORT, value, 0, 0);
    EACH(OF(256, 999, UINT64_MAX, HIGH, HIGH << 31), "finish", -EINVAL, CUBE_SYS_FINISH, value, 0,
         0);
    EACH(OF(0, 256, UINT64_MAX, HIGH, HIGH << 31), "end", -EINVAL, CUBE_SYS_END, value, 0, 0);
}

static void wild_numbers(void) {
    EACH(OF(CUBE_SYS_COUNT, CUBE_SYS_COUNT + 1, 64, 255, UINT64_MAX), "number", -ENOSYS, value, 1,
         DATA, 1);
    /* The number is all of x8: no bit of it is lost on the way. */
    for (unsigned bit = 8; bit < 64; bit++)
        EACH(OF(UINT64_C(1) << bit | CUBE_SYS_ABORT), "number", -ENOSYS, value, 0, 0, 0);
}

static void wild_writes(void) {
    EACH(OF(0, 3, 1000, UINT64_MAX, HIGH | 1), "write to descriptor", -EBADF, CUBE_SYS_WRITE, value,
         DATA, 1);
    EACH(nowhere, "write from", -EFAULT, CUBE_SYS_WRITE, 1, value, 1);
    EACH(nowhere, "write much from", -EFAULT, CUBE_SYS_WRITE, 1, value, UINT64_C(1) << 62);
    EACH(nowhere, "write nothing from", 0, CUBE_SYS_WRITE, 2, value, 0);
    EACH(OF(UINT64_MAX), "write bytes", -EINVAL, CUBE_SYS_WRITE, 1, DATA, value);
    /* Writes as many bytes as there are and none beyond: the process owns its memory up to the end
     * of the page. */
    static const char line[] = "the end of a page\n";
    enum { LINE_BYTES = sizeof line - 1 };
    char *end = (char *)((DATA + CUBE_PAGE_BYTES) & ~(uintptr_t)(CUBE_PAGE_BYTES - 1));
    memcpy(end - LINE_BYTES, line, LINE_BYTES);
    EACH(OF((uintptr_t)end), "write across a page", LINE_BYTES, CUBE_SYS_WRITE, 1,
         value - LINE_BYTES, LINE_BYTES);
}

static void wild_reads(void) {
    static const char constant = 0;
    EACH(OF(1, 2, 3, 1000, UINT64_MAX, HIGH), "read from descriptor", -EBADF, CUBE_SYS_READ, value,
         DATA, 1);
    EACH(OF(UINT64_MAX), "read bytes", -EINVAL, CUBE_SYS_READ, 0, DATA, value);
    EACH(OF(0), "read nothing", 0, CUBE_SYS_READ, 0, value, 0);
    if (cube_node() != 0) {
        EACH(OF(0), "read at another node", 0, CUBE_SYS_READ, value, DATA, 1);
        return;
    }
    EACH(nowhere, "read to", -EFAULT, CUBE_SYS_READ, 0, value, 1);
    EACH(OF(CUBE_NODE_PAGE_ADDRESS, (uintptr_t)&constant, (uintptr_t)expect),
         "read to read-only memory", -EFAULT, CUBE_SYS_READ, 0, value, 1);
}

#define REQUEST(...)                                                                               \
    (uintptr_t) & (const struct cube_request) {                                                    \
        __VA_ARGS__                                                                                \
    }

static void wild_requests(void) {
    static const uint64_t sizes[] = {CUBE_REQUEST_BYTES + 1, HIGH, UINT64_MAX};
    EACH(sizes, "send bytes", -EINVAL, CUBE_SYS_FOLDER, REQUEST(.send_bytes = value), 0, 0);
    EACH(sizes, "room bytes", -EINVAL, CUBE_SYS_FOLDER, REQUEST(.room_bytes = value), 0, 0);
    EACH(nowhere, "request", -EFAULT, CUBE_SYS_FOLDER, value, 0, 0);
    EACH(nowhere, "send", -EFAULT, CUBE_SYS_FOLDER, REQUEST(.send = value, .send_bytes = 1), 0, 0);
}

static bool has(uint32_t flag) {
    return ((const struct cube_node_page *)CUBE_NODE_PAGE_ADDRESS)->flags & flag;
}

/* Where somebody reads records, what is no record must not get as far as that. */
static void wild_records(void) {
    intptr_t wanted = has(CUBE_PAGE_STATS) ? -EFAULT : -EROFS;
    EACH(OF(0, CUBE_RECORD_BYTES + 1, HIGH | 1, UINT64_MAX), "record of bytes", -EINVAL,
         CUBE_SYS_RECORD, DATA, value, 0);
    EACH(nowhere, "record", wanted, CUBE_SYS_RECORD, value, 1, 0);
    EACH(OF(CUBE_NODE_PAGE_ADDRESS + CUBE_PAGE_BYTES - 8), "record across the end", wanted,
         CUBE_SYS_RECORD, value, 9, 0);
}

static void wild_heaps(void) {
    static const int64_t most[] = {INT64_MAX, INT64_MIN, INT64_MIN + 1, INT64_C(1) << 40,
                                   -(INT64_C(1) << 40)};
    intptr_t end = call(CUBE_SYS_HEAP, 0, 0, 0);
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++)
        expect("heap", (uint64_t)most[i], call(CUBE_SYS_HEAP, (uint64_t)most[i], 0, 0), -ENOMEM);
    expect("heap after refusals", 0, call(CUBE_SYS_HEAP, 0, 0, 0), end);
    /* Memory that is given back and taken again is zero again. */
    call(CUBE_SYS_HEAP, 3 * CUBE_PAGE_BYTES, 0, 0);
    memset((void *)end, 0xa5, 3 * CUBE_PAGE_BYTES);
    expect("heap down", 0, call(CUBE_SYS_HEAP, (uint64_t) - (int64_t)(3 * CUBE_PAGE_BYTES), 0, 0),
           end + 3 * (intptr_t)CUBE_PAGE_BYTES);
    expect("heap up", 0, call(CUBE_SYS_HEAP, 3 * CUBE_PAGE_BYTES, 0, 0), end);
    for (size_t i = 0; i < 3 * CUBE_PAGE_BYTES; i++) {
        if (((const char *)end)[i] != 0) {
            expect("heap byte", i, ((const char *)end)[i], 0);
            break;
        }
    }
}

static void wild_waits(void) {
    EACH(nowhere, "wait", -EFAULT, CUBE_SYS_WAIT, value, 0, 0);
    EACH(OF(CUBE_NODE_PAGE_ADDRESS + CUBE_PAGE_BYTES - 8), "wait across the end", -EFAULT,
         CUBE_SYS_WAIT, value, 0, 0);
    struct cube_wait wait = {.deadline = 1, .peer = UINT32_MAX - 1};
    memset(wait.operation, 0xff, sizeof wait.operation);
    intptr_t result = call(CUBE_SYS_WAIT, (uintptr_t)&wait, 0, 0);
    if (result != 0 || cube_nodes() == 1) /* 0: a neighbour has rung */
        expect("wait for nothing, until long ago", 0, result, -ETIMEDOUT);
    for (unsigned word = 0; word < CUBE_WORDS; word++) {
        for (unsigned d = (unsigned)cube_dim(); d < 16; d++) {
            wait.words[word] = (uint16_t)(1u << d);
            EACH(OF((uintptr_t)&wait), "wait for a word of no link", -EINVAL, CUBE_SYS_WAIT, value,
                 0, 0);
        }
        wait.words[word] = 0;
    }
}

static void wild_rings(void) {
    for (unsigned bit = (unsigned)cube_dim(); bit < 64; bit++)
        EACH(OF(UINT64_C(1) << bit), "ring", -EINVAL, CUBE_SYS_RING, value, 0, 0);
    EACH(OF(0), "ring nobody", 0, CUBE_SYS_RING, value, 0, 0);
    EACH(OF(UINTPTR_MAX), "fail by a clock where no link does", 0, CUBE_SYS_FAILED, value, 0, 0);
}

/* Where nobody takes samples there are none, and where somebody does the clock is watched already.
 */
static void wild_samples(void) {
    EACH(nowhere, "watch", -EINVAL, CUBE_SYS_WATCH, value, value, value);
    EACH(OF(CUBE_SAMPLES), "sample of no kind", -EINVAL, CUBE_SYS_SAMPLE, value, 0, 0);
    EACH(OF(UINT64_MAX), "sample", has(CUBE_PAGE_SAMPLES) ? 0 : -EINVAL, CUBE_SYS_SAMPLE,
         CUBE_SAMPLE_WAITING, 1, value);
}

static void wild_places(void) {
    char text[CUBE_CALLERS_BYTES];
    EACH(nowhere, "place told", -EFAULT, CUBE_SYS_PLACE, (uintptr_t)wild_places, value, 100);
    EACH(OF(0, 1), "place in so much room", 0, CUBE_SYS_PLACE, (uintptr_t)wild_places,
         (uintptr_t)text, value);
}

/* A program that says that it has died is told of in the summary, unless it ends with another
 * status than 0. */
static void wild_deaths(void) {
    expect("die", 0, call(CUBE_SYS_DIED, 0, 0, 0), 0);
    expect("die twice", 0, call(CUBE_SYS_DIED, 0, 0, 0), -EINVAL);
}

/* ---- At random ---- */

/* A linear congruential generator with Knuth's multiplier (MMIX); its high bits are the good ones.
 */
static uint64_t random_state;

static uint32_t draw(uint32_t below) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % below;
}

static uint64_t random_value(void) {
    switch (draw(6)) {
    case 0:
        return nowhere[draw(NOWHERE)];
    case 1:
        return (uintptr_t)data + draw(2 * CUBE_PAGE_BYTES);
    case 2:
        return CUBE_NODE_PAGE_ADDRESS + draw(2 * CUBE_PAGE_BYTES);
    case 3:
        return (uint64_t)draw(UINT32_MAX) << draw(33);
    case 4:
        return -(uint64_t)draw(UINT32_MAX);
    default:
        return draw(300);
    }
}

/* Waits in a way that ends: because a word differs, by the deadline, or because the wait is
 * refused. */
static intptr_t random_wait(void) {
    struct cube_wait wait;
    for (size_t i = 0; i < sizeof wait; i++)
        ((uint8_t *)&wait)[i] = (uint8_t)draw(256);
    memset(wait.words, 0, sizeof wait.words);
    wait.words[draw(CUBE_WORDS)] |= (uint16_t)(1u << draw(16));
    wait.words[draw(CUBE_WORDS)] |= (uint16_t)(1u << draw(8));
    wait.deadline = 1 + draw(1000);
    return call(CUBE_SYS_WAIT, (uintptr_t)&wait, 0, 0);
}

/* A request to the folder: of a kind that there is, some bytes as its path, and perhaps one random
 * word. tests/tools/folder.t has random requests that could be a library's. */
static void random_request(void) {
    struct cube_request request = {
        .operation = draw(FOLDER_OPERATIONS + 1),
        .descriptor = draw(8),
        .argument = {draw(600), draw(3)},
        .send = (uintptr_t)data + draw(CUBE_PAGE_BYTES),
        .send_bytes = draw(30),
        .room = (uintptr_t)data,
        .room_bytes = draw(sizeof data / 2),
    };
    if (draw(4) == 0)
        ((uint64_t *)&request)[draw(sizeof request / sizeof(uint64_t))] = random_value();
    if (request.operation == FOLDER_MODE || request.operation == FOLDER_MODE_AT)
        request.argument[0] |= 0700; /* so that the folder can be cleared away */
    if (request.operation == FOLDER_ALLOCATE)
        request.argument[1] = draw(3); /* the disk is not to be filled */
    call(CUBE_SYS_FOLDER, (uintptr_t)&request, 0, 0);
}

/* Whether a file can be written and read in the folder. */
static bool folder_still_works(void) {
    char name[16], text[16] = "";
    snprintf(name, sizeof name, "works-%d", cube_node());
    FILE *file = fopen(name, "w+");
    bool good = file && fputs(name, file) >= 0 && fseek(file, 0, SEEK_SET) == 0 &&
                fgets(text, sizeof text, file) && strcmp(text, name) == 0;
    return file && fclose(file) == 0 && remove(name) == 0 && good;
}

/* ---- Any call ---- */

static void random_call(void) {
    static intptr_t grown;
    uint64_t number = draw(4) ? draw(CUBE_SYS_COUNT) : random_value();
    if (has(CUBE_PAGE_FOLDER) && draw(4) == 0)
        number = CUBE_SYS_FOLDER;
    intptr_t result;
    switch (number) {
    case CUBE_SYS_ABORT: /* these would end the run */
        call(number, random_value() | 128, random_value(), random_value()); /* no signal */
        return;
    case CUBE_SYS_END:
    case CUBE_SYS_FINISH:
        call(number, random_value() | 256, random_value(), random_value()); /* no status */
        return;
    case CUBE_SYS_WAIT:
        if (draw(2))
            random_wait();
        else
            call(number, nowhere[draw(NOWHERE)], random_value(), random_value());
        return;
    case CUBE_SYS_HEAP: /* what the library has is left to it */
        result =
            (intptr_t)(draw(2) ? draw(64 << 10) : (uint64_t) - (int64_t)draw((uint32_t)grown + 1));
        if (call(number, (uint64_t)result, random_value(), random_value()) >= 0)
            grown += result;
        return;
    case CUBE_SYS_WRITE: /* nothing that reaches the console */
        call(number, draw(2) ? 1 : random_value() + 3, nowhere[draw(NOWHERE)], random_value());
        return;
    case CUBE_SYS_FOLDER:
        if (draw(8))
            random_request();
        else
            call(number, random_value(), random_value(), random_value());
        return;
    default:
        call(number, random_value(), random_value(), random_value());
    }
}

/* ---- Proof that all is well: every node hears from every other, by both channels ---- */

static bool still_works(void) {
    const int nodes = cube_nodes(), self = cube_node();
    bool good = cube_barrier() == 0;
    for (int way = 1; way < nodes; way++) {
        uint32_t sent = (uint32_t)(self * nodes + (self ^ way)), received = 0;
        good = good && cube_send(self ^ way, &sent, sizeof sent) == 0;
        good = good && cube_recv(self ^ way, &received, sizeof received) == 0;
        good = good && received == (uint32_t)((self ^ way) * nodes + self);
    }
    char *memory = malloc(1 << 20);
    if (!memory)
        return false;
    memset(memory, self, 1 << 20);
    good = good && memory[(1 << 20) - 1] == (char)self;
    free(memory);
    return good && cube_barrier() == 0;
}

int main(int argc, char *argv[]) {
    if (argc == 3) {
        random_state = strtoull(argv[1], NULL, 10) + (uint64_t)cube_node();
        int calls = atoi(argv[2]);
        for (size_t i = 0; i < sizeof data; i++)
            data[i] = (char)draw(256);
        for (int i = 0; i < calls; i++)
            random_call();
        printf("node %d: %d random calls\n", cube_node(), calls);
    } else {
        wild_numbers();
        wild_writes();
        wild_reads();
        wild_requests();
        wild_records();
        wild_heaps();
        wild_waits();
        wild_rings();
        wild_samples();
        wild_places();
        wild_deaths();
        wild_ends();
        printf("node %d: %d wrong answers\n", cube_node(), wrong);
    }
    bool good = still_works();
    if (argc == 3 && has(CUBE_PAGE_FOLDER))
        good = folder_still_works() && good;
    printf("node %d: %s\n", cube_node(), good ? "still works" : "does not work any more");
    return good && wrong == 0 ? 0 : 1;
}
