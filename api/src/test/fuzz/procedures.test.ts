import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import fc from 'fast-check';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { OWN_PAGE } from 'testing/raw-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { PROCEDURES } from '../tenant-caller.ts';
import { createMerchant, type Merchant, openSession } from '../tenant-fixture.ts';
import { TENANT_MATRIX } from '../tenant-matrix.ts';
import { fingerprint } from '../tenant-rows.ts';
import { brokenJson, fuzzedInput } from './inputs.ts';
import { expectDecent } from './oracle.ts';

// Thousands of logins and sign-ups: hashed for real, at the least cost there is.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof real.hash = (password) =>
    real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  return { ...real, hash };
});

/**
 * Encodes as UTF-8, cut short enough for an address: longer ones are refused before they are read
 * (fuzz/http.test.ts).
 */
const queryText = (text: string) => {
  const escaped = encodeURIComponent(Buffer.from(text).toString());
  return escaped.length > 12_000 ? escaped.slice(0, 12_000).replace(/%[0-9A-F]?$/, '') : escaped;
};

const RUNS = process.env.TEST_LONG ? 125 : 1;
const AT_ONCE = 8;

let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchant: Merchant;
let other: Merchant;
let cookies: string[];
let turn = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  server = await startInProcessServer(database.appUrl);
  merchant = await createMerchant(server.app, owner);
  other = await createMerchant(server.app, owner);
  const tokens = await Promise.all(
    Object.values(merchant.staff).map((person) => openSession(server.app, person)),
  );
  cookies = tokens.map((token) => `session=${token}`);
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

test.each(PROCEDURES)(
  `${RUNS * AT_ONCE} random inputs to $path: never an error of ours, never a word from inside`,
  async ({ path, type }) => {
    // fast-check draws again while it shrinks, so the example it starts from has to stay the same.
    const valid = TENANT_MATRIX[path]?.input?.(merchant) as Record<string, unknown> | undefined;
    const json = fuzzedInput(valid);
    const sent = fc.oneof({ weight: 9, arbitrary: json }, { weight: 1, arbitrary: json.chain(brokenJson) });
    const before = await fingerprint(owner, other.merchantId);

    async function send(text: string): Promise<void> {
      turn += 1;
      const cookie = cookies[turn % cookies.length] ?? '';
      const headers = { host: 'localhost', cookie, 'x-forwarded-for': freshIp() };
      const answer =
        type === 'mutation'
          ? await server.ask(`/trpc/${path}`, {
              method: 'POST',
              body: text,
              headers: { ...headers, ...OWN_PAGE },
            })
          : await server.ask(`/trpc/${path}?input=${queryText(text)}`, { headers });
      expectDecent(answer, `${path} ${text}`);
    }

    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (texts) => {
        await Promise.all(texts.map(send));
      }),
      { numRuns: RUNS },
    );
    expect(await fingerprint(owner, other.merchantId)).toEqual(before);
    expect((await server.ask('/readyz')).text).toBe('ready');
  },
  120_000,
);
