"""A whole game at a table: who decides, what the curtain hides, what opponents know, undo, looking back, keeping."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from hexwidgets.keeping import as_example, fitting, kept_text, restored, shared_text
from hexwidgets.match import Match
from hexwidgets.plans import plan
from hexwidgets.sitting import BYSTANDER

import hexlib
from hexlib.game import SIMULTANEOUS, TABLE, Rng, View
from hexlib.opponents import OPPONENTS, Choice, Opponent, Progress
from hexlib.record import RecordError

KDH, HEXY, HEXHEX = "knee-deep-in-hexes", "hexygame", "hex-hex-next"
GAMES = (KDH, HEXY, HEXHEX)


def match(game: str = KDH, seats: list[str] | None = None, **keys: Any) -> Match:
    keys.setdefault("think", 0.0)
    strict = keys.pop("strict", True)
    return Match(plan(game, seats, seed=keys.pop("seed", 5), **keys), strict=strict)


def play(m: Match, turns: int, seed: int = 3) -> None:
    """Let people act at random, through the picks as a screen has them, until there are so many turns."""
    rng = Rng(seed)
    m.run()
    while len(m.turns) < turns and not m.over:
        before = len(m.turns), len(m.committed)
        if m.curtain is not None:
            m.sit_down(m.curtain)
        if m.racers():
            m.race_by_chance()
            continue
        for _ in range(60):
            if (len(m.turns), len(m.committed)) != before or not m.may_act:
                break
            m.choose(rng.choice(m.choices()))
        assert (len(m.turns), len(m.committed)) != before, (m.chosen(), m.choices(), m.message)
        m.run()


def shown(m: Match) -> str:
    """All that a screen could show now."""
    parts: list[Any] = [m.headline(), m.message, m.entries(), m.news(), m.choices(), m.chosen(), m.view.panels()]
    parts += [m.tray("card"), m.tray("supply"), dict(m.view.facts()), m.sides(), m.describe(), m.action(), m.rules()]
    return repr(parts)


# ---- whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(OPPONENTS))
@pytest.mark.parametrize("game", GAMES)
def test_opponents_play_on_without_a_person(game: str, kind: str) -> None:
    m = match(game, [kind, "random"])
    for _ in range(25):
        assert m.work(0.001) is not None or m.over
    assert m.turns
    assert m.seat == BYSTANDER


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_random_to_the_end(game: str) -> None:
    m = match(game, ["person", "random"])
    play(m, 4000)
    assert m.over
    assert sum(m._live().returns()) <= 0
    assert m.work() is None
    assert not m.may_act


def test_six_people_and_every_number_of_players() -> None:
    for n in range(3, 7):
        m = match(HEXHEX, ["person"] * n)
        assert m.game.num_players == n
        play(m, 15)
        assert len(m.turns) >= 15


# ---- the curtain -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_curtain_hides_what_the_next_person_may_not_know(game: str) -> None:
    """Whatever happens, a screen with the curtain down shows the same if all hands were others."""
    m = match(game, ["person"] * 3 if game == HEXHEX else ["person"] * 2)
    rng = Rng(11)
    seen = 0
    for turn in range(1, 40):
        play(m, turn)
        if m.curtain is None:
            continue
        seen += 1
        assert m.seat == BYSTANDER
        assert m.choices() == ()
        assert m.tray("card") == ()
        real = json.dumps(dict(m.view.facts()), default=str)
        m._now = m.view.determinize(rng)  # other hands, the same public facts
        m._fresh()
        assert json.dumps(dict(m.view.facts()), default=str) == real
        break
    assert seen


def test_sitting_down_shows_ones_own_cards_and_only_those() -> None:
    m = match(KDH, ["person", "person"], strict=False)
    first = m.curtain
    assert first is not None
    state = m._live()
    with_cards = [card.replace("-", " ") for card in state.hand[first]]
    assert not any(card in shown(m).lower() for card in with_cards if card not in ("acv",))
    m.sit_down(1 - first)
    assert m.seat == BYSTANDER  # it is not that player's turn
    assert "has to take the device" in m.message.text
    m.sit_down(first)
    assert m.seat == first
    assert m.view.facts()["cards"][1 - first] == ["?"] * 3
    m.type_text("keep")
    assert m.curtain == 1 - first
    assert m.seat == BYSTANDER
    assert m.chosen() == ()


def test_cards_can_be_hidden_again() -> None:
    m = match(KDH, ["person", "person"])
    first = m.curtain
    assert first is not None
    m.sit_down(first)
    m.hide()
    assert m.seat == BYSTANDER
    assert m.curtain == first


def test_nobody_looks_with_another_seats_eyes() -> None:
    m = match(KDH, ["person", "random"], strict=False)
    m.run()
    for eyes in (1, TABLE):
        m.look(eyes)
        assert m.seat == 0
        assert "hidden" in m.message.text
    m.look(BYSTANDER)
    assert m.view.facts()["cards"][0] == ["?"] * len(m._live().hand[0])


def test_a_bystander_watches_and_an_open_table_shows_all() -> None:
    watched = match(KDH, ["random"])
    assert watched.seat == BYSTANDER
    watched.look(TABLE)
    assert "?" not in str(watched.view.facts()["cards"])
    table = match(KDH, ["person", "person"], open=True)
    assert table.curtain is None
    assert table.seat == TABLE
    assert table.may_act


def test_a_face_down_card_stays_out_of_the_log() -> None:
    m = match(KDH, ["person", "person"], seed=1)
    rng = Rng(7)
    laid = None
    while laid is None and not m.over:
        if m.curtain is not None:
            m.sit_down(m.curtain)
        actions = [str(a) for a in m._live().legal_actions()]
        war = next((a for a in actions if a.startswith("war ") and a != "war none"), "")
        seat = m.to_act
        m._do(m.game.parse_action(war or rng.choice(actions)))
        if war and seat is not None and m._live().view(1 - seat).laid[seat] == ("?",):
            laid = war, seat
        m.run()
    assert laid is not None
    card = laid[0].removeprefix("war ")
    for eyes in (BYSTANDER, 1 - laid[1]):
        m.seat = eyes
        m._fresh()
        last = m.entries()[-1]
        assert card not in last.action
        assert card.replace("-", " ") not in " ".join(last.events).lower()


# ---- several at once ---------------------------------------------------------------------------------------


def _until_together(m: Match) -> None:
    for turn in range(1, 400):
        if m._live().current_player() == SIMULTANEOUS or m.over:
            return
        play(m, turn, seed=turn)


def test_several_choose_unseen_and_all_is_revealed_at_once() -> None:
    m = match(HEXHEX, ["person"] * 4)
    for seed in range(1, 60):
        m = match(HEXHEX, ["person"] * 4, seed=seed)
        _until_together(m)
        if m._live().current_player() == SIMULTANEOUS:
            break
    assert m._live().current_player() == SIMULTANEOUS
    asked = m.deciding
    assert len(asked) > 1
    before = len(m.turns)
    m.hide()  # whoever acted last may be the first to choose
    for left, seat in zip(range(len(asked), 0, -1), asked, strict=True):
        assert m.curtain == seat
        m.sit_down(seat)
        action = m._live().legal_actions(seat)[0]
        m._do(action)
        if left > 1:
            assert len(m.turns) == before
            assert m.seat == BYSTANDER
            card = str(action).partition(": ")[2].split()[0]
            assert card not in repr(m.entries(before))
            assert card not in m.message.text
    assert len(m.turns) == before + 1
    assert m.turns[-1].player == SIMULTANEOUS
    text = str(m.turns[-1].action)
    assert text.startswith("{")
    assert m.game.parse_action(text) == m.turns[-1].action


# ---- opponents ---------------------------------------------------------------------------------------------


class Peeping(Opponent):
    name = "peeping"
    seen: ClassVar[list[View]] = []

    def think(self, view: View, iterations: int | None = None) -> Iterator[Progress]:
        self.seen.append(view)
        state, seat = self._state(view, Rng(1))
        for done in range(50):
            yield Progress(done, 50, done, Choice(state.legal_actions(seat)[0], "takes the first"))


class Failing(Opponent):
    name = "failing"

    def think(self, view: View, iterations: int | None = None) -> Iterator[Progress]:
        raise RuntimeError("lost its mind")
        yield


class Cheating(Opponent):
    name = "cheating"

    def think(self, view: View, iterations: int | None = None) -> Iterator[Progress]:
        yield Progress(1, 1, 1, Choice(self.game.parse_action("damage hq"), "cheats"))


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Peeping, Failing, Cheating):
        monkeypatch.setitem(OPPONENTS, kind.name, kind)
    Peeping.seen = []


def _to_the_opponent(m: Match) -> None:
    if m.thinker is not None:
        m.work(1000)
    while m.thinker is None or not m.turns:
        m._do(m._live().legal_actions()[0])


@pytest.mark.usefixtures("kinds")
def test_an_opponent_gets_its_own_view_and_says_why() -> None:
    m = match(KDH, ["peeping", "person"])
    m.run()
    assert m.turns
    assert {v.seat for v in Peeping.seen} == {0}
    assert all(set(v.facts()["cards"][1]) == {"?"} for v in Peeping.seen)
    assert "takes the first" in {e.why for e in m.entries()}


@pytest.mark.usefixtures("kinds")
@pytest.mark.parametrize(("kind", "words"), [("failing", "lost its mind"), ("cheating", "not allowed")])
def test_a_failing_opponent_is_named_and_the_game_goes_on(kind: str, words: str) -> None:
    m = match(KDH, [kind, "person"])
    _to_the_opponent(m)
    m.work()
    assert m.message.kind == "notice"
    assert words in m.message.text
    assert "at random" in m.message.text
    assert m.turns[-1].player == 0


@pytest.mark.usefixtures("kinds")
def test_thinking_comes_in_slices_within_its_time_and_can_be_cut_short() -> None:
    ticks = iter(range(100_000))
    m = Match(plan(KDH, ["peeping", "person"], seed=5, think=1000.0), strict=True, clock=lambda: next(ticks) * 0.01)
    _to_the_opponent(m)
    before = len(m.turns)
    slices = 0
    while m.work(0.05) == 0.0:
        slices += 1
        if slices == 3:
            assert 0 < m.thought < 1
            m.hurry()
    assert slices == 3
    assert len(m.turns) == before + 1


@pytest.mark.usefixtures("kinds")
def test_opponents_wait_while_they_are_told_to_and_while_somebody_looks_back() -> None:
    m = match(KDH, ["peeping", "person"])
    _to_the_opponent(m)
    m.pause(True)
    assert m.work() is None
    m.pause(False)
    m.review(0)
    assert m.work() is None
    m.review(99)
    assert m.work() is not None


# ---- passing -----------------------------------------------------------------------------------------------


class _Passing:
    """Stands in for ``Game.automatic``: passes in HexyGame's windows, by public facts or by the hand."""

    def __init__(self, stops: str) -> None:
        self.stops = stops

    def __call__(self, game: Any, view: Any) -> Any:
        from hexlib.hexygame.passing import passes_by_itself

        stops = "public" if view.seat is None else self.stops
        return game.parse_action("pass") if passes_by_itself(view, stops) else None


