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

/* Signals and statuses that there are not. Nodes do not end with status 0 either: none can say for
 * the others that all has gone well. */
static void wild_ends(void) {
    static const struct {
        const char *what;
        uint64_t call;
        uint64_t arguments[5];
    } ends[] = {
        {"abort", CUBE_SYS_ABORT, {0, 128, 255, UINT64_MAX, UINT64_C(1) << 32 | 6}},
        {"finish", CUBE_SYS_FINISH, {256, 999, UINT64_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63}},
        {"end", CUBE_SYS_END, {0, 256, UINT64_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63}}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        for (size_t k = 0; k < 5; k++)
            expect(ends[i].what, ends[i].arguments[k],
                   call(ends[i].call, ends[i].arguments[k], 0, 0), -EINVAL);
}

static void wild_numbers(void) {
    static const uint64_t numbers[] = {CUBE_SYS_COUNT, CUBE_SYS_COUNT + 1, 64, 255, UINT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        expect("number", numbers[i], call(numbers[i], 1, (uintptr_t)data, 1), -ENOSYS);
    /* The number is all of x8: no bit of it is lost on the way. */
    for (unsigned bit = 8; bit < 64; bit++) {
        uint64_t number = UINT64_C(1) << bit | CUBE_SYS_ABORT;
        expect("number", number, call(number, 0, 0, 0), -ENOSYS);
    }
}

static void wild_writes(void) {
    static const uint64_t descriptors[] = {0, 3, 1000, UINT64_MAX, UINT64_C(1) << 32 | 1};
    for (size_t i = 0; i < sizeof descriptors / sizeof descriptors[0]; i++)
        expect("write to descriptor", descriptors[i],
               call(CUBE_SYS_WRITE, descriptors[i], (uintptr_t)data, 1), -EBADF);
    for (size_t i = 0; i < NOWHERE; i++) {
        expect("write from", nowhere[i], call(CUBE_SYS_WRITE, 1, nowhere[i], 1), -EFAULT);
        expect("write much from", nowhere[i],
               call(CUBE_SYS_WRITE, 1, nowhere[i], UINT64_C(1) << 62), -EFAULT);
        expect("write nothing from", nowhere[i], call(CUBE_SYS_WRITE, 2, nowhere[i], 0), 0);
    }
    expect("write bytes", UINT64_MAX, call(CUBE_SYS_WRITE, 1, (uintptr_t)data, UINT64_MAX),
           -EINVAL);
    /* Writes as many bytes as there are and none beyond: the process owns its memory up to the end
     * of the page. */
    static const char line[] = "the end of a page\n";
    enum { LINE_BYTES = sizeof line - 1 };
    char *end = (char *)(((uintptr_t)data + CUBE_PAGE_BYTES) & ~(uintptr_t)(CUBE_PAGE_BYTES - 1));
    memcpy(end - LINE_BYTES, line, LINE_BYTES);
    expect("write across a page", (uintptr_t)end,
           call(CUBE_SYS_WRITE, 1, (uintptr_t)end - LINE_BYTES, LINE_BYTES), LINE_BYTES);
}

static void wild_reads(void) {
    static const uint64_t descriptors[] = {1, 2, 3, 1000, UINT64_MAX, UINT64_C(1) << 32};
    for (size_t i = 0; i < sizeof descriptors / sizeof descriptors[0]; i++)
        expect("read from descriptor", descriptors[i],
               call(CUBE_SYS_READ, descriptors[i], (uintptr_t)data, 1), -EBADF);
    expect("read bytes", UINT64_MAX, call(CUBE_SYS_READ, 0, (uintptr_t)data, UINT64_MAX), -EINVAL);
    expect("read nothing", 0, call(CUBE_SYS_READ, 0, 0, 0), 0);
    if (cube_node() != 0) {
        expect("read at another node", 0, call(CUBE_SYS_READ, 0, (uintptr_t)data, 1), 0);
        return;
    }
    static const char constant = 0;
    for (size_t i = 0; i < NOWHERE; i++)
        expect("read to", nowhere[i], call(CUBE_SYS_READ, 0, nowhere[i], 1), -EFAULT);
    const uint64_t read_only[] = {CUBE_NODE_PAGE_ADDRESS, (uintptr_t)&constant, (uintptr_t)expect};
    for (size_t i = 0; i < sizeof read_only / sizeof read_only[0]; i++)
        expect("read to read-only memory", read_only[i], call(CUBE_SYS_READ, 0, read_only[i], 1),
               -EFAULT);
}

static void wild_requests(void) {
    static const uint64_t sizes[] = {CUBE_REQUEST_BYTES + 1, UINT64_C(1) << 32, UINT64_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const struct cube_request sends = {.send_bytes = sizes[i]},
                                  takes = {.room_bytes = sizes[i]};
        expect("send bytes", sizes[i], call(CUBE_SYS_FOLDER, (uintptr_t)&sends, 0, 0), -EINVAL);
        expect("room bytes", sizes[i], call(CUBE_SYS_FOLDER, (uintptr_t)&takes, 0, 0), -EINVAL);
    }
    for (size_t i = 0; i < NOWHERE; i++) {
        const struct cube_request request = {.send = nowhere[i], .send_bytes = 1};
        expect("request", nowhere[i], call(CUBE_SYS_FOLDER, nowhere[i], 0, 0), -EFAULT);
        expect("send", nowhere[i], call(CUBE_SYS_FOLDER, (uintptr_t)&request, 0, 0), -EFAULT);
    }
}

/* Where somebody reads records, what is no record must not get as far as that. */
static void wild_records(void) {
    const struct cube_node_page *page = (const struct cube_node_page *)CUBE_NODE_PAGE_ADDRESS;
    bool read = page->flags & CUBE_PAGE_STATS;
    static const uint64_t sizes[] = {0, CUBE_RECORD_BYTES + 1, UINT64_C(1) << 32 | 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        expect("record of bytes", sizes[i], call(CUBE_SYS_RECORD, (uintptr_t)data, sizes[i], 0),
               -EINVAL);
    for (size_t i = 0; i < NOWHERE; i++)
        expect("record", nowhere[i], call(CUBE_SYS_RECORD, nowhere[i], 1, 0),
               read ? -EFAULT : -EROFS);
    expect("record across the end", 0,
           call(CUBE_SYS_RECORD, CUBE_NODE_PAGE_ADDRESS + CUBE_PAGE_BYTES - 8, 9, 0),
           read ? -EFAULT : -EROFS);
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
    for (size_t i = 0; i < NOWHERE; i++)
        expect("wait", nowhere[i], call(CUBE_SYS_WAIT, nowhere[i], 0, 0), -EFAULT);
    expect("wait across the end", 0,
           call(CUBE_SYS_WAIT, CUBE_NODE_PAGE_ADDRESS + CUBE_PAGE_BYTES - 8, 0, 0), -EFAULT);
    struct cube_wait wait = {.deadline = 1, .peer = UINT32_MAX - 1};
    memset(wait.operation, 0xff, sizeof wait.operation);
    intptr_t result = call(CUBE_SYS_WAIT, (uintptr_t)&wait, 0, 0);
    if (result != 0 || cube_nodes() == 1) /* 0: a neighbour has rung */
        expect("wait for nothing, until long ago", 0, result, -ETIMEDOUT);
    for (unsigned bit = CUBE_WORD((unsigned)cube_dim(), 0); bit < 64; bit++) {
        wait.words = UINT64_C(1) << bit;
        expect("wait for a word of no link", wait.words,
               call(CUBE_SYS_WAIT, (uintptr_t)&wait, 0, 0), -EINVAL);
    }
}

static void wild_rings(void) {
    for (unsigned bit = (unsigned)cube_dim(); bit < 64; bit++)
        expect("ring", UINT64_C(1) << bit, call(CUBE_SYS_RING, UINT64_C(1) << bit, 0, 0), -EINVAL);
    expect("ring nobody", 0, call(CUBE_SYS_RING, 0, 0, 0), 0);
    expect("fail by a clock where no link does", 0, call(CUBE_SYS_FAILED, UINTPTR_MAX, 0, 0), 0);
}

/* Where nobody takes samples there are none, and where somebody does the clock is watched already.
 */
static void wild_samples(void) {
    bool sampled =
        ((const struct cube_node_page *)CUBE_NODE_PAGE_ADDRESS)->flags & CUBE_PAGE_SAMPLES;
    for (size_t i = 0; i < NOWHERE; i++)
        expect("watch", nowhere[i], call(CUBE_SYS_WATCH, nowhere[i], nowhere[i], nowhere[i]),
               -EINVAL);
    expect("sample of no kind", CUBE_SAMPLES, call(CUBE_SYS_SAMPLE, CUBE_SAMPLES, 0, 0), -EINVAL);
    expect("sample", 0, call(CUBE_SYS_SAMPLE, CUBE_SAMPLE_WAITING, 1, UINT64_MAX),
           sampled ? 0 : -EINVAL);
}

static void wild_places(void) {
    char text[CUBE_CALLERS_BYTES];
    for (size_t i = 0; i < NOWHERE; i++)
        expect("place told", nowhere[i],
               call(CUBE_SYS_PLACE, (uintptr_t)wild_places, nowhere[i], 100), -EFAULT);
    expect("place without room", 0,
           call(CUBE_SYS_PLACE, (uintptr_t)wild_places, (uintptr_t)text, 0), 0);
    expect("place in no room at all", 0,
           call(CUBE_SYS_PLACE, (uintptr_t)wild_places, (uintptr_t)text, 1), 0);
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
    wait.words = UINT64_C(1) << draw(64) | UINT64_C(1) << draw(40);
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

static bool has_folder(void) {
    return ((const struct cube_node_page *)CUBE_NODE_PAGE_ADDRESS)->flags & CUBE_PAGE_FOLDER;
}

/* ---- Any call ---- */

static void random_call(void) {
    static intptr_t grown;
    uint64_t number = draw(4) ? draw(CUBE_SYS_COUNT) : random_value();
    if (has_folder() && draw(4) == 0)
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
    if (argc == 3 && has_folder())
        good = folder_still_works() && good;
    printf("node %d: %s\n", cube_node(), good ? "still works" : "does not work any more");
    return good && wrong == 0 ? 0 : 1;
}
