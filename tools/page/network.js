// The network as a picture: nodes, links and the packets on them. Draws cubes, rings and meshes;
// matrix.js draws what has too many nodes for that.

import { cross, letter, useColour } from "./palette.js";
import { Places } from "./places.js";
import { carried } from "./play.js";

const LIT = 8; // links of the critical path that are lit at once
const BAND = 10; // pixels: what is lit is seen on both sides of the widest link
const OUTSIDE = 10; // pixels, the letters of numbers that are beside their nodes
const LABELLED_NODES = 16; // up to so many, nodes say what they hold
const NO_TEXT = 8; // pixels between a node and a packet without a text
const LABELLED_PACKETS = 48; // and up to this many under way, packets say what they carry

/** Draws one view of one play. */
export class Network extends Places {
    /** Draws everything of a scene. */
    draw(context, scene, palette, selection, isCriticalShown) {
        context.clearRect(0, 0, this.width, this.height);
        const moving = [];
        const busy = new Set();
        scene.packetsOnLinks((packet, node, port, share) => {
            moving.push({ packet, node, port, share });
            busy.add(node * this.play.dimension + port);
        });
        if (isCriticalShown) this.drawCritical(context, palette, scene);
        this.drawLinks(context, scene, palette, selection, busy);
        this.drawDead(context, palette);
        this.drawPackets(context, moving, palette);
        this.drawNodes(context, scene, palette, selection); // above packets, whose texts are wider than short links
    }

    /** Links, the wider and darker the more they have carried, with an arrow where a packet is. */
    drawLinks(context, scene, palette, selection, busy) {
        context.lineCap = "round";
        const wide = this.play.nodes > LABELLED_NODES ? 2.2 : 5;
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

    /** A cross on each link that is dead or fails. */
    drawDead(context, palette) {
        for (const { node, port } of this.play.crossed) {
            if (!this.shown[node * this.play.dimension + port]) continue;
            cross(context, palette, this.pointOn(this.bow(node, port), 0.5), Math.max(3, this.radius * 0.3));
        }
    }

    /** A line along a bow. */
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
        this.stroke(context, bow, colour, this.play.nodes > LABELLED_NODES ? 1 : 1.5);
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

    /** A band beneath the links that the last packets of the critical path have taken. */
    drawCritical(context, palette, scene) {
        const past = this.play.critical.hops.filter(({ left }) => left < scene.moment);
        for (const { packet } of past.slice(0, LIT)) {
            let node = this.play.packets.origin[packet];
            const { pathStart, port } = this.play.packets;
            for (let at = pathStart[packet]; at < pathStart[packet + 1]; at++) {
                this.stroke(context, this.bow(node, port[at]), palette["critical-edge"], BAND + 2);
                this.stroke(context, this.bow(node, port[at]), palette.critical, BAND);
                node ^= 1 << port[at];
            }
        }
    }

    /** Nodes: their numbers, and how much they have of what they hold at the end. */
    drawNodes(context, scene, palette, selection) {
        const size = Math.max(8, this.radius * 0.55, Math.min(0.95 * letter(), this.radius * 0.95));
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
            context.fillStyle = node < this.play.ranks ? palette.ink : palette.faint;
            context.font = `600 ${size}px system-ui, sans-serif`;
            if (this.radius >= 7) context.fillText(String(node), x, y + 0.5);
            else if (this.isRing) this.drawOutside(context, palette, node);
            if (!this.play.isRun && this.play.nodes <= LABELLED_NODES)
                this.drawHeld(context, scene, palette, node);
        });
    }

    /** The number of a node that has no room for it, outside of the ring. */
    drawOutside(context, palette, node) {
        context.font = `${OUTSIDE}px system-ui, sans-serif`;
        const { x, y } = this.besides(node, OUTSIDE / 2, OUTSIDE);
        context.fillStyle = palette.ink;
        context.fillText(String(node), x, y);
    }

    /** What a node holds, below it. */
    drawHeld(context, scene, palette, node) {
        const text = scene.label(node, this.width < 420 ? 9 : 15);
        if (!text) return;
        const size = this.width < 420 ? 10 : 0.8 * letter();
        context.font = `${size}px system-ui, sans-serif`;
        const { x, y } = this.besides(node, context.measureText(text).width / 2, size);
        this.plate(context, text, x, y, size, palette.surface, palette.ink, 0.85);
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

    /** Packets, with what they carry while there are not too many. */
    drawPackets(context, moving, palette) {
        const isLabelled = moving.length <= LABELLED_PACKETS && this.radius >= 8;
        const size = Math.max(9, Math.min(0.8 * letter(), this.radius * 0.8));
        context.font = `600 ${size}px system-ui, sans-serif`;
        context.textAlign = "center";
        context.textBaseline = "middle";
        for (const { packet, node, port, share } of moving) {
            const text = isLabelled ? carried(this.play, packet, 12) : "";
            const half = isLabelled ? context.measureText(text).width / 2 : NO_TEXT;
            const { x, y } = this.pointOn(this.bow(node, port), this.besideNodes(node, port, share, half));
            if (isLabelled) {
                this.plate(context, text, x, y, size, palette.packet, palette["packet-ink"], 1);
                continue;
            }
            context.beginPath();
            context.arc(x, y, Math.max(2.5, this.radius * 0.4), 0, 2 * Math.PI);
            context.fillStyle = palette.packet;
            context.fill();
        }
    }
}
