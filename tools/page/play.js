// A play as the page works with it: a schedule or a run, opened from the JSON that docs/guide/measuring.md
// describes. All packets are in typed arrays, one entry a packet, so that many of them cost little.

import { unpacked } from "./unpacking.js";

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

/** Columns for packets, with room for the links of all paths and for all texts. */
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

/** The packets of a run, from its packed columns. */
function recordedPackets({ sends, costs }) {
    const { count } = sends;
    const column = (name, Kind) => unpacked(sends[name], Kind, count);
    const waited = column("waited", Float64Array);
    const took = column("took", Float64Array);
    const links = column("links", Int32Array);
    const packets = {
        ...columns(count, 0, 0),
        operation: column("operation", Int32Array),
        headerStep: column("step", Int32Array),
        step: column("group", Int32Array),
        origin: column("node", Int32Array),
        begun: column("begun", Float64Array),
        bytes: column("bytes", Float64Array),
    };
    packets.blocks.fill(1);
    for (let packet = 0; packet < count; packet++) {
        packets.step[packet]++;
        packets.called[packet] = packets.begun[packet] - waited[packet];
        packets.head[packet] = packets.begun[packet] + took[packet];
        packets.end[packet] = packets.head[packet] + costs.tw * packets.bytes[packet];
        packets.pathStart[packet + 1] = packets.pathStart[packet] + links[packet];
    }
    packets.port = unpacked(sends.ports, Uint8Array, packets.pathStart[count]);
    return packets;
}

/** The waits of a run, from their packed columns. */
function recordedWaits({ waits, costs }, packets) {
    const column = (name) => unpacked(waits[name], Float64Array, waits.count);
    const [nodes, from, lasted, packet] = ["node", "from", "lasted", "packet"].map(column);
    return Array.from(nodes, (node, wait) => {
        const to = from[wait] + lasted[wait];
        const left = packets.head[packet[wait]] - costs.th - costs.ts;
        return {
            node,
            from: from[wait],
            to,
            packet: packet[wait],
            left: Math.min(Math.max(from[wait], left), to),
        };
    });
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
        ranks: json.ranks ?? nodes, // the nodes below have one
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
    const numbers = new Int32Array(packets.count);
    let isInOrder = true;
    for (let packet = 0; packet < packets.count; packet++) {
        numbers[packet] = packet;
        isInOrder &&= packet === 0 || column[packet - 1] <= column[packet];
    }
    return isInOrder ? numbers : numbers.sort((a, b) => column[a] - column[b] || a - b);
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

/** What a packet carries, in at most `most` letters. */
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
