import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packBuild, unpackBuild } from 'contracts/packed-build';
import { RECORDED, readRecordedContracts, unpackRecorded } from 'contracts/record-release';
import { REMOTES, releaseSchema } from 'domain/releases';
import { afterAll, expect, test } from 'vitest';
import { integrityOf, versionOf } from '../release-integrity.ts';

const folder = mkdtempSync(join(tmpdir(), 'cashback-recorded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a packed build unpacks byte for byte, without dispensable files, and packs the same again', () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const picture = Buffer.from([0, 255, 254, 128, 10]);
  mkdirSync(join(from, 'assets'), { recursive: true });
  writeFileSync(join(from, 'assets/logo.png'), picture);
  for (const name of ['main.js', 'main.js.br', 'main.js.gz', 'main.js.map', 'release.json'])
    writeFileSync(join(from, name), 'Olá');
  const packed = packBuild(from, ['release.json']);
  unpackBuild(packed, to);
  expect(readFileSync(join(to, 'assets/logo.png'))).toEqual(picture);
  expect(readFileSync(join(to, 'main.js'), 'utf8')).toBe('Olá');
  expect(packBuild(to)).toEqual(packed);
});

test.each(REMOTES)(
  'what is recorded of %s is one release: its contract, its files and what release.json says of them',
  (remote) => {
    const release = releaseSchema.parse(
      JSON.parse(readFileSync(join(RECORDED, remote, 'release.json'), 'utf8')),
    );
    const recorded = readRecordedContracts().find(({ consumer }) => consumer === remote);
    const build = join(folder, remote);
    unpackRecorded(remote, build);
    expect(release).toMatchObject({ remote, version: versionOf(release.files) });
    expect(recorded?.version).toBe(release.version);
    expect(
      createHash('sha256')
        .update(recorded?.text ?? '')
        .digest('hex'),
    ).toBe(release.contract?.sha256);
    for (const [name, integrity] of Object.entries(release.files).filter(
      ([file]) => !/\.(?:map|br|gz)$/.test(file),
    ))
      expect([name, integrityOf(readFileSync(join(build, name)))]).toEqual([name, integrity]);
  },
);

test('the API is recorded as its bundle alone, without the files beside it', () => {
  const build = join(folder, 'api');
  unpackRecorded('api', build);
  expect(readdirSync(build)).toEqual(['main.js']);
});

test('the recorded shell, which open tabs still run, has its contract too', () => {
  expect(readRecordedContracts().map(({ consumer }) => consumer)).toEqual([...REMOTES, 'shell'].sort());
});
