import type { APIRequestContext } from '@playwright/test';
import { asOwner } from '../src/database.ts';
import { domainOf, HOST_KINDS, openHost, verifyDomain } from '../src/hosts.ts';
import { expect, issueCashback, newPhone, type Shop, signUpShop, test } from '../src/shop.ts';
import { openTill } from '../src/till.ts';

/** A page as a browser gets it under this Host header, with what differs by right taken out. */
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

const hostsOf = (shop: Shop) => [
  `${shop.slug}.localhost`,
  domainOf(shop),
  `${domainOf(shop).toUpperCase()}.:80`,
];

test("what another shop has is on a shop's own page what nobody has, and on its own it is there", async ({
  shop,
  request,
}) => {
  const other = await signUpShop(request);
  for (const each of [shop, other]) await verifyDomain(each);
  const till = await openTill(request, other);
  const customer = newPhone();
  const credit = await till.sell(customer, 100_000);
  await till.confirm(credit);
  const [sale, redemption] = [await till.sell(customer, 10_000), await till.redeem(customer, 100)];
  const nobody = { slug: `ninguem-${shop.slug}`, phone: newPhone() };
  const unknown = (token: string) => token.replace(/_.{27}/, `_${'x'.repeat(27)}`);
  const pages: [theirs: string, nobodys: string][] = [
    [sale.path, unknown(sale.path)],
    [credit.path, unknown(credit.path)],
    [redemption.path, unknown(redemption.path)],
    [`/customer/dashboard/${customer}`, `/customer/dashboard/${nobody.phone}`],
    [
      `/customer/dashboard/${customer}?loja=${other.slug}`,
      `/customer/dashboard/${nobody.phone}?loja=${nobody.slug}`,
    ],
    [`/customer/dashboard?loja=${other.slug}`, `/customer/dashboard?loja=${nobody.slug}`],
    [`/signup/${other.slug}`, `/signup/${nobody.slug}`],
    [`/Signup/${other.slug.toUpperCase()}`, `/Signup/${nobody.slug.toUpperCase()}`],
    [
      `/customer/manifest.webmanifest?loja=${other.slug}`,
      `/customer/manifest.webmanifest?loja=${nobody.slug}`,
    ],
  ];
  const sent = [
    ...[other.slug, nobody.slug, other.slug.toUpperCase(), nobody.slug.toUpperCase()],
    ...[sale, credit, redemption].flatMap(({ token }) => [token, unknown(token)]),
    ...[customer, nobody.phone],
  ];
  for (const [theirs, nobodys] of pages) {
    for (const host of hostsOf(shop)) {
      const page = await readPage(request, host, theirs, sent);
      expect(page, `${theirs} on ${host}`).toEqual(await readPage(request, host, nobodys, sent));
      expect(page.status).toBe(200);
      expect(page.text).not.toContain(other.name);
    }
    const [ownHost = ''] = hostsOf(other);
    expect((await readPage(request, ownHost, theirs, [])).text, theirs).toContain(other.name);
  }
});

test('a page that holds a phone or a code is kept by nobody, found by nobody, and says its address to nobody', async ({
  shop,
  request,
}) => {
  await verifyDomain(shop);
  const till = await openTill(request, shop);
  const customer = newPhone();
  const { path } = await till.sell(customer, 1_000);
  for (const host of ['localhost', ...hostsOf(shop)])
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

test('a name nobody has is a plain 404; what is the staff’s leads from a shop’s host to the product', async ({
  page,
  shop,
  baseURL,
}) => {
  const port = process.env.JOURNEYS_PORT;
  for (const host of ['ninguem-mora-aqui.localhost', `www.${domainOf(shop)}`, domainOf(shop)]) {
    const answer = await page.goto(`http://${host}:${port}/signup/${shop.slug}`);
    expect(answer?.status(), host).toBe(404);
    expect(answer?.headers()['content-type']).toContain('text/plain');
    await expect(page.locator('body')).toHaveText('Não encontrado');
  }
  for (const kind of HOST_KINDS) {
    const origin = await openHost(kind, shop);
    for (const path of ['/', '/settings?aba=link']) {
      await page.goto(`${origin}${path}`);
      await expect(page, `${path} on ${kind}`).toHaveURL(`${baseURL}/login`);
      await expect(page.getByLabel('Email')).toBeVisible();
    }
  }
});

test('the counter’s code leads to the shop’s verified domain, and opened there it is confirmed at the counter', async ({
  counter,
  phone,
  shop,
}) => {
  await verifyDomain(shop);
  const customer = newPhone();
  const link = new URL(await issueCashback(counter, customer, '100,00'));
  expect(link.origin).toBe(`https://${domainOf(shop)}`);
  // The same address without the TLS that a front would put before it.
  await phone.goto(`http://${link.hostname}:${process.env.JOURNEYS_PORT}${link.pathname}`);
  await expect(phone.getByText('Seu cashback foi creditado com sucesso!')).toBeVisible();
  await expect(counter.getByRole('dialog').getByText(/Confirmado/)).toBeVisible();
  await counter.keyboard.press('Escape');
  await counter.goto('/settings?aba=link');
  await expect(
    counter.getByRole('link', { name: `https://${domainOf(shop)}/signup/${shop.slug}` }),
  ).toBeVisible();
  await asOwner(`UPDATE merchants SET custom_domain_status = 'failed' WHERE signup_link_slug = $1`, [
    shop.slug,
  ]);
  const after = new URL(await issueCashback(counter, newPhone(), '10,00'));
  expect(after.hostname).toBe('localhost');
});
