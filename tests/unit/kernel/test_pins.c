/* Finds pins of the Raspberry Pi that are set wrongly (BCM2835 ARM peripherals, chapter 6), on
 * registers that note what is written: QEMU's pins take anything. */
#include <stdint.h>

#include "tests/unit/test.h"

enum { REGISTERS = 64, MOST = 16, READS = 150 };

static uint32_t device[REGISTERS];
static struct { uint32_t place, value, reads; /* reads of the device before it */ } written[MOST];
static unsigned count;
static uint32_t reads;

static uint32_t note_read(const volatile uint8_t *at, uint32_t place) {
    reads++;
    return ((const volatile uint32_t *)at)[place / 4];
}

static void note_write(volatile uint8_t *at, uint32_t place, uint32_t value) {
    ((volatile uint32_t *)at)[place / 4] = value;
    assert_true(count < MOST);
    written[count].place = place;
    written[count].value = value;
    written[count++].reads = reads;
    reads = 0;
}

#include "board/mmio.h"
#define mmio_read  note_read
#define mmio_write note_write
/* NOLINTNEXTLINE(bugprone-suspicious-include): with other names for what it calls */
#include "board/raspi3b/pins.c"

static volatile uint8_t *map_here(uint64_t physical, uint64_t bytes) {
    assert_true(physical == 0x3f200000 && bytes >= sizeof device);
    return (volatile uint8_t *)device;
}

static volatile uint8_t *map_nothing(uint64_t physical, uint64_t bytes) {
    (void)physical, (void)bytes;
    return NULL;
}

TEST(serial_line) {
    device[1] = device[3] = UINT32_MAX >> 2; /* functions of pins 10 to 19 and 30 to 39: all 7 */
    pins_connect_uart(map_nothing);
    assert_int_equal(count, 0);
    pins_connect_uart(map_here);
    assert_int_equal(device[1], 0x3ffe4fff); /* 14 and 15 are the PL011's */
    assert_int_equal(device[3], 0x3ffff03f); /* 32 and 33 are Bluetooth's no more */
    assert_int_equal(count, 7);
    for (unsigned i = 0; i < 3; i++) { /* nothing pulls at 14 and 15 */
        static const uint32_t wanted[3][2] = {{0x94, 0}, {0x98, 3u << 14}, {0x98, 0}};
        assert_int_equal(written[4 + i].place, wanted[i][0]);
        assert_int_equal(written[4 + i].value, wanted[i][1]);
        assert_true(i == 0 || written[4 + i].reads >= READS);
    }
}
