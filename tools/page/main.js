// The page: its controls, its keys, and the one or two plays that it shows.

import { readPalette } from "./palette.js";
import { Panel } from "./panel.js";
import { Player } from "./player.js";

const SPEEDS = [0.125, 0.25, 0.5, 1, 2, 4, 8];
const ZOOMS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const THEMES = ["auto", "light", "dark"];
const NONE = "none";
const PLAY = "M6 3l11 7-11 7z"; // shapes of the button that plays and pauses
const PAUSE = "M5 3h3v14h-3zM12 3h3v14h-3z";

const element = (id) => document.getElementById(id);
const index = JSON.parse(element("index").textContent);
const darkness = window.matchMedia("(prefers-color-scheme: dark)");
const state = { mode: "steps", view: "cube", zoom: 1, theme: "auto", panels: [], moments: null };
let palette = readPalette();

/** The moments at which parallel time stops when somebody steps through it. */
function moments() {
    if (!state.moments) {
        const columns = state.panels.flatMap(({ play }) => [play.packets.begun, play.packets.end]);
        const all = new Float64Array(columns.reduce((count, column) => count + column.length, 0));
        let at = 0;
        for (const column of columns) {
            all.set(column, at);
            at += column.length;
        }
        state.moments = all.sort().filter((moment, before) => moment !== all[before - 1]);
    }
    return state.moments;
}

const player = new Player(
    () => ({
        mode: state.mode,
        end: Math.max(0, ...state.panels.map((panel) => panel.end(state.mode))),
        get moments() {
            return moments();
        },
    }),
    draw,
);

// ---- Drawing

function draw() {
    const { end } = player.extent();
    const isCriticalAsked = element("critical").checked;
    for (const panel of state.panels)
        panel.draw(state.mode, player.moment, state.zoom, palette, isCriticalAsked);
    const scrub = element("scrub");
    scrub.max = end;
    scrub.value = player.moment;
    const spoken = state.panels.map((panel) => panel.spoken(state.mode, panel.at)).join(" ");
    scrub.setAttribute("aria-valuetext", place(end));
    element("place").textContent = place(end);
    const button = element("play");
    element("play-icon").setAttribute("d", player.isPlaying ? PAUSE : PLAY);
    button.setAttribute("aria-label", player.isPlaying ? "Pause" : "Play");
    if (!player.isPlaying && element("spoken").textContent !== spoken) element("spoken").textContent = spoken;
}

function place(end) {
    return state.mode === "steps"
        ? `step ${Math.ceil(player.moment)} of ${end}`
        : `time ${Math.round(player.moment)} of ${Math.round(end)}`;
}

/** Everything again, for the page has another size, view or colours. */
function refit() {
    palette = readPalette();
    for (const panel of state.panels) panel.fit(state.view);
    player.ask();
}

// ---- What is shown

/** The costs for schedules: what the fields say, and what `make table` takes where they say nothing. */
function costs() {
    const value = (id) => Math.max(0, Number(element(id).value) || 0);
    return {
        ts: value("ts"),
        th: value("th"),
        tw: value("tw"),
        ti: 0,
        bytes: value("bytes"),
        onePort: element("ports").value === "one",
    };
}

function open() {
    const numbers = [element("first").value, element("second").value].filter((value) => value !== NONE);
    element("panels").replaceChildren();
    state.panels = numbers.map((number) => {
        const root = element("panel").content.firstElementChild.cloneNode(true);
        element("panels").append(root);
        const panel = new Panel(root, index.layouts, (selection, moment) => {
            if (moment === undefined) player.ask();
            else player.seek(moment);
        });
        panel.open(JSON.parse(element(`play-${number}`).textContent), costs());
        root.setAttribute("aria-label", panel.part("name").textContent);
        return panel;
    });
    element("panels").classList.toggle("two", numbers.length > 1);
    element("costs").hidden = state.panels.every(({ play }) => play.isRun);
    state.moments = null;
    offerViews();
    refit();
    player.seek(0);
}

/** The views that all plays have, by their first words: each mesh has its own sides. */
function offerViews() {
    const offered = state.panels[0].views();
    const shared = state.panels
        .slice(1)
        .reduce(
            (views, panel) =>
                views.filter((view) =>
                    panel.views().some((other) => other.split(" ")[0] === view.split(" ")[0]),
                ),
            offered,
        );
    const sides = state.panels[0].play.sides.length;
    if (sides === 1) state.view = "ring";
    else if (sides === 2) state.view = "mesh";
    else if (!offered.includes(state.view)) state.view = offered[0];
    element("view").replaceChildren(...shared.map((view) => new Option(view, view.split(" ")[0])));
    state.view = state.view.split(" ")[0];
    element("view").value = state.view;
}

function reprice() {
    for (const panel of state.panels) panel.reprice(costs());
    state.moments = null;
    refit();
}

function setMode(mode) {
    const share = player.moment / (player.extent().end || 1);
    state.mode = mode;
    state.zoom = 1;
    document.querySelector(`input[name="mode"][value="${mode}"]`).checked = true;
    document.documentElement.dataset.mode = mode;
    const { end } = player.extent();
    player.moment = mode === "steps" ? Math.round(share * end) : share * end;
    player.ask();
}

