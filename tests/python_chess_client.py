#!/usr/bin/env python3
"""Drives masque through python-chess, the way lichess-bot does.

Usage: python_chess_client.py [path of the program]; the default is target/release/masque. Exits
with 0 when everything holds, with 77 when the python-chess package is missing.
"""

import asyncio
import sys
import time
from pathlib import Path

try:
    import chess
    import chess.engine
except ImportError:
    print("python-chess is missing: skipped")
    sys.exit(77)

ROOT = Path(__file__).resolve().parent.parent
LONGEST_GAME_PLIES = 400


async def open_engine(command, **options):
    _, engine = await chess.engine.popen_xboard(command)
    assert engine.id["name"].startswith("Masque "), engine.id
    await engine.configure({"memory": 16, **options})
    return engine


async def play_game(white, black, board, limit, ponder=False):
    """A whole game by the engines' own moves; every move is checked by python-chess."""
    players = {chess.WHITE: white, chess.BLACK: black}
    game = object()
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < LONGEST_GAME_PLIES:
        limit_now = limit() if callable(limit) else limit
        result = await players[board.turn].play(
            board, limit_now, game=game, info=chess.engine.INFO_ALL, ponder=ponder
        )
        assert not result.resigned, "nobody resigns unless the option says so"
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        pv = result.info.get("pv")
        assert not pv or pv[0] == result.move, f"{pv} does not begin with {result.move}"
        board.push(result.move)
    return board


async def games(command):
    white = await open_engine(command)
    black = await open_engine(command)
    nodes = chess.engine.Limit(nodes=2000)
    board = await play_game(white, black, chess.Board(), nodes)
    print(f"a game by nodes: {board.result(claim_draw=True)} after {len(board.move_stack)} plies")

    clock = lambda: chess.engine.Limit(
        white_clock=0.6, black_clock=0.6, white_inc=0.01, black_inc=0.01
    )
    board = await play_game(white, black, chess.Board(), clock, ponder=True)
    print(f"a game by clock, pondering: {board.result(claim_draw=True)}")

    start = chess.Board.from_chess960_pos(123)
    start.chess960 = True
    board = await play_game(white, black, start, chess.engine.Limit(time=0.01))
    print(f"a Chess960 game by time a move: {board.result(claim_draw=True)}")
    await white.quit()
    await black.quit()
    assert white.returncode.result() == 0 and black.returncode.result() == 0


async def one_move_each_way(command):
    """Take-backs, other colours, odd limits, offers, mates: one engine, one process."""
    engine = await open_engine(command)
    game = object()
    board = chess.Board()
    limit = chess.engine.Limit(depth=3)
    for text in ["e2e4", "e7e5", "g1f3"]:
        board.push_uci(text)
    await engine.play(board, limit, game=game)
    board.pop()
    board.pop()
    await engine.play(board, limit, game=game, draw_offered=True)
    mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    found = await engine.play(mate, limit, game=object(), info=chess.engine.INFO_SCORE)
    assert found.move == chess.Move.from_uci("a1a8")
    assert found.info["score"].relative == chess.engine.Mate(1), found.info
    claimable = chess.Board("7k/8/8/8/8/8/8/K5R1 w - - 100 80")
    assert (await engine.play(claimable, limit, game=object())).move
    await engine.play(chess.Board(), chess.engine.Limit(time=0.05), game=object())
    began = time.monotonic()
    await engine.play(
        chess.Board(), chess.engine.Limit(white_clock=0.02, black_clock=0.02), game=object()
    )
    assert time.monotonic() - began < 0.5
    await engine.configure({"Resign": True, "MoveOverhead": 50})
    await engine.play(board, limit, game=game)
    await engine.ping()
    await engine.quit()
    print("take-backs, limits, offers and mates: fine")


async def analysis(command):
    engine = await open_engine(command)
    for fen in [chess.STARTING_FEN, "8/8/8/8/8/4k3/8/4K2R w K - 0 1"]:
        board = chess.Board(fen)
        with await engine.analysis(board) as running:
            async for info in running:
                if info.get("depth", 0) >= 6:
                    assert info["pv"][0] in board.legal_moves
                    break
    info = await engine.analyse(chess.Board(), chess.engine.Limit(depth=5))
    assert info["depth"] >= 5 and "score" in info, info
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    info = await engine.analyse(chess.Board(), chess.engine.Limit(depth=5), root_moves=only)
    assert info["pv"][0] in only, info
    result = await engine.play(chess.Board(), chess.engine.Limit(depth=2))
    assert result.move
    await engine.quit()
    print("analysis: fine")


async def main():
    command = sys.argv[1:] or [str(ROOT / "target" / "release" / "masque")]
    await games(command)
    await one_move_each_way(command)
    await analysis(command)


asyncio.run(asyncio.wait_for(main(), 240))
