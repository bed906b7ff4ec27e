/**
 * In a remote, in the place of webpack-bundler-runtime: the functions that the shell lends (see
 * provide-bundler-runtime.mjs) and an instance of the shell's federation runtime. A remote that is fetched
 * again gets another instance.
 */
const { attachShareScopeMap, ...lent } = globalThis.__FEDERATION_BUNDLER_RUNTIME__;

function init(options) {
  const { ModuleFederation, setGlobalFederationInstance } = globalThis._FEDERATION_RUNTIME_CORE;
  const instance = new ModuleFederation({ ...options, id: options.name });
  setGlobalFederationInstance(instance);
  return instance;
}

/** A host has no use for it and none to lend. All of ours share in one scope, which the shell hands over. */
function initContainerEntry({ webpackRequire, shareScope, initScope, remoteEntryInitOptions }) {
  const { instance, initOptions } = webpackRequire.federation;
  instance.initOptions({ name: initOptions.name, remotes: [], ...remoteEntryInitOptions });
  instance.initShareScopeMap('default', shareScope, {
    hostShareScopeMap: remoteEntryInitOptions.shareScopeMap,
  });
  attachShareScopeMap(webpackRequire);
  return webpackRequire.I('default', initScope);
}

export default {
  runtime: { init },
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime: { ...lent, S: {}, initContainerEntry },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
};
