"""What all else stands on: domains, purposes, records of supplies and costs. Nothing here knows a rule."""
