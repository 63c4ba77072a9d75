#include "collectives/check/contents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SET_WORDS = CUBE_MAX_NODES / 64 };

/* Several blocks of inputs, combined. */
struct sum {
    uint64_t ranks[SET_WORDS];
    uint32_t block;
    uint32_t first; /* least and greatest rank among them */
    uint32_t last;
    bool ordered; /* they were combined in ascending order */
};

static uint32_t blocks;  /* of an input, at most */
static struct sum *sums; /* sum s has the number inputs() + 1 + s */
static uint32_t count;
static uint32_t room;

static uint32_t inputs(void) {
    return CUBE_MAX_NODES * blocks;
}

void contents_begin(uint32_t most) {
    blocks = most;
    count = 0;
}

void contents_end(void) {
    free(sums);
    sums = NULL;
    count = room = 0;
}

uint32_t contents_input(uint32_t rank, uint32_t block) {
    return rank * blocks + block + 1;
}

static struct sum sum_of(uint32_t number) {
    if (number > inputs())
        return sums[number - inputs() - 1];
    uint32_t rank = (number - 1) / blocks;
    struct sum sum = {.block = (number - 1) % blocks, .first = rank, .last = rank, .ordered = true};
    sum.ranks[rank / 64] = UINT64_C(1) << (rank % 64);
    return sum;
}

static uint32_t add(const struct sum *sum) {
    if (count == room) {
        room = room == 0 ? 1024 : 2 * room;
        sums = realloc(sums, room * sizeof *sums);
        if (!sums) {
            perror("checker");
            exit(EXIT_FAILURE);
        }
    }
    sums[count] = *sum;
    return inputs() + ++count;
}

uint32_t contents_combine(uint32_t left, uint32_t right) {
    if (left == CONTENTS_NOTHING || right == CONTENTS_NOTHING)
        return CONTENTS_NOTHING;
    struct sum sum = sum_of(left);
    struct sum other = sum_of(right);
    if (sum.block != other.block)
        return CONTENTS_NOTHING;
    for (uint32_t word = 0; word < SET_WORDS; word++) {
        if (sum.ranks[word] & other.ranks[word])
            return CONTENTS_NOTHING;
        sum.ranks[word] |= other.ranks[word];
    }
    sum.ordered = sum.ordered && other.ordered && sum.last < other.first;
    sum.first = sum.first < other.first ? sum.first : other.first;
    sum.last = sum.last > other.last ? sum.last : other.last;
    return add(&sum);
}

const char *contents_spoil(uint32_t left, uint32_t right, bool ordered) {
    if (left == CONTENTS_NOTHING || right == CONTENTS_NOTHING)
        return "an operand is empty";
    struct sum sum = sum_of(left), other = sum_of(right);
    if (sum.block != other.block)
        return "the operands have different block numbers";
    for (uint32_t word = 0; word < SET_WORDS; word++)
        if (sum.ranks[word] & other.ranks[word])
            return "a node's block is in both operands";
    return ordered && sum.ordered && other.ordered && sum.last >= other.first
               ? "the operands are not in the order of the nodes"
               : NULL;
}

bool contents_are(uint32_t number, struct cube_content content, bool ordered) {
    if (content.first > content.last)
        return true;
    if (number == CONTENTS_NOTHING)
        return false;
    if (content.first == content.last && number <= inputs())
        return number == contents_input(content.first, content.block);
    struct sum sum = sum_of(number);
    uint32_t ranks = 0;
    for (uint32_t word = 0; word < SET_WORDS; word++)
        ranks += (uint32_t)__builtin_popcountll(sum.ranks[word]);
    return sum.block == content.block && sum.first == content.first && sum.last == content.last &&
           ranks == content.last - content.first + 1 && (sum.ordered || !ordered);
}

struct contents_parts contents_parts(uint32_t number) {
    if (number == CONTENTS_NOTHING)
        return (struct contents_parts){0, 0};
    struct sum sum = sum_of(number);
    return (struct contents_parts){sum.block, sum.ranks[0]};
}

/* The last of the ranks from `rank` on that are all in the sum. */
static uint32_t end_of_ranks(const struct sum *sum, uint32_t rank) {
    while (rank + 1 < CUBE_MAX_NODES && (sum->ranks[(rank + 1) / 64] >> ((rank + 1) % 64) & 1) != 0)
        rank++;
    return rank;
}

void contents_ranks(uint32_t number, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    if (number == CONTENTS_NOTHING)
        return;
    struct sum sum = sum_of(number);
    for (uint32_t rank = sum.first; rank <= sum.last && used < size; rank++) {
        uint32_t end = end_of_ranks(&sum, rank);
        if ((sum.ranks[rank / 64] >> (rank % 64) & 1) == 0)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%u", used == 0 ? "" : "+", rank);
        if (end > rank && used < size)
            used += (size_t)snprintf(text + used, size - used, "-%u", end);
        rank = end;
    }
}

void contents_text(uint32_t number, char *text, size_t size) {
    char ranks[80];
    if (number == CONTENTS_NOTHING) {
        snprintf(text, size, "nothing");
        return;
    }
    struct sum sum = sum_of(number);
    contents_ranks(number, ranks, sizeof ranks);
    snprintf(text, size, "block %u of node%s %s%s", sum.block, sum.first == sum.last ? "" : "s",
             ranks, sum.ordered ? "" : " in another order");
}
