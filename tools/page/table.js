// A schedule in JSON as the table that tools/workbench/page/table.c reads. Checks, words and numbers are those of
// tools/workbench/schedule.py.

import { wrong } from "./validity.js";

const KINDS = { send: 0, receive: 1, left: 2, right: 3, relay: 4 };
const MOVES = { copy: 5, left: 6, right: 7 };
const VARIES = { root: 1, target: 2, packets: 4, shift: 8, mesh: 16 }; // enum cube_varies
const PORT_MODELS = ["all-port", "one-port", "SIMD"];
const OWN = "own";
const AXES = 13; // GIVEN_SIDES of formats/schedules.h
const PART = 11; // numbers
const SHOWN_BLOCKS = 8; // blocks of a list
const NO_RUN = [0, 0, 0, 0];

const isPower = (number) => number > 0 && (number & (number - 1)) === 0;
const portOf = (one, other) => 31 - Math.clz32(one ^ other);

function blocksAt(schedule, area, node) {
    const count = schedule.areas[area];
    return Array.isArray(count) ? count[node] : count;
}

/** Blocks as cube_blocks has them, area, first, count, free; null if they are no run. */
function runIn(area, blocks) {
    if (blocks.length === 0) return [area, 0, 0, 0];
    const [first] = blocks;
    if (blocks.every((block, k) => block === first + k)) return [area, first, blocks.length, 0];
    const free = blocks.reduce((bits, block) => bits | (block ^ first), 0);
    const subsets = [];
    for (let part = free; ; part = (part - 1) & free) {
        subsets.push(first | part);
        if (part === 0 || subsets.length > blocks.length) break;
    }
    subsets.reverse();
    const fits = (free & first) === 0 && subsets.length === blocks.length;
    return fits && subsets.every((block, k) => block === blocks[k])
        ? [area, first, blocks.length, free]
        : null;
}

function runOf(where, { area, blocks }) {
    const run = runIn(area, blocks);
    if (run) return run;
    const more = blocks.length > SHOWN_BLOCKS ? ", ..." : "";
    throw new Error(
        `${where}: blocks ${blocks.slice(0, SHOWN_BLOCKS).join(", ")}${more} of area ${area} are neither ` +
            "consecutive nor all that differ in the same bits, in ascending order",
    );
}

function checkContent(schedule, nodes) {
    const { content } = schedule;
    const areas = schedule.areas.length;
    if ((schedule.operation === OWN) !== (content !== undefined))
        throw new Error(`"content" is required with the operation "${OWN}", and only there`);
    (content ?? []).forEach((ofNodes, before) => {
        const area = before + 1;
        if (area >= areas || ofNodes.length !== nodes)
            throw new Error(
                `content has an output ${area} for ${ofNodes.length} nodes; there are ${areas - 1} areas besides ` +
                    `the input, and ${nodes} nodes`,
            );
        ofNodes.forEach((blocks, node) => {
            const count = blocksAt(schedule, area, node);
            if (blocks.length !== count)
                throw new Error(
                    `content has ${blocks.length} blocks of area ${area} of node ${node}, which has there ${count}`,
                );
        });
    });
}

function checkMoves(where, moves, nodes) {
    for (const { node, from, to } of moves) {
        if (node >= nodes) throw new Error(`${where}: unknown node ${node} in a move`);
        if (from.blocks.length !== to.blocks.length)
            throw new Error(
                `${where}: node ${node} moves ${from.blocks.length} blocks to the places of ${to.blocks.length}`,
            );
    }
}

function checkPacket(where, packet, schedule) {
    const { path, stored = [] } = packet;
    const last = path[path.length - 1];
    for (let k = 1; k < path.length; k++) {
        const away = path[k - 1] ^ path[k];
        if (!isPower(away) || away >> schedule.dimension)
            throw new Error(`${where}: node ${path[k - 1]} has no link to node ${path[k]}`);
    }
    if (schedule.relay === "whole" && stored.length !== path.length - 2)
        throw new Error(
            `${where}: the packet of node ${path[0]} is relayed by ${path.length - 2} nodes, and "stored" tells of ` +
                `${stored.length} where they store it`,
        );
    const name = `${where}: the packet from node ${path[0]} to node ${last}`;
    runOf(`${name}, from, node ${path[0]}`, packet.from);
    runOf(`${name}, to, node ${last}`, packet.to ?? packet.from);
    stored.forEach(({ at }, number) => runOf(`${name}, stored ${number}, node ${last}`, at));
}

