import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { federationName } from './front-ends.mjs';

/** One copy of each in the page. Nothing else is shared without a decision record. */
const SINGLETONS = ['react', 'react-dom', 'react-router-dom'];

/** The shell's trimmed version of one of them; see there. */
const SHARED_ROUTER = fileURLToPath(new URL('shared-router.mjs', import.meta.url));

/** See there: the counterpart of LeanRuntimePlugin in a remote. */
const PROVIDE_BUNDLER_RUNTIME = fileURLToPath(
  new URL('runtime-parts/provide-bundler-runtime.mjs', import.meta.url),
);

/** See there: only what the directory names is run. */
const CHECK_INTEGRITY = fileURLToPath(new URL('runtime-parts/check-integrity.mjs', import.meta.url));

/** Settings common to both sides: no type downloads, no unused snapshots of remotes. */
const COMMON = { dts: false, manifest: false, shareStrategy: 'loaded-first' };
const OPTIMIZATION = { disableSnapshot: true, target: 'web' };

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
 * The host: knows no remote, brings React and the federation runtime. React is eager, in the first file:
 * there is no page without it, and a separate file would be one more round trip. The router is not:
 * customers' pages do without.
 */
export function hostPlugin(workspace) {
  return new ModuleFederationPlugin({
    ...COMMON,
    name: federationName(workspace),
    shared: shared((name, version) => ({
      ...(name === 'react-router-dom' ? { import: SHARED_ROUTER, version } : { eager: true }),
    })),
    runtimePlugins: [PROVIDE_BUNDLER_RUNTIME, CHECK_INTEGRITY],
    experiments: { provideExternalRuntime: true, optimization: OPTIMIZATION },
  });
}

/**
 * A remote: exposes `./app`, brings none of the singletons and uses the shell's federation runtime. Its
 * stand-alone start is a separate build without federation that brings its own React.
 */
export function remotePlugin(workspace) {
  return new ModuleFederationPlugin({
    ...COMMON,
    name: federationName(workspace),
    filename: 'remoteEntry.js',
    exposes: { './app': './src/app.tsx' },
    shared: shared(() => ({ import: false })),
    experiments: { externalRuntime: true, optimization: OPTIMIZATION },
  });
}
