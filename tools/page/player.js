// What moves the moment that the page shows: playing, stepping, seeking. It knows no picture.

const STEPS_A_SECOND = 0.8;
const WHOLE_TIME = 12; // seconds for all of parallel time
const REST = 0.6; // of a step: where its packets are seen when one goes from step to step
const JUMP = 900; // milliseconds from one still to the next where motion is to be reduced
const STILLS = 24; // in all of parallel time, then

/** Plays what `extent()` tells: {mode, end, moments}, where moments are those that time stops at when
 *  somebody steps. Calls changed() whenever there is something new to see. */
export class Player {
    constructor(extent, changed) {
        this.extent = extent;
        this.changed = changed;
        this.moment = 0;
        this.speed = 1;
        this.isPlaying = false;
        this.isAsked = false;
        this.isReduced = window.matchMedia("(prefers-reduced-motion: reduce)");
    }

    /** Asks for one frame. */
    ask() {
        if (this.isAsked) return;
        this.isAsked = true;
        requestAnimationFrame((now) => this.frame(now));
    }

    frame(now) {
        this.isAsked = false;
        if (this.isPlaying) {
            this.advance(Math.min(now - (this.before ?? now), 100));
            this.before = now;
        }
        this.changed();
        if (this.isPlaying) this.ask();
    }

    advance(milliseconds) {
        const { mode, end } = this.extent();
        const still = mode === "steps" ? 1 : end / STILLS;
        if (this.isReduced.matches) {
            this.waited = (this.waited ?? 0) + milliseconds * this.speed;
            if (this.waited < JUMP) return;
            this.waited = 0;
            this.moment = mode === "steps" ? this.stop(1) : this.moment + still;
        } else {
            const rate = mode === "steps" ? STEPS_A_SECOND : end / WHOLE_TIME;
            this.moment += (rate * this.speed * milliseconds) / 1000;
        }
        if (this.moment < end) return;
        this.moment = end;
        this.isPlaying = false;
    }

    play(isPlaying = !this.isPlaying) {
        const { end } = this.extent();
        if (isPlaying && this.moment >= end) this.moment = 0;
        this.isPlaying = isPlaying;
        this.before = undefined;
        this.ask();
    }

    /** Goes to a moment, and stops there. */
    seek(moment) {
        this.isPlaying = false;
        this.moment = Math.min(Math.max(moment, 0), this.extent().end);
        this.ask();
    }

    /** The next place to stop at, forwards or backwards. */
    stop(direction) {
        const { mode, end, moments } = this.extent();
        if (mode === "time") {
            const next =
                direction > 0
                    ? moments.find((moment) => moment > this.moment + 1e-9)
                    : moments.findLast((moment) => moment < this.moment - 1e-9);
            return next ?? (direction > 0 ? end : 0);
        }
        const place =
            direction > 0
                ? Math.floor(this.moment + 1 - REST + 1e-9) + REST
                : Math.ceil(this.moment - REST - 1e-9) - 1 + REST;
        if (place >= end) return end;
        return Math.max(place, 0);
    }

    step(direction) {
        this.seek(this.stop(direction));
    }
}
