"""A battle of DBM from the first die to the last: states, actions, and the phases that lead from one to the next."""
