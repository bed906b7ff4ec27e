import { expect, it } from 'vitest';
import { chunkPreloads, preloadHeader } from './chunk-preloads.ts';

const address = '/remotes/mfe-customer/0f3a5b7c9d1e/';
const chunks = { './app': ['1.aa.js', '1.aa.css'], './routes/dashboard.tsx': ['2.bb.js', '1.aa.js'] };

it('each file of the names is there once, as what it is, and as it will be asked for', () => {
  const integrity = { '1.aa.js': 'sha384-x' };
  const preloads = chunkPreloads({ address, chunks, integrity }, [
    './app',
    './routes/dashboard.tsx',
    './gone',
  ]);
  expect(preloads).toEqual([
    { href: `${address}1.aa.js`, as: 'script', integrity: 'sha384-x' },
    { href: `${address}1.aa.css`, as: 'style' },
    { href: `${address}2.bb.js`, as: 'script' },
  ]);
  expect(preloadHeader(preloads.slice(0, 2))).toBe(
    `<${address}1.aa.js>; rel=preload; as=script; crossorigin; integrity="sha384-x"; fetchpriority=low, ` +
      `<${address}1.aa.css>; rel=preload; as=style; fetchpriority=low`,
  );
});

it('a build without a list preloads nothing', () => {
  expect(chunkPreloads({ address, chunks: {}, integrity: {} }, ['./app'])).toEqual([]);
});
