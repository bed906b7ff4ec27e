import { expect, it } from 'vitest';
import { domainMessage, statusLabel } from './finding-labels.ts';
import type { CustomDomain } from './link-settings.ts';

const ZONE = 'America/Sao_Paulo';
const WAITING: CustomDomain = {
  domain: 'clube.padaria.com.br',
  status: 'waiting',
  checkedAt: null,
  finding: null,
  missing: null,
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
  [{ kind: 'taken' }, /Outra loja/],
  [{ kind: 'unavailable' }, /^Não foi possível consultar o DNS agora/],
  [{ kind: 'nothing' }, /^Nenhum registro/],
] as const)('says what %j means and what to do', (finding, message) => {
  expect(domainMessage({ ...WAITING, status: 'failed', finding }, ZONE)).toEqual({
    tone: 'warning',
    message: expect.stringMatching(message),
  });
});

it('is glad of a verified domain, and says so where the last check did not confirm it', () => {
  const verified = { ...WAITING, status: 'verified' } as const;
  expect(domainMessage({ ...verified, finding: { kind: 'proved', by: 'txt' } }, ZONE).tone).toBe('success');
  expect(domainMessage({ ...verified, finding: { kind: 'unavailable' } }, ZONE)).toMatchObject({
    tone: 'warning',
    message: expect.stringMatching(/continua no ar/),
  });
  expect(domainMessage(WAITING, ZONE).tone).toBe('info');
});

it('names the merchant’s own day on which a domain without its record stops', () => {
  const missing = { since: '2026-03-10T12:00:00.000Z', stopsAt: '2026-04-09T02:30:00.000Z' };
  const verified = { ...WAITING, status: 'verified', finding: { kind: 'nothing' }, missing } as const;
  expect(domainMessage(verified, ZONE)).toEqual({
    tone: 'warning',
    title: 'Este domínio deixa de funcionar em 08/04/2026',
    message: expect.stringMatching(/desde 10\/03\/2026\. .* param de abrir\. Nenhum registro/),
  });
  expect(statusLabel(verified)).toEqual({ label: 'Registro ausente', tone: 'warning' });
  expect(statusLabel({ ...verified, missing: null })).toEqual({ label: 'Verificado', tone: 'success' });
});
