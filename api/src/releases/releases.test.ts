import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteDirectory } from 'domain/remote-directory';
import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { createRawClient, type RawAnswer } from 'testing/raw-client';
import { type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '../app.ts';
import { createServer } from '../server.ts';
import { readTestEnvironment } from '../test/read-test-environment.ts';
import { createReleaseFixture, type ReleaseFixture } from '../test/release-fixture.ts';
import { isInTrial } from './choose-release.ts';
import { integrityOf } from './release-integrity.ts';

interface TestServer {
  client: HttpClient;
  log: { error(details: object, message: string): void };
  ask(address: string, headers?: Record<string, string>): Promise<RawAnswer>;
  close(): Promise<void>;
}

const fixture = useDatabaseFixture();
let releases: ReleaseFixture;
let server: TestServer;
let merchant: SignedInMerchant;
let other: SignedInMerchant;

async function startServer(): Promise<TestServer> {
  const env = readTestEnvironment(fixture.database.appUrl, {
    TRUST_PROXY: 'loopback',
    DNS_SERVERS: '127.0.0.1:9',
    RELEASES: releases.store,
    RELEASES_EVERY_SECONDS: '0.1',
    PORT: '0',
  });
  const { app, isReady, close } = await createApp(env);
  const fastify = await createServer(app, isReady, releases.root);
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  const client = createHttpClient(url);
  const raw = createRawClient(url);
  return {
    client,
    log: fastify.log,
    ask: (address, headers) =>
      raw.ask(address, { headers: { host: 'localhost', accept: 'text/html', ...headers } }),
    async close() {
      client.close();
      raw.close();
      const closed = fastify.close();
      fastify.server.closeAllConnections();
      await closed;
      await close();
    },
  };
}

beforeAll(async () => {
  releases = createReleaseFixture();
  server = await startServer();
  merchant = await signUpMerchant(server.client);
  other = await signUpMerchant(server.client);
});
afterAll(async () => {
  await server?.close();
  releases?.remove();
});

async function directory(headers: Record<string, string> = {}): Promise<RemoteDirectory['remotes']> {
  const { status, text } = await server.ask('/remotes.json', headers);
  expect(status).toBe(200);
  return (JSON.parse(text) as RemoteDirectory).remotes;
}

/** The build that the directory names for the customer remote, by its mark: 'beside', 'monday'. */
async function shownTo(
  headers: Record<string, string> = {},
  remote = 'mfe_customer',
): Promise<string | undefined> {
  const { entry = '' } = (await directory(headers))[remote] ?? {};
  const { status, text } = await server.ask(entry);
  expect(status, entry).toBe(200);
  return /\/\* [\w-]+ (\w+) \*\//.exec(text)?.[1];
}

const staffOf = ({ cookie }: SignedInMerchant) => ({ cookie });
const hostOf = ({ slug }: SignedInMerchant) => ({ host: `${slug}.localhost` });
const soon = (mark: string, headers?: Record<string, string>, remote?: string) =>
  vi.waitFor(async () => expect(await shownTo(headers, remote)).toBe(mark), {
    timeout: 60_000,
    interval: 50,
  });

beforeEach(async () => {
  await releases.release('mfe-customer', 'monday').catch(() => undefined);
});
afterEach(async () => {
  // Ends any trial, so that the next test starts without one.
  await releases.run('mfe-customer', '--rollback').catch(() => undefined);
});

describe('the release shown', () => {
  test('is the build beside the API for a remote that was never released, with its hash, and the latest after each build', async () => {
    const before = (await directory()).mfe_analytics;
    expect(before?.entry).toBe('/remotes/mfe-analytics/remoteEntry.js');
    const { text } = await server.ask('/remotes/mfe-analytics/remoteEntry.js');
    expect(before?.integrity).toBe(integrityOf(text));
    writeFileSync(join(releases.root, 'mfe-analytics/dist/remoteEntry.js'), '/* mfe-analytics again */');
    expect((await directory()).mfe_analytics?.integrity).toBe(integrityOf('/* mfe-analytics again */'));
  });

  test('changes with a release and changes back, for one remote, without touching other files or processes', async () => {
    await soon('monday');
    const { mfe_customer: monday } = await directory();
    await releases.release('mfe-customer', 'tuesday');
    await soon('tuesday');
    expect(await shownTo({}, 'mfe_backoffice')).toBe('beside');
    const { mfe_customer: tuesday } = await directory();
    expect(tuesday?.entry).toMatch(/^\/remotes\/mfe-customer\/[0-9a-f]{12}\/remoteEntry\.js$/);
    expect(tuesday?.integrity).toBe(integrityOf((await server.ask(tuesday?.entry ?? '')).text));
    // A tab opened on the older release still gets its files.
    const old = await server.ask((monday?.entry ?? '').replace('remoteEntry', 'app.monday'));
    expect([old.status, old.text]).toEqual([200, "screen('monday')"]);
    await releases.run('mfe-customer', '--rollback');
    await soon('monday');
    expect((await directory()).mfe_customer).toEqual(monday);
    expect((await server.ask(tuesday?.entry ?? '')).status).toBe(200);
  });
});

describe('a trial', () => {
  test('is for the merchants on the list: their employees, their host, their customers’ pages; for no others', async () => {
    await releases.release('mfe-customer', 'trial', '--merchants', merchant.id);
    await soon('trial', staffOf(merchant));
    expect(await shownTo(hostOf(merchant))).toBe('trial');
    for (const headers of [{}, staffOf(other), hostOf(other), { cookie: 'session=nonsense' }]) {
      expect(await shownTo(headers)).toBe('monday');
    }
    const pageOf = async ({ slug }: SignedInMerchant, headers = {}) =>
      (await server.ask(`/signup/${slug}`, headers)).text;
    expect(await pageOf(merchant)).toContain("window.early='trial'");
    expect(await pageOf(merchant, hostOf(merchant))).toContain("window.early='trial'");
    expect(await pageOf(other)).toContain("window.early='monday'");
    expect(await pageOf(other, staffOf(merchant))).toContain("window.early='monday'");
    const worker = async (headers = {}) => (await server.ask('/customer/service-worker.js', headers)).text;
    expect([await worker(hostOf(merchant)), await worker(hostOf(other)), await worker()]).toEqual([
      "worker('trial')",
      "worker('monday')",
      "worker('monday')",
    ]);
  });

  test('by a share is for the same merchants at each poll and on each of their hosts', async () => {
    const within = (percent: number, { id }: SignedInMerchant) =>
      isInTrial('mfe-customer', { percent, merchants: [] }, id);
    const dividing = (one: SignedInMerchant, two: SignedInMerchant) =>
      Array.from({ length: 99 }, (_, index) => index + 1).find(
        (percent) => within(percent, one) !== within(percent, two),
      );
    // One pair in a hundred has the same share.
    while (dividing(merchant, other) === undefined) other = await signUpMerchant(server.client);
    const percent = dividing(merchant, other) ?? 0;
    const [chosen, left] = within(percent, merchant) ? [merchant, other] : [other, merchant];
    await releases.release('mfe-customer', 'some', '--percent', String(percent));
    await soon('some', staffOf(chosen));
    for (const headers of [staffOf(chosen), hostOf(chosen), staffOf(chosen)]) {
      expect(await shownTo(headers)).toBe('some');
    }
    for (const headers of [staffOf(left), hostOf(left)]) expect(await shownTo(headers)).toBe('monday');
  });

  test('ends for all with the release before, or becomes current', async () => {
    await releases.release('mfe-customer', 'short', '--merchants', merchant.id);
    await soon('short', staffOf(merchant));
    await releases.run('mfe-customer', '--rollback');
    await soon('monday', staffOf(merchant));
    await releases.release('mfe-customer', 'long', '--merchants', merchant.id);
    await soon('long', staffOf(merchant));
    await releases.run('mfe-customer', '--promote');
    await soon('long');
    expect(await shownTo(staffOf(other))).toBe('long');
    await releases.run('mfe-customer', '--rollback');
    await soon('monday');
  });

  test('makes the directory depend on the session, and its headers say so; without a trial no session is looked up', async () => {
    await soon('monday');
    expect((await server.ask('/remotes.json', staffOf(merchant))).headers.vary).toBeUndefined();
    await releases.release('mfe-customer', 'vary', '--percent', '1');
    await vi.waitFor(async () => {
      const { headers } = await server.ask('/remotes.json', staffOf(merchant));
      expect([headers.vary, headers['cache-control']]).toEqual(['cookie', 'no-cache']);
    }, 60_000);
  });
});

describe('a customer’s page', () => {
  test('is of one release: its first paint, its preloads and the remote that it names', async () => {
    await soon('monday');
    // A trial of an earlier test ends for this merchant's page when the process polls next.
    const { text, named } = await vi.waitFor(async () => {
      const page = await server.ask(`/signup/${merchant.slug}`);
      const block = JSON.parse(/id="remotes">(.*?)<\/script>/.exec(page.text)?.[1] ?? '') as RemoteDirectory;
      expect(block.remotes.mfe_customer).toEqual((await directory()).mfe_customer);
      return { text: page.text, named: block };
    }, 60_000);
    const { entry = '', integrity } = named.remotes.mfe_customer ?? {};
    const folder = entry.replace('remoteEntry.js', '');
    expect(text).toContain("window.early='monday'");
    expect(text).toContain(`href="${entry}" as="script" crossorigin integrity="${integrity}"`);
    expect(text).toContain(
      `href="${folder}app.monday.js" as="script" crossorigin integrity="sha384-of-monday"`,
    );
    expect(text).not.toContain('/remotes.json');
  });
});

describe('a release’s files', () => {
  let folder: string;
  beforeEach(async () => {
    await soon('monday');
    folder = ((await directory()).mfe_customer?.entry ?? '').replace('remoteEntry.js', '');
  });

  test('are cached for ever by browsers, and sent in the smallest encoding they accept', async () => {
    const plain = await server.ask(`${folder}remoteEntry.js`);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const small = await server.ask(`${folder}remoteEntry.js`, { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers.vary).toBe('accept-encoding');
    const uncompressed = await server.ask(`${folder}app.monday.js`, { 'accept-encoding': 'gzip, br' });
    expect(uncompressed.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    'remoteEntry.js.map',
    'release.json',
    'contract.d.ts',
    'nothing.js',
    '../../remotes.json',
    '..%2f..%2fremotes.json',
    '%2e%2e/%2e%2e/remotes.json',
    'a/../remoteEntry.js',
    '__proto__.js',
    'remoteEntry.js%00.css',
  ])('%s is not one of them', async (name) => {
    const { status, text } = await server.ask(`${folder}${name}`);
    expect(status).toBe(404);
    expect(text).not.toContain('current');
  });

  test.each([
    '/remotes/mfe-customer/000000000000/remoteEntry.js',
    '/remotes/mfe-customer/00000000000g/remoteEntry.js',
    '/remotes/mfe-other/000000000000/remoteEntry.js',
    '/remotes/shell/000000000000/remoteEntry.js',
  ])('%s belongs to no release', async (address) => {
    expect((await server.ask(address)).status).toBe(404);
  });

  test('from unknown releases cannot be requested without limit', async () => {
    const ask = (version: number) =>
      server.ask(`/remotes/mfe-customer/${version.toString(16).padStart(12, '0')}/remoteEntry.js`, {
        'x-forwarded-for': '198.51.100.7',
      });
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async (_, index) => (await ask(index)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    // Existing releases still can.
    const { status } = await server.ask(`${folder}remoteEntry.js`, { 'x-forwarded-for': '198.51.100.7' });
    expect(status).toBe(200);
  });
});

test('a store that is gone changes nothing for present visitors', async () => {
  await soon('monday');
  const { mfe_customer: known } = await directory();
  const said = vi.spyOn(server.log, 'error');
  rmSync(join(releases.store, 'remotes.json'));
  await expect.poll(() => String(said.mock.calls)).toContain('there is no remotes.json');
  expect((await directory()).mfe_customer).toEqual(known);
  expect(await shownTo()).toBe('monday');
});
