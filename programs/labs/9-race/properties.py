"""The required properties of lab 9 (programs/labs/README.md)."""

TITLE = "a race, found in all orders"
ROUNDS = 100
STATUS_MOST = 3  # of a run in which a worker has done as many tasks as were asked about
FEWEST = 4  # orders of three tasks for two workers: either may be first, and then either of the two that have tasks


def value_of(task):
    """The value of a task (farm.c)."""
    for _ in range(ROUNDS):
        task = (task * 1664525 + 1013904223) % (1 << 32)
    return task


def right(answer):
    """In the usual order all values are right, on any number of ranks."""
    for ranks, tasks in ((2, 5), (3, 3), (4, 1), (4, 20)):
        status, told = answer.mpi("farm", ranks, tasks)
        numbers = sum(answer.secrets(ranks)[1:]) % (1 << 32)
        wanted = sorted([*(f"task {task}: {value_of(task)}" for task in range(tasks)), f"numbers: {numbers}"])
        answer.want(status == 0, f"farm {tasks} on {ranks} ranks ends with status {status}")
        wrong = next((line for line in wanted if line not in told), None)
        answer.want(sorted(told) == wanted, f"farm {tasks} on {ranks} ranks does not print {wrong or 'these lines alone'}")


def all_orders(ranks, tasks):
    """No order of the messages prints other lines, or fails."""
    def has(answer):
        right(answer)
        status, _, told = answer.explored("farm", ranks, tasks)
        answer.want(status == 0, "\n".join([f"farm {tasks} on {ranks} ranks: not all orders print the same", *told]))
    return has


def farms(answer):
    """Tasks go to whoever is ready: there is an order in which a worker does all but one."""
    all_orders(3, 3)(answer)
    _, orders, _ = answer.explored("farm", 3, 3)
    answer.want(orders >= FEWEST, f"farm 3 on 3 ranks: {orders} orders; who serves whoever is first has at least {FEWEST}")
    status, _, told = answer.explored("farm", 3, 4, 3)
    answer.want(status == STATUS_MOST, "\n".join(["no order in which one of two workers does 3 of 4 tasks", *told]))
    status, _, told = answer.explored("farm", 3, 2, 3)
    answer.want(status == 0, "\n".join(["there is an order in which a worker does 3 of 2 tasks", *told]))


PROPERTIES = [
    (1, "farm.c prints the right values", right),
    (4, "    in each order of its messages", all_orders(3, 3)),
    (2, "    also where there are fewer tasks than workers", all_orders(4, 1)),
    (3, "    and a task goes to whoever is ready first", farms),
]
