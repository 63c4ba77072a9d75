/* Lab 10: node 0 asks the opposite node questions, each of which depends on the answer to the one
 * before. Words pass from neighbour to neighbour, and links fail in the middle.
 *
 * Usage: talk QUESTIONS
 *
 * This program is a skeleton: README.md has the task. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>

struct words {
    unsigned value;
    int is_last; /* nothing follows, and there is no answer */
};

/* A number that no other node knows (cuberun --secret). */
static unsigned secret(void) {
    const char *text = getenv("CUBE_SECRET");
    return text ? (unsigned)strtoul(text, NULL, 0) : (unsigned)cube_node();
}

/* The next question from an answer, or the answer to a question: both need a node's own number. */
static unsigned reply(unsigned value) {
    value = (value ^ secret()) * 2654435761u;
    return value ^ value >> 15;
}

/* The dimension that the path crosses in its hop `hop`, 0 .. n - 1. */
static int dimension_of(int hop) {
    return hop; /* TODO: there are n paths */
}

/* The hops that a node is from node 0 on the path, or -1 if it is not on it. */
static int hops_to(int node) {
    for (int hop = 0, at = 0; hop <= cube_dim(); hop++) {
        if (at == node)
            return hop;
        at |= 1 << dimension_of(hop);
    }
    return -1;
}

static void ask(int questions) {
    struct words words = {0, 0};

    for (int i = 0; i < questions; i++) {
        words.value = reply(words.value);
        cube_link_send(dimension_of(0), &words, sizeof words);
        cube_link_recv(dimension_of(0), &words, sizeof words); /* TODO: has a link failed? */
    }
    words.is_last = 1;
    cube_link_send(dimension_of(0), &words, sizeof words);
    printf("%d questions, the last answer is %u\n", questions, words.value);
}

static void answer(void) {
    int before = dimension_of(cube_dim() - 1);
    struct words words;

    for (;;) {
        cube_link_recv(before, &words, sizeof words);
        if (words.is_last)
            return;
        words.value = reply(words.value);
        cube_link_send(before, &words, sizeof words);
    }
}

/* Passes questions on, and answers back. */
static void pass(int hop) {
    int before = dimension_of(hop - 1), after = dimension_of(hop);
    struct words words;

    for (;;) {
        cube_link_recv(before, &words, sizeof words);
        cube_link_send(after, &words, sizeof words);
        if (words.is_last)
            return;
        cube_link_recv(after, &words, sizeof words);
        cube_link_send(before, &words, sizeof words);
    }
}

int main(int argc, char *argv[]) {
    int hop = hops_to(cube_node());

    if (hop == 0)
        ask(argc > 1 ? atoi(argv[1]) : 1);
    else if (hop == cube_dim())
        answer();
    else if (hop > 0)
        pass(hop);
    return 0;
}
