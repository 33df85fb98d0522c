// Steps through the examples of a page, opens cited rules, and brings the live board in when a reader asks for it.
// No dependencies. Everything it shows was made when the book was built; it reads JSON and never runs text as code.

const html = document.documentElement;
const page = JSON.parse(document.querySelector('script.hxp-page')?.textContent || '{"rules":{}}');

/** An element: attributes, then children; a function as attribute is a listener, null and false leave it out. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}

const ARROWS = { back: 'M15 5l-7 7 7 7', next: 'M9 5l7 7-7 7', first: 'M18 5l-7 7 7 7M7 5v14', play: 'M8 5v14l11-7z', close: 'M6 6l12 12M18 6L6 18' };

function sign(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false', class: `hxp-sign hxp-sign-${name}` })) svg.setAttribute(key, value);
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', ARROWS[name]);
  svg.append(path);
  return svg;
}

const MOST_RULES = 6;
const narrow = matchMedia('(max-width: 639px)');
const dark = matchMedia('(prefers-color-scheme: dark)');

const idle = (task) => (window.requestIdleCallback ? requestIdleCallback(task, { timeout: 1000 }) : setTimeout(task, 50));

/** "light" or "dark", as the page is now. */
function theme() { return html.dataset.theme || (dark.matches ? 'dark' : 'light'); }

// --- the address -----------------------------------------------------------------------------------------------------

/** What "#war?branch=sling&step=14" says, or null where it is about something else. */
function readAddress(name) {
  const [, id, query] = /^#([^?]+)\?(.*)$/.exec(location.hash) || [];
  if (!id || decodeURIComponent(id) !== name) return null;
  const terms = new URLSearchParams(query);
  return { branch: terms.get('branch'), step: Number(terms.get('step')) || 1, eyes: terms.get('eyes'), off: terms.getAll('off') };
}

function writeAddress(name, terms) {
  const query = new URLSearchParams(terms.filter(([, value]) => value !== null && value !== ''));
  try { history.replaceState(history.state, '', `#${encodeURIComponent(name)}?${query}`); } catch { /* a sandbox may forbid it */ }
}

// --- rules -----------------------------------------------------------------------------------------------------------

/** The statement's words, its section and the way to it. */
function statement(id) {
  const rule = page.rules[id] || { text: id, section: '' };
  return [
    el('p', { class: 'hxp-rule-text' }, rule.text),
    rule.note ? el('p', { class: 'hxp-rule-note' }, rule.note) : null,
    el('p', { class: 'hxp-rule-where' }, rule.href ? el('a', { href: rule.href }, rule.section || 'Where it stands') : rule.section || '', ' ', el('code', {}, id)),
  ];
}

let dialog;
function openRule(id) {
  dialog?.remove();
  const heading = el('h2', { class: 'hxp-dialog-title', id: 'hxp-dialog-title' }, page.rules[id]?.name || id);
  const shut = el('button', { type: 'button', class: 'hxp-button hxp-quiet hxp-icon', 'aria-label': 'Close', onclick: () => dialog.close() }, sign('close'));
  dialog = el('dialog', { class: 'hxp-dialog', 'aria-labelledby': 'hxp-dialog-title', onclick: (event) => { if (event.target === dialog) dialog.close(); } },
    el('div', { class: 'hxp-dialog-inside' }, el('div', { class: 'hxp-dialog-head' }, heading, shut), ...statement(id)));
  dialog.addEventListener('close', () => dialog.remove());
  for (const link of dialog.querySelectorAll('a')) link.addEventListener('click', () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** A rule that the page itself does not cite: every statement of the book stands in one file. */
async function findRule(id) {
  if (!page.rules[id]) {
    try {
      const all = await (await fetch(new URL(`${page.root}_static/hexpage-rules.json`, location.href))).json();
      for (const [name, rule] of Object.entries(all)) {
        page.rules[name] ??= { ...rule, href: rule.href && page.root + rule.href };
      }
    } catch (error) { console.warn('[hexpage]', error); }
  }
  openRule(id);
}

/** Give citations their addresses; one without an address is a button. */
function armRules(root) {
  for (const link of root.querySelectorAll('a.hxp-rule')) {
    const address = link.getAttribute('href');
    if (address?.startsWith('hexpage:')) link.href = page.rules[link.dataset.rule]?.href || '';
    if (!link.getAttribute('href')) { link.removeAttribute('href'); link.setAttribute('role', 'button'); link.tabIndex = 0; }
  }
}

function openRules() {
  armRules(document);
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a.hxp-rule, a[href^="#rule:"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    findRule(link.dataset.rule || decodeURIComponent(link.getAttribute('href').slice(6)));
  });
  document.addEventListener('keydown', (event) => {
    if ((event.key === 'Enter' || event.key === ' ') && event.target.matches?.('a.hxp-rule:not([href])')) { event.preventDefault(); event.target.click(); }
  });
}

// --- the engine: one worker a page --------------------------------------------------------------------------------------

let boot;
/** Start Python in a worker, once; the promise is rejected when it cannot start, and the next call tries again. */
function start() {
  if (boot) return boot;
  const app = new URL(page.live.app, location.href), core = new URL(page.live.core, location.href);
  const early = [];
  const worker = new Worker(new URL('worker.js', app), { type: 'module' });
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === 'done' && data.id === '0') data.error ? reject(new Error(data.error)) : resolve(data.result);
      else early.push(data);
    };
    worker.onerror = (event) => { event.preventDefault?.(); reject(new Error(event.message || 'the engine’s files did not load')); };
  });
  worker.postMessage({ kind: 'init', id: '0', content: JSON.stringify({ core: core.href }) });
  const module = style(new URL('live.css', app)).then(() => import(new URL('live.js', app).href));
  const mine = { worker, ready, early, module };
  boot = mine;
  Promise.all([ready, module]).catch(() => { worker.terminate(); if (boot === mine) boot = undefined; });
  return boot;
}

