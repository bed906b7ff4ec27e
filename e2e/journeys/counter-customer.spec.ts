import type { Page } from '@playwright/test';
import { customerCodeLink } from 'domain/customer-code';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { listPurchases } from '../src/cut-counter.ts';
import { asOwner } from '../src/database.ts';
import { holdAnswers } from '../src/held-answers.ts';
import { expect, type Merchant, newPhone, qrLink, test } from '../src/merchant.ts';

const phoneField = (page: Page) => page.getByLabel('Telefone do cliente');
const amountField = (page: Page) => page.getByLabel('Valor da compra');

async function nameCustomer(merchant: Merchant, phone: string, name: string): Promise<void> {
  await asOwner(
    `UPDATE customers SET name = $3 WHERE phone = $2
       AND merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1)`,
    [merchant.slug, phone, name],
  );
}

async function namesOf(merchant: Merchant, phone: string): Promise<(string | null)[]> {
  const rows = await asOwner<{ name: string | null }>(
    `SELECT name FROM customers WHERE phone = $2
       AND merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1)`,
    [merchant.slug, phone],
  );
  return rows.map(({ name }) => name);
}

test('a purchase takes sixteen keys', async ({ counter }) => {
  const keys = [...newPhone(), ...'4590', 'Enter'];
  expect(keys).toHaveLength(16);
  await counter.goto('/cashback');
  await expect(phoneField(counter)).toBeFocused();
  for (const key of keys) await counter.keyboard.press(key);
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s45,90/);
  await counter.keyboard.press('Escape');
  // The next customer, at once.
  await expect(phoneField(counter)).toBeFocused();
  for (const key of [...newPhone(), ...'2000', 'Enter']) await counter.keyboard.press(key);
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s20,00/);
});

test('the focus moves on by itself once, and an Enter or a Tab out of habit does no harm', async ({
  counter,
}) => {
  await counter.goto('/cashback');
  for (const habit of ['Enter', 'Tab']) {
    await phoneField(counter).fill('');
    await phoneField(counter).focus();
    await counter.keyboard.type(newPhone());
    await counter.keyboard.press(habit);
    await expect(amountField(counter)).toBeFocused();
    await expect(counter.getByText('Preencha todos os campos corretamente')).toHaveCount(0);
    await expect(amountField(counter)).not.toHaveAttribute('aria-invalid');
  }
  // A value that came without a key is no habit's victim: Enter records it.
  await phoneField(counter).fill('');
  await phoneField(counter).pressSequentially(newPhone());
  await amountField(counter).fill('45,90');
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s45,90/);
  await counter.keyboard.press('Escape');
  await expect(phoneField(counter)).toBeFocused();
  await counter.keyboard.type(newPhone());
  await expect(amountField(counter)).toBeFocused();
  // Who goes back to correct the number stays there, with the last digit typed again too.
  await counter.keyboard.press('Shift+Tab');
  await expect(phoneField(counter)).toBeFocused();
  await counter.keyboard.press('End');
  await counter.keyboard.press('Backspace');
  await counter.keyboard.press('1');
  await expect(phoneField(counter)).toBeFocused();
  await expect(phoneField(counter)).toHaveValue(/1$/);
  await counter.keyboard.press('Enter');
  await expect(amountField(counter)).toBeFocused();
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Preencha todos os campos corretamente')).toBeVisible();
});

test('the form says whose phone it is, and the balance is one press away, without the phone in an address', async ({
  counter,
  merchant,
}) => {
  const phone = newPhone();
  await counterApiOf(counter.request).credit(phone, 40_000);
  await counter.goto('/cashback');
  await phoneField(counter).pressSequentially(phone);
  await expect(counter.getByText('Nome não informado')).toBeVisible();
  await nameCustomer(merchant, phone, 'Ana Beatriz Souza');
  await phoneField(counter).fill('');
  await expect(counter.getByText('Nome não informado')).toHaveCount(0);
  await phoneField(counter).pressSequentially(phone);
  await expect(counter.getByText('Ana Beatriz Souza')).toBeVisible();
  await expect(counter.getByText(/R\$\s20,00 disponíveis/)).toBeVisible();
  await expect(counter.getByText('Última visita: hoje')).toBeVisible();
  await expectAccessible(counter, 'cashback, a known customer');
  await counter.getByRole('link', { name: 'Resgatar' }).click();
  await expect(counter.getByText(/Máximo: R\$\s20,00/)).toBeVisible();
  await expect(counter.getByLabel('Valor a resgatar')).toBeFocused();
  expect(counter.url()).not.toContain(phone);
});

