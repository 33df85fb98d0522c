// The deck builder of a page, loaded by hexpage.js where a page has one: opened on a click, in the place of the lists that the page shows before.
// The deck stays in this browser while the tab is open: closing the builder and opening it again goes on with it.

const { start, page, el, sign, theme } = window.hexpage;
const html = document.documentElement;

class DeckFigure {
  constructor(figure, data) {
    this.figure = figure;
    this.data = data;
    const p = this.parts = {};
    p.open = el('button', { type: 'button', class: 'hxp-button hxp-main', onclick: () => this.open() }, sign('play'), 'Build a deck');
    p.say = el('p', { class: 'hxp-muted' }, page.live
      ? 'Choose companions and a variant, add and take out cards. What is not allowed is explained, and the deck is yours to copy as a text.'
      : 'This copy of the page was made without its engine, so the deck builder cannot be opened here.');
    p.front = el('div', {}, p.say, page.live ? el('div', { class: 'hxp-foot' }, p.open) : null);
    p.live = el('div', { class: 'hxp-live', hidden: true });
    p.fault = el('div', { class: 'hxp-fault', role: 'alert' });
    p.player = el('div', { class: 'hxp-player', role: 'group', 'aria-label': 'The deck builder' }, p.front, p.live, p.fault);
    figure.querySelector('.hxp-static').before(p.player);
    figure.dataset.state = 'idle';
  }

  request() { return { deck: this.data.deck, theme: theme() }; }

  fault(text, again) {
    this.parts.fault.replaceChildren(...(text ? [
      el('p', {}, text),
      again ? el('button', { type: 'button', class: 'hxp-button', onclick: again }, 'Try again') : null,
      el('button', { type: 'button', class: 'hxp-button hxp-quiet', onclick: () => this.fault('') }, 'Close'),
    ].filter(Boolean) : []));
  }

  async open() {
    const p = this.parts;
    if (this.mounted) return this.show(true);
    if (this.figure.dataset.state === 'starting') return undefined;
    this.fault('');
    this.figure.dataset.state = 'starting';
    p.player.setAttribute('aria-busy', 'true');
    p.open.disabled = true;
    p.open.lastChild.textContent = 'Starting the engine…';
    try {
      const boot = start();
      const [, live] = await Promise.all([boot.ready, boot.module]);
      const place = el('div', { class: 'hxp-live-board' });
      p.back = el('button', { type: 'button', class: 'hxp-button', onclick: () => this.show(false) }, sign('close'), 'Close the deck builder');
      p.live.replaceChildren(el('div', { class: 'hxp-live-bar' }, p.back), place);
      boot.used = true;
      this.mounted = await live.mount(place, boot, this.request(), (text) => this.fault(text));
      const paint = () => place.querySelectorAll('.hx-decks').forEach((box) => {
        box.classList.toggle('hx-dark', theme() === 'dark');
        box.classList.toggle('hx-light', theme() !== 'dark');
      });
      new MutationObserver(paint).observe(html, { attributes: true, attributeFilter: ['data-theme'] });
      paint();
      this.show(true);
    } catch (error) {
      console.warn('[hexpage]', error);
      this.figure.dataset.state = 'failed';
      this.fault(`The deck builder could not start: ${error?.message || error}.`.replace(/\.\.$/, '.'), () => this.open());
    }
    p.player.removeAttribute('aria-busy');
    p.open.disabled = false;
    p.open.lastChild.textContent = this.mounted ? 'Go on with the deck' : 'Build a deck';
    return undefined;
  }

  /** The builder, or the lists again; what was built stays. */
  show(open) {
    const p = this.parts;
    p.front.hidden = open;
    p.live.hidden = !open;
    this.figure.classList.toggle('hxp-open', open);
    this.figure.dataset.state = open ? 'live' : 'idle';
    (open ? p.back : p.open).focus({ preventScroll: true });
  }
}

for (const figure of document.querySelectorAll('figure[data-hexpage-deck]')) {
  try {
    figure.hexpage = new DeckFigure(figure, JSON.parse(figure.querySelector('script.hxp-data').textContent));
  } catch (error) {
    console.error('[hexpage]', error);
    figure.classList.add('hxp-plain');
  }
}
