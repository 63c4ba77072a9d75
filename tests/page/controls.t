#!/usr/bin/python3
"""Finds an action that fails on the page: by the keyboard alone, by the mouse, in light and dark, on a
phone, with less motion. Prints TAP."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/page")
from session import FRAMES as DRAWN, equal, ok, test, written

PHONE = (390, 844)
MOST_TABS = 40
NAME = """
(() => {
  const element = document.activeElement;
  const label = element.labels?.[0]?.textContent ?? element.getAttribute("aria-label");
  return (label || element.textContent).trim();
})()
"""
# Values of the slider while the page plays: at each frame, until it stops or there are so many.
PLAYED = """
new Promise(done => {
  const seen = [];
  const look = () => {
    seen.push(Number(document.getElementById("scrub").value));
    const plays = document.getElementById("play").getAttribute("aria-label") === "Pause";
    if (plays && seen.length < %d) requestAnimationFrame(look);
    else done(seen);
  };
  requestAnimationFrame(look);
})
"""


def check_steps(visit):
    """Keys that step."""
    equal(visit.shown("place"), "step 0 of 4", "it begins before the first step")
    visit.press("ArrowRight")
    equal((visit.text("step"), visit.text("packets-now")), ("1 of", "24"), "an arrow key goes on by a step")
    visit.press("ArrowRight")
    visit.press("ArrowRight")
    visit.press("ArrowLeft")
    equal((visit.text("step"), visit.text("packets-now")), ("2 of", "40"), "and back")
    visit.picture("steps")
    ok("step 2 of 4, 16 packets under way" in visit.shown("spoken"), "which is told to those who listen",
       visit.shown("spoken"))
    visit.press("End")
    equal((visit.text("step"), visit.text("packets-now")), ("4 of", "80"), "End goes to the end")
    visit.press("Home")
    equal(visit.text("packets-now"), "0", "Home to the beginning")


def check_playing(visit):
    """Playing and pausing."""
    visit.press(" ")
    seen = visit.value(PLAYED % 8)
    ok(seen == sorted(seen) and len(set(seen)) > 4, "the space bar plays", seen)
    visit.press(" ")
    equal(visit.value("document.getElementById('play').getAttribute('aria-label')"), "Play",
          "and pauses")
    visit.set("speed", "8")
    visit.press(" ")
    seen = visit.value(PLAYED % 10000)
    equal(seen[-1], 4, "it plays until its end, and stops there")
    visit.set("speed", "1")
    visit.browser.media(prefers_reduced_motion="reduce")
    visit.press("Home")
    visit.set("speed", "8")
    visit.press(" ")
    seen = visit.value(PLAYED % 10000)
    # It may have left the beginning before it is first looked at.
    equal(sorted({0, *(round(value, 3) for value in seen)}), [0, 0.6, 1.6, 2.6, 3.6, 4],
          "with less motion it goes from step to step")
    visit.set("speed", "1")
    visit.browser.media()


def check_tabs(visit):
    """Everything can be reached by the keyboard, and says what it is."""
    visit.value("document.activeElement.blur()")
    names = []
    for _ in range(MOST_TABS):
        visit.browser.press("Tab")
        name = visit.value(NAME)
        if names and name == names[0]:
            break
        names.append(name)
    wanted = visit.value("[...document.querySelectorAll('button, select, input, summary, canvas[tabindex]')]"
                         ".filter(element => element.checkVisibility()).length")
    # Of the two radio buttons one is reached, and the other from there by an arrow key. At its end the
    # page hands the focus on to the browser, where it has no name.
    equal(len([name for name in names if not name.startswith("Schedules on")]), wanted - 1,
          "each control is reached by the tabulator key")
    ok(all(names), "and has a name", names)


def check_keyboard(visit):
    """Another play, view and mode, a node and a link, without a mouse."""
    visit.focus("#first")
    for letter in "allgather-r":
        visit.press(letter)
    equal(visit.text("name"), "allgather-ring", "a schedule is chosen by its letters")
    visit.value("document.activeElement.blur()")
    visit.press("v")
    equal(visit.value("document.getElementById('view').value"), "ring", "v turns to the next view")
    visit.focus("canvas")
    visit.press("n")
    equal(visit.text("heading"), "Node 0 (000)", "n chooses a node")
    visit.press("1")
    equal(visit.text("heading"), "Node 2 (010)", "a digit crosses that dimension")
    visit.press("l")
    visit.press("l")
    equal(visit.text("heading"), "Link 2 → 0", "l chooses a link")
    visit.press("End")
    equal(visit.rows()["packets so far"], visit.rows()["blocks in all"], "with its figures")
    visit.press("Escape")
    ok(visit.value("document.querySelector('.details').hidden"), "Escape chooses nothing")
    visit.press("?")
    ok(visit.value("document.getElementById('keys').open"), "? shows all keys")
    visit.press("Enter")
    ok(not visit.value("document.getElementById('keys').open"), "which Enter closes")


def check_mouse(visit):
    """The same by the mouse."""
    visit.click("network", visit.value("document.querySelector('canvas').clientWidth") // 2, 56)
    equal(visit.text("heading"), "Node 0 (000)", "a click on a node chooses it")
    visit.click("bars", 300, round(4.5 * visit.value("window.graycube.panels[0].bars.row")))
    ok(visit.text("heading").startswith("Node 4") and 0 < visit.value(
        "Number(document.getElementById('scrub').value)") < 7,
       "a click on a bar chooses its node and the moment", visit.text("heading"))
    visit.choose("second", "allgather-exchange")
    visit.press("ArrowRight")
    equal((visit.text("name", 0), visit.text("name", 1)), ("allgather-ring", "allgather-exchange"),
          "two schedules are side by side")
    visit.press("Home")
    visit.press("ArrowRight")
    visit.press("ArrowRight")
    equal((visit.text("step", 0), visit.text("step", 1)), ("2 of", "2 of"), "at the same step")
    tops = visit.value("[...document.querySelectorAll('canvas')].map(canvas => "
                       "Math.round(canvas.getBoundingClientRect().top))")
    equal(tops[:2], tops[2:], "and at the same height")
    visit.picture("side-by-side")
    visit.press("End")
    equal((visit.text("step", 0), visit.text("step", 1)), ("7 of", "3 of"), "each to its own end")
    visit.set("second", "none")


def check_costs(visit):
    """Costs, and a closer look at the bars."""
    visit.set("ts", "2000")
    equal(visit.text("time"), str(3 * 2000 + 3 * 10 + 7 * 64), "other costs make another time")
    visit.set("ts", "1000")
    visit.press("m")
    span = visit.value("graycube.panels[0].bars.span")
    visit.press("+")
    equal(visit.value("graycube.panels[0].bars.span"), span / 2, "+ shows the bars larger")
    visit.press("-")
    equal(visit.value("graycube.panels[0].bars.span"), span, "- as they were")
    visit.press("m")


def check_colours(visit):
    """Light and dark, as the system has it or as somebody chooses."""
    ground = "getComputedStyle(document.body).backgroundColor"
    light = visit.value(ground)
    visit.browser.media(prefers_color_scheme="dark")
    visit.value(DRAWN)
    dark = visit.value(ground)
    ok(light != dark, "it is dark where the system is", (light, dark))
    visit.press("t")
    equal(visit.value(ground), light, "t makes it light")
    visit.press("t")
    visit.browser.media()
    equal(visit.value(ground), dark, "and dark")
    visit.press("t")
    equal(visit.value(ground), light, "and as the system is")


def check_phone(visit):
    """A phone, in the dark."""
    visit.browser.size(*PHONE, ratio=2)
    visit.browser.media(prefers_color_scheme="dark")
    visit.choose("first", "mesh-alltoall, mesh")
    visit.press("ArrowRight")
    visit.press("ArrowRight")
    equal(visit.value("document.getElementById('view').value"), "mesh", "a mesh is drawn as its mesh")
    ok(visit.value("document.documentElement.scrollWidth") <= PHONE[0], "nothing is wider than a phone",
       visit.value("document.documentElement.scrollWidth"))
    visit.picture("phone-dark")


def checks(visit, folder):
    """The checks."""
    page = os.path.join(folder, "catalogue.html")
    written(["tools/page/catalogue", "8", "-o"], page)
    visit.browser.open(page, "#aspc")
    equal(visit.text("name"), "aspc", "the address says which schedule is opened")
    check_steps(visit)
    check_playing(visit)
    check_tabs(visit)
    check_keyboard(visit)
    check_mouse(visit)
    visit.choose("first", "allgather-exchange")
    check_costs(visit)
    check_colours(visit)
    check_phone(visit)
    equal(visit.browser.faults(), [], "no error, and nothing was asked for from elsewhere")


test("controls of the page", checks)
