import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maskEmail } from 'domain/mask-contacts';
import { formatPhone, phoneE164 } from 'domain/phone';
import { createClient } from 'redis';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, freshIp, type HttpClient } from 'testing/http-client';
import { type MailchimpFake, startMailchimpFake } from 'testing/providers/mailchimp';
import { type RdStationFake, startRdStationFake } from 'testing/providers/rd-station';
import { type RedisServer, startRedisServer } from 'testing/redis-server';
import { freshPhone, signUpMerchant, tokenOf } from 'testing/signed-in-merchant';
import { startWebhookReceiver, type WebhookReceiver } from 'testing/webhook-receiver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyErasures } from '../commands/apply-erasures.ts';
import { sha256 } from '../lib/tokens.ts';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { insertOpenAlerts } from '../test/tenant-alerts.ts';
import { insertProofs } from '../test/tenant-proofs.ts';
import { readAllRows } from '../test/tenant-rows.ts';

/**
 * A person who has left every kind of trace is erased. Then every column of every table, all of Redis and
 * every line of the log are read.
 */

const fixture = useDatabaseFixture();
let redis: RedisServer;
let mailchimp: MailchimpFake;
let rdStation: RdStationFake;
let receiver: WebhookReceiver;
let deaf: WebhookReceiver;
let api: ApiProcess;
let client: HttpClient;

beforeAll(async () => {
  [redis, mailchimp, rdStation, receiver, deaf] = await Promise.all([
    startRedisServer(process.env.REDIS_SERVER_PATH),
    startMailchimpFake(),
    startRdStationFake(),
    startWebhookReceiver(),
    startWebhookReceiver(),
  ]);
  deaf.answer(500);
  api = await startApiProcess({
    databaseUrl: fixture.database.appUrl,
    redisUrl: redis.url,
    extraEnv: {
      LOG_LEVEL: 'trace',
      MAILCHIMP_API: mailchimp.url,
      RD_STATION_API: rdStation.url,
      WEBHOOK_EXCEPTIONS: `${receiver.origin}, ${deaf.origin}`,
    },
  });
  client = createHttpClient(api.url);
});

afterAll(async () => {
  client?.close();
  await api?.stop();
  await Promise.all([receiver, deaf].map((each) => each?.close()));
  await Promise.all([redis, mailchimp, rdStation].map((each) => each?.stop()));
});

const person = {
  name: 'Josefina Quitéria Albuquerque',
  otherName: 'Zefa Albuquerque',
  email: "josefina.d'arc@mail.example",
  formerEmail: 'zefinha.albuquerque@mail.example',
  phone: freshPhone(),
  wrongPhone: freshPhone(),
  secondPhone: freshPhone(),
};

/** Every way in which a text may give the person away. */
const GIVEAWAYS = [
  ...[person.phone, person.wrongPhone, person.secondPhone].flatMap((phone) => [
    phone,
    phoneE164(phone),
    formatPhone(phone),
    encodeURIComponent(formatPhone(phone)),
  ]),
  // The last four digits, as the audit log shows a corrected phone.
  ...[person.phone, person.wrongPhone].map((phone) => `…${phone.slice(-4)}`),
  ...[person.email, person.formerEmail].flatMap((email) => [
    email,
    encodeURIComponent(email),
    maskEmail(email),
  ]),
  ...[person.name, person.otherName, 'josefina', 'quiteria', 'zefa', 'zefinha'],
];

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** The giveaways that a text has in it. */
function giveawaysIn(text: string): string[] {
  const folded = fold(text);
  return GIVEAWAYS.filter((giveaway) => folded.includes(fold(giveaway)));
}

/** Tables that know people by a column of this name and need no row of this person, and why. */
const WITHOUT_THE_PERSON: Record<string, string> = {
  'public.merchants': 'the merchant’s own phone and e-mail',
  'public.employees': 'an employee’s',
  'public.employee_phones': 'an employee’s',
  'public.email_links': 'an employee’s, or of a sign-up of a merchant',
  'public.security_notices': 'an employee’s',
  'public.erasures': 'written by the erasure, read after it',
  'public.rollup_changes': 'counted and deleted within seconds',
  'operations.ledger_corrections': 'amounts and moments of ids, for what was wrong in the ledger',
  'operations.inactivity_progress': 'a place in a list of all customers, which is overwritten',
};

