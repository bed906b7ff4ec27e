import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { preloadHeader, readChunkPreloads } from './chunk-preloads.ts';

const dist = mkdtempSync(join(tmpdir(), 'chunks-'));
const chunks = { './app': ['1.aa.js', '1.aa.css'], './routes/dashboard.tsx': ['2.bb.js', '1.aa.js'] };
writeFileSync(join(dist, 'chunks.json'), JSON.stringify(chunks));
afterAll(() => rmSync(dist, { recursive: true }));

it('each file of the names is there once, as what it is', () => {
  const preloads = readChunkPreloads(dist, '/remotes/mfe-customer/', [
    './app',
    './routes/dashboard.tsx',
    './gone',
  ]);
  expect(preloads).toEqual([
    { href: '/remotes/mfe-customer/1.aa.js', as: 'script' },
    { href: '/remotes/mfe-customer/1.aa.css', as: 'style' },
    { href: '/remotes/mfe-customer/2.bb.js', as: 'script' },
  ]);
  expect(preloadHeader(preloads.slice(0, 2))).toBe(
    '</remotes/mfe-customer/1.aa.js>; rel=preload; as=script; fetchpriority=low, </remotes/mfe-customer/1.aa.css>; rel=preload; as=style; fetchpriority=low',
  );
});

it('a build without a list preloads nothing', () => {
  expect(readChunkPreloads(join(dist, 'elsewhere'), '/', ['./app'])).toEqual([]);
});
