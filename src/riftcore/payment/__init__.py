"""How a cost is paid out of a supply: pure, demand and supply in, answers out."""
