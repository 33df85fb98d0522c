// node snapshot.mjs CORE PACKAGES OUT: boots Pyodide, imports everything the page needs, writes the memory, gzipped.
// Modules are imported straight from the zip: Pyodide's own package loader leaves JavaScript references that a snapshot cannot hold.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { pathToFileURL } from 'node:url';

const [core, packages, out] = process.argv.slice(2).map((p) => path.resolve(p));

async function main() {
  const { loadPyodide } = await import(pathToFileURL(path.join(core, 'pyodide.mjs')).href);
  const python = await loadPyodide({ indexURL: core + path.sep, lockFileURL: path.join(core, 'pyodide-lock.json'), _makeSnapshot: true });
  python.FS.writeFile('/packages.zip', fs.readFileSync(packages));
  python.runPython('import sys\nsys.path.insert(0, "/packages.zip")\nimport hexpage.worker\nhexpage.worker.warm()\ndel sys\nimport gc; gc.collect(); gc.freeze(); del gc');
  const memory = python.makeMemorySnapshot();
  fs.writeFileSync(out, zlib.gzipSync(memory, { level: 9 }));
  console.log(JSON.stringify({ memory: memory.length, file: fs.statSync(out).size }));
}

// Node shows the source line of an error, and Pyodide's is one line of a megabyte
main().catch((error) => { console.error(String(error?.message || error)); process.exit(1); });
