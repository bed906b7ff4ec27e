import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { ChunkListPlugin } from './chunk-list-plugin.mjs';
import { devServer } from './dev-server.mjs';
import { EsmRuntimePlugin } from './esm-runtime-plugin.mjs';
import { federationName } from './front-ends.mjs';
import { IntegrityListPlugin } from './integrity-list-plugin.mjs';
import { LeanRouterPlugin } from './lean-router-plugin.mjs';
import { LeanRuntimePlugin } from './lean-runtime-plugin.mjs';
import { hostPlugin, remotePlugin } from './module-federation.mjs';
import { PrecompressPlugin } from './precompress.mjs';

const API_DIRECTORY = fileURLToPath(new URL('../../../api/', import.meta.url));
const REMEMBER_RENDERERS = fileURLToPath(new URL('remember-renderers.mjs', import.meta.url));
const REFUSE_UNSHARED_ROUTER = fileURLToPath(new URL('refuse-unshared-router.mjs', import.meta.url));
const ZOD_WITHOUT_EVAL = fileURLToPath(new URL('zod-without-eval.mjs', import.meta.url));
const REFUSE_API = fileURLToPath(new URL('refuse-api.mjs', import.meta.url));

/**
 * Phones that are some years old still buy bread; below these, CSS nesting and `:has` would be missing too.
 */
const BROWSERS = ['chrome >= 100', 'edge >= 100', 'firefox >= 100', 'safari >= 15.4'];

/**
 * Every file of a front end runs only if it is the one that was built: the entry holds the hashes of its
 * chunks. Those of the shell's are in the chunk before each, for a customer's page loads its first file
 * alone.
 */
const INTEGRITY = {
  shell: { hashFuncNames: ['sha384'], hashLoading: 'lazy' },
  remote: { hashFuncNames: ['sha384'] },
};

function moduleRules(development) {
  return [
    {
      test: /\.tsx?$/,
      loader: 'builtin:swc-loader',
      options: {
        env: { targets: BROWSERS, bugfixes: true },
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development, refresh: development } },
        },
      },
      type: 'javascript/auto',
    },
    { test: /\.css$/, type: 'css/auto' },
    { test: /\.(?:svg|png|webp|woff2)$/, type: 'asset' },
    {
      resource: (path) => path.startsWith(API_DIRECTORY) && !path.includes(`${sep}node_modules${sep}`),
      enforce: 'pre',
      use: REFUSE_API,
    },
    { test: /\.tsx?$/, enforce: 'pre', use: REFUSE_UNSHARED_ROUTER },
    { test: /[\\/]zod[\\/]v4[\\/]core[\\/]schemas\.js$/, enforce: 'pre', use: ZOD_WITHOUT_EVAL },
  ];
}

function plugins({ name, kind, directory }, { development, standalone }) {
  const paged = kind === 'shell' || standalone;
  const publicDirectory = join(directory, 'public');
  return [
    kind === 'shell' && hostPlugin(name),
    kind === 'remote' && !standalone && remotePlugin(name),
    !standalone && new EsmRuntimePlugin(),
    !standalone && new LeanRuntimePlugin(kind),
    kind === 'shell' && !development && new LeanRouterPlugin(),
    paged &&
      new rspack.HtmlRspackPlugin({
        template: join(directory, 'index.html'),
        publicPath: '/',
        scriptLoading: 'defer',
      }),
    existsSync(publicDirectory) &&
      new rspack.CopyRspackPlugin({ patterns: [{ from: publicDirectory, noErrorOnMissing: true }] }),
    development && new ReactRefreshRspackPlugin(),
    !development && new rspack.SubresourceIntegrityPlugin(INTEGRITY[kind]),
    !development && new IntegrityListPlugin(),
    !development && new ChunkListPlugin(),
    !development && new PrecompressPlugin(),
  ];
}

/**
 * Each app's are its own, so that no remote's styles can touch another's or the shell's. To be read while
 * developing; else short, for scripts, styles and pages are full of them.
 */
function classNames(name, development) {
  const initial = name.replace('mfe-', '').slice(0, 1);
  return development ? `${name}-[name]-[local]-[hash:base64:6]` : `${initial}[hash:base64:5]`;
}

/** How a front end's sources become JavaScript and CSS. */
export function moduleOptions(name, { development }) {
  return {
    rules: moduleRules(development),
    // Custom properties and grid areas are spoken of across files, so they keep their names.
    parser: {
      'css/auto': { namedExports: false, dashedIdents: false, customIdents: false, grid: false },
    },
    // Class names are only ever a default import; without the mark of a module each page is 80 bytes lighter.
    generator: { 'css/auto': { localIdentName: classNames(name, development), esModule: false } },
  };
}

/** For the same phones in every build. */
export function minimizers() {
  return [
    // A second and third pass make each page some fifty bytes lighter.
    new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { compress: { passes: 3 } } }),
    new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
  ];
}

/** Fixed names while developing, names by content in production, where they are cached for ever. */
function output({ name, kind, directory }, { development, standalone }) {
  const prefix = kind === 'shell' ? 'assets/' : '';
  const file = development ? `${prefix}[name]` : `${prefix}[name].[contenthash:10]`;
  return {
    path: join(directory, standalone ? 'dist-standalone' : 'dist'),
    clean: true,
    // Together with an integrity, which the page's own preloads carry too.
    crossOriginLoading: 'anonymous',
    uniqueName: federationName(name),
    // The shell removes it before it fetches a remote again; see its load-remote.ts.
    chunkLoadingGlobal: `rspackChunk${federationName(name)}`,
    publicPath: kind === 'shell' || standalone ? '/' : 'auto',
    filename: `${file}.js`,
    chunkFilename: `${file}.js`,
    cssFilename: `${file}.css`,
    cssChunkFilename: `${file}.css`,
    assetModuleFilename: `${prefix}[name].[contenthash:10][ext]`,
  };
}

/** The shell's page and a stand-alone page start in main.ts; for the shell a remote is its app.tsx only. */
function entry({ kind }, { development, standalone }) {
  if (kind === 'remote' && !standalone) return {};
  return { main: [...(development ? [REMEMBER_RENDERERS] : []), './src/main.ts'] };
}

/**
 * The whole rspack configuration of one front end.
 *
 * `name` is the workspace, `kind` 'shell' or 'remote', `directory` the workspace's folder. A remote is built
 * to be loaded by the shell; `rspack serve --env standalone` serves it as a page of its own instead.
 */
export function frontEnd(app) {
  return (env = {}) => {
    const development = Boolean(env.RSPACK_SERVE);
    const mode = { development, standalone: app.kind === 'remote' && Boolean(env.standalone) };
    return {
      name: app.name,
      context: app.directory,
      mode: development ? 'development' : 'production',
      target: 'web',
      entry: entry(app, mode),
      output: output(app, mode),
      devtool: development ? 'cheap-module-source-map' : 'hidden-source-map',
      resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'] },
      module: moduleOptions(app.name, mode),
      plugins: plugins(app, mode).filter(Boolean),
      optimization: {
        // Code that two screens share gets a file of its own; a package of one screen stays in its file, as
        // every file more is a request more.
        splitChunks: { chunks: 'async', cacheGroups: { defaultVendors: false } },
        minimizer: minimizers(),
      },
      performance: false,
      devServer: devServer(app.name, mode),
      stats: 'errors-warnings',
      infrastructureLogging: { level: 'warn' },
      lazyCompilation: false,
    };
  };
}
