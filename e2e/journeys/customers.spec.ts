import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, issueCashback, type Merchant, newPhone, test } from '../src/merchant.ts';

const table = (counter: Page) => counter.getByRole('table', { name: 'Clientes' });
const rows = (counter: Page) => table(counter).locator('tbody').getByRole('row');
const searchBox = (counter: Page) => counter.getByLabel('Buscar', { exact: true });

function tile(counter: Page, title: string) {
  return counter
    .locator('dl', { has: counter.getByText(title, { exact: true }) })
    .locator('dd')
    .first();
}

/**
 * A hundred and twenty: 'Ana 1' spent a real, 'Ana 2' two, and so on; every tenth has no name and never
 * bought.
 */
async function insertClientele(merchant: Merchant): Promise<void> {
  await asOwner(
    `INSERT INTO customers (merchant_id, id, phone, name, email, total_spent_cents, last_purchase_at)
     SELECT m.id, gen_random_uuid(), (21900000000 + n * 1001)::text,
       CASE WHEN n % 10 > 0 THEN CASE WHEN n = 77 THEN 'Zoé D’Ávila' ELSE 'Ana ' || n END END,
       CASE WHEN n = 77 THEN 'zoe.davila@exemplo.com.br' END, CASE WHEN n % 10 > 0 THEN n * 100 ELSE 0 END,
       CASE WHEN n % 10 > 0 THEN timestamptz '2026-01-01 12:00Z' + n * interval '1 day' END
     FROM merchants m, generate_series(1, 120) n WHERE m.signup_link_slug = $1`,
    [merchant.slug],
  );
}

test('a new merchant is told what to do, and its first customer is listed with the way to their own page', async ({
  counter,
}) => {
  await counter.goto('/customers');
  await expect(counter.getByText('Nenhum cliente cadastrado ainda')).toBeVisible();
  await expect(tile(counter, 'Ticket Médio')).toHaveText(/R\$\s0,00/);
  await expectAccessible(counter, 'no customers');

  const customerPhone = newPhone();
  await issueCashback(counter, customerPhone, '1.234,56');
  await counter.keyboard.press('Escape');
  await counter.getByRole('link', { name: 'Clientes', exact: true }).click();
  await expect(rows(counter)).toHaveCount(1);
  await expect(rows(counter)).toContainText(
    /Nome não informado.*R\$\s1\.234,56.*R\$\s0,00.*\d\d\/\d\d\/\d{4}/,
  );
  await expect(tile(counter, 'Total de Clientes')).toHaveText('1');
  await expect(tile(counter, 'Total Gasto')).toHaveText(/R\$\s1\.234,56/);
  await expect(tile(counter, 'Ticket Médio')).toHaveText(/R\$\s1\.234,56/);

  const [publicPage] = await Promise.all([
    counter.waitForEvent('popup'),
    counter.getByRole('link', { name: /^Ver Detalhes/ }).click(),
  ]);
  await expect(publicPage).toHaveURL(new RegExp(`/customer/dashboard/${customerPhone}\\?loja=mercearia-`));
  await expect(publicPage.getByText('Histórico de Cashback')).toBeVisible();
});

test('customers are listed, ordered, searched and found again on the way back', async ({
  counter,
  merchant,
}) => {
  await insertClientele(merchant);
  await counter.goto('/customers');
  await expect(rows(counter)).toHaveCount(50);
  await expect(rows(counter).first()).toContainText('Ana 119');
  await expect(counter.getByText('Mostrando os primeiros 50 clientes')).toBeVisible();
  await expectAccessible(counter, 'customers');
  await counter.getByRole('button', { name: 'Carregar mais' }).click();
  await expect(rows(counter)).toHaveCount(100);
  await counter.getByRole('button', { name: 'Carregar mais' }).click();
  await expect(rows(counter)).toHaveCount(120);
  await expect(counter.getByText('120 clientes', { exact: true })).toBeVisible();
  await expect(rows(counter).last()).toContainText(/Nome não informado.*-/);

  await searchBox(counter).fill('zoe d’avila');
  await expect(rows(counter)).toHaveCount(1);
  await expect(counter.getByText('1 cliente encontrado')).toBeVisible();
  await searchBox(counter).fill('(21) 90007-7077');
  await expect(rows(counter)).toHaveCount(1);
  await expect(rows(counter)).toContainText('Zoé D’Ávila');
  await searchBox(counter).fill('ana 11');
  await counter.getByLabel('Ordenar por').selectOption('Total gasto');
  await expect(counter).toHaveURL(/\?busca=ana\+11&ordem=total-gasto$/);
  await expect(rows(counter).first()).toContainText('Ana 119');
  await expect(rows(counter)).toHaveCount(10);

  await counter.getByRole('link', { name: 'Ana 118', exact: true }).click();
  await expect(counter.getByRole('heading', { name: 'Ana 118' })).toBeVisible();
  await counter.getByRole('link', { name: 'Voltar para Clientes' }).click();
  await expect(searchBox(counter)).toHaveValue('ana 11');
  await expect(rows(counter)).toHaveCount(10);
  await counter.reload();
  await expect(counter.getByLabel('Ordenar por')).toHaveValue('total_spent');
  await expect(rows(counter)).toHaveCount(10);

  await searchBox(counter).fill('100%ninguém');
  await expect(counter.getByText('Nenhum cliente encontrado')).toBeVisible();
  await expectAccessible(counter, 'no customer found');
  await counter.getByRole('button', { name: 'Limpar busca' }).click();
  await expect(searchBox(counter)).toBeFocused();
  await expect(rows(counter)).toHaveCount(50);

  // An order and a search in one breath: neither takes the other back.
  await searchBox(counter).fill('ana 1');
  await counter.getByLabel('Ordenar por').evaluate((order: HTMLSelectElement) => {
    order.value = 'available';
    order.dispatchEvent(new Event('change', { bubbles: true }));
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  await expect(counter).toHaveURL(/\?ordem=saldo&busca=ana\+1$/);
});

test('a list that cannot be had says so and is tried again; on a phone it is read as cards', async ({
  counter,
  merchant,
}) => {
  await insertClientele(merchant);
  await counter.route('**/trpc/customers.*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await counter.goto('/customers');
  await expect(counter.getByText('Erro ao carregar os clientes')).toBeVisible();
  await expect(counter.getByText('Erro ao carregar o resumo dos clientes')).toBeVisible();
  await expectAccessible(counter, 'failed');
  await counter.unroute('**/trpc/customers.*');
  await counter.setViewportSize({ width: 390, height: 780 });
  await counter.getByRole('alert').filter({ hasText: 'os clientes' }).last().getByRole('button').click();
  await expect(rows(counter)).toHaveCount(50);
  await expectAccessible(counter, 'customers on a phone');
  await counter.setViewportSize({ width: 1_440, height: 900 });
  const buttons = counter.getByRole('columnheader', { name: 'Ações' });
  await expect(buttons).toBeVisible();
  await counter.emulateMedia({ media: 'print' });
  await expect(buttons).toBeHidden();
});