/** Tables with a column for a customer, a phone or an e-mail that have no row of this person. */
async function tablesWithoutPerson(customerId: string): Promise<string[]> {
  const { rows: columns } = await fixture.owner.query<{ table: string; column: string }>(
    `SELECT table_schema || '.' || table_name AS table, column_name AS column
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema IN ('public', 'operations') AND table_type = 'BASE TABLE'
       AND column_name IN ('customer_id', 'phone', 'email')
     ORDER BY 1, 2`,
  );
  const isPersons = {
    customer_id: `SELECT $1 UNION SELECT source_customer_id::text FROM customer_merges WHERE target_customer_id::text = $1`,
    phone: 'SELECT unnest($2::text[])',
    email: 'SELECT unnest($3::text[])',
  };
  const { phone, wrongPhone, secondPhone, email, formerEmail } = person;
  const without: string[] = [];
  for (const table of new Set(columns.map((each) => each.table))) {
    const conditions = columns
      .filter((each) => each.table === table)
      .map(({ column }) => `${column}::text IN (${isPersons[column as keyof typeof isPersons]})`);
    // Each parameter has a type, also one that no condition reads.
    const { rowCount } = await fixture.owner.query(
      `WITH given AS (SELECT $1::text, $2::text[], $3::text[])
       SELECT FROM ${table}, given WHERE ${conditions.join(' OR ')} LIMIT 1`,
      [customerId, [phone, wrongPhone, secondPhone], [email, formerEmail]],
    );
    if (rowCount === 0) without.push(table);
  }
  return without;
}

/** What PostgreSQL wrote since the run began, of all tests; it has no values of parameters or rows. */
async function postgresLog(): Promise<string> {
  const { rows } = await fixture.owner.query<{ data_directory: string }>('SHOW data_directory');
  return readFileSync(join(rows[0]?.data_directory ?? '', '../server.log'), 'utf8');
}

/** 'public.customers: josefina' for each table that gives the person away. */
async function tablesWithPerson(): Promise<string[]> {
  const rows = await readAllRows(fixture.owner, 'text');
  return Object.entries(rows).flatMap(([table, text]) => (giveawaysIn(text).length > 0 ? [table] : []));
}

async function redisText(): Promise<string> {
  const connection = await createClient({ url: redis.url }).connect();
  const parts: string[] = [];
  for await (const keys of connection.scanIterator())
    for (const key of keys) {
      const type = await connection.type(key);
      const value =
        type === 'string'
          ? await connection.get(key)
          : type === 'hash'
            ? await connection.hGetAll(key)
            : type === 'zset'
              ? await connection.zRange(key, 0, -1)
              : type;
      parts.push(key, JSON.stringify(value));
    }
  connection.destroy();
  return parts.join('\n');
}

