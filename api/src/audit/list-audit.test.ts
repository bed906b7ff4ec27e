import { randomUUID } from 'node:crypto';
import type { AuditListInput } from 'domain/audit-inputs';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { saveCashbackSettings } from '../merchants/save-cashback-settings.ts';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { listAudit, listAuditedEmployees } from './list-audit.ts';

const fixture = useMoneyFixture();
const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const list = (input: AuditListInput = {}, staff = fixture.staff) => listAudit(fixture.app, staff, input);
const wordsOf = async (input: AuditListInput = {}) => (await list(input)).entries.map(({ words }) => words);

async function changeRate(rateBasisPoints: number): Promise<void> {
  await saveCashbackSettings(
    fixture.app,
    fixture.staff,
    { ip: '203.0.113.7', userAgent: WINDOWS_CHROME },
    {
      programName: 'Clube',
      rateBasisPoints,
      availableImmediately: true,
      expires: false,
      redemptionRules: { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null },
    },
  );
}

/** Inserts an entry of the merchant's at a given time. */
async function insertEntry(
  action: string,
  createdAt: string,
  rest: { employeeId?: string; entityId?: string; details?: object } = {},
): Promise<void> {
  await fixture.owner.query(
    `INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, details, created_at)
     VALUES ($1, $2, $3, 'merchant', $4, $5, $6)`,
    [
      fixture.staff.merchantId,
      rest.employeeId ?? null,
      action,
      rest.entityId ?? null,
      rest.details ?? {},
      createdAt,
    ],
  );
}

