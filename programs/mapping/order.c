/* Orders of address bits as mappings of nodes. */
#include "programs/mapping/order.h"

#include "cube_abi.h"

struct order order_identity(uint32_t size) {
    struct order order = {.size = size};
    for (uint32_t k = 0; k < size; k++)
        order.bit[k] = (uint8_t)k;
    return order;
}

uint32_t order_place(const struct order *order, uint32_t node) {
    return cube_place(order->bit, order->size, node);
}

struct communication order_applied(const struct order *order,
                                   const struct communication *communication) {
    struct communication applied = *communication;
    for (uint32_t k = 0; k < order->size; k++)
        applied.matrix.row[k] =
            (uint16_t)order_place(order, communication->matrix.row[order->bit[k]]);
    applied.vector = order_place(order, communication->vector);
    return applied;
}

uint32_t order_contention(const struct order *order, const struct communication *communication,
                          uint32_t contention[]) {
    uint32_t below = 0, most = 0;
    for (uint32_t k = 0; k < order->size; k++) {
        contention[k] = communication_contention(communication, below, order->bit[k]);
        most = contention[k] > most ? contention[k] : most;
        below |= 1u << order->bit[k];
    }
    return most;
}
