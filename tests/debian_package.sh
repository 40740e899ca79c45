#!/usr/bin/env bash
# Builds the Debian package of a program, installs it into a root of its own, uses what is
# there, and removes it again. Exits with 77 where cargo-deb or dpkg is missing.
#
# usage: tests/debian_package.sh PROGRAM
set -euo pipefail
[ $# -eq 1 ] || { echo "expected the path of the program" >&2; exit 2; }
program=$(realpath "$1")
cd "$(dirname "$0")/.."
for tool in cargo-deb dpkg dpkg-deb; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not here"; exit 77; }
done

package=$(packaging/build_deb.sh "$program" | tail -n 1)
[ -f "$package" ] || { echo "expected a package, got '$package'" >&2; exit 1; }

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info" "$root/var/log"
touch "$root/var/lib/dpkg/status"
# The root has no C library, which is there all the same when the program is started.
dpkg_there() {
    dpkg --root="$root" --log="$root/var/log/dpkg.log" --force-not-root --force-depends "$@" 2>&1
}
there() { [ -s "$root/$1" ] || { echo "expected $1 in the package" >&2; exit 1; }; }

dpkg_there --install "$package" >/dev/null
masque="$root/usr/bin/masque"
"$masque" --version
there usr/share/man/man1/masque.1.gz
there usr/share/man/man1/masque-personality-list.1.gz
gzip -dc "$root/usr/share/man/man1/masque.1.gz" | grep -q '^\.SH SYNOPSIS'
there usr/share/bash-completion/completions/masque
bash -n "$root/usr/share/bash-completion/completions/masque"
there usr/share/zsh/vendor-completions/_masque
there usr/share/fish/vendor_completions.d/masque.fish
there usr/share/doc/masque/copyright
"$masque" personality check "$root"/usr/share/doc/masque/personalities/*.toml >/dev/null
for entry in "$root"/usr/share/games/plugins/xboard/masque-*.eng; do
    command=$(sed -n 2p "$entry")
    printf 'protover 2\nquit\n' | "$root"/$command | grep -q 'feature done=1'
done
dpkg_there --remove masque >/dev/null
left=$(find "$root/usr" ! -type d 2>/dev/null || true)
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
echo "a Debian package: built, installed, used and removed"
