// The links of a cube of any size as a matrix: a tile for each node, and in it a cell for each of its
// ports, coloured by what has left on it. The columns of tiles count the low half of the address, the
// rows the high half, so that a link leads along a row or along a column.

import { cross, useColour } from "./palette.js";

const GAP = 0.16; // between tiles, as a share of a tile
const NUMBER_LETTERS = 8; // pixels above the cells of a tile, for its node's number
const DIGIT = 5; // pixels, the width of one of its digits
const LEAST_CELL = 3; // pixels of a cell below a number

/** The matrix of one play, for a canvas of this size. */
export class Matrix {
    constructor(play, width, height) {
        this.play = play;
        this.width = width;
        this.height = height;
        const low = Math.ceil(play.dimension / 2);
        this.columns = 1 << (width >= height ? low : play.dimension - low);
        this.rows = play.nodes / this.columns;
        this.tile = Math.min(width / this.columns, height / this.rows);
        this.left = (width - this.tile * this.columns) / 2;
        this.top = (height - this.tile * this.rows) / 2;
        this.across = Math.max(1, Math.ceil(Math.sqrt(play.dimension)));
        const inner = this.tile * (1 - GAP);
        const hasRoom =
            inner >= String(play.nodes - 1).length * DIGIT &&
            inner >= NUMBER_LETTERS + LEAST_CELL * this.across;
        this.strip = hasRoom ? NUMBER_LETTERS : 0;
        this.cell = (inner - this.strip) / this.across;
    }

    /** The corner of a node's tile. */
    corner(node) {
        return {
            x: this.left + (node % this.columns) * this.tile,
            y: this.top + Math.floor(node / this.columns) * this.tile,
        };
    }

    cellOf(node, port) {
        const { x, y } = this.corner(node);
        const row = Math.floor(port / this.across);
        return { x: x + (port % this.across) * this.cell, y: y + this.strip + row * this.cell };
    }

    draw(context, scene, palette, selection) {
        context.clearRect(0, 0, this.width, this.height);
        const size = Math.max(1, this.cell - 1);
        for (let node = 0; node < this.play.nodes; node++) {
            for (let port = 0; port < this.play.dimension; port++) {
                const { x, y } = this.cellOf(node, port);
                const load = scene.loads[node * this.play.dimension + port];
                context.fillStyle = useColour(palette, scene.most > 0 ? load / scene.most : 0);
                context.fillRect(x, y, size, size);
            }
        }
        if (this.strip) this.drawNumbers(context, palette);
        context.fillStyle = palette.packet;
        scene.packetsOnLinks((packet, node, port) => {
            const { x, y } = this.cellOf(node, port);
            context.fillRect(x + size * 0.25, y + size * 0.25, size * 0.5, size * 0.5);
        });
        for (const { node, port } of this.play.crossed) {
            const { x, y } = this.cellOf(node, port);
            cross(context, palette, { x: x + size / 2, y: y + size / 2 }, size / 2);
        }
        if (selection) this.drawSelection(context, palette, selection);
    }

    /** The number of each node, above its cells. */
    drawNumbers(context, palette) {
        context.font = `${NUMBER_LETTERS}px system-ui, sans-serif`;
        context.textAlign = "left";
        context.textBaseline = "top";
        context.fillStyle = palette.ink;
        for (let node = 0; node < this.play.nodes; node++) {
            const { x, y } = this.corner(node);
            context.fillText(String(node), x, y);
        }
    }

    /** Frames the selected node or link, and the nodes that its links lead to. */
    drawSelection(context, palette, { node, port }) {
        const inner = this.tile * (1 - GAP);
        const frame = (at, width) => {
            const { x, y } = this.corner(at);
            context.lineWidth = width;
            context.strokeRect(x - 1, y - 1, inner + 1, inner + 1);
        };
        context.strokeStyle = palette.select;
        frame(node, 3);
        for (let d = 0; d < this.play.dimension; d++) {
            if (port === undefined || port === d) frame(node ^ (1 << d), 1.5);
        }
        if (port === undefined) return;
        const { x, y } = this.cellOf(node, port);
        context.lineWidth = 2;
        context.strokeRect(x - 0.5, y - 0.5, this.cell, this.cell);
    }

    find(x, y) {
        const column = Math.floor((x - this.left) / this.tile);
        const row = Math.floor((y - this.top) / this.tile);
        if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
        const node = row * this.columns + column;
        const { x: left, y: top } = this.corner(node);
        const at = [Math.floor((x - left) / this.cell), Math.floor((y - top - this.strip) / this.cell)];
        const port = at[1] * this.across + at[0];
        if (this.cell < 4 || at[1] < 0 || at[0] >= this.across || port >= this.play.dimension)
            return { node };
        return { node, port };
    }
}
