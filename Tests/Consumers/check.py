#!/usr/bin/env python3
"""Reads what is written for machines with programs that others use to read it, and holds what they
understand against report.xml: junitparser for JUnit XML, sarif-tools for SARIF, prometheus-client
for the metrics, Python's csv and json for the lists.

Usage: check.py SIWA-AUDIT. Run it with `make test-browser`, which installs what it needs.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ET
from collections import Counter

import junitparser
from prometheus_client.parser import text_string_to_metric_families
from sarif import loader

TOOL = os.path.abspath(sys.argv[1])
HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAMESPACE = "{urn:siwa-audit:report:1}"
FORMATS = "xml,junit,sarif,csv,json,text"
LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "note"}

# Text that a writer may forget to escape, each in the ids of records that are found.
ODD = [
    "plain", "two words", "a,b;c", 'quo"te', "it's", "<b>&amp;</b>", "]]>", "\u202eright to left",
    "\U0001f600 e\u0301", "tab\tand\r\nbreak", "\u0001\u001b[31m", "back\\slash", "100%/?#", "x" * 10000,
    "=1+1", "\u2028\ufeff",
]

passed, failed = 0, 0


def check(found, expected, what):
    """Counts a check, and shows both sides of one that failed."""
    global passed, failed
    if found == expected:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}\n  read:      {found}\n  should be: {expected}")


class Report:
    """What report.xml says, by which all others are judged."""

    def __init__(self, folder):
        root = ET.parse(os.path.join(folder, "report.xml")).getroot()
        self.summary = dict(root.find(NAMESPACE + "summary").attrib)
        self.rules = {rule.get("id"): rule.get("result") for rule in root.iter(NAMESPACE + "rule")}
        self.findings = [dict(item.attrib) for item in root.iter(NAMESPACE + "finding")]
        self.records = Counter()
        for file in root.iter(NAMESPACE + "file"):
            if file.get("outcome") == "read" and file.get("stream"):
                self.records[file.get("stream")] += int(file.get("records"))

    def count(self, **wanted):
        return sum(all(f.get(k) == v for k, v in wanted.items()) for f in self.findings)


def junit(report, folder):
    """A suite an area, a case a rule."""
    suites = list(junitparser.JUnitXml.fromfile(os.path.join(folder, "junit.xml")))
    check(sorted(s.name for s in suites), sorted({r.split(".")[0] for r in report.rules}), "suites")
    results = {}
    for suite in suites:
        cases = list(suite)
        check(suite.tests, len(cases), f"tests of {suite.name}")
        for case in cases:
            check(case.classname, f"siwa-audit.{suite.name}", f"class of {case.name}")
            results[case.name] = [type(result).__name__ for result in case.result]
        for name, counted in (("Failure", suite.failures), ("Skipped", suite.skipped),
                              ("Error", suite.errors)):
            check(counted, sum(name in results[c.name] for c in cases), f"{name} of {suite.name}")
    expected = {}
    for rule, result in report.rules.items():
        is_open = report.count(rule=rule, disposition="open") > 0
        kind = {"pass": [], "error": ["Error"], "fail": ["Failure"] if is_open else ["Skipped"]}
        expected[rule] = kind.get(result, ["Skipped"])
    check(results, expected, "what came of each rule")


def sarif(report, folder):
    """A result a finding, waived ones suppressed, file and line as location."""
    file = loader.load_sarif_file(os.path.join(folder, "report.sarif"))
    check(file.get_distinct_tool_names(), ["siwa-audit"], "tool")
    check(file.get_result_count(), len(report.findings), "results")
    counted = file.get_report()
    for level in ("error", "warning", "note"):
        expected = sum(LEVELS[f["severity"]] == level for f in report.findings)
        check(counted.get_issue_count_for_severity(level), expected, f"results of level {level}")
    with open(os.path.join(folder, "findings.json"), encoding="utf-8") as lines:
        findings = [json.loads(line) for line in lines]
    for record, finding in zip(file.get_records(), findings):
        check(record["Code"], finding["rule"], "rule of a result")
        if finding["evidence"]:
            first = finding["evidence"][0]
            place = (urllib.parse.unquote(record["Location"]), record["Line"])
            check(place, (first["file"], first["line"]), f"place of {finding['fingerprint']}")
    suppressed = sum(bool(result.get("suppressions")) for result in file.get_results())
    check(suppressed, report.count(disposition="waived"), "suppressed results")
    new = sum(result["baselineState"] == "new" for result in file.get_results())
    check(new, report.count(state="new"), "new results")


def metrics(report, folder):
    """Gauges, each with its help, no sample twice."""
    with open(os.path.join(folder, "audit.prom"), encoding="utf-8") as file:
        families = list(text_string_to_metric_families(file.read()))
    samples = [(s.name, tuple(sorted(s.labels.items()))) for f in families for s in f.samples]
    check(len(set(samples)), len(samples), "no sample twice")
    values = {(s.name, *s.labels.values()): s.value for f in families for s in f.samples}
    for family in families:
        check((family.type, bool(family.documentation)), ("gauge", True), family.name)
    for severity in LEVELS:
        check(values["siwa_audit_findings", severity], report.count(severity=severity), severity)
    check(values["siwa_audit_findings_waived",], report.count(disposition="waived"), "waived")
    check(values["siwa_audit_findings_new",], report.count(state="new"), "new")
    check(values["siwa_audit_pass",], float(report.summary["result"] == "pass"), "pass")
    for result, count in Counter(report.rules.values()).items():
        check(values["siwa_audit_rules", result], count, f"rules with result {result}")
    for stream, count in report.records.items():
        check(values["siwa_audit_records", stream], count, f"records of {stream}")


def lists(report, folder):
    """findings.csv and findings.json hold the findings of report.xml."""
    with open(os.path.join(folder, "findings.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    with open(os.path.join(folder, "findings.json"), encoding="utf-8") as file:
        objects = [json.loads(line) for line in file]
    for name, found in (("findings.csv", rows), ("findings.json", objects)):
        for field in ("rule", "severity", "state", "disposition", "fingerprint"):
            check([f[field] for f in found], [f[field] for f in report.findings], f"{name}: {field}")
    for row in rows:
        for cell in row.values():
            check(cell[:1] in ("=", "+", "-", "@", "\t", "\r"), False, f"a formula: {cell[:40]!r}")
            controls = [c for c in cell if ord(c) < 32 and c not in "\t\r\n" or 127 <= ord(c) < 160]
            check(controls, [], f"controls in {cell[:40]!r}")


def audit(export, folder, *options):
    """Audits an export into a folder and holds all formats against each other."""
    result = subprocess.run(
        [TOOL, "audit", export, "--output", folder, "--format", FORMATS, "--exit-zero", "--quiet",
         "--metrics", os.path.join(folder, "audit.prom"), *options],
        capture_output=True, text=True)
    check(result.returncode in (0, 3), True, f"audit {export}: {result.stderr}")
    report = Report(folder)
    for read in (junit, sarif, metrics, lists):
        read(report, folder)
    return report


def odd_export(folder):
    """Deletions without a revoke and negative gifts, under ids that ask for escapes."""
    os.makedirs(folder)
    with open(os.path.join(folder, "deletions.ndjson"), "w", encoding="utf-8") as file:
        for index, text in enumerate(ODD):
            file.write(json.dumps({
                "id": f"{text}{index}", "userId": f"{text} user {index}", "channel": "email",
                "requestedAt": "2026-10-01T08:00:00Z", "completedAt": "2026-10-01T08:00:05Z", "revokeStatus": None,
                "appleSub": f"00{index}.{text}.0001"}) + "\n")
    with open(os.path.join(folder, "ledger-1 & 2%.ndjson"), "w", encoding="utf-8") as file:
        for index, text in enumerate(ODD):
            file.write(json.dumps({
                "adjustmentId": f"{text}{index}", "at": "2026-10-01T08:00:00Z",
                "userId": f"{text} user {index}", "kind": "gift", "amount": "-1.00",
                "idempotencyKey": f"{index}"}) + "\n")


def main():
    with tempfile.TemporaryDirectory() as work:
        # Two nights of the demo: all is new, then known, and one finding of two is waived.
        demo = shutil.copytree(os.path.join(HOME, "data/samples/demo/input"), f"{work}/demo")
        first = audit(demo, f"{work}/first")
        check(first.count(state="new") > 0, True, "findings of the first night")
        for finding in first.findings[::2]:
            subprocess.run(
                [TOOL, "waive", finding["fingerprint"], demo, "--output", f"{work}/first",
                 "--reason", 'known, "as is" & <planned>', "--until", "2027-01-01"],
                check=True, capture_output=True)
        second = audit(demo, f"{work}/first")
        check(second.count(disposition="waived"), len(first.findings[::2]), "waived findings")
        check(second.count(state="new"), 0, "new findings of the second night")

        clean = audit(os.path.join(HOME, "data/samples/clean/input"), f"{work}/clean")
        check(clean.findings, [], "findings of the clean sample")

        odd_export(f"{work}/export")
        odd = audit(f"{work}/export", f"{work}/odd")
        check(len(odd.findings) >= 2 * len(ODD), True, "findings of the odd export")
        audit(f"{work}/export", f"{work}/redacted", "--redact")
    print(f"{passed} checks passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
