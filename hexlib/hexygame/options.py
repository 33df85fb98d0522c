"""The rulings in force, the rules that are broken on purpose, and the switches that follow from them."""

from __future__ import annotations

from collections.abc import Mapping

from hexlib.hexygame.components import CardSet
from hexlib.hexygame.items import (
    ABILITY,
    ACTIONS,
    ATTACK,
    BOTTOM,
    CLEANUP,
    DRAW,
    END,
    ENERGY,
    MAIN,
    MOVE,
    SPELL,
    TOP,
    TRIGGER,
)
from hexlib.hexygame.vocabulary import MOMENTS
from hexlib.switches import Rulings

__all__ = ["DEFAULTS", "RULINGS", "Rules"]


RULINGS = Rulings(__package__)
DEFAULTS = RULINGS.defaults


class Rules:
    """What the engine asks while it works: plain attributes, computed once a game.

    ``plain`` means: default rulings and nothing broken; then the fast generator may serve.
    """

    def __init__(self, rulings: Mapping[str, str | int], broken: frozenset[str], cards: CardSet) -> None:
        self.broken = broken
        self.reading = dict(rulings)
        self.turn_limit = int(rulings["turn_limit"])
        same = {**self.reading, "turn_limit": DEFAULTS["turn_limit"]} == DEFAULTS
        self.plain = not broken and same
        self.watch: dict[str, frozenset[int]] = {
            moment: frozenset(k for k, c in enumerate(cards.cards) if any(t.when == moment for t in c.triggers))
            for moment in MOMENTS
        }
        """For each moment the cards that have an ability which triggers then."""
        self._read()
        self._break()

    def on(self, rule: str) -> bool:
        """Whether the prohibition, obligation or automatic step is in force."""
        return rule not in self.broken

    def _read(self) -> None:
        """Switches that follow from rulings."""
        reading = self.reading

        def says(name: str, value: str) -> bool:
            return reading[name] == value

        self.basic = says("stack_rules", "basic")
        self.flag_by_moving = says("flag_entry", "movement")
        self.flag_neighbours = says("blocked_flag", "neighbours")
        self.own_flag_closes = says("own_flag", "until-building")
        self.enemy_flag_closed = says("enemy_flag_cast", "forbidden")
        self.occupier_scores = says("centre_scorer", "occupier")
        self.win_any_time = says("win_check", "continuously")
        self.mulligans_in_turn = says("mulligans", "in-turn")
        self.both_start_in_main = says("first_turn", "both")
        self.retarget = says("taken_hex", "retarget")
        self.sphere_again = says("sphere_time", "both")
        self.enchant_own = says("enchant_whose", "own")
        self.quiet_windows = says("discard_time", "any-time")
        self.keep_last_point = says("last_point_energy", "forbidden")
        self.common_own_main = says("common_ability", "own-main")
        self.full_illegal = says("full_building", "illegal")
        self.fifo_triggers = says("actions_triggers", "in-turn")
        self.active_triggers_first = says("trigger_order", "active-first")
        self.step_triggers = BOTTOM if says("phase_triggers", "above-step") else TOP
        self.leaves_alone = says("leave_main", "active-alone") or self.basic
        self.creatures_act = says("actors", "creatures")
        self.choose_move = says("blocked_move", "choose")
        self.creatures_attacked = says("attack_targets", "creatures")
        self.point_without_die = says("counter_cost", "point-without-die")
        self.keep_counter_point = says("last_point_counter", "forbidden")
        self.counter_any_range = says("counter_range", "always")
        self.join_at_declaration = says("join_time", "with-declaration")
        self.join_before_answer = says("join_until", "before-answer")
        self.any_may_join = says("joiners", "any-card")
        self.attackers_choose = says("ambush_victim", "attackers")
        self.any_ambusher_priority = says("ambush_priority", "any")
        self.dead_strike_back = says("dead_counter", "still")
        self.counter_priority_literal = says("counter_priority", "attack-first")
        self.both_attacker_first = says("both_priority", "attacker-first")
        self.regenerate_each = says("regeneration_turn", "every")
        self.every_point_pays = says("lost_points", "every")

    def _break(self) -> None:
        """Switches that follow from broken rules."""
        on, broken = self.on, self.broken
        # start, cards, points
        self.first_turn_short = on("hexy.start.first_turn_main")
        self.both_start_in_main |= not on("hexy.start.first_turn_only")
        self.board_to_field = on("hexy.cards.board_resolves_to_battlefield")
        self.only_free_hex = on("hexy.cards.board_targets_free_hex") and on("hexy.sphere.only_empty")
        self.virtual_to_grave = on("hexy.cards.virtual_to_graveyard")
        self.enchantment_needs_host = on("hexy.cards.enchantment_targets_board")
        self.enchantment_under = on("hexy.cards.enchantment_goes_under")
        self.enchantments_die = on("hexy.cards.enchantment_dies_with_host")
        self.initial_points = on("hexy.points.initial")
        self.zero_destroys = on("hexy.points.last_removed_destroys")
        self.max_points = on("hexy.points.max_six")
        self.in_sphere_only = on("hexy.sphere.only_in_own_sphere")
        self.flag_sphere = on("hexy.sphere.flag_if_no_building")
        self.sphere_of_all = "hexy.sphere.definition=all" in broken
        self.flag_added = "hexy.sphere.flag_not_added=added" in broken
        self.discard_pays = on("hexy.discard.for_energy")
        self.spells_any_time = not on("hexy.timing.non_wizardry")
        self.common_limits = on("hexy.building.common_ability_cost")
        # map, phases
        self.flag_loss = on("hexy.map.flag_loss")
        self.centre_scores = on("hexy.map.center_increment") and on("hexy.end_phase.center")
        self.twelve_wins = on("hexy.map.win_twelve") and on("hexy.end_phase.win")
        self.order = (
            (ENERGY, ACTIONS, DRAW, MAIN, CLEANUP, END)
            if on("hexy.phases.order")
            else (DRAW, ENERGY, ACTIONS, MAIN, CLEANUP, END)
        )
        self.skip_energy_phase = on("hexy.energy_phase.skip_empty_library") and (
            self.reading["empty_library_energy"] == "skip"
        )
        self.energy_points = on("hexy.energy_phase.add_point")
        self.energy_triggers = on("hexy.energy_phase.triggers_stack")
        self.remove_dice = on("hexy.actions_phase.remove_dice")
        self.set_dice = on("hexy.actions_phase.set_dice")
        self.actions_under = on("hexy.actions_phase.triggers_under")
        self.draw_card = on("hexy.draw_phase.draw")
        self.empty_library_safe = on("hexy.draw_phase.empty_library")
        self.draw_under = on("hexy.draw_phase.draw_under_stack")
        self.leaves_alone |= not on("hexy.main.opponent_must_pass")
        self.declared_on_top = on("hexy.main.top_of_stack")
        self.cleanup_dice = on("hexy.cleanup.remove_all_dice")
        self.cleanup_carried = on("hexy.cleanup.resolve_in_end")
        self.score_under = on("hexy.end_phase.under_stack")
        self.open_phases = {
            phase
            for phase, rule in (
                (ENERGY, "hexy.energy_phase.no_play"),
                (ACTIONS, "hexy.actions_phase.no_play"),
                (CLEANUP, "hexy.cleanup.no_play"),
            )
            if not on(rule)
        }
        self.resolving = {
            phase
            for phase, rule in (
                (ENERGY, "hexy.energy_phase.stack_carried"),
                (ACTIONS, "hexy.actions_phase.stack_carried"),
                (CLEANUP, "hexy.cleanup.triggers_wait"),
            )
            if not on(rule)
        }
        """Phases in which, wrongly, the stack resolves by itself."""
        self.sorcery_phases = {
            phase
            for phase, rule in (
                (DRAW, "hexy.draw_phase.no_sorcery_speed"),
                (END, "hexy.end_phase.no_sorcery_speed"),
            )
            if not on(rule)
        } | {MAIN}
        self.empty_stack_only = on("hexy.main.nonempty_stack")
        self.anything_any_time = not on("hexy.stack.sorcery_speed")
        # stack, energy
        self.at_once: frozenset[int] = frozenset()
        if not on("hexy.stack.declare"):
            self.at_once = frozenset((SPELL, ABILITY, TRIGGER, MOVE, ATTACK))
        if not on("hexy.move.stack"):
            self.at_once |= {MOVE}
        if not on("hexy.attack.stack"):
            self.at_once |= {ATTACK}
        self.active_first = on("hexy.stack.priority_active_first")
        self.pass_goes_on = on("hexy.stack.priority_pass")
        self.last_in_first_out = on("hexy.stack.lifo")
        self.spells_cost = on("hexy.energy.pool_pays")
        self.fill_first = on("hexy.energy.fill_first")
        self.keep_last_point |= not on("hexy.energy.last_point_destroys")
        self.pools_empty = on("hexy.energy.empties_each_phase")
        # action, move, attack
        self.one_action_each = on("hexy.action.one_each")
        self.needs_die = on("hexy.action.none_without_die")
        self.move_any_time = not on("hexy.move.when")
        self.move_energy = on("hexy.move.cost_energy")
        self.move_action = on("hexy.move.cost_action")
        self.one_hex = on("hexy.move.one_hex")
        self.attack_costs = on("hexy.attack.cost")
        self.attack_any_time = not on("hexy.attack.active_only")
        self.counter_closes = not on("hexy.attack.priority_sequence") or self.basic
        self.attack_after_responses = on("hexy.attack.resolve_after_responses")
        self.window_after_combat = on("hexy.attack.after_combat_priority") and not self.basic
        self.back_to_main = on("hexy.attack.return_main") and self.reading["after_combat"] == "main"
        self.counter_needs_attack = on("hexy.counter.condition_attack")
        self.counter_needs_no_die = on("hexy.counter.condition_no_die")
        self.counter_die = on("hexy.counter.die_six")
        self.counter_costs = on("hexy.counter.cost_choice")
        self.simultaneous = on("hexy.combat.simultaneous")
        self.defense_ignored = "hexy.combat.damage=attack" in broken
        self.negative_heals = "hexy.combat.damage_floor=heals" in broken
        # ambush, abilities
        self.join_costs = on("hexy.ambush.cost_each")
        self.strongest_only = "hexy.ambush.sum_attack=strongest" in broken
        self.single_defense = "hexy.ambush.sum_defense=struck" in broken
        self.counter_once = on("hexy.ambush.counter_single")
        self.counter_hits_one = on("hexy.ambush.counter_loss_single")
        self.flyers_safe = on("hexy.flying.attackable_by")
        self.haste = on("hexy.haste.dice_on_entry")
        self.separate = on("hexy.combat_priority.separate")
        self.attack_first = on("hexy.combat_priority.attack_first")
        self.counter_priority = on("hexy.combat_priority.as_counterstriker")
        self.regeneration = on("hexy.regeneration.add")
        self.regenerate_to_initial = on("hexy.regeneration.not_above_initial")
        self.ease = on("hexy.ease.no_energy")
        self.ease_action = on("hexy.ease.still_action")
