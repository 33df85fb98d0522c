// Python in a module worker. Restores the memory snapshot that the build made; where that does not work (the two options
// are not public API of Pyodide), starts from nothing, which takes about a second longer.
let python, handle;
const here = new URL('.', self.location.href);
const say = (text) => self.postMessage({ kind: 'log', text });

async function bytes(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer;
}

async function unpacked(name) {
  const answer = await bytes(name);
  return new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}

/**
 * Pyodide's module, with memory as large as the snapshot: Pyodide itself restores only what fits into its first 30 MB.
 * What malloc says here is overwritten by the snapshot's own state.
 */
function roomFor(memory, create) {
  return async (settings) => {
    const [module, saved] = await Promise.all([(await create).default(settings), memory]);
    const need = saved.length - new Uint32Array(saved.buffer, saved.byteOffset, 2)[1];
    while (module.HEAP8.length < need) if (!module._malloc(need - module.HEAP8.length + 65536)) throw new Error('not enough memory');
    return module;
  };
}

async function init({ core }) {
  const t0 = performance.now();
  const packages = bytes('packages.zip').then((answer) => answer.arrayBuffer());
  packages.catch(() => {});
  const memory = unpacked('snapshot.bin.gz');
  memory.catch(() => {});
  const create = import(new URL('pyodide.asm.mjs', core).href);
  create.catch(() => {});
  const { loadPyodide } = await import(new URL('pyodide.mjs', core).href);
  const options = { indexURL: core, lockFileURL: new URL('pyodide-lock.json', core).href, stdout: say, stderr: say };
  let how = 'from a snapshot';
  try {
    python = await loadPyodide({ ...options, _loadSnapshot: memory, createPyodideModule: roomFor(memory, create) }); // a promise: the rest loads meanwhile
    python.FS.writeFile('/packages.zip', new Uint8Array(await packages)); // for what is imported later
  } catch (error) {
    say(`the snapshot does not load here: ${error.message}`);
    how = 'from nothing';
    python = await loadPyodide(options);
    python.FS.writeFile('/packages.zip', new Uint8Array(await packages));
    python.runPython('import sys\nsys.path.insert(0, "/packages.zip")\nimport hexpage.worker');
  }
  const worker = python.pyimport('hexpage.worker');
  worker.attach((kind, content, metadata, buffers) => {
    const list = buffers || [];
    self.postMessage({ kind, content, metadata, buffers: list }, list.map((b) => b.buffer));
  }, (text) => self.postMessage({ kind: 'problem', text }));
  handle = worker.handle;
  const ms = Math.round(performance.now() - t0);
  say(`ready ${how} in ${ms} ms`);
  return JSON.stringify({ ms, how });
}

let chain = Promise.resolve();
self.onmessage = ({ data: message }) => {
  chain = chain.then(async () => {
    let result, error;
    try {
      if (message.kind === 'init') result = await init(JSON.parse(message.content));
      else result = handle(message.kind, message.content, python.toPy(message.buffers || []));
      if (message.kind === 'play') ({ result, error } = JSON.parse(result));
    } catch (failure) {
      error = String(failure?.message || failure).trim();
    }
    self.postMessage({ kind: 'done', id: message.id, result: typeof result === 'object' && result ? JSON.stringify(result) : result, error });
  });
};
