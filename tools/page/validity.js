// Whether a value is valid by a schema of formats/: as tools/running/json_schema.py, and in its words.

const TYPES = {
    object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    array: Array.isArray,
    string: (value) => typeof value === "string",
    integer: Number.isInteger,
    number: (value) => typeof value === "number",
    boolean: (value) => typeof value === "boolean",
    null: (value) => value === null,
};
const SHOWN = 40; // letters of a value

/** JSON as Python writes it. */
export function dumped(value) {
    if (Array.isArray(value)) return `[${value.map(dumped).join(", ")}]`;
    if (!TYPES.object(value)) return JSON.stringify(value);
    const members = Object.entries(value).map(([name, item]) => `${dumped(name)}: ${dumped(item)}`);
    return `{${members.join(", ")}}`;
}

function wrongValue(value, rules, place) {
    const shown = () => dumped(value).slice(0, SHOWN);
    if ("type" in rules && !TYPES[rules.type](value))
        return `${place} has to be ${"aio".includes(rules.type[0]) ? "an" : "a"} ${rules.type}`;
    if ("const" in rules && value !== rules.const)
        return `${place} has to be ${dumped(rules.const)}, not ${shown()}`;
    if ("enum" in rules && !rules.enum.includes(value))
        return `${place} has to be one of ${rules.enum.map(dumped).join(", ")}, not ${shown()}`;
    if (value < rules.minimum) return `${place} has to be at least ${rules.minimum}, not ${value}`;
    if (value > rules.maximum) return `${place} has to be at most ${rules.maximum}, not ${value}`;
    if ("pattern" in rules && !new RegExp(rules.pattern, "u").test(value))
        return `${place} has to look like ${rules.pattern}, not ${shown()}`;
    return null;
}

function wrongList(value, rules, whole, place) {
    if (!Array.isArray(value)) return null;
    const least = rules.minItems ?? 0;
    const most = rules.maxItems ?? value.length;
    if (value.length < least || value.length > most)
        return `${place} has ${value.length} items, not ${least} to ${most}`;
    if (!rules.items) return null;
    for (const [k, item] of value.entries()) {
        const found = wrong(item, rules.items, whole, `${place}[${k}]`);
        if (found) return found;
    }
    return null;
}

function wrongObject(value, rules, whole, place) {
    if (!TYPES.object(value)) return null;
    const missing = (rules.required ?? []).find((name) => !Object.hasOwn(value, name));
    if (missing) return `${place || "the file"} lacks "${missing}"`;
    for (const [name, item] of Object.entries(value)) {
        const member = rules.properties && Object.hasOwn(rules.properties, name) && rules.properties[name];
        if (member) {
            const found = wrong(item, member, whole, place ? `${place}.${name}` : name);
            if (found) return found;
        } else if (rules.additionalProperties === false)
            return `${place || "the file"} has a member "${name}" that means nothing there`;
    }
    return null;
}

/** What is wrong with a value, or null. `whole` is the schema, `place` where the value is. */
export function wrong(value, rules, whole = rules, place = "") {
    if (rules.$ref) return wrong(value, whole.$defs[rules.$ref.split("/").pop()], whole, place);
    if (rules.anyOf) {
        const found = rules.anyOf.map((one) => wrong(value, one, whole, place));
        return found.every(Boolean) ? found[0] : null;
    }
    return (
        wrongValue(value, rules, place || "the file") ||
        wrongList(value, rules, whole, place) ||
        wrongObject(value, rules, whole, place)
    );
}
