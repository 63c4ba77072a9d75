// The network as a picture: nodes at their places, links as bows, one for each direction, and packets
// on them. Draws cubes, rings and meshes; matrix.js draws what has too many nodes for that.

import { useColour } from "./palette.js";
import { carried } from "./play.js";

const MARGIN = 44; // pixels around the nodes
const RING_MARGIN = 56;
const STRETCH = 1.5;
const BEND = 0.09; // of a link: how far its bow is from a straight line, as a share of its length
const FAR_BEND = 0.2; // of one that leads round a mesh
const LIT = 8; // links of the critical path that are lit at once
const LABELLED_NODES = 16; // up to so many, nodes say what they hold
const LABELLED_PACKETS = 48; // and up to so many under way, packets say what they carry
const SAMPLES = 12; // points of a bow that are tried when somebody clicks

/** One view of one play, with places for the canvas that it was made for. */
export class Network {
    /** `places` is x, y of each node in any unit; width and height are the canvas's; `view` is the name
     *  of the layout. */
    constructor(play, places, width, height, view) {
        this.play = play;
        this.isRing = view === "ring";
        this.width = width;
        this.height = height;
        this.places = this.fitted(places);
        this.radius = Math.max(4, Math.min(20, this.shortest() * 0.2));
        this.shown = this.shownLinks(view !== "cube");
    }

    /** The layout with the canvas filled, and up to STRETCH times as wide as it is high; but a ring stays
     *  round, and has room for texts around it. */
    fitted(places) {
        const xs = places.filter((_, at) => at % 2 === 0);
        const ys = places.filter((_, at) => at % 2 === 1);
        const span = (values) => Math.max(...values) - Math.min(...values) || 1;
        const middle = (values) => (Math.max(...values) + Math.min(...values)) / 2;
        const margin = this.isRing ? RING_MARGIN : MARGIN;
        const down = Math.max(0.05, (this.height - 2 * margin) / span(ys));
        const across = Math.min((this.width - 2 * margin) / span(xs), down * (this.isRing ? 1 : STRETCH));
        const scale = { x: across, y: Math.min(down, across * (this.isRing ? 1 : STRETCH)) };
        return xs.map((x, node) => ({
            x: this.width / 2 + (x - middle(xs)) * scale.x,
            y: this.height / 2 + (ys[node] - middle(ys)) * scale.y,
        }));
    }

    /** The least distance between two neighbours. */
    shortest() {
        let least = this.width / 3;
        this.everyLink((from, to) => {
            least = Math.min(least, Math.hypot(to.x - from.x, to.y - from.y));
        });
        return least;
    }

    everyLink(see) {
        for (let node = 0; node < this.play.nodes; node++) {
            for (let port = 0; port < this.play.dimension; port++) {
                see(this.places[node], this.places[node ^ (1 << port)], node, port);
            }
        }
    }

    /** On a mesh or ring only the links that belong to it are drawn while nothing uses the others. */
    shownLinks(isMesh) {
        const shown = new Uint8Array(this.play.links).fill(1);
        if (!isMesh) return shown;
        const near = this.shortest() * 1.05;
        this.everyLink((from, to, node, port) => {
            const isNear = Math.hypot(to.x - from.x, to.y - from.y) <= near;
            shown[node * this.play.dimension + port] = isNear ? 1 : 0;
        });
        return shown;
    }

    /** The bow of a link: from, control, to. It keeps to the right, as the other direction does. */
    bow(node, port) {
        const from = this.places[node];
        const to = this.places[node ^ (1 << port)];
        const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
        const bend = Math.max(5, length * (this.shown[node * this.play.dimension + port] ? BEND : FAR_BEND));
        const across = { x: (-(to.y - from.y) / length) * bend, y: ((to.x - from.x) / length) * bend };
        return { from, to, over: { x: (from.x + to.x) / 2 + across.x, y: (from.y + to.y) / 2 + across.y } };
    }

    pointOn({ from, over, to }, share) {
        const rest = 1 - share;
        const mix = (a, b, c) => rest * rest * a + 2 * rest * share * b + share * share * c;
        return { x: mix(from.x, over.x, to.x), y: mix(from.y, over.y, to.y) };
    }

    /** Draws everything of a scene. */
    draw(context, scene, palette, selection, isCriticalShown) {
        context.clearRect(0, 0, this.width, this.height);
        const moving = [];
        const busy = new Set();
        scene.packetsOnLinks((packet, node, port, share) => {
            moving.push({ packet, node, port, share });
            busy.add(node * this.play.dimension + port);
        });
        this.drawLinks(context, scene, palette, selection, busy);
        if (isCriticalShown) this.drawCritical(context, palette, scene);
        this.drawNodes(context, scene, palette, selection);
        this.drawPackets(context, moving, palette);
    }

    drawLinks(context, scene, palette, selection, busy) {
        context.lineCap = "round";
        const wide = this.play.nodes > 16 ? 2.2 : 5;
        this.everyLink((from, to, node, port) => {
            const link = node * this.play.dimension + port;
            const share = scene.most > 0 ? scene.loads[link] / scene.most : 0;
            if (!share && !this.shown[link]) return;
            const isSelected = selection && selection.node === node && selection.port === port;
            this.stroke(
                context,
                this.bow(node, port),
                isSelected ? palette.select : useColour(palette, share),
                1 + share * wide + (isSelected ? 2 : 0),
            );
            if (busy.has(link)) this.arrow(context, this.bow(node, port), palette.packet);
        });
    }

