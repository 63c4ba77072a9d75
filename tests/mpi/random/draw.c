#include "random.h"

uint64_t draw(struct draw *draw) {
    draw->state += 0x9e3779b97f4a7c15;
    uint64_t z = draw->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

int draw_below(struct draw *generator, int end) {
    return (int)(draw(generator) % (uint64_t)end);
}

uint64_t mix(uint64_t one, uint64_t two, uint64_t three) {
    struct draw generator = {one};
    generator.state = draw(&generator) ^ two;
    generator.state = draw(&generator) ^ three;
    return draw(&generator);
}

void draw_order(struct draw *generator, int count, int order[]) {
    for (int i = 0; i < count; i++) {
        int place = draw_below(generator, i + 1);
        order[i] = order[place];
        order[place] = i;
    }
}