test('a new customer may be named with the purchase; the name goes with the phone it was typed for', async ({
  counter,
  merchant,
}) => {
  const [first, second] = [newPhone(), newPhone()];
  const name = counter.getByLabel('Nome (opcional)');
  await counter.goto('/cashback');
  await phoneField(counter).pressSequentially(first);
  await expect(counter.getByText('Cliente novo')).toBeVisible();
  await expectAccessible(counter, 'cashback, a new customer');
  await name.fill('Bia de outra pessoa');
  await phoneField(counter).fill(second);
  await expect(name).toHaveValue('');
  await name.fill('  Bia Lima ');
  await amountField(counter).fill('45,00');
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s45,00/);
  expect(await namesOf(merchant, second)).toEqual(['Bia Lima']);
  expect(await namesOf(merchant, first)).toEqual([]);
});

test('an answer that comes late or not at all hinders no purchase and is shown for no other phone', async ({
  counter,
  merchant,
}) => {
  const [slow, next] = [newPhone(), newPhone()];
  await counterApiOf(counter.request).credit(slow, 10_000);
  await nameCustomer(merchant, slow, 'Ana Atrasada');
  await counter.goto('/cashback');
  const held = await holdAnswers(counter, `**/trpc/customers.find?*${slow}*`);
  await phoneField(counter).pressSequentially(slow);
  await expect.poll(() => held.asked.length).toBe(1);
  await phoneField(counter).fill(next);
  await expect(counter.getByText('Cliente novo')).toBeVisible();
  const late = counter.waitForResponse((response) => response.url().includes(slow));
  held.release();
  await late;
  await amountField(counter).fill('45,00');
  await expect(counter.getByText('Cliente novo')).toBeVisible();
  const name = counter.locator('form').getByText('Ana Atrasada');
  await expect(name).toHaveCount(0);

  await phoneField(counter).fill(slow);
  await expect(name).toBeVisible();
  const unknown = newPhone();
  const waiting = await holdAnswers(counter, `**/trpc/customers.find?*${unknown}*`);
  await phoneField(counter).fill(unknown);
  await expect.poll(() => waiting.asked.length).toBe(1);
  await expect(name).toHaveCount(0);
  waiting.release();

  await counter.route('**/trpc/customers.find?*', (route) => route.fulfill({ status: 429, body: '{}' }));
  const refused = counter.waitForResponse((response) => response.url().includes('customers.find'));
  await phoneField(counter).fill(newPhone());
  await refused;
  await counter.getByRole('button', { name: 'Gerar QR Code' }).click();
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s45,00/);
});

test("a customer's code opened by a plain camera fills the phone, which leaves the address", async ({
  counter,
}) => {
  const phone = newPhone();
  await counter.goto(customerCodeLink('', phone));
  await expect(phoneField(counter)).toHaveValue(`(11) ${phone.slice(2, 7)}-${phone.slice(7)}`);
  await expect(counter).toHaveURL(/\/cashback$/);
  await expect(amountField(counter)).toBeFocused();
});

test('a wrong number is undone in one press, in the dialog and in the list, and the value stands there again', async ({
  counter,
  phone,
}) => {
  const undo = /^Número errado\? Desfazer/;
  await counter.goto('/cashback');
  await phoneField(counter).pressSequentially(newPhone());
  await counter.keyboard.type('4590');
  await counter.keyboard.press('Enter');
  const dialog = counter.getByRole('dialog');
  const first = await qrLink(counter);
  await expectAccessible(counter, 'cashback, QR code with its way back');
  await dialog.getByRole('button', { name: undo }).click();
  await expect(dialog).toHaveCount(0);
  await expect(phoneField(counter)).toBeFocused();
  await expect(phoneField(counter)).toHaveValue('');
  await expect(amountField(counter)).toHaveValue(/45,90/);
  await phone.goto(first);
  await expect(phone.getByText('QR Code inválido ou expirado')).toBeVisible();

  // With the value there already, the right number and Enter are enough.
  await counter.keyboard.type(newPhone());
  await counter.keyboard.press('Enter');
  await expect(dialog).toContainText(/R\$\s45,90/);
  await counter.keyboard.press('Escape');
  const row = counter.getByRole('list', { name: 'Últimas compras' }).getByRole('listitem').first();
  await expect(row).toContainText('Aguardando leitura');
  await row.getByRole('button', { name: undo }).click();
  await expect(row).toContainText('Estornado');
  await expect(row).toContainText('Motivo: Número de telefone errado');
  await expect(amountField(counter)).toHaveValue(/45,90/);
  await expect(phoneField(counter)).toBeFocused();
});

