// A table for a whole game: starts it on a click, keeps it in this browser, and lets two tabs live beside each other.
// Part of hexpage.js, which loads it where a page has a table.

const { start, warm, page, el, sign, theme, narrow } = window.hexpage;
const html = document.documentElement;
const MOST_GAMES = 4;
const MOST_TEXT = 262144;

// --- games that are kept -----------------------------------------------------------------------------------------------

/** The games of one table, each in a slot of its own; a slot that another tab plays in is left alone. */
class Shelf {
  constructor(name) {
    this.base = `hexbook:${location.pathname}#${name}`;
    this.slots = Array.from({ length: MOST_GAMES }, (_, i) => (i ? `${this.base}~${i + 1}` : this.base));
    this.held = null;
    this.works = true;
    try {
      localStorage.setItem(`${this.base}~`, '1');
      localStorage.removeItem(`${this.base}~`);
    } catch { this.works = false; }
    this.channel = 'BroadcastChannel' in window ? new BroadcastChannel(this.base) : null;
    this.others = new Set();
    this.channel?.addEventListener('message', ({ data }) => {
      if (data.ask && this.held) this.channel.postMessage({ held: this.held });
      else if (data.held) this.others.add(data.held);
    });
  }

  /** The slots that other tabs play in now. */
  async taken() {
    if (!this.channel) return new Set();
    this.others.clear();
    this.channel.postMessage({ ask: true });
    await new Promise((resolve) => setTimeout(resolve, 150));
    return new Set(this.others);
  }

  read(slot) {
    if (!this.works) return null;
    try {
      const found = JSON.parse(localStorage.getItem(slot) || 'null');
      return typeof found?.text === 'string' && found.text ? found : null;
    } catch { return null; }
  }

  /** Every game, the latest first. */
  games() {
    return this.slots.map((slot) => ({ slot, ...this.read(slot) })).filter((game) => game.text).sort((a, b) => b.time - a.time);
  }

  /** A slot for another game: an empty one, else the oldest that no tab holds. */
  async free() {
    const taken = await this.taken();
    const open = this.slots.filter((slot) => !taken.has(slot) && slot !== this.held);
    const oldest = [...open].sort((a, b) => (this.read(a)?.time || 0) - (this.read(b)?.time || 0))[0];
    return open.find((slot) => !this.read(slot)) || oldest || this.slots[MOST_GAMES - 1];
  }

  hold(slot) { this.held = slot; }

  release() { this.held = null; }

  /** Keep the text; false where the browser does not. */
  write(text) {
    if (!this.works || !this.held || text.length > MOST_TEXT) return false;
    try {
      localStorage.setItem(this.held, JSON.stringify({ text, time: Date.now(), moves: moves(text) }));
      return true;
    } catch { return false; }
  }

  forget(slot) {
    try { localStorage.removeItem(slot); } catch { /* then it was not there */ }
  }
}

/** How many moves the text of a game lists. */
function moves(text) {
  const list = /^moves = \[\n([\s\S]*?)^\]/m.exec(text);
  return list ? list[1].split('\n').filter((line) => line.trim()).length : 0;
}

/** What tells one game from another: its seed. */
function seed(text) { return /^seed = (\d+)/m.exec(text)?.[1] || ''; }

// --- one table ---------------------------------------------------------------------------------------------------------

class Tabletop {
  constructor(figure, data) {
    this.figure = figure;
    this.data = data;
    this.shelf = new Shelf(data.name);
    this.hexpage = this;
    const p = this.parts = {};
    p.say = el('p', { class: 'hxp-muted' });
    p.choices = el('div', { class: 'hxp-foot' });
    p.front = el('div', {}, p.say, p.choices);
    p.hint = el('p', { class: 'hxp-muted', role: 'status', hidden: true });
    p.live = el('div', { class: 'hxp-live', hidden: true });
    p.fault = el('div', { class: 'hxp-fault', role: 'alert' });
    p.player = el('div', { class: 'hxp-player', role: 'group', 'aria-label': `Table: ${data.title}` }, p.front, p.hint, p.live, p.fault);
    figure.querySelector('.hxp-static').before(p.player);
    figure.dataset.state = 'idle';
    this.offer();
  }