function style(href) {
  return new Promise((resolve, reject) => {
    document.head.append(el('link', { rel: 'stylesheet', href: href.href, onload: resolve, onerror: () => reject(new Error('the board’s style sheet did not load')) }));
  });
}

/** Start the engine and make a board that nobody sees yet: a click on the same example finds it ready. */
async function rehearse(figure) {
  try {
    const boot = start();
    const [, live] = await Promise.all([boot.ready, boot.module]);
    if (boot.used) return;
    live.prepare(boot);
    boot.worker.postMessage({ kind: 'rehearse', id: '-', content: JSON.stringify(figure.hexpage.request()) });
  } catch { /* the reader hears of it on a click */ }
}

/** Start the engine early when a board comes into view, except where the reader saves data. */
function warm(figures) {
  const net = navigator.connection;
  if (!page.live || !figures.length || net?.saveData || /(^|-)2g$/.test(net?.effectiveType || '') || !('IntersectionObserver' in window)) return;
  let timer;
  const watch = new IntersectionObserver((entries) => {
    clearTimeout(timer);
    const seen = entries.find((entry) => entry.isIntersecting);
    if (!seen) return;
    timer = setTimeout(() => { watch.disconnect(); rehearse(seen.target); }, 400);
  }, { threshold: 0.15 });
  for (const figure of figures) watch.observe(figure);
}

/** The HTML of a picture that is stored as places in a list of elements; nothing for none. */
function whole({ parts, pictures }, number) { return (pictures[number] || []).map((part) => parts[part]).join(''); }

// --- one example -------------------------------------------------------------------------------------------------------

class Stepper {
  constructor(figure, data) {
    this.figure = figure;
    this.data = data;
    this.off = new Set();
    this.guess = null;
    this.asking = false;
    this.open = new Set();
    this.line = data.lines[0];
    this.eye = data.eye;
    this.step = 0;
    this.build();
    this.restore();
    addEventListener('hashchange', () => { if (this.restore()) { this.figure.scrollIntoView(); } });
    narrow.addEventListener('change', () => this.paint(this.frame().picture));
    const settle = () => idle(() => this.settle());
    addEventListener('resize', settle);
    if (this.length > 1) settle();
    this.render();
  }

  frame(step = this.step) { return this.data.frames[this.line.frames[this.eye][step]]; }
  get length() { return this.line.frames[this.eye].length; }
  /** The ways to go on at the end of the main line. */
  get forks() { return this.line.name === null && this.step === this.length - 1 ? this.data.lines.filter((line) => line.name !== null && line.after === this.length) : []; }

