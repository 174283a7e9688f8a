"""A folder of Parquet files judged by Spark's mapInArrow: records with costs, or scenarios.

    python examples/spark_map_in_arrow.py IN OUT [--master MASTER]

OUT has Parquet files with the rows of IN and their answers beside them, those of `riftcore batch IN -o OUT --payments`.
Spark hands Arrow batches to its Python workers, and riftcore works on them where they lie. Spark knows no bytes of one
length: its binary columns are cast on the way in and out. Needs pyspark, pyarrow, pandas and Java.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from time import perf_counter

import pyarrow as pa

import riftcore as rc

CODES = {0: "unaffordable", 1: "ok", rc.batch.INVALID: "invalid"}  # by the last byte of a payment


def judged(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Each batch with code and payment (32 bytes), scenarios with rule too. One thread: Spark has its own."""
    for batch in batches:
        rows = pa.Table.from_batches([batch])
        if "scenario" in rows.column_names:
            checks = rc.batch.check(rows["scenario"].to_pylist(), invalid="mark")
            codes, payments = checks.names, checks.payments
            rows = rows.append_column("rule", pa.array(checks.rules, pa.string()))
        else:
            records, costs = rows["record"].cast(pa.binary(48)), rows["cost"].cast(pa.binary(16))
            payments = rc.batch.evaluate(records, costs, want="cheapest", invalid="mark", threads=1)
            codes = [CODES[code] for code in payments.tobytes()[31::32]]
        rows = rows.append_column("code", pa.array(codes, pa.string()))
        yield from rows.append_column("payment", pa.array(payments).cast(pa.binary())).to_batches()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", metavar="IN")
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("--master", default="local-cluster[2,1,1024]", help="default: %(default)s")
    options = parser.parse_args()
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")  # on this machine alone
    session = (
        SparkSession.builder.master(options.master)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536")
        .getOrCreate()
    )
    began = perf_counter()
    rows = session.read.parquet(options.folder)
    columns = [f"{field.name} {field.dataType.simpleString()}" for field in rows.schema]
    columns += ["rule string"] * ("scenario" in rows.columns) + ["code string", "payment binary"]
    rows.mapInArrow(judged, ", ".join(columns)).write.mode("overwrite").parquet(options.out)
    seconds = perf_counter() - began
    counts = {row["code"]: row["count"] for row in session.read.parquet(options.out).groupBy("code").count().collect()}
    print(f"{sum(counts.values()):,} rows, {sum(counts.values()) / seconds:,.0f} a second: {counts}")
    session.stop()


if __name__ == "__main__":
    main()