/** Fails with what is wrong with a schedule, as far as that goes without walking it. */
export function checkSchedule(schedule, schema) {
    const found = wrong(schedule, schema);
    if (found) throw new Error(found);
    const nodes = 1 << schedule.dimension;
    schedule.areas.forEach((area, number) => {
        if (Array.isArray(area) && area.length !== nodes)
            throw new Error(`areas[${number}] has blocks for ${area.length} nodes, and there are ${nodes}`);
    });
    checkContent(schedule, nodes);
    schedule.steps.forEach(({ moves = [], packets }, before) => {
        checkMoves(`step ${before + 1}`, moves, nodes);
        for (const packet of packets) checkPacket(`step ${before + 1}`, packet, schedule);
    });
    checkMoves("at the end", schedule.close ?? [], nodes);
}

/** The blocks of a move as pairs of runs: as few as a search from the front finds. */
function* runsOfMove({ from, to }) {
    for (let first = 0, end = 0; first < from.blocks.length; first = end) {
        const part = ({ area, blocks }) => runIn(area, blocks.slice(first, end));
        for (end = from.blocks.length; !(part(from) && part(to));) end--;
        yield [part(from), part(to)];
    }
}

/** Where the parts of each step and node begin, and their numbers. */
function partsOf(schedule) {
    const nodes = 1 << schedule.dimension;
    const places = Array.from({ length: (schedule.steps.length + 1) * nodes }, () => []);
    const add = (step, node, kind, port, leave, run, to = NO_RUN) =>
        places[step * nodes + node].push(kind, port, leave, ...run, ...to);
    const addMoves = (step, moves) => {
        for (const move of moves)
            for (const [from, to] of runsOfMove(move))
                add(step, move.node, MOVES[move.kind ?? "copy"], 0, 0, from, to);
    };
    schedule.steps.forEach(({ moves = [], packets }, step) => {
        addMoves(step, moves);
        for (const { path, from, to = from, stored = [], combine = "receive" } of packets) {
            const ports = path.slice(1).map((node, k) => portOf(path[k], node));
            const sent = runOf("", from);
            add(step, path[0], KINDS.send, ports[0], 0, sent);
            path.slice(1, -1).forEach((node, relay) => {
                const run = stored.length ? runOf("", stored[relay].at) : [0, 0, sent[2], 0];
                add(step, node, KINDS.relay, ports[relay], ports[relay + 1], run);
            });
            add(step, path[path.length - 1], KINDS[combine], ports[ports.length - 1], 0, runOf("", to));
        }
    });
    addMoves(schedule.steps.length, schedule.close ?? []);
    return [...begins(places).map((number) => number / PART), ...places.flat()];
}

/** Where each of the lists begins if they are joined, and where the last one ends. */
function begins(lists) {
    let end = 0;
    return [0, ...lists.map(({ length }) => (end += length))];
}

function combines({ steps, close = [] }) {
    const moves = [...steps.flatMap((step) => step.moves ?? []), ...close];
    const packets = steps.flatMap((step) => step.packets);
    return (
        packets.some((packet) => "combine" in packet) || moves.some(({ kind = "copy" }) => kind !== "copy")
    );
}

/** The table of a schedule that has been checked. */
export function tableOf(schedule) {
    const nodes = 1 << schedule.dimension;
    const given = schedule.case ?? {};
    const mesh = given.mesh ?? [];
    const contents = (schedule.content ?? []).flat();
    const numbers = [
        PORT_MODELS.indexOf(schedule.ports),
        Number(schedule.relay === "whole"),
        Number(schedule.ordered ?? false),
        Object.keys(given).reduce((set, name) => set | VARIES[name], 0),
        schedule.dimension,
        schedule.areas.length,
        (schedule.accumulators ?? []).reduce((set, area) => set | (1 << area), 0),
        schedule.steps.length,
        schedule.content?.length ?? 0,
        Number(combines(schedule)),
        ...["root", "target", "packets", "shift"].map((name) => given[name] ?? 0),
        mesh.length,
        ...Array.from({ length: AXES }, (_, axis) => mesh[axis] ?? 0),
        ...schedule.areas.flatMap((area) => (Array.isArray(area) ? area : new Array(nodes).fill(area))),
        ...partsOf(schedule),
        ...begins(contents.slice(0, -1)),
        ...contents.flat(2),
    ];
    return `${schedule.name}\n${schedule.operation}\n${schedule.source ?? ""}\n${numbers.join(" ")}\n`;
}

/** The words that ask a tool for the schedule's case. */
export function wordsOf({ dimension, case: given = {}, dead = [] }) {
    const words = ["--apart", "-", "-n", String(dimension)];
    for (const name of ["root", "target", "packets", "shift"])
        if (name in given) words.push(`--${name}`, String(given[name]));
    if ("mesh" in given) words.push("--mesh", given.mesh.join("x"));
    if (dead.length) words.push("--avoid", dead.join(","));
    return words;
}
