import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleasePointers } from 'domain/releases';
import { BUCKET_KEYS, startBucketFake } from 'testing/bucket-fake';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReleaseFixture, type ReleaseFixture } from '../test/release-fixture.ts';
import { createReleaseFiles, TamperedRelease } from './release-files.ts';
import { openReleaseStore, type ReleaseStore } from './release-store.ts';
import { createReleases, type Releases } from './releases.ts';

const MERCHANT = '0198c1de-0000-7000-8000-000000000001';
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

let fixture: ReleaseFixture;
let away: boolean;
let read: string[];
let store: ReleaseStore;
let running: Releases | undefined;
let errors: string[];

beforeEach(() => {
  fixture = createReleaseFixture();
  [away, read, errors] = [false, [], []];
  const folder = openReleaseStore({ kind: 'folder', path: fixture.store });
  store = {
    async read(key) {
      read.push(key);
      if (away) throw new Error('the store is away');
      return await folder.read(key);
    },
  };
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  fixture.remove();
});

/** Waits long, because other tests may keep the machine busy. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

async function start(): Promise<Releases> {
  const log = { ...SILENT, error: (_: object, text: string) => errors.push(text) };
  const files = createReleaseFiles(store);
  const root = fixture.root;
  running = createReleases({ store, files, root, everyMs: 20, log: log as never });
  await running.start();
  return running;
}

const entryOf = (releases: Releases, merchant?: string) =>
  releases.buildFor('mfe-customer', merchant).entry.entry;
const versions = (): ReleasePointers['remotes']['mfe-customer'] =>
  JSON.parse(readFileSync(join(fixture.store, 'remotes.json'), 'utf8')).remotes['mfe-customer'];
const addressOf = (version: string | undefined) => `/remotes/mfe-customer/${version}/remoteEntry.js`;
const fileOf = (version: string | undefined, name: string) =>
  join(fixture.store, 'mfe-customer', version ?? '', name);

test('a store that is away at the start leaves the build beside the API; once it is back, its release is shown', async () => {
  await fixture.release('mfe-customer', 'monday');
  away = true;
  const releases = await start();
  expect(entryOf(releases)).toBe('/remotes/mfe-customer/remoteEntry.js');
  away = false;
  await until(() => expect(entryOf(releases)).toBe(addressOf(versions()?.current)));
  away = true;
  const looks = read.length;
  await until(() => expect(read.length).toBeGreaterThan(looks + 3));
  expect(entryOf(releases)).toBe(addressOf(versions()?.current));
  // Logged once, not at every poll.
  expect(errors.filter((line) => line.startsWith('the releases can not be read'))).toHaveLength(2);
});

test('a store without any release is reported once, for it may be the wrong one', async () => {
  const releases = await start();
  const looks = read.length;
  await until(() => expect(read.length).toBeGreaterThan(looks + 3));
  expect(errors).toEqual(['there is no remotes.json in the release store; what was known goes on']);
  await fixture.release('mfe-customer', 'monday');
  await until(() => expect(entryOf(releases)).toBe(addressOf(versions()?.current)));
});

test('a store that goes away does not affect the release shown: each of its files was read before', async () => {
  await fixture.release('mfe-customer', 'monday');
  const version = versions()?.current ?? '';
  const files = createReleaseFiles(store);
  running = createReleases({ store, files, root: fixture.root, everyMs: 20, log: SILENT });
  await running.start();
  away = true;
  for (const name of ['remoteEntry.js', 'remoteEntry.js.br', 'app.monday.js', 'chunks.json']) {
    expect((await files.findFile('mfe-customer', version, name))?.length, name).toBeGreaterThan(0);
  }
  // Source maps are never served.
  expect(read.filter((key) => key.endsWith('.map'))).toEqual([]);
});

test.each([
  ['first-paint.json', { signup: {} }],
  ['first-paint.json', { signup: { css: '', script: '', standsAlone: false, markup: { merchant: [] } } }],
  ['chunks.json', { './app': 'app.js' }],
  ['integrity.json', { 'app.js': 1 }],
])('a build with %s of an unknown shape is not shown: %j', async (name, content) => {
  await fixture.release('mfe-customer', 'monday');
  const releases = await start();
  const monday = entryOf(releases);
  const build = fixture.build('mfe-customer', 'tuesday');
  writeFileSync(join(build, name), JSON.stringify(content));
  await fixture.run('mfe-customer', '--from', build);
  await until(() => expect(errors).toEqual([`mfe-customer ${versions()?.current} is not shown`]));
  expect(entryOf(releases)).toBe(monday);
});

test.each([
  'remoteEntry.js',
  'remoteEntry.js.br',
  'app.tuesday.js',
  'first-paint.json',
  'service-worker.js',
  'chunks.json',
])(
  'a release whose %s was changed in the store is not shown: the one before stays until it is repaired',
  async (name) => {
    await fixture.release('mfe-customer', 'monday');
    const releases = await start();
    const monday = versions()?.current;
    // The pointer is not polled again until it changes.
    away = true;
    await fixture.release('mfe-customer', 'tuesday');
    const tuesday = versions()?.current;
    const path = fileOf(tuesday, name);
    const content = readFileSync(path);
    appendFileSync(path, ' ');
    away = false;
    await until(() => expect(errors).toContain(`mfe-customer ${tuesday} is not shown`));
    expect(entryOf(releases)).toBe(addressOf(monday));
    writeFileSync(path, content);
    await until(() => expect(entryOf(releases)).toBe(addressOf(tuesday)));
  },
);

test('a process that starts with a tampered release shows the one before it', async () => {
  await fixture.release('mfe-customer', 'monday');
  await fixture.release('mfe-customer', 'tuesday');
  appendFileSync(fileOf(versions()?.current, 'remoteEntry.js'), ' ');
  expect(entryOf(await start())).toBe(addressOf(versions()?.history[0]));
});

test('a release on trial that cannot be read leaves those merchants with the current one', async () => {
  await fixture.release('mfe-customer', 'monday');
  await fixture.release('mfe-customer', 'trial', '--merchants', MERCHANT);
  const releases = await start();
  expect(entryOf(releases, MERCHANT)).toBe(addressOf(versions()?.trial?.version));
  await running?.stop();
  rmSync(join(fixture.store, 'mfe-customer', versions()?.trial?.version ?? ''), { recursive: true });
  expect(entryOf(await start(), MERCHANT)).toBe(addressOf(versions()?.current));
});

test.each([
  ['no JSON', '{"remotes":'],
  ['of another shape', '{"remotes":{"mfe-customer":{"current":"../../etc"}}}'],
  ['with more than it should have', '{"remotes":{},"more":1}'],
])('pointers that are %s change nothing', async (_, text) => {
  await fixture.release('mfe-customer', 'monday');
  const monday = versions()?.current;
  const releases = await start();
  writeFileSync(join(fixture.store, 'remotes.json'), text);
  await until(() => expect(errors).toHaveLength(1));
  expect(entryOf(releases)).toBe(addressOf(monday));
});

test('a release under another’s name, or with hashes that its version was not made of, is rejected', async () => {
  await fixture.release('mfe-customer', 'monday');
  const version = versions()?.current ?? '';
  const path = fileOf(version, 'release.json');
  const right = readFileSync(path, 'utf8');
  const find = () => createReleaseFiles(store).findRelease('mfe-customer', version);
  expect((await find())?.version).toBe(version);
  const release = JSON.parse(right);
  const [first = ''] = Object.keys(release.files).filter((name) => name.startsWith('app.'));
  for (const wrong of [
    { ...release, version: '000000000000' },
    { ...release, remote: 'mfe-analytics' },
    { ...release, integrity: release.files[first] },
    { ...release, files: { ...release.files, [first]: release.integrity } },
    { ...release, files: { ...release.files, '../x.js': release.integrity } },
    { ...release, files: { ...release.files, '.hidden.js': release.integrity } },
  ]) {
    writeFileSync(path, JSON.stringify(wrong));
    await expect(find()).rejects.toThrow(TamperedRelease);
  }
  // Stored under another version.
  writeFileSync(path, right);
  mkdirSync(join(fixture.store, 'mfe-customer/111111111111'));
  cpSync(fileOf(version, ''), join(fixture.store, 'mfe-customer/111111111111'), { recursive: true });
  await expect(createReleaseFiles(store).findRelease('mfe-customer', '111111111111')).rejects.toThrow(
    'is of another release',
  );
});

test('a file is read once for concurrent requests, and again only after it was evicted', async () => {
  await fixture.release('mfe-customer', 'monday');
  const version = versions()?.current ?? '';
  const files = createReleaseFiles(store, 2_500);
  const ask = (name: string) => files.findFile('mfe-customer', version, name);
  const asking = Array.from({ length: 20 }, () => ask('remoteEntry.js'));
  // Concurrent requests for a file being read cause no other read.
  expect(files.knows('mfe-customer', version)).toBe(true);
  expect(new Set(await Promise.all(asking)).size).toBe(1);
  expect(read).toEqual(['release.json', 'remoteEntry.js'].map((name) => `mfe-customer/${version}/${name}`));
  read.length = 0;
  await ask('chunks.json');
  await ask('first-paint.json');
  await ask('remoteEntry.js');
  expect(read).toHaveLength(3);
});

test('a bucket is followed like a folder, and one that refuses changes nothing', async () => {
  const bucket = await startBucketFake();
  const address = { endpoint: bucket.endpoint, region: 'us-east-1', bucket: 'lojas', prefix: 'web' };
  const place = { kind: 'bucket' as const, ...address, ...BUCKET_KEYS };
  const shipped = createReleaseFixture(place);
  store = openReleaseStore(place);
  const current = () => {
    const pointers = JSON.parse(String(bucket.objects.get('web/remotes.json')?.content)) as ReleasePointers;
    return addressOf(pointers.remotes['mfe-customer']?.current);
  };
  try {
    await shipped.release('mfe-customer', 'monday');
    const releases = await start();
    const monday = entryOf(releases);
    expect(monday).toBe(current());
    bucket.failWith = 403;
    await until(() => expect(errors).toHaveLength(1));
    expect(entryOf(releases)).toBe(monday);
    bucket.failWith = undefined;
    await shipped.release('mfe-customer', 'tuesday');
    await until(() => expect(entryOf(releases)).toBe(current()));
    expect(entryOf(releases)).not.toBe(monday);
  } finally {
    await running?.stop();
    shipped.remove();
    await bucket.close();
  }
});