    stroke(context, { from, over, to }, colour, width) {
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.beginPath();
        context.moveTo(from.x, from.y);
        context.quadraticCurveTo(over.x, over.y, to.x, to.y);
        context.stroke();
    }

    /** A thin line with a head just before the node that the link leads to. */
    arrow(context, bow, colour) {
        const length = Math.hypot(bow.to.x - bow.from.x, bow.to.y - bow.from.y) || 1;
        const tip = this.pointOn(bow, 1 - this.radius / length);
        const tail = this.pointOn(bow, 1 - this.radius / length - Math.min(0.2, 7 / length));
        const turn = Math.atan2(tip.y - tail.y, tip.x - tail.x);
        const size = Math.max(4, this.radius * 0.45);
        this.stroke(context, bow, colour, 1.5);
        context.fillStyle = colour;
        context.beginPath();
        context.moveTo(tip.x, tip.y);
        for (const side of [-2.6, 2.6]) {
            context.lineTo(
                tip.x + size * 1.5 * Math.cos(turn + side),
                tip.y + size * 1.5 * Math.sin(turn + side),
            );
        }
        context.fill();
    }

    /** The links that the last packets of the critical path have taken. */
    drawCritical(context, palette, scene) {
        const past = this.play.critical.hops.filter(({ left }) => left < scene.moment);
        for (const { packet } of past.slice(0, LIT)) {
            let node = this.play.packets.origin[packet];
            const { pathStart, port } = this.play.packets;
            for (let at = pathStart[packet]; at < pathStart[packet + 1]; at++) {
                this.stroke(context, this.bow(node, port[at]), palette["critical-edge"], 6.5);
                this.stroke(context, this.bow(node, port[at]), palette.critical, 3);
                node ^= 1 << port[at];
            }
        }
    }

    drawNodes(context, scene, palette, selection) {
        const size = Math.max(8, Math.min(14, this.radius * 0.95));
        context.textAlign = "center";
        context.textBaseline = "middle";
        this.places.forEach(({ x, y }, node) => {
            const isSelected = selection && selection.node === node && selection.port === undefined;
            context.beginPath();
            context.arc(x, y, this.radius, 0, 2 * Math.PI);
            context.fillStyle = palette.surface;
            context.fill();
            context.lineWidth = isSelected ? 4 : 1.5;
            context.strokeStyle = isSelected ? palette.select : palette.faint;
            context.stroke();
            const share = Math.min(1, scene.fullness(node));
            if (share > 0) {
                context.beginPath();
                context.arc(x, y, this.radius - 2.5, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * share);
                context.lineWidth = this.radius > 12 ? 3 : 2;
                context.strokeStyle = palette.receiving;
                context.stroke();
            }
            context.fillStyle = palette.ink;
            context.font = `600 ${size}px system-ui, sans-serif`;
            if (this.radius >= 7) context.fillText(String(node), x, y + 0.5);
            if (!this.play.isRun && this.play.nodes <= LABELLED_NODES)
                this.drawHeld(context, scene, palette, node);
        });
    }

    /** What a node holds, below it. */
    drawHeld(context, scene, palette, node) {
        const text = scene.label(node, this.width < 420 ? 9 : 15);
        if (!text) return;
        const size = this.width < 420 ? 10 : 12;
        context.font = `${size}px system-ui, sans-serif`;
        const { x, y } = this.besides(node, context.measureText(text).width / 2, size);
        this.plate(context, text, x, y, size, palette.surface, palette.ink, 0.85);
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

    /** A text on a ground of its own. */
    plate(context, text, x, y, size, ground, ink, alpha) {
        const half = context.measureText(text).width / 2 + size * 0.35;
        context.globalAlpha = alpha;
        context.fillStyle = ground;
        context.beginPath();
        context.roundRect(x - half, y - size * 0.65, 2 * half, size * 1.3, size * 0.4);
        context.fill();
        context.globalAlpha = 1;
        context.fillStyle = ink;
        context.fillText(text, x, y + 0.5);
    }

    /** The share of a link's way, so that packets begin and end beside nodes and not on them. */
    besideNodes(node, port, share) {
        const { from, to } = this.bow(node, port);
        const trim = Math.min(0.3, (this.radius + 8) / (Math.hypot(to.x - from.x, to.y - from.y) || 1));
        return trim + share * (1 - 2 * trim);
    }

    drawPackets(context, moving, palette) {
        const isLabelled = moving.length <= LABELLED_PACKETS && this.radius >= 8;
        const size = Math.max(9, Math.min(12, this.radius * 0.8));
        context.font = `600 ${size}px system-ui, sans-serif`;
        for (const { packet, node, port, share } of moving) {
            const { x, y } = this.pointOn(this.bow(node, port), this.besideNodes(node, port, share));
            if (isLabelled) {
                this.plate(
                    context,
                    carried(this.play, packet, 12),
                    x,
                    y,
                    size,
                    palette.packet,
                    palette["packet-ink"],
                    1,
                );
                continue;
            }
            context.beginPath();
            context.arc(x, y, Math.max(2.5, this.radius * 0.4), 0, 2 * Math.PI);
            context.fillStyle = palette.packet;
            context.fill();
        }
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
