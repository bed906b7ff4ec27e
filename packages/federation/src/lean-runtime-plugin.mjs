import { fileURLToPath } from 'node:url';

const NO_SNAPSHOTS = fileURLToPath(new URL('runtime-parts/no-snapshots.mjs', import.meta.url));
const NO_PRELOADING = fileURLToPath(new URL('runtime-parts/no-preloading.mjs', import.meta.url));
const PLAIN_START = fileURLToPath(new URL('runtime-parts/plain-start.mjs', import.meta.url));
const SHELLS_RUNTIME = fileURLToPath(new URL('runtime-parts/shells-bundler-runtime.mjs', import.meta.url));

/** A file of the runtime that a build does not need, and its replacement. */
const HOST_REPLACEMENTS = [
  [/[\\/]runtime-core[\\/]dist[\\/]plugins[\\/]snapshot[\\/]SnapshotHandler\.js$/, NO_SNAPSHOTS],
  [/[\\/]runtime-core[\\/]dist[\\/]utils[\\/]preload\.js$/, NO_PRELOADING],
  [/[\\/]webpack-bundler-runtime[\\/]dist[\\/](?:init|remotes)\.js$/, PLAIN_START],
];
const REMOTE_REPLACEMENTS = [[/[\\/]webpack-bundler-runtime[\\/]dist[\\/]index\.js$/, SHELLS_RUNTIME]];

/**
 * Removes unused parts of the federation runtime that no option of the plugin removes: in the host the
 * snapshots of remotes (switched off), preloading by manifest (there is none) and the parts named in
 * plain-start.mjs, 3.5 kB of brotli; in a remote all that the shell has already, 3.9 kB. A release of the
 * runtime that renames its files brings them back, which the weight budgets show. Comes after
 * EsmRuntimePlugin.
 */
export class LeanRuntimePlugin {
  constructor(kind) {
    this.replacements = kind === 'shell' ? HOST_REPLACEMENTS : REMOTE_REPLACEMENTS;
  }

  apply(compiler) {
    for (const [file, replacement] of this.replacements) {
      new compiler.webpack.NormalModuleReplacementPlugin(file, (data) => {
        if (data.createData) data.createData.resource = replacement;
      }).apply(compiler);
    }
  }
}
