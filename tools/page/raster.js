// Bars of pixels: what each node does at each column of a canvas. To fill a rectangle for each of a hundred thousand
// packets takes seconds; to note in an array where it is, and to draw each pixel once, takes none.

/** One layer of bars: N columns of pixels for each node. */
export class Raster {
    constructor(nodes, columns) {
        this.nodes = nodes;
        this.columns = columns;
        this.inks = new Uint8Array(nodes * columns); // 0: nothing is drawn
    }

    /** Notes that a node's bar has an ink from one place to another, at least in one column; later notes hide
     *  earlier ones. */
    paint(node, from, to, ink) {
        const left = Math.floor(from);
        if (to < 0 || left >= this.columns || node >= this.nodes) return;
        const right = Math.min(this.columns, Math.max(left + 1, Math.round(to)));
        const row = node * this.columns;
        for (let column = Math.max(0, left); column < right; column++) this.inks[row + column] = ink;
    }

    /** Draws the layer into an image as wide: bars that begin `top` pixels below every `row` pixels, and are so high.
     *  `pixels` has for each ink its pixel, or a pair that alternates in diagonal lines, `line` pixels wide. */
    draw(image, { row, top, height, pixels, line }) {
        const into = new Uint32Array(image.data.buffer);
        for (let node = 0; node < this.nodes; node++) {
            const first = Math.round(node * row + top);
            for (let y = first; y < Math.min(first + height, image.height); y++) {
                for (let x = 0; x < this.columns; x++) {
                    const ink = this.inks[node * this.columns + x];
                    if (ink === 0) continue;
                    const pixel = pixels[ink];
                    const isOther = (x + y) % (4 * line) >= line;
                    into[y * this.columns + x] = typeof pixel === "number" ? pixel : pixel[isOther ? 1 : 0];
                }
            }
        }
    }
}

/** The pixel of a colour of the style sheet, as an image has it. */
export function pixelOf(colour) {
    const context = document.createElement("canvas").getContext("2d");
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
}
