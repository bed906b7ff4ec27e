import type { APIRequestContext } from '@playwright/test';
import { openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { domainOf, HOST_KINDS, openHost, verifyDomain } from '../src/hosts.ts';
import { expect, issueCashback, type Merchant, newPhone, signUpMerchant, test } from '../src/merchant.ts';

/** A page as a browser gets it under this Host header, without the parts that differ between merchants. */
async function readPage(request: APIRequestContext, host: string, path: string, blank: string[]) {
  const answer = await request.get(path, { headers: { host, accept: 'text/html' }, maxRedirects: 0 });
  const {
    date: _date,
    'content-length': _length,
    etag: _etag,
    'x-request-id': _id,
    ...headers
  } = answer.headers();
  const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1];
  const words = [...blank, ...(nonce ? [nonce] : [])].flatMap((word) => [word, encodeURIComponent(word)]);
  const clean = (text: string) => words.reduce((rest, word) => rest.replaceAll(word, '…'), text);
  return {
    status: answer.status(),
    headers: clean(JSON.stringify(headers)),
    text: clean(await answer.text()),
  };
}

const hostsOf = (merchant: Merchant) => [
  `${merchant.slug}.localhost`,
  domainOf(merchant),
  `${domainOf(merchant).toUpperCase()}.:80`,
];

test("what another merchant has is on a merchant's own page the same as an unknown one, and on its own it is there", async ({
  merchant,
  request,
}) => {
  const other = await signUpMerchant(request);
  for (const each of [merchant, other]) await verifyDomain(each);
  const counterApi = await openCounterApi(request, other);
  const customer = newPhone();
  const credit = await counterApi.sell(customer, 100_000);
  await counterApi.confirm(credit);
  const [purchase, redemption] = [
    await counterApi.sell(customer, 10_000),
    await counterApi.redeem(customer, 100),
  ];
  const unknownMerchant = { slug: `ninguem-${merchant.slug}`, phone: newPhone() };
  const unknown = (token: string) => token.replace(/_.{27}/, `_${'x'.repeat(27)}`);
  const pages: [theirs: string, missing: string][] = [
    [purchase.path, unknown(purchase.path)],
    [credit.path, unknown(credit.path)],
    [redemption.path, unknown(redemption.path)],
    [`/customer/dashboard/${customer}`, `/customer/dashboard/${unknownMerchant.phone}`],
    [
      `/customer/dashboard/${customer}?loja=${other.slug}`,
      `/customer/dashboard/${unknownMerchant.phone}?loja=${unknownMerchant.slug}`,
    ],
    [`/customer/dashboard?loja=${other.slug}`, `/customer/dashboard?loja=${unknownMerchant.slug}`],
    [`/signup/${other.slug}`, `/signup/${unknownMerchant.slug}`],
    [`/Signup/${other.slug.toUpperCase()}`, `/Signup/${unknownMerchant.slug.toUpperCase()}`],
    [
      `/customer/manifest.webmanifest?loja=${other.slug}`,
      `/customer/manifest.webmanifest?loja=${unknownMerchant.slug}`,
    ],
  ];
  const sent = [
    ...[other.slug, unknownMerchant.slug, other.slug.toUpperCase(), unknownMerchant.slug.toUpperCase()],
    ...[purchase, credit, redemption].flatMap(({ token }) => [token, unknown(token)]),
    ...[customer, unknownMerchant.phone],
  ];
  for (const [theirs, missing] of pages) {
    for (const host of hostsOf(merchant)) {
      const page = await readPage(request, host, theirs, sent);
      expect(page, `${theirs} on ${host}`).toEqual(await readPage(request, host, missing, sent));
      expect(page.status).toBe(200);
      expect(page.text).not.toContain(other.name);
    }
    const [ownHost = ''] = hostsOf(other);
    expect((await readPage(request, ownHost, theirs, [])).text, theirs).toContain(other.name);
  }
});

test('a page that holds a phone or a code is not cached, not indexed, and sends no referrer', async ({
  merchant,
  request,
}) => {
  await verifyDomain(merchant);
  const counterApi = await openCounterApi(request, merchant);
  const customer = newPhone();
  const { path } = await counterApi.sell(customer, 1_000);
  for (const host of ['localhost', ...hostsOf(merchant)])
    for (const page of [path, `/customer/dashboard/${customer}`, `/Customer/Dashboard/${customer}`]) {
      const answer = await request.get(page, { headers: { host, accept: 'text/html' } });
      expect(answer.headers(), `${page} on ${host}`).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
      expect(await answer.text()).toMatch(/<html lang="pt-BR">/);
    }
});

test('an unknown host is a plain 404; a back-office path on a merchant’s host redirects to the product', async ({
  page,
  merchant,
  baseURL,
}) => {
  const port = process.env.JOURNEYS_PORT;
  for (const host of ['ninguem-mora-aqui.localhost', `www.${domainOf(merchant)}`, domainOf(merchant)]) {
    const answer = await page.goto(`http://${host}:${port}/signup/${merchant.slug}`);
    expect(answer?.status(), host).toBe(404);
    expect(answer?.headers()['content-type']).toContain('text/plain');
    await expect(page.locator('body')).toHaveText('Não encontrado');
  }
  for (const kind of HOST_KINDS) {
    const origin = await openHost(kind, merchant);
    for (const [path, status] of [
      ['/', 200],
      ['/settings?aba=link', 200],
      ['/.git/config', 404],
    ] as const) {
      expect((await page.goto(`${origin}${path}`))?.status(), path).toBe(status);
      await expect(page, `${path} on ${kind}`).toHaveURL(`${baseURL}/login`);
      await expect(page.getByLabel('Email')).toBeVisible();
    }
    for (const [path, status] of [
      ['/customer', 200],
      ['/customer/nothing', 404],
      ['/customer/cashback/x/y', 404],
    ] as const) {
      expect((await page.goto(`${origin}${path}`))?.status(), path).toBe(status);
      await expect(page, `${path} on ${kind}`).toHaveURL(`${origin}/customer/dashboard`);
      await expect(page.getByRole('heading', { name: 'Ver meu saldo' })).toBeVisible();
    }
  }
});

test('what the policy of a page stops is told to the page’s own host', async ({ page }) => {
  await page.goto('/login');
  const told = page.waitForResponse('**/csp-reports');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.src = 'https://evil.example/x.js';
    document.body.append(script);
  });
  expect((await told).status()).toBe(204);
});

test('the counter’s code leads to the merchant’s verified domain, and opened there it is confirmed at the counter', async ({
  counter,
  phone,
  merchant,
}) => {
  await verifyDomain(merchant);
  const customer = newPhone();
  const link = new URL(await issueCashback(counter, customer, '100,00'));
  expect(link.origin).toBe(`https://${domainOf(merchant)}`);
  // The same address without the TLS that a front would put before it.
  await phone.goto(`http://${link.hostname}:${process.env.JOURNEYS_PORT}${link.pathname}`);
  await expect(phone.getByText('Seu cashback foi creditado com sucesso!')).toBeVisible();
  await expect(counter.getByRole('dialog').getByText(/Confirmado/)).toBeVisible();
  await counter.keyboard.press('Escape');
  await counter.goto('/settings?aba=link');
  await expect(
    counter.getByRole('link', { name: `https://${domainOf(merchant)}/signup/${merchant.slug}` }),
  ).toBeVisible();
  await asOwner(`UPDATE merchants SET custom_domain_status = 'failed' WHERE signup_link_slug = $1`, [
    merchant.slug,
  ]);
  const after = new URL(await issueCashback(counter, newPhone(), '10,00'));
  expect(after.hostname).toBe('localhost');
});
