import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { showCustomer } from '../customers/show-customer.ts';
import { noticeInactive } from '../retention/notice-inactive.ts';
import { asWorker } from '../test/as-worker.ts';
import { insertMerchant } from '../test/money-app.ts';
import { askProof, type Browser, clock, useProofFixture } from '../test/proof-fixture.ts';
import { keepPath } from './keep-link.ts';

const fixture = useProofFixture();
const DAY = 86_400_000;
const EMAIL = 'ana@cliente.example';

let customerId: string;

/** A customer of the first day of a period that ends in ten days, with an e-mail. */
beforeEach(async () => {
  customerId = randomUUID();
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, email, email_is_proof, created_at)
     VALUES ($1, $2, $3, $4, true, $5::timestamptz - interval '60 months' + interval '10 days')`,
    [fixture.staff.merchantId, customerId, fixture.phone, EMAIL, clock.now()],
  );
});

const notice = () => noticeInactive(asWorker(fixture.server.app));
const erasesAt = async () =>
  (await showCustomer(fixture.server.app, fixture.staff.merchantId, customerId)).inactivityErasesAt;
const open = (path: string) => fixture.server.ask(path);

async function firstMail() {
  return await vi.waitFor(
    () => {
      const [mail] = fixture.mails.messages;
      if (!mail) throw new Error('no mail yet');
      return mail;
    },
    { timeout: 60_000, interval: 30 },
  );
}

/** The browser proves the customer by a code. */
async function prove(browser: Browser): Promise<void> {
  await browser.call('proof.sendCode', { who: fixture.who() });
  const code = await fixture.codeIn(1);
  expect((await browser.call('proof.enterCode', { who: fixture.who(), code })).status).toBe(200);
}

test('the mail says where, when and how to be kept; opening its link keeps the customer, once', async () => {
  await fixture.owner.query(`UPDATE merchants SET name = 'Padaria <b>Pão</b>' WHERE id = $1`, [
    fixture.staff.merchantId,
  ]);
  expect(await notice()).toBe(1);
  const mail = await firstMail();
  const day = new Date(clock.now().getTime() + 30 * DAY).toLocaleDateString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
  });
  expect(mail.subject).toBe(`Padaria <b>Pão</b>: seus dados serão apagados em ${day}`);
  expect(mail.text).toContain(day);
  expect(mail.html).not.toContain('<b>Pão');
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
  const path = new URL(link).pathname;
  expect(await erasesAt()).not.toBeNull();
  const kept = await open(path);
  expect([kept.status, kept.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(kept.text).toContain('Seus dados serão mantidos');
  expect(await erasesAt()).toBeNull();
  expect((await open(path)).text).toContain('Este aviso já terminou');
});

test.each([
  [true, 'e o saldo de R$ 7,00 será cancelado'],
  [false, undefined],
])('the mail names the balance only where the e-mail is proved: %s', async (isProof, sentence) => {
  await fixture.owner.query('UPDATE customers SET cashback_balance_cents = 700 WHERE id = $1', [customerId]);
  await fixture.setEmail(EMAIL, isProof);
  expect(await notice()).toBe(1);
  const text = (await firstMail()).text?.replace(/\s/g, ' ');
  expect(text).toContain('serão apagados');
  if (sentence) expect(text).toContain(sentence);
  else expect(text).not.toMatch(/saldo|R\$/);
});

test('a forged link and one of another merchant are no page and keep nobody', async () => {
  await notice();
  const { tokenSecrets } = fixture.server.app.env;
  const other = await insertMerchant(fixture.owner);
  const ofOther = { merchantId: other.merchantId, customerId, slug: fixture.slug };
  const own = keepPath(tokenSecrets, { ...ofOther, merchantId: fixture.staff.merchantId });
  const forged = own.slice(0, -2) + (own.endsWith('AA') ? 'BA' : 'AA');
  for (const path of [forged, `${own}A`, `${own.slice(0, -4)}`, keepPath(tokenSecrets, ofOther)])
    expect([path, (await open(path)).status]).toEqual([path, 404]);
  expect(await erasesAt()).not.toBeNull();
});

test.each([true, false])(
  'a known browser sees the notice, no other does; protected statement: %s',
  async (isProtected) => {
    await askProof(fixture, { statement_protected: isProtected });
    const phone = fixture.browser();
    await prove(phone);
    await notice();
    const shown = { erasesAt: await erasesAt(), timeZone: 'America/Sao_Paulo' };
    const { data } = await fixture.dashboard(phone);
    expect(data.inactivityNotice).toMatchObject(shown);
    expect((await phone.query('myData.show', { who: fixture.who() })).data.inactivityNotice).toMatchObject(
      shown,
    );
    const stranger = await fixture.dashboard(fixture.browser());
    expect(stranger.data?.inactivityNotice ?? null).toBeNull();
    expect((await open(data.inactivityNotice.keepPath)).status).toBe(200);
    expect((await fixture.dashboard(phone)).data.inactivityNotice).toBeNull();
  },
);
