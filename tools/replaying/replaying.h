/* What tools/replay reads: recordings of packets, and programs as GOAL. */
#ifndef REPLAYING_REPLAYING_H
#define REPLAYING_REPLAYING_H

#include "tools/replaying/network.h"
#include "tools/replaying/reading.h"

/* Reads a recording (formats/record.schema.json) into a network of zeros, costs included. A packet
 * that a node passed on is the one that came on that port before, in the same step. Links keep the
 * order, so it is the first of those that the node has not passed on yet. Of packets of one time
 * the lowest node's comes first: the order in which nodes write their records is left to chance.
 * Refuses a file of another form. */
void recording_read(struct lines *lines, struct network *network);

/* Prints the number of nodes of a recording, and a line SOURCE DESTINATION BYTES for each packet
 * along an E-cube path, in the order of the file. */
void recording_print_messages(struct lines *lines);

/* Reads a program as GOAL, the text of LogGOPSim (Hoefler, Schneider, Lumsdaine: LogGOPSim -
 * Simulating Large-Scale Applications in the LogGOPS Model, 2010), into a network of zeros. Rank r
 * is node r of the smallest cube that has all ranks. A node has one processor, and a port for each
 * link: the words cpu and nic change nothing. Refuses a file of another form. Returns the program.
 */
struct goal *goal_read(struct lines *lines, struct network *network);

/* Carries out a program in its network, which has its costs now: each operation as soon as those
 * that it requires have ended, or could begin (irequires). A send takes its node no time. Its
 * message leaves `start` after the port has sent those before it, and occupies the port meanwhile.
 * A receive ends when its message has arrived. Messages of equal source, destination and tag are
 * received in order. Fails if operations never end, or if messages are left. */
void goal_run(struct goal *goal, uint64_t start);

#endif
