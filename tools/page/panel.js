// One play on the page: its figures, the network, the bars, and the details of what is chosen.

import { Bars } from "./bars.js";
import { price, settle } from "./clock.js";
import { details } from "./details.js";
import { Matrix } from "./matrix.js";
import { Network } from "./network.js";
import { letter } from "./palette.js";
import { openPlay } from "./play.js";
import { Scene } from "./scene.js";

const TALLEST = 620; // pixels of the network
const LOWEST = 320;
const BESIDES = 320; // pixels of the window that figures and controls have, where the bars are below the network
const BARS = 190; // pixels that are kept for the bars; more nodes have more, further down
const HIGHEST_BARS = 338; // pixels of all bars below the network; beside it they have its room
const EARLY = 4; // nodes of a run that ended early of which the heading says where they were
const HIGHEST_ROW = 128; // pixels of a bar beside the network
const ENDS = 3.6; // letters: what lies between a legend and the end of the panel
const SQUARE = 0.86; // its height, as a share of its width

/** A whole number of per cent, as C's printf rounds it: halves to the even one. */
function percent(part, whole) {
    if (whole === 0) return 0;
    const value = (100 * part) / whole;
    const below = Math.floor(value);
    return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/** Shows one play inside `root`, an element made from the page's template. `chosen(selection, moment)`
 *  is called when somebody has clicked. */
export class Panel {
    constructor(root, layouts, chosen) {
        this.root = root;
        this.layouts = layouts;
        this.chosen = chosen;
        this.canvas = this.part("network");
        this.barsCanvas = this.part("bars");
        this.selection = null;
        this.canvas.addEventListener("click", (event) =>
            this.choose(this.picture.find(event.offsetX, event.offsetY)),
        );
        this.canvas.addEventListener("keydown", (event) => this.key(event));
        this.watchBars();
    }

    part(name) {
        return this.root.querySelector(`[data-part="${name}"]`);
    }

    text(name, text) {
        const element = this.part(name);
        if (element.textContent !== text) element.textContent = text;
    }

    /** Opens the play of this JSON, with costs for schedules. */
    open(json, costs) {
        this.play = openPlay(json);
        this.selection = null;
        this.reprice(costs);
        this.scene = new Scene(this.play);
        this.part("name").textContent = json.case ? `${json.name}, ${json.case}` : json.name;
        this.part("about").textContent = this.about();
        this.picture = null;
    }

    /** What the play is, in a line. */
    about() {
        const { play } = this;
        const dead = play.dead.length ? `. Dead links: ${play.dead.join(", ")}` : "";
        if (!play.isRun) {
            return `${play.operation}, ${play.ports}, ${play.nodes} node${play.nodes === 1 ? "" : "s"}${play.k > 1 ? `, ${play.k} packets` : ""}${dead}. ${play.source}`;
        }
        const { ts, th, tw, ti } = play.costs;
        const left = play.early.slice(0, EARLY).map(({ node, where }) => `node ${node} ${where}`);
        const more = play.early.length > EARLY ? [`and ${play.early.length - EARLY} more`] : [];
        const early = left.length ? `. Ended early: ${[...left, ...more].join("; ")}` : "";
        const failing = play.failing.length ? `. Links that fail: ${play.failing.join(", ")}` : "";
        return `a run on ${play.nodes} node${play.nodes === 1 ? "" : "s"}, ended with ${play.status}; t_s ${ts}, t_h ${th}, t_w ${tw}, t_i ${ti}${dead}${failing}${early}`;
    }

    reprice(costs) {
        if (!this.play.isRun) {
            this.play.costs = costs;
            price(this.play, costs);
        }
        settle(this.play);
        if (this.scene) this.scene.rewind();
    }

    /** The views that this play can be shown in. */
    views() {
        const layouts = this.layouts[[this.play.dimension, ...this.play.sides].join()] ?? {};
        return [...Object.keys(layouts), "matrix"];
    }

    /** Makes room: the canvases have the size that the page has for them. */
    fit(view) {
        const ratio = window.devicePixelRatio || 1;
        const width = Math.floor(this.canvas.parentElement.clientWidth);
        const across = Math.floor(this.barsCanvas.parentElement.clientWidth);
        const isBeside = this.barsCanvas.parentElement.offsetLeft > this.canvas.parentElement.offsetLeft;
        const room = Math.max(LOWEST, isBeside ? this.roomBelow() : window.innerHeight - BESIDES);
        this.bars = new Bars(this.play, across, isBeside ? [room, HIGHEST_ROW] : [HIGHEST_BARS], ratio);
        const height = isBeside
            ? room
            : Math.min(
                  Math.round(width * SQUARE),
                  TALLEST,
                  Math.max(LOWEST, room - Math.min(this.bars.height, BARS)),
              );
        this.size(this.canvas, width, height, ratio);
        const layouts = this.layouts[[this.play.dimension, ...this.play.sides].join()] ?? {};
        const name = view in layouts ? view : Object.keys(layouts).find((other) => other.startsWith(view));
        this.picture = name
            ? new Network(this.play, layouts[name], width, height, name)
            : new Matrix(this.play, width, height);
        this.size(this.barsCanvas, across, this.bars.height, ratio);
    }

    /** The pixels between the upper edge of the network and the end of the window that a legend, the ends of the panel
     *  and the controls leave. */
    roomBelow() {
        const legend = this.root.querySelector(".legend");
        const footer = document.querySelector("footer").offsetHeight;
        const top = this.canvas.getBoundingClientRect().top + window.scrollY;
        return Math.floor(window.innerHeight - top - legend.offsetHeight - footer - ENDS * letter());
    }

    size(canvas, width, height, ratio) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
        canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    /** How long it is, in steps or in time. */
    end(mode) {
        return mode === "steps" ? this.play.steps : this.play.time;
    }

    /** Draws a moment; with the critical path, where time is gone through and it is asked for. */
    draw(mode, moment, zoom, palette, isCriticalAsked) {
        const at = Math.min(moment, this.end(mode));
        this.at = at;
        this.scene.go(mode, at);
        const isCritical = mode === "time" && isCriticalAsked;
        this.picture.draw(this.canvas.getContext("2d"), this.scene, palette, this.selection, isCritical);
        this.bars.show(mode, this.end(mode), zoom, at);
        this.bars.draw(this.barsCanvas.getContext("2d"), palette, at, this.selection, isCritical);
        this.figures(mode, at);
        this.showDetails();
    }

    /** The step that a moment is in, from 1; 0 before the first. */
    stepAt(moment) {
        return Math.min(Math.ceil(moment), this.play.steps);
    }

    figures(mode, moment) {
        const { play, scene } = this;
        const words = play.isRun ? play.bytes : play.words;
        this.text("step", `${this.stepAt(moment)} of`);
        this.text("steps", String(play.steps));
        this.text("bound", play.isRun ? "" : `bound ${play.bound}${play.open ? " ?" : ""}`);
        this.text("packets-now", String(scene.packetsSoFar));
        this.text("packets", String(play.packets.count ? (this.play.packetsInAll ?? this.inAll()) : 0));
        this.text("words-now", String(play.hasLoad ? scene.loadSoFar : 0));
        this.text("words", String(words));
        this.text("unit", play.isRun ? "bytes on links" : "link words");
        this.text("use", `${percent(this.inAll(), play.steps * play.links)} %`);
        this.text("time-now", `${Math.round(moment)} of`);
        this.text("time", String(Math.round(play.time)));
        this.text("under", this.underWay());
    }

    /** The operations whose packets are under way. */
    underWay() {
        const { play, scene } = this;
        if (scene.under.length === 0) return "nothing";
        if (!play.isRun) return play.operation;
        const found = new Set(scene.under.map((packet) => play.packets.operation[packet]));
        return [...found].map((operation) => play.operations[operation]).join(", ");
    }

    inAll() {
        this.play.packetsInAll ??= this.play.packets.pathStart[this.play.packets.count];
        return this.play.packetsInAll;
    }

    /** What is under way, for those who do not see the picture. */
    spoken(mode, moment) {
        const under = this.scene.under.length;
        const place =
            mode === "steps"
                ? `step ${this.stepAt(moment)} of ${this.play.steps}`
                : `time ${Math.round(moment)} of ${Math.round(this.play.time)}`;
        return `${this.play.name}: ${place}, ${under} packet${under === 1 ? "" : "s"} under way, ${this.scene.packetsSoFar} so far.`;
    }

    // ---- Choosing

    choose(selection, moment) {
        this.selection = selection;
        this.chosen(selection, moment);
    }

    showDetails() {
        const box = this.part("details");
        box.hidden = !this.selection;
        if (!this.selection) return;
        const { heading, rows } = details(this.play, this.scene, this.selection);
        this.text("heading", heading);
        const body = this.part("rows");
        const lines = rows.map(([what, figure]) => `${what}\t${figure}`).join("\n");
        if (body.dataset.lines === lines) return;
        body.dataset.lines = lines;
        body.replaceChildren(
            ...rows.map(([what, figure]) => {
                const row = document.createElement("tr");
                row.append(
                    Object.assign(document.createElement("th"), { textContent: what, scope: "row" }),
                    Object.assign(document.createElement("td"), { textContent: figure }),
                );
                return row;
            }),
        );
    }

    /** Keys on the network: a digit crosses that dimension, n and N take the next node and the one before,
     *  l the next link of the node, Escape none. */
    key(event) {
        const { nodes, dimension } = this.play;
        const { node = 0, port } = this.selection ?? {};
        const digit = /^\d$/.test(event.key) ? Number(event.key) : -1;
        if (digit >= 0 && digit < dimension) this.choose({ node: this.selection ? node ^ (1 << digit) : 0 });
        else if (event.key === "n") this.choose({ node: this.selection ? (node + 1) % nodes : 0 });
        else if (event.key === "N") this.choose({ node: (node + nodes - 1) % nodes });
        else if (event.key === "l" && dimension > 0) {
            this.choose({ node, port: port === undefined ? 0 : (port + 1) % dimension });
        } else if (event.key === "Escape") this.choose(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** On the bars a press chooses the node and the moment, and goes on while it is held. */
    watchBars() {
        let isHeld = false;
        const seek = (event) => {
            const moment = Math.min(
                Math.max(this.bars.momentAt(event.offsetX), 0),
                this.end(this.scene.mode),
            );
            this.choose(isHeld ? this.selection : { node: this.bars.nodeAt(event.offsetY) }, moment);
        };
        this.barsCanvas.addEventListener("pointerdown", (event) => {
            seek(event);
            isHeld = true;
            this.barsCanvas.setPointerCapture(event.pointerId);
        });
        this.barsCanvas.addEventListener("pointermove", (event) => isHeld && seek(event));
        for (const end of ["pointerup", "pointercancel"]) {
            this.barsCanvas.addEventListener(end, () => (isHeld = false));
        }
    }
}
