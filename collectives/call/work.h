/* Costs of a step by the library's own work, in instructions on the way from one
 * program to the other: t_s, t_h and t_w of the cost model. `make fit` measures them
 * (tools/bench/fit.c, under --exact on 8 nodes) and writes this file. */
#ifndef COLLECTIVES_CALL_WORK_H
#define COLLECTIVES_CALL_WORK_H

#define WORK_START 116
#define WORK_HOP   19.8
#define WORK_BYTE  0.28

#endif
