// Runs a program of WebAssembly that reads words and its standard input, and prints: so much of WASI as the
// tools of the workbench need.

const BAD_FILE = 8; // errno
const CHARACTERS = 2; // the kind of a file
const STREAMS = { input: 0, output: 1, errors: 2 };

class Ended extends Error {
    constructor(status) {
        super(`ended with ${status}`);
        this.status = status;
    }
}

/** The status of the program when it has run, and what it printed. */
export async function runProgram(module, words, input) {
    const encoder = new TextEncoder();
    const bytes = encoder.encode(input);
    const args = words.map((word) => encoder.encode(`${word}\0`));
    const printed = { [STREAMS.output]: [], [STREAMS.errors]: [] };
    let memory = null;
    let taken = 0;
    const view = () => new DataView(memory.buffer);
    const set = (address, value) => view().setUint32(address, value, true);
    const buffers = (list, count) =>
        Array.from({ length: count }, (_, k) => {
            const at = list + 8 * k;
            return new Uint8Array(memory.buffer, view().getUint32(at, true), view().getUint32(at + 4, true));
        });
    const calls = {
        args_sizes_get(count, size) {
            set(count, args.length);
            set(
                size,
                args.reduce((sum, word) => sum + word.length, 0),
            );
            return 0;
        },
        args_get(pointers, text) {
            let at = text;
            args.forEach((word, k) => {
                set(pointers + 4 * k, at);
                new Uint8Array(memory.buffer).set(word, at);
                at += word.length;
            });
            return 0;
        },
        fd_read(file, list, count, size) {
            if (file !== STREAMS.input) return BAD_FILE;
            const begun = taken;
            for (const buffer of buffers(list, count)) {
                const part = bytes.subarray(taken, taken + buffer.length);
                buffer.set(part);
                taken += part.length;
            }
            set(size, taken - begun);
            return 0;
        },
        fd_write(file, list, count, size) {
            if (!printed[file]) return BAD_FILE;
            const parts = buffers(list, count);
            for (const part of parts) printed[file].push(part.slice());
            set(
                size,
                parts.reduce((sum, part) => sum + part.length, 0),
            );
            return 0;
        },
        fd_fdstat_get(file, stat) {
            if (file > STREAMS.errors) return BAD_FILE;
            new Uint8Array(memory.buffer, stat, 24).fill(0);
            view().setUint8(stat, CHARACTERS);
            return 0;
        },
        fd_seek: () => BAD_FILE,
        fd_close: () => 0,
        proc_exit(status) {
            throw new Ended(status);
        },
    };
    const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls });
    memory = exports.memory;
    let status = 0;
    try {
        exports._start();
    } catch (error) {
        if (!(error instanceof Ended)) throw error;
        ({ status } = error);
    }
    const text = (file) => printed[file].map((part) => new TextDecoder().decode(part)).join("");
    return { status, output: text(STREAMS.output), errors: text(STREAMS.errors) };
}
