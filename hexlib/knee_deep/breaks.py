"""The rules that can be broken on purpose, and what the broken game does.

``game.without("kdh.move.no_mountain")`` is the same game without that prohibition. A computation has no "off": it
carries a named wrong variant. The code that enforces a rule asks ``rules.broken`` for the names listed here.
"""

from __future__ import annotations

from hexlib.game import Break

__all__ = ["BREAKS", "SETUP_BREAKS", "in_force"]

_OFF = {
    # Before the Game
    "kdh.start.mulligan_whole_hand": "A mulligan gives one card fewer.",
    "kdh.start.mulligan_reshuffle": "The cards given back in a mulligan are lost.",
    "kdh.start.mulligan_timing": "A hand may be given back during the game as well.",
    "kdh.start.all_phases": "Who has finished acting goes straight to phase 5: no war, no marker.",
    "kdh.start.next_turn": "The same player takes every turn.",
    "kdh.start.phase_order": "Actions of phase 2 may still be taken in phase 4.",
    "kdh.start.first_round_no_draw": "The starting player draws in the first round too.",
    "kdh.start.first_round_minus_one_material": "The starting player keeps the full Material in the first round.",
    # Setup and the companions
    "kdh.cards.no_reshuffle": "An empty draw pile is filled again with the discards.",
    "kdh.scrapyard.destination": "Destroyed pieces go back to their owner's supply, not to the scrapyard.",
    "kdh.cards.text_over_rules": "What a card says against the rules does not hold.",
    "kdh.companions.ability_always_on": "The companions' special abilities do nothing.",
    "kdh.companions.income_every_turn": "Companions give something in the first round only.",
    # Phase 1
    "kdh.powerup.companion_income": "Companions give nothing.",
    "kdh.powerup.extractor_income": "Extractors give nothing.",
    "kdh.powerup.enemy_extractor_ignored": "Enemy extractors earn for the active player too.",
    "kdh.powerup.track": "The trackers are not moved: what is gained is lost.",
    "kdh.powerup.draw_one": "Nobody draws in Power Up.",
    "kdh.powerup.hand_limit_six": "There is no hand limit at the Power Up draw.",
    "kdh.powerup.discard_excess_now": "A seventh card is kept until phase 5.",
    # Phase 2: deploy
    "kdh.deploy.pay_first": "Vehicles are free.",
    "kdh.deploy.from_supply": "Vehicles need not be in the supply.",
    "kdh.deploy.adjacent_own_source": "A vehicle enters on any empty field.",
    "kdh.deploy.no_terrain": "A vehicle may enter on a mountain or a resource field.",
    "kdh.deploy.no_units": "A vehicle may enter on an occupied field; the piece there goes back to its supply.",
    # Phase 2: move
    "kdh.move.up_to_movement": "One Energy takes a vehicle any distance.",
    "kdh.move.one_energy_each": "Moving is free.",
    "kdh.move.no_stacking": "Several Energy make one long movement.",
    "kdh.move.no_multiple_in_single_action": "One movement action takes as many Energy as one likes.",
    "kdh.move.finish_before_next": "A vehicle's next movement may begin before the last one has ended.",
    "kdh.move.no_mountain": "Vehicles cross mountains and stop on them.",
    "kdh.move.no_resource": "Vehicles cross resource fields and stop on them.",
    "kdh.move.no_enemy_units": "Vehicles pass through enemy pieces.",
    "kdh.move.no_hq": "Vehicles pass through HQs.",
    "kdh.move.pass_through_friendly": "A vehicle may not pass its own side's pieces.",
    "kdh.move.end_on_empty": "A move may end on a friend, who goes back to the supply.",
    "kdh.move.one_unit_per_field": "A taken field may be entered; the piece there goes back to its supply.",
    "kdh.move.repeat_pays_again": "A vehicle that has moved this turn moves again for nothing.",
    # Phase 2: build
    "kdh.build.pay_first": "Structures are free.",
    "kdh.build.from_supply": "Structures need not be in the supply.",
    "kdh.build.on_empty_field": "A structure may stand on a taken field; the piece there goes back to its supply.",
    "kdh.build.two_builders": "One vehicle that can build is enough.",
    "kdh.build.builders_remain": "The builders go back to the supply.",
    "kdh.mountain.no_build": "Structures may stand on mountains.",
    "kdh.material.no_build": "Structures may stand on Material fields.",
    "kdh.energy.no_build": "Structures may stand on Energy fields.",
    "kdh.hq.no_build": "Structures may stand on HQ fields.",
    # Phase 2: cards
    "kdh.cards.war_only_in_battle": "A War card may be played in phase 2 (for nothing).",
    "kdh.cards.action_only_own_action_phase": "Action cards may be played in phase 4 too.",
    "kdh.cards.no_action_in_war": "Action cards may be played in a war.",
    "kdh.cards.pay_material": "Action cards are free.",
    "kdh.cards.resolve_text": "Action cards do nothing.",
    "kdh.cards.conditions_must_hold": "A card may be played although its condition does not hold (for nothing).",
    "kdh.cards.own_by_default": "A card may name the opponent's vehicles as well.",
    "kdh.drawaction.cost": "The extra draw is free.",
    "kdh.drawaction.limit_suspended": "Nobody with six cards may draw in phase 2.",
    "kdh.recycle.cost": "Recycling is free.",
    "kdh.recycle.discard_before_draw": "Recycling draws first, so that the new card may be the one to go.",
    "kdh.recycle.needs_card": "Recycling works with an empty hand.",
    "kdh.recycle.limit_suspended": "Nobody with more than six cards may recycle.",
    # Phase 3
    "kdh.war.declare_end_of_turn": "The marker may be placed during phase 2.",
    "kdh.war.only_in_zones": "Every piece on the board fights, wherever it stands.",
    "kdh.war.marker_on_three_sector_point": "Any three sectors make a war zone.",
    "kdh.war.zone_is_three_sectors": "Only the three fields at the marker are the war zone.",
    "kdh.war.when": "The war is fought at once, in the turn of the player who declares it.",
    "kdh.war.enemy_first": "The own marker is placed before the enemy's is resolved.",
    "kdh.war.condition_units": "Pieces on both sides do not make a war.",
    "kdh.war.condition_hq": "An HQ does not make a war.",
    "kdh.war.five_steps": "The war begins with the counting; nobody plays a card.",
    "kdh.war.no_war": "A war is fought even if one side has nothing in the zone.",
    "kdh.war.no_war_marker_returned": "Without a war the marker stays on the board.",
    "kdh.warcard.attacker_first": "The defender is asked for a War card first.",
    "kdh.warcard.one_each": "A player may lay several War cards.",
    "kdh.warcard.face_down": "War cards are laid face up.",
    "kdh.warcard.defender_response": "The defender may not play a War card.",
    "kdh.warcard.conditions": "A War card may be laid although its condition does not hold (for no bonus).",
    "kdh.warcard.structures_not_formation": "Structures count as members of a formation.",
    "kdh.reveal.both": "Only the defender's card is turned up; the attacker's counts nothing.",
    "kdh.reveal.defender_resolves_first": "The attacker's card is resolved first.",
    "kdh.result.targets": "Only one piece may be destroyed.",
    "kdh.result.winner_unharmed": "The winner's own pieces may be hit too.",
    "kdh.damage.destroy_at_full": "Nothing leaves the board.",
    "kdh.damage.leftover_lost": "Points left over are kept for the next war.",
    "kdh.damage.all_or_nothing": "Any piece may be destroyed with a single point.",
    "kdh.hq.full_damage_at_once": "Damage to an HQ adds up over the wars.",
    "kdh.formation.bonus_condition": "Formation cards give their bonus without the formation.",
    "kdh.card.sling.formation": "Sling needs no formation.",
    "kdh.card.sling.gap_content": "Sling needs an empty field between the two.",
    "kdh.card.barrier.formation": "Barrier needs no formation.",
    "kdh.card.skirmish.formation": "Skirmish needs no formation.",
    "kdh.place.optional": "A player who can place the marker has to.",
    # Phase 5 and the end
    "kdh.exhaust.empty_pool": "Unused Material and Energy are kept.",
    "kdh.exhaust.discard_to_six": "Any number of cards is kept at the end of the turn.",
    "kdh.hq.destroyed_ends": "The game goes on without the HQ.",
    "kdh.end.hq": "The game goes on when an HQ is destroyed.",
    "kdh.goal.scrapyard_needs_both_hqs": "A full scrapyard decides even when an HQ has fallen.",
    "kdh.end.scrapyard": "The game goes on with a full scrapyard.",
}

