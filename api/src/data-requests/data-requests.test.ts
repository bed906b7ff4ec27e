import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DATA_REQUESTS_PER_PHONE } from '../limits/call-limits.ts';
import type { StaffSession } from '../staff-session.ts';
import { asWorker } from '../test/as-worker.ts';
import { endWindows } from '../test/end-windows.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock, DAY_MS, insertMerchant } from '../test/money-app.ts';
import { statementsOf } from '../test/security/statements-of.ts';
import { callProcedure, outcomeOf } from '../test/tenant-caller.ts';
import { announceDataRequest } from './announce-data-request.ts';
import { closeDataRequest } from './close-data-request.ts';
import { countDataRequests } from './count-data-requests.ts';
import { eraseOnRequest } from './erase-on-request.ts';
import { listDataRequests } from './list-data-requests.ts';
import { mailErasedPerson } from './mail-erased-person.ts';
import { sendDataRequestMail } from './send-data-request-mail.ts';

const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const ASK = { path: 'dataRequests.ask', type: 'mutation' } as const;
const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let mails: MailServer;
let server: InProcessServer;
let staff: StaffSession;
let known: { id: string; phone: string };

beforeAll(async () => {
  mails = await startMailServer();
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'Volta <avisos@volta.example>' };
  server = await startInProcessServer(fixture.database.appUrl, { clock, env });
});
beforeEach(async () => {
  await endWindows(fixture.owner, clock);
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  mails.messages.length = 0;
  staff = await insertMerchant(fixture.owner);
  const phone = freshPhone();
  const { rows } = await fixture.owner.query<{ id: string }>(
    `INSERT INTO customers (merchant_id, id, phone, name) VALUES ($1, gen_random_uuid(), $2, 'Zulmira') RETURNING id`,
    [staff.merchantId, phone],
  );
  known = { id: rows[0]?.id ?? '', phone };
});
afterAll(async () => {
  await server?.close();
  await mails?.close();
});

const ask = (phone: string, input: object = {}, ip = freshIp()) =>
  callProcedure(
    server,
    ASK,
    {
      slug: staff.client.merchant.signupLinkSlug,
      kind: 'access',
      phone,
      contact: 'Zulmira@Mail.example',
      ...input,
    },
    { ip },
  );
const listed = async (state: 'open' | 'done' | 'refused' = 'open') =>
  (await listDataRequests(server.app, staff.merchantId, { state })).requests;

const JOBS: Record<string, (payload: never) => Promise<void>> = {
  'announce-data-request': (payload) => announceDataRequest(asWorker(server.app), payload),
  'mail-data-request': (payload) => sendDataRequestMail(asWorker(server.app), payload),
  'mail-erased-person': (payload) =>
    mailErasedPerson(asWorker(server.app), payload, { isLastAttempt: false }),
};

