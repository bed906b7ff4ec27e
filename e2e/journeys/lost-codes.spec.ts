import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, issueCashback, newPhone, qrLink, test } from '../src/merchant.ts';
import { readQr } from '../src/read-qr.ts';

const SHOW = /^Mostrar QR Code/;
const SEND = /^Enviar por WhatsApp/;
const CODE_CLOSED = /\/cashback$/;

const phoneField = (counter: Page) => counter.getByLabel('Telefone do cliente');
const rowsOf = (counter: Page, list: 'Últimas compras' | 'Últimos resgates') =>
  counter.getByRole('list', { name: list }).getByRole('listitem');

/** A redemption whose code is shown. */
async function prepareRedemption(counter: Page, customerPhone: string, amount: string): Promise<string> {
  await counter.goto('/redemption');
  await phoneField(counter).fill(customerPhone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/Máximo: R\$/)).toBeVisible();
  await counter.getByLabel('Valor a resgatar').fill(amount);
  await counter.keyboard.press('Enter');
  return await qrLink(counter);
}

test("a code that was closed is shown again at the counter, on the customer's page and from the reports", async ({
  counter,
  phone,
}) => {
  const customerPhone = newPhone();
  const link = await issueCashback(counter, customerPhone, '60,00');
  const dialog = counter.getByRole('dialog');

  await test.step('Back closes the dialog, Forward and a reload open it again, and Fechar leaves no entry', async () => {
    await counter.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(counter).toHaveURL(CODE_CLOSED);
    await expect(phoneField(counter)).toBeFocused();
    await counter.goForward();
    await expect(dialog).toContainText(/R\$\s60,00/);
    await counter.reload();
    await expect(dialog).toContainText(/R\$\s60,00/);
    expect(await qrLink(counter)).toBe(link);
    expect(counter.url()).not.toContain('CASHBACK_');
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).dblclick();
    await expect(dialog).toHaveCount(0);
    await expect(counter).toHaveURL(CODE_CLOSED);
    await counter.goForward();
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(counter).toHaveURL(CODE_CLOSED);
  });

  await test.step('at the counter', async () => {
    await rowsOf(counter, 'Últimas compras').first().getByRole('link', { name: SHOW }).click();
    expect(await readQr(dialog.getByRole('img', { name: 'QR Code do Cashback' }))).toBe(link);
    await counter.keyboard.press('Escape');
    await expect(counter).toHaveURL(CODE_CLOSED);
    await expectAccessible(counter, 'latest purchases with a waiting one');
  });

  await test.step("on the customer's page", async () => {
    await counter.goto(`/customers/${await counterApiOf(counter.request).customerId(customerPhone)}`);
    await counter.getByRole('tab', { name: 'Compras' }).click();
    const show = rowsOf(counter, 'Últimas compras').getByRole('link', { name: SHOW });
    await show.click();
    expect(await qrLink(counter)).toBe(link);
    await counter.keyboard.press('Escape');
    await expect(show).toBeFocused();
  });

  await test.step('from the reports, where it leads back to', async () => {
    await counter.goto('/reports/cashback');
    const latest = counter.getByRole('table', { name: 'Vendas que ainda podem ser escaneadas' });
    await expect(latest).toBeVisible();
    await expectAccessible(counter, 'reports with a waiting code');
    await latest.getByRole('link', { name: SHOW }).click();
    expect(await qrLink(counter)).toBe(link);
    await counter.goBack();
    await expect(latest).toBeVisible();
    await latest.getByRole('link', { name: SHOW }).click();
    // A code that is confirmed while it is still asked for is refused instead of shown.
    expect(await qrLink(counter)).toBe(link);
    await phone.goto(link);
    await expect(phone.getByText('Parabéns!')).toBeVisible();
    await expect(dialog.getByText(/Confirmado/)).toBeVisible();
    await counter.keyboard.press('n');
    await expect(counter).toHaveURL(CODE_CLOSED);
    await expect(phoneField(counter)).toBeFocused();
    await counter.goBack();
    await expect(counter).toHaveURL(/\/reports\/cashback$/);
  });

  await test.step('a confirmed one is not shown any more, nor one that never was', async () => {
    const [purchase] = await asOwner<{ id: string }>(
      'SELECT t.id FROM transactions t JOIN customers c ON c.id = t.customer_id WHERE c.phone = $1',
      [customerPhone],
    );
    await counter.goto(`/cashback?codigo=${purchase?.id}`);
    await expect(dialog).toContainText('O cliente já confirmou este QR Code.');
    await expectAccessible(counter, 'a code that is not shown');
    await counter.keyboard.press('Escape');
    await expect(counter).toHaveURL(CODE_CLOSED);
    await expect(rowsOf(counter, 'Últimas compras').getByRole('link', { name: SHOW })).toHaveCount(0);
    await counter.goto('/cashback?codigo=x');
    await expect(dialog).toContainText('Operação não encontrada');
  });
});

