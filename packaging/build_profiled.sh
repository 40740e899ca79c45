#!/usr/bin/env bash
# Builds the program twice, the second time with what a run of the first has shown of its branches and
# calls (profile-guided optimisation), and prints its path. It needs llvm-profdata of the same LLVM as the
# compiler: `rustup component add llvm-tools`, or a package such as Debian's llvm-22.
#
# usage: packaging/build_profiled.sh    # RUSTFLAGS="-C target-cpu=native" builds for the machine at hand
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
llvm=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')

profdata=
for place in "$(rustc --print target-libdir)/../bin/llvm-profdata" "llvm-profdata-$llvm"; do
    if command -v "$place" >/dev/null; then
        profdata=$place
        break
    fi
done
[ -n "$profdata" ] || {
    echo "expected llvm-profdata of LLVM $llvm: rustup component add llvm-tools, or the package llvm-$llvm" >&2
    exit 1
}

made="${CARGO_TARGET_DIR:-target}/profiled"
mkdir -p "$made"
made=$(realpath "$made")
# The compiler for Windows does not know the paths of its bash.
! command -v cygpath >/dev/null || made=$(cygpath -m "$made")
rm -rf "$made/counts" "$made/training.games"

# build FLAG: the flags of RUSTFLAGS or else those of .cargo/config.toml, and this one.
build() {
    export CARGO_TARGET_DIR="$made"
    if [ -n "${RUSTFLAGS+set}" ]; then
        RUSTFLAGS="$RUSTFLAGS $1" cargo build --locked --release --target "$host"
    else
        cargo build --locked --release --target "$host" --config "target.$host.rustflags = [\"$1\"]"
    fi
}
program="$made/$host/release/masque"
[[ "$host" != *windows* ]] || program="$program.exe"

{
    build "-Cprofile-generate=$made/counts"
    "$program" bench
    "$program" --evaluation classical bench
    "$program" --seed 1 lab selfplay --games 12 --nodes 10000 --out "$made/training.games"
    "$profdata" merge -o "$made/counts.profdata" "$made/counts"
    build "-Cprofile-use=$made/counts.profdata"
} >&2
echo "$program"
