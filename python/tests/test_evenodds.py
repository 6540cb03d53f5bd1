"""The package against the command: the same questions have the same answers."""

import doctest
import json
import os
import signal
import subprocess
import threading
import time
import unittest
from pathlib import Path

import evenodds
import polars

TOP = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("EVENODDS")


def command(*words: str) -> dict:
    """What the command prints as JSON."""
    done = subprocess.run([COMMAND, *words, "--format", "json"], capture_output=True, check=True, cwd=TOP)
    return json.loads(done.stdout)


class Package(unittest.TestCase):
    def test_examples_of_the_package(self):
        self.assertEqual(doctest.testmod(evenodds).failed, 0)

    def test_what_is_built_in(self):
        known = evenodds.rulesets()
        self.assertEqual(len(known), 5)
        self.assertIn("titan", known["dogma"]["lists"])
        self.assertIn("exterminate", known["dogma"]["scenarios"])

    @unittest.skipUnless(COMMAND, "the command is not built")
    def test_odds_are_those_of_the_command(self):
        ours = evenodds.resolve("dogfaces", "ranged-attack", trials=1000, seed=3, shooters=["dave"], target="george")
        question = ["dogfaces", "ranged-attack", 'shooters=["dave"]', "target=george"]
        theirs = command("resolve", *question, "--trials", "1000", "--seed", "3")
        self.assertEqual({key: ours[key] for key in ("exact", "simulated")}, {key: theirs[key] for key in ("exact", "simulated")})
        strong = evenodds.resolve("dogfaces", "ranged-attack", given=("strength", 3, 3), shooters=["dave"], target="george")
        self.assertNotEqual(strong["exact"], ours["exact"])

    @unittest.skipUnless(COMMAND, "the command is not built")
    def test_games_are_those_of_the_command_on_any_number_of_threads(self):
        ours = evenodds.compare("rifle-13", "rifle-10", pairs=6, seed=7, scenario="last-stand", threads=1)
        theirs = command("compare", "rifle-13", "rifle-10", "--pairs", "6", "--seed", "7", "--scenario", "last-stand")
        self.assertEqual(ours.digest, theirs["digest"])
        self.assertEqual(ours.summary["cells"][0]["score"], theirs["score"])
        again = evenodds.compare("rifle-13", "rifle-10", pairs=6, seed=7, scenario="last-stand", threads=2)
        self.assertEqual(again.digest, ours.digest)

    def test_an_experiment_is_a_file_or_a_dictionary(self):
        written = {"ruleset": "dogfaces", "armies": ["rifle-13", "rifle-10"], "stop": {"pairs": 2}, "name": "Zürich 🎲"}
        results = evenodds.run(written, seed=5)
        frame = results.frame("cells")
        self.assertIsInstance(frame, polars.DataFrame)
        self.assertEqual(frame.height, len(results.summary["cells"]))
        self.assertLessEqual({"cells", "classes", "leads", "units", "rules"}, set(results.frames()))
        with self.assertRaisesRegex(KeyError, "there are cells"):
            results.frame("cell")
        self.assertEqual(evenodds.run(written, seed=5).digest, results.digest)
        self.assertNotEqual(evenodds.run(written, seed=6).digest, results.digest)

    def test_a_wrong_question_says_what_would_be_right(self):
        for ask, part in [
            (lambda: evenodds.resolve("dogfacs", "ranged-attack"), "dogfaces"),
            (lambda: evenodds.resolve("dogfaces", "ranged-attak"), "did you mean `ranged-attack`"),
            (lambda: evenodds.compare("rifle-13", "titan"), "say `ruleset`"),
            (lambda: evenodds.compare("rifle-13", "rifle-10", scenario="last-stnd"), "did you mean `last-stand`"),
            (lambda: evenodds.run({"ruleset": "dogma", "armis": []}), "armies"),
            (lambda: evenodds.run({"ruleset": None}), "NoneType"),
        ]:
            with self.assertRaisesRegex(evenodds.RequestError, part):
                ask()

    def test_the_notebook_runs(self):
        notebook = json.loads((TOP / "python" / "notebook.ipynb").read_text())
        before = Path.cwd()
        os.chdir(TOP / "python")
        try:
            names: dict = {}
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    exec("".join(cell["source"]), names)
        finally:
            os.chdir(before)
        self.assertEqual(names["scored"].columns[-1], "high")

    def test_an_interrupt_breaks_a_run_off(self):
        # Whoever is started in the background of a shell does not mind interrupts.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        threading.Thread(target=lambda: (time.sleep(0.5), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                evenodds.compare("rifle-13", "rifle-10", pairs=1_000_000)
        finally:
            signal.signal(signal.SIGINT, before)


if __name__ == "__main__":
    unittest.main()
