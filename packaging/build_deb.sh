#!/usr/bin/env bash
# Builds the Debian package and prints its path. It needs cargo-deb (`cargo install cargo-deb`).
#
# usage: packaging/build_deb.sh            # builds the program first
#        packaging/build_deb.sh PROGRAM    # packs a program that is there already
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    cargo build --locked --release
    program="${CARGO_TARGET_DIR:-target}/release/masque"
else
    program="$1"
    # cargo-deb looks for a release.
    export CARGO_TARGET_DIR="$PWD/target/packaging"
    mkdir -p "$CARGO_TARGET_DIR/release"
    cp "$program" "$CARGO_TARGET_DIR/release/masque"
fi
# The list in Cargo.toml names the files below target/package.
rm -rf target/package
"$program" install --package target/package >&2
cargo deb --locked --no-build
