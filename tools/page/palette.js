// Colours of the canvases: those of the style sheet, so that light and dark are defined in one place.

const NAMES = [
    "ink",
    "faint",
    "surface",
    "line",
    "packet",
    "packet-ink",
    "select",
    "working",
    "sending",
    "receiving",
    "waiting",
    "critical",
    "critical-edge",
];

/** The number of shades of the scale of a link's use. */
const SHADES = 5;

/** The pixels of the page's letters. */
export function letter() {
    return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The colours that are in force. */
export function readPalette() {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(`--${name}`).trim();
    const palette = { use: [] };
    for (const name of NAMES) palette[name] = value(name);
    for (let shade = 1; shade <= SHADES; shade++) palette.use.push(value(`use-${shade}`));
    return palette;
}

/** A cross, of N pixels to each side. */
export function cross(context, palette, { x, y }, size) {
    context.strokeStyle = palette.ink;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x - size, y - size);
    context.lineTo(x + size, y + size);
    context.moveTo(x - size, y + size);
    context.lineTo(x + size, y - size);
    context.stroke();
}

/** The colour of a link that has carried this share, 0 to 1, of what the busiest one does. */
export function useColour(palette, share) {
    if (share <= 0) return palette.line;
    return palette.use[Math.min(SHADES - 1, Math.floor(share * SHADES))];
}
