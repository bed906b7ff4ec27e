import { FRONT_END_PORTS } from './front-ends.mjs';

/** The API's address while developing; `npm run dev` sets it. */
const API_URL = process.env.API_URL ?? 'http://localhost:3000';

/**
 * The paths that the API serves in production too: calls, files, merchants' pictures, REST and health checks.
 */
const apiProxy = {
  context: ['/trpc', '/files/', '/media/', '/api/', '/healthz', '/readyz'],
  target: API_URL,
};

/** In development as in production the page finds every remote on its own origin, under /remotes/<name>/. */
function remoteProxies() {
  return Object.entries(FRONT_END_PORTS)
    .filter(([name]) => name !== 'shell')
    .map(([name, port]) => ({
      context: [`/remotes/${name}`],
      target: `http://localhost:${port}`,
      pathRewrite: { [`^/remotes/${name}`]: '' },
    }));
}

/** The development server of one front end: hot updates, and everything else as production serves it. */
export function devServer(name, { standalone }) {
  const port = FRONT_END_PORTS[name];
  const paged = name === 'shell' || standalone;
  return {
    port,
    hot: true,
    // A remote inside the shell runs on the shell's origin, so its client needs the address of its own
    // server.
    client: { overlay: false, webSocketURL: paged ? 'auto://0.0.0.0:0/ws' : `ws://localhost:${port}/ws` },
    historyApiFallback: paged,
    proxy: name === 'shell' ? [apiProxy, ...remoteProxies()] : [apiProxy],
  };
}
