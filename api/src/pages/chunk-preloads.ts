import type { BuiltFiles, RemoteBuild } from '../releases/remote-build.ts';

/** A file that the page's own scripts will ask for, once they know. */
export interface Preload {
  href: string;
  as: 'script' | 'style';
  /** What it will be asked for with; the browser uses a preload only for the very same request. */
  integrity?: string | undefined;
}

/**
 * What a build downloads for `names`, so that a page can have it fetched at once: each file that only another
 * file asks for would be a round trip more. Nothing where a build left no list.
 */
export function chunkPreloads(
  { address, chunks, integrity }: BuiltFiles,
  names: readonly string[],
): Preload[] {
  const files = new Set(names.flatMap((name) => chunks[name] ?? []));
  return [...files].map((file) => ({
    href: `${address}${file}`,
    as: file.endsWith('.css') ? 'style' : 'script',
    integrity: integrity[file],
  }));
}

/** What the shell asks for first of a remote. */
export function entryPreload({ entry: { entry, integrity } }: Pick<RemoteBuild, 'entry'>): Preload {
  return { href: entry, as: 'script', integrity };
}

/**
 * For a page that is the same for everybody: `Link: </a.js>; rel=preload; as=script`. A header is read before
 * the page, so these say that the page's own first file, which draws the first thing, goes before them.
 */
export function preloadHeader(preloads: readonly Preload[]): string {
  return preloads
    .map(({ href, as, integrity }) => {
      const checked = integrity ? `; crossorigin; integrity="${integrity}"` : '';
      return `<${href}>; rel=preload; as=${as}${checked}; fetchpriority=low`;
    })
    .join(', ');
}
