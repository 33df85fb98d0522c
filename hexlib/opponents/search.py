from hexlib.opponents.greedy import GreedyOpponent
class SearchOpponent(GreedyOpponent):
    name="search"