  restore() {
    const said = readAddress(this.data.name);
    if (!said) return false;
    this.line = this.data.lines.find((line) => line.name === said.branch) || this.data.lines[0];
    const eye = this.data.eyes.findIndex(([, label]) => label === said.eyes);
    if (eye >= 0) this.eye = eye;
    this.step = Math.min(Math.max(said.step - 1, 0), this.length - 1);
    this.off = new Set(said.off.filter((rule) => page.rules[rule]?.break));
    this.asking = false;
    this.guess = null;
    if (this.parts) this.render();
    return true;
  }

  remember() {
    writeAddress(this.data.name, [
      ['branch', this.line.name], ['step', this.step + 1],
      ['eyes', this.eye === this.data.eye ? null : this.data.eyes[this.eye][1]],
      ...[...this.off].map((rule) => ['off', rule]),
    ]);
  }

  build() {
    const { data } = this;
    const button = (kind, label, action, icon, after = false) => el('button', { type: 'button', class: `hxp-button ${kind}`, onclick: action },
      ...(after ? [label, sign(icon)] : [icon ? sign(icon) : null, label]));
    const p = this.parts = {};
    p.strip = el('div', { class: data.frames[0]?.sides.length > 2 ? 'hxp-strip hxp-many' : 'hxp-strip' });
    p.stage = el('div', { class: 'hxp-stage' });
    p.first = el('button', { type: 'button', class: 'hxp-button hxp-quiet hxp-icon', 'aria-label': 'First step', onclick: () => this.go(0) }, sign('first'));
    p.back = button('hxp-back', 'Back', () => this.go(this.step - 1), 'back');
    p.next = button('hxp-next hxp-main', 'Next', () => this.next(), 'next', true);
    p.slider = el('input', { type: 'range', class: 'hxp-slider', min: 1, step: 1, 'aria-label': 'Step', oninput: () => this.go(Number(p.slider.value) - 1) });
    p.count = el('span', { class: 'hxp-count' });
    p.controls = el('div', { class: 'hxp-controls' }, p.first, p.back, p.slider, p.count, p.next);
    p.stack = el('div', { class: 'hxp-beside' });
    p.lists = el('div', { class: 'hxp-beside hxp-lists' });
    p.say = el('div', { class: 'hxp-say', 'aria-live': 'polite', 'aria-atomic': 'true' });
    p.ask = el('div', { class: 'hxp-ask' });
    p.fork = el('div', { class: 'hxp-fork' });
    p.rules = el('div', { class: 'hxp-rules' });
    p.play = data.live && page.live ? button('hxp-play hxp-main', 'Play from here', () => this.play(), 'play') : null;
    p.text = el('button', { type: 'button', class: 'hxp-button hxp-quiet', 'aria-expanded': 'false', onclick: () => this.showText() }, 'Read as text');
    p.fault = el('div', { class: 'hxp-fault', role: 'alert' });
    p.lines = this.chooser('Ending', data.lines.map((line) => [line.name === null ? 'Main line' : line.title, () => this.choose(line)]));
    p.eyes = this.chooser('Seen by', data.eyes.map(([, label], i) => [label, () => { this.eye = i; this.asking = false; this.moved(); }]));
    p.tools = el('div', { class: 'hxp-tools' }, p.lines, p.eyes);
    p.example = el('div', { class: 'hxp-grid' }, p.tools, p.strip, p.stage, p.controls, p.lists,
      el('div', { class: 'hxp-panel' }, p.say, p.ask, p.fork, p.stack, p.rules, el('div', { class: 'hxp-foot' }, p.play, p.text)));
    p.live = el('div', { class: 'hxp-live', hidden: true });
    p.player = el('div', { class: 'hxp-player', role: 'group', 'aria-label': `Example: ${data.title}`, onkeydown: (event) => this.key(event) }, p.example, p.live, p.fault);
    this.figure.querySelector('.hxp-static').before(p.player);
  }

  chooser(label, choices) {
    if (choices.length < 2) return null;
    const box = el('div', { class: 'hxp-chooser', role: 'group', 'aria-label': label }, el('span', { class: 'hxp-chooser-label', 'aria-hidden': 'true' }, label));
    for (const [text, action] of choices) box.append(el('button', { type: 'button', class: 'hxp-choice', 'aria-pressed': 'false', onclick: action }, text));
    return box;
  }

  press(box, index) { box?.querySelectorAll('button').forEach((button, i) => button.setAttribute('aria-pressed', String(i === index))); }