test('once confirmed, nothing is undone in one press', async ({ counter, phone }) => {
  // The dialog does not hear of it: its stream and its questions wait.
  await counter.route(/\/trpc\/cashback\.(watch|latest)/, () => undefined);
  await counter.goto('/cashback');
  await phoneField(counter).pressSequentially(newPhone());
  await counter.keyboard.type('4590');
  await counter.keyboard.press('Enter');
  await phone.goto(await qrLink(counter));
  await expect(phone.getByText('Parabéns!')).toBeVisible();
  await counter.getByRole('button', { name: /^Número errado/ }).click();
  await expect(counter.getByText(/já confirmou este QR Code/)).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('Parabéns!')).toBeVisible();
});

test('the same purchase twice is a question: back changes nothing, and yes records it', async ({
  counter,
  merchant,
}) => {
  const phone = newPhone();
  const countPurchases = async () => {
    const [row] = await asOwner<{ count: number }>(
      `SELECT count(*)::int AS count FROM transactions
       WHERE merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1)`,
      [merchant.slug],
    );
    return row?.count;
  };
  const type = async () => {
    await expect(phoneField(counter)).toBeFocused();
    await counter.keyboard.type(phone);
    await counter.keyboard.type('4590');
    await counter.keyboard.press('Enter');
  };
  await counter.goto('/cashback');
  await type();
  const dialog = counter.getByRole('dialog');
  await expect(dialog).toContainText(/R\$\s45,90/);
  await counter.keyboard.press('Escape');
  await type();
  await expect(dialog).toContainText(/^Igual à compra de .+\. Registrar outra\?/);
  await expectAccessible(counter, 'cashback, a repeated purchase');
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await counter.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(amountField(counter)).toBeFocused();
  await expect(amountField(counter)).toHaveValue(/45,90/);
  expect(await countPurchases()).toBe(1);
  await counter.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(dialog.getByRole('heading', { name: 'QR Code do Cashback' })).toBeVisible();
  expect(await countPurchases()).toBe(2);
});

test('a phone typed into the value is a question, and so is a high value as long as none is usual', async ({
  counter,
  merchant,
}) => {
  const dialog = counter.getByRole('dialog');
  const phone = newPhone();
  await counter.goto('/cashback');
  await expect(phoneField(counter)).toBeFocused();
  await counter.keyboard.type(phone);
  await expect(amountField(counter)).toBeFocused();
  await counter.keyboard.type(newPhone());
  await counter.keyboard.press('Enter');
  await expect(dialog).toContainText('Isto parece um telefone. É o valor?');
  await expectAccessible(counter, 'cashback, a phone in the value');
  // Who says that it is the value is still asked what the server wants to know.
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(dialog).toContainText('é um valor alto para uma compra. Está certo?');
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await counter.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(amountField(counter)).toBeFocused();
  expect(await listPurchases(merchant)).toEqual([]);

  // What is typed takes its place.
  await counter.keyboard.type('200001');
  await counter.keyboard.press('Enter');
  await expect(dialog).toContainText(/R\$\s2\.000,01 é um valor alto para uma compra\. Está certo\?/);
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(dialog.getByRole('heading', { name: 'QR Code do Cashback' })).toBeVisible();
  expect(await listPurchases(merchant)).toEqual([`${phone} 200001`]);
  await counter.keyboard.press('Escape');

  await counter.goto('/settings?aba=geral');
  const above = counter.getByRole('textbox', { name: 'Perguntar acima de' });
  await expect(above).toHaveValue(/2\.000,00/);
  await above.fill('100,00');
  await counter.getByRole('button', { name: 'Salvar' }).click();
  await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await expectAccessible(counter, 'general settings, the question');
  await counter.goto('/cashback');
  await phoneField(counter).pressSequentially(newPhone());
  await counter.keyboard.type('10001');
  await counter.keyboard.press('Enter');
  await expect(dialog).toContainText(/R\$\s100,01 é um valor alto/);
});

test('a value far above the usual is a question', async ({ counter }) => {
  const api = counterApiOf(counter.request);
  for (let purchase = 0; purchase < 20; purchase += 1) await api.sell(newPhone(), 4_500);
  // The dashboard counts them.
  await counter.goto('/dashboard');
  await expect(counter.getByText(/R\$\s45,00/).first()).toBeVisible();
  await counter.goto('/cashback');
  await phoneField(counter).pressSequentially(newPhone());
  await counter.keyboard.type('100000000');
  await counter.keyboard.press('Enter');
  const dialog = counter.getByRole('dialog');
  await expect(dialog).toContainText(
    /R\$\s1\.000\.000,00 é 20 mil vezes a sua compra comum \(R\$\s45,00\)\. Está certo\?/,
  );
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(dialog.getByRole('heading', { name: 'QR Code do Cashback' })).toBeVisible();
});
