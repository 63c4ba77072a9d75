/* The reader of serial frames: after any bytes, a whole frame is read as it was sent. Every frame
 * read has a valid checksum, and at most the allowed data. */
#include <string.h>

#include "board/line/frame.h"
#include "tests/fuzz/fuzz.h"

/* Takes bytes one by one; returns how many frames came with them. */
static unsigned take(struct frame_reader *reader, const uint8_t *data, size_t bytes) {
    unsigned frames = 0;
    for (size_t i = 0; i < bytes; i++) {
        bool whole = frame_take(reader, data[i]);
        assert(reader->have < sizeof reader->head + sizeof reader->data);
        if (!whole)
            continue;
        frames++;
        size_t some = reader->head.bytes;
        assert(reader->head.start == LINE_START && some <= LINE_DATA_BYTES);
        uint16_t check =
            frame_check(LINE_CHECK_FIRST, (uint8_t *)&reader->head + 1, sizeof reader->head - 1);
        check = frame_check(check, reader->data, some);
        assert((uint8_t)check == reader->data[some] && check >> 8 == reader->data[some + 1]);
    }
    return frames;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static struct frame_reader reader;
    static uint8_t sent[sizeof(struct line_head) + LINE_DATA_BYTES + LINE_CHECK_BYTES];
    memset(&reader, 0, sizeof reader);
    fuzz_accepted += take(&reader, data, bytes);
    reader.have = 0; /* as before each attempt */

    size_t some = bytes < LINE_DATA_BYTES ? bytes : LINE_DATA_BYTES;
    const struct line_head head = {LINE_START, 7, LINE_READ, (uint16_t)some};
    memcpy(sent, &head, sizeof head);
    if (some)
        memcpy(sent + sizeof head, data, some);
    uint16_t check = frame_check(LINE_CHECK_FIRST, sent + 1, sizeof head - 1 + some);
    sent[sizeof head + some] = (uint8_t)check;
    sent[sizeof head + some + 1] = (uint8_t)(check >> 8);
    assert(take(&reader, sent, sizeof head + some + LINE_CHECK_BYTES) == 1);
    assert(reader.head.bytes == some && (!some || memcmp(reader.data, data, some) == 0));
    return 0;
}
