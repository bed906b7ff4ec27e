import { build } from 'esbuild';
import { packagesStayOutside } from './packages-stay-outside.ts';

// One file for the API and one for a worker alone.
await build({
  entryPoints: ['src/main.ts', 'src/worker.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [packagesStayOutside],
});
