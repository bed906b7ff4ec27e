/**
 * In the place of webpack-bundler-runtime's `init`, which prepares for shared packages that are trimmed for
 * each user, and of its `remotes`, for modules of remotes that a build names. There is neither.
 */
export function init({ webpackRequire }) {
  const { initOptions, runtime } = webpackRequire.federation;
  return runtime.init(initOptions);
}

export const remotes = undefined;
