PLAYS: range