  key(event) {
    if (event.target.closest('input, select, textarea, .hxp-live') || event.altKey || event.ctrlKey || event.metaKey) return;
    const move = { ArrowRight: () => this.next(), ArrowLeft: () => this.go(this.step - 1), Home: () => this.go(0), End: () => this.go(this.length - 1) }[event.key];
    if (move) { event.preventDefault(); move(); }
  }

  choose(line) {
    this.line = line;
    this.go(this.step);
  }

  next() {
    if (this.asking) return;
    if (this.step >= this.length - 1) return;
    if (this.frame(this.step + 1).ask) {
      this.asking = true;
      this.render();
      this.parts.ask.querySelector('.hxp-question')?.focus();
      return;
    }
    this.go(this.step + 1);
  }

  answer(choice) {
    const had = this.parts.ask.contains(document.activeElement);
    this.go(this.step + 1, choice);
    if (had) this.parts.next.disabled ? this.parts.back.focus() : this.parts.next.focus();
  }

  go(step, guess = null) {
    this.step = Math.min(Math.max(step, 0), this.length - 1);
    this.asking = false;
    this.guess = guess;
    this.moved();
  }

  moved() { this.render(); this.remember(); }

  render() {
    const p = this.parts, frame = this.frame(), { data } = this;
    this.paint(frame.picture);
    p.strip.replaceChildren(...this.strip(frame));
    for (const [box, number] of [[p.stack, frame.stack], [p.lists, frame.lists]]) {
      box.innerHTML = whole(data.panels, number);
      armRules(box);
    }
    p.slider.max = this.length;
    p.slider.value = this.step + 1;
    p.slider.setAttribute('aria-valuetext', `Step ${this.step + 1} of ${this.length}`);
    p.slider.style.setProperty('--hx-part', this.length > 1 ? this.step / (this.length - 1) : 1);
    p.count.textContent = `${this.step + 1} / ${this.length}`;
    const focused = document.activeElement;
    p.first.disabled = p.back.disabled = this.step === 0;
    p.next.disabled = this.step === this.length - 1 || this.asking;
    if ((focused === p.next && p.next.disabled && !this.asking) || ((focused === p.back || focused === p.first) && p.back.disabled)) (p.next.disabled ? p.back : p.next).focus();
    this.figure.classList.toggle('hxp-single', this.length === 1 && data.lines.length === 1);
    p.say.replaceChildren(...this.words(frame));
    p.ask.replaceChildren(...(this.asking ? this.question(this.frame(this.step + 1).ask) : []));
    p.fork.replaceChildren(...(this.forks.length && !this.asking ? [
      el('p', { class: 'hxp-fork-title' }, 'How does it end?'),
      ...this.forks.map((line) => el('button', { type: 'button', class: 'hxp-button', onclick: () => { this.line = line; this.remember(); this.next(); if (!this.asking) p.next.focus(); else this.press(p.lines, data.lines.indexOf(line)); } }, line.title)),
    ] : []));
    p.rules.replaceChildren(...this.rules(frame));
    this.press(p.lines, data.lines.indexOf(this.line));
    this.press(p.eyes, this.eye);
  }

  /** Show a picture, on a narrow stage the one that was composed for it. */
  paint(picture) {
    const { stage } = this.parts, { data } = this, small = narrow.matches;
    if (this.shown === `${picture} ${small}`) return;
    this.shown = `${picture} ${small}`;
    if (small && !this.narrowShared) {
      this.figure.insertAdjacentHTML('afterbegin', data.narrow.shared);
      this.narrowShared = true;
    }
    stage.innerHTML = whole(small ? data.narrow : data.wide, picture);
  }

  /** Keep the board where it is: the strip is always as high as it will ever be. */
  settle() {
    const { strip } = this.parts;
    strip.style.minHeight = '';
    if (!strip.offsetParent) return;
    let most = 0;
    for (const place of new Set(this.data.lines.flatMap((line) => line.frames[this.eye]))) {
      strip.replaceChildren(...this.strip(this.data.frames[place]));
      most = Math.max(most, strip.offsetHeight);
    }
    strip.replaceChildren(...this.strip(this.frame()));
    strip.style.minHeight = `${most}px`;
  }

