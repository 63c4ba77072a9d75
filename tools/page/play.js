// A play as the page works with it: a schedule or a run, opened from the JSON that docs/page.md
// describes. All packets are in typed arrays, one entry a packet, so that many of them cost little.

/** The distinct texts of block contents say how many contributions they hold: "0-3+5.2" five. */
function weightOf(text) {
    if (text === "-") return 0;
    return text
        .split(".")[0]
        .split("+")
        .reduce((sum, part) => {
            const [first, last = first] = part.split("-").map(Number);
            return sum + last - first + 1;
        }, 0);
}

/** Columns for so many packets, whose paths have so many links, and whose texts are so many. */
function columns(count, links, texts) {
    return {
        count,
        step: new Int32Array(count), // counted from 1
        origin: new Int32Array(count),
        pathStart: new Int32Array(count + 1),
        port: new Uint8Array(links), // of the links of all paths
        blocks: new Int32Array(count),
        bytes: new Float64Array(count),
        textStart: new Int32Array(count + 1),
        text: new Int32Array(texts), // of the blocks of all packets
        called: new Float64Array(count), // what the sender's clock showed
        begun: new Float64Array(count), // when the port began with it
        head: new Float64Array(count), // when its first byte had arrived
        end: new Float64Array(count), // when its last byte had
    };
}

/** The packets of a schedule, which has a flat list for each step: origin, links, ports, blocks, texts. */
function scheduledPackets(sent) {
    const found = [];
    let links = 0;
    let texts = 0;
    sent.forEach((list, before) => {
        for (let at = 0; at < list.length;) {
            const path = at + 2;
            const blocks = path + list[at + 1];
            found.push({ list, at, step: before + 1 });
            links += list[at + 1];
            texts += list[blocks];
            at = blocks + 1 + list[blocks];
        }
    });
    const packets = columns(found.length, links, texts);
    found.forEach(({ list, at, step }, packet) => {
        const length = list[at + 1];
        const blocks = list[at + 2 + length];
        const first = at + 3 + length;
        packets.step[packet] = step;
        packets.origin[packet] = list[at];
        packets.blocks[packet] = blocks;
        packets.port.set(list.slice(at + 2, at + 2 + length), packets.pathStart[packet]);
        packets.text.set(list.slice(first, first + blocks), packets.textStart[packet]);
        packets.pathStart[packet + 1] = packets.pathStart[packet] + length;
        packets.textStart[packet + 1] = packets.textStart[packet] + blocks;
    });
    return packets;
}

/** The packets of a run: a flat list of operation, header's step, step, origin, called, begun, head,
 *  bytes, links, ports. */
function recordedPackets(play) {
    const { sends, costs } = play;
    const starts = [];
    let links = 0;
    for (let at = 0; at < sends.length; at += 9 + sends[at + 8]) {
        starts.push(at);
        links += sends[at + 8];
    }
    const packets = columns(starts.length, links, 0);
    packets.operation = new Int32Array(starts.length);
    packets.headerStep = new Int32Array(starts.length);
    starts.forEach((at, packet) => {
        packets.operation[packet] = sends[at];
        packets.headerStep[packet] = sends[at + 1];
        packets.step[packet] = sends[at + 2] + 1;
        packets.origin[packet] = sends[at + 3];
        packets.called[packet] = sends[at + 4];
        packets.begun[packet] = sends[at + 5];
        packets.head[packet] = sends[at + 6];
        packets.bytes[packet] = sends[at + 7];
        packets.end[packet] = sends[at + 6] + costs.tw * sends[at + 7];
        packets.blocks[packet] = 1;
        packets.port.set(sends.slice(at + 9, at + 9 + sends[at + 8]), packets.pathStart[packet]);
        packets.pathStart[packet + 1] = packets.pathStart[packet] + sends[at + 8];
    });
    return packets;
}

/** The waits of a run, in columns, from a flat list of node, from, to, packet. */
function recordedWaits(play, packets) {
    const waits = [];
    for (let at = 0; at < play.waits.length; at += 4) {
        const [node, from, to, packet] = play.waits.slice(at, at + 4);
        const left = packets.head[packet] - play.costs.th - play.costs.ts;
        waits.push({ node, from, to, packet, left: Math.min(Math.max(from, left), to) });
    }
    return waits;
}

