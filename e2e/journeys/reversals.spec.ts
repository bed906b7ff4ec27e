import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import {
  type Credentials,
  expect,
  issueCashback,
  type Merchant,
  newPhone,
  openSession,
  qrLink,
  test,
} from '../src/merchant.ts';

/** An employee of the merchant, with the owner's password. */
async function hire(merchant: Merchant, name: string, role: string): Promise<Credentials> {
  const email = `${role}-${merchant.email}`;
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, password_hash, role)
     SELECT merchant_id, gen_random_uuid(), $2, $3, password_hash, $4 FROM employees WHERE email = $1`,
    [merchant.email, name, email, role],
  );
  return { email, password: merchant.password };
}

/** A purchase whose code the customer has read; the counter's dialog is closed again. */
async function sell(counter: Page, phone: Page, customerPhone: string, amount: string): Promise<void> {
  const link = await issueCashback(counter, customerPhone, amount);
  await phone.goto(link);
  await expect(phone.getByText('Parabéns!')).toBeVisible();
  await expect(counter.getByRole('dialog').getByText(/Confirmado/)).toBeVisible();
  await counter.keyboard.press('Escape');
}

async function redeem(counter: Page, phone: Page, customerPhone: string, amount: string): Promise<void> {
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(customerPhone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/Máximo: R\$/)).toBeVisible();
  await counter.getByLabel('Valor a resgatar').fill(amount);
  await counter.keyboard.press('Enter');
  await phone.goto(await qrLink(counter));
  await expect(phone.getByText('Resgate Confirmado!')).toBeVisible();
  await expect(counter.getByRole('dialog').getByText(/Confirmado/)).toBeVisible();
  await counter.keyboard.press('Escape');
}

const purchases = (counter: Page) =>
  counter.getByRole('list', { name: 'Últimas compras' }).getByRole('listitem');
const redemptions = (counter: Page) =>
  counter.getByRole('list', { name: 'Últimos resgates' }).getByRole('listitem');

async function expectBalance(phone: Page, customerPhone: string, balance: RegExp): Promise<void> {
  await phone.goto(`/customer/dashboard/${customerPhone}`);
  await expect(phone.locator('main')).toContainText(balance);
}

test('a manager reverses part of a purchase and then the rest; balance and history follow', async ({
  page: counter,
  merchant,
  phone,
}) => {
  const customerPhone = newPhone();
  await openSession(counter, await hire(merchant, 'Marcos Gerente', 'manager'));
  await sell(counter, phone, customerPhone, '100,00');
  const row = purchases(counter).first();

  await test.step('the list has followed the purchase and its scan by itself', async () => {
    await expect(row).toContainText('Creditado');
    await expect(row).toContainText(/R\$\s100,00/);
    await expect(row).toContainText(/R\$\s5,00 de cashback \(5%\)/);
    await expect(row).toContainText('por Marcos Gerente');
  });

  await test.step('R$ 60,00 are reversed, by keyboard', async () => {
    await row.getByRole('button', { name: /^Estornar/ }).focus();
    await counter.keyboard.press('Enter');
    const dialog = counter.getByRole('dialog');
    await expect(dialog.getByText(/R\$\s5,00 de cashback serão retirados do cliente\./)).toBeVisible();
    await expect(dialog.getByLabel('Valor a estornar')).toBeFocused();
    await counter.keyboard.type('6000');
    await expect(dialog.getByLabel('Valor a estornar')).toHaveValue(/^R\$\s60,00$/);
    await expect(dialog.getByText(/R\$\s3,00 de cashback serão retirados do cliente\./)).toBeVisible();
    await counter.keyboard.press('Enter');
    await expect(dialog.getByText('Informe o motivo')).toBeVisible();
    await expect(dialog.getByLabel('Motivo', { exact: true })).toBeFocused();
    // The form library focuses the first error once more in a timer, which would undo a Tab before it.
    // biome-ignore lint/style/noRestrictedGlobals: that timer is what is waited for.
    await counter.evaluate(() => new Promise((passed) => setTimeout(passed)));
    await counter.keyboard.press('Tab');
    await counter.keyboard.press('Space');
    await expect(dialog.getByLabel('Motivo', { exact: true })).toHaveValue('Devolução do produto');
    await dialog.getByRole('button', { name: 'Estornar compra' }).press('Enter');
    await expect(counter.getByText('Compra estornada')).toBeVisible();
    await expect(counter.getByRole('dialog')).toHaveCount(0);
    await expect(row).toBeFocused();
    await expect(row).toContainText('Estornado em parte');
    await expect(row).toContainText(/Estorno de R\$\s60,00/);
    await expect(row).toContainText('por Marcos Gerente');
    await expect(row).toContainText('Motivo: Devolução do produto');
    await expectBalance(phone, customerPhone, /Disponível\s*R\$\s2,00/);
  });

  await test.step('the rest is what the dialog offers next, and no more than that', async () => {
    await row.getByRole('button', { name: /^Estornar/ }).click();
    const dialog = counter.getByRole('dialog');
    const value = dialog.getByLabel('Valor a estornar');
    await expect(value).toHaveValue(/^R\$\s40,00$/);
    await value.fill('40,01');
    await dialog.getByLabel('Motivo', { exact: true }).fill('Cliente desistiu do resto');
    await dialog.getByRole('button', { name: 'Estornar compra' }).click();
    await expect(dialog.getByText(/não pode passar do que resta da compra: R\$\s40,00/)).toBeVisible();
    await expectAccessible(counter, 'reversal, error');
    await value.fill('40,00');
    await dialog.getByRole('button', { name: 'Estornar compra' }).click();
    await expect(counter.getByRole('dialog')).toHaveCount(0);
    await expect(row.getByText('Estornado', { exact: true })).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
    await expectAccessible(counter, 'cashback, a purchase wholly reversed');
    await expectBalance(phone, customerPhone, /Disponível\s*R\$\s0,00/);
    await expect(phone.locator('main')).toContainText('Estorno');
  });
});

test('a code not yet read gives what is left of its purchase, and once all is reversed nothing', async ({
  counter,
  phone,
}) => {
  const customerPhone = newPhone();
  const links: string[] = [];
  for (const [value, text] of [
    ['4000', /receberá R\$\s3,00 de cashback em vez de R\$\s5,00/],
    ['10000', /que deixará de valer/],
  ] as const) {
    links.push(await issueCashback(counter, customerPhone, '100,00'));
    await counter.keyboard.press('Escape');
    // Until the list has the new purchase, its first row is the one before.
    await expect(purchases(counter)).toHaveCount(links.length);
    const row = purchases(counter).first();
    await expect(row).toContainText('Aguardando leitura');
    await row.getByRole('button', { name: /^Estornar/ }).click();
    const dialog = counter.getByRole('dialog');
    await expect(dialog.getByLabel('Valor a estornar')).toBeFocused();
    await counter.keyboard.type(value);
    await expect(dialog.getByText(text)).toBeVisible();
    await dialog.getByRole('button', { name: 'Valor digitado errado' }).click();
    await dialog.getByRole('button', { name: 'Estornar compra' }).click();
    await expect(counter.getByRole('dialog')).toHaveCount(0);
  }
  await phone.goto(links[0] ?? '');
  await expect(phone.getByText('Parabéns!')).toBeVisible();
  await phone.goto(links[1] ?? '');
  await expect(phone.getByText('QR Code inválido ou expirado')).toBeVisible();
  await expectBalance(phone, customerPhone, /Disponível\s*R\$\s3,00/);
});

test('cashback already spent is said to be missing; undoing the redemption makes up for it', async ({
  counter,
  phone,
}) => {
  const customerPhone = newPhone();
  const counterApi = counterApiOf(counter.request);
  await counterApi.credit(customerPhone, 10_000);
  expect(await counterApi.confirm(await counterApi.redeem(customerPhone, 300))).toBe(200);

  await test.step('the purchase is reversed: R$ 2,00 were left to take', async () => {
    await counter.goto('/cashback');
    const row = purchases(counter).first();
    await row.getByRole('button', { name: /^Estornar/ }).click();
    await counter.getByRole('dialog').getByRole('button', { name: 'Devolução do produto' }).click();
    await counter.getByRole('dialog').getByRole('button', { name: 'Estornar compra' }).click();
    const missing = /R\$\s3,00 não puderam ser recuperados: o cliente já os tinha usado/;
    await expect(counter.getByRole('dialog').getByText(missing)).toBeVisible();
    await counter.getByRole('dialog').getByRole('button', { name: 'Entendi' }).press('Enter');
    await expect(counter.getByRole('dialog')).toHaveCount(0);
    await expect(row).toBeFocused();
    await expect(row).toContainText(missing);
    await expectBalance(phone, customerPhone, /Disponível\s*R\$\s0,00/);
  });

  await test.step('the redemption is undone: its cashback goes to the merchant, not to the customer', async () => {
    await counter.goto('/redemption');
    const row = redemptions(counter).first();
    await row.getByRole('button', { name: /^Estornar/ }).click();
    await counter.getByRole('dialog').getByRole('button', { name: 'Compra cancelada' }).click();
    await counter.getByRole('dialog').getByRole('button', { name: 'Estornar resgate' }).click();
    const withheld = /R\$\s3,00 não voltaram ao saldo/;
    await expect(counter.getByRole('dialog').getByText(withheld)).toBeVisible();
    await counter.getByRole('dialog').getByRole('button', { name: 'Entendi' }).click();
    await expect(row).toContainText(withheld);
    await expectBalance(phone, customerPhone, /Disponível\s*R\$\s0,00/);
  });
});

test('a redemption undone returns to the balance, also to the one on the screen', async ({
  counter,
  phone,
}) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await redeem(counter, phone, customerPhone, '3,00');
  await expect(counter.getByText(/Máximo: R\$\s2,00/)).toBeVisible();
  const row = redemptions(counter).first();
  await expect(row).toContainText('Resgatado');
  await row.getByRole('button', { name: /^Estornar/ }).click();
  const dialog = counter.getByRole('dialog');
  await expect(
    dialog.getByText('O valor volta aos créditos de origem, com as mesmas datas de validade.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cliente errado' }).click();
  await dialog.getByRole('button', { name: 'Estornar resgate' }).click();
  await expect(counter.getByText('Resgate estornado')).toBeVisible();
  await expect(row.getByText('Estornado', { exact: true })).toBeVisible();
  await expect(row).toContainText('Motivo: Cliente errado');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(counter.getByText(/Máximo: R\$\s5,00/)).toBeVisible();
  await expectBalance(phone, customerPhone, /Disponível\s*R\$\s5,00/);
});

test("an operator may reverse their own purchase of today, not another's nor yesterday's", async ({
  counter: owner,
  merchant,
  browser,
}) => {
  await counterApiOf(owner.request).sell(newPhone(), 3_000);
  const context = await browser.newContext();
  const operator = await context.newPage();
  await openSession(operator, await hire(merchant, 'Olga Operadora', 'operator'));
  for (const amount of [2_000, 1_000]) await counterApiOf(operator.request).sell(newPhone(), amount);
  await asOwner(
    `UPDATE transactions t SET created_at = t.created_at - interval '1 day' FROM merchants m
     WHERE m.id = t.merchant_id AND m.name = $1 AND t.amount_cents = 2000`,
    [merchant.name],
  );
  await operator.goto('/cashback');
  const row = (amount: RegExp) => purchases(operator).filter({ hasText: amount });
  await expect(row(/R\$\s10,00/).getByRole('button', { name: /^Estornar/ })).toBeVisible();
  await expect(row(/R\$\s20,00/)).toBeVisible();
  await expect(row(/R\$\s20,00/).getByRole('button', { name: /^Estornar/ })).toHaveCount(0);
  await expect(row(/R\$\s30,00/)).toContainText('Rita de Cássia');
  await expect(row(/R\$\s30,00/).getByRole('button', { name: /^Estornar/ })).toHaveCount(0);
  await context.close();
});

test('a reversal whose answer was lost is sent again and has one effect', async ({ counter, phone }) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await counter.goto('/cashback');
  await counter.route(
    '**/trpc/cashback.reverse',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await purchases(counter)
    .first()
    .getByRole('button', { name: /^Estornar/ })
    .click();
  const dialog = counter.getByRole('dialog');
  await expect(dialog.getByLabel('Valor a estornar')).toBeFocused();
  await counter.keyboard.type('6000');
  await dialog.getByLabel('Motivo', { exact: true }).fill('Devolução de um item');
  await counter.keyboard.press('Enter');
  await expect(dialog.getByText(/Tente novamente: ele não será feito duas vezes/)).toBeVisible();
  await expect(dialog.getByLabel('Motivo', { exact: true })).toHaveValue('Devolução de um item');
  await dialog.getByRole('button', { name: 'Estornar compra' }).click();
  await expect(counter.getByText('Compra estornada')).toBeVisible();
  await expect(counter.getByRole('dialog')).toHaveCount(0);
  await expect(
    purchases(counter)
      .first()
      .getByText(/Estorno de/),
  ).toHaveCount(1);
  await expectBalance(phone, customerPhone, /Disponível\s*R\$\s2,00/);
});
