"""The rules that can be broken on purpose, and what the broken game does.

``game.without("hexhex.hexed.no_self_target")`` is the same game without that prohibition. A computation has no "off":
it carries a named wrong variant. The code that enforces a rule asks ``rules.broken`` for the names listed here.
"""

from __future__ import annotations

from hexlib.game import Break

__all__ = ["BREAKS"]

_OFF = {
    # Setting Up
    "hexhex.setup.no_draw_in_round": "Everybody draws a card after each one they play.",
    "hexhex.setup.reshuffle_only_when_empty": "The discard pile is shuffled in at every draw.",
    # Cards that pass the Hex
    "hexhex.basic.turn_aside_left": "Turn Aside Left passes to the right.",
    "hexhex.basic.turn_aside_right": "Turn Aside Right passes to the left.",
    "hexhex.double_thrice.duplicate": "Double & Thrice makes no copy; the Hex goes left.",
    "hexhex.rot.instant_loss": "Rot costs nobody anything.",
    "hexhex.rot.repeats": "Rot costs only the first player to whom the Hex goes.",
    "hexhex.rot.not_going_off": "Who loses Voice to Rot is Hexed.",
    "hexhex.knock_aside.right": "Knock Aside Right passes to the left.",
    "hexhex.knock_aside.card_shift": "Knock Aside Right moves no card.",
    "hexhex.knock_aside.before_pass": "Knock Aside Right moves its card after the pass.",
    "hexhex.enhanced.dot_token": "No token is put on a Hex: its effects are forgotten.",
    # Counter Hexes
    "hexhex.absorb.out_of_turn": "Cancelling cards are only for the Intended.",
    "hexhex.absorb.cancel_and_take": "Absorb discards the cancelled card.",
    "hexhex.absorb.replay": "A player whose card was cancelled may not play another.",
    "hexhex.challenge.target": "A player without cards can be challenged.",
    "hexhex.challenge.fail": "Not sending a Challenge back costs nothing.",
    "hexhex.challenge.success": "Sending a Challenge back changes nothing.",
    "hexhex.scorch.timing": "Scorch may be played at any time while the Intended thinks.",
    "hexhex.scorch.choose_direction": "A card with either direction saves from Scorch.",
    "hexhex.scorch.hexed": "Who can show no card for Scorch is not Hexed.",
    "hexhex.scorch.gain_two": "The player of Scorch gains nothing for it.",
    "hexhex.scorch.other_points": "The sender gains nothing when Scorch makes a Hex go off.",
    # Play Only When Hexed
    "hexhex.pox.count_at_round_end": "Pox counts the Standing Effects as it is played.",
    "hexhex.when_hexed.trigger": "Nobody plays a card when Hexed.",
    "hexhex.when_hexed.must_play": "A card for the Hexed need not be played.",
    "hexhex.when_hexed.one_per_hexing": "A Hexed player plays every such card.",
    # Play When Dealt
    "hexhex.shackle.draw": "Shackle draws no card.",
    "hexhex.shackle.mirror": "Shackle does nothing to the named player.",
    "hexhex.no_mans_hand.discard_hand": "The player of No Man's Hand keeps the hand.",
    "hexhex.no_mans_hand.borrow": "The player of No Man's Hand plays from the own hand.",
    "hexhex.no_mans_hand.return": "A borrowed card stays with the player who borrowed it.",
    "hexhex.bind.keep": "Bind keeps no hand.",
    "hexhex.bind.refill": "A kept hand gets five more cards.",
    "hexhex.bind.enduring": "Bind ends with the round.",
    "hexhex.dealt.standing_until_round_end": "Standing Effects go on in the next round.",
    # Starting the Game, Playing the Game
    "hexhex.start.play_dealt_cards": "Cards that are played when dealt stay in the hand.",
    "hexhex.start.no_other_cards": "HEX HEX may be played before the round begins.",
    "hexhex.start.not_first_card": "A card played when dealt counts as the first card of the round.",
    "hexhex.start.first_card_condition": "Dismiss and Detonate may be the first card of a round.",
    "hexhex.play.left_of_dealer": "The dealer casts.",
    # Getting Hexed
    "hexhex.hexed.record": "Voice is not recorded at all.",
    "hexhex.hexed.not_voluntary": "The Intended may let the Hex go off.",
    "hexhex.hexed.no_self_target": "Players may target themselves.",
    "hexhex.card.rend.effect": "Rend costs nothing more.",
    # Dealing with Multiple Hexes
    "hexhex.multi.duplicate_carries_effects": "A copy is a plain Hex.",
    "hexhex.card.thine.duplicates": "Thine makes no copy.",
    "hexhex.multi.simultaneous": "Only the oldest Hex is passed; the others wait.",
    "hexhex.multi.pre_pass_first": "Effects before the pass happen after it.",
    "hexhex.multi.hexed_each": "Of several Hexes that go off on one player only the first counts.",
    "hexhex.multi.separate_cards": "One card answers every Hex before its player.",
    "hexhex.multi.until_all_done": "The round is over as soon as one Hex is gone.",
    # Ending the Round
    "hexhex.round.discard_all": "Hands are not discarded.",
    "hexhex.round.new_dealer": "The deal skips a player.",
    "hexhex.round.new_caster": "The second player left of the dealer casts.",
    # HEX HEX NEXT
    "hexhex.hexhex.out_of_turn": "HEX HEX is only for the Intended.",
    "hexhex.hexhex.last_player": "Whoever plays HEX HEX loses the Voice.",
    "hexhex.hexhex.round_ends": "The round goes on with a new Hex.",
    "hexhex.hexhex.uncancellable": "HEX HEX can be cancelled.",
    "hexhex.hexhex.amount_fixed": "The loser of HEX HEX plays a card for the Hexed.",
    "hexhex.hexhex.dismisses_all": "The Hexes in play go off first.",
    # Maddening Fixation
    "hexhex.fixation.pass_most": "Maddening Fixation passes the Hex to anybody.",
    "hexhex.fixation.tie_choice": "On a tie the first of the fullest hands must be chosen.",
    "hexhex.fixation.compel_all": "Maddening Fixation binds nobody afterwards.",
    "hexhex.fixation.unplayed_cards": "Played cards count for the fullest hand too.",
    "hexhex.fixation.compel_trumps": "A Maddened Hex can be dismissed.",
    "hexhex.fixation.other_direction_goes_off": "A Maddened Hex may go anywhere.",
    "hexhex.fixation.nightmare_legal": "Whirling Nightmare cannot be played on a Maddened Hex.",
    "hexhex.fixation.out_of_turn_ok": "While a Hex is Maddened nobody plays out of turn.",
    "hexhex.fixation.intended_illegal": "The Intended of a Maddened Hex may play out-of-turn cards.",
    "hexhex.fixation.compel_over_compel": "The first Compel on a Hex stays in force.",
    "hexhex.card.whirling_nightmare.effect": "After Whirling Nightmare nobody answers the Hex.",
    # Other Key Card Phrases Defined
    "hexhex.phrase.only_when_hexed": "Cards for the Hexed may be played at any time, for nothing.",
    "hexhex.phrase.across_choice": "Of several across the table the first one must be chosen.",
    "hexhex.phrase.across_three": "With three players only the one on the left is across.",
    "hexhex.phrase.standing_discarded": "Standing Effects are taken out of the game after the round.",
    # The Last Round, Winning the Game
    "hexhex.last.when": "There is no last round of its own: the deal goes on rotating.",
    "hexhex.last.least_voice_selects": "The dealer of the last round sits to the caster's right.",
    "hexhex.last.least_voice_casts": "The next player in turn casts in the last round.",
    "hexhex.win.tie_round": "On a tie the first of the leaders wins.",
    "hexhex.win.tie_doubled": "A tie-breaker counts single.",
    "hexhex.win.tie_repeat": "After one tie-breaker the first of the leaders wins.",
    # FAQs
    "hexhex.faq.cancel_fixation": "A Compel card cannot be cancelled.",
    "hexhex.faq.cancel_maddened_pass": "A card that passes a Maddened Hex cannot be cancelled.",
    "hexhex.faq.nightmare_played_cards": "Readied cards rotate with the hands.",
    "hexhex.faq.shackle_only_hexed": "Shackle passes on what Rot costs, too.",
    "hexhex.faq.draw_fire_immediate": "A when-dealt card drawn in mid round stays in the hand.",
    "hexhex.faq.foretell_legal_order": "A foretold hand may be stacked in any order.",
    "hexhex.faq.foretell_when_hexed_bottom": "Cards for the Hexed may lie anywhere in a foretold hand.",
    "hexhex.faq.foretell_no_dig": "A foretold hand is played in any order.",
    "hexhex.faq.command_choice": "Command does nothing.",
    "hexhex.faq.command_ignores_charm": "Charm binds nobody, and the victim's own Charms bind Command.",
    "hexhex.faq.command_not_compulsion": "Command chooses where a Maddened Hex goes.",
    "hexhex.faq.duck_sender": "Whoever ducks is the sender.",
}

