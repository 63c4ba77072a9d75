// Parallel time. The clock of a schedule follows the rules of docs/guide/measuring.md for any costs, with
// instructions free; a run has recorded its own. Either way the critical path is found backwards.

import { alongPath, order } from "./play.js";

/** Prices a schedule: fills in when each packet begins and arrives, every wait, and the clocks' ends.
 *  `costs` has ts, th, tw, the bytes of a block, and whether a node has one port. */
export function price(play, costs) {
    if (play.isRun) return;
    const { packets, nodes, dimension } = play;
    const whole = play.relay === "whole" ? 1 : 0;
    const now = new Float64Array(nodes);
    const outFree = new Float64Array(nodes * Math.max(dimension, 1));
    const inFree = new Float64Array(nodes);
    const arrivals = Array.from({ length: nodes }, () => []);
    play.waits = [];
    play.stepEnds = Array.from({ length: nodes }, () => new Float64Array(play.steps + 1));
    for (let first = 0, step = 1; step <= play.steps; step++) {
        let last = first;
        for (; last < packets.count && packets.step[last] === step; last++) {
            const origin = packets.origin[last];
            const firstPort = packets.port[packets.pathStart[last]];
            const port = origin * Math.max(dimension, 1) + (costs.onePort ? 0 : firstPort);
            const bytes = packets.blocks[last] * costs.bytes * costs.tw;
            const begun = Math.max(now[origin], outFree[port]);
            outFree[port] = begun + costs.ts + bytes;
            const links = packets.pathStart[last + 1] - packets.pathStart[last];
            let lastPort = firstPort;
            const target = alongPath(play, last, (node, over) => (lastPort = over));
            packets.bytes[last] = packets.blocks[last] * costs.bytes;
            packets.called[last] = now[origin];
            packets.begun[last] = begun;
            packets.head[last] =
                begun + costs.ts + links * costs.th + whole * (links - 1) * (bytes + costs.ts);
            packets.end[last] = packets.head[last] + bytes;
            arrivals[target].push({ packet: last, port: lastPort, bytes });
        }
        first = last;
        for (let node = 0; node < nodes; node++) {
            arrivals[node].sort((a, b) => a.port - b.port);
            for (const { packet, bytes } of arrivals[node]) {
                let done = packets.end[packet];
                if (costs.onePort) {
                    done = Math.max(done, inFree[node] + costs.ts + bytes);
                    inFree[node] = done;
                }
                if (done <= now[node]) continue;
                const left = packets.head[packet] - costs.th - costs.ts;
                const from = now[node];
                play.waits.push({
                    node,
                    from,
                    to: done,
                    packet,
                    left: Math.min(Math.max(from, left), done),
                });
                now[node] = done;
            }
            arrivals[node].length = 0;
            play.stepEnds[node][step] = now[node];
        }
    }
    play.ends = Array.from(now);
    play.time = Math.max(0, ...now);
}

/** Sorts what the views need in the order of time, and finds the critical path. */
export function settle(play) {
    play.inTime = order(play.packets, play.packets.begun);
    play.waitsOf = Array.from({ length: play.nodes }, () => []);
    for (const wait of play.waits) play.waitsOf[wait.node].push(wait);
    for (const waits of play.waitsOf) waits.sort((a, b) => a.to - b.to);
    play.critical = criticalPath(play);
}

/** The last of a node's waits that has ended at a moment, or nothing. */
function lastWait(waits, moment) {
    let low = 0;
    let high = waits.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (waits[middle].to <= moment) low = middle + 1;
        else high = middle;
    }
    return waits[low - 1];
}

/** The longest chain, from the largest clock back: {packets: a set, works: [{node, from, to}], hops}. */
function criticalPath(play) {
    const path = { packets: new Set(), works: [], hops: [] };
    let moment = Math.max(0, ...play.ends);
    let node = play.ends.indexOf(moment);
    while (node >= 0) {
        const wait = lastWait(play.waitsOf[node], moment);
        path.works.push({ node, from: wait ? wait.to : 0, to: moment });
        if (!wait || path.packets.has(wait.packet)) break;
        path.packets.add(wait.packet);
        const sender = play.packets.origin[wait.packet];
        path.hops.push({
            packet: wait.packet,
            from: sender,
            called: play.packets.called[wait.packet],
            to: node,
            left: play.packets.begun[wait.packet],
            arrived: wait.to,
        });
        node = sender;
        moment = play.packets.called[wait.packet];
    }
    return path;
}

/** How a node has spent its time up to a moment: working, sending, receiving, waiting. */
export function spent(play, node, moment) {
    const end = Math.min(moment, play.ends[node]);
    const part = (from, to) => Math.max(0, Math.min(to, moment) - from);
    const sum = { working: end, sending: 0, receiving: 0, waiting: 0 };
    for (const wait of play.waitsOf[node]) {
        if (wait.from >= moment) break;
        sum.waiting += part(wait.from, wait.left);
        sum.receiving += part(wait.left, wait.to);
    }
    sum.working = Math.max(0, end - sum.waiting - sum.receiving);
    for (let packet = 0; packet < play.packets.count; packet++) {
        if (play.packets.origin[packet] !== node || play.packets.begun[packet] >= moment) continue;
        sum.sending += part(play.packets.begun[packet], sendingEnd(play, packet));
    }
    return sum;
}

/** When the port that sends a packet is free again. */
export function sendingEnd(play, packet) {
    const { ts, tw } = play.costs;
    return play.packets.begun[packet] + ts + tw * play.packets.bytes[packet];
}
