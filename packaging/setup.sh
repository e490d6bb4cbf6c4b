#!/bin/sh
# Installs what building and testing needs and is absent. On Debian and Ubuntu through apt, with
# sudo where we are not root; on a Mac it prints the brew line. Nothing is upgraded.
set -eu

packages="libsqlite3-dev libxml2-dev libxslt1-dev libssl-dev zlib1g-dev libsimdjson-dev pkg-config g++ libc6-dev make"
formulas="sqlite libxml2 libxslt openssl@3 zlib simdjson pkgconf"

say() { printf '%s\n' "setup: $*" >&2; }

if [ "$(uname)" = Darwin ]; then
  for library in sqlite3 libxml-2.0 libxslt libcrypto zlib simdjson; do
    if ! pkg-config --exists "$library" 2>/dev/null; then
      say "$library is missing. Install the libraries with: brew install $formulas"
      exit 1
    fi
  done
elif command -v apt-get >/dev/null 2>&1; then
  missing=""
  for package in $packages; do
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
  for library in sqlite3 libxml-2.0 libxslt libcrypto zlib; do
    if ! pkg-config --exists "$library" 2>/dev/null; then
      say "$library is missing. Install the development packages of SQLite, libxml2, libxslt,"
      say "OpenSSL, zlib and simdjson with your system's package manager, and run this again."
      exit 1
    fi
  done
fi

if ! command -v swift >/dev/null 2>&1; then
  say "Swift is missing. Install Swift 6.2 or newer from https://www.swift.org/install/ and put"
  say "its usr/bin folder on PATH; then run this again."
  exit 1
fi
