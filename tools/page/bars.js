// A bar for each node that has a rank, against steps or parallel time. In steps a cell says whether the node sends,
// receives, or both. In time a bar says what the node does; below the bar its ports' sending. What does
// not change from frame to frame is drawn once, on a canvas of its own.

import { sendingEnd } from "./clock.js";
import { letter } from "./palette.js";
import { targetOf } from "./play.js";
import { pixelOf, Raster } from "./raster.js";

const LABELS = 3.1; // letters at the left, for the nodes' numbers
const AXIS = 11; // pixels below, for the scale: the mark of the moment, and under it the letters
const MARK = 3; // pixels, the radius of that mark
const BAR = [1, 20]; // pixels of one bar, at least and usually at most
const PORTS = 0.32; // of a bar: the part in which the ports' sending is shown
const LEAST_WITH_PORTS = 2; // pixels of a bar that has room for it
const HATCH = 1.5; // pixels: lines that stand for waiting
const WORKING = 1; // inks
const WAITING = 2;
const RECEIVING = 3;
const LETTERS = 0.74; // the height of the scale's letters, as a share of the page's
const TICKS = 6;
const TO_COME = 0.55; // how much paler the bars are after the moment

/** The bars of one play. */
export class Bars {
    /** For a canvas of this width and ratio of pixels, in which all bars, and each of them, are so high at most. */
    constructor(play, width, [height, highest = BAR[1]], ratio) {
        this.play = play;
        this.width = width;
        this.ratio = ratio;
        this.letters = LETTERS * letter();
        this.left = Math.round(LABELS * this.letters);
        this.axis = Math.round(AXIS + this.letters);
        this.row = Math.max(BAR[0], Math.min(highest, Math.floor((height - this.axis) / play.ranks)));
        this.height = Math.ceil(this.row * play.ranks) + this.axis;
        this.key = "";
        this.ground = document.createElement("canvas");
        this.ground.width = Math.round(width * ratio);
        this.ground.height = Math.round(this.height * ratio);
        this.columns = Math.max(1, Math.round((width - this.left) * ratio));
    }

    /** Sets which part of the steps or the time is to be seen. */
    show(mode, end, zoom, moment) {
        this.mode = mode;
        this.span = Math.max(end, 1e-9) / zoom;
        const middle = Math.min(
            Math.max(moment, this.span / 2),
            Math.max(end - this.span / 2, this.span / 2),
        );
        this.from = zoom > 1 ? Math.floor((middle - this.span / 2) / (this.span / 8)) * (this.span / 8) : 0;
    }

    /** The place of a moment on the canvas. */
    x(moment) {
        return this.left + ((moment - this.from) / this.span) * (this.width - this.left - 6);
    }

    /** The moment at a place of the canvas. */
    momentAt(x) {
        return this.from + ((x - this.left) / (this.width - this.left - 6)) * this.span;
    }

    /** The node at a place of the canvas. */
    nodeAt(y) {
        return Math.max(0, Math.min(this.play.ranks - 1, Math.floor(y / this.row)));
    }

    /** The height of a bar without the gap to the next one. */
    tall() {
        return Math.max(1, this.row - (this.row > 8 ? 4 : this.row > 3 ? 1 : 0));
    }

    /** Draws the bars, paler after the moment. */
    draw(context, palette, moment, selection, isCriticalShown) {
        const key = [
            this.mode,
            this.from,
            this.span,
            palette.ink,
            this.play.time,
            selection?.node,
            isCriticalShown,
        ].join();
        if (key !== this.key) this.drawGround(palette, selection, isCriticalShown);
        this.key = key;
        context.clearRect(0, 0, this.width, this.height);
        context.drawImage(this.ground, 0, 0, this.width, this.height);
        const x = Math.max(this.x(moment), this.left);
        context.globalAlpha = TO_COME;
        context.fillStyle = palette.surface;
        context.fillRect(x, 0, this.width - x, this.height - this.axis);
        context.globalAlpha = 1;
        context.fillStyle = palette.ink;
        context.fillRect(x - 1, 0, 2, this.height - this.axis + MARK);
        context.beginPath();
        context.arc(x, this.height - this.axis + MARK + 1, MARK, 0, 2 * Math.PI);
        context.fill();
    }

    /** Draws what stays as it is while the moment moves. */
    drawGround(palette, selection, isCriticalShown) {
        const context = this.ground.getContext("2d");
        context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        context.clearRect(0, 0, this.width, this.height);
        context.save();
        context.beginPath();
        context.rect(this.left, 0, this.width - this.left, this.height - this.axis);
        context.clip();
        if (this.mode === "time") this.drawTimes(context, palette);
        else this.drawSteps(context, palette);
        if (isCriticalShown) this.drawCritical(context, palette);
        context.restore();
        this.drawScale(context, palette, selection);
    }

    /** The nodes' numbers at the left, as many as there is room for, and steps or times below. */
    drawScale(context, palette, selection) {
        context.textBaseline = "middle";
        context.textAlign = "right";
        let every = 1;
        while (every * this.row < this.letters + 1) every *= 2;
        for (let node = 0; node < this.play.ranks; node++) {
            const isSelected = selection && selection.node === node;
            if (!isSelected && node % every) continue;
            context.fillStyle = isSelected ? palette.select : palette.ink;
            context.font = `${isSelected ? 700 : 400} ${this.letters}px system-ui, sans-serif`;
            const middle = Math.max(this.letters / 2, (node + 0.5) * this.row);
            context.fillText(String(node), this.left - 6, middle);
        }
        context.font = `${this.letters}px system-ui, sans-serif`;
        context.fillStyle = palette.ink;
        context.textBaseline = "bottom";
        context.textAlign = "center";
        const unit = this.mode === "steps" ? Math.max(1, round(this.span / TICKS)) : round(this.span / TICKS);
        const shift = this.mode === "steps" ? 0.5 : 0;
        for (
            let tick = Math.ceil(this.from / unit) * unit;
            tick < this.from + this.span - shift;
            tick += unit
        ) {
            const text = this.mode === "steps" ? String(Math.round(tick) + 1) : short(tick, unit);
            const half = context.measureText(text).width / 2;
            const place = Math.min(Math.max(this.x(tick + shift), this.left + half), this.width - half - 1);
            context.fillText(text, place, this.height);
        }
    }

