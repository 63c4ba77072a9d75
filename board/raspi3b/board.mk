# The Raspberry Pi 3 Model B: what its kernel is compiled for, the folders of board/ with devices that it
# shares, and for which numbers of cores there is a device tree.
BOARD_CPU    := cortex-a53
BOARD_SHARES := pl011 semihosting
BOARD_CORES  := 1 2 4
