"""The workbench: algorithms of one's own, from a C file or a schedule in JSON."""
