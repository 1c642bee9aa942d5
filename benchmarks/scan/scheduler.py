"""How many orders of a scan can one Dask scheduler hand out in a second?

A LocalCluster gets synthetic orders: tasks that do nothing but have the size of real ones, and answer with as
many bytes as a real search does. Once all are submitted at a time, and once as a scan does it: one for each
thread of the workers, and the next when an answer has come. The scheduler, the client and the workers share
this machine, so the figures are a lower bound for a scheduler of its own.

    python benchmarks/scan/scheduler.py [--orders 10000] [--workers 2] [--threads 8] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import time
from typing import Any

import msgspec

from slowpath.command.find import FindOrder
from slowpath.command.task import ClusterTask, Environment

ANSWER = 3_000  # bytes of a report with one finding, as the store of a scan has it (0.8 to 3.3 KB were seen)
LONGEST = 20.0  # seconds of a search, by default: what a worker needs an order for


def order(number: int) -> bytes:
    """An order as it travels."""
    find = FindOrder(
        spec=f"package.module_{number % 97}:Class.method_{number}", seconds=LONGEST, max_ops=10**8
    )
    known = Environment("3.11.7", "0.1.0 (0123456789ab)", "0" * 64)
    return msgspec.msgpack.encode(ClusterTask(find, os.getcwd(), "0" * 16, "package", known))


def nothing(document: bytes, size: int) -> bytes:
    """A search that takes no time."""
    return b"x" * size


def all_at_once(client: Any, orders: list[bytes]) -> float:
    """Seconds until all answers are here."""
    began = time.perf_counter()
    futures = [
        client.submit(nothing, each, ANSWER, key=f"all-{number}") for number, each in enumerate(orders)
    ]
    for future in futures:
        assert len(future.result()) == ANSWER
    return time.perf_counter() - began


def one_for_each_thread(client: Any, orders: list[bytes], threads: int) -> float:
    """The same, if no more are submitted than there are threads."""
    began = time.perf_counter()
    ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
    waiting = list(enumerate(orders))
    running: dict[str, Any] = {}
    while waiting or running:
        while waiting and len(running) < threads:
            number, document = waiting.pop()
            future = client.submit(nothing, document, ANSWER, key=f"each-{number}")
            running[future.key] = future
            future.add_done_callback(ended.put)
        done = ended.get()
        assert len(done.result()) == ANSWER
        del running[done.key]
    return time.perf_counter() - began


def main() -> None:
    """Print the rates."""
    from distributed import Client, LocalCluster

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--orders", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=8, help="of each worker")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    orders = [order(number) for number in range(options.orders)]
    told: dict[str, Any] = {"orders": options.orders, "bytes_of_an_order": len(orders[0]), "answer": ANSWER}
    told |= {"workers": options.workers, "threads": options.threads, "load": os.getloadavg()[0]}
    with (
        LocalCluster(
            n_workers=options.workers,
            threads_per_worker=options.threads,
            dashboard_address=None,
            memory_limit=None,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        one_for_each_thread(client, orders[:100], options.threads)  # the first tasks open connections
        ways = {
            "all_at_once": lambda: all_at_once(client, orders),
            "one_for_each_thread": lambda: one_for_each_thread(
                client, orders, options.workers * options.threads
            ),
        }
        for name, way in ways.items():
            cpu = time.process_time()
            seconds = way()
            # The scheduler of a LocalCluster lives in this process, beside the client.
            spent = time.process_time() - cpu
            told[name] = {
                "seconds": round(seconds, 2),
                "orders_a_second": round(options.orders / seconds),
                "cpu_ms_an_order": round(1000 * spent / options.orders, 3),
                "threads_kept_busy": round(LONGEST * options.orders / seconds),
            }
    if options.json:
        print(json.dumps(told, indent=1))
        return
    print(f"{told['orders']:,} orders of {told['bytes_of_an_order']} bytes, answers of {ANSWER} bytes")
    for name in ways:
        row = told[name]
        print(
            f"{name:20} {row['seconds']:7.2f} s  {row['orders_a_second']:6,} orders/s  "
            f"{row['cpu_ms_an_order']:.2f} ms of CPU of scheduler and client each  "
            f"keeps {row['threads_kept_busy']:,} threads busy with searches of {LONGEST:g} s"
        )


if __name__ == "__main__":
    main()
