"""Dark Potential: bidding with Command Points on a test, as a game of perfect information worked out from its end."""

from fractions import Fraction
from functools import lru_cache

from darkpotential_book import TWO_DICE, Book, count, known, needed, word
from odds import Refused

ATTACKER, DEFENDER = 0, 1
DUEL = ("attacker-points", "defender-points", "policy", "limit-modify-own", "limit-force-reroll", "rules")
MOST_POINTS = 3


class Duel:
    """One test with bids (DP-CMD-07 to 13, R-30).

    The attacker rolls and wants the total not above `target`. A position of the bidding: how far the total is above the
    target, the points of both, the uses left of all four limits (None: any number), who decides, whether the other has
    just passed. `value(success, points)` says what the end of the test is worth to the attacker.
    """

    def __init__(self, book, target, policy, value):
        self.target, self.policy, self.value = target, policy, value
        # Uses left: attacker's and defender's shifts, attacker's and defender's rerolls.
        limits = ("limit-modify-own", "limit-modify-opponent", "limit-reroll-own", "limit-force-reroll")
        self.limits = tuple(book[name] for name in limits)
        self.rolled = lru_cache(maxsize=None)(self._rolled)
        self.decided = lru_cache(maxsize=None)(self._decided)

    def worth(self, points):
        """The value of the test before its dice are rolled."""
        return self.rolled(points, self.limits, DEFENDER)

    def _rolled(self, points, left, decides):
        """The value before the dice of the test are thrown."""
        return sum(p * self.decided(total - self.target, points, left, decides, False) for total, p in TWO_DICE.items())

    def _decided(self, above, points, left, decides, passed):
        """The value for the attacker of a position in which somebody decides."""
        other = 1 - decides

        def passes():
            return self.value(above <= 0, points) if passed else self.decided(above, points, left, other, True)

        if points[decides] == 0 or self.policy == "none":
            return passes()
        spent = lowered(points, decides)

        def shifts():
            towards = above - 1 if decides == ATTACKER else above + 1
            return self.decided(towards, spent, lowered(left, decides), other, False)

        def rerolls():
            return self.rolled(spent, lowered(left, 2 + decides), other)

        able_to_shift, able_to_reroll = left[decides] != 0, left[2 + decides] != 0
        if self.policy == "nudge":
            return self.nudged(above, decides, able_to_shift, able_to_reroll, (passes, shifts, rerolls))()
        choices = [passes()]
        if able_to_shift:
            choices.append(shifts())
        if able_to_reroll:
            choices.append(rerolls())
        return max(choices) if decides == ATTACKER else min(choices)

    def nudged(self, above, decides, able_to_shift, able_to_reroll, choices):
        """The choice of the script `nudge`."""
        passes, shifts, rerolls = choices
        if decides == ATTACKER:
            favoured, turned, hope = above <= 0, above == 1, self.target >= 2
        else:
            favoured, turned, hope = above > 0, above == 0, self.target <= 11
        if favoured:
            return passes
        if turned and able_to_shift:
            return shifts
        return rerolls if able_to_reroll and hope else passes


def lowered(numbers, index):
    """The numbers with one less at an index; None stays."""
    return tuple(n if i != index or n is None else n - 1 for i, n in enumerate(numbers))


def pools(inputs):
    """The points of attacker and defender."""
    points = tuple(count(inputs, f"{side}-points", 0) for side in ("attacker", "defender"))
    if max(points) > MOST_POINTS:
        raise Refused("more than three points")
    return points


def command_duel(inputs):
    known(inputs, "target-number", *DUEL)
    policy = word(inputs, "policy")
    target = needed(inputs, "target-number")
    duel = Duel(Book(inputs), target, policy, lambda success, _: Fraction(success))
    chance = duel.worth(pools(inputs))
    return {"success": chance, "failure": 1 - chance}


def command_duel_attack(inputs):
    """Points spent on the hit roll are gone for the Strength roll, limits are fresh (DP-CMD-12)."""
    known(inputs, "hit-target", "strength-target", "wounds", *DUEL)
    book, policy = Book(inputs), word(inputs, "policy")
    # Enough wounds are lost by a success (DP-WND-02) with so low a total.
    surplus = count(inputs, "wounds", 1, least=1) - book["wounds-base"]
    strength_target = needed(inputs, "strength-target") - max(0, surplus)
    strength = Duel(book, strength_target, policy, lambda success, _: Fraction(success))

    def after_hit_roll(success, points):
        return strength.worth(points) if success else Fraction(0)

    hit = Duel(book, needed(inputs, "hit-target"), policy, after_hit_roll)
    chance = hit.worth(pools(inputs))
    return {"removed": chance, "not-removed": 1 - chance}
