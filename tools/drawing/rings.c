/* Draws the hierarchy of rings of Ozveren, section 3.1 (figure 12), as the schedules use it:
 *
 *     rings NODES [--svg]
 *
 * On level k the places of the ring of Gray codes that are 2^k apart make 2^k rings, and a shift by
 * 2^k goes once along all of them. The drawing shows these rings, and the links of the cube on
 * which the packets of the schedule "gray-shift-signed" pass, as the checker sees them. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/check/contents.h"
#include "cube.h"

enum {
    STATUS_USAGE = 64,
    MOST_DIMENSION = 6, /* the checker tells the sources of a block as 64 bits */
    MOST_NODES = 1 << MOST_DIMENSION,
    MOST_LINKS = 2, /* of a packet's way */
    RADIUS = 90,    /* of a ring in the picture */
    ROOM = 220,     /* for a ring */
    HEAD = 50,      /* for the title, and for those of the columns */
};

/* The way of each node's packet: the ports on which it passes. */
struct ways {
    uint32_t count[MOST_NODES];
    uint32_t port[MOST_NODES][MOST_LINKS];
};

static void see(void *argument, const struct passage *passage) {
    struct ways *ways = argument;
    uint32_t source = (uint32_t)__builtin_ctzll(contents_parts(passage->contents[0]).ranks);
    if (ways->count[source] < MOST_LINKS)
        ways->port[source][ways->count[source]] = passage->port;
    ways->count[source]++;
}

/* Watches a shift by 2^level. Returns whether each packet takes one link, or two above level 0. */
static bool find_ways(uint32_t dimension, uint32_t level, struct ways *ways) {
    struct shape shape = shape_of(dimension);
    struct finding finding;
    shape.shift = 1u << level;
    memset(ways, 0, sizeof *ways);
    if (!check_schedule_round(catalogue_find("gray-shift-signed"), &shape, NULL, &finding,
                              &(struct observer){.see = see, .argument = ways})) {
        fprintf(stderr, "rings: %s\n", finding.message);
        return false;
    }
    for (uint32_t node = 0; node < 1u << dimension; node++)
        if (ways->count[node] != (level == 0 ? 1 : 2)) {
            fprintf(stderr, "rings: on level %u the packet of node %u takes %u links\n", level,
                    node, ways->count[node]);
            return false;
        }
    return true;
}

static uint32_t node_of(uint32_t place) {
    return (uint32_t)cube_gray((int)place);
}

/* ---- Text ---- */

static void print_node(uint32_t node, uint32_t dimension) {
    for (uint32_t bit = dimension; bit-- > 0;)
        putchar('0' + (int)(node >> bit & 1));
}

/* A ring, from its first place back to it: the nodes of its places, the dimensions that the packets
 * take between them and, in brackets, the nodes that they pass. */
static void print_ring(uint32_t dimension, uint32_t level, uint32_t first,
                       const struct ways *ways) {
    uint32_t nodes = 1u << dimension;
    printf("    %2u: ", first);
    for (uint32_t place = first; place < first + nodes; place += 1u << level) {
        uint32_t at = node_of(place % nodes), source = at;
        print_node(at, dimension);
        for (uint32_t link = 0; link < ways->count[source]; link++) {
            at ^= 1u << ways->port[source][link];
            printf(" -%u- ", ways->port[source][link]);
            if (link + 1 < ways->count[source]) {
                putchar('(');
                print_node(at, dimension);
                putchar(')');
            }
        }
    }
    print_node(node_of(first), dimension);
    putchar('\n');
}

static void print_level(uint32_t dimension, uint32_t level, const struct ways *ways) {
    uint32_t rings = 1u << level, nodes = 1u << dimension;
    printf("\nlevel %u: %u ring%s of %u node%s, %u place%s apart; a shift takes %u step%s\n", level,
           rings, rings == 1 ? "" : "s", nodes / rings, nodes / rings == 1 ? "" : "s", rings,
           rings == 1 ? "" : "s", ways->count[0], ways->count[0] == 1 ? "" : "s");
    for (uint32_t first = 0; first < rings; first++)
        print_ring(dimension, level, first, ways);
}

