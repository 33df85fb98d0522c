"""The rules that can be broken on purpose, and what the broken game does.

``game.without("hexy.move.one_hex")`` is the same game without that prohibition. A computation has no "off": it carries
a named wrong variant. ``options.Rules`` turns the names listed here into the switches that the code asks.
"""

from __future__ import annotations

from hexlib.game import Break

__all__ = ["BREAKS"]

_OFF = {
    # Game rules
    "hexy.deck.min_size": "A deck may have fewer than 48 cards.",
    "hexy.deck.max_rare": "Any number of copies of a rare card is allowed.",
    "hexy.deck.max_uncommon": "Any number of copies of an uncommon card is allowed.",
    "hexy.deck.max_common": "Any number of copies of a common card is allowed.",
    "hexy.start.first_turn_main": "The very first turn has all phases.",
    "hexy.start.first_turn_only": "The second player's first turn is shortened too.",
    # Cards
    "hexy.cards.board_resolves_to_battlefield": "A board spell that resolves goes to the graveyard.",
    "hexy.cards.board_targets_free_hex": "A board spell may be cast on a taken hex.",
    "hexy.cards.virtual_to_graveyard": "A virtual spell goes back to the hand when it resolves.",
    "hexy.cards.enchantment_targets_board": "An enchantment may be cast on nothing.",
    "hexy.cards.enchantment_goes_under": "An enchantment goes to the graveyard when it resolves.",
    "hexy.cards.enchantment_dies_with_host": "Enchantments of a destroyed card go back to their owners' hands.",
    "hexy.points.initial": "A board card enters with one point.",
    "hexy.points.last_removed_destroys": "A board card without points stays on the battlefield.",
    "hexy.points.max_six": "A board card carries any number of points.",
    "hexy.sphere.only_in_own_sphere": "A board spell may be cast on any free hex.",
    "hexy.sphere.flag_if_no_building": "Without a building there is no Sphere of Influence.",
    "hexy.sphere.only_empty": "A taken hex may be the target of a board spell.",
    "hexy.discard.for_energy": "A discarded card gives no energy.",
    "hexy.timing.non_wizardry": "Every spell may be cast whenever a wizardry may.",
    "hexy.building.common_ability_cost": "The ability of a building needs neither two points nor an adjacent building.",
    # Map
    "hexy.map.flag_loss": "Nothing happens when a card enters the enemy Flag.",
    "hexy.map.center_increment": "The Center Point adds nothing to a Winning Dice.",
    "hexy.map.win_twelve": "Twelve on the Winning Dice wins nothing.",
    # Phases
    "hexy.phases.order": "The Draw Phase comes before the Energy Phase.",
    "hexy.energy_phase.skip_empty_library": "The Energy Phase is played with an empty library too.",
    "hexy.energy_phase.add_point": "Buildings get no point in the Energy Phase.",
    "hexy.energy_phase.no_play": "Wizardries and abilities may be used in the Energy Phase.",
    "hexy.energy_phase.triggers_stack": "What triggers in the Energy Phase is lost.",
    "hexy.energy_phase.stack_carried": "The stack resolves in the Energy Phase.",
    "hexy.actions_phase.remove_dice": "Old dice stay on the active player's cards.",
    "hexy.actions_phase.set_dice": "No dice are set in the Actions Phase.",
    "hexy.actions_phase.no_play": "Wizardries and abilities may be used in the Actions Phase.",
    "hexy.actions_phase.stack_carried": "The stack resolves in the Actions Phase.",
    "hexy.actions_phase.triggers_under": "What triggers in the Actions Phase goes on top of the stack.",
    "hexy.draw_phase.draw": "No card is drawn.",
    "hexy.draw_phase.empty_library": "A player who cannot draw loses.",
    "hexy.draw_phase.draw_under_stack": "The card draw goes on top of the stack.",
    "hexy.draw_phase.no_sorcery_speed": "In the Draw Phase one may play as in the Main Phase.",
    "hexy.main.opponent_must_pass": "The active player's pass ends the Main Phase.",
    "hexy.main.nonempty_stack": "In the Main Phase everything may be played on a stack that is not empty.",
    "hexy.main.top_of_stack": "What is declared goes under the stack.",
    "hexy.cleanup.remove_all_dice": "Dice stay on the cards in the Cleanup Phase.",
    "hexy.cleanup.no_play": "Wizardries and abilities may be used in the Cleanup Phase.",
    "hexy.cleanup.triggers_wait": "What triggers in the Cleanup Phase resolves there.",
    "hexy.cleanup.resolve_in_end": "The stack of the Cleanup Phase is lost when it ends.",
    "hexy.end_phase.center": "The active player gains nothing for the Center Point.",
    "hexy.end_phase.win": "Twelve on the Winning Dice does not win.",
    "hexy.end_phase.under_stack": "The Winning Dice step goes on top of the stack.",
    "hexy.end_phase.no_sorcery_speed": "In the End Phase one may play as in the Main Phase.",
    # Stack
    "hexy.stack.declare": "Spells, abilities, moves and attacks happen as soon as they are declared.",
    "hexy.stack.priority_active_first": "The opponent of the active player gets priority first.",
    "hexy.stack.priority_pass": "One pass is enough for the stack to resolve or the phase to end.",
    "hexy.stack.lifo": "The item at the bottom of the stack resolves first.",
    "hexy.stack.sorcery_speed": "Moves, attacks and all spells may be declared whenever one has priority.",
    "hexy.energy.pool_pays": "Spells cost nothing.",
    "hexy.energy.fill_first": "A spell may be cast without the energy for it.",
    "hexy.energy.last_point_destroys": "The last point of a building cannot be taken for energy.",
    "hexy.energy.empties_each_phase": "Energy stays in the pools.",
    # Action, move
    "hexy.action.one_each": "Moves and attacks use no action.",
    "hexy.action.none_without_die": "A card without an action die may move and attack.",
    "hexy.move.when": "Moves may be declared whenever one has priority.",
    "hexy.move.cost_energy": "Moving costs no energy.",
    "hexy.move.cost_action": "Moving uses no action.",
    "hexy.move.one_hex": "A move goes to any free hex.",
    "hexy.move.stack": "A move happens as soon as it is declared.",
    # Attack
    "hexy.attack.cost": "Attacking costs neither an action nor energy.",
    "hexy.attack.active_only": "A player with priority may attack in the opponent's turn.",
    "hexy.attack.stack": "An attack happens as soon as it is declared.",
    "hexy.attack.priority_sequence": "The attack resolves as soon as the counterstrike is declared.",
    "hexy.attack.resolve_after_responses": "The attack resolves before what lies on it.",
    "hexy.attack.after_combat_priority": "After a combat the Main Phase goes on at once.",
    "hexy.attack.return_main": "After a combat both passing ends the Main Phase.",
    "hexy.counter.condition_attack": "A card with attack 0 may counterstrike.",
    "hexy.counter.condition_no_die": "A card with an action die may counterstrike.",
    "hexy.counter.die_six": "No die is put on the card that counterstrikes.",
    "hexy.counter.cost_choice": "The counterstrike is free.",
    "hexy.combat.simultaneous": "The attack strikes before the counterstrike.",
    # Ambush
    "hexy.ambush.cost_each": "Joining an ambush is free.",
    "hexy.ambush.counter_single": "A second counterstrike may be declared on another attacker; it replaces the first.",
    "hexy.ambush.counter_loss_single": "The counterstrike hits every attacker.",
    # Abilities
    "hexy.flying.attackable_by": "Every card may attack flyers.",
    "hexy.haste.dice_on_entry": "Cards with Haste enter without a die.",
    "hexy.combat_priority.separate": "Combat priority changes nothing.",
    "hexy.combat_priority.attack_first": "With combat priority the counterstrike comes before the attack.",
    "hexy.combat_priority.as_counterstriker": "Combat priority does nothing for the card that counterstrikes.",
    "hexy.regeneration.add": "Nothing regenerates.",
    "hexy.regeneration.not_above_initial": "Regeneration goes on above the initial points.",
    "hexy.ease.no_energy": "Ease of movement saves nothing.",
    "hexy.ease.still_action": "Ease of movement saves the action too.",
}

_WRONG = {
    "hexy.combat.damage": {"attack": "Points lost are the whole attack: defense counts nothing."},
    "hexy.combat.damage_floor": {"heals": "A strike below the defense adds points."},
    "hexy.ambush.sum_attack": {"strongest": "Only the strongest attacker's attack counts."},
    "hexy.ambush.sum_defense": {"struck": "Only the defense of the attacker that is struck counts."},
    "hexy.sphere.definition": {"all": "The Sphere is what lies beside every building of the player."},
    "hexy.sphere.flag_not_added": {"added": "The Flag always belongs to the Sphere."},
}

BREAKS: tuple[Break, ...] = tuple(Break(rule, "off", text) for rule, text in _OFF.items()) + tuple(
    Break(rule, variant, text) for rule, variants in _WRONG.items() for variant, text in variants.items()
)
"""Every rule that can be broken; of a computation's variants the first is the one that a bare id means."""
