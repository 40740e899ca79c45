"""Plays through python-chess, an independent client of the xboard protocol.

Usage: python3 tests/python_chess.py PATH/TO/masque

python-chess raises on every illegal move, error line or broken handshake, so that getting through
is the test. Needs the `chess` package (pip install chess).
"""

import sys

import chess
import chess.engine


def play_a_game(engine, board, limit, plies):
    """Plays `plies` half-moves or to the end of the game, the engine against itself."""
    game = object()
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        result = engine.play(board, limit, game=game)
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        board.push(result.move)
    return board


def main():
    engine = chess.engine.SimpleEngine.popen_xboard([sys.argv[1]], timeout=20)
    name = engine.id["name"]
    assert name.startswith("Masque"), name
    print("handshake:", name)

    clock = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
    board = play_a_game(engine, chess.Board(), clock, 60)
    print("on a clock:", board.ply(), "half-moves,", board.result(claim_draw=True))

    personality = engine.options.get("Personality")
    assert personality is not None and len(personality.var) > 1, engine.options
    for name in personality.var:
        engine.configure({"Personality": name})
        board = play_a_game(engine, chess.Board(), chess.engine.Limit(depth=3), 6)
        print("as", name + ":", chess.Board().variation_san(board.move_stack))

    start = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    board = play_a_game(engine, start, chess.engine.Limit(time=0.02), 10)
    print("from a position:", board.fen())

    mate = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    result = engine.play(mate, chess.engine.Limit(depth=4))
    assert mate.san(result.move) == "Ra8#", result.move
    info = engine.analyse(mate, chess.engine.Limit(depth=4))
    assert info["score"].relative.mate() == 1, info
    print("mate in one: found, played and announced")

    frc = chess.Board.from_chess960_pos(0)
    board = play_a_game(engine, frc, chess.engine.Limit(depth=4), 20)
    print("Chess960:", board.fen())

    engine.quit()
    print("quit")


if __name__ == "__main__":
    main()
