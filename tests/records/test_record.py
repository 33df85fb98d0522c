"""Records: reading, writing, replaying and comparing, on a toy game and so for every game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexlib import lesson
from hexlib.game import TABLE
from hexlib.record import Record, RecordError, dump, dumps, load, loads
from hexlib.record_lines import line_of, show
from hexlib.record_text import MAX_BYTES, MAX_STEPS, MAX_STRING

from .toy import TEXT, Toy, toys


def read(text: str) -> Record:
    return loads(text, "toy.toml", games=toys)


def broken(old: str, new: str) -> RecordError:
    """The error after one change to a good record."""
    assert old in TEXT
    with pytest.raises(RecordError) as caught:
        read(TEXT.replace(old, new, 1))
    return caught.value


def test_a_record_holds_what_its_text_says() -> None:
    record = read(TEXT)
    assert record.title == "Seven stones"
    assert record.lines == (None, "bob-greedy")
    assert [s.action for s in record.line()] == ["", "take 3", "take 1", "take 3"]
    assert [s.action for s in record.line("bob-greedy")] == ["", "take 3", "take 3", "take 1"]
    assert record.steps[1].ask is not None
    assert record.steps[1].ask.answer == "4"
    assert record.viewer == TABLE
    with pytest.raises(KeyError, match="bob-greedy"):
        record.line("nobody")


def test_text_forms_round_trip(tmp_path: Path) -> None:
    record = read(TEXT)
    text = dumps(record)
    assert read(text) == record
    assert dumps(read(text)) == text
    dump(record, tmp_path / "a.toml")
    assert load(tmp_path / "a.toml", games=toys) == record
    assert read(TEXT.replace("heap = 7\nsecrets", "heap = 8\nsecrets")) != record


def test_everything_holds() -> None:
    report = read(TEXT).check()
    assert report.ok
    assert report
    assert (report.lines, report.steps) == (2, 6)
    assert str(report) == "toy.toml: 2 lines, 6 steps, 11 expectations: all hold"


def test_a_difference_names_file_branch_step_expected_and_got() -> None:
    text = TEXT.replace(
        'action = "take 1"\n[branch.step.expect]\nwinner = "Ann"',
        'action = "take 1"\n[branch.step.expect]\nwinner = "Bob"',
    )
    report = read(text).check()
    assert not report.ok
    assert str(report) == ("toy.toml, branch bob-greedy, step 4 `take 1`: winner expected Bob, got Ann\n    heap 0")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("heap = 4\npair", "heap = 5\npair", "heap expected 5, got 4"),
        ("pair = [4, 1]", "pair = [4, 0]", "pair expected 4-0, got 4-1"),
        ("seats = { Ann = 4 }", "seats = { Ann = 4, Cid = 4 }", "seats Cid expected 4, got empty"),
        ('events = ["take"]', 'events = ["won"]', "events expected won, got take, whisper"),
        ('not_events = ["won"]', 'not_events = ["take"]', "event take expected none, got Ann takes 3."),
        ("legal_count = 3", "legal_count = 4", "legal actions expected 4, got 3"),
        ('"take 4", rule', '"take 3", rule', "take 3 expected not allowed by toy.take.at_most_three, got legal"),
        ('not_events = ["won"]', 'legal = ["take 4"]', "take 4 expected legal, got not allowed: at most 3, not 4."),
        ('action = "take 1"\n', 'action = "take 9"\n', "the action expected legal, got not allowed: at most 3"),
        ('winner = "Ann"\nevents', "winner = true\nevents", "winner expected yes, got Ann"),
    ],
)  # fmt: skip
def test_every_kind_of_expectation_can_fail(old: str, new: str, what: str) -> None:
    assert old in TEXT
    report = read(TEXT.replace(old, new, 1)).check()
    assert what in str(report)


def test_a_report_names_the_first_step_that_differs() -> None:
    text = TEXT.replace("heap = 4\npair", "heap = 5\npair").replace('winner = "Ann"\nevents', 'winner = "Bob"\nevents')
    assert str(read(text).check()) == (
        "toy.toml, step 2 `take 3`: heap expected 5, got 4\n    heap 4\n    and 1 more in later steps of this line"
    )


def test_events_must_come_in_order() -> None:
    assert not read(TEXT.replace('["take", "won"]', '["won", "take"]')).check()


def test_a_line_stops_at_the_first_action_that_is_not_allowed() -> None:
    text = TEXT.replace('action = "take 3"\ndecisive', 'action = "take 8"\ndecisive')
    report = read(text).check()
    assert [d.step for d in report.differences] == [2]
    assert report.lines == 1  # the branch begins later, and is not reported a second time


def test_a_broken_rule_is_noticed() -> None:
    record = read(TEXT)
    for broken_rule in record.game.breaks():
        report = record.check(record.game.without(str(broken_rule)), first=True)
        assert not report
        assert report.steps <= 2


def test_a_ruling_changes_the_game() -> None:
    record = read(TEXT.replace("[position]", "[rulings]\nmost = 4\n[position]"))
    assert "take 4 expected not allowed" in str(record.check())
    assert read(dumps(record)) == record


def test_frames_tell_a_seat_only_what_it_may_know() -> None:
    record = read(TEXT)
    table = lesson.frames(record)
    ann, bob = lesson.frames(record, seat=0), lesson.frames(record, seat=1)
    assert len(table) == 4
    assert table[1].number == 2
    assert table[1].decisive
    assert table[1].events == ("Ann takes 3.",)
    assert ann[1].events == ("Ann takes 3.", "Ann thinks of 41.")
    assert bob[1].events == ("Ann takes 3.",)
    assert table[1].rules == ("toy.take.one_each",)
    assert all(f.holds for f in table)
    bad = lesson.frames(record, game=record.game.without("toy.take.one_each=double"))
    assert not bad[1].holds
    assert "heap expected 4, got 5" in str(bad[1].differences[0])


def test_outcome_text_is_what_the_record_expects() -> None:
    record = read(TEXT)
    text = lesson.outcome_text(record)
    assert "step 2: take 3\n  heap: expected 4 | got 4 | holds\n  pair: expected 4-1 | got 4-1 | holds" in text
    assert "Branch bob-greedy: Bob takes three\nDocumented outcome: Ann wins too." in text
    assert text.endswith("11 expectations: all hold")
    assert lesson.expected_text(record) == text
    wrong = lesson.outcome_text(record, record.game.without("toy.take.one_each=double"))
    assert "heap: expected 4 | got 5 | DIFFERS" in wrong
    assert wrong != text


def test_a_seed_starts_a_game() -> None:
    record = read(TEXT.replace("[position]\nheap = 7\nsecrets = { Ann = 41, Bob = 77 }", "[setup]\nseed = 7"))
    assert record.seed == 7
    assert str(record.start()) == str(Toy().new_initial_state(seed=7))
    assert read(dumps(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "key", "line", "says"),
    [
        ("title = ", "titel = ", "titel", 3, "did you mean 'title'?"),
        ("format = 1\n", "", "", 0, "format is missing"),
        ("format = 1", "format = 2", "format", 1, "only format 1"),
        ("format = 1", 'format = "1"', "format", 1, "a whole number, not a text"),
        ("format = 1", "format = true", "format", 1, "not true or false"),
        ('game = "toy"', 'game = "chess"', "game", 2, "there is no game 'chess'"),
        ('"Seven stones"', '"<b>\\u0007</b>"', "title", 3, "control character"),
        ('"Seven stones"', '"a\\u202eb"', "title", 3, "control character"),
        ('"Seven stones"', '"a\\nb"', "title", 3, "one line"),
        ('"Seven stones"', '""', "title", 3, "must not be empty"),
        ('"Seven stones"', "3", "title", 3, "must be a text, not a whole number"),
        ('section = "Play > Taking"', 'section = "Play > Takin"', "section", 4, "did you mean 'Play > Taking'?"),
        ('"toy.take.one_each"]', '"toy.take.one_eech"]', "shows[2]", 5, "did you mean 'toy.take.one_each'?"),
        ('"toy.take.one_each"]', '"toy.take.at_most_three"]', "shows", 5, "each once"),
        ("heap = 7\nsec", "heap = -7\nsec", "position.heap", 10, "must be 1 to 99"),
        ("Ann = 41", 'Ann = "x"', "position.secrets.Ann", 11, "must be a number"),
        ("heap = 7\nsec", "heap = nan\nsec", "position.heap", 10, "not a number"),
        ("heap = 7\nsec", "heap = 1979-05-27\nsec", "position.heap", 10, "no dates"),
        ("heap = 7\nsec", f"heap = {10**40}\nsec", "position.heap", 10, "too large"),
        ("heap = 7\nsec", f"heap = {'9' * 5000}\nsec", "", 0, "a number or a date that cannot be read"),
        ("[position]", "[setup]\nseed = 1\n[position]", "", 0, "either a [position] or a [setup]"),
        ("[position]", "[setup]", "setup.heap", 10, "unknown key 'heap'"),
        ("[position]", "[rulings]\nmost = 'x'\n[position]", "rulings.most", 10, "there is no ruling 'most'"),
        ("[position]", "[rulings]\nmost = 1.5\n[position]", "rulings.most", 10, "not a number"),
        ("legal_count = 3", "legal_cuont = 3", "step[1].expect.legal_cuont", 18, "did you mean 'legal_count'?"),
        ("legal_count = 3", "legal_count = -3", "step[1].expect.legal_count", 18, "from 0 to"),
        ('"take 4"', '"grab 4"', "step[1].expect.illegal[1].action", 17, "write take 2"),
        ('rule = "toy.take.at_most_three" }', 'rule = "toy.x" }', "step[1].expect.illegal[1].rule[1]", 17, "no state"),
        (', rule = "toy.take.at_most_three" }', " }", "step[1].expect.illegal[1]", 17, "rule is missing"),
        ('action = "take 3"\ndec', 'action = "take three"\ndec', "step[2].action", 21, "'take three' is not an action"),
        ('action = "take 3"\ndec', 'action = ""\ndec', "step[2].action", 21, "leave it out"),
        ("decisive = true", 'decisive = "yes"', "step[2].decisive", 22, "true or false"),
        ('answer = "4"', 'answer = "5"', "step[2].ask.answer", 26, "not one of the choices"),
        ("heap = 4\n", "haep = 4\n", "step[2].expect.haep", 28, "did you mean 'heap'?"),
        ('name = "bob-greedy"', 'name = "Bob greedy"', "branch[1].name", 44, "small letters"),
        ("after = 2", "after = 5", "branch[1].after", 47, "from 0 to 4"),
        ('title = "Bob takes three"\n', "", "branch[1]", 43, "title is missing"),
        ("[[branch]]", "[[banch]]", "banch", 43, "did you mean 'branch'?"),
        ("[[branch.step]]\naction", "[[branch.setp]]\naction", "branch[1].setp", 48, "did you mean 'step'?"),
        ("[[step]]\nsay", "[step]\nsay", "", 20, "this is not TOML"),
        ("intro = ", "intro ", "", 6, "this is not TOML"),
        ("intro = ", "seat = 'Cid'\nintro = ", "seat", 6, "there are Ann, Bob"),
    ],
)  # fmt: skip
def test_a_bad_text_says_where_and_what(old: str, new: str, key: str, line: int, says: str) -> None:
    error = broken(old, new)
    assert (error.key, error.line) == (key, line)
    assert says in str(error)
    assert str(error).startswith("toy.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "format is missing"),
        ("a = " + "[" * 5000, "nested deeper"),
        ("a = " + "[" * 20 + "]" * 20, "nested deeper"),
        ("a." * 100_000 + "a = 1", "nested too deep"),
        ('"a" . ' * 100 + "a = 1", "nested too deep"),
        ("x = '" + "a" * (MAX_STRING + 1) + "'", "at most 2000 characters"),
        ("x = 1 # " + "a" * MAX_BYTES, "at most 256 kB"),
        ("x = '" + "ä" * (MAX_BYTES // 2) + "'", "at most 256 kB"),
        ("x = [" + "1," * 500 + "]", "at most 400 entries"),
        ("\n".join(f"k{i} = {[1] * 399}" for i in range(60)), "at most 20000 values"),
        ("x = 1\x00", "this is not TOML"),
        ("\ud800", "this is not TOML"),
        (f"{'k' * 200} = 1", "cannot be a key"),
        ('"a\\u0000b" = 1', "cannot be a key"),
        (TEXT + '[[step]]\naction = "take 1"\n' * MAX_STEPS, "at most 400"),
        (TEXT + "".join(f'[[branch]]\nname = "b{i}"\ntitle = "b"\n[[branch.step]]\n' for i in range(12)), "12 bra"),
    ],
)  # fmt: skip
def test_bounds(text: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 600


def test_html_is_plain_text() -> None:
    record = read(TEXT.replace("Seven stones", "<script>alert(1)</script>"))
    assert record.title == "<script>alert(1)</script>"
    assert read(dumps(record)) == record


def test_files_that_are_no_records(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"a = 1\nb = '\xff'\n")
    with pytest.raises(RecordError, match="line 2: this is not UTF-8"):
        load(path, games=toys)
    path.write_bytes(b"\xff" * (MAX_BYTES + 9))
    with pytest.raises(RecordError, match="256 kB"):
        load(path, games=toys)


def test_lines_are_found_in_texts_with_strings_over_several_lines() -> None:
    text = 'a = """\n[b]\n"""\nc = [ # ]\n 1,\n]\n[[d]]\n[[d]]\n"e.f" = { x = 1 }\n'
    assert line_of(text, ("c",)) == 4
    assert line_of(text, ("d", 1, "e.f", "x")) == 9
    assert line_of(text, ("b",)) == 0
    assert show(("d", 1, "e.f", "x")) == 'd[2]."e.f".x'


def test_prose_with_odd_characters_round_trips() -> None:
    record = replace(read(TEXT), intro='tabs no, "quotes" \\ yes\nand lines; ♞ ok')
    assert read(dumps(record)) == record


def test_a_shared_record_keeps_the_secrets_of_others() -> None:
    record = read(TEXT)
    mine = record.shared(0)
    assert mine.seed is None
    assert mine.position is not None
    secrets = mine.position["secrets"]
    assert secrets["Ann"] == 41
    assert secrets["Bob"] != 77
    assert mine.check()
    assert read(dumps(mine)) == mine
    from_seed = read(TEXT.replace("[position]\nheap = 7\nsecrets = { Ann = 41, Bob = 77 }", "[setup]\nseed = 7"))
    assert from_seed.shared(1).seed is None
