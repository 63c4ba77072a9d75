/* Each node makes a list, with as many elements as its number says, and doubles the newest one. */
#include <cube.h>
#include <stdio.h>

struct list {
    struct list *next;
    int value;
};

static void double_newest(struct list *list) {
    list->value *= 2;
}

int main(void) {
    struct list elements[8], *list = NULL;
    for (int i = 0; i < cube_node(); i++) {
        elements[i] = (struct list){list, i};
        list = &elements[i];
    }
    double_newest(list);
    printf("node %d: %d\n", cube_node(), list->value);
}
