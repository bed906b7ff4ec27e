import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, type Merchant, newAddress, newPhone, openSession, test } from '../src/merchant.ts';

const RITA = { name: 'Rita de Cássia', pin: '482703' };
const BRUNO = { name: 'Bruno', pin: '7391' };

async function call(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/trpc/${path}`, {
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** A colleague of the owner's, with the owner's password and a PIN. */
async function hireBruno(browser: Browser, { email, password }: Merchant): Promise<void> {
  const own = `bruno-${email}`;
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT merchant_id, gen_random_uuid(), $2, $3, 'operator', password_hash FROM employees WHERE email = $1`,
    [email, BRUNO.name, own],
  );
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newAddress() } });
  const page = await context.newPage();
  await openSession(page, { email: own, password });
  await call(page, 'auth.setPin', { pin: BRUNO.pin });
  await context.close();
}

async function openTablet(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    locale: 'pt-BR',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  return await context.newPage();
}

const whoIsThere = (page: Page) => page.getByRole('heading', { name: 'Quem está no balcão?' });
const phoneField = (page: Page) => page.getByLabel('Telefone do cliente');

/** As the manager does it on the device, signed in by password. */
async function registerTablet(tablet: Page, merchant: Merchant): Promise<void> {
  await openSession(tablet, merchant);
  await tablet.goto('/employees');
  // The list moves what stands below it.
  await expect(tablet.getByText('Você', { exact: true })).toBeVisible();
  await tablet.getByRole('button', { name: 'Usar este aparelho no balcão' }).click();
  await tablet.getByLabel('Nome do aparelho').fill('Tablet da frente');
  await tablet.keyboard.press('Enter');
  await expect(whoIsThere(tablet)).toBeVisible();
}

async function unlock(tablet: Page, { name, pin }: { name: string; pin: string }): Promise<void> {
  await tablet.getByRole('button', { name }).click();
  await expect(tablet.getByLabel('PIN')).toBeFocused();
  await tablet.keyboard.type(pin);
  await tablet.keyboard.press('Enter');
}

/** The keys of a purchase, as many as after a login. */
async function sell(tablet: Page): Promise<void> {
  await expect(phoneField(tablet)).toBeFocused();
  await tablet.keyboard.type(newPhone());
  await tablet.keyboard.press('Enter');
  await expect(tablet.getByLabel('Valor da compra')).toBeFocused();
  await tablet.keyboard.type('2000');
  await tablet.keyboard.press('Enter');
  await expect(tablet.getByRole('dialog')).toContainText(/R\$\s1,00/);
  await tablet.keyboard.press('Escape');
  await expect(phoneField(tablet)).toBeFocused();
}

test('two people switch by PIN on a tablet that one browser registers and another revokes; each purchase is its seller’s', async ({
  counter,
  merchant,
  browser,
}) => {
  await counter.goto('/settings?aba=perfil');
  await counter.getByRole('button', { name: 'Criar PIN' }).click();
  await counter.getByLabel('Novo PIN').fill('1234');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Este PIN é fácil de adivinhar. Escolha outro.')).toBeVisible();
  await expectAccessible(counter, 'the dialog of a new PIN');
  await counter.getByLabel('Novo PIN').fill(RITA.pin);
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('button', { name: 'Trocar PIN' })).toBeVisible();
  await hireBruno(browser, merchant);

  const tablet = await openTablet(browser);
  await registerTablet(tablet, merchant);
  await expectPageWidth(tablet, 1024);
  await expectAccessible(tablet, 'the locked tablet');

  await unlock(tablet, { ...BRUNO, pin: '1357' });
  await expect(tablet.getByText('PIN incorreto')).toBeVisible();
  await expect(tablet.getByLabel('PIN')).toBeFocused();
  await expectAccessible(tablet, 'the PIN on a tablet');
  for (const digit of BRUNO.pin) await tablet.getByRole('button', { name: digit, exact: true }).tap();
  await tablet.getByRole('button', { name: 'Entrar', exact: true }).tap();
  await expect(tablet).toHaveURL(/\/cashback$/);
  await sell(tablet);
  await expectPageWidth(tablet, 1024);
  await expectAccessible(tablet, 'the counter on a tablet');

  await tablet.getByRole('button', { name: 'Trocar pessoa' }).tap();
  await expect(whoIsThere(tablet)).toBeVisible();
  await unlock(tablet, RITA);
  await expect(phoneField(tablet)).toBeFocused();
  await expect(tablet.getByText('Operador')).toBeVisible();
  await expect(tablet.getByRole('link', { name: 'Funcionários' })).toHaveCount(0);
  await sell(tablet);
  const sellers = await asOwner<{ name: string }>(
    `SELECT e.name FROM transactions t
     JOIN employees e ON e.merchant_id = t.merchant_id AND e.id = t.employee_id
     JOIN employees o ON o.merchant_id = t.merchant_id AND o.email = $1 ORDER BY t.created_at`,
    [merchant.email],
  );
  expect(sellers.map(({ name }) => name)).toEqual([BRUNO.name, RITA.name]);

  await counter.goto('/employees');
  await expect(counter.getByRole('row', { name: /Tablet da frente/ })).toContainText('Rita de Cássia');
  await expectAccessible(counter, 'the team with a tablet');
  await counter.getByRole('button', { name: 'Revogar Tablet da frente' }).click();
  await counter.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
  await expect(counter.getByText('Nenhum aparelho registrado.')).toBeVisible();
  await tablet.getByRole('link', { name: 'Clientes' }).click();
  await expect(tablet.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible();
  await tablet.context().close();
});

test('a tablet that no one touches locks itself; what was typed waits for the same person, and the password opens it too', async ({
  merchant,
  browser,
  counter,
}) => {
  await call(counter, 'auth.setPin', { pin: RITA.pin });
  await hireBruno(browser, merchant);
  const tablet = await openTablet(browser);
  await tablet.clock.install();
  await registerTablet(tablet, merchant);
  await unlock(tablet, RITA);
  await expect(phoneField(tablet)).toBeFocused();
  const phone = newPhone();
  await tablet.keyboard.type(phone);
  await tablet.clock.fastForward('04:30');
  await expect(phoneField(tablet)).toBeVisible();
  await tablet.clock.fastForward('00:40');
  await expect(whoIsThere(tablet)).toBeVisible();
  await unlock(tablet, RITA);
  // The customer may have gone in five minutes.
  const offer = tablet.getByRole('button', { name: /^Continuar/ });
  await expect(offer).toBeVisible();
  await expect(phoneField(tablet)).toHaveValue('');
  await tablet.clock.fastForward('05:10');
  await unlock(tablet, BRUNO);
  await expect(phoneField(tablet)).toBeFocused();
  await expect(offer).toHaveCount(0);
  await expect(phoneField(tablet)).toHaveValue('');

  await tablet.clock.fastForward('05:10');
  await tablet.getByRole('button', { name: 'Entrar com email e senha' }).click();
  await tablet.getByLabel('Email').fill(merchant.email);
  await tablet.getByLabel('Senha', { exact: true }).fill(merchant.password);
  await tablet.keyboard.press('Enter');
  await expect(tablet.getByRole('link', { name: 'Funcionários' })).toBeVisible();
  await tablet.context().close();
});
