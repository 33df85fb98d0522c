"""The player's look: the tokens of the theme as CSS variables, and the rules that use them.

The variables are scoped to the player, so that it looks the same in JupyterLab, which knows none of them, and on a
page of the book, which has its own.
"""

from __future__ import annotations

from functools import cache

from hexlib.draw.panels import STYLE as PANELS
from hexlib.draw.theme import ROLES, THEMES, TYPE, colour, variable

__all__ = ["sheet"]

_ELSEWHERE = ("die.", "domino.", "effect.", "hex.", "table.", "stat.", "board.", "field.", "sector.")
"""Roles that only pictures use."""

_RULES = """
.hx-player{box-sizing:border-box;max-width:100%;overflow:visible;color:var(--hx-text);background:var(--hx-page);
font-family:FACE;font-size:14px;line-height:1.4;padding:8px;border-radius:10px;gap:8px;accent-color:var(--hx-hl-reachable)}
.hx-player *{box-sizing:border-box}
.hx-player .jupyter-widgets,.hx-player .widget-html-content{font-family:inherit;line-height:inherit;color:inherit}
.hx-player .widget-box{overflow:visible;min-width:0}
.hx-player .widget-html{width:auto;margin:0;min-width:0}
.hx-player .widget-html-content{font-size:14px;white-space:normal;overflow-wrap:anywhere}
.hx-player p{margin:0 0 6px}
.hx-player ul,.hx-player ol{margin:2px 0 6px;padding-left:20px}
.hx-player code{font-size:12px;background:var(--hx-panel-slot);color:var(--hx-text);padding:1px 4px;border-radius:4px}
.hx-player a{color:var(--hx-seat-0-text)}
.hx-player .hx-gone{display:none!important}
.hx-strip{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.hx-strip.hx-many{grid-template-columns:repeat(auto-fit,minmax(min(150px,45%),1fr))}
.hx-strip.hx-many .hx-side{border-right:0;border-left:6px solid var(--hx-side)}
.hx-side{display:grid;align-content:start;grid-template-columns:1fr auto;gap:2px 8px;background:var(--hx-panel);
border-radius:10px;padding:8px 12px;border-left:6px solid var(--hx-side)}
.hx-side:nth-child(even){border-left:0;border-right:6px solid var(--hx-side)}
.hx-side b{color:var(--hx-ink);font-size:16px}
.hx-side .hx-role{color:var(--hx-text-muted);font-size:13px}
.hx-side .hx-total{grid-row:1/3;grid-column:2;font-size:34px;font-weight:700;line-height:1.1;
font-variant-numeric:tabular-nums}
.hx-chips,.hx-rows{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:4px 6px;align-items:center}
.hx-chip{display:inline-flex;align-items:center;gap:4px;background:var(--hx-panel-slot);border-radius:6px;
padding:2px 7px;font-size:12px}
.hx-side .hx-chip b{flex:none;white-space:nowrap;font-size:12px;color:inherit}
.hx-rows{font-size:12px;color:var(--hx-text-muted);gap:2px 12px}
.hx-rows b{font-size:13px;color:var(--hx-text)}
.hx-icon{width:24px;height:24px;flex:none}
.hx-entry.hx-waits{opacity:.5}
.hx-player .hx-about{margin:0!important;padding:8px 12px;border-radius:10px;background:var(--hx-panel);font-size:13px}
.hx-player .hx-about dt{margin:0;font-weight:700}
.hx-player .hx-about dd{margin:0 0 6px;padding:0}
.hx-player .hx-about dd:last-child{margin:0}
.hx-headline{font-size:17px;font-weight:700;margin:2px 0}
.hx-main{display:flex;flex-flow:row wrap!important;gap:8px 14px;align-items:flex-start}
.hx-left{flex:1000 1 min(540px,100%);min-width:0;max-width:100%}
.hx-right{flex:1 1 min(270px,100%);min-width:0}
.hx-left,.hx-right,.hx-foot,.hx-entry,.hx-rules{gap:8px}
.hx-row{display:flex;flex-flow:row wrap!important;gap:6px;align-items:center}
.hx-board{display:block;margin:0 auto;border-radius:10px;max-height:max(88vh,620px);touch-action:manipulation}
.hx-board:focus{outline:3px solid var(--hx-seat-0-text);outline-offset:2px}
.hx-player .jupyter-button{width:auto;height:auto;min-height:34px;margin:0;padding:4px 12px;border-radius:6px;
border:1px solid var(--hx-panel-edge);background:var(--hx-panel);color:var(--hx-text);font-size:14px;
line-height:1.3;white-space:normal;text-align:center;box-shadow:none}
.hx-player .jupyter-button:hover:enabled{background:var(--hx-panel-slot)}
.hx-player .jupyter-button:disabled{opacity:.5}
.hx-player .jupyter-button.hx-first{background:var(--hx-badge-fill);color:var(--hx-badge-text);
border-color:var(--hx-badge-fill);font-weight:700}
.hx-player .jupyter-button.hx-first:hover:enabled{background:var(--hx-text-muted)}
.hx-player .jupyter-button.hx-card{border-left:6px solid var(--hx-card-war);text-align:left}
.hx-player .jupyter-button.hx-action{border-left-color:var(--hx-card-action)}
.hx-player .jupyter-button.hx-idle{border-style:dashed dashed dashed solid;color:var(--hx-text-muted)}
.hx-player .jupyter-button.hx-on{outline:3px solid var(--hx-hl-selected);outline-offset:0;
border-color:var(--hx-hl-selected-edge)}
.hx-player .jupyter-button.hx-small{min-height:28px;padding:2px 8px;font-size:12px}
.hx-player :is(button,select,input,textarea,summary,a):focus-visible{outline:3px solid var(--hx-seat-0-text);
outline-offset:2px}
.hx-player .widget-dropdown,.hx-player .widget-text,.hx-player .widget-textarea{width:auto;height:auto;margin:0;
flex:1 1 150px;min-width:0;max-width:100%;align-items:center}
.hx-player .widget-dropdown{flex-basis:210px}
.hx-player .widget-label{width:auto!important;min-width:0;color:var(--hx-text-muted);font-size:12px;flex:none;
margin-right:6px;line-height:1.4;height:auto}
.hx-player select,.hx-player input,.hx-player textarea{min-height:34px;min-width:0;border-radius:6px;font-size:14px;
border:1px solid var(--hx-panel-edge)!important;background-color:var(--hx-page)!important;
color:var(--hx-text)!important}
.hx-player textarea{min-height:160px;font-family:MONO;font-size:12px}
.hx-panel{background:var(--hx-panel);border-radius:10px;padding:8px 12px}
.hx-message{border-left:6px solid var(--hx-panel-edge);background:var(--hx-panel);border-radius:6px;padding:6px 10px}
.hx-message.hx-refused,.hx-message.hx-error{border-color:var(--hx-hl-illegal)}
.hx-message.hx-done{position:absolute;width:1px;height:1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%)}
.hx-message.hx-answer{border-color:var(--hx-hl-reachable)}
.hx-message.hx-notice,.hx-notice{border-color:var(--hx-hl-war)}
.hx-notice{border:2px solid var(--hx-hl-war);border-radius:6px;padding:6px 10px;background:var(--hx-panel)}
.hx-rulerow{width:100%;justify-content:space-between;flex-wrap:nowrap!important;align-items:flex-start!important;
border-bottom:1px solid var(--hx-panel-slot);padding:2px 0}
.hx-rulerow .widget-html{flex:1 1 0}
.hx-rulerow .jupyter-button{flex:none}
.hx-rule summary{cursor:pointer}
.hx-rule p{margin:4px 0 2px}
.hx-player details summary{min-height:26px}
.hx-table{border-collapse:collapse;width:100%;font-size:13px;background:none;color:inherit}
.hx-table th,.hx-table td{text-align:left;padding:3px 8px 3px 0;border:0;border-bottom:1px solid var(--hx-panel-slot);
color:inherit;background:none}
.hx-differs{font-weight:700}
.hx-game,.hx-form,.hx-setup,.hx-panels,.hx-texts,.hx-racebox,.hx-race,.hx-curtainbox{gap:8px}
.hx-fields>*{flex:1 1 210px!important}
.hx-fields>.widget-dropdown,.hx-fields>.widget-text{flex-direction:column;align-items:stretch!important}
.hx-fields :is(.widget-dropdown,.widget-text)>:is(select,input){flex:none!important;width:100%}
.hx-fields .widget-label{margin:0;text-align:left}
.hx-status{font-size:16px;font-weight:700;margin:0!important}
.hx-curtain{border:2px solid var(--hx-text);border-radius:10px;padding:12px 14px;background:var(--hx-panel)}
.hx-curtain p:last-child{margin:0}
.hx-curtainbox .jupyter-button{align-self:stretch;min-height:48px;font-size:16px}
.hx-log ol{max-height:22em;overflow:auto;padding-left:34px}
.hx-log li{margin:0 0 5px}
.hx-logrules{font-size:12px;color:var(--hx-text-muted)}
.hx-log small{display:block}
.hx-race{touch-action:none}
.hx-texts .widget-textarea{flex:none;width:100%}
.hx-game{container:hx-game/inline-size}
.hx-game .hx-main{display:grid;grid-template-columns:minmax(0,1fr);gap:8px 14px;align-items:start}
@container hx-game (max-width:699px){
.hx-strip.hx-many{grid-template-columns:repeat(3,minmax(0,1fr))}
.hx-strip.hx-four{grid-template-columns:repeat(2,minmax(0,1fr))}}
@container hx-game (max-width:599px){
.hx-game .hx-left{display:contents}
.hx-game .hx-right{order:1}
.hx-game .hx-below{order:2}
.hx-game .hx-left>.hx-row{order:3}}
@container hx-game (min-width:700px){
.hx-strip.hx-many{grid-template-columns:repeat(var(--hx-n),minmax(0,1fr))}}
@container hx-game (min-width:600px){
.hx-game .hx-main{grid-template:"board acts" auto "below acts" 1fr/minmax(0,1fr) minmax(240px,34%)}
.hx-game .hx-left{grid-area:board}
.hx-game .hx-right{grid-area:acts}
.hx-game .hx-below{grid-area:below}}
.hx-news{margin:4px 0 0!important;font-size:13px}
.hx-news small{display:block;font-size:12px}
@media (pointer:coarse){.hx-player .jupyter-button,.hx-player select,.hx-player input{min-height:42px}
.hx-player details summary{min-height:42px;padding-top:9px}
.hx-line small a,.hx-logrules a{display:inline-block;padding:12px 8px 12px 0}}
@media (max-width:480px){.hx-player{padding:4px}.hx-side{padding:6px 8px}.hx-side .hx-total{font-size:26px}
.hx-side b{font-size:14px}.hx-many .hx-icon{display:none}}
"""


@cache
def sheet() -> str:
    """The style sheet, in a ``<style>`` element."""
    tokens = "".join(
        f".hx-player.hx-{theme}{{"
        + ";".join(f"{variable(r)}:{colour(r, theme)}" for r in ROLES if not r.startswith(_ELSEWHERE))
        + f";color-scheme:{theme}}}"
        for theme in THEMES
    )
    rules = (_RULES + PANELS).replace("FACE", TYPE["sans"]).replace("MONO", TYPE["mono"])
    return f"<style>{tokens}{rules}</style>"
