import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pointersSchema, type ReleasePointer, releaseSchema } from 'domain/releases';
import { BUCKET_KEYS, type BucketFake, startBucketFake } from 'testing/bucket-fake';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReleasePlace } from '../../env.ts';
import { createReleaseFixture, type ReleaseFixture } from '../../test/release-fixture.ts';
import { integrityOf } from '../release-integrity.ts';
import { openReleaseStore } from '../release-store.ts';

const MERCHANT = '0198c1de-0000-7000-8000-000000000001';

let bucket: BucketFake;
let fixture: ReleaseFixture;
let place: ReleasePlace;

beforeAll(async () => {
  bucket = await startBucketFake();
});
afterAll(() => bucket.close());
afterEach(() => fixture.remove());

const inFolder = (): ReleaseFixture => {
  fixture = createReleaseFixture();
  place = { kind: 'folder', path: fixture.store };
  return fixture;
};
const inBucket = (): ReleaseFixture => {
  bucket.objects.clear();
  Object.assign(bucket, { asked: [], failWith: undefined, beforePut: undefined });
  const address = { endpoint: bucket.endpoint, region: 'us-east-1', bucket: 'lojas', prefix: 'web' };
  place = { kind: 'bucket', ...address, ...BUCKET_KEYS };
  fixture = createReleaseFixture(place);
  return fixture;
};

