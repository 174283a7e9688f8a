"""A folder of Parquet files judged by Ray Data: records with costs, or scenarios.

    python examples/ray_data.py IN OUT [--workers N]

OUT has Parquet files with the rows of IN and their answers beside them, those of `riftcore batch IN -o OUT --payments`.
Ray moves Arrow tables between its workers, and riftcore works on them where they lie. Needs ray[data] and pyarrow.
"""

from __future__ import annotations

import argparse
import os
from time import perf_counter

import pyarrow as pa
from pyarrow.dataset import dataset

import riftcore as rc

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # before Ray is imported: it reports to its makers otherwise

CODES = {0: "unaffordable", 1: "ok", rc.batch.INVALID: "invalid"}  # by the last byte of a payment


def judged(rows: pa.Table) -> pa.Table:
    """The rows with the columns code and payment (32 bytes), scenarios with rule too. One thread: Ray has its own."""
    if "scenario" in rows.column_names:
        checks = rc.batch.check(rows["scenario"].to_pylist(), invalid="mark")
        codes, payments = checks.names, checks.payments
        rows = rows.append_column("rule", pa.array(checks.rules, pa.string()))
    else:
        payments = rc.batch.evaluate(rows["record"], rows["cost"], want="cheapest", invalid="mark", threads=1)
        codes = [CODES[code] for code in payments.tobytes()[31::32]]
    return rows.append_column("code", pa.array(codes, pa.string())).append_column("payment", pa.array(payments))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", metavar="IN")
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    import ray

    # On this machine alone. For a cluster that runs already: ray.init(address="auto"), with riftcore on its nodes.
    ray.init(num_cpus=options.workers, include_dashboard=False, _node_ip_address="127.0.0.1")
    ray.data.DataContext.get_current().enable_progress_bars = False
    began = perf_counter()
    rows = ray.data.read_parquet(options.folder)
    rows.map_batches(judged, batch_format="pyarrow", batch_size=65536).write_parquet(options.out)
    seconds = perf_counter() - began
    ray.shutdown()
    codes = dataset(options.out, format="parquet").to_table(columns=["code"])["code"]
    counts = {count["values"]: count["counts"] for count in codes.value_counts().to_pylist()}
    print(f"{len(codes):,} rows, {len(codes) / seconds:,.0f} a second: {counts}")


if __name__ == "__main__":
    main()
