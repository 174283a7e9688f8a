"""What may happen and what it costs. Only here do functions cite numbers of rules."""
