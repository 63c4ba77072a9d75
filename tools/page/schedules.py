"""Schedules for the page: the output of tools/workbench/schedule --play, as objects."""

import json

from workbench.drawing import is_numbered


class Texts:
    """What blocks hold, in few letters: the ranks of the nodes that a block is from, 5 or 0-3 or 0+3, and its number where
    inputs have several: 5.2. A block of which nothing is known is "-"."""

    def __init__(self, numbered):
        self.numbered, self.numbers = numbered, {}

    def number(self, holds):
        """The number of a text, from 0 in the order in which they come."""
        ranks = holds.rpartition(".")[0]
        return self.numbers.setdefault((holds if self.numbered else ranks) if ranks else "-", len(self.numbers))


def sent_in(step, texts):
    """The packets of a step, one after the other: origin, links, their ports, blocks, their texts."""
    for packet in step["packets"]:
        path, holds = packet["path"], packet["holds"]
        yield from (path[0], len(path) - 1, *((one ^ other).bit_length() - 1 for one, other in zip(path, path[1:])),
                    len(holds), *map(texts.number, holds))


def play_of(schedule):
    """A schedule as the page plays it."""
    texts, play, counts = Texts(is_numbered(schedule)), schedule["play"], schedule["counts"]
    held = [[] for _ in range(1 + max((entry[0] for entry in play["held"]), default=-1))]
    for step, node, area, block, holds in play["held"]:
        held[step] += [node, area, block, texts.number(holds)]
    sent = [list(sent_in(step, texts)) for step in schedule["steps"]]
    return {"kind": "schedule", **{name: schedule[name] for name in ("name", "operation", "ports", "relay", "dimension", "source")},
            **{name: play[name] for name in ("usual", "outputs", "case", "open")}, "k": schedule["case"].get("packets", 1),
            "sides": schedule["case"].get("mesh", []), "sent": sent, "held": held, "steps": counts["steps"],
            "bound": counts["bound"], "packets": counts["packets"], "words": counts["link_words"], "texts": list(texts.numbers),
            **({"dead": schedule["dead"]} if "dead" in schedule else {})}


def plays_in(text):
    """The plays of schedules that were written one after the other."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        schedule, at = decoder.raw_decode(text, at)
        at += 1  # the end of its last line
        yield play_of(schedule)