@pytest.mark.parametrize("stops", ["public", "own"])
def test_passing_goes_by_itself_unless_every_window_is_asked_for(stops: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = type(hexlib.game(HEXY))
    passing = _Passing(stops)
    monkeypatch.setattr(game, "automatic", lambda self, view: passing(self, view))
    quick = match(HEXY, ["person", "random"])
    play(quick, 60)
    assert any(t.by == "itself" and t.player == 0 for t in quick.turns)
    slow = match(HEXY, ["person", "random"], every_window=True)
    play(slow, 60)
    assert not any(t.by == "itself" and t.player == 0 for t in slow.turns)


def test_where_hands_are_hidden_from_each_other_only_public_facts_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """A curtain that fell only for those who hold something would tell what they hold."""
    m = match(HEXY, ["person", "person"])
    hands: list[Any] = []

    def by_the_hand(self: Any, view: Any) -> Any:
        return self.parse_action("pass") if view.public.hand[view.seat] in hands else None

    monkeypatch.setattr(type(m.game), "automatic", by_the_hand)
    for turn in range(4, 24):
        play(m, turn)
        hands[:] = m._live().hand
        assert m._by_itself() is None
    passing = _Passing("public")
    monkeypatch.setattr(type(m.game), "automatic", lambda self, view: passing(self, view))
    play(m, 60)
    assert any(t.by == "itself" for t in m.turns)


# ---- undo, looking back ------------------------------------------------------------------------------------


def test_undo_only_of_what_told_nothing_new() -> None:
    m = match(KDH, ["person", "person"])
    for _ in range(2):
        assert m.curtain is not None
        m.sit_down(m.curtain)
        m.type_text("keep")
    assert not m.can_undo  # the other player kept; that is not this one's to take back
    assert m.curtain is not None
    m.sit_down(m.curtain)
    seat = m.seat
    before = str(m._live())
    m.type_text("deploy acv A3.2" if seat == 1 else "deploy acv F3.6")
    if m.message.kind == "refused":
        m.choose(next(p for p in m.choices() if p.kind == "supply"))
        m.choose(m.choices()[0])
    assert m.can_undo
    m.undo()
    assert str(m._live()) == before
    m.type_text("draw")
    assert not m.can_undo, m.message  # a card was seen


def test_undo_on_an_open_table_goes_back_over_the_opponents() -> None:
    m = match(KDH, ["person", "random"], open=True)
    play(m, 12)
    mine = [i for i, t in enumerate(m.turns) if t.by == "person"]
    m.undo()
    assert len(m.turns) == mine[-1]
    assert m.may_act
    assert m.can_redo


def test_looking_back_step_by_step() -> None:
    m = match(KDH, ["random"])
    m.run(10)
    assert len(m.turns) == 10
    boards = []
    m.review(0)
    assert m.headline() == m.turns[0].before.view(None).headline()
    while m.reviewing is not None:
        boards.append(m.headline())
        m.step(1)
    assert len(boards) == len(m.stops()) - 1
    m.step(-1)
    assert m.at_turn == m.stops()[-2]
    m.choose(m.game.picks(m.turns[0].action, m.turns[0].before.view(0))[0])
    assert "looking back" in m.message.text


def test_looking_back_steps_over_what_the_eyes_may_not_know() -> None:
    m = match(HEXHEX, ["random"] * 4, options={"asks_all": "yes"})
    m.run(300)
    silent = [i for i in range(len(m.turns)) if m._entry(i) is None]
    assert silent, "no window was let go by: take another seed"
    assert not {i + 1 for i in silent} & set(m.stops()[:-1])
    assert all(": pass" not in e.action for e in m.entries())


# ---- keeping -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_quitting_in_the_middle_and_coming_back(game: str) -> None:
    m = match(game, ["person", "random", "greedy", "random"][: 4 if game == HEXHEX else 2], every_window=True)
    play(m, 30)
    again = restored(fitting(kept_text(m), game), strict=True)
    assert str(again._live()) == str(m._live())
    assert again._live().position() == m._live().position()
    assert again.plan.seats == m.plan.seats
    assert again.plan.every_window
    assert kept_text(again) == kept_text(m)
    play(again, 40)
    assert len(again.turns) >= 40 or again.over


def test_options_and_rulings_are_kept() -> None:
    m = match(HEXHEX, ["person"] * 5, options={"cards": "both"}, rulings={"hand_size": 6})
    again = restored(fitting(kept_text(m), HEXHEX))
    assert again.game == m.game
    assert again.game.num_players == 5
    assert again.game.rulings["hand_size"] == 6
    assert again.game.rulings["cards"] == "both"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: "", "nothing to load"),
        (lambda text: text.replace(KDH, "chess"), "no game 'chess'"),
        (lambda text: text.replace('"keep"', '"fly"', 1), "'fly' is not an action"),
        (lambda text: text.replace('"person"', '"martian"'), "plays no seat"),
        (lambda text: "{" + text, "not TOML"),
    ],
)
def test_a_bad_text_is_answered_with_what_is_wrong(change: Any, words: str) -> None:
    m = match(KDH)
    play(m, 5)
    with pytest.raises(RecordError) as caught:
        fitting(change(kept_text(m)), KDH)
    assert words in str(caught.value)


