import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { expect, type Merchant, newAddress, newPhone, test } from '../src/merchant.ts';

const MARK = /Sem conexão\. Valores de \d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}\./;

/** Whether the page loads itself again when it is told that there is a network. */
const reloadsWhenOnline = (page: Page) =>
  page.evaluate(() => {
    let isLeaving = false;
    window.addEventListener('beforeunload', () => {
      isLeaving = true;
    });
    window.dispatchEvent(new Event('online'));
    return isLeaving;
  });

/** Once the page is idle its files are kept, its own page last. */
async function untilKept(page: Page, merchant: Merchant): Promise<void> {
  const state = () =>
    page.evaluate(async () => {
      const keysOf = async (cache: string) =>
        (await (await caches.open(cache)).keys()).map(({ url }) => url.slice(location.origin.length));
      return {
        isControlled: navigator.serviceWorker.controller !== null,
        pages: await keysOf('customer-pages-1'),
        files: await keysOf('customer-files-1'),
      };
    });
  const pages = expect.arrayContaining([`/customer/dashboard?loja=${merchant.slug}`]);
  await expect.poll(state).toMatchObject({ isControlled: true, pages });
}

test('without a network the balance seen last is there, marked; with it again, the one of now', async ({
  phone,
  request,
  merchant,
}) => {
  const customerPhone = newPhone();
  const address = `/customer/dashboard/${customerPhone}?loja=${merchant.slug}`;
  const counterApi = await openCounterApi(request, merchant);
  const purchase = await counterApi.sell(customerPhone, 10_000);
  await phone.goto(purchase.path);
  await phone.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
  await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
  await expect(phone.getByText(MARK)).toHaveCount(0);
  await untilKept(phone, merchant);
  // As another device of the customer would, which has a network.
  await counterApi.credit(customerPhone, 6_000);

  await test.step('offline: the old numbers, with their moment', async () => {
    await phone.context().setOffline(true);
    await phone.goto(address);
    await expect(phone.getByText(MARK)).toBeVisible();
    await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
    await expect(phone.getByText(merchant.name).first()).toBeVisible();
    await expectAccessible(phone, 'balance, offline');
    await phone.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(phone.getByText(MARK)).toBeVisible();
  });

  await test.step('another phone, never seen here: nothing but a message', async () => {
    await phone.goto(`/customer/dashboard/${newPhone()}?loja=${merchant.slug}`);
    await expect(phone.getByText('Sem conexão com o servidor')).toBeVisible();
    await expect(phone.getByText('Disponível')).toHaveCount(0);
  });

  await test.step('a new QR code: it says so and for how long the code is good, and nothing of the customer', async () => {
    for (const [path, validity] of [
      [purchase.path, 'Abra de novo quando houver sinal: o código vale por 30 dias'],
      ['/customer/redemption/REDEMPTION_x', 'Abra de novo quando houver sinal: o código vale por 15 minutos'],
    ] as const) {
      // As the camera opens it. Chromium tells a page that is being left that there is a network, and one
      // that then loads itself again would take the answer's place.
      const tab = await phone.context().newPage();
      expect((await tab.goto(path))?.status()).toBe(503);
      await expect(tab.getByRole('heading', { name: 'Sem conexão' })).toBeVisible();
      await expect(tab.getByText(validity)).toBeVisible();
      await expect(tab.getByText(/R\$|\d{4}-\d{4}/)).toHaveCount(0);
      await expectAccessible(tab, `${path}, offline`);
      expect(await reloadsWhenOnline(tab), 'the network is gone again').toBe(false);
      const loaded = tab.waitForEvent('load');
      await tab.getByRole('button', { name: 'Tentar novamente' }).click();
      await loaded;
      await expect(tab.getByText(validity)).toBeVisible();
      await tab.close();
    }
  });

  await test.step('online again: the page helps itself', async () => {
    await phone.goto(address);
    await expect(phone.getByText(MARK)).toBeVisible();
    await phone.context().setOffline(false);
    await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s8,00/);
    await expect(phone.getByText(MARK)).toHaveCount(0);
  });

  await test.step('a code opened without a network confirms itself once there is one', async () => {
    const next = await counterApi.sell(customerPhone, 20_000);
    await phone.context().setOffline(true);
    await phone.goto(next.path);
    await expect(phone.getByRole('heading', { name: 'Sem conexão' })).toBeVisible();
    await phone.context().setOffline(false);
    await expect(
      phone.getByRole('heading', { name: /Seu cashback foi creditado com sucesso!/ }),
    ).toBeVisible();
    await phone.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
    await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s18,00/);
  });

  await test.step('forgotten: nothing of it is left', async () => {
    await phone.getByRole('button', { name: 'Esquecer este aparelho' }).click();
    await expect(phone.getByRole('heading', { name: 'Ver meu saldo' })).toBeVisible();
    expect(await phone.evaluate(() => JSON.stringify(localStorage))).not.toContain(customerPhone);
    await phone.context().setOffline(true);
    await phone.goto(address);
    await expect(phone.getByText('Sem conexão com o servidor')).toBeVisible();
    await expect(phone.getByText('R$')).toHaveCount(0);
    const stored = await phone.evaluate(async () => {
      const names = await caches.keys();
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().map((request) => request.url);
    });
    expect(stored.join()).not.toContain(customerPhone);
    expect(stored.join()).not.toContain('/trpc');
  });
});

