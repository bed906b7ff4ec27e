import { build } from 'esbuild';

// One file for the API and one for a worker alone; packages stay in node_modules, the workspace's own sources
// are bundled.
await build({
  entryPoints: ['src/main.ts', 'src/worker.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'packages-stay-outside',
      setup(bundler) {
        bundler.onResolve({ filter: /^[^./]/ }, (args) =>
          args.kind === 'entry-point' || args.path.startsWith('domain/')
            ? null
            : { path: args.path, external: true },
        );
      },
    },
  ],
});
