import { randomBytes, randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { comparableHeaders, type RawAnswer } from 'testing/raw-client';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueCashback } from '../../cashback/issue-cashback.ts';
import { sha256, type TokenKind } from '../../lib/tokens.ts';
import { createRedemption } from '../../redemptions/create-redemption.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { createMovableClock, HOUR_MS } from '../money-app.ts';
import { callProcedure } from '../tenant-caller.ts';
import { createMerchant, type Merchant, openSession } from '../tenant-fixture.ts';
import { readAllRows } from '../tenant-rows.ts';
import { statementsOf } from './statements-of.ts';

const fixture = useDatabaseFixture();
const clock = createMovableClock(new Date());
let server: InProcessServer;
let merchant: Merchant;
let other: Merchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  merchant = await createMerchant(server.app, fixture.owner);
  other = await createMerchant(server.app, fixture.owner);
});

afterAll(() => server?.close());

const KINDS: TokenKind[] = ['CASHBACK', 'REDEMPTION'];
const CONFIRM = { CASHBACK: 'cashback.confirm', REDEMPTION: 'redemptions.confirm' } as const;

const random = (kind: TokenKind) => `${kind}_${randomBytes(20).toString('base64url')}`;

function confirm(kind: TokenKind, token: string, host = 'localhost'): Promise<RawAnswer> {
  return callProcedure(server, { path: CONFIRM[kind], type: 'mutation' }, { token }, { host });
}

/** Reads the rows once the traces that follow confirmations are written. */
async function readRows(): Promise<Record<string, string>> {
  await server.app.confirmationTraces.idle();
  return await readAllRows(fixture.owner);
}

/** Makes a token that is not used yet. */
async function freshToken(kind: TokenKind, at: Merchant): Promise<string> {
  const staff = await server.app.sessions.find(await openSession(server.app, at.staff.operator));
  if (!staff) throw new Error('no session');
  const from = { ip: '127.0.0.1', userAgent: undefined };
  const requestId = randomUUID();
  if (kind === 'CASHBACK') {
    const purchase = { operationId: requestId, phone: freshPhone(), amountCents: 10_000 };
    return tokenOf((await issueCashback(server.app, staff, from, purchase)).link);
  }
  const redemption = { operationId: requestId, customerId: at.customer.id, amountCents: 100 };
  return tokenOf((await createRedemption(server.app, staff, from, redemption)).link);
}

async function usedToken(kind: TokenKind, at: Merchant): Promise<string> {
  const token = await freshToken(kind, at);
  expect((await confirm(kind, token)).status).toBe(200);
  return token;
}

async function expiredToken(kind: TokenKind, at: Merchant): Promise<string> {
  const token = await freshToken(kind, at);
  const table = kind === 'CASHBACK' ? 'transactions' : 'redemptions';
  const sql = `UPDATE ${table} SET token_expires_at = $2 WHERE token_hash = $1`;
  const { rowCount } = await fixture.owner.query(sql, [sha256(token), new Date(clock.now().getTime() - 1)]);
  expect(rowCount).toBe(1);
  return token;
}

/** Everything of an answer except its moment and the permission of the camera, which the host decides. */
function shown({ status, headers, text }: RawAnswer): unknown {
  return { status, text, headers: comparableHeaders(headers) };
}

/** Alterations of a seen token that an attacker might try, by kind. */
function bent(token: string): Record<string, string> {
  const [kind = '', secret = ''] = [token.slice(0, token.indexOf('_')), token.slice(token.indexOf('_') + 1)];
  const swapped = secret.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return {
    truncated: token.slice(0, -1),
    extended: `${token}A`,
    'one letter in the other case': `${kind}_${swapped}`,
    'in lower case': token.toLowerCase(),
    'with the prefix in lower case': `${kind.toLowerCase()}_${secret}`,
    'URL-encoded': `${kind}%5F${secret}`,
    'URL-encoded twice': `${kind}%255F${secret}`,
    'encoded letter by letter': [...token].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
    'in wide letters': token.replace('A', 'Ａ').replace('_', '＿'),
    'with a NUL before': `\0${token}`,
    'with a NUL behind': `${token}\0`,
    'with a NUL inside': `${kind}_\0${secret}`,
    'with a space before': ` ${token}`,
    'with a line break': `${token}\r\n`,
    'with base64’s other letters': `${token.slice(0, -2)}+/`,
    'with padding': `${token}=`,
    twice: `${token}${token}`,
    'with the other prefix': `${kind === 'CASHBACK' ? 'REDEMPTION' : 'CASHBACK'}_${secret}`,
    'as a path': `../${token}`,
    '180 characters long': `${token}${'A'.repeat(180 - token.length)}`,
    '15,000 characters long': `${token}${'A'.repeat(15_000)}`,
    empty: '',
    'the old shape': `${kind}_${clock.now().getTime()}k3j9x2m1q`,
    'the old shape, 27 long': `${kind}_${clock.now().getTime()}${'k3j9x2m1qabcde'}`,
  };
}