_WRONG = {
    "kdh.powerup.field_counted_once": {"per_extractor": "A resource field pays once for each extractor beside it."},
    "kdh.powerup.field_counted_again_next_turn": {"once_a_game": "A resource field pays only once in a game."},
    "kdh.deploy.health_equals_cost": {"one_more": "A vehicle has one health point more than it costs."},
    "kdh.war.win_by_more_cp": {"fewer": "The side with fewer combat points wins."},
    "kdh.war.cp_sources": {"one_each": "Every piece counts one combat point."},
    "kdh.war.tie": {"attacker_wins": "In a tie the attacker wins by one."},
    "kdh.power.vehicles_turrets": {"vehicles_only": "Turrets do not count."},
    "kdh.power.bonuses": {"none": "Cards add nothing to the combat power."},
    "kdh.power.higher_wins": {"lower": "The lower total wins."},
    "kdh.power.tie_no_result": {"defender_wins": "In a tie the defender wins by one."},
    "kdh.result.difference": {"full_total": "The winner deals the whole total, not the surplus."},
    "kdh.hq.no_cp": {"two": "An HQ counts two combat points."},
    "kdh.hq.hp_sum": {"larger": "Only the larger of the two companions' numbers counts for the HQ."},
    "kdh.end.winner_hq": {"loser": "The player whose HQ is destroyed wins."},
    "kdh.end.winner_scrapyard": {"higher": "With a full scrapyard the greater loss wins."},
    "kdh.end.tie": {"more": "On a tie the player who destroyed more pieces wins."},
}

