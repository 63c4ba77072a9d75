// The page of the workbench: a schedule is edited, as JSON or as a table of a step, and proved at each change. The
// checker is the tools' own, compiled to WebAssembly; main.js draws and plays what it has seen.

import { chosenLab, judgeLab, offerLabs } from "./labs.js";
import "./main.js";
import { playOf } from "./played.js";
import { checkSchedule, tableOf, wordsOf } from "./table.js";
import { runProgram } from "./wasi.js";

const MOST_PLAYED = 6; // dimensions
const LONGEST_NAME = 40;
const FIRST = "bcast-binomial";
const FEW_PACKETS = 3; // of a message in a lab

const part = (id) => document.getElementById(id);
const schema = JSON.parse(part("schema").textContent);
const compiled = WebAssembly.compile(
    Uint8Array.from(window.atob(part("program").textContent), (letter) => letter.charCodeAt(0)),
);
let shown = null; // the schedule of the text, if that is JSON
let turn = 0; // of the change that is proved
let catalogue = []; // of each algorithm: name, operation, ports

const tool = async (words, input = "") => runProgram(await compiled, words, input);

// ---- The proof

/** What tools/check says of the schedule in a text: {status, output, errors}, and the schedule if it is one. */
async function proved(text) {
    let schedule = null;
    try {
        schedule = JSON.parse(text);
        checkSchedule(schedule, schema);
    } catch (error) {
        return { status: 64, output: "", errors: `not a valid schedule (${error.message})`, schedule: null };
    }
    const table = tableOf(schedule);
    return { ...(await tool(["check", ...wordsOf(schedule)], table)), schedule, table };
}

/** The first number behind a word of a finding, or null. */
function numberIn(text, pattern) {
    const found = pattern.exec(text);
    return found && Number(found[1]);
}

/** Where a finding is: the step from 1, and the node. */
function placeOf(errors) {
    const item = numberIn(errors, /steps\[(\d+)\]/);
    const last = /\bat the end\b/.test(errors) ? shown.steps.length : null;
    return {
        step: item === null ? (numberIn(errors, /\bstep (\d+)/) ?? last) : item + 1,
        node: numberIn(errors, /\bnode (\d+)/),
    };
}

/** Goes to a step, and chooses a node there. */
function show({ step, node }) {
    if (step !== null) {
        part("step-number").value = step;
        fillTable();
        part("scrub").value = step;
    }
    const [panel] = window.graycube.panels;
    if (node !== null && node < panel.play.nodes) panel.selection = { node };
    part("scrub").dispatchEvent(new Event("input"));
}

function tell({ status, output, errors }) {
    const place = placeOf(errors);
    const counts = /^ +\d+ .*$/m.exec(output)?.[0].trim().split(/ +/) ?? [];
    const [, , , steps, bound, packets] = counts;
    const right = `right: ${steps} steps (bound ${bound}), ${packets} packets on links`;
    const text = status === 0 ? right : errors.trim().replace(/^check: /, "");
    part("verdict").dataset.right = String(status === 0);
    part("verdict").textContent = text;
    part("place-found").hidden = status === 0 || (place.step === null && place.node === null);
    part("place-found").textContent = [
        ...(place.step === null ? [] : [`step ${place.step}`]),
        ...(place.node === null ? [] : [`node ${place.node}`]),
    ].join(", ");
    part("place-found").onclick = () => show(place);
    return place;
}

/** Has the page play a schedule, at the moment that it was at. */
async function playIt({ schedule, table }, current) {
    if (schedule.dimension > MOST_PLAYED) return;
    const { output } = await tool(["schedule", "--play", ...wordsOf(schedule)], table);
    if (current !== turn || !output.startsWith("{")) return;
    const moment = part("scrub").value;
    const steps = schedule.steps.length; // the checker stops at a mistake
    part("play-0").textContent = JSON.stringify({ ...playOf(JSON.parse(output)), steps });
    part("first").dispatchEvent(new Event("change"));
    part("scrub").value = moment;
    part("scrub").dispatchEvent(new Event("input"));
}

/** Proves what the text says now, unless it changes meanwhile. */
async function prove() {
    const current = ++turn;
    const text = part("text").value;
    try {
        shown = JSON.parse(text);
    } catch {
        shown = null;
    }
    fillTable();
    const result = await proved(text);
    if (current !== turn) return;
    const place = tell(result);
    judgeLab(text, result);
    if (result.schedule) await playIt(result, current);
    if (current === turn && result.status !== 0) show(place);
    document.documentElement.dataset.proved = String(current);
}

// ---- The text

/** A schedule as text, with a line for each packet and each move. */
function written(schedule) {
    const list = (items, indent) =>
        items.length ? `[\n${items.map((item) => indent + JSON.stringify(item)).join(",\n")}]` : "[]";
    const members = Object.entries(schedule).map(([name, value]) => {
        if (name === "close") return `"close": ${list(value, "  ")}`;
        if (name !== "steps") return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
        const steps = value.map((step) => {
            const lists = Object.entries(step).map(
                ([kind, items]) => `${JSON.stringify(kind)}: ${list(items, "    ")}`,
            );
            return `  {${lists.join(",\n   ")}}`;
        });
        return `"steps": [\n${steps.join(",\n")}]`;
    });
    return `{${members.join(",\n ")}}\n`;
}

