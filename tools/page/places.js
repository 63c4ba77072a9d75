// Where nodes and links are on the canvas: nodes at the places of a layout, links as bows, one for each
// direction; and which of them somebody has clicked on.

const MARGIN = 44; // pixels around the nodes
const LEAST = 0.05; // of the scale, for a canvas on which there is hardly room
const MESH_MARGIN = 60; // around a ring, which has texts there, and a mesh, which has links
const LARGEST = [20, 0.035]; // of a node's radius: pixels, and the share of the canvas on a large one
const STRETCH = 2; // how much wider than high a layout may become, or higher than wide
const BENDS = [0.09, 0.13, 0.17, 0.21, 0.25, 0.3, 0.35, 0.05, 0.02, -0.05, -0.1, -0.15]; // of a link: how far the
// control of its bow is from a straight line, to the right, as a share of its length; the first with which no node is in
// the way
const LEAST_BEND = 3; // pixels, so that both directions can be told apart
const CLEAR = 3; // pixels between a bow and a node that it does not lead to
const FAR_BEND = 0.33; // of the way to the next row: how far a link along a row is from the first node that it passes
const INWARDS = 0.3; // of its length: how far a link across a ring is bent to its middle, clear of the nodes between,
const APART = 0.05; // and how much more or less in one direction and in the other
const SAMPLES = 16; // points of a bow that are looked at

/** The places of one play in one view, for a canvas of one size. */
export class Places {
    /** `places` is x, y of each node in any unit; width and height are the canvas's; `view` is the name
     *  of the layout. */
    constructor(play, places, width, height, view) {
        this.play = play;
        this.isRing = view === "ring";
        this.isMesh = view !== "cube";
        this.width = width;
        this.height = height;
        const points = Array.from({ length: play.nodes }, (_, node) => ({
            x: places[2 * node],
            y: places[2 * node + 1],
        }));
        this.places = points;
        this.shown = this.shownLinks();
        this.places = this.fitted(points);
        const most = Math.max(LARGEST[0], Math.min(width, height) * LARGEST[1]);
        this.radius = Math.max(4, Math.min(most, this.shortest() * 0.2));
        this.pitch = { across: this.shortest(true), down: this.shortest(false) };
        this.bends = new Float32Array(play.links).fill(BENDS[0]);
        if (!this.isMesh) this.everyLink((from, to, node, port) => this.bendAround(node, port));
    }

    /** The layout with the canvas filled, and up to STRETCH times as wide as it is high; but a ring stays
     *  round, and has room for texts around it. */
    fitted(points) {
        const xs = points.map(({ x }) => x);
        const ys = points.map(({ y }) => y);
        const span = (values) => Math.max(...values) - Math.min(...values) || 1;
        const middle = (values) => (Math.max(...values) + Math.min(...values)) / 2;
        const margin = this.isMesh ? MESH_MARGIN : MARGIN;
        const down = Math.max(LEAST, (this.height - 2 * margin) / span(ys));
        const across = Math.min((this.width - 2 * margin) / span(xs), down * (this.isRing ? 1 : STRETCH));
        const scale = { x: across, y: Math.min(down, across * (this.isRing ? 1 : STRETCH)) };
        return xs.map((x, node) => ({
            x: this.width / 2 + (x - middle(xs)) * scale.x,
            y: this.height / 2 + (ys[node] - middle(ys)) * scale.y,
        }));
    }

    /** The least distance between two neighbours: of those more beside than below each other, of the others, or of all. */
    shortest(isAcross) {
        let least = Infinity;
        this.everyLink((from, to) => {
            if (isAcross === undefined || isAcross === liesAcross(from, to))
                least = Math.min(least, Math.hypot(to.x - from.x, to.y - from.y));
        });
        return least;
    }

    /** Calls see(from, to, node, port) for every link: the places of its ends, and which one it is. */
    everyLink(see) {
        for (let node = 0; node < this.play.nodes; node++) {
            for (let port = 0; port < this.play.dimension; port++) {
                see(this.places[node], this.places[node ^ (1 << port)], node, port);
            }
        }
    }

    /** On a mesh or ring only the links between places beside each other are drawn while nothing uses the
     *  others, which lead round it or belong to the cube alone. */
    shownLinks() {
        const shown = new Uint8Array(this.play.links).fill(1);
        if (!this.isMesh) return shown;
        const near = this.shortest() * 1.05;
        this.everyLink((from, to, node, port) => {
            const isNear = Math.hypot(to.x - from.x, to.y - from.y) <= near;
            shown[node * this.play.dimension + port] = isNear ? 1 : 0;
        });
        return shown;
    }

