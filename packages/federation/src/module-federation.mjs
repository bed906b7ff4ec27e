import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { federationName } from './front-ends.mjs';

const SHARED_ROUTER = fileURLToPath(new URL('shared-router.mjs', import.meta.url));

/** One copy of each in the page. Nothing else is shared without a decision record. */
const SINGLETONS = { react: '^19.3.1', 'react-dom': '^19.3.1', 'react-router-dom': '^7.18.5' };

function shared(options) {
  return Object.fromEntries(
    Object.entries(SINGLETONS).map(([name, requiredVersion]) => [
      name,
      { singleton: true, requiredVersion, ...options },
    ]),
  );
}

const common = {
  dts: false,
  // remotes.json names remoteEntry.js itself: a manifest would be one more request before it.
  manifest: false,
  shareStrategy: 'loaded-first',
};

/**
 * The host knows no remote. It brings React (in its first file: there is no page without it, and a separate
 * file would be one more round trip) and the federation runtime, which remotes then leave out.
 */
export function hostPlugin(workspace) {
  return new ModuleFederationPlugin({
    ...common,
    name: federationName(workspace),
    shared: {
      ...shared({ eager: true }),
      'react-router-dom': { ...shared({ eager: true })['react-router-dom'], import: SHARED_ROUTER, version: '7.18.5' },
    },
    experiments: {
      optimization: { disableSnapshot: true, target: 'web' },
    },
  });
}

/**
 * A remote exposes `./app` and brings neither React nor the federation runtime; its stand-alone start is a
 * separate build without federation that does.
 */
export function remotePlugin(workspace) {
  return new ModuleFederationPlugin({
    ...common,
    name: federationName(workspace),
    filename: 'remoteEntry.js',
    exposes: { './app': './src/app.tsx' },
    shared: shared({ import: false }),
    experiments: {
      externalRuntime: true,
      optimization: { disableSnapshot: true, target: 'web' },
    },
  });
}
