# QEMU's virt machine: what its kernel is compiled for, and the folders of board/ with devices that it shares.
BOARD_CPU    := cortex-a76
BOARD_SHARES := pl011 semihosting
