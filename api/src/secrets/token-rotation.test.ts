import { createHmac, randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { freshPhone, tokenOf } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issuePasswordLink } from '../auth/issue-password-link.ts';
import { sendPasswordLink } from '../auth/send-password-link.ts';
import { readTokenUse } from '../commands/rotate-keys.ts';
import type { App } from '../context.ts';
import { deriveKey } from '../lib/derived-keys.ts';
import { createMail } from '../lib/mail.ts';
import { createQrTokens, sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';
import { createCounter, insertMerchant, openMoneyApp } from '../test/money-app.ts';

const fixture = useDatabaseFixture();
const [OLD, NEW] = ['the secret of yesterday, 32 long at least', 'the secret of today, at least 32 long'];
const DAY_MS = 86_400_000;

let app: App;
let close: () => Promise<void>;
let staff: StaffSession;
let mails: MailServer;

beforeAll(async () => {
  ({ app, close } = await openMoneyApp(fixture.database.appUrl));
  mails = await startMailServer();
});
beforeEach(async () => {
  await fixture.owner.query('TRUNCATE merchants CASCADE');
  staff = await insertMerchant(fixture.owner);
});
afterAll(async () => {
  await close();
  await mails.close();
});

/** The product, as a process that knows these secrets. */
const having = (...secrets: [string, ...string[]]): App => ({ ...app, tokens: createQrTokens(secrets) });
/** The product of the release in which the secret itself made every token. */
const beforeKeys = (secret: string): App => {
  const tokenFor: App['tokens']['tokenFor'] = (...source) => {
    const mac = createHmac('sha256', secret).update(source.join('\0')).digest();
    return `${source[0]}_${mac.subarray(0, 20).toString('base64url')}`;
  };
  return { ...app, tokens: { ...app.tokens, tokenFor } };
};
const counter = (product: App) => createCounter(product, staff);

/** A purchase and a redemption that `product` makes for one customer, and how they are asked for again. */
async function makeCodes(product: App) {
  const [phone, purchaseId, redemptionId] = [freshPhone(), randomUUID(), randomUUID()];
  await counter(product).earn(phone, 100_000);
  const purchase = (by: App) => counter(by).issue(phone, 10_000, purchaseId);
  const redemption = (by: App) => counter(by).createRedemption(phone, 500, redemptionId);
  const shown = { purchase: await purchase(product), redemption: await redemption(product) };
  return { phone, purchase, redemption, shown };
}

async function makePasswordLink(product: App): Promise<string> {
  const { employeeId } = staff;
  await app.tenancy.withTenant(staff.merchantId, (tx) =>
    issuePasswordLink({ ...product, mail: undefined }, tx, {
      kind: 'invitation',
      employeeId,
      createdBy: null,
    }),
  );
  const { rows } = await fixture.owner.query<{ id: string }>(
    'SELECT id FROM password_links WHERE used_at IS NULL ORDER BY created_at DESC LIMIT 1',
  );
  return rows[0]?.id ?? '';
}

/** The token in the mail that `product` sends for the link. */
async function mailedToken(product: App, linkId: string): Promise<string> {
  const mail = await createMail({
    smtpUrl: mails.url,
    from: { name: 'Cashback', address: 'avisos@cashback.example' },
  });
  try {
    await sendPasswordLink({ ...product, mail }, { merchantId: staff.merchantId, linkId });
  } finally {
    mail.close();
  }
  return /#(PASSWORD_[\w-]{27})/.exec(mails.messages.at(-1)?.text ?? '')?.[1] ?? 'none';
}

async function storedHash(linkId: string): Promise<Buffer | undefined> {
  const { rows } = await fixture.owner.query('SELECT token_hash FROM password_links WHERE id = $1', [linkId]);
  return rows[0]?.token_hash;
}

const MADE_BY: [by: string, product: (secret: string) => App][] = [
  ['this release', having],
  ['the release before', beforeKeys],
];

test.each(MADE_BY)(
  'codes of %s are shown again alike and open, before and after the secret was replaced',
  async (_, product) => {
    const codes = await makeCodes(product(OLD));
    for (const now of [having(OLD), having(OLD, NEW), having(NEW, OLD)]) {
      expect(await codes.purchase(now)).toEqual(codes.shown.purchase);
      expect(await codes.redemption(now)).toEqual(codes.shown.redemption);
    }
    const after = counter(having(NEW, OLD));
    expect((await after.open(codes.shown.purchase)).cashbackCents).toBe(500);
    expect((await after.redeem(codes.shown.redemption)).amountCents).toBe(500);
    // Shown again to a caller who lost the answer, it leads to the same success.
    expect(await codes.purchase(having(NEW, OLD))).toEqual(codes.shown.purchase);
  },
);

test.each(MADE_BY)(
  'a password link of %s is mailed with the token that opens it, before and after the secret was replaced',
  async (_, product) => {
    const linkId = await makePasswordLink(product(OLD));
    for (const now of [having(OLD), having(OLD, NEW), having(NEW, OLD)])
      expect(sha256(await mailedToken(now, linkId))).toEqual(await storedHash(linkId));
  },
);

test('a process that lacks the secret of a code fails instead of showing one that opens nothing', async () => {
  const codes = await makeCodes(having(OLD));
  const linkId = await makePasswordLink(having(OLD));
  for (const again of [codes.purchase, codes.redemption, (by: App) => mailedToken(by, linkId)])
    await expect(again(having(NEW))).rejects.toThrow('neither TOKEN_SECRET nor TOKEN_SECRET_PREVIOUS');
});

test('what is made after the change needs the new secret alone, and what is open says when the old one may go', async () => {
  const use = (...secrets: [string, ...string[]]) => readTokenUse(fixture.database.appUrl, secrets);
  const { shown } = await makeCodes(beforeKeys(OLD));
  await makeCodes(having(OLD));
  await makePasswordLink(having(OLD));
  const before = await use(NEW, OLD);
  // Each `makeCodes` issues two purchases and a redemption.
  expect(before).toMatchObject({ current: 0, previous: 7, unknown: 0 });
  const latest = Math.max(before.previousUntil?.getTime() ?? 0, Date.parse(shown.purchase.expiresAt));
  expect(before.previousUntil?.getTime()).toBe(latest);
  expect(latest).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  expect(await use(NEW)).toMatchObject({ current: 0, previous: 0, unknown: 7, previousUntil: undefined });

  for (const table of ['transactions', 'redemptions'])
    await fixture.owner.query(`UPDATE ${table} SET token_expires_at = now()`);
  expect(await use(NEW, OLD)).toMatchObject({ current: 0, previous: 1, unknown: 0 });
  await fixture.owner.query('UPDATE password_links SET used_at = now()');
  await makeCodes(having(NEW, OLD));
  expect(await use(NEW, OLD)).toEqual({ current: 3, previous: 0, unknown: 0, previousUntil: undefined });
});

test('each purpose has a key of its own, which is neither the secret nor another purpose’s', () => {
  const bytes = (purpose: Parameters<typeof deriveKey>[1], secret = OLD) =>
    deriveKey(secret, purpose).export().toString('hex');
  const keys = [
    bytes('qr-token'),
    bytes('password-link'),
    bytes('qr-token', NEW),
    bytes('password-link', NEW),
  ];
  expect(new Set([...keys, Buffer.from(OLD).toString('hex')]).size).toBe(5);
  expect(bytes('qr-token')).toBe(bytes('qr-token'));
  // Computed apart by RFC 5869: a change of the derivation has to keep this one for open codes.
  expect(createQrTokens([OLD]).tokenFor('CASHBACK', 'a', 'b')).toBe('CASHBACK_dcj3Do2WLypLmoxFwDFGIt_gfMI');
});

test('a code is as long as before keys were derived, so that its QR code is no denser', () => {
  for (const kind of ['CASHBACK', 'REDEMPTION'] as const) {
    const source = [kind, staff.merchantId, randomUUID()] as const;
    expect(having(NEW, OLD).tokens.tokenFor(...source)).toHaveLength(
      beforeKeys(OLD).tokens.tokenFor(...source).length,
    );
  }
});

test('no stored answer and no row holds a token, whichever release made it', async () => {
  const { shown } = await makeCodes(having(NEW, OLD));
  const { rows } = await fixture.owner.query<{ row: string }>(
    'SELECT k::text AS row FROM idempotency_keys k UNION ALL SELECT t::text FROM transactions t UNION ALL SELECT r::text FROM redemptions r',
  );
  for (const { link } of Object.values(shown))
    expect(rows.filter(({ row }) => row.includes(tokenOf(link).slice(-20)))).toEqual([]);
});
