import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';

export interface Weight {
  gzipBytes: number;
  brotliBytes: number;
}

const known = new Map<string, Weight>();

/**
 * Weighs a script, compressed as well as each method can; the answer is cached, because Brotli takes its
 * time.
 */
export function weigh(key: string, content: Buffer): Weight {
  const before = known.get(key);
  if (before) return before;
  const weight = {
    gzipBytes: gzipSync(content, { level: 9 }).length,
    brotliBytes: brotliCompressSync(content, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length },
    }).length,
  };
  known.set(key, weight);
  return weight;
}

/**
 * The scripts an HTML page carries inside itself, without those it only points to and without data blocks.
 */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '', text = '']) => text !== '' && !/\bsrc=|json/i.test(attributes))
    .map(([, , text = '']) => text);
}
