/* The console of virtio 1.2 (sections 2.7, 4.2 and 5.3), polled, in place of a PL011: one access
 * carries a whole frame instead of a byte. Each of its two queues has one descriptor. The device
 * may write anything, and at any moment. */
#include "board/uart.h"

#include <string.h>

#include "board/registers.h"
#include "board/virt/devices.h"

enum {
    VERSION = 0x004,
    VERSION_1_2 = 2,
    DEVICE_ID = 0x008,
    DEVICE_ID_CONSOLE = 3,
    FEATURES = 0x020, /* those that we accept, 32 at a time */
    FEATURES_SELECT = 0x024,
    FEATURES_32_VERSION_1 = 1 << 0, /* the feature 32 */
    QUEUE_SELECT = 0x030,
    QUEUE_SIZE = 0x038,
    QUEUE_READY = 0x044,
    QUEUE_NOTIFY = 0x050,
    STATUS = 0x070,
    STATUS_ACKNOWLEDGE = 1 << 0,
    STATUS_DRIVER = 1 << 1,
    STATUS_DRIVER_OK = 1 << 2,
    STATUS_FEATURES_OK = 1 << 3,
    QUEUE_DESCRIPTORS = 0x080, /* physical addresses, as two words each */
    QUEUE_OFFERED = 0x090,
    QUEUE_USED = 0x0a0,
    DEVICE_BYTES = 0x200,

    INPUT = 0, /* queues of the first port */
    OUTPUT = 1,
    QUEUES = 2,
    BUFFER_BYTES = 2048, /* more than a frame (formats/line.h) */
    DEVICE_WRITES = 1 << 1,
    NO_INTERRUPT = 1 << 0,
};

/* A queue of one descriptor: it is the device's from when `offered.count` goes up until
 * `used.count` does. */
static struct queue {
    struct {
        uint64_t address; /* physical */
        uint32_t bytes;
        uint16_t flags, next;
    } descriptor __attribute__((aligned(16)));
    struct {
        uint16_t flags, count, descriptor;
    } offered;
    volatile struct {
        uint16_t flags, count;
        uint32_t descriptor, bytes;
    } used __attribute__((aligned(4)));
    uint8_t data[BUFFER_BYTES];
} queue[QUEUES];

static volatile uint8_t *device; /* null: there is none */
static uint32_t next, end;       /* of what has arrived, and is not read yet */

static bool is_ours(const struct queue *of) {
    return of->used.count == of->offered.count;
}

static void offer(uint32_t number, uint32_t bytes) {
    struct queue *of = &queue[number];
    of->descriptor.bytes = bytes;
    complete_writes(); /* its partner is the device's barrier behind its read of the count */
    of->offered.count++;
    complete_writes(); /* before the device looks, which it does at this notice */
    mmio_write(device, QUEUE_NOTIFY, number);
}

static void write_address(uint32_t place, const volatile void *of) {
    uint64_t physical = physical_address((const void *)of);
    mmio_write(device, place, (uint32_t)physical);
    mmio_write(device, place + 4, (uint32_t)(physical >> 32));
}

static void start_queue(uint32_t number) {
    struct queue *of = &queue[number];
    of->descriptor.address = physical_address(of->data);
    of->descriptor.flags = number == INPUT ? DEVICE_WRITES : 0;
    of->offered.flags = NO_INTERRUPT;
    mmio_write(device, QUEUE_SELECT, number);
    mmio_write(device, QUEUE_SIZE, 1);
    write_address(QUEUE_DESCRIPTORS, &of->descriptor);
    write_address(QUEUE_OFFERED, &of->offered);
    write_address(QUEUE_USED, &of->used);
    mmio_write(device, QUEUE_READY, 1);
}

/* The order of the steps is that of section 3.1.1. */
static bool start_device(void) {
    uint32_t status = STATUS_ACKNOWLEDGE | STATUS_DRIVER;
    mmio_write(device, STATUS, 0); /* resets it */
    mmio_write(device, STATUS, status);
    mmio_write(device, FEATURES_SELECT, 1);
    mmio_write(device, FEATURES, FEATURES_32_VERSION_1);
    mmio_write(device, STATUS, status |= STATUS_FEATURES_OK);
    if (!(mmio_read(device, STATUS) & STATUS_FEATURES_OK))
        return false;
    start_queue(INPUT);
    start_queue(OUTPUT);
    mmio_write(device, STATUS, status | STATUS_DRIVER_OK);
    offer(INPUT, BUFFER_BYTES);
    return true;
}

/* QEMU gives devices the last places first. */
void uart_start(mmio_map *map) {
    for (uint32_t i = devices.virtios; i-- > 0;) {
        device = map(devices.virtio[i], DEVICE_BYTES);
        if (device && mmio_read(device, VERSION) == VERSION_1_2 &&
            mmio_read(device, DEVICE_ID) == DEVICE_ID_CONSOLE && start_device())
            return;
    }
    device = NULL;
}

void uart_write(const char *text, size_t bytes) {
    while (device && bytes) {
        size_t some = bytes < BUFFER_BYTES ? bytes : BUFFER_BYTES;
        while (!is_ours(&queue[OUTPUT]))
            yield_turn();
        memcpy(queue[OUTPUT].data, text, some);
        offer(OUTPUT, (uint32_t)some);
        text += some;
        bytes -= some;
    }
}

int uart_read(void) {
    struct queue *in = &queue[INPUT];
    if (!device)
        return -1;
    if (next == end) {
        if (!is_ours(in))
            return -1;
        complete_reads(); /* its partner is the device's barrier before its write of the count */
        uint32_t bytes = in->used.bytes;
        next = 0;
        end = bytes <= BUFFER_BYTES ? bytes : 0;
    }
    int c = next < end ? in->data[next++] : -1;
    if (next == end)
        offer(INPUT, BUFFER_BYTES);
    return c;
}
