import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { readKeyUse } from 'api/commands/rotate-keys';
import type { App } from 'api/context';
import { keyRing } from 'api/lib/sealed';
import { createQrTokens } from 'api/lib/tokens';
import { insertKeptSecrets, type KeptSecrets, openKeptSecrets } from 'api/test/kept-secrets';
import { createCounter, insertMerchant, openMoneyApp } from 'api/test/money-app';
import pg from 'pg';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'keys-rotate.ts');
const MERCHANTS = 4;
const [OLD_SECRET, NEW_SECRET] = [
  'the secret of yesterday, 32 long at least',
  'the secret of today, at least 32 long',
];
const NO_TOKENS = 'No open QR code or password link needs another secret than TOKEN_SECRET.';
const [OLD, NEW, WRONG] = [randomBytes(32), randomBytes(32), randomBytes(32)];

const fixture = useDatabaseFixture();
let app: App;
let close: () => Promise<void>;
let kept: KeptSecrets[];
/** Output of all runs. */
let printed = '';

beforeAll(async () => {
  ({ app, close } = await openMoneyApp(fixture.database.appUrl));
  const holding = { tenancy: app.tenancy, keyEncryptionKeys: keyRing([OLD]) };
  kept = [];
  for (let count = 0; count < MERCHANTS; count += 1)
    kept.push(await insertKeptSecrets(fixture.owner, holding));
});
afterAll(() => close());

function start(args: string[], previous: Buffer | undefined, ownerUrl = fixture.database.ownerUrl) {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: fixture.database.appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      TOKEN_SECRET: NEW_SECRET,
      TOKEN_SECRET_PREVIOUS: OLD_SECRET,
      KEY_ENCRYPTION_KEY: NEW.toString('base64'),
      KEY_ENCRYPTION_KEY_PREVIOUS: previous?.toString('base64') ?? '',
    },
  });
  const run = { child, text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      run.text += text;
      printed += text;
    });
  return run;
}

async function ended(run: { child: ChildProcess; text: string }): Promise<{ code: unknown; text: string }> {
  const [code] = await once(run.child, 'close');
  return { code, text: run.text.trim() };
}

const rotate = (args: string[], previous?: Buffer, ownerUrl?: string) =>
  ended(start(args, previous, ownerUrl));

async function expectAllToOpen(...keys: [Buffer, ...Buffer[]]): Promise<void> {
  const holding = { tenancy: app.tenancy, keyEncryptionKeys: keyRing(keys) };
  for (const each of kept) expect(await openKeptSecrets(fixture.owner, holding, each)).toEqual(each.secrets);
}

test('refused, it says in a sentence why and leaves everything as it was', async () => {
  expect(await rotate(['--data-keys'], WRONG)).toEqual({
    code: 1,
    text: `${MERCHANTS} data keys are wrapped by a key that is neither KEY_ENCRYPTION_KEY nor KEY_ENCRYPTION_KEY_PREVIOUS. Nothing was changed.`,
  });
  expect(await rotate([], OLD, '')).toEqual({
    code: 1,
    text: 'Set DATABASE_OWNER_URL: only the database’s owner may change data keys.',
  });
  expect(await rotate(['--check'], OLD, '')).toEqual({
    code: 1,
    text: `${MERCHANTS} of ${MERCHANTS} merchants still need another key: ${MERCHANTS} data keys the previous one, 0 one that is not known here.\n${NO_TOKENS}`,
  });
  await expectAllToOpen(OLD);
});

/**
 * Kills a rotation at the merchant in the middle, whose row another transaction holds: it gets as far as
 * there and waits.
 */
async function killHalfWay(args: string[]): Promise<string> {
  const middle = kept.map(({ staff }) => staff.merchantId).sort()[MERCHANTS / 2];
  const holder = new pg.Client({ connectionString: fixture.database.ownerUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM merchant_data_keys WHERE merchant_id = $1 FOR UPDATE', [middle]);
    const run = start(args, OLD);
    await expect.poll(() => waitingForLocks(), { interval: 50 }).toBe(1);
    run.child.kill('SIGKILL');
    return (await ended(run)).text;
  } finally {
    await holder.end();
  }
}

async function waitingForLocks(): Promise<number | undefined> {
  const { rows } = await fixture.owner.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%merchant_data_keys%'`,
  );
  return rows[0]?.count;
}

test('killed half-way and run again, it goes on where it was, and then nothing needs the previous key', async () => {
  const said = await killHalfWay(['--data-keys']);
  await expectAllToOpen(NEW, OLD);
  expect(await readKeyUse(fixture.database.appUrl, [NEW, OLD])).toMatchObject({ waiting: 2 });
  const [, since = ''] = /^Cut short, .* --since (\S+)$/m.exec(said) ?? [];
  expect(await rotate(['--data-keys', '--since', since], OLD)).toMatchObject({
    code: 0,
    text: expect.stringMatching(
      /\n4 merchants: 2 data keys were wrapped by the current key\.\n8 secrets were sealed with new data keys\.$/,
    ),
  });
  expect(await rotate(['--check'])).toEqual({
    code: 0,
    text: `${MERCHANTS} merchants: nothing needs another key than KEY_ENCRYPTION_KEY.\n${NO_TOKENS}`,
  });
  await expectAllToOpen(NEW);
  const { rows } = await fixture.owner.query(
    'SELECT count(*)::int AS keys FROM merchant_data_keys GROUP BY merchant_id',
  );
  expect(rows).toEqual(kept.map(() => ({ keys: 2 })));
});

test('while a QR code is open that the previous TOKEN_SECRET made, the check says so and until when', async () => {
  const staff = await insertMerchant(fixture.owner);
  const issue = (secret: string) =>
    createCounter({ ...app, tokens: createQrTokens([secret]) }, staff).issue(freshPhone(), 10_000);
  const [purchase] = [await issue(OLD_SECRET), await issue(NEW_SECRET)];
  const { code, text } = await rotate(['--check']);
  expect(code).toBe(1);
  expect(text).toContain(
    `Of the open QR codes and password links, 1 need TOKEN_SECRET_PREVIOUS until ${purchase.expiresAt}, 0 a secret that is not known here.`,
  );
  await fixture.owner.query('UPDATE transactions SET token_expires_at = now()');
  expect(await rotate(['--check'])).toMatchObject({ code: 0, text: expect.stringContaining(NO_TOKENS) });
});

test('nothing that was printed contains a key', () => {
  const keys = [OLD, NEW, WRONG].flatMap((key) => [key.toString('base64'), key.toString('hex')]);
  const secrets = [...keys, OLD_SECRET, NEW_SECRET];
  expect(printed).toContain('neither KEY_ENCRYPTION_KEY nor');
  for (const secret of [...secrets, ...kept.flatMap((each) => each.secrets)])
    expect(printed.includes(secret.slice(0, 12)), 'a key was printed').toBe(false);
});
