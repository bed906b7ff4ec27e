/** In the place of runtime-core's preloading, which goes by a remote's manifest; our remotes have none. */
function refuse() {
  throw new Error('this build of the federation runtime preloads nothing');
}

export {
  refuse as defaultPreloadArgs,
  refuse as formatPreloadArgs,
  refuse as normalizePreloadExposes,
  refuse as preloadAssets,
};
