"""Processes of this machine that work for this one, and do not outlive it.

A worker is told what to do through a pipe of its own, and nobody waits for anything else: no thread, no lock, so that
an interruption may come at any time. A worker whose pipe is closed ends when it has done what it is at.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, cast

from riftcore.rowfiles import FileError

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_order(work: Callable[[Item], Result], items: Iterable[Item], n: int) -> Iterator[Result]:
    """The results of all items in their order, worked out by n processes; few more of them are on the way at a time.

    What `work` raises is raised here; FileError if a process ends by itself.
    """
    with workers(work, n) as free:
        busy: dict[Connection, int] = {}
        done: dict[int, Result] = {}
        yielded = 0
        for number, item in enumerate(items):
            while not free or number - yielded >= 3 * n:
                collect(busy, done, free)
                while yielded in done:
                    yield done.pop(yielded)
                    yielded += 1
            worker = free.pop()
            told(worker.send, item)
            busy[worker] = number
        while busy or done:
            while yielded in done:
                yield done.pop(yielded)
                yielded += 1
            if busy:
                collect(busy, done, free)


def collect(busy: dict[Connection, int], done: dict[int, Any], free: list[Connection]) -> None:
    """Wait for a worker, and take what it has found."""
    for worker in cast("list[Connection]", wait(list(busy))):
        result, error = told(worker.recv)
        if error is not None:
            raise error
        done[busy.pop(worker)] = result
        free.append(worker)


def told(call: Callable[..., Any], *args: Any) -> Any:
    try:
        return call(*args)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise FileError("a worker process ended before its work was done, perhaps for want of memory") from None


@contextmanager
def workers(work: Callable[[Any], Any], n: int) -> Iterator[list[Connection]]:
    """n processes, by the pipes through which they take items and give results and errors."""
    context = get_context("spawn")
    started, pipes = [], []
    try:
        for _ in range(n):
            ours, theirs = context.Pipe()
            pipes.append(ours)
            process = context.Process(target=serve, args=(work, theirs), daemon=True)
            process.start()
            started.append(process)
            theirs.close()  # so that its end is seen when the worker ends
        yield list(pipes)
    finally:
        for pipe in pipes:
            pipe.close()
        for process in started:
            process.terminate()  # it has nothing to do, or its work is no longer wanted
            process.join()


def serve(work: Callable[[Any], Any], owner: Connection) -> None:
    """What a worker does. In a terminal Ctrl-C reaches the worker too, but its owner decides when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            item = owner.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = (work(item), None)
            except Exception as error:
                answer = (None, error)
            owner.send(answer)
    except (EOFError, OSError):
        return
