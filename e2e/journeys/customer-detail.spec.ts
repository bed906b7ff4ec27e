import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expect, type Merchant, newPhone, openSession, test } from '../src/merchant.ts';

const NO_SUCH_CUSTOMER = '00000000-0000-4000-8000-000000000000';

async function findAtDesk(counter: Page, customerPhone: string): Promise<void> {
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(customerPhone);
  await counter.keyboard.press('Enter');
}

async function openCustomer(counter: Page, customerPhone: string): Promise<void> {
  await counter.goto(`/customers/${await counterApiOf(counter.request).customerId(customerPhone)}`);
  await expect(counter.getByRole('table', { name: 'Extrato' })).toBeVisible();
}

/** The ledger as it is read, row by row. */
function ledgerRows(counter: Page) {
  return counter.getByRole('table', { name: 'Extrato' }).locator('tbody').getByRole('row');
}

function tile(counter: Page, title: string) {
  return counter
    .locator('dl', { has: counter.getByText(title, { exact: true }) })
    .locator('dd')
    .first();
}

interface Adjustment {
  kind: 'Crédito' | 'Débito';
  amount: string;
  reason: string;
}

async function fillAdjustment(counter: Page, { kind, amount, reason }: Adjustment): Promise<void> {
  await counter.getByRole('button', { name: 'Ajustar saldo' }).click();
  const dialog = counter.getByRole('dialog');
  await dialog.getByLabel(kind).check();
  await dialog.getByLabel('Valor').fill(amount);
  await dialog.getByLabel('Motivo').fill(reason);
}

