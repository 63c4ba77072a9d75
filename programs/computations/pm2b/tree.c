#include "programs/computations/pm2b/tree.h"

#include <stdbool.h>
#include <string.h>

/* The halves of all levels have L - 1 and L - 1 elements, and each has room for one more. */
size_t tree_room(const struct work *work) {
    return work->slots + 2 * (work->slots - 1) + 2 * work->local;
}

void tree_begin(struct tree *tree, struct work *work, char *elements) {
    *tree = (struct tree){.work = work,
                          .elements = elements,
                          .result = work_take(work, work->slots),
                          .depth = work->local,
                          .exchanges = work->slots - 1};
    for (unsigned k = 0; k < tree->depth; k++) {
        struct tree_level *level = &tree->level[k];
        level->half = work->slots >> (k + 1);
        level->even = work_take(work, level->half + 1);
        level->odd = work_take(work, level->half + 1) + work->program->bytes;
    }
    if (work->program->order == PM2B_DESCEND && tree->depth > 0)
        tree->at = tree->depth - 1;
}

static bool ascends(const struct tree *tree) {
    return tree->work->program->order == PM2B_ASCEND;
}

/* Whether the current class is the odd half of its parent. */
static bool is_odd(const struct tree *tree) {
    return (tree->class >> (tree->at - 1) & 1) != 0;
}

/* Computes new values of the even or the odd elements of the class whose elements a level holds. */
static void compute_half(struct tree *tree, unsigned k, size_t class, bool odd, char *result) {
    struct work *work = tree->work;
    const struct tree_level *level = &tree->level[k];
    struct work_slots slots = {
        .slot = class + (odd ? (size_t)1 << k : 0), .apart = (size_t)2 << k, .count = level->half};
    if (odd)
        work_compute(work, k, slots, level->odd, level->even + work->program->bytes, level->even,
                     result);
    else
        work_compute(work, k, slots, level->even, level->odd, level->odd - work->program->bytes,
                     result);
}

/* ---- Ascending: split ---- */

/* Copies a class's elements into the two halves of its level. */
static void split(const struct tree *tree, const char *elements, const struct tree_level *level) {
    size_t bytes = tree->work->program->bytes;
    for (size_t k = 0; k < level->half; k++) {
        memcpy(level->even + k * bytes, elements + 2 * k * bytes, bytes);
        memcpy(level->odd + k * bytes, elements + (2 * k + 1) * bytes, bytes);
    }
}

/* Computes the elements of the present class from the class that it is a half of. */
static void make_class(struct tree *tree) {
    const char *elements = tree->elements;
    if (tree->at > 0) {
        size_t whole = tree->class & (((size_t)1 << (tree->at - 1)) - 1);
        compute_half(tree, tree->at - 1, whole, is_odd(tree), tree->result);
        elements = tree->result;
    }
    split(tree, elements, &tree->level[tree->at]);
}

/* Goes to the next class of a walk in which each class comes before its halves. */
static void next_of_preorder(struct tree *tree) {
    if (tree->at + 1 < tree->depth) {
        tree->at++;
        return;
    }
    while (tree->at > 0 && is_odd(tree)) {
        tree->at--;
        tree->class -= (size_t)1 << tree->at;
    }
    if (tree->at > 0)
        tree->class += (size_t)1 << (tree->at - 1);
}

static void advance_ascending(struct tree *tree) {
    unsigned last = tree->depth - 1;
    if (tree->at == last) {
        size_t other = tree->class + ((size_t)1 << last);
        compute_half(tree, last, tree->class, false,
                     work_at(tree->work, tree->elements, tree->class));
        compute_half(tree, last, tree->class, true, work_at(tree->work, tree->elements, other));
    }
    next_of_preorder(tree);
}

/* ---- Descending: join ---- */

/* Takes the slots of the present class on the last level, where each half is one slot. */
static void take_slots(struct tree *tree) {
    const struct tree_level *level = &tree->level[tree->at];
    size_t other = tree->class + ((size_t)1 << tree->at), bytes = tree->work->program->bytes;
    memcpy(level->even, work_at(tree->work, tree->elements, tree->class), bytes);
    memcpy(level->odd, work_at(tree->work, tree->elements, other), bytes);
}

/* Computes both halves of the present class and joins them. The joined class goes to its place as a
 * half of a class of the level before, or, on level 0, to the place of all elements. */
static void join(struct tree *tree) {
    const struct tree_level *level = &tree->level[tree->at];
    size_t bytes = tree->work->program->bytes;
    char *even = tree->result, *odd = even + level->half * bytes;
    char *joined = tree->elements;
    if (tree->at > 0)
        joined = is_odd(tree) ? tree->level[tree->at - 1].odd : tree->level[tree->at - 1].even;
    compute_half(tree, tree->at, tree->class, false, even);
    compute_half(tree, tree->at, tree->class, true, odd);
    for (size_t k = 0; k < level->half; k++) {
        memcpy(joined + 2 * k * bytes, even + k * bytes, bytes);
        memcpy(joined + (2 * k + 1) * bytes, odd + k * bytes, bytes);
    }
}

/* Goes to the next class of a walk in which each class comes after its halves. */
static void next_of_postorder(struct tree *tree) {
    if (tree->at == 0)
        return;
    size_t bit = (size_t)1 << (tree->at - 1);
    if (is_odd(tree)) {
        tree->class -= bit;
        tree->at--;
    } else {
        tree->class += bit;
        tree->at = tree->depth - 1;
    }
}

/* ---- What both have ---- */

struct ring_pair tree_exchange(struct tree *tree) {
    const struct tree_level *level = &tree->level[tree->at];
    size_t bytes = tree->work->program->bytes;
    if (ascends(tree))
        make_class(tree);
    else if (tree->at == tree->depth - 1)
        take_slots(tree);
    return (struct ring_pair){
        .up = level->odd + (level->half - 1) * bytes,
        .down = level->even,
        .below = level->odd - bytes,
        .above = level->even + level->half * bytes,
    };
}

void tree_advance(struct tree *tree) {
    tree->exchanges--;
    if (ascends(tree)) {
        advance_ascending(tree);
    } else {
        join(tree);
        next_of_postorder(tree);
    }
}
