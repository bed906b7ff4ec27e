import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { addEmployee, endSessions, listPurchases, openForm, test } from '../src/cut-counter.ts';
import { expect, type Merchant, newPhone } from '../src/merchant.ts';

async function signIn(page: Page, { password }: Merchant): Promise<void> {
  await page.getByLabel('Senha').fill(password);
  await page.keyboard.press('Enter');
}

const shape = (phone: string) => `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;

test('a session that ends at the counter: e-mail, page, phone and value are there again after the login', async ({
  counter: page,
  merchant,
}) => {
  const phone = newPhone();
  await openForm(page);
  await page.getByLabel('Telefone do cliente').fill(phone);
  await page.getByLabel('Valor da compra').fill('45,90');
  await endSessions(merchant);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
  await expect(page.getByLabel('Senha')).toBeFocused();
  await expectAccessible(page, 'login after the session ended');

  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/cashback$/);
  await expect(page.getByLabel('Telefone do cliente')).toHaveValue(shape(phone));
  expect(await listPurchases(merchant)).toEqual([]);
  await page.getByLabel('Valor da compra').press('Enter');
  await expect(page.getByRole('dialog')).toContainText(/R\$\s45,90/);
  expect(await listPurchases(merchant)).toEqual([`${phone} 4590`]);
  await page.reload();
  await expect(page.getByLabel('Telefone do cliente')).toHaveValue('');
});

test('a deep link survives the login, also where nobody was signed in; a plain login starts at the dashboard', async ({
  counter,
  page,
  merchant,
}) => {
  const address = '/reports/customers?segmento=em-risco';
  await counter.goto(address);
  await expect(counter.getByRole('heading', { level: 1 })).toBeVisible();
  await endSessions(merchant);
  await counter.reload();
  await expect(counter).toHaveURL(/\/login$/);
  await signIn(counter, merchant);
  await expect(counter).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`));

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(address);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(merchant.email);
  await signIn(page, merchant);
  await expect(page).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`));

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.getByLabel('Email').fill(merchant.email);
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("another person who signs in sees nothing of the former one's page or form", async ({
  counter: page,
  merchant,
}) => {
  const rui = await addEmployee(merchant);
  const phone = newPhone();
  await openForm(page);
  await page.getByLabel('Telefone do cliente').fill(phone);
  await page.getByLabel('Valor da compra').fill('10,00');
  await endSessions(merchant);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
  await page.getByLabel('Email').fill(rui);
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/dashboard$/);
  await openForm(page);
  await expect(page.getByLabel('Telefone do cliente')).toHaveValue('');
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login$/);
  // Signing out removes the draft.
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(phone);
});

test('who may not open an address is told so after the login', async ({ page, merchant }) => {
  const rui = await addEmployee(merchant);
  await page.goto('/audit');
  await page.getByLabel('Email').fill(rui);
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/audit$/);
  await expect(page.getByText(/permissão|não tem acesso|proprietário/i).first()).toBeVisible();
});
