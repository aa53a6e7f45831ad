"""The client against a real gateway: BASE and TOKEN name it (scripts/clients/own.sh starts one)."""

import os
import unittest
from pathlib import Path

from soulfile import Soul, SoulError
from soulfile._operations import OPERATIONS


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.soul = Soul(os.environ["BASE"], os.environ["TOKEN"])

    def test_what_is_remembered_is_found_and_proved(self):
        kept = self.soul.remember("Tomas tunes the harpsichord on Fridays.", tags=["music"], date="2026-01-14")
        self.assertEqual(kept["entries"][0]["path"], "memory/episodes/2026-01-14.md")
        self.assertTrue(self.soul.verify_receipt(kept["receipt"]["id"])["ok"])
        hits = self.soul.recall("who tunes the harpsichord", limit=3)["hits"]
        self.assertIn("Tomas", hits[0]["text"])
        self.assertEqual(self.soul.used([hits[0]["id"]])["noted"], 1)
        self.assertIn("Tomas", self.soul.lines(hits[0]["path"])["text"])
        self.assertTrue(any("Tomas" in one["text"] for one in self.soul.memories(text="harpsichord")["memories"]))

    def test_forgetting_is_exact_and_can_be_taken_back(self):
        self.soul.remember("The blue umbrella stands in the hallway.")
        found = self.soul.forget_candidates("the blue umbrella")["candidates"]
        ids = [one["id"] for one in found if one["meant"]]
        self.soul.forget(ids)
        self.assertFalse(any("umbrella" in hit["text"] for hit in self.soul.recall("blue umbrella")["hits"]))
        self.soul.restore(ids)
        self.assertTrue(any("umbrella" in hit["text"] for hit in self.soul.recall("blue umbrella")["hits"]))

    def test_a_day_grows_and_files_are_guarded(self):
        self.soul.append_to_day("2026-01-10", "The budget was agreed.", time="18:30", type="decision")
        self.assertIn("The budget was agreed.", str(self.soul.day("2026-01-10")["entries"]))
        self.assertTrue(self.soul.days())
        self.soul.write_file("bank/tea.md", "# Tea\n")
        read = self.soul.read_file("bank/tea.md")
        self.soul.write_file("bank/tea.md", "# Tea\noolong\n", known=read["hash"])
        with self.assertRaises(SoulError) as refused:
            self.soul.write_file("bank/tea.md", "# Coffee\n", known=read["hash"])
        self.assertEqual((refused.exception.status, refused.exception.kind), (409, "conflict"))
        now = self.soul.read_file("bank/tea.md")
        self.assertEqual(refused.exception.current, now["hash"])
        with self.assertRaises(SoulError) as refused:
            self.soul.delete_file("bank/tea.md", known=now["hash"])
        self.assertEqual(refused.exception.hint, "confirm_removal")
        self.soul.delete_file("bank/tea.md", known=now["hash"], confirm=True)
        self.assertNotIn("bank/tea.md", [one["filename"] for one in self.soul.files()])

    def test_everything_else_answers(self):
        for name in ("health", "ready", "agents", "core", "identity", "alerts", "context"):
            self.assertIsNotNone(getattr(self.soul, name)(), name)
        self.assertTrue(self.soul.propose("The kettle is blue.", trigger="seen")["number"])
        with self.assertRaises(SoulError) as refused:
            self.soul.entity("nobody-at-all")
        self.assertEqual(refused.exception.status, 404)

    def test_refusals_and_mistakes_are_told_apart(self):
        with self.assertRaises(SoulError) as refused:
            Soul(self.soul.url, "wrong").core()
        self.assertEqual((refused.exception.status, refused.exception.kind), (401, "unauthenticated"))
        with self.assertRaises(SoulError) as refused:
            Soul("http://127.0.0.1:9", "none").health()
        self.assertEqual((refused.exception.status, refused.exception.kind), (0, "unavailable"))
        with self.assertRaises(TypeError):
            self.soul._call("recall", query=dict(nothing=1))
        self.assertNotIn(os.environ["TOKEN"], repr(self.soul))

    def test_the_local_gateway_is_found(self):
        self.assertEqual(Soul.local().health()["status"], "ok")
        with self.assertRaises(SoulError):
            Soul.local(home=str(Path(os.environ["HOME"]) / "nowhere"))

    def test_every_operation_has_its_method(self):
        for name in OPERATIONS:
            self.assertTrue(callable(getattr(Soul, name, None)), name)


if __name__ == "__main__":
    unittest.main()