const read = async (key: string) => (await openReleaseStore(place).read(key))?.toString('utf8');
async function pointer(remote: 'mfe-customer' | 'mfe-analytics' = 'mfe-customer'): Promise<ReleasePointer> {
  const { remotes } = pointersSchema.parse(JSON.parse((await read('remotes.json')) ?? ''));
  return remotes[remote] as ReleasePointer;
}

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('in %s', (_, prepare) => {
  beforeEach(() => {
    prepare();
  });

  test('a release is all of its build, with its hashes, its contract and its list of packages, and becomes current', async () => {
    const said = await fixture.release('mfe-customer', 'monday');
    const { current, history } = await pointer();
    expect(said).toBe(`mfe-customer    ${current}`);
    expect(history).toEqual([]);
    const release = releaseSchema.parse(
      JSON.parse((await read(`mfe-customer/${current}/release.json`)) ?? ''),
    );
    const folder = fixture.build('mfe-customer', 'monday');
    expect(Object.keys(release.files)).toEqual(readdirSync(folder).sort());
    for (const [name, integrity] of Object.entries(release.files)) {
      const content = readFileSync(join(folder, name));
      expect(integrity).toBe(integrityOf(content));
      expect(await openReleaseStore(place).read(`mfe-customer/${current}/${name}`)).toEqual(content);
    }
    expect(release.contract?.file).toBe('contract.d.ts');
    expect(await read(`mfe-customer/${current}/contract.d.ts`)).toBe('export {};');
    expect(await read(`mfe-customer/${current}/sbom.cdx.json`)).toContain('CycloneDX');
  });

  test('the same build twice is one release, and changes nothing the second time', async () => {
    await fixture.release('mfe-customer', 'monday');
    const { current } = await pointer();
    const before = await read(`mfe-customer/${current}/release.json`);
    await fixture.release('mfe-customer', 'monday');
    expect(await pointer()).toEqual({ current, history: [] });
    expect(await read(`mfe-customer/${current}/release.json`)).toBe(before);
  });

  test('going back leads through earlier current releases, newest first, and each can be released again', async () => {
    const versions: string[] = [];
    for (const mark of ['monday', 'tuesday', 'wednesday']) {
      await fixture.release('mfe-customer', mark);
      versions.unshift((await pointer()).current);
    }
    const [wednesday, tuesday, monday] = versions;
    expect(await pointer()).toEqual({ current: wednesday, history: [tuesday, monday] });
    await fixture.run('mfe-customer', '--rollback');
    expect(await pointer()).toEqual({ current: tuesday, history: [monday] });
    await fixture.run('mfe-customer', '--rollback');
    expect(await pointer()).toEqual({ current: monday, history: [] });
    await expect(fixture.run('mfe-customer', '--rollback')).rejects.toThrow(
      `There is no release of mfe-customer before ${monday}.`,
    );
    await fixture.release('mfe-customer', 'wednesday');
    expect(await pointer()).toEqual({ current: wednesday, history: [monday] });
  });

  test('a trial leaves the current release alone, and ends as current or as none', async () => {
    await fixture.release('mfe-customer', 'monday');
    const { current: monday } = await pointer();
    const said = await fixture.release('mfe-customer', 'trial', '--percent', '5', '--merchants', MERCHANT);
    const { current, trial } = await pointer();
    expect(current).toBe(monday);
    expect(trial).toMatchObject({ percent: 5, merchants: [MERCHANT] });
    expect(said).toContain(`tried out: ${trial?.version} by 5 % of the merchants and merchants ${MERCHANT}`);
    await expect(fixture.release('mfe-customer', 'tuesday')).rejects.toThrow(
      'is being tried out. End that first',
    );
    await fixture.run('mfe-customer', '--rollback');
    expect(await pointer()).toEqual({ current: monday, history: [] });
    await fixture.release('mfe-customer', 'trial', '--percent', '20');
    await fixture.run('mfe-customer', '--promote');
    expect(await pointer()).toEqual({ current: trial?.version, history: [monday] });
    await expect(fixture.run('mfe-customer', '--promote')).rejects.toThrow(
      'Nothing of mfe-customer is being tried out.',
    );
  });

  test('two teams at once both succeed, each with its own remote', async () => {
    const names = ['monday', 'tuesday', 'wednesday'] as const;
    for (const name of names) {
      await Promise.all([fixture.release('mfe-customer', name), fixture.release('mfe-analytics', name)]);
    }
    expect((await pointer()).history).toHaveLength(2);
    expect((await pointer('mfe-analytics')).history).toHaveLength(2);
  });

  test('two releases of one remote at once: one stands, whole, and the other is told', async () => {
    await fixture.release('mfe-customer', 'monday');
    const { current: monday } = await pointer();
    const outcomes = await Promise.allSettled(
      ['one', 'two', 'three'].map((mark) => fixture.release('mfe-customer', mark)),
    );
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refused).toHaveLength(2);
    for (const sentence of refused)
      expect(sentence).toContain('Somebody else has changed mfe-customer meanwhile');
    const { current, history } = await pointer();
    expect(history).toEqual([monday]);
    expect(await read(`mfe-customer/${current}/release.json`)).toContain(current);
  });

  test('pointers that cannot be read are not overwritten', async () => {
    await fixture.release('mfe-customer', 'monday');
    const key = join(fixture.store, 'remotes.json');
    if (place.kind === 'folder') writeFileSync(key, '{');
    else bucket.objects.set('web/remotes.json', { content: Buffer.from('{'), headers: {} });
    await expect(fixture.release('mfe-customer', 'tuesday')).rejects.toThrow(
      'can not be read; nothing was changed',
    );
    expect(await read('remotes.json')).toBe('{');
  });
});

test.each([
  [['mfe-other'], "There is no remote 'mfe-other'."],
  [['shell'], "There is no remote 'shell'."],
  [['mfe-customer', 'mfe-analytics'], 'One remote at a time.'],
  [[], 'npm run release'],
  [['mfe-customer', '--percent', '0'], '--percent is a whole number from 1 to 100'],
  [['mfe-customer', '--percent', '101'], '--percent is a whole number from 1 to 100'],
  [['mfe-customer', '--percent', '2.5'], '--percent is a whole number from 1 to 100'],
  [['mfe-customer', '--merchants', 'padaria'], "'padaria' is none"],
  [['mfe-customer', '--merchants', ''], "'' is none"],
  // Well-formed, but no UUID has this version: stored, it would make the pointers unreadable.
  [['mfe-customer', '--merchants', '11111111-1111-1111-1111-111111111111'], 'is none'],
  [['mfe-customer', '--to', ''], '--to names no place'],
  [['mfe-customer', '--from', ''], '--from names no folder'],
  [['mfe-customer', '--promote', '--rollback'], 'do not go together'],
  [['mfe-customer', '--promote', '--percent', '5'], 'do not go together'],
  [['mfe-customer', '--rollback', '--from', 'x'], 'do not go together'],
  [['mfe-customer', '--soon'], '--soon'],
  [['mfe-customer', '--rollback'], 'was never released'],
  [['mfe-customer', '--promote'], 'was never released'],
  [['mfe-customer', '--percent', '5'], 'was never released'],
])('%j is refused with a message and changes nothing', async (args, sentence) => {
  inFolder();
  await expect(fixture.run(...args)).rejects.toThrow(sentence);
  expect(existsSync(fixture.store)).toBe(false);
});

