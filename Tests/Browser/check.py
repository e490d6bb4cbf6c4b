#!/usr/bin/env python3
"""Opens the pages in a real browser: they work, ask nobody for anything, and have no fault that
axe-core or the W3C's checker knows.

Usage: check.py SIWA-AUDIT. Run it with `make test-browser`, which installs what it needs.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

TOOL = os.path.abspath(sys.argv[1])
HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEMO = os.path.join(HOME, "data/samples/demo/input")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
WIDTHS = (1280, 768, 360)

passed, failed = 0, 0


def check(condition, what):
    """Counts a check and says which one failed."""
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}")


def run(*arguments):
    """Runs the tool; findings are no failure here."""
    result = subprocess.run([TOOL, *arguments], capture_output=True, text=True)
    check(result.returncode in (0, 1, 3), f"{arguments}: exit {result.returncode} {result.stderr}")
    return result.stdout


# Text made to run a script, to fetch something, or to turn the words around it.
HOSTILE = [
    "<script>window.hacked=1</script>",
    "\"><img src=x onerror=window.hacked=1>",
    "' onmouseover='window.hacked=1",
    "</style><script>window.hacked=1</script>",
    "</script><script>window.hacked=1</script>",
    "<svg/onload=window.hacked=1>",
    "javascript:window.hacked=1",
    "<link rel=stylesheet href=https://example.com/x.css>",
    "&lt;script&gt;window.hacked=1&lt;/script&gt;",
    "\u202eevil\u202c \u200b",
    "{{constructor.constructor('window.hacked=1')()}}",
    "long" * 60,
]


def hostile_export(folder):
    """An export whose ids, fields, file names and configuration hold hostile text."""
    os.makedirs(folder)
    with open(os.path.join(folder, "deletions.ndjson"), "w") as file:
        for index, text in enumerate(HOSTILE):
            file.write(json.dumps({
                "id": f"{text} {index}", "userId": f"{text} user", "channel": "email",
                "requestedAt": "2026-10-01T08:00:00Z", "completedAt": "2026-10-01T08:00:05Z",
                "appleSub": text, text: text}) + "\n")
        file.write(json.dumps({"id": HOSTILE[0]}) + "\n")
    with open(os.path.join(folder, "ledger.ndjson"), "w") as file:
        for index, text in enumerate(HOSTILE):
            file.write(json.dumps({
                "adjustmentId": text + str(index), "at": "2026-10-01T08:00:00Z",
                "userId": f"{text} user", "kind": "gift", "amount": "-1.00",
                "idempotencyKey": text}) + "\n")
    name = HOSTILE[1].replace("/", "")
    for path in (name + ".txt", "sessions-" + name + ".ndjson"):
        with open(os.path.join(folder, path), "w") as file:
            file.write(json.dumps({"id": "s1", "at": "x", "userId": HOSTILE[0]}) + "\n")
    with open(os.path.join(folder, "siwa-audit.json"), "w") as file:
        json.dump({
            "name": HOSTILE[0],
            "app": {"appId": HOSTILE[1], "bundleIds": [HOSTILE[4]]},
            "off": {"deletion.stalled": HOSTILE[5]},
            "severity": {"deletion.not-in-app": "low"},
            "checklist": {"3": {"answer": "pass", "by": HOSTILE[0], "on": "2026-09-01"}},
        }, file)


def make_pages(folder):
    """Makes every kind of page; the name tells which it is."""
    pages = {}
    demo = os.path.join(folder, "demo")
    for command in ("audit", "checklist"):
        run(command, DEMO, "--output", demo)
    pages["demo report"] = os.path.join(demo, "report.html")
    pages["demo checklist"] = os.path.join(demo, "checklist.html")

    hostile = os.path.join(folder, "hostile")
    hostile_export(os.path.join(folder, "in"))
    for command in ("audit", "checklist"):
        run(command, os.path.join(folder, "in"), "--output", hostile)
    pages["hostile report"] = os.path.join(hostile, "report.html")
    pages["hostile checklist"] = os.path.join(hostile, "checklist.html")

    # Nothing found, little read; and a second night that knows the findings of the first.
    little = os.path.join(folder, "little")
    os.makedirs(little)
    with open(os.path.join(little, "mail.ndjson"), "w") as file:
        file.write('{"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@b.example","status":"sent"}\n')
    run("audit", little, "--output", os.path.join(folder, "clean"))
    pages["clean report"] = os.path.join(folder, "clean", "report.html")
    night = os.path.join(folder, "night")
    os.makedirs(night)
    shutil.copy(os.path.join(DEMO, "siwa-audit.json"), night)
    with open(os.path.join(night, "deletions.ndjson"), "w") as file:
        file.write('{"id":"d9","userId":"u9","requestedAt":"2026-10-30T08:00:00Z",'
                   '"channel":"email","completedAt":"2026-10-30T08:00:05Z"}\n')
    run("audit", night, DEMO, "--output", demo + "2")
    shutil.copy(os.path.join(demo + "2", "report.html"), os.path.join(folder, "first.html"))
    run("audit", night, DEMO, "--output", demo + "2")
    pages["second night"] = os.path.join(demo + "2", "report.html")

    for user, database in (("usr_4003", "demo"), ("usr_4002", "demo"),
                           (HOSTILE[0] + " user", "hostile")):
        story = os.path.join(folder, f"story-{len(pages)}")
        run("investigate", user, "--output", story, "--database",
            os.path.join(folder, database, "siwa-audit.sqlite"))
        pages[f"story {len(pages)}"] = os.path.join(story, "investigation.html")
    return pages


class Watch:
    """Notes whatever a page should not do."""

    def __init__(self, page, path):
        self.events = []
        self.url = "file://" + path
        page.on("request", lambda request: self.request(request))
        page.on("console", lambda message: self.note("console", message.text))
        page.on("pageerror", lambda error: self.note("error", error))
        page.on("dialog", lambda dialog: (self.note("dialog", dialog.message), dialog.dismiss()))

    def request(self, request):
        if request.url.split("#")[0] != self.url:
            self.note("request", request.url)

    def note(self, kind, text):
        self.events.append(f"{kind}: {text}")


def check_page(browser, name, path):
    """Everything that holds for any page."""
    for width in WIDTHS:
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=scheme)
            page = context.new_page()
            watch = Watch(page, path)
            page.goto("file://" + path)
            where = f"{name}, {width} px, {scheme}"
            check(page.evaluate("window.hacked") is None, f"{where}: a script of the data ran")
            check(
                page.evaluate("document.documentElement.scrollWidth") <= width,
                f"{where}: it scrolls sideways")
            # axe-core takes its time, and looks at colours and at what a width hides.
            if (width, scheme) in ((1280, "light"), (360, "dark")):
                found = Axe().run(page)
                for violation in found.response["violations"]:
                    nodes = [node["target"] for node in violation["nodes"][:3]]
                    print(f"axe: {where}: {violation['id']}: {violation['help']}: {nodes}")
                check(not found.response["violations"], f"{where}: axe-core finds something")
            check(not watch.events, f"{where}: {watch.events[:3]}")
            context.close()
    check_print(browser, name, path)


def check_print(browser, name, path):
    """A4 and Letter; no row may be cut."""
    page = browser.new_page()
    page.goto("file://" + path)
    page.emulate_media(media="print")
    cut = page.evaluate(
        "[...document.querySelectorAll('tbody tr, .tiles, .finding-head')]"
        ".filter((part) => !getComputedStyle(part).breakInside.includes('avoid')).length")
    check(cut == 0, f"{name}: {cut} rows may be cut between printed pages")
    for size in ("A4", "Letter"):
        count = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size)))
        check(count > 0, f"{name}: it does not print on {size}")
        if name == "demo checklist":
            check(count <= 2, f"{name}: {count} printed pages on {size}")
    page.close()


def shown(page):
    return page.evaluate(
        "[...document.querySelectorAll('.finding')].filter((f) => f.checkVisibility()).length")


def check_filters(browser, path):
    """The filters and sorts of the report, with a mouse and with a keyboard."""
    page = browser.new_page()
    watch = Watch(page, path)
    page.goto("file://" + path)
    count = shown(page)
    form = page.locator("#filters")
    status = form.locator("#filter-status")
    check(count > 3, "the demo has findings to filter")
    check(status.inner_text() == f"All {count} shown", "the status tells the number")

    form.get_by_role("checkbox", name="critical").check()
    critical = page.locator(".finding[data-severity=critical]").count()
    check(shown(page) == critical, "only critical findings are shown")
    check(status.inner_text() == f"{critical} of {count} shown", "the status tells how many")
    form.get_by_role("checkbox", name="high").check()
    high = page.locator(".finding[data-severity=high]").count()
    check(shown(page) == critical + high, "two severities are shown together")
    form.get_by_role("button", name="Show all").click()
    page.wait_for_function("document.getElementById('filter-status').innerText.startsWith('All')")
    check(shown(page) == count, "all are shown again")

    form.get_by_label("Area").select_option("link")
    check(
        0 < shown(page) < count and page.locator(".rule:visible").evaluate_all(
            "(rules) => rules.every((rule) => rule.dataset.area === 'link')"),
        "only findings of an area are shown, and no empty rule")
    form.get_by_label("Area").select_option("")
    form.get_by_label("State").select_option("waived")
    check(shown(page) == 0, "no finding is waived")
    check(page.locator("#filter-empty").is_visible(), "that nothing fits is said")
    form.get_by_label("State").select_option("")
    form.get_by_label("User").fill("USR_4003")
    check(0 < shown(page) < count, "findings of a user are shown, in any letter case")
    form.get_by_label("User").fill("")
    form.get_by_label("Search").fill("revoke nothing-like-that")
    check(shown(page) == 0, "every word must fit")

    hidden = page.locator(".finding").first.get_attribute("id")
    page.evaluate(f"location.hash = '{hidden}'")
    page.wait_for_timeout(200)
    check(page.locator(f"#{hidden}").is_visible(), "a link shows a finding that was filtered away")

    form.get_by_label("Sort by").select_option("risk")
    risks = [
        float(risk or 0) for risk in page.locator(".finding").evaluate_all(
            "(all) => all.map((finding) => finding.dataset.risk || '0')")]
    check(risks == sorted(risks, reverse=True), f"sorted by money at risk: {risks}")
    form.get_by_label("Sort by").select_option("newest")
    times = page.locator(".finding").evaluate_all("(all) => all.map((f) => f.dataset.at || '')")
    check(times == sorted(times, reverse=True), f"sorted by time: {times}")
    form.get_by_label("Sort by").select_option("severity")
    check(page.locator(".finding").first.get_attribute("id") == hidden, "the first order is back")

    column = page.locator("table.rules thead th", has_text="At risk")
    column.get_by_role("button").click()
    check(column.get_attribute("aria-sort") == "descending", "a column's order is told")
    values = page.locator("table.rules tbody").first.locator("tr td:last-child").evaluate_all(
        "(cells) => cells.map((cell) => Number(cell.dataset.value || 0))")
    check(values == sorted(values, reverse=True), f"the rule table is sorted: {values}")

    page.goto("file://" + path)
    page.keyboard.press("Tab")
    check(
        page.evaluate("document.activeElement.className") == "skip",
        "the first stop is the skip link")
    page.keyboard.press("Enter")
    check(page.evaluate("location.hash") == "#main", "the skip link leads to the report")
    page.locator("#filter-text").focus()
    page.keyboard.type("usr_4003")
    check(0 < shown(page) < count, "the keyboard filters")
    check(not watch.events, f"the filters do nothing else: {watch.events[:3]}")
    page.close()


def check_without_script(browser, path):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto("file://" + path)
    check(not page.locator("#filters").is_visible(), "without scripts there is no dead form")
    check(
        page.locator(".finding:visible").count() == page.locator(".finding").count() > 0,
        "without scripts every finding is shown")
    context.close()


def check_markup(pages):
    """The W3C's checker, all pages at once."""
    jars = glob.glob(
        os.path.join(sys.prefix, "lib/python*/site-packages/**/vnu.jar"), recursive=True)
    check(bool(jars), "the W3C's checker is there")
    if not jars:
        return
    result = subprocess.run(
        ["java", "-Xss4m", "-jar", jars[0], "--Werror", "--format", "gnu", *pages.values()],
        capture_output=True, text=True)
    check(result.returncode == 0, "the W3C's checker finds something")
    print("\n".join(result.stderr.splitlines()[:20]), end="\n" if result.stderr else "")


def main():
    with tempfile.TemporaryDirectory() as folder:
        pages = make_pages(os.path.realpath(folder))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for name, path in pages.items():
                check_page(browser, name, path)
            check_filters(browser, pages["demo report"])
            check_without_script(browser, pages["demo report"])
            browser.close()
        check_markup(pages)
    print(f"{passed} passed, {failed} failed")
    # A run that checked nothing is no success.
    return 0 if failed == 0 and passed > 50 else 1


if __name__ == "__main__":
    sys.exit(main())