async function insertColleague(name: string): Promise<string> {
  const id = randomUUID();
  await fixture.owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role, is_active)
     VALUES ($1, $2, $3, $4, 'operator', false)`,
    [fixture.staff.merchantId, id, name, `${id}@loja.example`],
  );
  return id;
}

test('an entry has actor, action, address and the value before', async () => {
  await changeRate(725);
  const { entries, next } = await list();
  expect(next).toBeNull();
  expect(entries).toEqual([
    {
      id: expect.any(Number),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      words: 'Alterou as configurações de cashback',
      lines: [{ label: 'Percentual de cashback', kind: 'change', before: '5%', after: '7,25%' }],
      person: { id: fixture.staff.employeeId, name: 'Maria', role: 'owner' },
      customer: null,
      ip: '203.0.113.7',
      device: 'Chrome em Windows',
    },
  ]);
});

test('a purchase, a redemption and a correction lead to their customer, and are found by the customer', async () => {
  const { phone, counter } = fixture;
  await counter.earn(phone, 100_000);
  const { id } = await counter.balance(phone);
  await counter.spend(phone, 1_000);
  await counter.adjust(phone, 500);
  const other = freshPhone();
  await counter.earn(other, 5_000);
  const about = await list({ about: id });
  expect(about.entries.map(({ words }) => words)).toEqual([
    'Ajustou um saldo',
    'Gerou um resgate',
    'Registrou uma compra',
  ]);
  for (const entry of about.entries) expect(entry.customer).toEqual({ id, name: null, phone });
  expect((await list()).entries).toHaveLength(4);
  expect((await list()).entries[0]?.customer?.phone).toBe(other);
});

test('filters: person, system, action, group, and all of them at once', async () => {
  const { phone, staff, counter } = fixture;
  const gone = await insertColleague('Zé que saiu');
  await counter.issue(phone, 1_000);
  await changeRate(600);
  await insertEntry('cashback.issue', '2026-03-10T12:00:00Z', { employeeId: gone });
  await insertEntry('auth.login', '2026-03-10T12:00:01Z', { employeeId: gone });
  await insertEntry('merchant.save_cashback_settings', '2026-03-10T12:00:02Z');
  expect(await wordsOf({ person: gone })).toEqual(['Entrou no painel', 'Registrou uma compra']);
  expect(await wordsOf({ person: 'system' })).toEqual(['Alterou as configurações de cashback']);
  expect(await wordsOf({ action: 'cashback.issue' })).toHaveLength(2);
  expect(await wordsOf({ group: 'settings' })).toHaveLength(2);
  expect(await wordsOf({ group: 'settings', person: staff.employeeId })).toHaveLength(1);
  expect(await wordsOf({ group: 'access' })).toEqual(['Entrou no painel']);
  expect(await wordsOf({ group: 'exports' })).toEqual([]);
  const all = { person: gone, action: 'cashback.issue', from: '2026-03-10', until: '2026-03-10' } as const;
  expect(await wordsOf(all)).toEqual(['Registrou uma compra']);
  expect(await wordsOf({ ...all, about: randomUUID() })).toEqual([]);
});

test("a period is whole days in the merchant's time zone", async () => {
  // In São Paulo the ninth begins at three in the morning UTC and ends at three on the tenth.
  await insertEntry('auth.login', '2026-03-09T02:59:59.999Z');
  await insertEntry('auth.login', '2026-03-09T03:00:00.000Z');
  await insertEntry('auth.login', '2026-03-10T02:59:59.999Z');
  await insertEntry('auth.login', '2026-03-10T03:00:00.000Z');
  const ninth = await list({ from: '2026-03-09', until: '2026-03-09' });
  expect(ninth.entries.map(({ createdAt }) => createdAt)).toEqual([
    '2026-03-10T02:59:59.999Z',
    '2026-03-09T03:00:00.000Z',
  ]);
  expect((await list({ from: '2026-03-10' })).entries).toHaveLength(1);
  expect((await list({ until: '2026-03-08' })).entries).toHaveLength(1);
});

test('pages hold every entry once, also those of one instant', async () => {
  await fixture.owner.query(
    `INSERT INTO audit_log (merchant_id, action, entity, entity_id, created_at)
     SELECT $1, 'auth.login', 'employee', n::text,
       timestamptz '2026-03-10 12:00:00.123456+00' + (n / 40) * interval '1 microsecond'
     FROM generate_series(1, 120) n`,
    [fixture.staff.merchantId],
  );
  const ids: number[] = [];
  let before: AuditListInput['before'];
  for (let page = 0; page < 5; page += 1) {
    const { entries, next } = await list(before ? { before } : {});
    ids.push(...entries.map(({ id }) => id));
    if (!next) break;
    before = next;
  }
  expect(ids).toHaveLength(120);
  expect(ids).toEqual([...ids].sort((one, two) => two - one));
  expect(new Set(ids).size).toBe(120);
});

test("another merchant's entries, people and customers are not there under any filter", async () => {
  const neighbor = await insertMerchant(fixture.owner);
  const counter = createCounter(fixture.app, neighbor);
  const phone = freshPhone();
  await counter.earn(phone, 10_000);
  const { id } = await counter.balance(phone);
  for (const input of [{}, { about: id }, { person: neighbor.employeeId }, { group: 'values' }] as const)
    expect(await list(input)).toEqual({ entries: [], next: null });
  const { people } = await listAuditedEmployees(fixture.app, fixture.staff.merchantId);
  expect(people.map((person) => person.id)).toEqual([fixture.staff.employeeId]);
  expect((await list({}, neighbor)).entries).toHaveLength(1);
  // An entry that names the neighbor's customer resolves to no customer.
  await fixture.owner.query(
    `INSERT INTO audit_log (merchant_id, action, entity, entity_id) VALUES ($1, 'customer.adjust', 'customer', $2)`,
    [fixture.staff.merchantId, id],
  );
  expect((await list()).entries[0]).toMatchObject({ words: 'Ajustou um saldo', customer: null });
});

test('the statements filter by merchant themselves: without row-level security they show the same', async () => {
  const neighbor = await insertMerchant(fixture.owner);
  const phone = freshPhone();
  await createCounter(fixture.app, neighbor).earn(phone, 10_000);
  const { id } = await createCounter(fixture.app, neighbor).balance(phone);
  await fixture.counter.issue(fixture.phone, 1_000);
  const tables = ['audit_log', 'employees', 'customers', 'transactions', 'redemptions'];
  const each = (action: string) =>
    Promise.all(
      tables.map((table) => fixture.owner.query(`ALTER TABLE ${table} ${action} ROW LEVEL SECURITY`)),
    );
  await each('DISABLE');
  try {
    expect(await wordsOf()).toEqual(['Registrou uma compra']);
    expect(await wordsOf({ about: id })).toEqual([]);
    expect(await wordsOf({ person: neighbor.employeeId })).toEqual([]);
    expect((await listAuditedEmployees(fixture.app, fixture.staff.merchantId)).people).toHaveLength(1);
  } finally {
    await each('ENABLE');
  }
});

test('what was opened and does not exist stands apart from what was done', async () => {
  await insertEntry('access.unknown_id', '2026-03-10T12:00:00Z', { employeeId: fixture.staff.employeeId });
  await changeRate(600);
  const done = ['Alterou as configurações de cashback'];
  expect(await wordsOf()).toEqual(done);
  expect(await wordsOf({ person: fixture.staff.employeeId })).toEqual(done);
  expect(await wordsOf({ group: 'access' })).toEqual([]);
  const opened = ['Abriu um endereço que não existe'];
  expect(await wordsOf({ group: 'attempts' })).toEqual(opened);
  expect(await wordsOf({ action: 'access.unknown_id' })).toEqual(opened);
});

test('an action of a later version is shown without its code', async () => {
  await insertEntry('warp.engage', '2026-03-10T12:00:00Z', { entityId: 'x', details: { warpFactor: 9 } });
  expect((await list()).entries).toEqual([
    expect.objectContaining({
      words: 'Outra ação',
      lines: [{ label: 'Warp factor', kind: 'value', value: '9', isId: false }],
    }),
  ]);
});

test.each([
  'UPDATE audit_log SET details = DEFAULT',
  'DELETE FROM audit_log',
  'TRUNCATE audit_log',
  'DROP TABLE audit_log',
  "UPDATE audit_log SET action = 'auth.login' WHERE false",
])('the API may not: %s', async (sql) => {
  await fixture.counter.issue(fixture.phone, 1_000);
  const client = new pg.Client({ connectionString: fixture.database.appUrl });
  await client.connect();
  try {
    await client.query("SELECT set_config('app.merchant_id', $1, false)", [fixture.staff.merchantId]);
    await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
    expect((await client.query('SELECT 1 FROM audit_log')).rowCount).toBe(1);
  } finally {
    await client.end();
  }
});
