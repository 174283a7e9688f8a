from collections.abc import Callable

from riftcore._blobs import Blobs, Numbers
from riftcore._judge import Judge
from riftcore.catalog import Catalog

def check_columns(
    judge: Judge,
    states: Blobs,
    numbers: Numbers,
    catalog: Catalog,
    threads: int,
    again: Callable[[int], None],
    on_bad: Callable[[int, Exception], None],
) -> None: ...
