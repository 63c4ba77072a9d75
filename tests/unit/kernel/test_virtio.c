/* Finds lost or doubled bytes, a missing barrier, and belief in a lying device, in the driver for
 * virtio's console. Its device does at once what it is told to; QEMU's own shows the rest. */
#include <stdbool.h>
#include <string.h>

#include "board/mmio.h"
#include "board/registers.h"
#include "compiler.h"
#include "tests/unit/test.h"

static uint32_t read_register(const volatile uint8_t *of, uint32_t place);
static void write_register(volatile uint8_t *of, uint32_t place, uint32_t value);
static void write_barrier(void);
static void read_barrier(void);
static void yielded(void);

#define mmio_read                 read_register
#define mmio_write                write_register
#define complete_writes           write_barrier
#define complete_reads            read_barrier
#define yield_turn                yielded
#define physical_address(address) ((uint64_t)(uintptr_t)(address))
/* NOLINTNEXTLINE(bugprone-suspicious-include): with other names for what it calls */
#include "board/virt/line/uart.c"

enum { PLACES = 3, MOST = 1 << 20 };

static uint32_t registers[PLACES][DEVICE_BYTES / 4];
static bool refuses, is_slow;
/* Of each queue: how many descriptors the device has taken, notices that it got, and barriers since
 * then before and behind the count. */
static uint16_t taken[QUEUES], notices[QUEUES], barriers[QUEUES][2];
static uint8_t data[MOST], sent[MOST];
static size_t sent_bytes;
static const uint8_t *arriving;
static uint32_t arriving_bytes;

static void write_barrier(void) {
    for (uint32_t i = 0; i < QUEUES; i++)
        barriers[i][queue[i].offered.count != taken[i]]++;
}

/* Only now is seen what the device wrote before the count. */
static void read_barrier(void) {
    memcpy(queue[INPUT].data, arriving, arriving_bytes <= BUFFER_BYTES ? arriving_bytes : 0);
    queue[INPUT].used.bytes = arriving_bytes;
}

static void transmit(void) {
    const struct queue *out = &queue[OUTPUT];
    assert_ptr_equal(out->descriptor.address, out->data);
    assert_true(out->descriptor.bytes <= BUFFER_BYTES &&
                sent_bytes + out->descriptor.bytes <= MOST);
    memcpy(sent + sent_bytes, out->data, out->descriptor.bytes);
    sent_bytes += out->descriptor.bytes;
    queue[OUTPUT].used.count = taken[OUTPUT];
}

static void yielded(void) {
    assert_true(is_slow);
    transmit();
}

static void notice(uint32_t number) {
    assert_int_equal(queue[number].offered.count, ++taken[number]);
    assert_true(barriers[number][0] && barriers[number][1]);
    memset(barriers[number], 0, sizeof barriers[number]);
    notices[number]++;
    if (number == OUTPUT && !is_slow)
        transmit();
}

static uint32_t read_register(const volatile uint8_t *of, uint32_t place) {
    uint32_t value = ((const volatile uint32_t *)of)[place / 4];
    return refuses && place == STATUS ? value & ~(uint32_t)STATUS_FEATURES_OK : value;
}

static void write_register(volatile uint8_t *of, uint32_t place, uint32_t value) {
    ((volatile uint32_t *)of)[place / 4] = value;
    if (place == QUEUE_NOTIFY)
        notice(value);
}

static volatile uint8_t *map_here(uint64_t physical, uint64_t bytes) {
    assert_true(physical < PLACES && bytes == sizeof registers[0]);
    return (volatile uint8_t *)registers[physical];
}

static volatile uint8_t *map_nothing(UNUSED uint64_t physical, UNUSED uint64_t bytes) {
    return NULL;
}

/* The first place has a disk, the second the console, and the third nothing. */
static int fill_places(UNUSED void **state) {
    devices.virtios = PLACES;
    for (uint32_t i = 0; i < PLACES; i++) {
        devices.virtio[i] = i;
        registers[i][VERSION / 4] = VERSION_1_2;
        registers[i][DEVICE_ID / 4] = (const uint32_t[]){2, DEVICE_ID_CONSOLE, 0}[i];
    }
    for (size_t i = 0; i < MOST; i++)
        data[i] = (uint8_t)(i * 7 + i / BUFFER_BYTES);
    return 0;
}
static CMFixtureFunction before_all = fill_places;

static void expect_none(mmio_map *map) {
    uart_start(map);
    assert_null(device);
    uart_write("text", 4);
    assert_int_equal(uart_read(), -1);
    assert_int_equal(taken[INPUT] + taken[OUTPUT], 0);
}

TEST(finds_the_console) {
    expect_none(map_nothing);
    refuses = true;
    expect_none(map_here);
    refuses = false;
    registers[1][VERSION / 4] = 1; /* before virtio 1.0 */
    expect_none(map_here);
    registers[1][VERSION / 4] = VERSION_1_2;
    uart_start(map_here);
    assert_ptr_equal(device, registers[1]);
    assert_int_equal(notices[INPUT], 1);
}

TEST(writes_whole_and_in_order) {
    static const size_t sizes[] = {0, 1, BUFFER_BYTES - 1, BUFFER_BYTES, BUFFER_BYTES + 1, MOST};
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof sizes[0]; i++) {
        const size_t size = sizes[i / 2];
        sent_bytes = notices[OUTPUT] = 0;
        is_slow = i % 2;
        uart_write((const char *)data, size);
        if (is_slow && size)
            transmit();
        assert_int_equal(notices[OUTPUT], (size + BUFFER_BYTES - 1) / BUFFER_BYTES);
        assert_int_equal(sent_bytes, size);
        assert_memory_equal(sent, data, size);
    }
}

/* The device gives the buffer back with this many bytes, and this count. */
static void arrive(const uint8_t *from, uint32_t bytes, uint16_t count) {
    arriving = from;
    arriving_bytes = bytes;
    queue[INPUT].used.count = count;
}

TEST(reads_whole_and_in_order) {
    for (uint32_t at = 0, bytes = BUFFER_BYTES; at + bytes <= MOST;
         at += bytes, bytes = at % BUFFER_BYTES + 1) {
        assert_int_equal(uart_read(), -1);
        uint16_t before = notices[INPUT];
        arrive(data + at, bytes, taken[INPUT]);
        for (uint32_t i = 0; i < bytes; i++) {
            assert_int_equal(notices[INPUT], before); /* the buffer is ours until its last byte */
            assert_int_equal(uart_read(), data[at + i]);
        }
        assert_int_equal(notices[INPUT], before + 1);
    }
}

TEST(believes_no_count_and_no_length) {
    for (uint32_t i = 1; i <= UINT16_MAX; i++) {
        arrive(data, 1, (uint16_t)(taken[INPUT] + i));
        assert_int_equal(uart_read(), -1);
    }
    static const uint32_t lengths[] = {0, BUFFER_BYTES + 1, UINT32_MAX};
    for (uint32_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        uint16_t before = notices[INPUT];
        arrive(data, lengths[i], taken[INPUT]);
        assert_int_equal(uart_read(), -1);
        assert_int_equal(notices[INPUT], before + 1); /* it has the buffer again */
    }
}
