/**
 * A loader that every source file meets: it fails the build over a name imported from react-router-dom that
 * shared-router.mjs does not share. Without it the name would be undefined in the browser, where the shell's
 * version stands, and nowhere else.
 */
const ROUTER_IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]react-router-dom['"]/g;

const shared = import('./shared-router.mjs').then((module) => new Set(Object.keys(module)));

export default async function refuseUnsharedRouter(source) {
  const done = this.async();
  const sharedNames = await shared;
  const unshared = [...source.matchAll(ROUTER_IMPORT)]
    .flatMap(([, names]) => names.split(','))
    .map((name) => name.trim().split(/\s+/))
    // `type` names leave with the types.
    .filter(([name]) => name !== '' && name !== 'type' && !sharedNames.has(name))
    .map(([name]) => name);
  if (unshared.length === 0) return done(null, source);
  return done(
    new Error(
      `${unshared.join(', ')} of react-router-dom is not shared: add it to federation/src/shared-router.mjs`,
    ),
  );
}