  strip(frame) {
    const half = (side) => el('div', { class: `hxp-side hxp-seat-${side.seat}` },
      el('span', { class: 'hxp-side-name' }, side.name), side.role ? el('span', { class: 'hxp-side-role' }, side.role) : null, side.total ? el('span', { class: 'hxp-total' }, side.total) : null,
      side.chips.length ? el('div', { class: 'hxp-chips' }, ...side.chips.map(([icon, label, value]) => this.chip(`${icon}-${side.seat}`, label, value))) : null,
      el('dl', { class: 'hxp-rows' }, ...side.rows.map(([label, value]) => el('div', {}, el('dt', {}, label), el('dd', {}, value)))));
    return [el('p', { class: 'hxp-headline' }, frame.headline), el('div', { class: 'hxp-sides' }, ...frame.sides.map(half))];
  }

  chip(icon, label, value) {
    const chip = el('span', { class: 'hxp-chip' }, label, ' ', el('b', {}, value));
    chip.insertAdjacentHTML('afterbegin', this.data.icons[icon] || '');
    return chip;
  }

  words(frame) {
    const out = [], ask = frame.ask;
    if (this.guess !== null && ask) {
      const right = this.guess === ask.answer;
      out.push(el('p', { class: `hxp-guess ${right ? 'hxp-right' : 'hxp-wrong'}` },
        el('strong', {}, right ? '✓ Right. ' : `✗ You said “${this.guess}”. It is “${ask.answer}”. `), ask.why || ''));
    }
    if (frame.say) out.push(el('p', {}, frame.say));
    const events = (frame.events || []).filter((text) => text !== frame.say);
    if (events.length) out.push(el('ul', { class: 'hxp-events' }, ...events.map((text) => el('li', {}, text))));
    if (!out.length) out.push(el('p', { class: 'hxp-muted' }, 'Nothing to see from this seat.'));
    const outcome = this.step === this.length - 1 && this.line.outcome && !this.forks.length;
    if (outcome) out.push(el('p', { class: 'hxp-outcome' }, el('strong', {}, 'Documented outcome'), ' ', this.line.outcome));
    return out;
  }

  question(ask) {
    return [
      el('p', { class: 'hxp-question', tabindex: '-1' }, el('span', { class: 'hxp-kicker' }, 'What do you expect? '), ask.question),
      el('div', { class: 'hxp-choices' }, ...ask.choices.map((choice) => el('button', { type: 'button', class: 'hxp-button', onclick: () => this.answer(choice) }, choice)),
        el('button', { type: 'button', class: 'hxp-button hxp-quiet', onclick: () => this.answer(null) }, 'Just show me')),
    ];
  }

  rules(frame) {
    const ids = frame.rules || [];
    if (!ids.length) return [];
    const items = (this.allRules || ids.length <= MOST_RULES + 1 ? ids : ids.slice(0, MOST_RULES)).map((id) => {
      const rule = page.rules[id] || {}, open = this.open.has(id), off = this.off.has(id);
      const body = el('div', { class: 'hxp-rule-body', hidden: !open }, ...statement(id));
      const head = el('button', { type: 'button', class: 'hxp-rule-name', 'aria-expanded': String(open), onclick: () => {
        open ? this.open.delete(id) : this.open.add(id);
        this.render();
        this.parts.rules.querySelector(`[data-rule="${id}"] .hxp-rule-name`)?.focus();
      } }, el('span', { class: 'hxp-para', 'aria-hidden': 'true' }, '§'), rule.name || id);
      const breaks = rule.break && data_live(this) ? el('button', { type: 'button', role: 'switch', class: 'hxp-switch', 'aria-checked': String(off), 'aria-label': `Break this rule: ${rule.name}`, title: rule.break, onclick: () => this.toggle(id) },
        el('span', { class: 'hxp-switch-text', 'aria-hidden': 'true' }, 'Break')) : null;
      return el('li', { class: 'hxp-cited', 'data-rule': id }, el('div', { class: 'hxp-cited-head' }, head, breaks), body);
    });
    const more = items.length < ids.length ? el('button', { type: 'button', class: 'hxp-button hxp-quiet', onclick: () => {
      this.allRules = true;
      this.render();
      this.parts.rules.querySelectorAll('.hxp-rule-name')[MOST_RULES].focus();
    } }, `${ids.length - items.length} more rules`) : null;
    return [el('p', { class: 'hxp-rules-title' }, ids.length === 1 ? 'The rule behind it' : 'The rules behind it'), el('ul', { class: 'hxp-cited-list' }, ...items), ...(more ? [more] : [])];
  }