async function submitDialog(counter: Page, name: string): Promise<void> {
  await counter.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

async function makeOperator(merchant: Merchant): Promise<void> {
  await asOwner("UPDATE employees SET role = 'operator' WHERE email = $1", [merchant.email]);
}

test('the ledger explains a balance row by row: purchase, redemption, adjustment', async ({ counter }) => {
  const customerPhone = newPhone();
  const counterApi = counterApiOf(counter.request);
  await counterApi.credit(customerPhone, 10_000);
  expect(await counterApi.confirm(await counterApi.redeem(customerPhone, 300))).toBe(200);
  await findAtDesk(counter, customerPhone);
  await counter.getByRole('link', { name: 'Ver extrato' }).click();
  await expect(counter).toHaveURL(/\/customers\/[0-9a-f-]{36}$/);
  await fillAdjustment(counter, { kind: 'Crédito', amount: '1,50', reason: 'Cortesia pela espera' });
  await submitDialog(counter, 'Ajustar saldo');
  await expect(counter.getByText('Saldo ajustado!')).toBeVisible();

  const rows = ledgerRows(counter);
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText(/Ajuste manual.*Cortesia pela espera/);
  await expect(rows.nth(0)).toContainText(/Rita de Cássia.*\+R\$\s1,50R\$\s3,50/);
  await expect(rows.nth(1)).toContainText(/Resgate.*Crédito de \d\d\/\d\d\/\d{4} \(R\$\s5,00\)/);
  await expect(rows.nth(1)).toContainText(/Rita de Cássia\u2212R\$\s3,00R\$\s2,00/);
  await expect(rows.nth(2)).toContainText(/Crédito da compra de R\$\s100,00 \(5%\)/);
  await expect(rows.nth(2)).toContainText(/Rita de Cássia\+R\$\s5,00R\$\s5,00/);
  await expect(tile(counter, 'Saldo disponível')).toHaveText(/R\$\s3,50/);
  await expect(tile(counter, 'Total gasto')).toHaveText(/R\$\s100,00/);
  await expectAccessible(counter, 'customer, ledger');

  await counter.getByRole('tab', { name: 'Compras' }).click();
  await expect(counter.getByRole('tabpanel')).toContainText(/R\$\s100,00/);
  await counter.getByRole('tab', { name: 'Resgates' }).click();
  await expect(counter.getByRole('tabpanel')).toContainText(/R\$\s3,00/);
});

test('a debit stops at the balance, and one whose answer was lost is made once', async ({ counter }) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await openCustomer(counter, customerPhone);
  const dialog = counter.getByRole('dialog');

  await fillAdjustment(counter, { kind: 'Débito', amount: '5,01', reason: '' });
  await submitDialog(counter, 'Ajustar saldo');
  await expect(dialog.getByText(/não pode passar do saldo do cliente: R\$\s5,00/)).toBeVisible();
  await expect(dialog.getByText('Informe o motivo')).toBeVisible();
  await expect(dialog.getByLabel('Valor')).toBeFocused();
  await expectAccessible(counter, 'adjustment, errors');

  await dialog.getByLabel('Valor').fill('2,00');
  await expect(dialog.getByText(/Saldo depois: R\$\s3,00/)).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Crédito lançado em dobro');
  await counter.route(
    '**/trpc/customers.adjust*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await submitDialog(counter, 'Ajustar saldo');
  await expect(dialog.getByText('Erro ao ajustar o saldo. Tente novamente.')).toBeVisible();
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Crédito lançado em dobro');
  // Not even closing the dialog makes a second adjustment of it.
  await counter.keyboard.press('Escape');
  await fillAdjustment(counter, { kind: 'Débito', amount: '2,00', reason: 'Crédito lançado em dobro' });
  await submitDialog(counter, 'Ajustar saldo');
  await expect(counter.getByText('Saldo ajustado!')).toBeVisible();
  await expect(ledgerRows(counter)).toHaveCount(2);
  await expect(ledgerRows(counter).first()).toContainText(/Ajuste manual.*\u2212R\$\s2,00R\$\s3,00/);
  await expect(tile(counter, 'Saldo disponível')).toHaveText(/R\$\s3,00/);
});

test('an adjustment is made without a mouse, and the focus comes back to where it was', async ({
  counter,
}) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await openCustomer(counter, customerPhone);
  const opener = counter.getByRole('button', { name: 'Ajustar saldo' });
  await opener.focus();
  await counter.keyboard.press('Enter');
  const dialog = counter.getByRole('dialog');
  await expect(dialog.getByLabel('Crédito')).toBeFocused();
  await counter.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await counter.keyboard.press('Enter');
  await counter.keyboard.press('ArrowRight');
  await expect(dialog.getByLabel('Débito')).toBeChecked();
  await counter.keyboard.press('Tab');
  await counter.keyboard.type('200');
  await counter.keyboard.press('Tab');
  await counter.keyboard.type('Troca de produto');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Saldo ajustado!')).toBeVisible();
  await expect(opener).toBeFocused();
  await expect(ledgerRows(counter).first()).toContainText(/\u2212R\$\s2,00R\$\s3,00/);
});

test('a phone is corrected; one that another record has leads to merging the two', async ({ counter }) => {
  const [wrong, right, taken] = [newPhone(), newPhone(), newPhone()];
  await counterApiOf(counter.request).credit(taken, 4_000);
  await counterApiOf(counter.request).credit(wrong, 10_000);
  await openCustomer(counter, wrong);
  const dialog = counter.getByRole('dialog');

  await counter.getByRole('button', { name: 'Corrigir telefone' }).click();
  await dialog.getByLabel('Novo telefone').fill(wrong);
  await submitDialog(counter, 'Corrigir telefone');
  await expect(dialog.getByText('Este já é o telefone do cliente')).toBeVisible();
  await expectAccessible(counter, 'phone correction, error');
  await dialog.getByLabel('Novo telefone').fill(right);
  await submitDialog(counter, 'Corrigir telefone');
  await expect(counter.getByText('Telefone corrigido!')).toBeVisible();
  await findAtDesk(counter, wrong);
  await expect(counter.getByText('Cliente não encontrado').first()).toBeVisible();

  await openCustomer(counter, right);
  await counter.getByRole('button', { name: 'Corrigir telefone' }).click();
  await dialog.getByLabel('Novo telefone').fill(taken);
  await submitDialog(counter, 'Corrigir telefone');
  await expect(
    dialog.getByText('Já existe um cliente com este telefone. Una os dois cadastros.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Unir cadastros' }).click();
  await expect(dialog.getByText('Qual cadastro fica?')).toBeVisible();
  await expect(dialog).toContainText(/R\$\s2,00/);
});

