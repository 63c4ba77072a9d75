// Labs of the course in the page of the workbench: the points of a schedule, by the properties that tools/grade asks
// for (tools/page/labs.py). Those of the other algorithms of a lab are kept.

const labs = window.graycubeLabs;
const BY_TOOL = "graded by make grade";
const kept = new Map(); // of each algorithm of a lab that was proved: its text, and what each property lacks
const shownAt = (id) => document.getElementById(id);

/** The lab that is chosen, and its algorithm by name; null if none is. */
export function chosenLab() {
    const [number, name] = shownAt("lab").value.split(" ");
    const lab = labs.find((one) => one.number === number);
    return lab
        ? { lab, name, algorithm: lab.algorithms[name], text: kept.get(shownAt("lab").value)?.text }
        : null;
}

/** What a schedule lacks to be judged by its figures at all, as the checker and tools/grade say, or null. */
function lackOfAll({ operation, ports, varies, packets }, { status, errors, schedule }) {
    if (status !== 0) return errors.trim().replace(/^check: /, "");
    const given = { packets: 1, ...schedule.case };
    const missing = varies.find((name) => !(name in (schedule.case ?? {})));
    if (schedule.operation !== operation) return `it describes ${schedule.operation}, not ${operation}`;
    if (!ports.includes(schedule.ports)) return `it is ${schedule.ports}, not ${ports.at(-1)}`;
    if (missing) return `its case does not name the ${missing}`;
    if (!varies.includes("packets") && given.packets !== packets)
        return `${given.packets} packets (expected: ${packets})`;
    return null;
}

/** The step and the links of the first packet with which a figure goes beyond its limit, or that has several blocks. */
function placeBeyond(figure, limit, { steps }) {
    const packets = steps.flatMap((step, before) =>
        step.packets.map((packet) => ({ ...packet, step: before + 1 })),
    );
    let count = 0;
    const first =
        packets.find(({ step, path, from }) => {
            const blocks = figure === "link_words" ? from.blocks.length : 1;
            count = figure === "steps" ? step : count + (path.length - 1) * blocks;
            return count > limit;
        }) ?? packets.find(({ from }) => from.blocks.length > 1);
    return first ? `; step ${first.step}, ${first.path.join(">")}` : "";
}

/** What each property of an algorithm of a lab lacks, in the words of tools/grade, or null. */
function judge({ properties, algorithms }, name, proved) {
    const row = /^ +\d+ .*$/m.exec(proved.output)?.[0].trim().split(/ +/).map(Number) ?? [];
    const [n, N, , steps, , packets, words] = row;
    const figures = { n, N, k: proved.schedule?.case?.packets ?? 1, steps, packets, link_words: words };
    const lack = lackOfAll(algorithms[name], proved);
    return properties.map((property) => {
        if (property.name !== name) return undefined;
        if (lack) return lack;
        for (const { figure, limit, lack: lackOf } of property.conditions) {
            const most = limit(figures);
            const found = lackOf(figures, most);
            if (found) return found + placeBeyond(figure, most, proved.schedule);
        }
        return null;
    });
}

/** Shows the lab that is chosen: its task, and the points of all that was proved. */
function showLab({ lab, name, algorithm }) {
    const found = Object.keys(lab.algorithms).map((one) => kept.get(`${lab.number} ${one}`)?.lacks ?? []);
    let sum = 0;
    shownAt("lab-rows").replaceChildren();
    lab.properties.forEach(({ points, text, name: of }, number) => {
        const lack = found.map((lacks) => lacks[number]).find((one) => one !== undefined);
        const row = shownAt("lab-rows").insertRow();
        sum += lack === null ? points : 0;
        row.insertCell().textContent = `${lack === null ? points : 0} of ${points}`;
        row.insertCell().textContent = text;
        row.insertCell().textContent = of ? (lack ?? (lack === null ? "" : "not proved yet")) : BY_TOOL;
    });
    const all = lab.properties.reduce((total, { points }) => total + points, 0);
    shownAt("lab-task").textContent = `Lab ${lab.number}, ${lab.title}. ${lab.task}`;
    shownAt("lab-points").textContent =
        `points: ${sum} of ${all}, for this cube and case; make grade proves ${name}.c in all cases on ` +
        `${algorithm.cubes.replace("..", " to ")} nodes`;
}

/** Judges what was proved of the schedule in a text for the lab that is chosen, and shows its points. */
export function judgeLab(text, proved) {
    const choice = chosenLab();
    shownAt("lab-shown").hidden = !choice;
    if (!choice) return;
    kept.set(shownAt("lab").value, { text, lacks: judge(choice.lab, choice.name, proved) });
    showLab(choice);
}

/** Offers the labs. */
export function offerLabs() {
    for (const { number, algorithms } of labs)
        for (const name of Object.keys(algorithms))
            shownAt("lab").append(new Option(`${number}: ${name}`, `${number} ${name}`));
}
