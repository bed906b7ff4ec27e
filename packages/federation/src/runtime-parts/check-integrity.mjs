/**
 * The bundlers' own limit for a chunk. A silent server is given up long before; see the shell's
 * watch-files.ts.
 */
const LONGEST_MS = 120_000;

/**
 * A runtime plugin of the shell: a remote's entry runs only if it is what the directory says it is.
 * `integrity` is what the remote was registered with; a directory that is older than it has none. The entry
 * then vouches for the remote's other files (SubresourceIntegrityPlugin).
 */
export default () => ({
  name: 'check-integrity',
  createScript({ url, remoteInfo: { integrity } }) {
    if (!integrity) return { timeout: LONGEST_MS };
    const script = document.createElement('script');
    Object.assign(script, { src: url, integrity, crossOrigin: 'anonymous', fetchPriority: 'high' });
    return { script, timeout: LONGEST_MS };
  },
});
