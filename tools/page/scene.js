// What is to be seen of a play at a moment: which packets are on which links, what each link has
// carried, and what each node holds. Going forwards costs what has happened since the moment before.

import { alongPath, shorten } from "./play.js";

/** The part of a step in which its packets travel; in the rest they can be seen at their ends. */
const DEPARTS = 0.06;
const ARRIVES = 0.94;

/** The key of a block among all that a node holds is area * AREA + block: an area has fewer blocks. */
export const AREA = 1 << 16;

/** Follows one play through its steps ("steps") or through parallel time ("time"). */
export class Scene {
    constructor(play) {
        this.play = play;
        this.loads = new Float64Array(play.links); // of each link so far
        this.counts = new Int32Array(play.links); // packets on it so far
        this.most = this.mostLoad();
        this.received = new Float64Array(play.nodes); // bytes, or weights of what nodes hold
        this.all = this.mostReceived();
        this.held = Array.from({ length: play.nodes }, () => new Map());
        this.mode = "steps";
        this.rewind();
    }

    rewind() {
        this.moment = -1;
        this.next = 0; // place in the order of packets
        this.under = []; // packets that have begun and not ended
        this.loads.fill(0);
        this.counts.fill(0);
        this.received.fill(0);
        this.packetsSoFar = 0;
        this.loadSoFar = 0;
        this.at = new Int32Array(this.play.nodes); // place in each node's holdings
        for (const blocks of this.held) blocks.clear();
    }

    /** The greatest load that a link has at the end. */
    mostLoad() {
        const sums = new Float64Array(this.play.links);
        for (let packet = 0; packet < this.play.packets.count; packet++) {
            alongPath(this.play, packet, (node, port) => {
                sums[node * this.play.dimension + port] += this.play.load[packet];
            });
        }
        this.final = sums;
        return sums.reduce((most, load) => Math.max(most, load), 0);
    }

    /** What each node has received at the end, or holds in its outputs. */
    mostReceived() {
        const { play } = this;
        const sums = new Float64Array(play.nodes);
        if (play.isRun) {
            for (let packet = 0; packet < play.packets.count; packet++) {
                sums[alongPath(play, packet, () => {})] += play.packets.bytes[packet];
            }
            return sums;
        }
        play.holdings.forEach((list, node) => {
            const blocks = new Map();
            for (const { area, block, text } of list) {
                if (this.isOutput(area)) blocks.set(area * AREA + block, play.weights[text]);
            }
            for (const weight of blocks.values()) sums[node] += weight;
        });
        return sums;
    }

    isOutput(area) {
        return area >= 1 && area <= Math.max(this.play.outputs, 1);
    }

    /** Goes to a moment: steps, whose packets travel in the step's part of the unit, or time. */
    go(mode, moment) {
        if (mode !== this.mode || moment < this.moment) this.rewind();
        this.mode = mode;
        this.moment = moment;
        const { packets, inSteps, inTime } = this.play;
        const order = mode === "steps" ? inSteps : inTime;
        const hasBegun = (packet) =>
            mode === "steps" ? packets.step[packet] - 1 < moment : packets.begun[packet] < moment;
        this.under = this.under.filter((packet) => this.isUnderWay(packet) || this.arrive(packet));
        while (this.next < order.length && hasBegun(order[this.next])) {
            const packet = order[this.next++];
            this.depart(packet);
            if (this.isUnderWay(packet)) this.under.push(packet);
            else this.arrive(packet);
        }
        if (!this.play.isRun) this.hold();
    }

    isUnderWay(packet) {
        if (this.mode === "time") return this.play.packets.end[packet] > this.moment;
        return this.play.packets.step[packet] > this.moment;
    }

    depart(packet) {
        const load = this.play.load[packet];
        alongPath(this.play, packet, (node, port) => {
            this.loads[node * this.play.dimension + port] += load;
            this.counts[node * this.play.dimension + port]++;
            this.packetsSoFar++;
            this.loadSoFar += load;
        });
    }

    /** Returns false, for it is no longer under way. */
    arrive(packet) {
        if (this.play.isRun) {
            this.received[alongPath(this.play, packet, () => {})] += this.play.packets.bytes[packet];
        }
        return false;
    }

    /** The step after which a node holds what it does. */
    stepOf(node) {
        if (this.mode === "steps") return this.moment >= this.play.steps ? Infinity : Math.floor(this.moment);
        const ends = this.play.stepEnds[node];
        let step = 0;
        while (step < this.play.steps && ends[step + 1] <= this.moment) step++;
        return step === this.play.steps ? Infinity : step;
    }

    /** Brings what the nodes hold up to the moment. */
    hold() {
        const { holdings, weights } = this.play;
        for (let node = 0; node < holdings.length; node++) {
            const list = holdings[node];
            const step = this.stepOf(node);
            for (; this.at[node] < list.length && list[this.at[node]].step <= step; this.at[node]++) {
                const { area, block, text } = list[this.at[node]];
                const key = area * AREA + block;
                if (this.isOutput(area)) {
                    const before = this.held[node].get(key);
                    this.received[node] += weights[text] - (before === undefined ? 0 : weights[before]);
                }
                this.held[node].set(key, text);
            }
        }
    }

    /** Where each packet under way is: calls see(packet, node, port, share of that link). */
    packetsOnLinks(see) {
        for (const packet of this.under) {
            const links = this.linksOf(packet);
            const place = Math.min(this.shareOf(packet), 0.9999) * links;
            alongPath(this.play, packet, (node, port, number) => {
                if (number === Math.floor(place)) see(packet, node, port, place - number);
            });
        }
    }

    linksOf(packet) {
        return this.play.packets.pathStart[packet + 1] - this.play.packets.pathStart[packet];
    }

    /** How much of its way a packet has gone. */
    shareOf(packet) {
        const { packets } = this.play;
        if (this.mode === "time") {
            return (this.moment - packets.begun[packet]) / (packets.end[packet] - packets.begun[packet]);
        }
        const share = this.moment - (packets.step[packet] - 1);
        return Math.min(1, Math.max(0, (share - DEPARTS) / (ARRIVES - DEPARTS)));
    }

    /** The share of its blocks, or bytes, that a node has. */
    fullness(node) {
        return this.all[node] > 0 ? this.received[node] / this.all[node] : 0;
    }

    /** The texts of the blocks that a node holds in an area, in the order of the blocks. */
    texts(node, area) {
        return [...this.held[node].entries()]
            .filter(([key, text]) => Math.floor(key / AREA) === area && this.play.texts[text] !== "-")
            .sort(([a], [b]) => a - b)
            .map(([, text]) => this.play.texts[text]);
    }

    /** What a node holds in few letters: its outputs, or its input while there is nothing there. */
    label(node, most) {
        const texts = [];
        for (let area = 1; area <= Math.max(this.play.outputs, 1); area++)
            texts.push(...this.texts(node, area));
        return shorten(texts.length ? texts : this.texts(node, 0), most);
    }
}
