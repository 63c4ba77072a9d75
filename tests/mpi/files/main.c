/* Finds wrong contents of files after random programs, called by: files SEED ROUNDS [FOLDER]. */
#include <unistd.h>

#include "files.h"

enum { STEPS = 6, NAME_BYTES = 200 };

_Thread_local struct job job = {.name = "files"};
_Thread_local struct program program;

/* Opens the file, which is deleted when it is closed: then the model is empty. */
static void file_open(const char *name) {
    static const char *const buffering[] = {"true", "false"};
    int hint = draw(3), amode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    MPI_Info info;
    MPI_Info_create(&info);
    if (hint < 2)
        MPI_Info_set(info, "collective_buffering", buffering[hint]);
    if (MPI_File_open(program.comm, name, amode | MPI_MODE_EXCL, info, &program.file) !=
        MPI_SUCCESS)
        wrong("%s cannot be opened", name);
    MPI_Info_free(&info);
    memset(program.model, 0, FILE_MOST);
    program.bytes = 0;
    if (draw(3) == 0)
        MPI_File_set_atomicity(program.file, 1);
}

static void file_check(void) {
    MPI_Offset size;
    MPI_File_get_size(program.file, &size);
    if (size != program.bytes)
        wrong("the file has %lld bytes, not %lld", (long long)size, (long long)program.bytes);
}

/* Cuts the file, or makes it longer by zeros. */
static void file_resize(void) {
    MPI_Offset size = draw(3000), before = program.bytes;
    bool allocates = draw(2);
    if (allocates)
        MPI_File_preallocate(program.file, size);
    else
        MPI_File_set_size(program.file, size);
    if (size > before || !allocates)
        program.bytes = size;
    if (size < before && !allocates)
        memset(program.model + size, 0, (size_t)(before - size));
}

static void run_round(const char *folder) {
    struct view views[RANKS_MOST];
    char name[NAME_BYTES];
    int id = (int)getpid();
    MPI_Bcast(&id, 1, MPI_INT, 0, program.comm);
    snprintf(name, sizeof name, "%s/files-%d-%llu", folder, id, (unsigned long long)job.seed);
    file_open(name);
    for (int step = 0; step < STEPS; step++) {
        bool alike = draw(3) == 0;
        views_draw(views, alike);
        view_set(&views[job.rank]);
        for (int k = 1 + draw(2); k > 0; k--) {
            step_write(views, alike);
            MPI_Barrier(program.comm);
        }
        file_check();
        for (int k = 1 + draw(2); k > 0; k--)
            step_read(views, alike);
        MPI_Barrier(program.comm);
        if (draw(4) == 0)
            file_resize();
        file_check();
        MPI_Barrier(program.comm); /* nobody writes before all have looked */
    }
    if (MPI_File_close(&program.file) != MPI_SUCCESS || program.file != MPI_FILE_NULL)
        wrong("the file is not closed");
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    job.seed = job.shared.state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    int rounds = argc > 2 ? atoi(argv[2]) : 10;
    MPI_Comm reversed;
    program.model = malloc(FILE_MOST);
    MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -job.rank, &reversed);
    for (job.round = 0; job.round < rounds; job.round++) {
        program.comm = draw(2) ? MPI_COMM_WORLD : reversed;
        MPI_Comm_rank(program.comm, &job.rank);
        MPI_Comm_size(program.comm, &job.size);
        run_round(argc > 3 ? argv[3] : ".");
    }
    if (job.rank == 0)
        printf("seed %llu, %d rounds, all right\n", (unsigned long long)job.seed, rounds);
    MPI_Comm_free(&reversed);
    free(program.model);
    MPI_Finalize();
    return 0;
}
