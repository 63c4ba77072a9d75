# The Raspberry Pi 3 Model B: what its kernel is compiled for, the folders of board/ with devices that it
# shares, for which numbers of cores there is a device tree, and what its loader takes of its own.
BOARD_CPU    := cortex-a53
BOARD_SHARES := pl011 semihosting semihosting/time
BOARD_CORES  := 1 2 4
BOARD_LOADER := devices.c firmware.c spin_entry.S
