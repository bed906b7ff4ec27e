import type { FirstPaint, FirstPaintScreen } from 'domain/first-paint';
import type { PageMerchant } from 'domain/page-context';
import { expect, test } from 'vitest';
import type { RemoteBuild } from '../releases/remote-build.ts';
import { createCustomerPageWriter } from './customer-page-html.ts';

const SHELL = '<html><head><meta charset="utf-8"></head><body><div id="root"></div></body></html>';
const screen: FirstPaintScreen = {
  css: '',
  script: '',
  standsAlone: true,
  markup: {
    merchantWithLogo: ['[logo ', { slot: 'logoUrl' }, ']'],
    merchant: ['[', { slot: 'initial' }, { slot: 'brand' }, ']'],
    noMerchant: ['[nobody]'],
  },
};
const firstPaint = { cashback: screen } as unknown as FirstPaint;
const build: RemoteBuild = {
  remote: 'mfe-customer',
  address: '/remotes/mfe-customer/0f3a5b7c9d1e/',
  entry: { entry: '/remotes/mfe-customer/0f3a5b7c9d1e/remoteEntry.js', integrity: 'sha384-entry' },
  chunks: { './app': ['1.js', '1.css'], './routes/dashboard.tsx': ['2.js'] },
  integrity: { '1.js': 'sha384-one' },
  firstPaint,
  serviceWorker: undefined,
};
const write = createCustomerPageWriter(SHELL, build);

function paint(merchant: Partial<PageMerchant>): string {
  const whole = {
    name: 'Zé',
    programName: '',
    slug: '',
    id: '',
    logoUrl: null,
    brandColor: null,
    rateBasisPoints: 0,
  };
  const html = write({
    screen: 'cashback',
    named: '',
    head: '',
    nonce: 'n',
    context: { merchant: { ...whole, ...merchant }, tags: null },
  });
  return /\[.*?\]/.exec(html.slice(html.indexOf('<body>')))?.[0] ?? '';
}

test.each(['#b3261e', '#B3261E', '#000000'])('the color %s is written', (brandColor) => {
  expect(paint({ brandColor })).toBe(`[Z style="--brand:${brandColor}"]`);
});

test.each(['red', '#fff', '#b3261', '#b3261e ', '#b3261e;--x:y', '"><script>', ''])(
  'the color %j is none, and is left out',
  (brandColor) => {
    expect(paint({ brandColor })).toBe('[Z]');
  },
);

test.each([
  ['/media/logos/a/b.webp?l=1&m=2', '[logo /media/logos/a/b.webp?l=1&amp;m=2]'],
  ['https://loja.example/a"b.png', '[logo https://loja.example/a&quot;b.png]'],
])('the logo %s is shown', (logoUrl, expected) => {
  expect(paint({ logoUrl })).toBe(expected);
});

test.each([
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'http://loja.example/a.png',
  '//evil.example/a.png',
  '/\\evil.example/a.png',
  'https://loja.example/a b.png',
  '',
])('the logo %j is no address of a picture, and the initial is shown', (logoUrl) => {
  expect(paint({ logoUrl })).toBe('[Z]');
});

test('a screen that the remote has no first paint for is the shell’s page', () => {
  const html = write({
    screen: 'signup',
    named: '',
    head: '<title>x</title>',
    nonce: 'n',
    context: { merchant: null, tags: null },
  });
  expect(html).toContain('<body><div id="root"></div></body>');
  expect(html).toContain('<title>x</title>');
});

test.each(['cashback', 'signup'] as const)(
  'the page of %s says which build it is of, once and with its hash',
  (screen) => {
    const html = write({ screen, named: '', head: '', nonce: 'n', context: { merchant: null, tags: null } });
    const [, json = '', ...more] = html.split(
      /<script type="application\/json" id="remotes">(.*?)<\/script>/,
    );
    expect(JSON.parse(json)).toEqual({ remotes: { mfe_customer: build.entry } });
    expect(more).toHaveLength(1);
  },
);

test('what the application will ask for is preloaded as it will be asked for: with the hash where it names one', () => {
  const html = write({
    screen: 'cashback',
    named: '',
    head: '',
    nonce: 'n',
    context: { merchant: null, tags: null },
  });
  expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([
    `<link rel="preload" href="${build.entry.entry}" as="script" crossorigin integrity="sha384-entry" nonce="n">`,
    `<link rel="preload" href="${build.address}1.js" as="script" crossorigin integrity="sha384-one" nonce="n">`,
    `<link rel="preload" href="${build.address}1.css" as="style" nonce="n">`,
  ]);
});

test('the call that the page is opened for comes before its other script, its styles and its markup', () => {
  const called = { ...screen, css: 'main{}', firstCall: 'send()', script: 'show()' };
  const writeCalled = createCustomerPageWriter(SHELL, { ...build, firstPaint: { cashback: called } });
  const html = writeCalled({
    screen: 'cashback',
    named: '',
    head: '<title>x</title>',
    nonce: 'n',
    context: { merchant: null, tags: null },
  });
  expect(html).toMatch(
    /^<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><script nonce="n">send\(\)</,
  );
  expect(html).toContain('<script nonce="n">show()</script><title>x</title>');
});
