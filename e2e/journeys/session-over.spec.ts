import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { addEmployee, endSessions, listPurchases, openForm, test, typePurchase } from '../src/cut-counter.ts';
import { expect, type Merchant, newPhone } from '../src/merchant.ts';

async function signIn(page: Page, { password }: Merchant): Promise<void> {
  await page.getByLabel('Senha').fill(password);
  await page.keyboard.press('Enter');
}

/** However long the machine takes, what was typed is less than two minutes old. */
const keepDraftYoung = (page: Page) => ageDraft(page, -3_600_000);

async function ageDraft(page: Page, ageMs: number): Promise<void> {
  await page.evaluate((age) => {
    const { typedAt, ...draft } = JSON.parse(sessionStorage.getItem('cashback-draft') ?? '{}');
    sessionStorage.setItem('cashback-draft', JSON.stringify({ ...draft, typedAt: typedAt - age }));
  }, ageMs);
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
  await keepDraftYoung(page);
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

test('what was typed is there after a reload within two minutes, and offered to who comes back later', async ({
  counter: page,
  merchant,
}) => {
  const phone = newPhone();
  const phoneField = page.getByLabel('Telefone do cliente');
  const valueField = page.getByLabel('Valor da compra');
  const offer = page.getByRole('button', { name: `Continuar ${shape(phone)}?` });
  await openForm(page);
  await phoneField.fill(phone);
  await valueField.fill('45,90');
  await keepDraftYoung(page);
  await page.reload();
  await expect(phoneField).toHaveValue(shape(phone));
  await expect(valueField).toHaveValue(/45,90/);

  // Another screen in between: perhaps the next customer is there.
  await page.getByRole('link', { name: 'Clientes' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
  await page.goBack();
  await expect(offer).toBeVisible();
  await expect(phoneField).toBeFocused();
  await expect(phoneField).toHaveValue('');
  await expect(valueField).toHaveValue('');
  await expectAccessible(page, 'cashback, what was left is offered');
  await offer.click();
  await expect(phoneField).toHaveValue(shape(phone));
  await expect(valueField).toHaveValue(/45,90/);
  await expect(valueField).toBeFocused();
  await expect(offer).toHaveCount(0);

  // Neither does a reload of that screen make it the same customer.
  await page.getByRole('link', { name: 'Clientes' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
  await keepDraftYoung(page);
  await page.reload();
  await page.getByRole('link', { name: 'Cashback' }).first().click();
  await offer.click();
  await expect(valueField).toHaveValue(/45,90/);

  await ageDraft(page, 120_000);
  await page.reload();
  await expect(offer).toBeVisible();
  await expect(phoneField).toHaveValue('');
  // What is typed is the phone of the next customer, so the offer goes.
  const next = newPhone();
  await page.keyboard.type(next);
  await expect(offer).toHaveCount(0);
  await expect(valueField).toBeFocused();
  await page.keyboard.type('1000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(/R\$\s10,00/);
  expect(await listPurchases(merchant)).toEqual([`${next} 1000`]);
});

/** Sends a purchase that the counter asks about and opens another screen; the answer waits for `release`. */
async function leaveUnanswered(page: Page, phone: string): Promise<{ release: () => void }> {
  const issue = /\/trpc\/cashback\.issue/;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(issue, async (route) => {
    const response = await route.fetch();
    await isReleased;
    await route.fulfill({ response });
  });
  const asked = page.waitForRequest(issue);
  await typePurchase(page, phone, '2.000,01');
  await asked;
  await page.getByRole('link', { name: 'Clientes' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
  return { release };
}

test('a purchase that is not recorded after another screen was opened is said there, and offered at the counter', async ({
  counter: page,
  merchant,
}) => {
  const phone = newPhone();
  await openForm(page);
  const { release } = await leaveUnanswered(page, phone);
  release();
  await expect(
    page.getByText(`A venda para ${shape(phone)} não foi registrada. Continue em Cashback.`),
  ).toBeVisible();
  await keepDraftYoung(page);
  await page.getByRole('link', { name: 'Cashback' }).first().click();
  const offer = page.getByRole('button', { name: `Continuar ${shape(phone)}?` });
  await expect(offer).toBeVisible();
  await expect(page.getByLabel('Telefone do cliente')).toBeFocused();
  await expect(page.getByLabel('Telefone do cliente')).toHaveValue('');
  await page.keyboard.press('Tab');
  await expect(offer).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Valor da compra')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar' }).click();
  await expect(page.getByText('QR Code gerado com sucesso!')).toBeVisible();
  expect(await listPurchases(merchant)).toEqual([`${phone} 200001`]);
});

test('what is typed for the next customer stays when the purchase before it is not recorded', async ({
  counter: page,
}) => {
  const next = newPhone();
  await openForm(page);
  const { release } = await leaveUnanswered(page, newPhone());
  await page.getByRole('link', { name: 'Cashback' }).first().click();
  await expect(page.getByLabel('Telefone do cliente')).toBeFocused();
  // It may still be recorded.
  await expect(page.getByRole('button', { name: /^Continuar/ })).toHaveCount(0);
  await page.getByLabel('Telefone do cliente').fill(next);
  await page.getByLabel('Valor da compra').fill('10,00');
  release();
  await expect(page.getByText(/não foi registrada/)).toBeVisible();
  await keepDraftYoung(page);
  await page.reload();
  await expect(page.getByLabel('Telefone do cliente')).toHaveValue(shape(next));
  await expect(page.getByLabel('Valor da compra')).toHaveValue(/10,00/);
});

test('an answer to a call of the session that ended does not end the one after it', async ({
  counter: page,
  merchant,
}) => {
  let release = () => {};
  const isSignedIn = new Promise<void>((resolve) => {
    release = resolve;
  });
  const latest = /\/trpc\/cashback\.latest/;
  await page.route(latest, async (route) => {
    const response = await route.fetch();
    if (response.status() === 401) await isSignedIn;
    await route.fulfill({ response });
  });
  await openForm(page);
  await endSessions(merchant);
  const asked = page.waitForRequest(latest);
  // The page hears of the end only once its list was asked for.
  await page.route(/\/trpc\/auth\.session/, async (route) => {
    await asked;
    await route.continue();
  });
  const refused = page.waitForResponse((answer) => answer.status() === 401 && latest.test(answer.url()));
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, merchant);
  await expect(page).toHaveURL(/\/cashback$/);
  await expect(page.getByLabel('Telefone do cliente')).toBeFocused();
  release();
  await refused;
  await page.getByRole('link', { name: 'Clientes' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
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
