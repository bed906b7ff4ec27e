import fc from 'fast-check';
import { useDatabaseFixture } from 'testing/database-fixture';
import { expect, test } from 'vitest';
import { bestPatterns, foldForSearch, searchPatterns } from './search-patterns.ts';

const fixture = useDatabaseFixture();

test.each([
  ['José D’Ávila & Filhos', 'jose davila filhos'],
  ['JOSE\u0301 D´A\u0301VILA', 'jose davila'],
  ['Łukasz Bjørn Straße Æon', 'lukasz bjorn strasse aeon'],
  ['ana.maria+loja@exemplo.com.br', 'ana maria loja exemplo com br'],
  ['  ❤️ Bia ❤️  ', 'bia'],
  ['1º Andar', '1o andar'],
  ['%_\\', ''],
])('%j is searched as %j', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
});

test.each([
  ['(11) 98765', ['%1198765%']],
  ['+55 (11) 98765-4321', ['%11987654321%']],
  ['011 98765-4321', ['%11987654321%']],
  ['0123', ['%0123%']],
  ['Maria 11 9', ['%maria%', '%119%']],
  ['maria2', ['%maria2%']],
  ['Zé da Silva', ['%silva%', '% ze%', '% da%']],
  ['ana@gmail.com', ['%ana gmail com%']],
  ['j.silva', ['% j silva%']],
  ['silva SILVA Sílva', ['%silva%']],
  ['%a_b\\', ['% a b%']],
  ['% _ ...', []],
])('%j becomes %j', (search, patterns) => {
  expect(searchPatterns(search)).toEqual(patterns);
});

test.each([
  ['Ána', ['% ana%|%|%'], ['% ana%|%|%']],
  ['4321', ['%4321'], ['%4321%|%|%']],
  ['(11) 98765-4321', ['%11987654321'], ['%| 11987654321']],
  ['ana 43-21', ['%4321', '% ana%|%|%'], ['%4321%|%|%', '% ana%|%|%']],
])('the best matches of %j are %j, with contacts hidden %j', (search, patterns, hidden) => {
  expect(bestPatterns(search)).toEqual(patterns);
  expect(bestPatterns(search, { hidesContacts: true })).toEqual(hidden);
});

test('stored and typed texts are folded alike', async () => {
  const letters = fc.constantFrom(..."aAéÉe\u0301çÇãñøØłŁđıİßẞæŒﬁ½ªº²'’´`ʼ.@-_%\\ |\u00a0❤️ж日Ⅷ");
  const texts = fc.sample(
    fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
    { numRuns: 3_000, seed: 20261121 },
  );
  const storable = texts.filter((text) => !/[\0\p{Surrogate}]/u.test(text));
  expect(storable.length).toBeGreaterThan(2_000);
  const { rows } = await fixture.owner.query<{ text: string; folded: string }>(
    'SELECT text, fold_for_search(text) AS folded FROM unnest($1::text[]) AS text',
    [storable],
  );
  for (const { text, folded } of rows) expect(foldForSearch(text), JSON.stringify(text)).toBe(folded);
});