  toggle(id) {
    this.off.has(id) ? this.off.delete(id) : this.off.add(id);
    this.moved();
    if (this.off.size) this.play();
  }

  showText() {
    const open = this.figure.classList.toggle('hxp-text');
    this.parts.text.setAttribute('aria-expanded', String(open));
  }

  // --- live ---

  fault(text, again) {
    const p = this.parts;
    p.fault.replaceChildren(...(text ? [
      el('p', {}, text),
      again ? el('button', { type: 'button', class: 'hxp-button', onclick: again }, 'Try again') : null,
      el('button', { type: 'button', class: 'hxp-button hxp-quiet', onclick: () => this.fault('') }, 'Close'),
    ].filter(Boolean) : []));
  }

  /** What the engine is told: data, never code. */
  request() {
    return {
      record: this.data.record, branch: this.line.name, step: this.step, seat: this.data.eyes[this.eye][0], broken: [...this.off],
      playing: !this.off.size, theme: theme(), width: narrow.matches ? 'narrow' : null, close: this.data.close, link: '#rule:{id}',
    };
  }

  async play() {
    const p = this.parts;
    if (this.figure.dataset.state === 'starting' || this.leave) return;
    this.fault('');
    this.figure.dataset.state = 'starting';
    p.player.setAttribute('aria-busy', 'true');
    p.play.disabled = true;
    p.play.lastChild.textContent = 'Starting the engine…';
    const at = performance.now();
    try {
      const boot = start();
      const [, live] = await Promise.all([boot.ready, boot.module]);
      const board = el('div', { class: 'hxp-live-board' });
      const back = el('button', { type: 'button', class: 'hxp-button', onclick: () => this.backToExample() }, sign('back'), 'Back to the example');
      p.live.replaceChildren(el('div', { class: 'hxp-live-bar' }, back, el('span', { class: 'hxp-live-title' }, 'Live board')), board);
      boot.used = true;
      const mounted = await live.mount(board, boot, this.request(), (text) => this.fault(text));
      const watch = new MutationObserver(() => mounted.theme(theme()));
      watch.observe(html, { attributes: true, attributeFilter: ['data-theme'] });
      this.leave = () => { watch.disconnect(); return mounted.leave(); };
      p.example.hidden = true;
      p.live.hidden = false;
      this.figure.dataset.state = 'live';
      this.figure.dataset.liveMs = String(Math.round(performance.now() - at));
      back.focus({ preventScroll: true });
      const top = p.player.getBoundingClientRect().top;
      if (top < 0) this.figure.scrollIntoView({ block: 'start' });
    } catch (error) {
      console.warn('[hexpage]', error);
      this.figure.dataset.state = 'failed';
      this.fault(`The live board could not start: ${error?.message || error}.`.replace(/\.\.$/, '.'), () => this.play());
    }
    p.player.removeAttribute('aria-busy');
    p.play.disabled = false;
    p.play.lastChild.textContent = 'Play from here';
  }

  async backToExample() {
    const p = this.parts, leave = this.leave;
    this.leave = undefined;
    this.off.clear();
    this.fault('');
    p.live.hidden = true;
    p.example.hidden = false;
    this.figure.dataset.state = 'example';
    this.moved();
    p.play.focus({ preventScroll: true });
    await leave?.();
    p.live.replaceChildren();
  }
}

function data_live(stepper) { return Boolean(stepper.data.live && page.live); }

// --- start ---------------------------------------------------------------------------------------------------------------

const figures = [];
for (const figure of document.querySelectorAll('figure[data-hexpage]')) {
  try {
    const data = JSON.parse(figure.querySelector('script.hxp-data').textContent);
    figure.hexpage = new Stepper(figure, data);
    if (data.live) figures.push(figure);
    if (readAddress(data.name)) figure.scrollIntoView();
  } catch (error) {
    console.error('[hexpage]', error);
    figure.classList.add('hxp-plain');
  }
}
openRules();
warm(figures);
window.hexpage = { start, rehearse, warm, page, el, sign, theme, narrow };
if (document.querySelector('figure[data-hexpage-table]')) import(new URL('hexpage-table.js', import.meta.url).href);
if (document.querySelector('figure[data-hexpage-deck]')) import(new URL('hexpage-deck.js', import.meta.url).href);
