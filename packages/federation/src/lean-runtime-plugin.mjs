import { fileURLToPath } from 'node:url';

const NO_SNAPSHOTS = fileURLToPath(new URL('runtime-parts/no-snapshots.mjs', import.meta.url));
const NO_PRELOADING = fileURLToPath(new URL('runtime-parts/no-preloading.mjs', import.meta.url));
const PLAIN_START = fileURLToPath(new URL('runtime-parts/plain-start.mjs', import.meta.url));
const SHELLS_RUNTIME = fileURLToPath(new URL('runtime-parts/shells-bundler-runtime.mjs', import.meta.url));

/** A file of the runtime's that a build has no use for, and what stands in its place. */
const HOST_REPLACEMENTS = [
  [/[\\/]runtime-core[\\/]dist[\\/]plugins[\\/]snapshot[\\/]SnapshotHandler\.js$/, NO_SNAPSHOTS],
  [/[\\/]runtime-core[\\/]dist[\\/]utils[\\/]preload\.js$/, NO_PRELOADING],
  [/[\\/]webpack-bundler-runtime[\\/]dist[\\/](?:init|remotes)\.js$/, PLAIN_START],
];
const REMOTE_REPLACEMENTS = [[/[\\/]webpack-bundler-runtime[\\/]dist[\\/]index\.js$/, SHELLS_RUNTIME]];

/**
 * Leaves out of the federation runtime what no front end uses and no option of the plugin leaves out: in the
 * host the snapshots of remotes (switched off), preloading by manifest (there is none) and what
 * plain-start.mjs tells, 3.5 kB of brotli; in a remote all that the shell has already, 3.9 kB. A release of
 * the runtime that names its files otherwise gets them back, which the weight budgets tell. Comes after
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
