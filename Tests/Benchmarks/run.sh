#!/bin/sh
# Times a whole audit, every rule on, beside DuckDB on the same files: in turn, in one run, and
# says the ratio of the medians. ROWS and ROUNDS set the size; EXPORT names another export that
# holds ledger.ndjson and sessions.ndjson.
set -eu
cd "$(dirname "$0")/../.."
rows=${ROWS:-2000000}
rounds=${ROUNDS:-3}
work=.build/bench
mkdir -p "$work"

if [ ! -x "$work/venv/bin/python" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet duckdb
fi
export_folder=${EXPORT:-$work/export-$rows}
if [ ! -f "$export_folder/ledger.ndjson" ]; then
  mkdir -p "$export_folder"
  swiftc -O -o "$work/generate" Tests/Benchmarks/generate.swift
  "$work/generate" "$export_folder" "$rows"
fi

exec python3 - "$export_folder" "$rounds" "$work" <<'PY'
import os, resource, shutil, statistics, subprocess, sys, time

folder, rounds, work = sys.argv[1], int(sys.argv[2]), sys.argv[3]
ours = [".build/release/siwa-audit", "audit", folder, "--output", work + "/output", "--exit-zero"]
peer = [work + "/venv/bin/python", "Tests/Benchmarks/duckdb_checks.py", folder]

def measure(command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed with status {status}")
    return (time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)

results = {"siwa-audit": [], "DuckDB": []}
for _ in range(rounds):
    shutil.rmtree(work + "/output", ignore_errors=True)
    results["siwa-audit"].append(measure(ours))
    results["DuckDB"].append(measure(peer))
medians = {name: [statistics.median(column) for column in zip(*runs)] for name, runs in results.items()}
print(f"{'':12}{'wall s':>10}{'CPU s':>10}{'MB':>10}   median of {rounds}")
for name, (wall, cpu, memory) in medians.items():
    print(f"{name:12}{wall:10.2f}{cpu:10.2f}{memory:10.0f}")
ratio = [a / b for a, b in zip(medians["siwa-audit"], medians["DuckDB"])]
print(f"{'ratio':12}{ratio[0]:10.2f}{ratio[1]:10.2f}{ratio[2]:10.2f}")
PY
