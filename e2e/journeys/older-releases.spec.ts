import type { Page } from '@playwright/test';
import { REMOTES, type RemoteName } from 'domain/releases';
import { startAnotherProcess } from '../src/another-process.ts';
import { asOwner } from '../src/database.ts';
import {
  expect,
  issueCashback,
  type Merchant,
  newPhone,
  openSession,
  qrLink,
  signUpMerchant,
  test,
} from '../src/merchant.ts';
import { createReleaseFolder, type ReleaseFolder } from '../src/release-folder.ts';
import { reais, valueUnder } from '../src/reports-screen.ts';

// Today's shell and API, with the builds that are recorded in `released` for some merchants: remotes are
// shipped on their own, so any of them may be older than the rest, and all of them are while the shell and
// the API are new.

const PORT = String(Number(process.env.JOURNEYS_PORT) + 7);
const ORIGIN = `http://localhost:${PORT}`;
test.use({ baseURL: ORIGIN });

/** The remotes that a merchant gets from yesterday's release; one alone in `npm run test:long`. */
const OLD: readonly (readonly RemoteName[])[] = process.env.TEST_LONG
  ? [...REMOTES.map((remote) => [remote]), REMOTES]
  : [REMOTES];

const merchants = new Map<readonly RemoteName[], Merchant>();
let releases: ReleaseFolder;
let product: { close(): Promise<void> };

test.beforeAll(async ({ playwright }) => {
  releases = await createReleaseFolder();
  const request = await playwright.request.newContext({
    baseURL: `http://localhost:${process.env.JOURNEYS_PORT}`,
  });
  const ids = new Map<readonly RemoteName[], string>();
  for (const old of OLD) {
    const merchant = await signUpMerchant(request);
    const [row] = await asOwner<{ id: string }>('SELECT id FROM merchants WHERE signup_link_slug = $1', [
      merchant.slug,
    ]);
    merchants.set(old, merchant);
    ids.set(old, row?.id ?? '');
  }
  await request.dispose();
  await releases.show((remote) => OLD.filter((old) => old.includes(remote)).map((old) => ids.get(old) ?? ''));
  product = await startAnotherProcess({ PORT, RELEASES: releases.path });
});

test.afterAll(async () => {
  await product?.close();
  releases?.discard();
});

/** The versions of remotes that a page has asked for, from now on. */
function watchVersions(page: Page): Set<string> {
  const seen = new Set<string>();
  page.on('request', (request) => {
    const [, remote, version] =
      /\/remotes\/([\w-]+)\/([0-9a-f]{12})\/remoteEntry\.js/.exec(request.url()) ?? [];
    if (remote) seen.add(`${remote} ${version}`);
  });
  return seen;
}

for (const old of OLD) {
  test(`${old.join(', ')} of yesterday: a purchase, a redemption, both screens of it, customers, dashboard and reports`, async ({
    page: counter,
    phone,
  }) => {
    const merchant = merchants.get(old);
    if (!merchant) throw new Error('the merchants are signed up before');
    const customer = newPhone();
    await openSession(counter, merchant);
    const [atCounter, onPhone] = [watchVersions(counter), watchVersions(phone)];

    await test.step('R$ 100,00 become R$ 5,00 by a confirmed code, seen on both screens', async () => {
      await phone.goto(await issueCashback(counter, customer, '100,00'));
      await expect(phone.getByText('Seu cashback foi creditado com sucesso!')).toBeVisible();
      await expect(phone.locator('main')).toContainText(/R\$\s5,00/);
      await expect(counter.getByRole('dialog').getByText(/Confirmado/)).toBeVisible();
    });

    await test.step('R$ 3,00 are redeemed the same way', async () => {
      await counter.goto('/redemption');
      await counter.getByLabel('Telefone do cliente').fill(customer);
      await counter.keyboard.press('Enter');
      await expect(counter.getByText(/Máximo: R\$/)).toBeVisible();
      await counter.getByLabel('Valor a resgatar').fill('3,00');
      await counter.keyboard.press('Enter');
      await expect(counter.getByText('QR Code de resgate gerado!')).toBeVisible();
      await phone.goto(await qrLink(counter));
      await expect(phone.getByText('Resgate Confirmado!')).toBeVisible();
      await expect(counter.getByRole('dialog').getByText(/Confirmado/)).toBeVisible();
      await phone.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
      await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s2,00/);
    });

    await test.step('the back office lists the customer, the dashboard and the report have the purchase', async () => {
      await counter.goto('/customers');
      await expect(
        counter.getByRole('table', { name: 'Clientes' }).locator('tbody').getByRole('row'),
      ).toHaveCount(1);
      await counter.goto('/dashboard');
      await expect(valueUnder(counter, 'Ticket Médio')).toHaveText(reais(10_000));
      await counter.goto('/reports');
      await expect(valueUnder(counter, 'Receita Total')).toHaveText(reais(10_000));
      await expect(valueUnder(counter, 'Total Resgatado')).toHaveText(reais(300));
    });

    const version = (remote: RemoteName) =>
      `${remote} ${releases.versions[remote][old.includes(remote) ? 'yesterday' : 'today']}`;
    expect([...atCounter].sort()).toEqual([version('mfe-analytics'), version('mfe-backoffice')]);
    expect([...onPhone]).toEqual([version('mfe-customer')]);
  });
}
