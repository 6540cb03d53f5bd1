from pathlib import Path

class RequestError(ValueError): ...

class Run:
    @property
    def warnings(self) -> list[str]: ...
    def summary(self) -> str: ...
    def write_frames(self, folder: str | Path) -> None: ...

def built_in() -> str: ...
def resolve(
    ruleset: str,
    resolution: str,
    inputs: str,
    trials: int,
    seed: int,
    budget: int,
    given: tuple[str, tuple[int, int] | None] | None,
    codex: tuple[str, str] | None,
) -> str: ...
def run(
    name: str, text: str, folders: list[Path], pairs: int | None, seed: int | None, threads: int | None
) -> Run: ...
