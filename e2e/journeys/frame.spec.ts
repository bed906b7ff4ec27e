import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone, openSession, test } from '../src/merchant.ts';
import { insertPastPurchases } from '../src/past-purchases.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Barra inferior' });
const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('a phone has the counter under the thumb, and everything else behind Mais', async ({
  phone,
  merchant,
}) => {
  await openSession(phone, merchant);
  await phone.goto('/cashback');
  await expect(bar(phone).getByRole('link', { name: 'Cashback' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(phone, 'the counter on a phone');
  for (const [entry, path] of [
    ['Resgate', '/redemption'],
    ['Clientes', '/customers'],
  ] as const) {
    await bar(phone).getByRole('link', { name: entry }).click();
    await expect(phone).toHaveURL(new RegExp(`${path}$`));
    await expect(bar(phone).getByRole('link', { name: entry })).toHaveAttribute('aria-current', 'page');
  }
  await bar(phone).getByRole('button', { name: 'Mais' }).click();
  const menu = phone.getByRole('dialog', { name: 'Menu' });
  await expectAccessible(phone, 'the menu on a phone');
  await menu.getByRole('link', { name: 'Relatórios' }).click();
  await expect(phone).toHaveURL(/\/reports$/);
  await expect(menu).toHaveCount(0);
  // The end of a screen is above the bar.
  await expect(async () => {
    // Again each time: a screen whose numbers still arrive grows.
    await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const last = await phone.locator('main > :last-child').boundingBox();
    const foot = await bar(phone).boundingBox();
    if (!last || !foot) throw new Error('the screen or its bar is not there');
    expect(last.y + last.height).toBeLessThanOrEqual(foot.y);
  }).toPass();

  await phone.setViewportSize({ width: 1440, height: 900 });
  await expect(bar(phone)).toBeHidden();
});

test('the menu, the bar and the search show what a role may open; a closed address says why', async ({
  counter,
  merchant,
}) => {
  await asOwner(`UPDATE employees SET role = 'employee' WHERE email = $1`, [merchant.email]);
  await counter.goto('/dashboard');
  const menu = counter.getByRole('navigation', { name: 'Principal' });
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'Cashback',
    'Resgate',
    'Clientes',
    'Relatórios',
    'Configurações',
  ]);
  await counter.goto('/employees');
  await expect(counter.getByText(/Somente proprietários, administradores e gerentes/)).toBeVisible();
  await counter.goto('/integrations');
  await expect(counter.getByText(/Somente o proprietário e administradores podem/)).toBeVisible();
});

test('on a small phone the dashboard begins with a number, two tiles a row, and a long one fits at 320 px', async ({
  phone,
  merchant,
}) => {
  await insertPastPurchases(merchant, [
    { phone: newPhone(), daysAgo: 0, amountCents: 123_456_789, isConfirmed: true },
  ]);
  await asOwner('UPDATE merchants SET setup_dismissed_at = now() WHERE signup_link_slug = $1', [
    merchant.slug,
  ]);
  await openSession(phone, merchant);
  for (const width of [360, 320]) {
    await phone.setViewportSize({ width, height: 640 });
    await phone.goto('/dashboard');
    const value = phone.locator('dl dd').first();
    await expect(value).toHaveText('1');
    await expectPageWidth(phone, width);
    const [number, foot] = [await value.boundingBox(), await bar(phone).boundingBox()];
    expect((number?.y ?? 640) + (number?.height ?? 0)).toBeLessThan(foot?.y ?? 0);
  }
  const tiles = await phone
    .locator('dl')
    .evaluateAll((all) => all.slice(0, 4).map((tile) => tile.getBoundingClientRect().top));
  expect(new Set(tiles.slice(0, 2)).size).toBe(1);
  const long = phone
    .locator('dl dd')
    .filter({ hasText: /R\$\s1\.234\.567,89/ })
    .first();
  await expect(long).toBeVisible();
  expect(await long.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
  // In one line, whole.
  expect(await long.evaluate((node) => node.clientHeight)).toBeLessThan(40);
});

test('toasts leave free what they are about, and an error is gone with the next attempt', async ({
  phone,
  merchant,
}) => {
  await openSession(phone, merchant);
  await phone.goto('/cashback');
  const refused = 'Preencha todos os campos corretamente';
  await phone.getByRole('button', { name: 'Gerar QR Code' }).click();
  await expect(toast(phone, refused)).toBeVisible();
  const [shown, foot] = [await toast(phone, refused).boundingBox(), await bar(phone).boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  expect(shown?.y).toBeGreaterThan(390);
  await expectAccessible(phone, 'a toast on a phone');

  await phone.getByLabel('Telefone do cliente').fill(newPhone());
  await phone.getByLabel('Valor da compra').fill('1000');
  await phone.getByRole('button', { name: 'Gerar QR Code' }).click();
  const dialog = phone.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const done = toast(phone, 'QR Code gerado com sucesso!');
  await expect(done).toBeVisible();
  await expect(toast(phone, refused)).toHaveCount(0);
  const overlaps = async (other: string) => {
    const [one, two] = [await done.boundingBox(), await dialog.locator(other).first().boundingBox()];
    return one && two && one.y < two.y + two.height && two.y < one.y + one.height;
  };
  expect([await overlaps('header'), await overlaps('footer')]).toEqual([false, false]);
});

test('a refused login stays beside the form until the next attempt', async ({ page, merchant }) => {
  await page.goto('/login');
  await expectAccessible(page, 'login');
  await expect(page.getByRole('heading', { name: 'O cliente compra, ganha e volta.' })).toBeVisible();
  await page.getByLabel('Email').fill(merchant.email);
  await page.getByLabel('Senha').fill('not the password');
  await page.keyboard.press('Enter');
  const inline = page.getByRole('main').getByRole('note');
  await expect(toast(page, 'Credenciais inválidas')).toBeVisible();
  await expect(inline).toHaveText('Credenciais inválidas');
  await expectAccessible(page, 'login, refused');
  await expect(toast(page, 'Credenciais inválidas')).toHaveCount(0);
  await expect(inline).toBeVisible();
  await page.route('**/trpc/auth.startLogin', (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(inline).toHaveText(/conexão/);
  await page.unroute('**/trpc/auth.startLogin');
  await page.getByLabel('Senha').fill(merchant.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('each screen has a title of its own, and a customer’s names the customer', async ({
  counter,
  merchant,
}) => {
  const [customer] = await asOwner<{ id: string }>(
    `INSERT INTO customers (merchant_id, id, phone, name) SELECT id, gen_random_uuid(), $2, 'Ana Barbosa'
     FROM merchants WHERE signup_link_slug = $1 RETURNING id`,
    [merchant.slug, newPhone()],
  );
  await counter.goto('/dashboard');
  await expect(counter).toHaveTitle('Dashboard · Volta');
  await counter.goto(`/customers/${customer?.id}`);
  await expect(counter).toHaveTitle('Ana Barbosa · Clientes · Volta');
  await counter.getByRole('link', { name: 'Voltar para Clientes' }).click();
  await expect(counter).toHaveTitle('Clientes · Volta');
  await counter.goBack();
  await expect(counter).toHaveTitle('Ana Barbosa · Clientes · Volta');
  await counter.goto('/reports');
  await expect(counter).toHaveTitle('Relatórios · Volta');
  await counter.getByRole('link', { name: 'Equipe' }).click();
  await expect(counter).toHaveTitle('Equipe · Relatórios · Volta');
  await counter.goto('/settings');
  await expect(counter).toHaveTitle('Meu Perfil · Configurações · Volta');
  await counter.getByRole('tab', { name: 'Marketing' }).click();
  await expect(counter).toHaveTitle('Marketing · Configurações · Volta');
});

test('the back office is installed under the merchant’s name, with its session', async ({
  counter,
  merchant,
}) => {
  await counter.goto('/cashback');
  const link = counter.locator('link[rel="manifest"]');
  await expect(link).toHaveAttribute('crossorigin', 'use-credentials');
  const answer = await counter.request.get((await link.getAttribute('href')) ?? '');
  expect(await answer.json()).toMatchObject({ name: `${merchant.name} · Balcão`, start_url: '/cashback' });
  await counter.goto('/login');
  await expect(counter).toHaveURL(/\/dashboard$/);
  const stranger = await counter.request.get('/manifest.webmanifest', { headers: { cookie: '' } });
  expect((await stranger.json()).name).toBe('Volta · Balcão');
});
