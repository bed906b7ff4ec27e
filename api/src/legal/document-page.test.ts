import { expect, test } from 'vitest';
import { documentPolicy } from '../http/content-security-policy.ts';
import { type DocumentPage, documentPage } from './document-page.ts';
import { fillText, renderText } from './render-text.ts';

const HOSTILE = `</style></title><script>alert(1)</script>'"&**_a_[x](javascript:alert(1)) 🥐`;
const page = (changes: Partial<DocumentPage> = {}): DocumentPage => ({
  title: 'Regulamento',
  text: renderText('> Em resumo.\n\n## 1. Quem somos\n\nTexto.'),
  version: 'Versão 1, de 23/11/2026',
  merchant: null,
  links: [],
  ...changes,
});

test('what others wrote is text everywhere: in a text, a title, a name, a link', () => {
  const merchant = { name: HOSTILE, programName: HOSTILE, logoUrl: '/media/"><script>', brandColor: HOSTILE };
  const html = documentPage(
    page({
      title: HOSTILE,
      version: HOSTILE,
      merchant,
      warning: { title: HOSTILE, message: HOSTILE },
      links: [{ label: HOSTILE, href: `/privacidade/${HOSTILE}` }],
      text: renderText(
        fillText('## {{name}}\n\nPergunte a {{name}}.\n\n<script>x</script>', { name: HOSTILE }),
      ),
    }),
  );
  expect(html).not.toMatch(/<script|href="javascript|<em>|<strong>_/);
  expect(html.match(/<style>/g)).toHaveLength(1);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html).toContain(
    '&lt;script&gt;alert(1)&lt;/script&gt;&#39;&quot;&amp;**_a_[x](javascript:alert(1)) 🥐',
  );
});

test.each([
  ['javascript:alert(1)', false],
  ['http://example.com', false],
  ['//example.com', false],
  ['/\\example.com', false],
  ['data:text/html,x', false],
  ['https://example.com', true],
  ['mailto:a@example.com', true],
  ['/privacidade', true],
  ['#prazos', true],
])('a link to %s is a link: %s', (href, isLink) => {
  expect(renderText(`[aqui](${href})`).html.includes('<a ')).toBe(isLink);
});

test('a text with a gap is not rendered', () => {
  expect(() => fillText('{{nome}}', {})).toThrow('{{nome}}');
});

test('the policy lets the style sheet apply and forbids all else, in a merchant’s color too', () => {
  const merchant = { name: 'Padaria', programName: 'Clube', logoUrl: null, brandColor: '#b3261e' };
  for (const html of [documentPage(page()), documentPage(page({ merchant }))]) {
    const policy = documentPolicy(html);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}=';/);
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(html).not.toMatch(/ style=|@import|<script/);
  }
  expect(documentPage(page({ merchant }))).toContain(':root:root{--brand:#b3261e}');
});

test('long texts have a table of contents that leads to their sections, short ones none', () => {
  const long = renderText('## 1. Prazos\n\n## 2. Quem **somos**\n\n## 3. Trocas\n\n## 4. Dúvidas & ajuda');
  const html = documentPage(page({ text: long }));
  for (const id of ['prazos', 'quem-somos', 'trocas', 'duvidas-ajuda']) {
    expect(html).toContain(`<h2 id="${id}">`);
    expect(html.match(new RegExp(`href="#${id}"`, 'g'))).toHaveLength(2);
  }
  expect(documentPage(page())).not.toContain('Nesta página');
});
