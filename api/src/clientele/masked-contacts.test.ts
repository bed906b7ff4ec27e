import { ROLES, type Role, roleMay } from 'domain/roles';
import { useDatabaseFixture } from 'testing/database-fixture';
import { tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmCashback } from '../cashback/confirm-cashback.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { callProcedure, outcomeOf, PROCEDURES } from '../test/tenant-caller.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';
import { TENANT_MATRIX } from '../test/tenant-matrix.ts';
import { correction, issue } from '../test/tenant-matrix-row.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: Merchant;

const SAVE = { path: 'merchants.saveGeneralSettings', type: 'mutation' } as const;

/** Every phone and e-mail that a customer of the merchant has or had. */
let contacts: string[];

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
  merchant = await createMerchant(server.app, fixture.owner);
  await mergeSomebodyWithBalance();
  // The names of the matrix's merchants have phones in them.
  await fixture.owner.query(
    `UPDATE customers SET name = 'Ana Souza', email = 'ana.' || left(id::text, 8) || '@mail.example' WHERE merchant_id = $1 AND erased_at IS NULL`,
    [merchant.merchantId],
  );
  await fixture.owner.query(
    `UPDATE data_requests SET phone = $2 WHERE merchant_id = $1 AND state = 'refused'`,
    [merchant.merchantId, merchant.customer.phone],
  );
  const { rows } = await fixture.owner.query<{ contact: string }>(
    `SELECT unnest(ARRAY[phone, email]) AS contact FROM customers WHERE merchant_id = $1
     UNION SELECT source_phone FROM customer_merges WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  contacts = rows.flatMap(({ contact }) => contact ?? []);
});
afterAll(() => server?.close());

/** A merge after which both ledgers name the other customer. */
async function mergeSomebodyWithBalance(): Promise<void> {
  const token = await openSession(server.app, merchant.staff.owner);
  const act = async (path: string, input: object) =>
    JSON.parse((await callProcedure(server, { path, type: 'mutation' }, input, { token })).text).result.data;
  const { rows } = await fixture.owner.query<{ id: string; phone: string }>(
    `SELECT id, phone FROM customers WHERE merchant_id = $1 AND name LIKE 'Cliente 119%' AND merged_into_id IS NULL LIMIT 1`,
    [merchant.merchantId],
  );
  const [source] = rows;
  const { link } = await act('cashback.issue', issue(source?.phone ?? ''));
  await confirmCashback(server.app, { token: tokenOf(link), hostMerchantId: undefined });
  await act(
    'customers.merge',
    correction({ customerId: merchant.customer.id, sourceCustomerId: source?.id }),
  );
}

const setMasked = (isMasked: boolean) =>
  fixture.owner.query('UPDATE merchants SET mask_contacts = $2 WHERE id = $1', [
    merchant.merchantId,
    isMasked,
  ]);

/** Refused to an employee who has nothing to confirm or to turn off, and asked for no approval. */
const REFUSED = [
  'auth.resendEmailLink',
  'auth.confirmAuthenticator',
  'auth.removeAuthenticator',
  'auth.renewRecoveryCodes',
  'auth.startPasskeyProof',
  'auth.confirmPasskey',
  'auth.removePasskey',
  'approvals.watch',
  'approvals.cancel',
  'approvals.approvers',
  'approvals.startPasskey',
  'approvals.approveHere',
];

/** The customers' contacts in the answer, except those that were sent. */
async function contactsIn(
  procedure: (typeof PROCEDURES)[number],
  role: Role,
  input = TENANT_MATRIX[procedure.path]?.input?.(merchant),
): Promise<string[]> {
  const token = await openSession(server.app, merchant.staff[role]);
  const answer = await callProcedure(server, procedure, input, { token });
  const [status, refusal] = outcomeOf(answer);
  if (!REFUSED.includes(procedure.path)) expect(status, `${procedure.path}: ${refusal}`).toBeLessThan(400);
  const sent = JSON.stringify(input) ?? '';
  return contacts.filter((contact) => answer.text.includes(contact) && !sent.includes(contact));
}

const EMPLOYEE_PROCEDURES = PROCEDURES.filter(({ meta }) => meta.access === 'employee');
const mayCall = (role: Role) =>
  EMPLOYEE_PROCEDURES.filter(
    ({ meta }) => meta.permission === null || roleMay(role, meta.permission ?? 'roles.write'),
  );

describe('while phones and e-mails are masked', () => {
  beforeEach(() => setMasked(true));

  const theirs = (['operator', 'employee'] as const).flatMap((role) =>
    mayCall(role).map((procedure) => ({ role, procedure, path: procedure.path })),
  );
  test.each(theirs)(
    'no answer of $path to the $role contains contacts of customers',
    async ({ role, procedure }) => {
      expect(await contactsIn(procedure, role)).toEqual([]);
    },
  );

  // The counter's look-up answers one phone, the one it was asked for.
  const shows = EMPLOYEE_PROCEDURES.filter(
    ({ meta, path }) => meta.shows !== undefined && path !== 'customers.find',
  );
  test.each(shows)('$path still answers the owner with them', async (procedure) => {
    expect(await contactsIn(procedure, 'owner')).not.toEqual([]);
  });

  test('the list shows enough to tell customers apart, and links to no page by phone', async () => {
    const token = await openSession(server.app, merchant.staff.operator);
    const { text } = await callProcedure(server, { path: 'customers.list', type: 'query' }, {}, { token });
    const [first] = JSON.parse(text).result.data.customers;
    expect(first).toMatchObject({
      phone: expect.stringMatching(/^11\*{7}\d\d$/),
      email: 'a***@mail.example',
      dashboardLink: '',
    });
  });

  const search = async (search: string, role: Role = 'operator') => {
    const token = await openSession(server.app, merchant.staff[role]);
    const answer = await callProcedure(
      server,
      { path: 'customers.list', type: 'query' },
      { search },
      { token },
    );
    return JSON.parse(answer.text).result.data.customers.length as number;
  };

  test('a whole number finds its customer in every spelling, at the counter and in the list', async () => {
    const { phone } = merchant.customer;
    for (const written of [
      phone,
      `+55 ${phone}`,
      `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`,
    ])
      expect(await search(written), written).toBe(1);
    const token = await openSession(server.app, merchant.staff.operator);
    const find = { path: 'customers.find', type: 'query' } as const;
    const { text } = await callProcedure(server, find, { phone }, { token });
    expect(JSON.parse(text).result.data).toMatchObject({ id: merchant.customer.id, phone });
  });

  test('a whole number in its other spelling finds its customer, and is shown as it is stored', async () => {
    const [old, whole] = ['1186543210', '11986543210'];
    await fixture.owner.query(
      "INSERT INTO customers (merchant_id, id, phone, name) VALUES ($1, gen_random_uuid(), $2, 'Zulmira')",
      [merchant.merchantId, old],
    );
    expect(await search(whole)).toBe(1);
    const token = await openSession(server.app, merchant.staff.operator);
    const find = { path: 'customers.find', type: 'query' } as const;
    const { text } = await callProcedure(server, find, { phone: whole }, { token });
    expect(JSON.parse(text).result.data.phone).toBe(old);
  });

  test('a name finds, and a part of a phone or an e-mail does not: neither can be guessed piece by piece', async () => {
    expect(await search('ana souz')).toBe(50);
    const { phone } = merchant.customer;
    const parts = [
      phone.slice(0, 6),
      phone.slice(-4),
      phone.slice(1),
      phone.slice(0, 10),
      'mail.example',
      'ana.',
      '@',
    ];
    for (const part of [...parts, `ana ${phone.slice(-4)}`, 'ana mail'].filter((part) => part !== 'ana.'))
      expect([part, await search(part)]).toEqual([part, 0]);
    expect(await search('mail.example', 'manager')).toBe(50);
    expect(await search(phone.slice(-4), 'manager')).toBeGreaterThan(0);
  });
});

test('a role that may change the establishment turns it on, with an audit entry; a screen that does not know it leaves it', async () => {
  await setMasked(false);
  const save = async (role: Role, rest: object = {}) => {
    const token = await openSession(server.app, merchant.staff[role]);
    const input = { name: 'Loja', phone: '1132104567', brandColor: null, ...rest };
    const answer = await callProcedure(server, SAVE, input, { token });
    return [outcomeOf(answer)[0], JSON.parse(answer.text).result?.data.maskContacts];
  };
  expect(await save('manager', { maskContacts: true })).toEqual([403, undefined]);
  expect(await save('admin')).toEqual([200, false]);
  expect(await save('admin', { maskContacts: true })).toEqual([200, true]);
  expect(await save('owner')).toEqual([200, true]);
  const { rows } = await fixture.owner.query(
    `SELECT employee_id, details FROM audit_log WHERE merchant_id = $1 AND details ? 'mask_contacts_after'`,
    [merchant.merchantId],
  );
  expect(rows).toEqual([
    {
      employee_id: merchant.staff.admin.employeeId,
      details: { mask_contacts_before: false, mask_contacts_after: true },
    },
  ]);
});

describe('while they are not masked', () => {
  beforeEach(() => setMasked(false));

  // A webhook's delivery is shown as it was sent, to employees who set webhooks up.
  const asSent = ['webhooks.delivery'];
  const undeclared = EMPLOYEE_PROCEDURES.filter(
    ({ meta, path, type }) => type === 'query' && meta.shows === undefined && !asSent.includes(path),
  );
  test.each(undeclared)(
    '$path, which does not declare that it shows customers, shows none',
    async (procedure) => {
      expect(await contactsIn(procedure, 'owner')).toEqual([]);
    },
  );

  test.each(ROLES)('the %s sees them', async (role) => {
    const list = PROCEDURES.find(({ path }) => path === 'customers.list');
    if (list) expect((await contactsIn(list, role)).length).toBeGreaterThan(50);
  });
});
