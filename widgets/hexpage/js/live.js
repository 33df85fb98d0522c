// The live board: a widget manager in the page, Python in a worker, comm messages between them.
// Bundled by hexpage.build; loaded by stepper.js when a reader asks for it. The page passes data, never code.
import * as base from '@jupyter-widgets/base';
import * as controls from '@jupyter-widgets/controls';
import { ManagerBase } from '@jupyter-widgets/base-manager';
import { Widget } from '@lumino/widgets';
import ipycanvas from 'ipycanvas';
import '@lumino/widgets/style/index.css';
import '@jupyter-widgets/base/css/index.css';
import '@jupyter-widgets/controls/css/widgets-base.css';
import { guard } from './guard.js';

const MODULES = { '@jupyter-widgets/base': base, '@jupyter-widgets/controls': controls, ipycanvas };

class Comm {
  constructor(runtime, id, target) {
    this.runtime = runtime;
    this.comm_id = id;
    this.target_name = target;
    runtime.comms.set(id, this);
  }
  on_msg(callback) { this.onMessage = callback; }
  on_close(callback) { this.onClose = callback; }
  open(data, callbacks, metadata, buffers) {
    return this.runtime.post('comm_open', { comm_id: this.comm_id, target_name: this.target_name, data }, callbacks, buffers);
  }
  send(data, callbacks, metadata, buffers) {
    return this.runtime.post('comm_msg', { comm_id: this.comm_id, data }, callbacks, buffers);
  }
  close(data, callbacks, metadata, buffers) {
    this.runtime.comms.delete(this.comm_id);
    return this.runtime.post('comm_close', { comm_id: this.comm_id, data: data || {} }, callbacks, buffers);
  }
}

class Manager extends ManagerBase {
  constructor(runtime) { super(); this.runtime = runtime; }
  loadClass(name, module) {
    const found = MODULES[module]?.[name];
    return found ? Promise.resolve(found) : Promise.reject(new Error(`The page has no widget ${name} of ${module}`));
  }
  async _create_comm(target, id, data, metadata, buffers) {
    const comm = new Comm(this.runtime, id, target);
    if (data || metadata) comm.open(data, undefined, metadata, buffers);
    return comm;
  }
  _get_comm_info() { return Promise.resolve({}); }
}

class Runtime {
  constructor(boot) {
    this.comms = new Map();
    this.pending = new Map();
    this.count = 1; // 0 is the start
    this.listeners = new Set();
    this.manager = new Manager(this);
    this.worker = boot.worker;
    this.ready = boot.ready; // the page started the worker before this file came
    this.worker.onmessage = (event) => this.receive(event.data);
    for (const message of boot.early.splice(0)) this.receive(message);
  }

  /** Whether Python has nothing left to do. */
  get idle() { return this.pending.size === 0; }

  call(kind, content) {
    return new Promise((resolve, reject) => {
      const id = String(++this.count);
      this.pending.set(id, { resolve, reject });
      this.worker.postMessage({ kind, id, content: JSON.stringify(content) });
    });
  }

  post(kind, content, callbacks, buffers) {
    const id = String(++this.count);
    this.pending.set(id, {});
    const copies = (buffers || []).map((b) => new Uint8Array(b.buffer ? b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength) : b));
    this.worker.postMessage({ kind, id, content: JSON.stringify(content), buffers: copies }, copies.map((b) => b.buffer));
    // the worker keeps the order, so nothing need be held back until it is idle: a text and the Enter after it stay together
    queueMicrotask(() => callbacks?.iopub?.status?.({
      parent_header: { msg_id: id }, header: { msg_type: 'status' }, content: { execution_state: 'idle' },
    }));
    return id;
  }

  receive(message) {
    if (message.kind === 'done') {
      const waiting = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (waiting?.resolve) message.error ? waiting.reject(new Error(message.error)) : waiting.resolve(message.result && JSON.parse(message.result));
      else if (message.error) this.problem(message.error);
    } else if (message.kind === 'log') {
      console.info('[python]', message.text);
    } else if (message.kind === 'problem') {
      this.problem(message.text);
    } else {
      const content = JSON.parse(message.content);
      const buffers = (message.buffers || []).map((b) => new DataView(b.buffer, b.byteOffset, b.byteLength));
      const full = { header: { msg_type: message.kind }, parent_header: {}, metadata: JSON.parse(message.metadata || '{}'), content, buffers };
      const comm = this.comms.get(content.comm_id);
      if (message.kind === 'comm_open') {
        Promise.resolve(this.manager.handle_comm_open(new Comm(this, content.comm_id, content.target_name), full))
          .catch((error) => this.problem(String(error?.message || error)));
      } else if (message.kind === 'comm_msg') {
        comm?.onMessage?.(full);
      } else if (message.kind === 'comm_close') {
        comm?.onClose?.(full);
        this.comms.delete(content.comm_id);
      }
    }
  }

  problem(text) {
    console.error('[hexpage]', text);
    for (const listener of this.listeners) listener(text);
  }
}

let runtime;

/** Take what the worker says from now on, so that a board made early has its models before anybody asks for it. */
export function prepare(boot) {
  if (runtime?.worker !== boot.worker) runtime = new Runtime(boot);
  return runtime;
}

/**
 * Put a live board into `el`. `boot` is the started worker: { worker, ready, early }. `request` is data: record, branch, step,
 * seat, broken, playing, theme, width, close, link; or table, text, form. `onProblem(text)` hears what goes wrong later. Returns `model`, `theme(name)` and `leave()`.
 */
export async function mount(el, boot, request, onProblem) {
  await boot.ready;
  const at = prepare(boot);
  performance.mark('hexpage:engine');
  const { model: id } = await at.call('play', request);
  performance.mark('hexpage:played');
  const model = await at.manager.get_model(id);
  performance.mark('hexpage:models');
  const view = await at.manager.create_view(model);
  performance.mark('hexpage:views');
  at.listeners.add(onProblem);
  el.replaceChildren();
  const release = guard(el, at);
  Widget.attach(view.luminoWidget, el);
  return {
    model,
    theme(name) {
      if (model.get('theme') === name || model.get('theme') === undefined) return;
      model.set('theme', name);
      model.save_changes();
    },
    leave() {
      at.listeners.delete(onProblem);
      release();
      view.remove();
      el.replaceChildren();
      return at.call('leave', { model: id }).catch((error) => at.problem(error.message));
    },
  };
}
