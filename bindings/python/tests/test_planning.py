"""Plans, their explanations, and errors with suggestions."""

import tempfile
import threading
import unittest
from pathlib import Path

import cunning

SHOP = """
types = { place = ["beach", "tavern"], item = ["coin", "bottle"] }
facts = { at = "place", drunk = "bool", stock = { type = "int", min = 0, max = 9, of = ["place", "item"] } }
tables = { price = { of = ["item"], default = 2 } }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
action.drink = { when = ["at == tavern", "stock[tavern, bottle] > 0"], then = ["drunk", "stock[tavern, bottle] -= 1"], cost = "price[bottle]" }
goal.get_drunk = { want = ["drunk"] }
"""


class Planning(unittest.TestCase):
    def setUp(self):
        self.domain = cunning.Domain.from_str(SHOP, "shop.toml")

    def test_plan_is_a_sequence_of_steps(self):
        plan = self.domain.plan("get_drunk", {("stock", "tavern", "bottle"): 3})
        self.assertEqual([str(step) for step in plan], ["go(tavern)", "drink"])
        self.assertEqual((len(plan), plan.cost, plan.bound, plan.optimal), (2, 3.0, 3.0, True))
        self.assertEqual((plan[0].action, plan[0].args, plan[-1].cost), ("go", {"to": "tavern"}, 2.0))
        self.assertEqual(plan.to_dicts()[1]["purpose"], "makes `drunk` true for the goal")
        with self.assertRaises(IndexError):
            plan[2]

    def test_facts_are_keyword_arguments_too(self):
        plan = self.domain.plan("get_drunk", {("stock", "tavern", "bottle"): 1}, at="tavern")
        self.assertEqual(str(plan), "drink   (cost 2, proved best)")

    def test_tables_change_costs(self):
        stock = {("stock", "tavern", "bottle"): 1}
        plan = self.domain.plan("get_drunk", stock, tables={("price", "bottle"): 7.5})
        self.assertEqual(plan.cost, 8.5)

    def test_no_plan_explains_itself(self):
        with self.assertRaises(cunning.NoPlan) as raised:
            self.domain.plan("get_drunk")
        self.assertEqual(raised.exception.code, "no-plan")
        self.assertIn("stock[tavern, bottle]", str(raised.exception))

    def test_typo_is_an_error_with_a_suggestion(self):
        for call in [lambda: self.domain.plan("get_drnk"), lambda: self.domain.plan("get_drunk", att="tavern")]:
            with self.assertRaisesRegex(cunning.UnknownName, "did you mean `(get_drunk|at)`"):
                call()
        with self.assertRaises(cunning.InvalidValue):
            self.domain.plan("get_drunk", at=3)
        with self.assertRaises(TypeError):
            self.domain.plan("get_drunk", at=3.5)

    def test_mistakes_of_a_domain_are_listed(self):
        with self.assertRaises(cunning.DomainError) as raised:
            cunning.Domain.from_str("facts = { lit = 'bool' }\ngoal.g = { want = ['lti'] }", "lamp.toml")
        found = raised.exception.diagnostics
        self.assertEqual((found[0]["file"], found[0]["line"]), ("lamp.toml", 2))
        self.assertIn("lit", found[0]["hint"])

    def test_domains_come_from_files_and_texts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "shop.toml"
            path.write_text(SHOP)
            self.assertEqual(cunning.Domain.from_file(path).goals, ["get_drunk"])
            with self.assertRaises(FileNotFoundError):
                cunning.Domain.from_file(path.with_name("shp.toml"))
        sources = {"main.toml": "[domain]\ninclude = ['shop.toml']\n", "shop.toml": SHOP}
        self.assertEqual(cunning.Domain.from_sources("main.toml", sources).actions, ["go", "drink"])

    def test_threads_plan_with_one_domain(self):
        plans = []

        def plan():
            plans.append(str(self.domain.plan("get_drunk", {("stock", "tavern", "bottle"): 3})))

        threads = [threading.Thread(target=plan) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(plans, [plans[0]] * 8)


if __name__ == "__main__":
    unittest.main()
