import { describe, expect, test } from 'vitest';
import {
  API_SCOPE_LABELS,
  API_SCOPES,
  createApiKeyInput,
  mayMakeKeyFor,
  roleMayUseScope,
} from './api-keys.ts';
import { auditLines } from './audit-details.ts';
import { ROLES } from './roles.ts';

const messageOf = (input: unknown) => createApiKeyInput.safeParse(input).error?.issues[0]?.message;

describe('a new key', () => {
  test('has its scopes in one order and each once', () => {
    const input = { name: ' Caixa 1 ', scopes: ['operations.reverse', 'cashback.issue', 'cashback.issue'] };
    expect(createApiKeyInput.parse(input)).toEqual({
      name: 'Caixa 1',
      scopes: ['cashback.issue', 'operations.reverse'],
    });
  });

  test('needs a name and a scope that there is', () => {
    expect(messageOf({ name: ' ', scopes: ['customers.read'] })).toBe('Dê um nome à chave');
    expect(messageOf({ name: '<b>', scopes: ['customers.read'] })).toBe('Não use os sinais < e >');
    expect(messageOf({ name: 'Caixa', scopes: [] })).toBe('Escolha ao menos uma permissão');
    expect(messageOf({ name: 'Caixa' })).toBe('Escolha ao menos uma permissão');
    expect(messageOf({ name: 'Caixa', scopes: ['settings.write'] })).toBe('Permissão desconhecida');
    expect(messageOf({ name: 'Caixa', scopes: ['customers.read'], employeeId: 'x' })).toBe(
      'Escolha uma pessoa',
    );
  });
});

test('a key never exceeds its maker’s rights, nor its employee’s', () => {
  for (const [index, maker] of ROLES.entries())
    expect(ROLES.filter((role) => mayMakeKeyFor(maker, role))).toEqual(ROLES.slice(index));
  const scopesOf = (role: string) => API_SCOPES.filter((scope) => roleMayUseScope(role, scope));
  expect(scopesOf('operator')).toEqual([...API_SCOPES]);
  expect(scopesOf('employee')).toEqual(['cashback.issue', 'customers.read', 'redemptions.create']);
  expect(scopesOf('unknown')).toEqual([]);
});

test('the audit log says a key’s scopes in words', () => {
  expect(
    auditLines({ name: 'Caixa 1', scopes: ['cashback.issue', 'customers.read'], apiKeyId: 'k' }),
  ).toEqual([
    { label: 'Nome', kind: 'value', value: 'Caixa 1', isId: false },
    {
      label: 'Permissões da chave',
      kind: 'value',
      value: `${API_SCOPE_LABELS['cashback.issue'].label}, ${API_SCOPE_LABELS['customers.read'].label}`,
      isId: false,
    },
    { label: 'Chave de API', kind: 'value', value: 'k', isId: true },
  ]);
});
