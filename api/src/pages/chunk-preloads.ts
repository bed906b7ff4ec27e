import type { BuiltFiles, RemoteBuild } from '../releases/remote-build.ts';

/** A file that the page's own scripts will ask for, once they know. */
export interface Preload {
  href: string;
  as: 'script' | 'style';
  /** Integrity of the later request; the browser uses a preload only for an identical request. */
  integrity?: string | undefined;
}

/**
 * Lists the files that a build downloads for `names`, so that a page can have them fetched at once: each file
 * found only through another one would be a round trip more. Empty where a build left no list.
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

/** The first file that the shell requests of a remote. */
export function entryPreload({ entry: { entry, integrity } }: Pick<RemoteBuild, 'entry'>): Preload {
  return { href: entry, as: 'script', integrity };
}

/**
 * `Link` header for a page that is the same for all visitors: `Link: </a.js>; rel=preload; as=script`. A
 * header is read before the page, so its files get a low priority: the page's own first file, which draws
 * first, goes before them.
 */
export function preloadHeader(preloads: readonly Preload[]): string {
  return preloads
    .map(({ href, as, integrity }) => {
      const checked = integrity ? `; crossorigin; integrity="${integrity}"` : '';
      return `<${href}>; rel=preload; as=${as}${checked}; fetchpriority=low`;
    })
    .join(', ');
}
