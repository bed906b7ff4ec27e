import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type OutageDatabase, startOutageDatabase } from 'testing/outage-database';
import { createRawClient } from 'testing/raw-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';
import { insertMerchant } from '../test/money-app.ts';
import { outcomeOf } from '../test/tenant-caller.ts';

/** One of two processes on one database, each with its own memory of names, which then lose the database. */
interface Asked {
  api: ApiProcess;
  raw: ReturnType<typeof createRawClient>;
  askUrl: string;
}

const DOMAIN = 'clube.padaria.com.br';
let database: OutageDatabase;
let processes: Asked[];
let merchantId: string;
let slug: string;

beforeAll(async () => {
  database = await startOutageDatabase();
  const merchant = await insertMerchant(database.owner);
  merchantId = merchant.merchantId;
  slug = merchant.client.merchant.signupLinkSlug;
  processes = await Promise.all([start(), start()]);
});

afterAll(async () => {
  for (const { api, raw } of processes ?? []) {
    raw.close();
    await api.kill();
  }
  await database?.discard();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function start(): Promise<Asked> {
  const port = await freePort();
  const extraEnv = { TLS_ASK_PORT: String(port), TIME_LIMITS: 'product' };
  const api = await startApiProcess({ databaseUrl: database.appUrl, extraEnv });
  return { api, raw: createRawClient(api.url), askUrl: `http://127.0.0.1:${port}/ask` };
}

/** Checks a host by its pages and by the TLS front's query. */
async function isKnown({ raw, askUrl }: Asked, host: string): Promise<[boolean, number]> {
  const answer = await raw.ask('/trpc/no.such', { headers: { host } });
  expect(answer.status, answer.text).toBe(404);
  const { status } = await fetch(`${askUrl}?domain=${host}`);
  return [outcomeOf(answer)[1] !== null, status];
}

async function setDomain(status: string): Promise<void> {
  await database.owner.query(
    'UPDATE merchants SET custom_domain = $2, custom_domain_status = $3 WHERE id = $1',
    [merchantId, DOMAIN, status],
  );
}

test('a domain verified or dropped, and a merchant signed up or deactivated, are known to every process', async () => {
  const [one, other] = processes as [Asked, Asked];
  for (const each of processes) expect(await isKnown(each, DOMAIN)).toEqual([false, 403]);
  await setDomain('verified');
  for (const each of [one, other]) await expect.poll(() => isKnown(each, DOMAIN)).toEqual([true, 200]);
  await setDomain('failed');
  for (const each of [one, other]) await expect.poll(() => isKnown(each, DOMAIN)).toEqual([false, 403]);
  const later = await insertMerchant(database.owner);
  const host = `${later.client.merchant.signupLinkSlug}.localhost`;
  const answer = await one.raw.ask('/trpc/no.such', { headers: { host } });
  expect(outcomeOf(answer)[1], 'its pages open at once').not.toBeNull();
  await expect.poll(() => isKnown(other, host)).toEqual([true, 200]);
  await database.owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [later.merchantId]);
  for (const each of [one, other]) await expect.poll(() => isKnown(each, host)).toEqual([false, 403]);
});

test('without the database known names stay known, unknown ones unknown, and both are answered fast', async () => {
  await setDomain('verified');
  for (const each of processes) await expect.poll(() => isKnown(each, DOMAIN)).toEqual([true, 200]);
  // The database was asked for it; memory reads every four seconds.
  await wait(8_000);
  await database.server.stop('immediate');
  const startedAt = performance.now();
  for (let round = 0; round < 3; round += 1)
    for (const each of processes) {
      expect(await isKnown(each, DOMAIN)).toEqual([true, 200]);
      expect(await isKnown(each, `${slug}.localhost`)).toEqual([true, 200]);
      expect(await isKnown(each, `nobody-${round}.localhost`)).toEqual([false, 403]);
      expect(await isKnown(each, `evil-${round}.example`)).toEqual([false, 403]);
    }
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  // Longer than any cache with an expiry would last.
  await wait(12_000);
  for (const each of processes) expect(await isKnown(each, DOMAIN)).toEqual([true, 200]);
  const [one] = processes as [Asked];
  expect((await one.raw.ask('/readyz', { headers: { host: DOMAIN } })).status).toBe(503);

  await database.server.restart('immediate');
  const later = await insertMerchant(database.owner);
  const host = `${later.client.merchant.signupLinkSlug}.localhost`;
  for (const each of processes) await expect.poll(() => isKnown(each, host)).toEqual([true, 200]);
});
