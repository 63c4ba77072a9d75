/* The archive reader: it always ends, and files and names lie inside the archive. */
#include <string.h>

#include "formats/cpio.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    struct cpio_file file;
    size_t offset = 0;
    const char *reason = NULL;
    for (;;) {
        size_t before = offset;
        int result = cpio_next(data, bytes, &offset, &file, &reason);
        if (result == -1) {
            assert(reason && reason[0]);
            return 0;
        }
        if (result == 0) {
            fuzz_accepted++;
            return 0;
        }
        assert(result == 1);
        assert(offset > before && offset <= bytes);
        assert(fuzz_inside(data, bytes, file.data, file.bytes));
        assert(fuzz_inside(data, bytes, file.name, strlen(file.name) + 1));
        assert(file.name < (const char *)file.data);
        assert(file.data + file.bytes <= data + offset);
    }
}
