import type { PageMerchant } from 'domain/page-context';
import { describe, expect, test } from 'vitest';
import { customerPageHead, withoutProductHead } from './customer-page-head.ts';

const MERCHANT: PageMerchant = {
  id: '0198c1de-0000-7000-8000-000000000001',
  name: 'Padaria Pão Quente',
  programName: 'Clube do Pão',
  slug: 'padaria',
  logoUrl: null,
  brandColor: '#b3261e',
  rateBasisPoints: 550,
};
const PAGE = { merchant: MERCHANT, canonicalOrigin: 'https://clube.example', isShared: true } as const;

const contentOf = (head: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(head)?.[1];
const hrefOf = (head: string, rel: string) => new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(head)?.[1];

describe('the head of a page', () => {
  test('speaks for its merchant', () => {
    const head = customerPageHead({ ...PAGE, screen: 'signup' });
    expect(head).toContain('<title>Cadastro · Padaria Pão Quente</title>');
    expect(contentOf(head, 'og:title')).toBe('Compre e receba 5,5% de volta. Padaria Pão Quente');
    expect(contentOf(head, 'og:site_name')).toBe('Padaria Pão Quente');
    expect(contentOf(head, 'description')).toBe(contentOf(head, 'og:description'));
    expect(contentOf(head, 'og:url')).toBe('https://clube.example/signup/padaria');
    expect(contentOf(head, 'og:image')).toMatch(
      new RegExp(`^https://clube\\.example/media/previews/${MERCHANT.id}/[0-9a-f]{16}-invitation\\.png$`),
    );
    expect(contentOf(head, 'og:image:width')).toBe('1200');
    expect(contentOf(head, 'og:image:height')).toBe('630');
    expect(hrefOf(head, 'manifest')).toBe('/customer/manifest.webmanifest?loja=padaria');
    expect(hrefOf(head, 'apple-touch-icon')).toBe(`/media/icons/${MERCHANT.id}/b3261e-touch-180.png`);
    expect(contentOf(head, 'theme-color')).toBe('#b3261e');
  });

  test("names no merchant in the manifest's address on the merchant's own host", () => {
    const head = customerPageHead({ ...PAGE, screen: 'dashboard', isShared: false });
    expect(hrefOf(head, 'manifest')).toBe('/customer/manifest.webmanifest');
    expect(head).toContain('<title>Clube do Pão · Padaria Pão Quente</title>');
  });

  test('without a merchant is the product’s', () => {
    const head = customerPageHead({ ...PAGE, screen: 'cashback', merchant: null });
    expect(head).toContain('<title>Cashback · Volta</title>');
    expect(contentOf(head, 'og:title')).toBe('Seu cashback');
    expect(contentOf(head, 'og:image')).toBe('https://clube.example/assets/preview.png');
    expect(hrefOf(head, 'icon')).toBe('/assets/favicon.svg');
  });

  test.each([
    ['cashback', 'https://clube.example/customer/cashback'],
    ['redemption', 'https://clube.example/customer/redemption'],
    ['dashboard', 'https://clube.example/customer/dashboard?loja=padaria'],
    [undefined, 'https://clube.example/customer/dashboard?loja=padaria'],
  ] as const)('of %s previews the merchant alone, without a percentage', (screen, url) => {
    const head = customerPageHead({ ...PAGE, screen });
    expect(contentOf(head, 'og:url')).toBe(url);
    expect(contentOf(head, 'og:image')).toMatch(/-merchant\.png$/);
    expect(contentOf(head, 'og:title')).toContain('Padaria Pão Quente');
    expect(head).not.toContain('5,5%');
  });

  test('shows the logo that the page shows anyway, else the initial', () => {
    const logoUrl = `/media/logos/${MERCHANT.id}/0198c1de-0000-7000-8000-000000000002-128.webp`;
    const head = customerPageHead({ ...PAGE, screen: 'cashback', merchant: { ...MERCHANT, logoUrl } });
    expect(hrefOf(head, 'icon')).toBe(logoUrl);
    expect(hrefOf(head, 'apple-touch-icon')).toContain('0198c1de-0000-7000-8000-000000000002-touch-180.png');
    const initial = decodeURIComponent(
      hrefOf(customerPageHead({ ...PAGE, screen: 'cashback' }), 'icon') ?? '',
    );
    expect(initial).toContain('fill="#b3261e"');
    expect(initial).toContain('>P</text>');
  });

  test.each([
    `"><script>alert(1)</script>`,
    `'><img src=x onerror=alert(1)>`,
    '</title><script>alert(1)</script>',
    '&quot;&lt;script&gt;',
    '\u2028<b>',
    '$& $1 $`',
  ])('keeps %s as text', (hostile) => {
    const merchant = { ...MERCHANT, name: hostile, programName: hostile };
    for (const screen of ['cashback', 'redemption', 'dashboard', 'signup', undefined] as const) {
      const head = customerPageHead({ ...PAGE, screen, merchant });
      const tags = head.match(/<[^>]*>/g) ?? [];
      // Each tag is one of ours, whole, and nothing else is in angle brackets.
      for (const tag of tags) expect(tag).toMatch(/^<(?:\/?title|(?:meta|link)(?: [a-z-]+="[^"<>]*")+)>$/);
      expect(tags.length).toBe(customerPageHead({ ...PAGE, screen }).match(/<[^>]*>/g)?.length);
    }
  });

  test('replaces what the shell says of the product, and leaves the rest', () => {
    const shell = `<head>
    <meta charset="utf-8" />
    <meta name="theme-color" content="#0b6b47" media="(prefers-color-scheme: light)" />
    <meta name="description" content="Cashback para o comércio local" />
    <meta property="og:title" content="Volta" />
    <link rel="manifest" href="/staff.webmanifest" />
    <title>Volta</title>
    <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml" />
    <link rel="preload" href="/remotes.json" as="fetch" crossorigin />
  </head>`;
    const bare = withoutProductHead(shell);
    expect(bare).not.toMatch(/theme-color|<title>|rel="icon"|description|og:|manifest/);
    expect(bare).toContain('<meta charset="utf-8" />');
    expect(bare).toContain('rel="preload"');
  });
});