    /** Draws layers of bars: each a raster, where it begins in a row and how high it is, in pixels of the canvas, and
     *  the colours of its inks, of which a pair is hatched. */
    drawLayers(context, layers) {
        const image = context.createImageData(
            this.columns,
            Math.round((this.height - this.axis) * this.ratio),
        );
        for (const { raster, top, tall, colours } of layers) {
            raster.draw(image, {
                row: this.row * this.ratio,
                top: Math.round(top * this.ratio),
                height: Math.max(1, Math.round(tall * this.ratio)),
                pixels: colours.map((colour) =>
                    Array.isArray(colour) ? colour.map(pixelOf) : colour && pixelOf(colour),
                ),
                line: Math.max(1, Math.round(HATCH * this.ratio)),
            });
        }
        context.putImageData(image, Math.round(this.left * this.ratio), 0);
    }

    /** The column of pixels of a moment. */
    column(moment) {
        return (this.x(moment) - this.left) * this.ratio;
    }

    /** A cell for each step: sending in its upper half, receiving in its lower one. */
    drawSteps(context, palette) {
        const { packets, ranks: nodes, dimension, steps } = this.play;
        const width = ((this.width - this.left - 6) / this.span) * this.ratio;
        const gap = width > 6 * this.ratio ? this.ratio : 0;
        const tall = this.tall();
        const [ground, sent, come] = [0, 1, 2].map(() => new Raster(nodes, this.columns));
        for (let node = 0; node < nodes; node++) ground.paint(node, 0, this.columns, 1);
        for (let packet = 0; packet < packets.count && dimension > 0 && steps > 0; packet++) {
            const left = this.column(packets.step[packet] - 1);
            sent.paint(packets.origin[packet], left, left + width - gap, 1);
            come.paint(targetOf(this.play, packet), left, left + width - gap, 1);
        }
        const half = Math.max(1, Math.floor(tall / 2));
        this.drawLayers(context, [
            { raster: ground, top: 0, tall, colours: [0, palette.waiting] },
            { raster: sent, top: 0, tall: half, colours: [0, palette.sending] },
            { raster: come, top: tall - half, tall: half, colours: [0, palette.receiving] },
        ]);
    }

    /** What each node does, and in the lower third when its ports send. */
    drawTimes(context, palette) {
        const { play } = this;
        const tall = this.tall();
        const states = new Raster(play.ranks, this.columns);
        const ports = new Raster(play.ranks, this.columns);
        const paint = (raster, node, from, to, ink) =>
            raster.paint(node, this.column(from), this.column(to), ink);
        play.ends.forEach((end, node) => paint(states, node, 0, end, WORKING));
        for (const { node, from, left, to } of play.waits) {
            if (left > from) paint(states, node, from, left, WAITING);
            if (to > left) paint(states, node, left, to, RECEIVING);
        }
        const { packets } = play;
        for (let packet = 0; packet < packets.count; packet++) {
            paint(ports, packets.origin[packet], packets.begun[packet], sendingEnd(play, packet), 1);
        }
        const colours = [];
        colours[WORKING] = palette.working;
        colours[WAITING] = [palette.waiting, palette.surface];
        colours[RECEIVING] = palette.receiving;
        const lower = tall * this.ratio < LEAST_WITH_PORTS ? 0 : tall * PORTS;
        this.drawLayers(context, [
            { raster: states, top: 0, tall, colours },
            ...(lower
                ? [{ raster: ports, top: tall - lower, tall: lower, colours: [0, palette.sending] }]
                : []),
        ]);
    }

    /** The critical path: under the bars where its nodes work, so that they are seen, and from bar to bar with
     *  its packets. */
    drawCritical(context, palette) {
        const middle = (node) => node * this.row + (this.row > 8 ? this.row - 2 : this.row - 0.5);
        const line = (colour, width) => {
            context.strokeStyle = colour;
            context.lineWidth = width;
            context.beginPath();
            for (const { node, from, to } of this.play.critical.works) {
                context.moveTo(this.x(from), middle(node));
                context.lineTo(this.x(to), middle(node));
            }
            for (const { from, to, called, left, arrived } of this.play.critical.hops) {
                context.moveTo(this.x(called), middle(from)); // until `left` it waits for its port
                context.lineTo(this.x(left), middle(from));
                context.lineTo(this.x(arrived), middle(to));
            }
            context.stroke();
        };
        const share = this.row > 3 ? 1 : 0.5; // of many bars it is not to hide all
        line(palette["critical-edge"], 3.5 * share);
        line(palette.critical, 2 * share);
    }
}

/** The number of 1, 2, 5, 10, 20 ... that is not below a number. */
function round(number) {
    const power = 10 ** Math.floor(Math.log10(number));
    return [1, 2, 5, 10].find((digit) => digit * power >= number * 0.999) * power;
}

/** A time in as few letters as times that are `unit` apart need. */
function short(time, unit) {
    if (time === 0) return "0";
    if (unit >= 1e6) return `${time / 1e6}M`;
    if (unit >= 1e4) return `${time / 1e3}k`;
    return String(Math.round(time));
}
