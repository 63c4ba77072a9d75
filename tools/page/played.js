// A schedule as tools/workbench/schedule --play writes it, as the page plays it: as tools/page/schedules.py.

/** What blocks hold, in few letters, by number. A block of which nothing is known is "-". */
class Texts {
    constructor(isNumbered) {
        this.isNumbered = isNumbered;
        this.numbers = new Map();
    }

    number(holds) {
        const ranks = holds.slice(0, holds.lastIndexOf("."));
        const known = this.isNumbered ? holds : ranks;
        const text = ranks ? known : "-";
        if (!this.numbers.has(text)) this.numbers.set(text, this.numbers.size);
        return this.numbers.get(text);
    }
}

/** The play of a schedule. */
export function playOf(schedule) {
    const { play, counts, areas } = schedule;
    const texts = new Texts(Math.max(...[areas[0]].flat()) > 1);
    const last = play.held.reduce((most, [step]) => Math.max(most, step), -1);
    const held = Array.from({ length: last + 1 }, () => []);
    for (const [step, node, area, block, holds] of play.held)
        held[step].push(node, area, block, texts.number(holds));
    const sent = schedule.steps.map(({ packets }) =>
        packets.flatMap(({ path, holds }) => [
            path[0],
            path.length - 1,
            ...path.slice(1).map((node, k) => 31 - Math.clz32(path[k] ^ node)),
            holds.length,
            ...holds.map((text) => texts.number(text)),
        ]),
    );
    const { name, operation, ports, relay, dimension, source, dead } = schedule;
    const { usual, outputs, open } = play;
    return {
        ...{ kind: "schedule", name, operation, ports, relay, dimension, source, usual, outputs, open },
        case: play.case,
        k: schedule.case.packets ?? 1,
        sides: schedule.case.mesh ?? [],
        ...{ sent, held, steps: counts.steps, bound: counts.bound, packets: counts.packets },
        words: counts.link_words,
        texts: [...texts.numbers.keys()],
        ...(dead ? { dead } : {}),
    };
}