  /** What the reader may begin with. */
  offer() {
    const p = this.parts;
    if (!page.live) {
      p.say.textContent = 'This copy of the page was made without its engine, so the game cannot be played here.';
      return;
    }
    const games = this.shelf.games();
    const made = [];
    for (const [i, game] of games.entries()) {
      const when = new Date(game.time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
      made.push(el('button', { type: 'button', class: `hxp-button${i ? '' : ' hxp-main'} hxp-go-on`, onclick: () => this.goOn(game.slot) }, sign('play'), i ? `Game of ${when}, ${game.moves} moves` : `Go on with your game (${when}, ${game.moves} moves)`));
      made.push(el('button', { type: 'button', class: 'hxp-button hxp-quiet hxp-icon', 'aria-label': `Forget the game of ${when}`, title: 'Forget this game', onclick: () => { this.shelf.forget(game.slot); this.offer(); } }, sign('close')));
    }
    made.push(el('button', { type: 'button', class: `hxp-button hxp-start-game${games.length ? '' : ' hxp-main'}`, onclick: () => this.begin() }, games.length ? null : sign('play'), games.length ? 'A new game' : 'Play'));
    made.push(el('button', { type: 'button', class: 'hxp-button hxp-quiet hxp-form', onclick: () => this.begin({ form: true }) }, 'Choose who plays, and what'));
    p.choices.replaceChildren(...made);
    p.say.textContent = games.length ? 'Your games are kept in this browser.' : 'The game begins at once, with the seats as they are set here.';
    if (!this.shelf.works) p.say.textContent += ' This browser keeps nothing for this page: use “Keep, share, load” before you leave.';
  }

  request(more = {}) {
    return { table: this.data.table, theme: theme(), width: narrow.matches ? 'narrow' : null, link: '#rule:{id}', ...more };
  }

  async goOn(slot) {
    const game = this.shelf.read(slot);
    if (!game) { this.offer(); return; }
    if ((await this.shelf.taken()).has(slot)) {
      this.shelf.hold(await this.shelf.free());
      this.hint('This game is open in another tab. Here is a copy of its own: what you do in one does not change the other.');
    } else {
      this.shelf.hold(slot);
      this.hint('');
    }
    await this.open({ text: game.text });
  }

  async begin(more = {}) {
    this.shelf.hold(await this.shelf.free());
    this.hint('');
    await this.open(more);
  }

  hint(text) {
    this.parts.hint.textContent = text;
    this.parts.hint.hidden = !text;
  }

  fault(text, ...ways) {
    this.parts.fault.replaceChildren(...(text ? [
      el('p', {}, text),
      ...ways.map(([label, action]) => el('button', { type: 'button', class: 'hxp-button', onclick: action }, label)),
      el('button', { type: 'button', class: 'hxp-button hxp-quiet', onclick: () => this.fault('') }, 'Close'),
    ] : []));
  }

  async open(more) {
    const p = this.parts;
    if (this.figure.dataset.state === 'starting' || this.leave) return;
    this.fault('');
    this.figure.dataset.state = 'starting';
    p.player.setAttribute('aria-busy', 'true');
    p.say.textContent = 'Starting the engine…';
    for (const button of p.choices.querySelectorAll('button')) button.disabled = true;
    const at = performance.now();
    try {
      const boot = start();
      const [, live] = await Promise.all([boot.ready, boot.module]);
      const board = el('div', { class: 'hxp-live-board' });
      const back = el('button', { type: 'button', class: 'hxp-button', onclick: () => this.shut() }, sign('close'), 'Leave the table');
      p.live.replaceChildren(el('div', { class: 'hxp-live-bar' }, back, el('span', { class: 'hxp-live-title' }, 'The game is kept')), board);
      boot.used = true;
      const mounted = await live.mount(board, boot, this.request(more), (text) => this.fault(text));
      const keep = () => this.keep(mounted.model.get('kept'));
      this.game = seed(more.text || '');
      mounted.model.on('change:kept', keep);
      keep();
      const watch = new MutationObserver(() => mounted.theme(theme()));
      watch.observe(html, { attributes: true, attributeFilter: ['data-theme'] });
      this.leave = () => { watch.disconnect(); mounted.model.off('change:kept', keep); return mounted.leave(); };
      p.front.hidden = true;
      p.live.hidden = false;
      this.figure.dataset.state = 'live';
      this.figure.dataset.liveMs = String(Math.round(performance.now() - at));
      this.figure.classList.add('hxp-playing');
      back.focus({ preventScroll: true });
      if (p.player.getBoundingClientRect().top < 0) this.figure.scrollIntoView({ block: 'start' });
    } catch (error) {
      console.warn('[hexpage]', error);
      this.figure.dataset.state = 'failed';
      const text = `The table could not be opened: ${error?.message || error}.`.replace(/\.\.$/, '.');
      const ways = [['Try again', () => this.open(more)]];
      if (more.text) ways.push(['Begin a new game', () => this.begin()], ['Show the kept text', () => this.show(more.text)]);
      this.fault(text, ...ways);
      this.offer();
    }
    p.player.removeAttribute('aria-busy');
  }

  /** A text that cannot be read is not thrown away. */
  show(text) {
    this.parts.fault.append(el('textarea', { readonly: true, rows: 8, class: 'hxp-kept' }, text));
  }

  /** One after the other: what is kept last is what was played last. */
  keep(text) { this.keeping = (this.keeping || Promise.resolve()).then(() => this.store(text)); }

  async store(text) {
    if (!text || !this.shelf.held) return;
    const now = seed(text);
    if (this.game && now && now !== this.game) this.shelf.hold(await this.shelf.free()); // another game: the one before stays
    this.game = now;
    const done = this.shelf.write(text);
    const title = this.parts.live.querySelector('.hxp-live-title');
    if (title) title.textContent = done ? 'The game is kept in this browser' : 'This browser does not keep the game: use “Keep, share, load”';
  }

  async shut() {
    const p = this.parts, leave = this.leave;
    this.leave = undefined;
    this.shelf.release();
    this.hint('');
    p.live.hidden = true;
    p.front.hidden = false;
    this.figure.dataset.state = 'idle';
    this.figure.classList.remove('hxp-playing');
    this.offer();
    p.choices.querySelector('button')?.focus({ preventScroll: true });
    await leave?.();
    p.live.replaceChildren();
  }
}

const tables = [];
for (const figure of document.querySelectorAll('figure[data-hexpage-table]')) {
  try {
    figure.hexpage = new Tabletop(figure, JSON.parse(figure.querySelector('script.hxp-data').textContent));
    tables.push(figure);
  } catch (error) {
    console.error('[hexpage]', error);
    figure.classList.add('hxp-plain');
  }
}
warm(tables);
