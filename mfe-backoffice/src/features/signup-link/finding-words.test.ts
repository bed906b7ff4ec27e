import { expect, it } from 'vitest';
import { domainWords } from './finding-words.ts';
import type { CustomDomain } from './link-settings.ts';

const WAITING: CustomDomain = {
  domain: 'clube.padaria.com.br',
  status: 'waiting',
  checkedAt: null,
  finding: null,
  cname: { name: 'clube.padaria.com.br', target: 'padaria.clube.example' },
  txt: { name: '_cashback.clube.padaria.com.br', value: 'x' },
};

it.each([
  [
    { kind: 'other_cname', target: 'loja.example' },
    /aponta para loja\.example\. .* para padaria\.clube\.example\./,
  ],
  [{ kind: 'address', address: '203.0.113.9' }, /endereço 203\.0\.113\.9/],
  [{ kind: 'other_code' }, /TXT em _cashback\.clube\.padaria\.com\.br/],
  [{ kind: 'taken' }, /Outro estabelecimento/],
  [{ kind: 'unavailable' }, /^Não foi possível consultar o DNS agora/],
  [{ kind: 'nothing' }, /^Nenhum registro/],
] as const)('says what %j means and what to do', (finding, words) => {
  expect(domainWords({ ...WAITING, status: 'failed', finding })).toEqual({
    tone: 'warning',
    words: expect.stringMatching(words),
  });
});

it('is glad of a verified domain, and says so where the last check did not confirm it', () => {
  const verified = { ...WAITING, status: 'verified' } as const;
  expect(domainWords({ ...verified, finding: { kind: 'proved', by: 'txt' } }).tone).toBe('success');
  expect(domainWords({ ...verified, finding: { kind: 'nothing' } })).toMatchObject({
    tone: 'warning',
    words: expect.stringMatching(/continua no ar/),
  });
  expect(domainWords(WAITING).tone).toBe('info');
});
