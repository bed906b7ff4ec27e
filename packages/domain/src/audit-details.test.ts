import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
import { auditLines } from './audit-details.ts';
import { AUDIT_GROUPS, auditActionsOf, auditGroupOf } from './audit-groups.ts';
import { auditListInput } from './audit-inputs.ts';

test('a change is one line with both sides, in the words of its field', () => {
  expect(
    auditLines({
      rate_basis_points_before: 500,
      rate_basis_points_after: 725,
      redemption_min_balance_cents_before: null,
      redemption_min_balance_cents_after: 2_000,
      cashback_expires_before: false,
      cashback_expires_after: true,
      cashbackExpirationDaysBefore: 1,
      cashbackExpirationDaysAfter: 180,
      role_before: 'operator',
      role_after: 'manager',
    }),
  ).toEqual([
    { label: 'Percentual de cashback', kind: 'change', before: '5%', after: '7,25%' },
    {
      label: 'Saldo mínimo para resgatar',
      kind: 'change',
      before: 'não definido',
      after: 'R$\u00a020,00',
    },
    { label: 'Cashback expira', kind: 'change', before: 'Não', after: 'Sim' },
    { label: 'Dias até expirar', kind: 'change', before: '1 dia', after: '180 dias' },
    { label: 'Função', kind: 'change', before: 'Operador', after: 'Gerente' },
  ]);
});

test('amounts are reais, days are written as here, ids come last, a bare from/to pair gets its subject', () => {
  expect(auditLines({ reversalId: 'r', amountCents: 123_456_789 })).toEqual([
    { label: 'Valor', kind: 'value', value: 'R$\u00a01.234.567,89', isId: false },
    { label: 'Código do estorno', kind: 'value', value: 'r', isId: true },
  ]);
  expect(auditLines({ amountCents: 15_050, date: '2026-03-09' })).toEqual([
    { label: 'Valor', kind: 'value', value: 'R$\u00a0150,50', isId: false },
    { label: 'Data', kind: 'value', value: '09/03/2026', isId: false },
  ]);
  expect(auditLines({ from: '…1234', to: '…5678' }, 'Telefone')).toEqual([
    { label: 'Telefone', kind: 'change', before: '…1234', after: '…5678' },
  ]);
});

test('what was exported is said in the words of the screen it was exported from', () => {
  const said = (details: Record<string, unknown>) =>
    auditLines(details).map((line) => `${line.label}: ${line.kind === 'value' && line.value}`);
  expect(
    said({ format: 'csv', content: 'operations', firstDay: '2026-03-01', lastDay: '2026-03-31' }),
  ).toEqual([
    'Formato: csv',
    'Conteúdo: Todas as operações',
    'Primeiro dia: 01/03/2026',
    'Último dia: 31/03/2026',
  ]);
  expect(said({ segment: 'at_risk', customerValue: 'high' })).toEqual([
    'Segmento: Em risco',
    'Faixa de valor: Alto valor',
  ]);
  expect(said({ segment: 'constructor', provider: 'other' })).toEqual([
    'Segmento: constructor',
    'Integração: other',
  ]);
});

test('what no table names is shown in its own words and never as code', () => {
  const lines = auditLines({
    maxUploadSize: 3,
    nested: { a: 1 },
    constructor: 'x',
    halfCents: 0.5,
    many: ['a', 'b'],
  });
  expect(lines.map((line) => [line.label, line.kind === 'value' && line.value])).toEqual([
    ['Max upload size', '3'],
    ['Nested', 'alterado'],
    ['Constructor', 'x'],
    ['Half cents', '0.5'],
    ['Many', 'a, b'],
  ]);
});

test('every action has a group, and every group that the filter offers knows its actions', () => {
  const actions = Object.keys(AUDIT_ACTIONS) as AuditAction[];
  for (const action of actions) expect(Object.keys(AUDIT_GROUPS), action).toContain(auditGroupOf(action));
  const groups = Object.keys(AUDIT_GROUPS) as (keyof typeof AUDIT_GROUPS)[];
  expect(groups.flatMap(auditActionsOf).sort()).toEqual([...actions].sort());
});

test('what may be asked: days that exist, in order; ids; nothing else', () => {
  for (const fine of [{}, { from: '2026-02-28', until: '2026-02-28' }, { person: 'system' }])
    expect(auditListInput.safeParse(fine).success).toBe(true);
  for (const wrong of [
    { from: '2026-02-30' },
    { from: '28/02/2026' },
    { from: '0000-01-01' },
    { until: '9999-12-31' },
    { from: '2026-03-02', until: '2026-03-01' },
    { person: 'all' },
    { action: 'no.action' },
    { group: 'all' },
    { about: '1' },
    { before: { id: 1 } },
    { before: { id: 1, atMicroseconds: 8e15 } },
    { merchantId: '1' },
  ])
    expect(auditListInput.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

test('a webhook’s events are said by their names, also those of a later release', () => {
  const details = {
    host: 'erp.loja.example',
    events_before: 'cashback.issued',
    events_after: 'cashback.issued, customer.created, lot.expired',
  };
  expect(auditLines(details)).toEqual([
    { label: 'Destino', kind: 'value', value: 'erp.loja.example', isId: false },
    {
      label: 'Eventos',
      kind: 'change',
      before: 'Cashback gerado',
      after: 'Cashback gerado, Cliente criado, lot.expired',
    },
  ]);
});

test('how long something took is said in the unit that says it best', () => {
  const text = [0, 1, 8, 119, 120, 2_879, 2_880, 20_160].map(
    (withinMinutes) => auditLines({ withinMinutes })[0],
  );
  expect(text.map((line) => line?.kind === 'value' && line.value)).toEqual([
    'menos de 1 minuto',
    '1 minuto',
    '8 minutos',
    '119 minutos',
    '2 horas',
    '47 horas',
    '2 dias',
    '14 dias',
  ]);
});
