"""Validation of a JSON value by a schema: only the part of JSON Schema (json-schema.org) that the
schemas of formats/ use."""

import json
import os

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))),
                      "formats")
TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: type(value) is int,  # a bool is an int too
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
KNOWN = {"$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required",
         "additionalProperties", "items", "enum", "const", "minimum", "maximum", "minItems",
         "maxItems", "pattern", "anyOf"}


def schema(name):
    """The schema of that name, formats/NAME.schema.json."""
    with open(os.path.join(FOLDER, f"{name}.schema.json"), encoding="utf-8") as file:
        return json.load(file)


def wrong(value, rules, whole=None, place=""):
    """What is wrong with a value, as "steps[0].packets: is no array", or None. `whole` is the schema
    that $ref points into, `place` where the value is."""
    whole = rules if whole is None else whole
    unknown = rules.keys() - KNOWN
    if unknown:
        raise ValueError(f"this validator does not know {', '.join(sorted(unknown))}")
    if "$ref" in rules:
        return wrong(value, whole["$defs"][rules["$ref"].rpartition("/")[2]], whole, place)
    if "anyOf" in rules:
        found = [wrong(value, one, whole, place) for one in rules["anyOf"]]
        return found[0] if all(found) else None
    return (wrong_value(value, rules, place or "the file")
            or wrong_list(value, rules, whole, place)
            or wrong_object(value, rules, whole, place))


def wrong_value(value, rules, place):
    """What is wrong with the value itself."""
    if "type" in rules and not TYPES[rules["type"]](value):
        article = "an" if rules["type"][0] in "aio" else "a"
        return f"{place} has to be {article} {rules['type']}"
    if "const" in rules and value != rules["const"]:
        return f"{place} has to be {json.dumps(rules['const'])}, not {json.dumps(value)[:40]}"
    if "enum" in rules and value not in rules["enum"]:
        return (f"{place} has to be one of {', '.join(map(json.dumps, rules['enum']))}, not "
                f"{json.dumps(value)[:40]}")
    if "minimum" in rules and value < rules["minimum"]:
        return f"{place} has to be at least {rules['minimum']}, not {value}"
    if "maximum" in rules and value > rules["maximum"]:
        return f"{place} has to be at most {rules['maximum']}, not {value}"
    if "pattern" in rules:
        import re
        if not re.search(rules["pattern"], value):
            return f"{place} has to look like {rules['pattern']}, not {json.dumps(value)[:40]}"
    return None


def wrong_list(value, rules, whole, place):
    """What is wrong with the length or an item of a list."""
    if not isinstance(value, list):
        return None
    least, most = rules.get("minItems", 0), rules.get("maxItems", len(value))
    if not least <= len(value) <= most:
        return f"{place} has {len(value)} items, not {least} to {most}"
    if "items" not in rules:
        return None
    return next(filter(None, (wrong(item, rules["items"], whole, f"{place}[{k}]")
                              for k, item in enumerate(value))), None)


def wrong_object(value, rules, whole, place):
    """What is wrong with a member of an object."""
    if not isinstance(value, dict):
        return None
    members = rules.get("properties", {})
    missing = [name for name in rules.get("required", []) if name not in value]
    if missing:
        return f"{place or 'the file'} lacks \"{missing[0]}\""
    for name, item in value.items():
        below = f"{place}.{name}" if place else name
        if name in members:
            found = wrong(item, members[name], whole, below)
            if found:
                return found
        elif rules.get("additionalProperties", True) is False:
            return f"{place or 'the file'} has a member \"{name}\" that means nothing there"
    return None
