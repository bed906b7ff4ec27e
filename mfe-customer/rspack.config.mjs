import { frontEnd } from 'federation/rspack';
import { FirstPaintPlugin } from './first-paint-plugin.mjs';
import { ServiceWorkerPlugin } from './service-worker-plugin.mjs';

const app = { name: 'mfe-customer', kind: 'remote', directory: import.meta.dirname };
const configure = frontEnd(app);

export default (env = {}) => {
  const configuration = configure(env);
  const isForProduction = configuration.mode === 'production' && !env.standalone;
  if (isForProduction) configuration.plugins.push(new FirstPaintPlugin(app), new ServiceWorkerPlugin(app));
  return configuration;
};
