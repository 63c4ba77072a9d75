/* Categories of variables (MPI 5.0, section 15.3.9). None holds others, and there are no events. */
#include <string.h>

#include "mpi/tool/tool.h"

/* The variables of a category have numbers in a row. */
static const struct category {
    const char *name, *description;
    int first_control, controls, first_measure, measures;
} categories[] = {
    {"collectives", "how collective operations are carried out", 0, TOOL_ALGORITHMS, 0, 0},
    {"links", "packets and bytes that arrived on this node's links", 0, 0, 0, TOOL_LINKS},
    {"messages", "messages between two processes", TOOL_ALGORITHMS, TOOL_CONTROLS - TOOL_ALGORITHMS,
     TOOL_LINKS, TOOL_MEASURES - TOOL_LINKS},
};
enum { CATEGORIES = sizeof categories / sizeof *categories };

TOOL_NUMBER(MPI_T_category_get_num, CATEGORIES)

int MPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
                            int *num_cvars, int *num_pvars, int *num_categories) {
    RETURN_UNLESS_INDEX(cat_index, CATEGORIES);
    const struct category *category = &categories[cat_index];
    tool_text(category->name, name, name_len);
    tool_text(category->description, desc, desc_len);
    TOOL_SET(num_cvars, category->controls);
    TOOL_SET(num_pvars, category->measures);
    TOOL_SET(num_categories, 0);
    return MPI_SUCCESS;
}

int MPI_T_category_get_num_events(int cat_index, int *num_events) {
    RETURN_UNLESS_INDEX(cat_index, CATEGORIES);
    RETURN_UNLESS_OUTPUT(num_events);
    *num_events = 0;
    return MPI_SUCCESS;
}

int MPI_T_category_get_index(const char *name, int *cat_index) {
    RETURN_UNLESS_OUTPUT(name && cat_index);
    for (int i = 0; i < CATEGORIES; i++)
        if (strcmp(categories[i].name, name) == 0) {
            *cat_index = i;
            return MPI_SUCCESS;
        }
    return MPI_T_ERR_INVALID_NAME;
}

/* Writes the numbers of a category's variables, as far as there is room. */
static int list(int first, int count, int len, int indices[]) {
    RETURN_UNLESS_OUTPUT(len == 0 || (len > 0 && indices));
    for (int i = 0; i < count && i < len; i++)
        indices[i] = first + i;
    return MPI_SUCCESS;
}

#define LIST(name, first, count)                                                                   \
    int name(int cat_index, int len, int indices[]) {                                              \
        RETURN_UNLESS_INDEX(cat_index, CATEGORIES);                                                \
        return list(first, count, len, indices);                                                   \
    }
LIST(MPI_T_category_get_cvars, categories[cat_index].first_control, categories[cat_index].controls)
LIST(MPI_T_category_get_pvars, categories[cat_index].first_measure, categories[cat_index].measures)
LIST(MPI_T_category_get_events, 0, 0)
LIST(MPI_T_category_get_categories, 0, 0)

/* Nothing ever changes. */
TOOL_NUMBER(MPI_T_category_changed, 0)
