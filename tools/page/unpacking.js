// Opens lists of whole numbers that packing.py has packed, which says how.

const MORE = 128; // in a byte: the number goes on

/** The numbers of a text, in an array of so many of a kind, such as Float64Array. */
export function unpacked(text, Kind, count) {
    const bytes = window.atob(text);
    const numbers = new Kind(count);
    let before = 0;
    let at = 0;
    for (let number = 0; number < count; number++) {
        let rest = 0;
        let weight = 1;
        let byte = bytes.charCodeAt(at++);
        for (; byte >= MORE; byte = bytes.charCodeAt(at++)) {
            rest += (byte - MORE) * weight; // no shift, for numbers may have more than 32 bits
            weight *= MORE;
        }
        rest += byte * weight;
        before += rest % 2 ? -(rest + 1) / 2 : rest / 2;
        numbers[number] = before;
    }
    return numbers;
}
