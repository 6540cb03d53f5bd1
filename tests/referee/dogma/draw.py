def draw(rng, folder):
    return []
