import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, newPhone, qrLink, test } from '../src/merchant.ts';

const palette = (page: Page) => page.getByRole('combobox', { name: 'Buscar páginas e clientes' });

/** Ctrl K, a few letters, Enter. */
async function goTo(page: Page, typed: string, found: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.type(typed);
  await expect(page.getByRole('option', { name: found })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

test('from the login to a confirmed purchase and a redemption, hands on the keyboard', async ({
  page: counter,
  merchant,
  phone,
}) => {
  const customerPhone = newPhone();
  await counter.goto('/login');
  await expect(counter.getByLabel('Email')).toBeFocused();
  await counter.keyboard.type(merchant.email);
  await counter.keyboard.press('Tab');
  await counter.keyboard.type(merchant.password);
  await counter.keyboard.press('Enter');
  await expect(counter).toHaveURL(/\/dashboard$/);
  await expect(counter.getByRole('button', { name: 'Buscar…' })).toBeVisible();

  await goTo(counter, 'gerar', 'Gerar cashback');
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await counter.keyboard.type(customerPhone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByLabel('Valor da compra')).toBeFocused();
  await counter.keyboard.type('10000');
  await counter.keyboard.press('Enter');
  const dialog = counter.getByRole('dialog');
  await expect(dialog).toContainText(/R\$\s5,00/);
  // The customer is scanning: the palette waits until the dialog has its answer.
  await counter.keyboard.press('Control+k');
  await expect(palette(counter)).toHaveCount(0);
  await phone.goto(await qrLink(counter));
  await expect(dialog.getByText(/Confirmado/)).toBeVisible();
  await expect(dialog).toBeFocused();
  await counter.keyboard.press('n');
  await expect(dialog).toHaveCount(0);

  // The next customer is typed at once.
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await counter.keyboard.type(newPhone());
  await counter.keyboard.press('Enter');
  await expect(counter.getByLabel('Valor da compra')).toBeFocused();
  await counter.keyboard.type('2000');
  await counter.keyboard.press('Enter');
  await expect(dialog).toContainText(/R\$\s1,00/);
  await counter.keyboard.press('Escape');
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();

  await goTo(counter, 'resgatar', 'Resgatar cashback');
  // The cashback desk has a field of the same name, and stays until this screen is there.
  await expect(counter.getByRole('heading', { name: 'Resgate de Cashback' })).toBeVisible();
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await counter.keyboard.type(customerPhone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByLabel('Valor a resgatar')).toBeFocused();
  await counter.keyboard.type('300');
  await counter.keyboard.press('Enter');
  await expect(dialog).toContainText(/R\$\s3,00/);
  await phone.goto(await qrLink(counter));
  await expect(dialog.getByText(/Confirmado/)).toBeVisible();
  await counter.keyboard.press('Escape');
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await expect(counter.getByText(/R\$\s2,00/).first()).toBeVisible();
});

test('the palette finds screens without accents and customers by what is known of them', async ({
  counter,
  merchant,
}) => {
  const customerPhone = newPhone();
  const button = counter.getByRole('button', { name: 'Buscar…' });
  await counter.goto('/dashboard');
  await expect(button).toBeVisible();
  // From a screen that is there, the next one has the focus as it comes; from one on its way, its place has.
  await expect(counter.getByRole('heading', { level: 1 })).toBeVisible();
  await asOwner(
    `INSERT INTO customers (merchant_id, id, phone, name) SELECT id, gen_random_uuid(), $2, 'Conceição de Araújo'
     FROM merchants WHERE signup_link_slug = $1`,
    [merchant.slug, customerPhone],
  );
  await goTo(counter, 'relatorios', 'Relatórios');
  await expect(counter).toHaveURL(/\/reports$/);
  await expect(counter.getByRole('heading', { level: 1 })).toBeFocused();
  await goTo(counter, 'pixel', 'Marketing');
  await expect(counter).toHaveURL(/\/settings\?aba=marketing$/);

  await button.click();
  await expect(palette(counter)).toBeFocused();
  await expectAccessible(counter, 'the palette');
  await counter.keyboard.type('xyzxyz');
  await expect(counter.getByText('Nada encontrado para “xyzxyz”')).toBeVisible();
  await counter.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await button.click();
  await expect(palette(counter)).toBeFocused();
  await counter.keyboard.type('xyzxyz');
  await test.step('opened again before the browser has told that it was closed', async () => {
    await counter.evaluate(() => {
      document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
    });
    await expect(palette(counter)).toBeFocused();
    await expect(palette(counter)).toHaveValue('');
    await counter.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  await goTo(counter, 'conceicao', 'Conceição de Araújo');
  await expect(counter).toHaveURL(/\/customers\/[0-9a-f-]{36}$/);
  await expect(counter.getByRole('heading', { level: 1 })).toHaveText('Conceição de Araújo');
  await counter.goto('/dashboard');
  await expect(button).toBeVisible();
  await goTo(counter, customerPhone.slice(2), 'Conceição de Araújo');
  await expect(counter).toHaveURL(/\/customers\//);
});

test('a name that begins with what is typed comes first, so that Enter opens the right person', async ({
  counter,
  merchant,
}) => {
  await asOwner(
    `INSERT INTO customers (merchant_id, id, phone, name, last_purchase_at)
     SELECT m.id, gen_random_uuid(), c.phone, c.name, now() - c.days * interval '1 day'
     FROM merchants m, (VALUES ('11911110001', 'Juliana Prado', 1), ('11911110002', 'Ana Barbosa', 9)) AS c (phone, name, days)
     WHERE m.signup_link_slug = $1`,
    [merchant.slug],
  );
  await counter.goto('/dashboard');
  await expect(counter.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(counter, 'ana', 'Ana Barbosa');
  await expect(counter.getByRole('heading', { level: 1 })).toHaveText('Ana Barbosa');
});

test('the palette offers what the role may do, on a phone too', async ({ counter, merchant }) => {
  await asOwner(`UPDATE employees SET role = 'employee' WHERE email = $1`, [merchant.email]);
  await counter.setViewportSize({ width: 390, height: 780 });
  await counter.goto('/dashboard');
  await counter.getByRole('button', { name: 'Buscar…' }).click();
  await expect(counter.getByRole('option', { name: 'Gerar cashback' })).toBeVisible();
  for (const closed of ['Auditoria', 'Adicionar funcionário', 'Exportar clientes', 'Marketing'])
    await expect(counter.getByRole('option', { name: closed })).toHaveCount(0);
  await counter.getByRole('option', { name: 'Meu Perfil' }).click();
  await expect(counter).toHaveURL(/\/settings\?aba=perfil$/);
});
