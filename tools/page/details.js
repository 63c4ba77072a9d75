// The figures of a node or a link that somebody has chosen, as rows of a table.

import { spent } from "./clock.js";
import { alongPath, carried, shorten } from "./play.js";
import { AREA } from "./scene.js";

const LISTED = 12; // packets of a link
const TEXT = 600; // letters of what an area holds, at most

/** Rows [what, figure] for the selection in a scene, under a heading. */
export function details(play, scene, selection) {
    const { node, port } = selection;
    return port === undefined ? ofNode(play, scene, node) : ofLink(play, scene, node, port);
}

/** The address of a node, in digits of base 2. */
function binary(play, node) {
    return node.toString(2).padStart(Math.max(play.dimension, 1), "0");
}

function ofNode(play, scene, node) {
    const rows = [];
    if (!play.isRun) rows.push(...heldRows(play, scene, node));
    if (node >= play.ranks) rows.push(["has no rank", "it only passes packets on"]);
    const early = play.early.find((other) => other.node === node);
    if (early) rows.push(["ended early", early.where]);
    const left = countAt(play, scene, (from) => from === node);
    const come = countAt(play, scene, (from, port) => (from ^ (1 << port)) === node);
    rows.push(["left on its links", amount(play, left)]);
    rows.push(["come on its links", amount(play, come)]);
    if (scene.mode === "time") rows.push(...timeRows(play, scene, node));
    return { heading: `Node ${node} (${binary(play, node)})`, rows };
}

/** What each of its areas holds. */
function heldRows(play, scene, node) {
    const areas = new Set([...scene.held[node].keys()].map((key) => Math.floor(key / AREA)));
    return [...areas]
        .sort((a, b) => a - b)
        .flatMap((area) => {
            const texts = scene.texts(node, area);
            return texts.length ? [[areaName(play, area), shorten(texts, TEXT)]] : [];
        });
}

/** What an area is for: the input, an output, or room for the schedule's own use. */
function areaName(play, area) {
    if (area === 0) return "input";
    if (area > play.outputs) return `workspace ${area}`;
    return play.outputs > 1 ? `output ${area}` : "output";
}

/** How many packets there are, and how large they are together. */
function amount(play, { packets, load }) {
    return `${packets} packet${packets === 1 ? "" : "s"}, ${load} ${play.unit}`;
}

/** Where its time went so far. */
function timeRows(play, scene, node) {
    const moment = scene.moment;
    const sum = spent(play, node, moment);
    const clock = Math.min(moment, play.ends[node]);
    const share = (value) => (clock > 0 ? ` (${Math.round((100 * value) / clock)} %)` : "");
    const row = (name) => [name, `${Math.round(sum[name])}${share(sum[name])}`];
    return [
        ["clock", String(Math.round(clock))],
        row("working"),
        row("receiving"),
        row("waiting"),
        ["its ports sending", String(Math.round(sum.sending))],
    ];
}

/** The packets on all links for which isCounted(node, port) holds, so far. */
function countAt(play, scene, isCounted) {
    const sum = { packets: 0, load: 0 };
    for (let node = 0; node < play.nodes; node++) {
        for (let port = 0; port < play.dimension; port++) {
            if (!isCounted(node, port)) continue;
            sum.packets += scene.counts[node * play.dimension + port];
            if (play.hasLoad) sum.load += scene.loads[node * play.dimension + port];
        }
    }
    return sum;
}

function ofLink(play, scene, node, port) {
    const link = node * play.dimension + port;
    const { packets } = play;
    const rows = [
        ["dimension", String(port)],
        ["packets so far", String(scene.counts[link])],
        [`${play.unit} so far`, String(play.hasLoad ? scene.loads[link] : 0)],
        [`${play.unit} in all`, String(play.hasLoad ? scene.final[link] : 0)],
    ];
    const isOf = (name) => [`${node}:${port}`, `${node ^ (1 << port)}:${port}`].includes(name);
    if (play.dead.some(isOf))
        rows.push(["dead", play.isRun ? "what is sent here goes round" : "no packet passes"]);
    if (play.failing.some(isOf)) rows.push(["fails", "what is sent here goes round from then on"]);
    let found = 0;
    for (let packet = 0; packet < packets.count; packet++) {
        let passes = false;
        alongPath(play, packet, (from, over) => (passes ||= from === node && over === port));
        if (passes && ++found <= LISTED) {
            const what = play.isRun
                ? `${play.operations[packets.operation[packet]]} ${packets.headerStep[packet] || ""}`
                : "";
            const when =
                scene.mode === "time"
                    ? `${Math.round(packets.begun[packet])} to ${Math.round(packets.end[packet])}`
                    : `step ${packets.step[packet]}`;
            rows.push([
                when,
                `${what} ${carried(play, packet, TEXT)} from node ${packets.origin[packet]}`.trim(),
            ]);
        }
    }
    if (found > LISTED) rows.push(["and", `${found - LISTED} packets more`]);
    return { heading: `Link ${node} → ${node ^ (1 << port)}`, rows };
}