/** Works off the jobs of this folder that are due by now. */
async function runDueJobs(): Promise<void> {
  for (;;) {
    const { rows } = await fixture.owner.query<{ task: string; payload: never }>(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
       WHERE t.id = j.task_id AND j.run_at <= clock_timestamp() RETURNING t.identifier AS task, j.payload`,
    );
    if (rows.length === 0) return;
    for (const { task, payload } of rows) await JOBS[task]?.(payload);
  }
}

test('a known and an unknown phone get the same answer by the same statements', async () => {
  const answers: string[] = [];
  const work: string[][] = [];
  for (const phone of [known.phone, freshPhone()])
    work.push(
      await statementsOf(server.app, async () => {
        answers.push((await ask(phone)).text.replace(/"dueAt":"[^"]+"/, '"dueAt"'));
      }),
    );
  expect(answers[0]).toContain('dueAt');
  expect(answers[1]).toBe(answers[0]);
  expect(work[1]).toEqual(work[0]);
  const { rows } = await fixture.owner.query('SELECT customer_id FROM data_requests WHERE merchant_id = $1', [
    staff.merchantId,
  ]);
  expect(rows).toEqual([{ customer_id: null }, { customer_id: null }]);
});

test('a request is listed with its customer, who stays its customer under another phone', async () => {
  await ask(known.phone, { kind: 'correction', message: ' Meu nome é\r\nMariana ' });
  await runDueJobs();
  await fixture.owner.query('UPDATE customers SET phone = $2 WHERE id = $1', [known.id, freshPhone()]);
  const [request] = await listed();
  expect(request).toMatchObject({
    kind: 'correction',
    phone: known.phone,
    contact: 'zulmira@mail.example',
    message: 'Meu nome é\nMariana',
    state: 'open',
    customer: { id: known.id, name: 'Zulmira' },
  });
  expect(Date.parse(request?.dueAt ?? '') - Date.parse(request?.createdAt ?? '')).toBe(15 * DAY_MS);
});

test('each owner is mailed at once and three days before it is due, without the name of a customer', async () => {
  await ask(known.phone, { kind: 'erasure' });
  await runDueJobs();
  expect(mails.messages.map(({ recipients }) => recipients)).toEqual([[staff.client.user.email]]);
  expect(mails.messages[0]?.subject).toMatch(/^Um pedido de dados chegou/);
  const { rows } = await fixture.owner.query<{ days: number }>(
    `SELECT round(extract(epoch FROM run_at - now()) / 86400)::int AS days FROM graphile_worker._private_jobs`,
  );
  expect(rows).toEqual([{ days: 12 }]);
  await fixture.owner.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
  await runDueJobs();
  expect(mails.messages[1]?.subject).toMatch(/^O prazo de um pedido de dados está acabando/);
  for (const { raw, text } of mails.messages) {
    expect(text).toContain('/customers/data-requests');
    expect(raw).not.toMatch(new RegExp(`Zulmira|${known.phone}`, 'i'));
  }
});

test('requests that follow another reach an owner by one mail an hour later, which counts the open ones', async () => {
  const askTwice = async () => {
    for (const phone of [freshPhone(), freshPhone()]) {
      await ask(phone);
      await runDueJobs();
    }
  };
  const moveMail = (minutes: number) =>
    fixture.owner.query(
      `UPDATE graphile_worker._private_jobs j SET run_at = now() + $1 * interval '1 minute'
       FROM graphile_worker._private_tasks t WHERE t.id = j.task_id AND t.identifier = 'mail-data-request'`,
      [minutes],
    );
  const waitingMails = async () =>
    (
      await fixture.owner.query(
        `SELECT priority, round(extract(epoch FROM run_at - now()) / 60)::int AS minutes
         FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE t.identifier = 'mail-data-request'`,
      )
    ).rows;
  await askTwice();
  expect(await waitingMails()).toEqual([{ priority: 5, minutes: 60 }]);
  await moveMail(20);
  await askTwice();
  expect(await waitingMails()).toEqual([{ priority: 5, minutes: 20 }]);
  expect(mails.messages.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Um pedido de dados chegou/),
  ]);
  await moveMail(0);
  await runDueJobs();
  expect(mails.messages.map(({ subject }) => subject).slice(1)).toEqual([
    expect.stringMatching(/^4 pedidos de dados estão abertos/),
  ]);
});

test('a request is closed once, with a reason where it is refused, in the audit log; its reminder is not sent', async () => {
  await ask(known.phone);
  await runDueJobs();
  mails.messages.length = 0;
  const [request] = await listed();
  const id = request?.id ?? '';
  const refuse = () =>
    closeDataRequest(server.app, staff, REQUEST, { id, state: 'refused', answer: 'Sem prova' });
  await refuse();
  await expect(refuse()).rejects.toMatchObject({ code: 'data_request_closed' });
  expect(await listed()).toEqual([]);
  expect(await listed('refused')).toMatchObject([{ id, answer: 'Sem prova', closedBy: expect.any(String) }]);
  const { rows } = await fixture.owner.query(
    `SELECT action, entity_id FROM audit_log WHERE merchant_id = $1 AND entity = 'data_request'`,
    [staff.merchantId],
  );
  expect(rows).toEqual([{ action: 'data_request.refuse', entity_id: id }]);
  await fixture.owner.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
  await runDueJobs();
  expect(mails.messages).toEqual([]);
});

/** An open request, and the erasure that answers it. */
async function askErasure(input: object = {}) {
  await ask(known.phone, { kind: 'erasure', ...input });
  const [request] = await listed();
  const id = request?.id ?? '';
  const erase = (phone = known.phone) => eraseOnRequest(server.app, staff, REQUEST, { id, phone });
  return { id, erase };
}
const stateOf = async (id: string) =>
  (
    await fixture.owner.query(
      `SELECT r.state, r.phone AS asked_phone, r.contact, r.customer_id, c.phone, c.erased_at IS NOT NULL AS is_erased,
         (SELECT count(*)::int FROM erasures e WHERE e.merchant_id = r.merchant_id) AS erasures
       FROM data_requests r JOIN customers c ON c.id = $2 WHERE r.id = $1`,
      [id, known.id],
    )
  ).rows[0];

test('an erasure on request closes it as done, and mails the contact and the e-mail on record once each', async () => {
  const onRecord = 'no.cadastro@mail.example';
  await fixture.owner.query('UPDATE customers SET email = $2 WHERE id = $1', [known.id, onRecord]);
  const { id, erase } = await askErasure();
  await expect(erase(freshPhone())).rejects.toMatchObject({ code: 'phone_differs' });
  expect(await stateOf(id)).toMatchObject({ state: 'open', is_erased: false });
  await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  expect(await erase()).toMatchObject({ customerId: known.id, isMailed: true });
  const gone = { asked_phone: null, contact: null, phone: null, customer_id: known.id };
  expect(await stateOf(id)).toEqual({ state: 'done', is_erased: true, erasures: 1, ...gone });
  await runDueJobs();
  expect(mails.messages.map(({ recipients }) => recipients).toSorted()).toEqual([
    [onRecord],
    ['zulmira@mail.example'],
  ]);
  expect(mails.messages[0]?.text).toMatch(/apagou os seus dados/);
  await expect(erase()).rejects.toMatchObject({ code: 'data_request_closed' });
  const { rows } = await fixture.owner.query(
    `SELECT action, entity_id FROM audit_log WHERE merchant_id = $1 ORDER BY id`,
    [staff.merchantId],
  );
  expect(rows).toEqual([
    { action: 'customer.erase', entity_id: known.id },
    { action: 'data_request.answer', entity_id: id },
  ]);
});

test('a request that was closed meanwhile, or asks for something else, erases nobody', async () => {
  const { id, erase } = await askErasure({ contact: '11987654321' });
  await closeDataRequest(server.app, staff, REQUEST, { id, state: 'refused', answer: 'Sem prova' });
  await expect(erase()).rejects.toMatchObject({ code: 'data_request_closed' });
  expect(await stateOf(id)).toMatchObject({ state: 'refused', is_erased: false, erasures: 0 });
  const other = await askErasure({ kind: 'access' });
  await expect(other.erase()).rejects.toMatchObject({ code: 'data_request_not_found' });
  expect(await stateOf(other.id)).toMatchObject({ state: 'open', is_erased: false });
});

test('without an e-mail nobody is mailed; a customer known by a phone before a merge is found', async () => {
  const merged = freshPhone();
  await fixture.owner.query(
    `WITH source AS (
       INSERT INTO customers (merchant_id, id, merged_into_id) VALUES ($1, gen_random_uuid(), $2) RETURNING id
     )
     INSERT INTO customer_merges (merchant_id, id, source_customer_id, target_customer_id, source_phone, employee_id,
       moved_cents, reason, created_at)
     SELECT $1, gen_random_uuid(), id, $2, $3, $4, 0, 'Mesma pessoa', now() FROM source`,
    [staff.merchantId, known.id, merged, staff.employeeId],
  );
  const { id, erase } = await askErasure({ phone: merged, contact: '11987654321' });
  expect(await erase()).toMatchObject({ customerId: known.id, isMailed: false });
  expect(await stateOf(id)).toMatchObject({ state: 'done', customer_id: known.id, asked_phone: null });
});

test('after the last attempt to mail an erased person the job ends, and its address with it', async () => {
  const down = {
    ...asWorker(server.app),
    mail: { send: () => Promise.reject(new Error('down')), close() {} },
  };
  const told = { merchantId: staff.merchantId, email: 'zulmira@mail.example' };
  await expect(mailErasedPerson(down, told, { isLastAttempt: false })).rejects.toThrow('down');
  await mailErasedPerson(down, told, { isLastAttempt: true });
});

test('open requests are counted, the overdue ones apart, and stand oldest first over pages', async () => {
  await fixture.owner.query(
    `INSERT INTO data_requests (merchant_id, id, kind, phone, created_at, due_at)
     SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'access', '11987654321', at, at + interval '15 days'
     FROM generate_series(1, 60) n, LATERAL (SELECT $2::timestamptz - (61 - n) * interval '7 hours' AS at) made`,
    [staff.merchantId, clock.now()],
  );
  expect(await countDataRequests(server.app, staff.merchantId)).toEqual({ open: 60, overdue: 9 });
  const first = await listDataRequests(server.app, staff.merchantId, { state: 'open' });
  const second = await listDataRequests(server.app, staff.merchantId, {
    state: 'open',
    after: first.next ?? undefined,
  });
  const due = [...first.requests, ...second.requests].map(({ dueAt }) => dueAt);
  expect(due).toHaveLength(60);
  expect(due).toEqual(due.toSorted());
  expect(second.next).toBeNull();
});

test('a phone has three requests a day at a merchant from one network, which uses up nobody else’s', async () => {
  const ip = freshIp();
  for (let count = 0; count < DATA_REQUESTS_PER_PHONE.limit; count += 1)
    expect(outcomeOf(await ask(known.phone, {}, ip))).toEqual([200, null]);
  expect(outcomeOf(await ask(known.phone, {}, ip))).toEqual([429, 'too_many_requests']);
  expect(outcomeOf(await ask(known.phone))).toEqual([200, null]);
  expect(outcomeOf(await ask(freshPhone()))).toEqual([200, null]);
});

test.each([
  [{ contact: 'ninguém' }, 'contact'],
  [{ contact: '119' }, 'contact'],
  [{ phone: '123' }, 'phone'],
  [{ kind: 'other' }, 'kind'],
  [{ message: 'x'.repeat(501) }, 'message'],
])('%j is refused at its field', async (input, field) => {
  const { status, text } = await ask(freshPhone(), input);
  expect(status).toBe(400);
  expect(Object.keys(JSON.parse(text).error.data.fields)).toEqual([field]);
});