test('an Enter too many closes nothing and sells nothing, and N leads on to the next customer', async ({
  counter,
}) => {
  const customerPhone = newPhone();
  await counter.goto('/cashback');
  await expect(phoneField(counter)).toBeFocused();
  await counter.keyboard.type(customerPhone);
  await counter.keyboard.press('Enter');
  await counter.keyboard.type('1000');
  await counter.keyboard.press('Enter');
  await counter.keyboard.press('Enter');
  await counter.keyboard.press('Enter');
  const dialog = counter.getByRole('dialog', { name: 'QR Code do Cashback' });
  await expect(dialog).toBeFocused();
  await counter.keyboard.press('Enter');
  await counter.keyboard.press('Space');
  await expect(dialog.getByRole('img', { name: 'QR Code do Cashback' })).toBeVisible();
  await expect(counter.getByText('Preencha todos os campos corretamente')).toHaveCount(0);
  await counter.keyboard.press('n');
  await expect(dialog).toHaveCount(0);
  await expect(phoneField(counter)).toBeFocused();
  await expect(phoneField(counter)).toHaveValue('');
  await expect(rowsOf(counter, 'Últimas compras')).toHaveCount(1);

  await counter.getByRole('heading', { level: 1 }).click();
  await expect(phoneField(counter)).not.toBeFocused();
  await counter.keyboard.press('n');
  await expect(phoneField(counter)).toBeFocused();
});

test('WhatsApp gets the code from every waiting row, and stays in view beside it on the smallest phone', async ({
  counter,
  context,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const customerPhone = newPhone();
  await counter.setViewportSize({ width: 360, height: 640 });
  const link = await issueCashback(counter, customerPhone, '60,00');
  const dialog = counter.getByRole('dialog');
  for (const size of [
    { width: 360, height: 640 },
    { width: 320, height: 568 },
    // 1280 × 720 at 200 %.
    { width: 640, height: 360 },
  ]) {
    await counter.setViewportSize(size);
    await expect(dialog.getByRole('link', { name: SEND })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('img', { name: 'QR Code do Cashback' })).toBeInViewport({ ratio: 1 });
    await expectPageWidth(counter, size.width);
  }
  await expectAccessible(counter, 'QR code on a small screen');
  await counter.keyboard.press('Escape');

  async function expectSent(): Promise<void> {
    const [chat] = await Promise.all([
      counter.waitForEvent('popup'),
      counter.getByRole('button', { name: SEND }).click(),
    ]);
    await chat.waitForURL(/wa\.me/);
    const { pathname, searchParams } = new URL(chat.url());
    expect([pathname, searchParams.get('text')]).toEqual([
      `/55${customerPhone}`,
      expect.stringContaining(link),
    ]);
    await chat.close();
  }
  await expectSent();
  await counter.goto('/reports/cashback');
  await expectSent();
});

test('a pending redemption is shown again for the rest of its time, or canceled', async ({
  counter,
  phone,
}) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 100_000);
  const dialog = counter.getByRole('dialog', { name: 'QR Code do Resgate' });
  const rows = rowsOf(counter, 'Últimos resgates');

  await test.step('shown again and confirmed', async () => {
    const link = await prepareRedemption(counter, customerPhone, '10,00');
    await counter.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(phoneField(counter)).toBeFocused();
    await rows.first().getByRole('link', { name: SHOW }).click();
    await expect(dialog.getByRole('timer')).toHaveText(/Válido por 14:\d\d/);
    expect(await qrLink(counter)).toBe(link);
    await phone.goto(link);
    await expect(dialog.getByText(/Confirmado/)).toBeVisible();
    await counter.keyboard.press('Escape');
    await expect(rows.first()).toContainText('Resgatado');
    await expect(counter.getByText(/Máximo: R\$\s40,00/)).toBeVisible();
  });

  await test.step('canceled: its code is none any more', async () => {
    const link = await prepareRedemption(counter, customerPhone, '5,00');
    await counter.keyboard.press('Escape');
    await expectAccessible(counter, 'latest redemptions with a pending one');
    await rows
      .first()
      .getByRole('button', { name: /^Cancelar/ })
      .click();
    await expect(counter.getByText('Resgate cancelado')).toBeVisible();
    await expect(rows.first()).toContainText('Cancelado');
    await expect(rows.first()).toBeFocused();
    await expect(rows.first().getByRole('link', { name: SHOW })).toHaveCount(0);
    await phone.goto(link);
    await expect(phone.getByText('QR Code inválido ou expirado')).toBeVisible();
    await expectAccessible(counter, 'latest redemptions with a canceled one');
  });

  await test.step('canceled on another device while this one still offers it', async () => {
    await prepareRedemption(counter, customerPhone, '5,00');
    await counter.keyboard.press('Escape');
    await asOwner(
      `UPDATE redemptions SET canceled_at = now(), token_expires_at = now()
       WHERE status = 'pending' AND canceled_at IS NULL
         AND customer_id = (SELECT id FROM customers WHERE phone = $1)`,
      [customerPhone],
    );
    await rows.first().getByRole('link', { name: SHOW }).click();
    await expect(dialog).toContainText('Este resgate foi cancelado.');
  });
});

