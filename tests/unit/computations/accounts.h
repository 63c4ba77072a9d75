/* What computations have spent, against formulas. */
#ifndef TESTS_UNIT_COMPUTATIONS_ACCOUNTS_H
#define TESTS_UNIT_COMPUTATIONS_ACCOUNTS_H

#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "tests/host/host.h"

/* Closes the account, which has to have the steps of the formula, and its words of so many bytes.
 * Every node calls it. */
static inline void check_account(struct account *account, struct cost cost, size_t word_bytes) {
    int error;
    struct account_totals totals = account_close(account, &error);
    host_check(error == 0);
    host_check(totals.steps == cost.steps);
    host_check(totals.bytes == cost.words * word_bytes);
}

#endif
