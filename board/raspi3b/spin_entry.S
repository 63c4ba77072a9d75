/* A core that the firmware releases comes here, with MMU and caches off and nothing in its
 * registers: it continues at its address in spin_starts, with its context in x0, as after PSCI. */

    .text
    .global spin_entry
spin_entry:
    mrs x1, mpidr_el1
    and x1, x1, #3                          // the core's number
    adrp x2, spin_starts
    add x2, x2, :lo12:spin_starts
    add x2, x2, x1, lsl #6                  // struct spin_start: 64 bytes
    ldp x0, x3, [x2]
    br x3

/* A core that is no node comes here, and sleeps: no interrupt is sent to it. */
    .global spin_park
spin_park:
    wfi
    b spin_park
