/* global __webpack_require__ */

/**
 * A runtime plugin of the shell: lends its copy of the functions between webpack's runtime and the federation
 * runtime to the remotes, as `provideExternalRuntime` does with the federation runtime itself. They keep no
 * state and take the caller's own runtime as an argument.
 */
export default () => ({
  name: 'provide-bundler-runtime',
  beforeInit(args) {
    const { bundlerRuntime, attachShareScopeMap } = __webpack_require__.federation;
    globalThis.__FEDERATION_BUNDLER_RUNTIME__ ??= { ...bundlerRuntime, attachShareScopeMap };
    return args;
  },
});
