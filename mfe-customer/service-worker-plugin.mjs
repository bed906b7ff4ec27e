import { minimizers, moduleOptions } from 'federation/rspack';

const FILE = 'service-worker.js';

function configuration({ name, directory }, outputPath) {
  return {
    name: 'service-worker',
    context: directory,
    mode: 'production',
    target: 'webworker',
    entry: './src/service-worker/worker.ts',
    output: { path: outputPath, filename: FILE, clean: false },
    resolve: { extensions: ['.ts', '.mjs', '.js'] },
    module: moduleOptions(name, { development: false }),
    optimization: { splitChunks: false, runtimeChunk: false, minimizer: minimizers() },
    devtool: false,
    performance: false,
  };
}

/** Writes the service worker, one file of its own, beside a finished production build of the application. */
export class ServiceWorkerPlugin {
  constructor(app) {
    this.app = app;
  }

  apply(compiler) {
    compiler.hooks.done.tapPromise('ServiceWorkerPlugin', async (stats) => {
      if (stats.hasErrors()) return;
      const worker = compiler.webpack.rspack(configuration(this.app, compiler.options.output.path));
      await new Promise((resolve, reject) => {
        worker.run((error, built) => {
          const failure =
            error ??
            (built.hasErrors() ? new Error(built.toString({ all: false, errors: true })) : undefined);
          worker.close(() => (failure ? reject(failure) : resolve()));
        });
      });
    });
  }
}