describe.each(KINDS)('a %s token', (kind) => {
  test('that is altered in any way, expired or unknown is one answer, on the platform and on the merchant’s hosts', async () => {
    const good = await freshToken(kind, merchant);
    const tries = { ...bent(good), expired: await expiredToken(kind, merchant) };
    const before = await readRows();
    for (const host of ['localhost', merchant.host, merchant.customDomain]) {
      const nobodys = await confirm(kind, random(kind), host);
      expect(nobodys.status).toBe(404);
      expect(nobodys.text).toContain('"message":"QR Code inválido ou expirado"');
      for (const [what, token] of Object.entries(tries))
        expect(shown(await confirm(kind, token, host)), `${what} on ${host}`).toEqual(shown(nobodys));
    }
    expect(await readRows()).toEqual(before);
    expect((await confirm(kind, good)).status).toBe(200);
  });

  test('of another merchant does not exist on a merchant’s host, whatever has become of it, and is left as it was', async () => {
    const good = await freshToken(kind, other);
    const tokens = { good, used: await usedToken(kind, other), expired: await expiredToken(kind, other) };
    const before = await readRows();
    for (const host of [merchant.host, merchant.customDomain]) {
      const nobodys = shown(await confirm(kind, random(kind), host));
      for (const [what, token] of Object.entries(tokens))
        expect(shown(await confirm(kind, token, host)), `${what} on ${host}`).toEqual(nobodys);
    }
    expect(await readRows()).toEqual(before);
    expect((await confirm(kind, good, other.host)).status).toBe(200);
  });

  test('that was used shows its success for a day, then only when that was, on every host of its merchant, after it has expired too, and does nothing', async () => {
    const token = await freshToken(kind, merchant);
    const confirmedAt = clock.now().toISOString();
    const first = await confirm(kind, token);
    expect(first.status).toBe(200);
    const before = await readRows();
    const hosts = ['localhost', merchant.host, merchant.customDomain];
    clock.advance(23 * HOUR_MS);
    // The customer's first browser gets a cookie; one that shows the success again gets none.
    const { 'set-cookie': cookie, ...headers } = first.headers;
    expect(cookie !== undefined).toBe(kind === 'CASHBACK');
    for (const host of hosts)
      expect(shown(await confirm(kind, token, host)), host).toEqual(shown({ ...first, headers }));
    clock.advance(30 * 24 * HOUR_MS);
    for (const host of hosts) {
      const { status, text } = await confirm(kind, token, host);
      const told = JSON.parse(text).result.data;
      expect([status, told], host).toMatchObject([
        200,
        { phone: '', amountCents: 0, availableCents: 0, confirmedEarlierAt: confirmedAt },
      ]);
    }
    expect(await readRows()).toEqual(before);
  });

  test('two thousand random ones change nothing, and are answered alike', async () => {
    const before = await readRows();
    const answers = new Set<string>();
    for (let batch = 0; batch < 40; batch += 1) {
      const batchOf = Array.from({ length: 50 }, () => confirm(kind, random(kind), merchant.host));
      for (const answer of await Promise.all(batchOf)) answers.add(JSON.stringify(shown(answer)));
    }
    expect(answers.size).toBe(1);
    expect(await readRows()).toEqual(before);
  });

  test('of another merchant takes the same work on a merchant’s host as an unknown one', async () => {
    const theirs = await freshToken(kind, other);
    const ask = (token: string) => statementsOf(server.app, () => confirm(kind, token, merchant.host));
    const work = await ask(theirs);
    expect(work).toHaveLength(1);
    expect(work).toEqual(await ask(random(kind)));
  });
});

test('tokens of movements in a row share nothing: no beginning, no letter in one place, no order', async () => {
  const secrets: string[] = [];
  for (let made = 0; made < 300; made += 1)
    secrets.push((await freshToken('CASHBACK', merchant)).slice('CASHBACK_'.length));
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(20);
  expect(new Set(secrets.map((secret) => secret.slice(0, 6))).size).toBe(300);
  expect(new Set(secrets.map((secret) => secret.slice(-6))).size).toBe(300);
  // Each of 64 letters occurs about five times in one place; a place that holds a constant or a clock shows
  // at once.
  for (let place = 0; place < 26; place += 1) {
    const counts = new Map<string, number>();
    for (const { [place]: letter = '' } of secrets) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(Math.max(...counts.values()), `place ${place}`).toBeLessThan(25);
  }
  const rising = secrets.filter((secret, index) => index > 0 && secret > (secrets[index - 1] ?? '')).length;
  expect(rising).toBeGreaterThan(110);
  expect(rising).toBeLessThan(190);
});

test('the database keeps the SHA-256 and neither the text nor the bytes of a token', async () => {
  const dump = JSON.stringify(await readAllRows(fixture.owner, 'text'));
  const tokens = [merchant.purchase.token, merchant.redemption.token, await usedToken('CASHBACK', other)];
  for (const token of tokens.slice(0, 2)) expect(dump).toContain(sha256(token).toString('hex'));
  const now = JSON.stringify(await readAllRows(fixture.owner, 'text'));
  for (const token of tokens) {
    const secret = token.slice(token.indexOf('_') + 1);
    const bytes = Buffer.from(secret, 'base64url');
    for (const part of [secret, secret.slice(0, 13), bytes.toString('hex'), bytes.toString('base64')])
      expect(now.includes(part), 'part of a token is stored').toBe(false);
  }
});