_WRONG = {
    "hexhex.setup.rounds": {"players": "There are as many rounds as players."},
    "hexhex.setup.voice_start_five": {"zero": "Everybody begins with no Voice."},
    "hexhex.setup.deal_five": {"four": "Each player is dealt one card fewer."},
    "hexhex.double_thrice.loss": {"one": "Double & Thrice does not raise the loss."},
    "hexhex.double_thrice.gain": {"one": "Double & Thrice does not raise the gain."},
    "hexhex.scorch.show": {"any": "Any card saves from Scorch."},
    "hexhex.right_is_might.effect": {"own": "Right Is Might counts only the own Turn Aside Rights."},
    "hexhex.divide_conquer.effect": {"left_only": "Divide & Conquer costs only the left neighbour."},
    "hexhex.pox.effect": {"once": "Pox costs one Voice however many Standing Effects there are."},
    "hexhex.play.effects_cumulative": {"once": "The same effect counts once on a Hex."},
    "hexhex.hexed.loss_one": {"nothing": "A plain Hex costs nothing."},
    "hexhex.hexed.gain_one": {
        "nothing": "The sender of a plain Hex gains nothing.",
        "caster": "The caster of the round gains, not the sender.",
    },
    "hexhex.hexed.extra_loss_no_extra_gain": {"gains_too": "The sender gains what Rend costs as well."},
    "hexhex.hexhex.loss_three": {"one": "HEX HEX costs one Voice."},
    "hexhex.hexhex.no_gain": {"player_gains": "Whoever plays HEX HEX gains what the loser loses."},
    "hexhex.phrase.across": {"anybody": "Everybody sits across the table."},
    "hexhex.phrase.dismissed": {"pays": "The sender of a dismissed Hex gains one Voice."},
    "hexhex.win.most": {"least": "The player with the least Voice wins."},
}

BREAKS: tuple[Break, ...] = tuple(Break(rule, "off", text) for rule, text in _OFF.items()) + tuple(
    Break(rule, variant, text) for rule, variants in _WRONG.items() for variant, text in variants.items()
)
"""Every rule that can be broken; of a computation's variants the first is the one that a bare id means."""
