from collections.abc import Callable

from riftcore.catalog import Catalog
from riftcore.edge._blobs import Blobs, Numbers
from riftcore.edge._judge import Judge

def check_columns(
    judge: Judge,
    states: Blobs,
    numbers: Numbers,
    catalog: Catalog,
    threads: int,
    again: Callable[[int], None],
    on_bad: Callable[[int, Exception], None],
) -> None: ...
