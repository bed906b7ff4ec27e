/** In a remote, in the place of the files that the shell lends; see provide-bundler-runtime.mjs. */
export const {
  attachShareScopeMap,
  consumes,
  getSharedFallbackGetter,
  I: initializeSharing,
  init,
  installInitialConsumes,
  remotes,
} = globalThis.__FEDERATION_BUNDLER_RUNTIME__;
