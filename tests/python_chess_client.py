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


def as_lichess_bot(command):
    """One game with the calls that lichess-bot makes, in its order and with its options."""
    engine = chess.engine.SimpleEngine.popen_xboard(
        [*command, "--personality=hypermodern"], timeout=60.0
    )
    # `xboard_options` of its configuration, as in README.
    options = {"memory": 16, "cores": 1, "Resign": True, "MoveOverhead": 100}
    engine.configure({**options, "egtpath syzygy": "./syzygy/"})
    opponent = chess.engine.Opponent(name="maia1", title="BOT", rating=1500, is_engine=True)
    engine.send_opponent_information(opponent=opponent, engine_rating=1800)

    def play(limit, **others):
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, **others)
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        board.push(result.move)

    def reply():
        board.push(min(board.legal_moves, key=str))

    def clock(white_s, black_s):
        return chess.engine.Limit(
            white_clock=white_s, black_clock=black_s, white_inc=0.1, black_inc=0.1,
            clock_id="real time",
        )

    board = chess.Board()
    # Its own limit for the first move, after which it does not ponder.
    play(chess.engine.Limit(time=0.2, clock_id="first move"), ponder=False)
    reply()
    for move in range(4):
        play(clock(3.0 - 0.2 * move, 2.5), ponder=True, draw_offered=move == 1)
        reply()
    engine.send_game_result(board, chess.WHITE, "Black resigned")
    engine.ping()
    engine.quit()
    print("a game as lichess-bot's: fine")


async def main(command):
    await games(command)
    await one_move_each_way(command)
    await analysis(command)


program = sys.argv[1:] or [str(ROOT / "target" / "release" / "masque")]
as_lichess_bot(program)
asyncio.run(asyncio.wait_for(main(program), 240))
