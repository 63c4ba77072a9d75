/* The meters of the links, as they are when the machine ends. They are the programs' own word;
 * kernel/host/rings.h has what the kernel sees. */
#ifndef KERNEL_METERS_H
#define KERNEL_METERS_H

/* From now on meters_record does something. Start-up calls this where the option `stats` is
 * given. */
void meters_enable(void);

/* Writes a record {"counted"} for each node of this machine whose program has ended and says where
 * it counts: the members of its struct cube_meter, by physical dimension. */
void meters_record(void);

#endif
