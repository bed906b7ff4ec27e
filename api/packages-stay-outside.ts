import type { Plugin } from 'esbuild';

/** The library for passkeys is hundreds of files: inside the program it loads in a third of the time. */
const BUNDLED = /^domain\/|^@simplewebauthn\/server$/;

/** Bundles the workspace's own sources and leaves packages in node_modules. */
export const packagesStayOutside: Plugin = {
  name: 'packages-stay-outside',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, ({ importer, kind, path }) =>
      kind === 'entry-point' || BUNDLED.test(path) || importer.includes('/node_modules/')
        ? null
        : { path, external: true },
    );
  },
};
