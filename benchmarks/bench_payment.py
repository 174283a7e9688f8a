"""The payment core under pytest-benchmark: `make bench`, or `pytest --benchmark-enable benchmarks/bench_payment.py`.

Each benchmark notes ratios taken in the same run beside its times (`extra_info` of `--benchmark-json`) and fails
when a limit of figures.py is broken. Times alone are for comparing two runs on one quiet machine.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter_ns

import pytest
import reference
from figures import Figure, figures, measure, ns, ratio, within
from positions import names

from riftcore import Cost, Supply
from riftcore.ground._types import DOMAINS

FOUND = figures()


@pytest.fixture(scope="session")
def measured() -> dict[str, Figure]:
    """All figures, taken in turn in one go, so that ratios between them mean something."""
    measure(FOUND)
    return FOUND


@pytest.mark.parametrize("name", [name for name in FOUND if name != "loop"])
def test_figure(benchmark, measured: dict[str, Figure], name: str) -> None:
    """What stands for what: docs/performance.md."""
    figure = measured[name]
    benchmark.group = "calls" if figure.is_loop else f"{figure.n} rows"
    benchmark.pedantic(figure.run, rounds=20, warmup_rounds=2)
    taken = ns(measured, name)
    benchmark.extra_info["ns for one"] = round(taken, 1)
    for unit in ("empty call", "memcpy of a row"):
        benchmark.extra_info[f"ratio to {unit}"] = round(taken / ns(measured, unit), 2)
    if not within(measured, name):
        pytest.fail(f"{name}: {ratio(measured, name):.2f}, at most {figure.limit or figure.most:.2f}", pytrace=False)


# ------------------------------------------------------------------------------------------ against the oracle


def small(n: int) -> list[tuple[reference.Situation, reference.Demand]]:
    random = Random(1)
    return [reference.sample_small(random) for _ in range(n)]


def supply_of(s: reference.Situation) -> Supply:
    fields = s._asdict()
    del fields["showdown"]
    return Supply(**fields)


def cost_of(d: reference.Demand) -> Cost:
    power = {DOMAINS[i]: d.power[i] for i in range(6) if d.power[i]}
    for mask, n in d.hybrids:
        power[names(mask if isinstance(mask, int) else sum(1 << i for i in mask))] = n
    return Cost(d.energy, any=d.any, power=power)


ASKED = [(s, d, supply_of(s), cost_of(d)) for s, d in small(200)]


@pytest.mark.parametrize(
    ("oracle", "ours", "least"),
    [
        (
            reference.payable,
            lambda s, d, supply, cost: supply.can_pay(cost, d.purpose, showdown=s.showdown),
            100,
        ),
        (
            reference.best,
            lambda s, d, supply, cost: supply.cheapest(cost, d.purpose, showdown=s.showdown),
            100,
        ),
        (
            reference.payments,
            lambda s, d, supply, cost: list(supply.payments(cost, d.purpose, showdown=s.showdown)),
            10,
        ),
    ],
    ids=["payable", "cheapest", "payments"],
)
def test_against_the_oracle(
    benchmark, oracle: Callable[..., object], ours: Callable[..., object], least: float
) -> None:
    """The same questions as the search of tests/reference.py: so many times faster at least, and by far."""
    start = perf_counter_ns()
    for s, d, _, _ in ASKED:
        oracle(s, d)
    slow = perf_counter_ns() - start

    def ask() -> None:
        for asked in ASKED:
            ours(*asked)

    benchmark.group = "200 small positions"
    benchmark.pedantic(ask, rounds=20, warmup_rounds=2)
    start = perf_counter_ns()
    ask()
    times = slow / (perf_counter_ns() - start)
    benchmark.extra_info["times faster than the oracle"] = round(times)
    assert times >= least
