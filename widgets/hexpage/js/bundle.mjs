// node bundle.mjs ENTRY OUT IPYCANVAS: one file of JavaScript and one of CSS for the live board.
import { build } from 'esbuild';

const [entry, outfile, ipycanvas] = process.argv.slice(2);
await build({
  entryPoints: [entry], outfile, bundle: true, format: 'esm', minify: !process.env.HEXPAGE_DEBUG, target: 'es2022', charset: 'utf8', legalComments: 'linked',
  alias: { ipycanvas },
  loader: { '.svg': 'dataurl', '.woff': 'dataurl', '.woff2': 'dataurl', '.ttf': 'dataurl', '.eot': 'dataurl' },
  define: { global: 'globalThis' }, logLevel: 'warning',
});