_AGAIN = {
    "kdh.hq.no_move_through": ("kdh.move.no_hq", "HQ fields are open ground for vehicles."),
    "kdh.material.no_move_through": ("kdh.move.no_resource", "Vehicles drive over Material fields, and Energy fields."),
    "kdh.energy.no_move_through": ("kdh.move.no_resource", "Vehicles drive over Energy fields, and Material fields."),
    "kdh.mountain.no_move": ("kdh.move.no_mountain", "Vehicles drive over mountains."),
    "kdh.material.extractor_site_empty": ("kdh.build.on_empty_field", "An extractor may stand on a taken field."),
    "kdh.tracker.count_at_turn_start": ("kdh.powerup.companion_income", "What companions give is not counted."),
    "kdh.tracker.move_tracker": ("kdh.powerup.track", "The trackers stay where they are at the start of a turn."),
    "kdh.goal.end_on_hq": ("kdh.end.hq", "The fall of an HQ does not end the game."),
    "kdh.goal.end_on_scrapyard": ("kdh.end.scrapyard", "A full scrapyard does not end the game."),
    "kdh.goal.win_by_hq=loser": ("kdh.end.winner_hq=loser", "Who loses the HQ wins."),
    "kdh.goal.win_by_scrapyard=higher": ("kdh.end.winner_scrapyard=higher", "Who has lost more health wins."),
    "kdh.goal.tie_fewer_kills=more": ("kdh.end.tie=more", "On a tie, who destroyed more pieces wins."),
    "kdh.advanced.destroyed_not_returned": (
        "kdh.scrapyard.destination",
        "What is destroyed can be deployed or built again.",
    ),
    "kdh.companions.hq_hp=larger": ("kdh.hq.hp_sum=larger", "An HQ has the larger of its companions' two numbers."),
}
"""Statements that say again what another one says: breaking one breaks the other. The text of each is its own."""


