#!/usr/bin/env bash
# Lets a real xboard play a game between two personalities and checks the game it has saved.
#
# Usage: tests/xboard_match.sh PATH/TO/masque
#
# xboard claims a forfeit for an illegal move, a wrong claim or an overstepped clock, so the result
# of the game tells whether both sides kept to the rules; python-chess plays the moves again. Needs
# xboard, Xvfb and python3 with the chess package; ends with 77 when one is missing.
set -euo pipefail

masque=$(realpath "$1")
PATH=$PATH:/usr/games
for program in xboard Xvfb python3; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: $program is not here"
        exit 77
    fi
done
if ! python3 -c 'import chess.pgn' 2>/dev/null; then
    echo "skipped: python3 with the chess package is not here"
    exit 77
fi

place=$(mktemp -d)
screen=
# shellcheck disable=SC2317  # called by the trap
clean() {
    if [ -n "$screen" ]; then
        kill "$screen" 2>/dev/null || true
        wait "$screen" 2>/dev/null || true
    fi
    rm -rf "$place"
}
trap clean EXIT

# The server chooses a free number itself and says which.
mkfifo "$place/display"
Xvfb -displayfd 3 -screen 0 1024x768x24 3>"$place/display" 2>"$place/xvfb.log" &
screen=$!
read -r -t 20 display <"$place/display"

echo "; nothing of the user's" >"$place/settings"
# After the match xboard shows the score and waits for somebody to read it: it is ended from here.
# The flags -mm and -thinking stand alone: a word behind them would be taken for a file to show.
DISPLAY=":$display" timeout 180 xboard \
    -settingsFile "$place/settings" -saveSettingsFile "$place/settings" \
    -saveSettingsOnExit false -autoCallFlag false \
    -fcp "$masque --personality firebrand --hash-mib 8" \
    -scp "$masque --personality castellan --hash-mib 8" \
    -fd "$place" -sd "$place" \
    -mm -mg 2 -tc 0:05 -inc 0.05 -thinking -ponderNextMove true \
    -saveGameFile "$place/match.pgn" -autoSaveGames true -popupMoveErrors false \
    -debugMode true -nameOfDebugFile "$place/debug" >"$place/xboard.log" 2>&1 &
xboard=$!
finished() { grep -c '^\[Result ' "$place/match.pgn" 2>/dev/null || true; }
while kill -0 "$xboard" 2>/dev/null && [ "$(finished)" != 2 ]; do
    sleep 0.5
done
# The last moves are written behind the last header.
sleep 1
kill "$xboard" 2>/dev/null || true
wait "$xboard" 2>/dev/null || true

python3 - "$place" <<'PYTHON'
import pathlib
import sys

import chess.pgn

place = pathlib.Path(sys.argv[1])
pgn = place / "match.pgn"
if not pgn.exists():
    sys.exit("xboard saved no game:\n" + (place / "xboard.log").read_text())
games = 0
with pgn.open() as file:
    while game := chess.pgn.read_game(file):
        games += 1
        assert not game.errors, game.errors
        end = game.end()
        moves = end.ply()
        said = end.comment
        result = game.headers["Result"]
        assert moves > 10, f"only {moves} plies"
        assert result in ("1-0", "0-1", "1/2-1/2"), f"no result: {result} {said}"
        for trouble in ("forfeit", "llegal", "False", "time", "exit", "unexpected"):
            assert trouble not in said, f"{result} {said}"
        board = end.board()
        if "mates" in said:
            assert board.is_checkmate(), f"{said}, but {board.fen()}"
        print(f"game {games}: {moves} plies, {result} {said}")
assert games == 2, f"{games} games instead of 2"
debug = (place / "debug").read_text(errors="replace")
for line in debug.splitlines():
    spoken = line.partition(": ")[2]
    assert not spoken.startswith(("Error", "Illegal")), line
PYTHON