const count = async (sql: string) =>
  Number((await fixture.owner.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`)).rows[0]?.n);
const soon = { timeout: 60_000, interval: 250 };

/** Leaves every kind of trace; returns the record that is to be erased. */
async function leaveTraces(): Promise<{
  customerId: string;
  cookie: string;
  merchantId: string;
  requestHashes: Buffer[];
}> {
  const merchant = await signUpMerchant(client);
  const staff = { cookie: merchant.cookie };
  const requestHashes: Buffer[] = [];
  const done = async (path: string, input: object, options: object = staff) => {
    const answer = await client.call(path, input, options);
    expect(answer.error, path).toBeUndefined();
    if (path === 'cashback.issue' || path === 'redemptions.create')
      requestHashes.push(sha256(JSON.stringify(input)));
    return answer.data;
  };
  const operationId = randomUUID;
  const key = `${randomUUID().replaceAll('-', '')}-us7`;
  const sync = {
    syncOnSignup: true,
    syncOnPurchase: true,
    syncOnRedemption: true,
    sendsWithoutConsent: true,
  };
  const account = { provider: 'mailchimp', apiKey: key, audienceId: 'a1b2c3d4e5', serverPrefix: 'us7' };
  await done('integrations.save', { ...account, ...sync });
  await done('integrations.save', { provider: 'rd_station', apiKey: key.replace('-', ''), ...sync });
  for (const provider of ['mailchimp', 'rd_station'])
    await done('integrations.setActive', { provider, isActive: true });
  const events = ['cashback.issued', 'cashback.confirmed', 'redemption.confirmed', 'purchase.reversed'];
  for (const { origin } of [receiver, deaf])
    await done('webhooks.save', {
      url: `${origin}/eventos`,
      events: [...events, 'redemption.reversed', 'customer.created', 'customer.erased'],
      isActive: true,
    });

  const open = (noun: string, link: string) =>
    done(`${noun}.confirm`, { token: tokenOf(link) }, { ip: freshIp() });
  const idOf = async (phone: string) => (await client.query('customers.find', { phone }, staff)).data.id;
  const signUp = (name: string) =>
    done(
      'customers.signUp',
      { slug: merchant.slug, name, phone: person.wrongPhone, email: person.email },
      { ip: freshIp() },
    );
  const askApproval = (phone: string) =>
    done('approvals.ask', { kind: 'purchase', operationId: operationId(), amountCents: 90_000, phone });
  // Of phones that are no customer's yet.
  for (const phone of [person.phone, person.secondPhone]) await askApproval(phone);
  await signUp('Josefina');
  const customerId = await idOf(person.wrongPhone);
  await done('customers.edit', { customerId, name: person.name });
  // Waits beside the record for an employee to decide.
  await signUp(person.otherName);
  const bought = await done('cashback.issue', {
    operationId: operationId(),
    phone: person.wrongPhone,
    amountCents: 100_000,
  });
  await open('cashback', bought.link);
  const spent = await done('redemptions.create', {
    operationId: operationId(),
    customerId,
    amountCents: 500,
  });
  await open('redemptions', spent.link);
  // Answers, bodies and the sync log have the phone that is corrected now.
  await expect
    .poll(() => count(`deliveries WHERE state = 'waiting' AND body LIKE '%${person.wrongPhone}%'`), soon)
    .toBeGreaterThan(0);
  await expect.poll(() => count("integration_sync_log WHERE action = 'redemption'"), soon).toBeGreaterThan(0);
  await done('customers.correctPhone', { customerId, phone: person.phone });
  const phone = person.phone;
  const undone = await done('redemptions.create', {
    operationId: operationId(),
    customerId,
    amountCents: 300,
  });
  await open('redemptions', undone.link);
  await done('redemptions.reverse', {
    operationId: operationId(),
    redemptionId: undone.redemptionId,
    reason: 'Zefa desistiu',
  });
  await done('cashback.reverse', {
    operationId: operationId(),
    transactionId: bought.transactionId,
    amountCents: 10_000,
    reason: 'Devolvido à Zefa',
  });
  await done('customers.adjust', {
    operationId: operationId(),
    customerId,
    amountCents: 250,
    reason: 'Cortesia para a Zefa',
  });
  const file = `Telefone;Nome;Email;Saldo\n${person.secondPhone};${person.otherName};${person.formerEmail};12,00\n`;
  const imported = await client.fetch(`/files/customers/import?operationId=${operationId()}`, {
    method: 'POST',
    rawBody: file,
    headers: { 'content-type': 'text/csv', 'content-length': String(Buffer.byteLength(file)) },
    ...staff,
  });
  expect(imported.status, JSON.stringify(imported.body)).toBe(200);
  await done('customers.merge', {
    operationId: operationId(),
    customerId,
    sourceCustomerId: await idOf(person.secondPhone),
    reason: 'Zefa é a Josefina',
  });
  for (const each of [phone, person.secondPhone]) await askApproval(each);
  // Codes that wait.
  await done('cashback.issue', { operationId: operationId(), phone, amountCents: 20_000 });
  await done('redemptions.create', { operationId: operationId(), customerId, amountCents: 100 });
  const alertId = randomUUID();
  const about = { merchantId: merchant.id, employeeId: merchant.employeeId, customerId };
  await insertOpenAlerts(fixture.owner, about, [alertId]);
  await done('alerts.hold', { id: alertId });
  // Words about the person where no id leads; those above have no more than a nickname.
  const neighbor = freshPhone();
  await done('cashback.issue', { operationId: operationId(), phone: neighbor, amountCents: 20_000 });
  requestHashes.pop();
  await done('customers.adjust', {
    operationId: operationId(),
    customerId: await idOf(neighbor),
    amountCents: 100,
    reason: `Era de ${person.name.toUpperCase()}, +55 ${formatPhone(phone)}`,
  });
  await done('integrations.createCampaign', {
    operationId: operationId(),
    subject: 'Oi',
    fromName: 'Loja',
    replyTo: person.email,
    title: `Só para ${person.name}, ${person.email}`,
    message: `Olá, ${person.name}`,
  });
  await fixture.owner.query(
    `INSERT INTO trial_purchases (merchant_id, employee_id, id, phone, amount_cents, cashback_cents,
       rate_basis_points, token_hash, token_expires_at, created_at)
     VALUES ($1, $2, gen_random_uuid(), $3, 100, 5, 500, sha256('trial'), now(), now())`,
    [merchant.id, merchant.employeeId, phone],
  );
  await insertProofs(fixture.owner, merchant.id, customerId);
  await done('customers.withdrawConsent', { customerId, channel: 'email' });
  const asked = { slug: merchant.slug, kind: 'erasure', phone, contact: person.email, message: person.name };
  await done('dataRequests.ask', asked, { ip: freshIp() });
  await done('integrations.startBulkSync', {});
  // Looked at on every screen that shows customers.
  for (const [path, input] of [
    ['customers.detail', { customerId }],
    ['customers.ledger', { customerId }],
    ['customers.list', { search: person.name }],
    ['cashback.latest', {}],
    ['redemptions.latest', {}],
    ['audit.list', { about: customerId }],
  ] as const)
    await client.query(path, input, staff);
  await client.query('customers.dashboard', { phone, slug: merchant.slug }, { ip: freshIp() });
  await client.fetch(`/customer/dashboard/${phone}?slug=${merchant.slug}`, { ip: freshIp() });
  await client.fetch(`/customer/dashboard/${encodeURIComponent(formatPhone(phone))}`, { ip: freshIp() });
  await client.fetch('/files/customers.csv', staff);
  return { customerId, cookie: merchant.cookie, merchantId: merchant.id, requestHashes };
}

/** Of no use without the customer. */
const DELETED = [
  'approvals',
  'consents',
  'customer_codes',
  'customer_devices',
  'customer_pins',
  'inactivity_notices',
  'redemption_holds',
];

/** Stored requests that a phone could be tried out against. */
const countRequests = async (hashes: Buffer[]) =>
  (await fixture.owner.query('SELECT FROM idempotency_keys WHERE request_hash = ANY ($1)', [hashes]))
    .rowCount;

test('of an erased person nothing is found: no column of any table, no key in Redis, no line of the log, no contact at a provider', {
  timeout: 180_000,
}, async () => {
  const { customerId, cookie, merchantId, requestHashes } = await leaveTraces();
  await expect.poll(() => mailchimp.members().length, soon).toBeGreaterThan(0);
  await expect.poll(() => rdStation.contacts().length, soon).toBeGreaterThan(0);
  await expect.poll(() => count("bulk_syncs WHERE state = 'completed'"), soon).toBe(1);
  await expect
    .poll(
      () => count(`deliveries WHERE state = 'waiting' AND body LIKE '%${person.phone}%' AND attempts > 0`),
      soon,
    )
    .toBeGreaterThan(0);
  await assertCleanLedger(fixture.database.ownerUrl);
  expect(
    (await tablesWithoutPerson(customerId)).filter((table) => !(table in WITHOUT_THE_PERSON)),
    'leave a row of the person in it, or say above why there is none',
  ).toEqual([]);
  expect(await tablesWithPerson(), 'the person is where the test says').toEqual([
    'public.adjustments',
    'public.approvals',
    'public.audit_log',
    'public.customer_merges',
    'public.customer_search',
    'public.customers',
    'public.data_requests',
    'public.deliveries',
    'public.idempotency_keys',
    'public.integration_sync_log',
    'public.ledger_entries',
    'public.provider_requests',
    'public.purchase_reversals',
    'public.redemption_reversals',
    'public.trial_purchases',
  ]);
  expect(await countRequests(requestHashes)).toBe(requestHashes.length);
  receiver.received.length = 0;

  const erased = await client.call('customers.erase', { customerId, phone: person.phone }, { cookie });
  expect(erased.data).toEqual({ customerId, forfeitedCents: 5_450 });

  // A minute later by the product's rules.
  await applyErasures(fixture.database.ownerUrl, [{ merchantId, customerIds: [customerId] }]);
  expect(await count("erasures WHERE state = 'done'")).toBe(1);
  await fixture.owner.query(
    "UPDATE deliveries SET next_attempt_at = now() WHERE event = 'erase' AND state = 'waiting'",
  );
  await expect.poll(() => count("deliveries WHERE event = 'erase' AND state = 'waiting'"), soon).toBe(0);
  await expect.poll(() => receiver.received.length, soon).toBe(2);

  const open = await client.query('dataRequests.list', { state: 'open' }, { cookie });
  const { requests } = open.data;
  expect(requests, 'whom to answer').toMatchObject([{ contact: person.email }]);
  await client.call(
    'dataRequests.close',
    { id: requests[0]?.id, state: 'done', answer: person.name },
    { cookie },
  );
  for (const table of DELETED)
    expect(await count(`${table} WHERE customer_id = '${customerId}'`), table).toBe(0);
  expect(await tablesWithPerson()).toEqual([]);
  expect(await countRequests(requestHashes)).toBe(0);
  expect(giveawaysIn(await redisText())).toEqual([]);
  expect(api.output().length, 'the log has lines').toBeGreaterThan(1_000);
  expect(giveawaysIn(api.output())).toEqual([]);
  const log = await postgresLog();
  expect(log, 'the log of PostgreSQL is read').toContain('ready to accept connections');
  expect(giveawaysIn(log)).toEqual([]);
  expect(mailchimp.members().flatMap(({ email }) => giveawaysIn(email))).toEqual([]);
  expect(rdStation.contacts().flatMap(({ email }) => giveawaysIn(email))).toEqual([]);
  for (const { body } of receiver.received) {
    expect(JSON.parse(body)).toMatchObject({
      type: 'customer.erased',
      data: { customerId: expect.any(String) },
    });
    expect(giveawaysIn(body)).toEqual([]);
  }
  await assertCleanLedger(fixture.database.ownerUrl);
  expect(await count('erasures WHERE undelivered <> $${}$$')).toBe(0);
});
