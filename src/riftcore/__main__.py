"""`python -m riftcore` is the command `riftcore`."""

from riftcore.cli import main

main(prog_name="riftcore")