test('two records become one, and the desk finds the sum under the number that stayed', async ({
  counter,
}) => {
  const [first, second] = [newPhone(), newPhone()];
  await counterApiOf(counter.request).credit(first, 10_000);
  await counterApiOf(counter.request).credit(second, 4_000);
  await openCustomer(counter, first);
  const firstUrl = counter.url();
  const dialog = counter.getByRole('dialog');

  await counter.getByRole('button', { name: 'Unir cadastros' }).click();
  await dialog.getByLabel('Telefone do outro cadastro').fill(newPhone());
  await submitDialog(counter, 'Buscar cadastro');
  await expect(dialog.getByText('Cliente não encontrado')).toBeVisible();
  await dialog.getByLabel('Telefone do outro cadastro').fill(second);
  await counter.keyboard.press('Enter');
  await expect(dialog.getByLabel('Este cadastro')).toBeChecked();
  await dialog.getByLabel('O outro cadastro').check();
  await expect(dialog).toContainText(/com saldo de R\$\s7,00/);
  await dialog.getByLabel('Motivo').fill('Trocou de número');
  await submitDialog(counter, 'Unir cadastros');
  await expect(dialog.getByText('Marque para confirmar a união')).toBeVisible();
  await expectAccessible(counter, 'merge, error');
  await dialog.getByText('Entendo que a união não pode ser desfeita').click();
  await submitDialog(counter, 'Unir cadastros');
  await expect(counter.getByText('Cadastros unidos!')).toBeVisible();

  await expect(counter).not.toHaveURL(firstUrl);
  await expect(counter.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(tile(counter, 'Saldo disponível')).toHaveText(/R\$\s7,00/);
  await expect(ledgerRows(counter).first()).toContainText(/Saldo recebido de .*Motivo: Trocou de número/);
  await expect(counter.getByRole('heading', { name: 'Cadastros unidos a este' })).toBeVisible();
  await counter.goto(firstUrl);
  await expect(counter.getByText(/Este cadastro foi unido ao de/)).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Ajustar saldo' })).toHaveCount(0);
  await expect(ledgerRows(counter).first()).toContainText(/Saldo transferido para.*R\$\s0,00/);
  await findAtDesk(counter, second);
  await expect(counter.getByText(/Máximo: R\$\s7,00/)).toBeVisible();
});

test('an operator reads the ledger and is offered no corrections', async ({ counter, merchant }) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await openCustomer(counter, customerPhone);
  const url = counter.url();
  await expect(counter.getByRole('button', { name: 'Ajustar saldo' })).toBeVisible();
  await makeOperator(merchant);
  await openSession(counter, merchant);
  await counter.goto(url);
  await expect(ledgerRows(counter)).toHaveCount(1);
  for (const action of ['Ajustar saldo', 'Corrigir telefone', 'Unir cadastros'])
    await expect(counter.getByRole('button', { name: action })).toHaveCount(0);
});

test('an unknown customer leads back to the desk, and a failed ledger is asked for again', async ({
  counter,
}) => {
  for (const id of [NO_SUCH_CUSTOMER, 'nada']) {
    await counter.goto(`/customers/${id}`);
    await expect(counter.getByText('Cliente não encontrado')).toBeVisible();
  }
  await counter.getByRole('link', { name: 'Buscar cliente' }).click();
  await expect(counter).toHaveURL(/\/redemption$/);

  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await openCustomer(counter, customerPhone);
  await counter.route('**/trpc/**customers.ledger**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await counter.reload();
  await expect(counter.getByText('Erro ao carregar o extrato')).toBeVisible();
  await expect(tile(counter, 'Saldo disponível')).toHaveText(/R\$\s5,00/);
  await counter.unroute('**/trpc/**customers.ledger**');
  await counter.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(ledgerRows(counter)).toHaveCount(1);
});
