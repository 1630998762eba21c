"""The tutorial and the examples run, and the tutorial's numbers are what its text says."""

import doctest
import runpy
import unittest
from pathlib import Path

import cunning

EXAMPLES = Path(__file__).parent.parent / "examples"


class Tutorial(unittest.TestCase):
    def test_tutorial_runs(self):
        names = runpy.run_path(str(EXAMPLES / "tutorial.py"))
        self.assertEqual([str(step) for step in names["plan"]], ["go(bell)", "ring"])
        self.assertEqual(names["done"], ["go(bell)", "ring"])
        self.assertEqual(sum(names["wins"].values()), names["RUNS"])

    def test_first_example_of_the_package_is_true(self):
        self.assertEqual(doctest.testmod(cunning).failed, 0)


if __name__ == "__main__":
    unittest.main()
