import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that the page's own scripts will ask for, once they know. */
export interface Preload {
  href: string;
  as: 'script' | 'style';
}

/**
 * What a build downloads for `names` (see chunks.json, which the front ends' build leaves beside its files), so that a page can
 * have it fetched at once: each file that only another file asks for would be a round trip more. Nothing where a build left no list.
 */
export function readChunkPreloads(dist: string, prefix: string, names: readonly string[]): Preload[] {
  const path = join(dist, 'chunks.json');
  if (!existsSync(path)) return [];
  const chunks = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>;
  const files = new Set(names.flatMap((name) => chunks[name] ?? []));
  return [...files].map((file) => ({
    href: `${prefix}${file}`,
    as: file.endsWith('.css') ? 'style' : 'script',
  }));
}

/**
 * For a page that is the same for everybody: `Link: </a.js>; rel=preload; as=script`. A header is read before the page, so
 * these say that the page's own first file, which draws the first thing, goes before them.
 */
export function preloadHeader(preloads: readonly Preload[]): string {
  return preloads.map(({ href, as }) => `<${href}>; rel=preload; as=${as}; fetchpriority=low`).join(', ');
}
