"""Dark Potential: fights of several attacks, as chains of small states."""

from darkpotential_book import (
    ATTACKER,
    SHOT,
    TARGET,
    Attack,
    Book,
    Target,
    attacked,
    count,
    direct,
    distance_of,
    known,
    left_after,
    needed,
    shot_target,
    strike_target,
    word,
)
from odds import Refused, certain, chain, image


def shots(book, inputs, target):
    """The shots of `shooters` in order, as (attack, hit target)."""
    fired = []
    for shooter in needed(inputs, "shooters"):
        known(shooter, *ATTACKER, *SHOT, "count")
        attack = direct(Attack(book, shooter, "ranged"))
        fired += [(attack, shot_target(book, shooter, attack, target))] * count(shooter, "count", 1)
    return fired


def fighter(book, inputs, side, default="generic-soldier"):
    """A model that fights as the input SIDE says: (its close-combat attack, itself as a target)."""
    name = inputs.get(side, default)
    numbers = {}
    for key in ("wounds", "commander-leadership"):
        if f"{side}-{key}" in inputs:
            numbers[key] = inputs[f"{side}-{key}"]
    return direct(Attack(book, {"attacker": name}, "close")), Target(book, numbers, name)


def struck(book, state, attack, target, free=False):
    """The odds of (wounds left, failed) after a close-combat attack."""
    return attacked(book, state, strike_target(book, attack, target, free), attack, target)


def volley(inputs):
    """States: (models removed, wounds left of the one that is shot at). No Leadership."""
    known(inputs, *TARGET, "models", "shooters", "rules")
    book = Book(inputs)
    target = Target(book, inputs)
    models = count(inputs, "models", 1)
    odds = certain((0, target.wounds))
    for attack, hit_target in shots(book, inputs, target):

        def fire(state):
            removed, wounds = state
            if removed == models:
                return certain(state)
            ends = left_after(book, wounds, hit_target, attack.strength - target.armor)
            return image(ends, lambda end: (removed, end[1]) if end[1] else (removed + 1, target.wounds))

        odds = chain(odds, fire)
    return image(odds, lambda state: f"removed-{state[0]}")


def under_fire(book, fired, target):
    """The odds of (wounds left, failed) after attacks one after the other, as (attack, hit target)."""
    odds = certain((target.wounds, False))
    for attack, hit_target in fired:
        odds = chain(
            odds, lambda state: attacked(book, state, hit_target, attack, target) if state[0] else certain(state)
        )
    return odds


def leaving_combat(inputs):
    """DP-MOV-10 to 12."""
    known(inputs, *TARGET, "enemies", "rules")
    book = Book(inputs)
    target = Target(book, inputs)
    strikes = []
    for enemy in needed(inputs, "enemies"):
        known(enemy, *ATTACKER, "count")
        attack = direct(Attack(book, enemy, "close"))
        strikes += [(attack, strike_target(book, attack, target, free=True))] * count(enemy, "count", 1)
    return image(
        under_fire(book, strikes, target),
        lambda end: "removed" if not end[0] else "escapes-suppressed" if end[1] else "escapes-steady",
    )


def overwatch_charge(inputs):
    """DP-OVW-03, 05; a failure in a charge already begun does not stop it (R-34)."""
    known(
        inputs,
        *("charger", "charger-wounds", "charger-commander-leadership", "shooters", "phase"),
        *("victim", "victim-wounds", "suppression-in-own-activation", "rules"),
    )
    book = Book(inputs)
    strike, charger = fighter(book, inputs, "charger", "generic-assassin")
    _, victim = fighter(book, inputs, "victim")
    stops = word(inputs, "phase") == "move" and book["suppression-in-own-activation"] == "immediate"

    def arrives(state):
        if not state[0]:
            return certain("charger-removed")
        if state[1] and stops:
            return certain("charger-stopped")
        ends = struck(book, (victim.wounds, False), strike, victim)
        return image(ends, lambda end: "victim-standing" if end[0] else "victim-removed")

    return chain(under_fire(book, shots(book, inputs, charger), charger), arrives)


def combat_ready_exchange(inputs):
    """DP-CBR-03, 04; a mover that fails must run, and takes a free attack (DP-LDR-13, R-34, R-35)."""
    known(
        inputs,
        *("reactor", "mover", "reactor-wounds", "mover-wounds", "mover-commander-leadership"),
        *("suppression-in-own-activation", "suppressed-in-combat", "rules"),
    )
    book = Book(inputs)
    brace, reactor = fighter(book, inputs, "reactor")
    strike, mover = fighter(book, inputs, "mover")
    runs = book["suppression-in-own-activation"] == "immediate" and book["suppressed-in-combat"] == "flee"

    def answer(state):
        if not state[0]:
            return certain("mover-removed")
        if state[1] and runs:
            ends = struck(book, state, brace, mover, free=True)
            return image(ends, lambda end: "mover-fled" if end[0] else "mover-removed")
        ends = struck(book, (reactor.wounds, False), strike, reactor)
        return image(ends, lambda end: "both-standing" if end[0] else "reactor-removed")

    return chain(struck(book, (mover.wounds, False), brace, mover), answer)