test('the current release cannot be tried out', async () => {
  inFolder();
  await fixture.release('mfe-customer', 'monday');
  await expect(fixture.release('mfe-customer', 'monday', '--percent', '5')).rejects.toThrow(
    'is what everybody has already',
  );
});

test('a folder without a build or with another remote’s, and a store that cannot be written, are reported as such', async () => {
  inFolder();
  for (const folder of [fixture.root, join(fixture.root, 'nothing')]) {
    await expect(fixture.run('mfe-customer', '--from', folder)).rejects.toThrow(
      `${folder} is no build of a remote: it has no remoteEntry.js`,
    );
  }
  const others = fixture.build('mfe-analytics', 'monday');
  await expect(fixture.run('mfe-customer', '--from', others)).rejects.toThrow(
    `${others} is no build of mfe-customer: its remoteEntry.js is another's.`,
  );
  const build = fixture.build('mfe-customer', 'monday');
  writeFileSync(join(build, '.DS_Store'), '');
  await expect(fixture.run('mfe-customer', '--from', build)).rejects.toThrow(
    `${build} holds a file that no build makes: '.DS_Store'.`,
  );
  expect(existsSync(fixture.store)).toBe(false);
  writeFileSync(fixture.store, 'a file');
  await expect(fixture.release('mfe-customer', 'monday')).rejects.toThrow(
    `The release store ${fixture.store} can not be used`,
  );
});

test('a user who may read a store’s folder may read each release in it, for the API is another user there', async () => {
  inFolder();
  await fixture.release('mfe-customer', 'monday');
  const { current } = await pointer();
  const modeOf = (...names: string[]) => statSync(join(fixture.store, ...names)).mode;
  expect(modeOf('mfe-customer', current)).toBe(modeOf('mfe-customer'));
});

test('a lock left behind is named', async () => {
  inFolder();
  mkdirSync(fixture.store);
  writeFileSync(join(fixture.store, 'remotes.json.lock'), '');
  await expect(fixture.release('mfe-customer', 'monday')).rejects.toThrow(
    /If nobody is, remove .*remotes\.json\.lock/,
  );
  rmSync(join(fixture.store, 'remotes.json.lock'));
  await fixture.release('mfe-customer', 'monday');
});

test('a bucket gets release.json after all other files and the pointers last, with their cache headers', async () => {
  inBucket();
  await fixture.release('mfe-customer', 'monday');
  const put = bucket.asked.filter((each) => each.startsWith('PUT'));
  expect(put.at(-1)).toBe('PUT web/remotes.json');
  expect(put.at(-2)).toMatch(/release\.json$/);
  const headersOf = (ending: string) =>
    [...bucket.objects].find(([key]) => key.endsWith(ending))?.[1].headers ?? {};
  expect(headersOf('remoteEntry.js')).toEqual({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': undefined,
  });
  expect(headersOf('remoteEntry.js.br')['content-type']).toBe('application/octet-stream');
  expect(headersOf('remotes.json')['cache-control']).toBe('no-cache');
});

test.each([403, 409])(
  'an upload that is answered %i leaves everybody where they were, and the next one ends it',
  async (status) => {
    inBucket();
    await fixture.release('mfe-customer', 'monday');
    const before = await pointer();
    bucket.beforePut = (key) => {
      if (key.endsWith('chunks.json')) bucket.failWith = status;
    };
    await expect(fixture.release('mfe-customer', 'tuesday')).rejects.toThrow(
      new RegExp(`answered ${status} .*to PUT`),
    );
    Object.assign(bucket, { failWith: undefined, beforePut: undefined });
    expect(await pointer()).toEqual(before);
    await fixture.release('mfe-customer', 'tuesday');
    expect((await pointer()).history).toEqual([before.current]);
  },
);
