/* The exact steps of programs by +-2^b on N = 2^n nodes with L elements each. */
#ifndef TESTS_UNIT_COMPUTATIONS_PM2B_TABLE_H
#define TESTS_UNIT_COMPUTATIONS_PM2B_TABLE_H

struct pm2b_row {
    unsigned n, elements; /* L */
    unsigned formula;     /* Hu's: 4(log M + L - 1) */
    unsigned plain;       /* pipelined, then one offset after the other */
    unsigned descend;     /* overlapped, sending what is ready: test_pm2b_greedy.c */
    unsigned ascend;      /* overlapped */
};

static const struct pm2b_row pm2b_table[] = {
    {2, 1, 8, 6, 6, 6},          {2, 2, 16, 11, 11, 11},      {2, 4, 28, 21, 20, 20},
    {2, 8, 48, 41, 38, 37},      {2, 16, 84, 81, 71, 70},     {2, 32, 152, 161, 137, 135},
    {2, 64, 284, 321, 267, 264}, {3, 1, 12, 10, 10, 10},      {3, 2, 20, 15, 15, 15},
    {3, 4, 32, 25, 24, 24},      {3, 8, 52, 45, 42, 41},      {3, 16, 88, 85, 75, 74},
    {3, 32, 156, 165, 141, 139}, {3, 64, 288, 325, 271, 268}, {4, 1, 16, 14, 14, 14},
    {4, 2, 24, 19, 19, 19},      {4, 4, 36, 29, 28, 28},      {4, 16, 92, 89, 79, 78},
    {4, 64, 292, 329, 275, 272},
};

enum { PM2B_ROWS = sizeof pm2b_table / sizeof *pm2b_table };

#endif