def test_another_games_record_is_refused() -> None:
    m = match(HEXHEX)
    with pytest.raises(RecordError, match="HEX HEX NEXT"):
        fitting(kept_text(m), KDH)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_passed_on_does_not_depend_on_hidden_hands(game: str) -> None:
    m = match(game, ["person"] * (3 if game == HEXHEX else 2))
    play(m, 14)
    if m.curtain is not None:
        m.sit_down(m.curtain)
    text = shared_text(m)
    assert "[setup]" not in text
    assert "seats" not in text
    record = hexlib.loads(text)
    assert record.check().ok
    seat = None if m.seat == BYSTANDER else m.seat
    last = list(record.replay())[-1].state
    assert dict(last.view(seat).facts()) == dict(m._live().view(seat).facts())


def test_open_at_any_move_as_an_example() -> None:
    m = match(KDH, ["random"])
    m.run(60)
    m.look(TABLE)
    m.review(40)
    record, frame = as_example(m)
    states = list(record.replay())
    assert str(states[frame].state) == str(m.turns[40].before)
    hexlib.loads(hexlib.dumps(record))


# ---- races -------------------------------------------------------------------------------------------------


def _race(people: int) -> Match:
    for seed in range(1, 80):
        m = match(HEXHEX, ["person"] * people + ["random"] * (4 - people), seed=seed)
        for turn in range(1, 200):
            if m.over or m.racers():
                break
            rng = Rng(seed + turn)
            m.run()
            if m.racers() or m.over:
                break
            if m.curtain is not None:
                m.sit_down(m.curtain)
            seat = m.to_act
            if seat is not None:
                m._do(rng.choice(m._live().legal_actions(seat)))
        if m.racers():
            return m
    raise AssertionError("nobody ever plays HEX HEX")


def test_a_race_waits_for_the_people_and_takes_their_word() -> None:
    m = _race(4)
    assert m.work() is None
    assert [seat for seat, _ in m.racers()] == [0, 1, 2, 3]
    m.lost_race(2)
    assert m.turns[-1].by == "declared"
    assert str(m.turns[-1].action) == "Cid: last"
    assert m.racers() == ()