function setTheme(theme) {
    state.theme = theme;
    const preferred = darkness.matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme === "auto" ? preferred : theme;
    element("theme").textContent = { auto: "◐ auto", light: "☀ light", dark: "☾ dark" }[theme];
    refit();
}

/** The next of a list after a value, N places on, and not beyond its ends. */
function neighbour(list, value, places) {
    return list[Math.min(list.length - 1, Math.max(0, list.indexOf(value) + places))];
}

function setSpeed(speed) {
    player.speed = speed;
    element("speed").value = String(speed);
}

function setZoom(zoom) {
    state.zoom = zoom;
    player.ask();
}

// ---- Controls

const COMMANDS = {
    play: () => player.play(),
    first: () => player.seek(0),
    back: () => player.step(-1),
    next: () => player.step(1),
    last: () => player.seek(Infinity),
    in: () => setZoom(neighbour(ZOOMS, state.zoom, 1)),
    out: () => setZoom(neighbour(ZOOMS, state.zoom, -1)),
    theme: () => setTheme(THEMES[(THEMES.indexOf(state.theme) + 1) % THEMES.length]),
    help: () => {
        element("keys").showModal();
        element("keys").scrollTop = 0; // the focus is at its end
    },
    present,
};

const KEYS = {
    " ": COMMANDS.play,
    ArrowRight: COMMANDS.next,
    ArrowLeft: COMMANDS.back,
    Home: COMMANDS.first,
    End: COMMANDS.last,
    "+": COMMANDS.in,
    "-": COMMANDS.out,
    f: () => setSpeed(neighbour(SPEEDS, player.speed, 1)),
    s: () => setSpeed(neighbour(SPEEDS, player.speed, -1)),
    m: () => setMode(state.mode === "steps" ? "time" : "steps"),
    v: () => turnView(),
    c: () => element("critical").click(),
    t: COMMANDS.theme,
    p: COMMANDS.present,
    "?": COMMANDS.help,
};

/** For a projector, or as before: larger letters, and the whole screen where the browser allows it. */
function present() {
    const root = document.documentElement;
    if (root.toggleAttribute("data-presents")) root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    refit();
}

function turnView() {
    const views = [...element("view").options].map(({ value }) => value);
    setView(views[(views.indexOf(state.view) + 1) % views.length]);
}

function setView(view) {
    state.view = view;
    element("view").value = view;
    refit();
}

/** Whether a key means something to the control that has the focus, as letters do to a list. */
function isTakenBy(target, key) {
    if (target.matches("select, textarea, input[type=number], input[type=text], dialog *")) return true;
    if (target.matches("input[type=radio]")) return key.startsWith("Arrow") || key === " ";
    return key === " " && target.matches("button, summary, input[type=checkbox]");
}

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTakenBy(event.target, event.key)) return;
    const command = KEYS[event.key];
    if (!command) return;
    event.preventDefault();
    command();
});

for (const button of document.querySelectorAll("[data-command]")) {
    button.addEventListener("click", COMMANDS[button.dataset.command]);
}
for (const id of ["first", "second"]) element(id).addEventListener("change", open);
for (const id of ["ts", "th", "tw", "bytes", "ports"]) element(id).addEventListener("change", reprice);
for (const input of document.querySelectorAll('input[name="mode"]')) {
    input.addEventListener("change", () => setMode(input.value));
}
element("critical").addEventListener("change", () => player.ask());
element("view").addEventListener("change", (event) => setView(event.target.value));
element("speed").addEventListener("change", (event) => setSpeed(Number(event.target.value)));
element("scrub").addEventListener("input", (event) => player.seek(Number(event.target.value)));
window.addEventListener("resize", refit);
darkness.addEventListener("change", () => setTheme(state.theme));

// ---- The beginning

/** The plays as options, in a group for each operation. */
function options() {
    const groups = new Map();
    index.plays.forEach((play, number) => {
        const name = play.operation ?? "runs";
        if (!groups.has(name)) {
            groups.set(name, Object.assign(document.createElement("optgroup"), { label: name }));
        }
        const text = play.case ? `${play.name}, ${play.case}` : play.name;
        groups.get(name).append(new Option(text + (play.usual ? " *" : ""), String(number)));
    });
    return [...groups.values()];
}

/** The number of the play that the address names after its #, or 0. */
function named() {
    const name = decodeURIComponent(location.hash.slice(1));
    return Math.max(
        0,
        index.plays.findIndex((play) => play.name === name),
    );
}

function start() {
    document.title = `${index.title} · graycube`;
    element("title").textContent = index.title;
    element("first").replaceChildren(...options());
    element("second").append(...options());
    element("choice").hidden = index.plays.length < 2;
    element("first").value = String(named());
    document.documentElement.dataset.mode = state.mode;
    setTheme(state.theme);
    open();
    const [{ play }] = state.panels;
    if (play.isRun) setMode("time");
    if (play.early.length === 0) return;
    state.panels[0].selection = { node: play.early[0].node };
    player.seek(player.extent().end); // who waits, and for what, is to be seen there
}

start();
window.graycube = state; // for a person at the browser's console, and for tests