    /** Chooses the bend with which a link passes no node too near, or else the one that keeps farthest from all. */
    bendAround(node, port) {
        const link = node * this.play.dimension + port;
        const end = node ^ (1 << port);
        let farthest = -Infinity;
        let best = BENDS[0];
        for (const bend of BENDS) {
            this.bends[link] = bend;
            const bow = this.bow(node, port);
            let least = Infinity;
            for (let sample = 1; sample < SAMPLES; sample++) {
                const { x, y } = this.pointOn(bow, sample / SAMPLES);
                this.places.forEach((place, other) => {
                    if (other !== node && other !== end)
                        least = Math.min(least, Math.hypot(place.x - x, place.y - y));
                });
            }
            if (least > farthest) [farthest, best] = [least, bend];
            if (farthest >= this.radius + CLEAR) break;
        }
        this.bends[link] = best;
    }

    /** The bow of a link: from, control, to. It keeps to the right, as the other direction does; a link across a ring
     *  keeps to its middle. */
    bow(node, port) {
        const from = this.places[node];
        const to = this.places[node ^ (1 << port)];
        const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
        const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
        const isFar = !this.shown[node * this.play.dimension + port];
        if (isFar && this.isRing) return { from, to, over: this.inwards(from, to, middle, length) };
        const wished = isFar
            ? this.farBend(from, to, length)
            : length * this.bends[node * this.play.dimension + port];
        const bend = Math.sign(wished) * Math.max(LEAST_BEND, Math.abs(wished));
        const across = { x: (-(to.y - from.y) / length) * bend, y: ((to.x - from.x) / length) * bend };
        return { from, to, over: { x: middle.x + across.x, y: middle.y + across.y } };
    }

    /** How far the control of a link is from the row or the column that it leads along. */
    farBend(from, to, length) {
        const [along, beside] = liesAcross(from, to)
            ? [this.pitch.across, this.pitch.down]
            : [this.pitch.down, this.pitch.across];
        const first = along / length; // the share of its way at which it passes a node
        return (FAR_BEND * beside) / (2 * first * (1 - first));
    }

    /** The control of a link across a ring. */
    inwards(from, to, middle, length) {
        const centre = { x: this.width / 2, y: this.height / 2 };
        const turn = (from.x - centre.x) * (to.y - centre.y) - (from.y - centre.y) * (to.x - centre.x);
        const far = Math.hypot(centre.x - middle.x, centre.y - middle.y);
        const share = far > 1 ? Math.min(1, ((INWARDS + (turn > 0 ? APART : -APART)) * length) / far) : 0;
        return {
            x: middle.x + (centre.x - middle.x) * share,
            y: middle.y + (centre.y - middle.y) * share,
        };
    }

    /** The point of a bow after a share of its way. */
    pointOn({ from, over, to }, share) {
        const rest = 1 - share;
        const mix = (a, b, c) => rest * rest * a + 2 * rest * share * b + share * share * c;
        return { x: mix(from.x, over.x, to.x), y: mix(from.y, over.y, to.y) };
    }

    /** The middle of a text beside a node, where no link is: outside of a ring, else at the lower right. */
    besides(node, half, size) {
        const { x, y } = this.places[node];
        const far = this.radius + 4;
        const out = Math.atan2(y - this.height / 2, x - this.width / 2);
        const beside = this.isRing ? x + Math.cos(out) * (far + half) : x + far * 0.6 + half;
        const below = this.isRing ? y + Math.sin(out) * (far + size * 0.7) : y + far * 0.6 + size * 0.7;
        return { x: Math.min(Math.max(beside, half + 6), this.width - half - 6), y: below };
    }

    /** The share of a link's way, so that what is `half` as wide begins and ends beside nodes and not on them. */
    besideNodes(node, port, share, half) {
        const { from, to } = this.bow(node, port);
        const trim = Math.min(0.45, (this.radius + half) / (Math.hypot(to.x - from.x, to.y - from.y) || 1));
        return trim + share * (1 - 2 * trim);
    }

    /** The node or the link at a point of the canvas: {node} or {node, port}, or null. */
    find(x, y) {
        let best = null;
        let least = Math.max(12, this.radius * 1.2);
        this.places.forEach((place, node) => {
            const far = Math.hypot(place.x - x, place.y - y);
            if (far < least) [best, least] = [{ node }, far];
        });
        if (best) return best;
        least = 9;
        this.everyLink((from, to, node, port) => {
            for (let sample = 1; sample < SAMPLES; sample++) {
                const point = this.pointOn(this.bow(node, port), sample / SAMPLES);
                const far = Math.hypot(point.x - x, point.y - y);
                if (far < least) [best, least] = [{ node, port }, far];
            }
        });
        return best;
    }
}

/** Whether two places are more beside than below each other. */
function liesAcross(from, to) {
    return Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
}
