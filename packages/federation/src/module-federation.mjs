import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { federationName } from './front-ends.mjs';

// Module Federation as rspack itself has it: containers and a share scope. The runtime of
// @module-federation/enhanced does the same for this product and costs every customer's page 20 kB of
// brotli more (measured: 101 against 121 kB before the first screen), because it brings what is not used
// here: manifests, snapshots, preloading, plugins.
const { ModuleFederationPluginV1 } = rspack.container;

/** One copy of each in the page. Nothing else is shared without a decision record. */
const SINGLETONS = ['react', 'react-dom', 'react-router-dom'];

/** The shell's trimmed version of one of them; see there. */
const SHARED_ROUTER = fileURLToPath(new URL('shared-router.mjs', import.meta.url));

function installedVersion(name) {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** `options` of one singleton, by its name and version. */
function shared(options) {
  return Object.fromEntries(
    SINGLETONS.map((name) => {
      const version = installedVersion(name);
      return [name, { singleton: true, requiredVersion: `^${version}`, ...options(name, version) }];
    }),
  );
}

/**
 * The host: knows no remote, brings React. Eager, so that React is in the first file: there is no page
 * without it, and a separate file would be one more round trip.
 */
export function hostPlugin(workspace) {
  return new ModuleFederationPluginV1({
    name: federationName(workspace),
    shared: shared((name, version) => ({
      eager: true,
      ...(name === 'react-router-dom' && { import: SHARED_ROUTER, version }),
    })),
  });
}

/**
 * A remote: exposes `./app` and brings none of the singletons. Its stand-alone start is a separate build
 * without federation that does.
 */
export function remotePlugin(workspace) {
  return new ModuleFederationPluginV1({
    name: federationName(workspace),
    filename: 'remoteEntry.js',
    exposes: { './app': './src/app.tsx' },
    shared: shared(() => ({ import: false })),
  });
}
