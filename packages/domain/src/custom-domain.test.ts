import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, readDomain } from './custom-domain.ts';

const long = `${'a'.repeat(63)}.`;

test.each([
  ['cashback.padaria.com.br', 'cashback.padaria.com.br'],
  ['  Cashback.Padaria.COM.BR.  ', 'cashback.padaria.com.br'],
  ['AÇAÍ.com.br', 'xn--aa-4iaz.com.br'],
  ['xn--aa-4iaz.com.br', 'xn--aa-4iaz.com.br'],
  ['ａ.ｃｏｍ', 'a.com'],
  ['loja。com。br', 'loja.com.br'],
  ['pаypal.com', 'xn--pypal-4ve.com'],
  [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
])('%j is stored as %j', (typed, domain) => {
  expect(readDomain(typed)).toEqual({ domain });
});

const ONLY_DOMAIN = 'Informe só o domínio, sem https:// e sem barras';
const NO_ADDRESS = 'Informe um domínio, não um endereço IP';
const WHOLE = 'Informe um domínio completo, como cashback.sualoja.com.br';
const TOO_LONG = 'Este domínio é longo demais';
test.each([
  ['https://loja.com.br', ONLY_DOMAIN],
  ['loja.com.br/', ONLY_DOMAIN],
  ['loja.com.br?x=1', ONLY_DOMAIN],
  ['dona@loja.com.br', ONLY_DOMAIN],
  ['javascript:alert(1)', ONLY_DOMAIN],
  ['<script>alert(1)</script>', ONLY_DOMAIN],
  ['loja.com.br:8080', 'Informe o domínio sem a porta'],
  ['127.0.0.1', NO_ADDRESS],
  ['１２７.0.0.1', NO_ADDRESS],
  ['0x7f.1', NO_ADDRESS],
  ['2130706433', NO_ADDRESS],
  ['[::1]', NO_ADDRESS],
  ['fe80::1', NO_ADDRESS],
  ['loja com.br', 'O domínio não pode ter espaços'],
  ['*.loja.com.br', 'Informe um domínio completo, sem asterisco'],
  ['minha_loja.com.br', 'O domínio não pode ter sublinhado (_)'],
  ['localhost', 'Este domínio não existe na internet'],
  ['loja.localhost', 'Este domínio não existe na internet'],
  ['loja.local', 'Este domínio não existe na internet'],
  ['loja', WHOLE],
  ['loja..com.br', WHOLE],
  ['.loja.com.br', WHOLE],
  ['loja.com..', WHOLE],
  ['-loja.com.br', WHOLE],
  ['loja-.com.br', WHOLE],
  ['loja.c', WHOLE],
  ['loja.123', WHOLE],
  ['lo%6aja.com.br', WHOLE],
  ['loja\u0000.com.br', WHOLE],
  ['😀.com.br', WHOLE],
  ['xn--a.com', WHOLE],
  ['xn--zzzzzz.com', WHOLE],
  ['loja.xn--.com', WHOLE],
  [`${'a'.repeat(64)}.com`, TOO_LONG],
  [`${long.repeat(3)}${'a'.repeat(52)}.com`, TOO_LONG],
])('%j is refused in words', (typed, problem) => {
  expect(readDomain(typed)).toEqual({ problem });
});

test('whatever is typed, what is stored is a host name in one spelling, or a message says why not', () => {
  const label = fc.string({ unit: fc.constantFrom(...'abzAZ09-_.áßаｗ。 :/@*%[]😀\u0000') });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 5 }), (labels) => {
      const read = readDomain(labels.join('.'));
      if ('problem' in read) {
        expect(read.problem).not.toBe('');
        return;
      }
      expect(read.domain).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/);
      expect(new URL(`https://${read.domain}`).hostname).toBe(read.domain);
      expect(readDomain(read.domain)).toEqual(read);
    }),
    { numRuns: 3_000 },
  );
});

test('a host holds itself and the names below it, and none that only ends alike', () => {
  expect(isWithin('clube.example', 'clube.example')).toBe(true);
  expect(isWithin('a.b.clube.example', 'clube.example')).toBe(true);
  expect(isWithin('meuclube.example', 'clube.example')).toBe(false);
  expect(isWithin('example', 'clube.example')).toBe(false);
});
