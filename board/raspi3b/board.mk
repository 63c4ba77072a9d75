# The Raspberry Pi 3 Model B: what its kernel is compiled for, the folders of board/ with devices that it
# shares, for which numbers of cores there is a device tree, and what its loader takes of its own.
BOARD_CPU    := cortex-a53
BOARD_SHARES := pl011 semihosting semihosting/time
BOARD_CORES  := 1 2 4
BOARD_LOADER := devices.c firmware.c pins.c spin_entry.S
# The A53's errata 835769 and 843419: a multiplication behind an access to memory, and an address made near a page's end.
BOARD_FIXES  := -mfix-cortex-a53-835769 -mfix-cortex-a53-843419