test('who opens the page without a phone is asked for it once', async ({ phone, request, merchant }) => {
  const customerPhone = newPhone();
  await (await openCounterApi(request, merchant)).credit(customerPhone, 10_000);
  await phone.goto(`/customer/dashboard?loja=${merchant.slug}`);
  // The balance, which stays until this screen is there, has a section 'Telefone neste aparelho'.
  const field = phone.getByRole('textbox', { name: 'Telefone', exact: true });
  const submit = phone.getByRole('button', { name: 'Ver meu saldo' });
  await expect(phone.getByRole('heading', { name: 'Ver meu saldo' })).toBeVisible();
  await expect(phone.getByText(merchant.name).first()).toBeVisible();
  await submit.click();
  await expect(phone.getByText('Informe o seu telefone')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('1198765');
  await expect(phone.getByText('Número de telefone inválido')).toBeVisible();
  await expectAccessible(phone, 'phone entry, wrong number');

  const unknown = newPhone();
  await field.fill(unknown);
  await submit.click();
  await expect(phone.getByText('Cliente não encontrado')).toBeVisible();
  await expectAccessible(phone, 'phone entry, not found');
  await phone.getByRole('link', { name: 'Corrigir o número' }).click();
  await expect(field).toHaveValue(/^\(11\) 9\d{4}-\d{4}$/);
  expect(await phone.evaluate(() => JSON.stringify(localStorage))).not.toContain(unknown);
  await field.fill(customerPhone);
  await phone.keyboard.press('Enter');
  await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);

  await phone.goto(`/customer/dashboard?loja=${merchant.slug}`);
  await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
  await expect(phone).toHaveURL(new RegExp(`/customer/dashboard/${customerPhone}`));
  await phone.getByRole('button', { name: 'Este não é o meu número' }).click();
  await expect(field).toHaveValue('');
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Ver meu saldo' })).toBeVisible();
});

test('the balance page can be installed, and sharing it shares the signup link', async ({
  request,
  merchant,
  baseURL,
}) => {
  const customerPhone = newPhone();
  await (await openCounterApi(request, merchant)).credit(customerPhone, 10_000);
  // A private window installs nothing, so this one has a profile of its own.
  const profile = await mkdtemp(join(tmpdir(), 'journey-profile-'));
  const { launchOptions } = test.info().project.use;
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  try {
    const page = await context.newPage();
    await page.goto(`/customer/dashboard/${customerPhone}?loja=${merchant.slug}`);
    await expect(page.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
    await untilKept(page, merchant);
    const devtools = await context.newCDPSession(page);
    const { errors: manifestErrors, data } = await devtools.send('Page.getAppManifest');
    expect(manifestErrors).toEqual([]);
    expect(JSON.parse(data ?? '{}')).toMatchObject({
      name: `${merchant.name} - Cashback`,
      start_url: `/customer/dashboard?loja=${merchant.slug}`,
    });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);

    // This browser has no sharing of its own: the link is copied.
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.getByRole('button', { name: 'Compartilhar' }).click();
    await expect(page.getByRole('button', { name: 'Link copiado!' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${baseURL}/signup/${merchant.slug}`,
    );
    await expect(page.getByRole('button', { name: 'Compartilhar' })).toBeVisible();
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