function write(schedule) {
    part("text").value = written(schedule);
    return prove();
}

/** An algorithm of the catalogue in a case, under a name of its own; null, which is told, if it is not possible there. */
async function scheduleOf(name, ...words) {
    const { output, errors } = await tool(["schedule", name, "-n", part("dimension").value, ...words]);
    if (!output) {
        part("verdict").dataset.right = "false";
        part("verdict").textContent = errors.trim();
        return null;
    }
    const schedule = JSON.parse(output);
    delete schedule.counts;
    for (const step of schedule.steps) for (const packet of step.packets) delete packet.holds;
    return { ...schedule, name: `my-${schedule.name}`.slice(0, LONGEST_NAME) };
}

/** Begins with an algorithm of the catalogue. */
async function take(name) {
    const schedule = await scheduleOf(name);
    part("step-number").value = 1;
    if (schedule) await write(schedule);
}

/** Begins with what was written for the lab that is chosen, or else with areas and no packets. */
async function takeLab() {
    const choice = chosenLab();
    if (choice?.text) part("text").value = choice.text;
    if (!choice || choice.text) return prove();
    const { operation, packets, ports } = choice.algorithm;
    const words = packets > 1 ? ["--packets", String(Math.min(packets, FEW_PACKETS))] : [];
    for (const [name] of catalogue.filter((entry) => entry[1] === operation)) {
        const schedule = await scheduleOf(name, ...words);
        if (!schedule || "packets" in schedule.case !== packets > 1) continue;
        delete schedule.close;
        delete schedule.relay;
        return write({
            ...schedule,
            name: `my-${choice.name}`,
            ports: ports.at(-1),
            steps: [{ packets: [] }],
        });
    }
    return null;
}

// ---- The table of a step

const COLUMNS = {
    path: {
        read: ({ path }) => path?.join(" "),
        write: (packet, numbers) => (packet.path = numbers),
    },
    "from area": {
        read: ({ from }) => from?.area,
        write: (packet, [area]) => (packet.from.area = area),
    },
    blocks: {
        read: ({ from }) => from?.blocks?.join(" "),
        write: (packet, numbers) => (packet.from.blocks = numbers),
    },
    "to area": {
        read: ({ to, from }) => (to ?? from)?.area,
        write: (packet, [area]) => (packet.to = { ...(packet.to ?? packet.from), area }),
    },
    "as blocks": {
        read: ({ to, from }) => (to ?? from)?.blocks?.join(" "),
        write: (packet, numbers) => (packet.to = { ...(packet.to ?? packet.from), blocks: numbers }),
    },
};

function packetsShown() {
    return shown?.steps?.[Number(part("step-number").value) - 1]?.packets;
}

function fieldOf(packet, name) {
    const field = document.createElement("input");
    field.type = "text";
    field.value = COLUMNS[name].read(packet) ?? "";
    field.setAttribute("aria-label", name);
    field.addEventListener("change", () => {
        COLUMNS[name].write(packet, (field.value.match(/\d+/g) ?? []).map(Number));
        write(shown);
    });
    return field;
}

function fillTable() {
    const table = part("step-table");
    if (table.contains(document.activeElement) && document.activeElement.matches("input")) return;
    table.replaceChildren();
    const packets = packetsShown();
    part("add").disabled = !Array.isArray(packets);
    if (!Array.isArray(packets)) return;
    const head = table.insertRow();
    for (const name of Object.keys(COLUMNS)) head.insertCell().textContent = name;
    packets.forEach((packet, number) => {
        const row = table.insertRow();
        for (const name of Object.keys(COLUMNS)) row.insertCell().append(fieldOf(packet, name));
        const button = Object.assign(document.createElement("button"), { textContent: "−" });
        button.setAttribute("aria-label", `Remove packet ${number + 1}`);
        button.addEventListener("click", () => {
            packets.splice(number, 1);
            write(shown);
        });
        row.insertCell().append(button);
    });
}

function addPacket() {
    const packets = packetsShown();
    packets.push(structuredClone(packets.at(-1) ?? { path: [0, 1], from: { area: 0, blocks: [0] } }));
    write(shown);
}

// ---- The beginning

async function begin() {
    const { output } = await tool(["check", "--list"]);
    catalogue = output
        .trim()
        .split("\n")
        .map((line) => line.split(/ +/));
    for (const [name] of catalogue) part("start").append(new Option(name));
    offerLabs();
    part("start").value = FIRST;
    part("text").addEventListener("input", prove);
    part("step-number").addEventListener("change", () =>
        show({ step: Number(part("step-number").value), node: null }),
    );
    part("take").addEventListener("click", () => take(part("start").value));
    part("lab").addEventListener("change", takeLab);
    part("add").addEventListener("click", addPacket);
    await take(FIRST);
}

window.graycube.workbench = { tool, proved, begun: begin() }; // for tests