/** The directed links, {node, port}, of links that are named by an end and a dimension: "3:1". */
function bothWays(names) {
    return names.flatMap((name) => {
        const [node, port] = name.split(":").map(Number);
        return [
            { node, port },
            { node: node ^ (1 << port), port },
        ];
    });
}

/** For each node what its blocks hold, in the order of the steps: {step, area, block, text}. */
function holdings(held, nodes) {
    const byNode = Array.from({ length: nodes }, () => []);
    held.forEach((list, step) => {
        for (let at = 0; at < list.length; at += 4) {
            byNode[list[at]].push({ step, area: list[at + 1], block: list[at + 2], text: list[at + 3] });
        }
    });
    return byNode;
}

/** Opens a play: the object of its JSON becomes one that all views read. */
export function openPlay(json) {
    const nodes = 1 << json.dimension;
    const isRun = json.kind === "run";
    const packets = isRun ? recordedPackets(json) : scheduledPackets(json.sent);
    const play = {
        ...json,
        isRun,
        nodes,
        packets,
        links: nodes * json.dimension, // directed ones; the link of a node on a port is node * n + port
        waits: isRun ? recordedWaits(json, packets) : [],
        early: json.early ?? [],
        dead: json.dead ?? [],
        failing: json.failing ?? [],
        crossed: bothWays([...(json.dead ?? []), ...(json.failing ?? [])]),
        ends: isRun ? json.ends : new Array(nodes).fill(0),
        holdings: isRun ? null : holdings(json.held, nodes),
        weights: isRun ? null : json.texts.map(weightOf),
    };
    const unit = isRun ? packets.bytes : packets.blocks;
    play.unit = isRun ? "bytes" : "blocks";
    play.hasLoad = unit.some((value) => value > 0);
    play.load = play.hasLoad ? unit : new Float64Array(packets.count).fill(1); // of each packet on a link
    play.inSteps = order(packets, packets.step);
    return play;
}

/** The packets' numbers in the order of a column. */
export function order(packets, column) {
    return Int32Array.from({ length: packets.count }, (_, packet) => packet).sort(
        (a, b) => column[a] - column[b] || a - b,
    );
}

/** Calls see(node, port, number) for each link of a packet's path. */
export function alongPath(play, packet, see) {
    const { origin, pathStart, port } = play.packets;
    let node = origin[packet];
    for (let at = pathStart[packet]; at < pathStart[packet + 1]; at++) {
        see(node, port[at], at - pathStart[packet]);
        node ^= 1 << port[at];
    }
    return node;
}

/** The node that a packet comes to. */
export function targetOf(play, packet) {
    return alongPath(play, packet, () => {});
}

/** What a packet carries, in few letters; at most so many. */
export function carried(play, packet, most = 16) {
    if (play.isRun) return `${play.packets.bytes[packet]} B`;
    const { textStart, text } = play.packets;
    const texts = Array.from(text.slice(textStart[packet], textStart[packet + 1]), (t) => play.texts[t]);
    return texts.length ? shorten(texts, most) : "∗";
}

/** Several texts as one: consecutive numbers are told together. What is too long for `most`
 *  letters is counted: ×12. */
export function shorten(texts, most) {
    const parts = [];
    for (const text of texts) {
        const before = parts[parts.length - 1];
        if (before && isNext(before.last, text)) before.last = text;
        else parts.push({ first: text, last: text });
    }
    const whole = parts.map(({ first, last }) => (first === last ? first : `${first}..${last}`)).join(" ");
    if (whole.length <= most) return whole;
    return `×${texts.length}`;
}

/** Whether a text follows another one: 5 after 4, or 2.5 after 2.4, or 3.0 after 2.0. */
function isNext(before, text) {
    const numbers = [before, text].map((word) => word.split("."));
    if (!/^\d+(\.\d+)?$/.test(before) || !/^\d+(\.\d+)?$/.test(text)) return false;
    const [[rank, block], [nextRank, nextBlock]] = numbers;
    if (block === undefined) return Number(nextRank) === Number(rank) + 1;
    return (
        (rank === nextRank && Number(nextBlock) === Number(block) + 1) ||
        (block === nextBlock && Number(nextRank) === Number(rank) + 1)
    );
}