/* ---- Picture: a row for each level, left the rings, right the links of the cube ---- */

static double across(uint32_t column, uint32_t place, uint32_t nodes) {
    return column * ROOM + ROOM / 2.0 + RADIUS * sin(2 * 3.14159265358979 * place / nodes);
}

static double down(uint32_t row, uint32_t place, uint32_t nodes) {
    return row * ROOM + ROOM / 2.0 - RADIUS * cos(2 * 3.14159265358979 * place / nodes);
}

static void draw_line(uint32_t row, uint32_t column, uint32_t from, uint32_t to, uint32_t nodes) {
    printf("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#c33\"/>\n",
           across(column, from, nodes), down(row, from, nodes), across(column, to, nodes),
           down(row, to, nodes));
}

static void draw_level(uint32_t dimension, uint32_t level, const struct ways *ways) {
    uint32_t nodes = 1u << dimension;
    for (uint32_t place = 0; place < nodes; place++) {
        uint32_t source = node_of(place), at = source;
        draw_line(level, 0, place, (place + (1u << level)) % nodes, nodes);
        for (uint32_t link = 0; link < ways->count[source]; link++) {
            uint32_t next = at ^ 1u << ways->port[source][link];
            draw_line(level, 1, (uint32_t)cube_gray_inverse((int)at),
                      (uint32_t)cube_gray_inverse((int)next), nodes);
            at = next;
        }
    }
    for (uint32_t column = 0; column < 2; column++)
        for (uint32_t place = 0; place < nodes; place++)
            printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"9\" fill=\"#fff\" stroke=\"#000\"/>"
                   "<text x=\"%.1f\" y=\"%.1f\">%u</text>\n",
                   across(column, place, nodes), down(level, place, nodes),
                   across(column, place, nodes), down(level, place, nodes) + 4,
                   column == 0 ? place : node_of(place));
}

static void draw_head(uint32_t dimension) {
    unsigned nodes = 1u << dimension;
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" "
           "font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\">\n"
           "<title>The hierarchy of rings in a cube of %u nodes</title>\n"
           "<text x=\"%d\" y=\"20\" font-size=\"14\">The hierarchy of rings in a cube of %u "
           "nodes</text>\n"
           "<text x=\"%d\" y=\"42\">places: shifts by 1, 2, 4 ...</text>"
           "<text x=\"%d\" y=\"42\">nodes: the links of the packets</text>\n"
           "<g transform=\"translate(0 %d)\">\n",
           2 * ROOM, dimension * ROOM + HEAD, nodes, ROOM, nodes, ROOM / 2, ROOM + ROOM / 2, HEAD);
}

int main(int argc, char *argv[]) {
    static struct ways ways;
    uint32_t dimension = 0;
    unsigned long nodes = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    bool svg = argc == 3 && strcmp(argv[2], "--svg") == 0, right = true;
    while (dimension < MOST_DIMENSION && 1u << dimension < nodes)
        dimension++;
    if (argc < 2 || argc > 3 || (argc == 3 && !svg) || dimension < 2 || 1u << dimension != nodes) {
        fprintf(stderr, "usage: rings NODES [--svg]: 4, 8, ... %d nodes\n", MOST_NODES);
        return STATUS_USAGE;
    }
    if (svg)
        draw_head(dimension);
    else
        printf("The hierarchy of rings in a cube of %lu nodes\n", nodes);
    for (uint32_t level = 0; right && level < dimension; level++) {
        right = find_ways(dimension, level, &ways);
        if (right && svg)
            draw_level(dimension, level, &ways);
        else if (right)
            print_level(dimension, level, &ways);
    }
    if (svg)
        printf("</g></svg>\n");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