test('the printed slip has the chosen width with the code, and the device remembers the width', async ({
  counter,
  merchant,
}) => {
  await asOwner('UPDATE merchants SET name = $2 WHERE signup_link_slug = $1', [
    merchant.slug,
    `Empório ${'Nossa Senhora dos Navegantes '.repeat(4)}`.trim(),
  ]);
  await asOwner('UPDATE merchants SET ask_purchases_above_cents = NULL WHERE signup_link_slug = $1', [
    merchant.slug,
  ]);
  const customerPhone = newPhone();
  const link = await issueCashback(counter, customerPhone, '1.234.567,89');
  const dialog = counter.getByRole('dialog');
  await counter.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await dialog.getByRole('button', { name: 'Imprimir' }).click();
  await expectAccessible(counter, 'choice of the paper');
  await dialog.getByRole('button', { name: '58 mm' }).click();
  const slip = counter.locator('[data-print="slip"]');

  async function expectSlip(widthMm: number): Promise<void> {
    await expect(counter.locator('body[data-printed]')).toHaveCount(1);
    await counter.evaluate(() => document.body.removeAttribute('data-printed'));
    await counter.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(slip).toContainText('Nossa Senhora dos Navegantes');
    await expect(slip).toContainText(/R\$\s1\.234\.567,89/);
    await expect(slip).toContainText(/R\$\s61\.728,39/);
    await expect(slip).toContainText(`final ${customerPhone.slice(-4)}`);
    await expect(slip).not.toContainText(customerPhone.slice(2, 7));
    expect(await readQr(slip.locator('svg'))).toBe(link);
    await expect(dialog).toBeHidden();
    const pdf = (await counter.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const [, widthPt] = /\/MediaBox\s*\[0 0 ([\d.]+)/.exec(pdf) ?? [];
    expect(Math.round((Number(widthPt) / 72) * 25.4)).toBe(widthMm);
    await counter.emulateMedia({ media: null, colorScheme: null });
  }

  await expectSlip(58);
  await dialog.getByRole('button', { name: 'Papel de 58 mm' }).click();
  await dialog.getByRole('button', { name: '80 mm' }).click();
  await expectSlip(80);

  await counter.reload();
  await counter.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await dialog.getByRole('button', { name: 'Imprimir' }).click();
  await expectSlip(80);
  await counter.keyboard.press('Escape');
  await expect(slip).toHaveCount(0);
});
