import { randomUUID } from 'node:crypto';
import { monthAround } from 'domain/report-periods';
import { addSpendInput } from 'domain/spend-inputs';
import { expect, test } from 'vitest';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { addSpend } from './add-spend.ts';
import { listSpend } from './list-spend.ts';
import { removeSpend } from './remove-spend.ts';

const fixture = useMoneyFixture();
const MARCH = monthAround('2026-03-10');
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

const add = (
  amountCents: number,
  date: string,
  { requestId = randomUUID(), staff = fixture.staff }: { requestId?: string; staff?: StaffSession } = {},
) => addSpend(fixture.app, staff, REQUEST, { operationId: requestId, amountCents, date });
const list = (period = MARCH, { merchantId } = fixture.staff) => listSpend(fixture.app, merchantId, period);
const remove = (id: string) => removeSpend(fixture.app, fixture.staff, REQUEST, { id });

async function auditOf(id: string): Promise<object[]> {
  const { rows } = await fixture.owner.query(
    `SELECT action, entity, employee_id, details FROM audit_log
     WHERE merchant_id = $1 AND entity_id = $2 ORDER BY id`,
    [fixture.staff.merchantId, id],
  );
  return rows;
}

test('an empty period has no entries and a sum of zero', async () => {
  expect(await list()).toEqual({ entries: [], totalCents: 0, count: 0 });
});

test('entries are listed with their employee, newest day first, and within a day the latest first', async () => {
  const first = await add(15_050, '2026-03-09');
  clock.advance(1_000);
  const second = await add(200, '2026-03-31');
  clock.advance(1_000);
  const third = await add(1_000_000_000, '2026-03-09');
  await add(7, '2026-02-28');
  await add(7, '2026-04-01');
  const { entries, ...sums } = await list();
  expect(sums).toEqual({ totalCents: 1_000_015_250, count: 3 });
  expect(entries.map(({ id }) => id)).toEqual([second.id, third.id, first.id]);
  expect(entries[2]).toEqual({
    ...first,
    platform: 'manual',
    employeeName: 'Maria',
    createdAt: '2026-03-10T12:00:00.000Z',
  });
});

test('the latest fifty of many entries are listed, and all are counted and summed', async () => {
  for (let number = 1; number <= 52; number += 1) {
    clock.advance(1);
    await add(number, '2026-03-10');
  }
  const { entries, totalCents, count } = await list();
  expect({ totalCents, count, listed: entries.length }).toEqual({ totalCents: 1_378, count: 52, listed: 50 });
  expect([entries[0]?.amountCents, entries.at(-1)?.amountCents]).toEqual([52, 3]);
});

test('a repeat under the same request id adds nothing; other data under it is a conflict', async () => {
  const requestId = randomUUID();
  const added = await add(500, '2026-03-10', { requestId });
  const repeats = await Promise.all([1, 2].map(() => add(500, '2026-03-10', { requestId }).catch(String)));
  for (const repeat of repeats.filter((each) => typeof each !== 'string')) expect(repeat).toEqual(added);
  await expect(add(501, '2026-03-10', { requestId })).rejects.toMatchObject({
    code: 'operation_conflict',
  });
  await expect(add(500, '2026-03-11', { requestId })).rejects.toMatchObject({
    code: 'operation_conflict',
  });
  expect(await list()).toMatchObject({ totalCents: 500, count: 1 });
  expect(await auditOf(added.id)).toHaveLength(1);
});

test('an entry can be removed once, and the audit log keeps its values', async () => {
  const { id } = await add(15_050, '2026-03-09');
  const kept = await add(1, '2026-03-09');
  expect(await remove(id)).toEqual({});
  await expect(remove(id)).rejects.toMatchObject({
    code: 'spend_not_found',
    message: 'Investimento não encontrado',
  });
  expect(await list()).toMatchObject({ entries: [{ id: kept.id }], totalCents: 1, count: 1 });
  const entry = {
    entity: 'spend',
    employee_id: fixture.staff.employeeId,
    details: { amountCents: 15_050, date: '2026-03-09' },
  };
  expect(await auditOf(id)).toEqual([
    { action: 'spend.add', ...entry },
    { action: 'spend.remove', ...entry },
  ]);
});

test("another merchant's entries are not seen, not summed and not removed", async () => {
  const other = await insertMerchant(fixture.owner);
  const { id } = await add(500, '2026-03-10', { staff: other });
  expect(await list()).toMatchObject({ entries: [], totalCents: 0, count: 0 });
  await expect(remove(id)).rejects.toMatchObject({ code: 'spend_not_found' });
  expect(await list(MARCH, other)).toMatchObject({ totalCents: 500, count: 1 });
});

test.each([
  ['a column', 'ALTER TABLE marketing_spend RENAME platform TO channel', 'RENAME channel TO platform'],
  ['the table', 'ALTER TABLE marketing_spend RENAME TO investments', 'RENAME TO marketing_spend'],
])('a database that lacks %s is reported as outdated, and nothing is saved', async (_what, spoil, mend) => {
  await add(1, '2026-03-10');
  await fixture.owner.query(spoil);
  const table = spoil.includes('investments') ? 'investments' : 'marketing_spend';
  try {
    await expect(add(500, '2026-03-10')).rejects.toMatchObject({
      code: 'database_outdated',
      message: 'Banco de dados precisa ser atualizado. Execute o script SQL fornecido.',
    });
  } finally {
    await fixture.owner.query(`ALTER TABLE ${table} ${mend}`);
  }
  expect(await list()).toMatchObject({ totalCents: 1, count: 1 });
});

test('any other failure of the database is not reported as outdated', async () => {
  await expect(add(0, '2026-03-10')).rejects.not.toBeInstanceOf(Refusal);
});

test('an amount is required and positive, the day must exist', () => {
  const requestId = randomUUID();
  const sentence = (input: object) =>
    addSpendInput.safeParse({ operationId: requestId, amountCents: 1, date: '2026-03-10', ...input }).error
      ?.issues[0]?.message;
  for (const amountCents of [undefined, null, '', '10', 0, -1, 0.5, Number.NaN])
    expect(sentence({ amountCents }), String(amountCents)).toBe('Insira um valor válido');
  expect(sentence({ amountCents: 1_000_000_001 })).toBe('Valor acima do limite de R$ 10.000.000,00');
  for (const date of [undefined, '', '2026-02-29', '10/03/2026', '1999-12-31', '2100-01-01'])
    expect(sentence({ date }), String(date)).toBe('Informe uma data válida');
  expect(sentence({})).toBeUndefined();
});
