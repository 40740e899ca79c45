#!/usr/bin/env bash
# Makes an archive of the program with its documents and personalities, and prints its path.
#
# usage: packaging/archive.sh PROGRAM SYSTEM    # SYSTEM ends the name, such as linux-x86_64
#
# An archive for Windows is a zip, made by 7z, with the lines for winboard.ini; the others are tar.gz.
set -euo pipefail
[ $# -eq 2 ] || { echo "expected a program and a system" >&2; exit 2; }
program=$(realpath "$1")
cd "$(dirname "$0")/.."
version=$("$program" --version | tr -d '\r' | cut -d ' ' -f 2)
name="masque-$version-$2"
made="$PWD/target/packaging"
rm -rf "${made:?}/$name"
# The folder is called as the lines for winboard.ini have it.
folder="$made/$name/masque"
mkdir -p "$folder"
cp -R "$program" README.md LICENSE docs personalities "$folder"
cd "$made/$name"
case "$2" in
    windows-*)
        "$program" install --package written >&2
        cp written/winboard/winboard-lines.txt masque
        rm -f "../$name.zip"
        7z a -bso0 "../$name.zip" masque
        echo "$made/$name.zip"
        ;;
    *)
        tar -czf "../$name.tar.gz" masque
        echo "$made/$name.tar.gz"
        ;;
esac
