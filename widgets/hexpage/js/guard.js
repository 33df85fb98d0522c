// Keeps a canvas from holding the reader: ipycanvas prevents the default of every key, touch and wheel event it sees.
// Listening on an ancestor in the capture phase, we let pass only what a board has a use for.

const KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ', 'Escape', 'Backspace', 'Delete']);

/** Whether a key press is meant for the board and not for the browser. */
export function forBoard(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return KEYS.has(event.key) || (event.key.length === 1 && event.key !== '\t');
}

/** Guard everything under `el`; `runtime.idle` says whether Python keeps up. Returns a function that stops it. */
export function guard(el, runtime) {
  const onCanvas = (event) => event.target instanceof HTMLCanvasElement;
  const stop = new AbortController();
  const listen = (type, listener, options) => el.addEventListener(type, listener, { capture: true, signal: stop.signal, ...options });

  // Tab, F5, Ctrl+L, Page Down and the like stay with the browser
  listen('keydown', (event) => { if (onCanvas(event) && !forBoard(event)) event.stopImmediatePropagation(); });

  // a swipe scrolls the page, and a tap comes as an ordinary click: the browser makes mouse events from untouched touches
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel']) {
    // (a race of hands needs every finger for itself)
    listen(type, (event) => { if (onCanvas(event) && !event.target.closest('.hx-race')) event.stopImmediatePropagation(); }, { passive: true });
  }

  // moves come faster than Python repaints: keep the newest one until it is idle
  let newest, waiting = false, replaying = false;
  const replay = () => {
    waiting = false;
    if (!newest || stop.signal.aborted) return;
    if (!runtime.idle) { later(); return; }
    const { target, event } = newest;
    newest = undefined;
    replaying = true;
    target.dispatchEvent(new MouseEvent('mousemove', event));
    replaying = false;
  };
  const later = () => { if (!waiting) { waiting = true; requestAnimationFrame(replay); } };
  listen('mousemove', (event) => {
    if (!onCanvas(event) || replaying) return;
    event.stopImmediatePropagation();
    newest = { target: event.target, event: { clientX: event.clientX, clientY: event.clientY, buttons: event.buttons, bubbles: true, cancelable: true } };
    later();
  });
  for (const type of ['mouseout', 'mousedown']) listen(type, () => { newest = undefined; });

  // a canvas says nothing by itself: give it a role and a name, and point at the list of choices
  const name = () => {
    for (const canvas of el.querySelectorAll('canvas:not([role])')) {
      canvas.setAttribute('role', 'application');
      canvas.setAttribute('aria-roledescription', 'board');
      if (!canvas.hasAttribute('aria-label')) {
        canvas.setAttribute('aria-label', canvas.title || 'Board. The arrow keys walk over it, Enter chooses, Escape takes back, Tab leaves. The list of choices beside it says the same in words.');
      }
      canvas.tabIndex = 0;
      // ipycanvas focuses it on a press before it reads the coordinates: a page that scrolls then takes another field for the pressed one
      canvas.focus = (options) => HTMLElement.prototype.focus.call(canvas, { preventScroll: true, ...options });
    }
  };
  const watch = new MutationObserver(name);
  watch.observe(el, { childList: true, subtree: true });
  name();
  return () => { stop.abort(); watch.disconnect(); };
}