def melee(inputs):
    """States: (a, b) with (wounds left, failed) each, or how it ended."""
    known(
        inputs,
        *("a", "b", "a-wounds", "b-wounds", "a-commander-leadership", "b-commander-leadership"),
        *("rounds", "suppressed-in-combat", "rules"),
    )
    book = Book(inputs)
    sides = [fighter(book, inputs, side) for side in "ab"]
    flees = book["suppressed-in-combat"] == "flee"

    def activation(side):
        other = 1 - side
        strike, model = sides[side]
        answer, enemy = sides[other]

        def step(state):
            if isinstance(state, str):
                return certain(state)
            if state[side][1] and flees:  # DP-LDR-13
                ends = struck(book, state[side], answer, model, free=True)
                return image(ends, lambda end: f"{'ab'[side]}-{'fled' if end[0] else 'removed'}")

            def after(end):
                if not end[0]:
                    return f"{'ab'[other]}-removed"
                # Suppression ends with this activation (DP-LDR-11).
                states = [None, None]
                states[side], states[other] = (state[side][0], False), end
                return tuple(states)

            return image(struck(book, state[other], strike, enemy), after)

        return step

    odds = certain(tuple((model.wounds, False) for _, model in sides))
    for _ in range(count(inputs, "rounds", 6)):
        odds = chain(chain(odds, activation(0)), activation(1))
    return image(odds, lambda state: state if isinstance(state, str) else "both-standing")


class Shooter:
    """A side of a shoot-out: its weapons as (attack, hit target), what it fires when steady and when suppressed."""

    def __init__(self, book, inputs, side, target):
        name = inputs.get(side, "generic-soldier")
        enemy = "ab"["ba".index(side)]
        shot = {"cover": inputs.get(f"{enemy}-cover", "light"), "distance": distance_of(inputs)}
        able = "ranged" in book.unit(name)

        def gun(weapon):
            if weapon is None:
                return None
            # A unit without the skill may be given a weapon all the same, and never fires it.
            skill = {} if able else {"skill": 0}
            attack = direct(Attack(book, {"attacker": name, "weapon": weapon} | skill, "ranged"))
            return attack, shot_target(book, shot, attack, target)

        main = gun(inputs.get(f"{side}-weapon", book.first_weapon(book.unit(name), "ranged")))
        fallback = inputs.get(f"{side}-fallback", "none")
        second = gun(None if fallback == "none" else fallback)
        if second and second[0].move_or_shoot:
            raise Refused("a fallback that is Move or Shoot")
        self.steady = main if able else None
        # DP-LDR-08: it counts as having moved.
        self.suppressed = (second if main and main[0].move_or_shoot else main) if able else None


def shoot_out(inputs):
    """States: (a, b) with (wounds left, failed) each, or how it ended."""
    names = ("weapon", "fallback", "cover", "wounds", "commander-leadership")
    known(inputs, "a", "b", *(f"{side}-{name}" for side in "ab" for name in names), "distance", "rounds", "rules")
    book = Book(inputs)
    for side in "ab":
        if inputs.get(f"{side}-cover", "light") == "none":
            raise Refused("both stand in cover")
    models = [fighter(book, inputs, side)[1] for side in "ab"]
    guns = [Shooter(book, inputs, side, models[1 - i]) for i, side in enumerate("ab")]

    def activation(side):
        other = 1 - side

        def step(state):
            if isinstance(state, str):
                return certain(state)
            gun = guns[side].suppressed if state[side][1] else guns[side].steady
            ends = certain(state[other])
            if gun:
                ends = attacked(book, state[other], gun[1], gun[0], models[other])

            def after(end):
                if not end[0]:
                    return f"{'ab'[other]}-removed"
                states = [None, None]
                states[side], states[other] = (state[side][0], False), end
                return tuple(states)

            return image(ends, after)

        return step

    odds = certain(tuple((model.wounds, False) for model in models))
    for _ in range(count(inputs, "rounds", 6)):
        odds = chain(chain(odds, activation(0)), activation(1))
    return image(odds, lambda state: state if isinstance(state, str) else "both-standing")
