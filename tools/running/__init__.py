"""The parts of cuberun."""
