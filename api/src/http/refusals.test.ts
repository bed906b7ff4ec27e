import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { REFUSAL_STATUS_HEADER } from 'domain/refusal-status';
import { OWN_PAGE } from 'testing/raw-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { outcomeOf } from '../test/tenant-caller.ts';

let database: TestDatabase;
let server: InProcessServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startInProcessServer(database.appUrl);
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const AWAY = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
const BUG = new TypeError("Cannot read properties of undefined (reading 'secret')");

/** Makes look-ups fail while `run` runs; every session and every phone without a merchant needs one. */
async function failingWith(error: Error, run: () => Promise<void>): Promise<void> {
  const { lookup } = server.app.tenancy;
  server.app.tenancy.lookup = () => Promise.reject(error);
  try {
    await run();
  } finally {
    server.app.tenancy.lookup = lookup;
  }
}

test('a lost database is reported in every kind of call, with the time to retry', async () => {
  const phone = encodeURIComponent(JSON.stringify({ phone: '11987654321' }));
  const cookie = `session=${'x'.repeat(43)}`;
  await failingWith(AWAY, async () => {
    const answers = [
      await server.ask('/trpc/auth.session', { headers: { host: 'localhost', cookie } }),
      await server.ask('/trpc/reports.currentMonth', { headers: { host: 'localhost', cookie } }),
      await server.ask(`/trpc/customers.dashboard?input=${phone}`, { headers: { host: 'localhost' } }),
    ];
    for (const answer of answers) {
      expect(outcomeOf(answer), answer.text).toEqual([503, 'database_unavailable']);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.text).not.toContain('10.0.0.7');
    }
  });
});

test("a bug leaves as 'Erro interno' and reveals nothing", async () => {
  await failingWith(BUG, async () => {
    for (const host of ['localhost', 'mais-uma.localhost']) {
      const cookie = `session=${'x'.repeat(43)}`;
      const answer = await server.ask('/trpc/auth.session', { headers: { host, cookie } });
      expect(JSON.parse(answer.text)).toEqual({
        error: {
          message: 'Erro interno',
          code: -32_603,
          data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, refusal: null, fields: null },
        },
      });
    }
  });
});

test.each([
  ['a body that is too large', `{"email":"${'x'.repeat(20_000)}"}`, [413, 'body_too_large']],
  ['a body that is cut off', '{"email":', [400, 'bad_request']],
  ['a body with a comment', '{/**/}', [400, 'bad_request']],
  ['an empty body', '', [400, 'bad_request']],
])('%s gets its own refusal', async (_what, body, outcome) => {
  const answer = await server.ask('/trpc/auth.login', {
    method: 'POST',
    headers: { host: 'localhost', ...OWN_PAGE },
    body,
  });
  expect(outcomeOf(answer), answer.text).toEqual(outcome);
});

test('a caller that shows refusals gets them as 200, and failures that pass as they are', async () => {
  const headers = { host: 'localhost', [REFUSAL_STATUS_HEADER]: '200' };
  const nobody = encodeURIComponent(JSON.stringify({ slug: 'nobody-has-this-slug' }));
  const address = `/trpc/customers.signupLink?input=${nobody}`;
  const refused = await server.ask(address, { headers });
  expect(refused.status).toBe(200);
  expect(JSON.parse(refused.text).error.data).toMatchObject({
    httpStatus: 404,
    refusal: 'invalid_signup_link',
  });
  expect((await server.ask(address, { headers: { host: 'localhost' } })).status).toBe(404);
  await failingWith(AWAY, async () => {
    expect((await server.ask(address, { headers })).status).toBe(503);
  });
});
