/* The programs' meters of links at the end of the machine; kernel/host/rings.h has the kernel's own
 * counts. */
#ifndef KERNEL_METERS_H
#define KERNEL_METERS_H

/* Switches meters_record on. Start-up calls this for the option `stats`. */
void meters_enable(void);

/* Writes a record {"counted"} for each node of this machine whose program has ended and has meters:
 * the members of its struct cube_meter, by physical dimension. */
void meters_record(void);

#endif