def _again(name: str, text: str) -> Break:
    rule, _, variant = name.partition("=")
    return Break(rule, variant or "off", text)


BREAKS: tuple[Break, ...] = (
    *(Break(rule, "off", text) for rule, text in _OFF.items()),
    *(Break(rule, variant, text) for rule, variants in _WRONG.items() for variant, text in variants.items()),
    *(_again(name, text) for name, (_, text) in _AGAIN.items()),
)
"""Every rule that can be broken; of a computation's variants the first is the one that a bare id means."""


def in_force(broken: frozenset[str]) -> frozenset[str]:
    """The broken rules, and those that say the same."""
    return broken | {_AGAIN[name][0] for name in broken if name in _AGAIN}


_SETUP_OFF = {
    "kdh.modular.shuffle_cards": "The terrain cards come in the order in which they lie in the box.",
    "kdh.modular.reveal_first": "The next terrain card may be turned up before the open one is laid.",
    "kdh.modular.mirrored_sector": "A terrain card fills one sector only; the one opposite stays bare.",
    "kdh.modular.orientation": "The tokens are laid one field on from where the card shows them.",
    "kdh.modular.order": "The sectors may be laid in any order.",
    "kdh.modular.not_on_hq": "The HQ sectors get terrain tokens as well.",
    "kdh.modular.return_cards": "The terrain cards that are left stay on the table.",
    "kdh.modular.leftover_tokens": "The tokens that are left go into the box.",
    "kdh.setup.choose_faction": "Both players may choose the same faction.",
    "kdh.setup.two_companions": "A player may choose one companion alone, or one of the other faction.",
    "kdh.companions.fixed": "Companions may be changed while the decks are made.",
    "kdh.simple.draw_two": "The drafter draws three cards.",
    "kdh.simple.one_for_each": "The drafter keeps both cards.",
    "kdh.simple.pools_facedown": "The pools lie open.",
    "kdh.simple.until_exhausted": "The draft ends after the first round.",
    "kdh.simple.deck_composition": "Any card may be added, not only those of the own pool.",
    "kdh.simple.exactly_25": "A drafted deck may have any number of cards.",
    "kdh.simple.max_four_foreign": "There may be any number of foreign cards.",
    "kdh.deckbuilding.start_with_16": "Cards of the basic deck may be taken out.",
    "kdh.deckbuilding.fill_to_25": "A deck need not be filled.",
    "kdh.deckbuilding.single_copies": "A card brings its double along.",
    "kdh.advanced.exactly_25": "A bought deck may have any number of cards.",
    "kdh.advanced.max_two_same_name": "There may be any number of cards of one name.",
    "kdh.advanced.eight_points_on_foreign": "Authority has no end.",
    "kdh.advanced.neutral_free": "A neutral card costs 1 authority.",
    "kdh.advanced.signature_needs_companion": "A signature card needs no companion (but may still not be bought).",
    "kdh.advanced.signature_not_buyable": "A signature card may be bought (but still needs its companion).",
    "kdh.authority.individual_purchase": "The second copy of a card is free.",
}
_SETUP_WRONG = {
    "kdh.companions.hq_hp": {"larger": "Only the larger of the two companions' numbers counts for the HQ."},
}

SETUP_BREAKS: tuple[Break, ...] = tuple(Break(rule, "off", text) for rule, text in _SETUP_OFF.items()) + tuple(
    Break(rule, variant, text) for rule, variants in _SETUP_WRONG.items() for variant, text in variants.items()
)
"""The same for the set-up, which is a game of its own (``opening.py``)."""
