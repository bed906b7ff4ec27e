import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expect, newPhone, test } from '../src/merchant.ts';

async function openSettings(counter: Page): Promise<void> {
  await counter.goto('/settings?aba=cashback');
  await expect(counter.getByLabel('Nome do programa')).toBeVisible();
}

/** Clicks the box's label: it lies over the box, so that the whole line is the target. */
async function toggle(counter: Page, label: string): Promise<void> {
  await counter.getByText(label, { exact: true }).click();
}

async function save(counter: Page): Promise<void> {
  await counter.getByRole('button', { name: 'Salvar' }).click();
  await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
}

async function findCustomer(counter: Page, phone: string): Promise<void> {
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(phone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Saldo Disponível', { exact: true })).toBeVisible();
}

test('an owner changes the program, and the counter goes by it at once', async ({ counter, merchant }) => {
  await openSettings(counter);
  await expect(counter.getByLabel('Nome do programa')).toHaveValue(`${merchant.name} - Cashback`);
  await expect(counter.getByLabel('Dias para liberar')).toHaveCount(0);

  await counter.getByLabel('Nome do programa').fill('');
  await counter.getByLabel('Percentual de cashback').fill('0,05');
  await counter.getByRole('button', { name: 'Salvar' }).click();
  await expect(counter.getByText('Nome do programa é obrigatório')).toBeVisible();
  await expect(counter.getByText('Use um percentual entre 0,1% e 100%')).toBeVisible();
  await expect(counter.getByLabel('Nome do programa')).toBeFocused();

  await counter.getByLabel('Nome do programa').fill('Clube da Esquina');
  await counter.getByLabel('Percentual de cashback').fill('7,5');
  await toggle(counter, 'O cashback expira');
  await counter.getByLabel('Dias até expirar').fill('200');
  await expect(counter.getByText('200 dias = 6 meses e 20 dias')).toBeVisible();
  await counter.getByRole('button', { name: '365 dias' }).click();
  await expect(counter.getByLabel('Dias até expirar')).toHaveValue('365');
  await save(counter);

  await counter.getByRole('link', { name: 'Cashback', exact: true }).click();
  await counter.getByLabel('Valor da compra').fill('100,00');
  await expect(counter.getByText(/7,5% de R\$\s100,00/)).toBeVisible();
  await openSettings(counter);
  await expect(counter.getByLabel('Nome do programa')).toHaveValue('Clube da Esquina');
  await expect(counter.getByLabel('Dias até expirar')).toHaveValue('365');
});

test('below the least purchase nothing is earned: settings, counter, list and customer say so, and no code is shown', async ({
  counter,
  merchant,
  phone,
}) => {
  await openSettings(counter);
  const least = counter.getByLabel('Compra mínima para ganhar');
  await expect(least).toHaveValue('');
  await least.fill('250,00');
  await expect(counter.getByText(/Uma compra de R\$\s250,00 rende R\$\s12,50/)).toBeVisible();
  await least.fill('10,00');
  await save(counter);
  await expectAccessible(counter, 'settings, least purchase');

  const buyer = newPhone();
  const tooSmall = /Compras abaixo de R\$\s10,00 não rendem cashback\./;
  const dialog = counter.getByRole('dialog');
  await counter.getByRole('link', { name: 'Cashback', exact: true }).click();
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await counter.keyboard.type(`${buyer}1000`);
  await expect(counter.getByText(/5% de R\$\s10,00/)).toBeVisible();
  await counter.getByLabel('Valor da compra').fill('9,99');
  await expect(counter.getByText(tooSmall)).toBeVisible();
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Compra registrada, sem cashback.')).toBeVisible();
  await expect(dialog).toContainText(tooSmall);
  await expect(dialog).toContainText(/R\$\s9,99/);
  await expect(dialog.getByRole('img')).toHaveCount(0);
  await expectAccessible(counter, 'cashback, purchase that earns nothing');
  await counter.reload();
  await expect(dialog).toContainText(tooSmall);
  await counter.keyboard.press('n');
  await expect(dialog).toHaveCount(0);
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  const row = counter.getByRole('list', { name: 'Últimas compras' }).getByRole('listitem').first();
  await expect(row).toContainText('Sem cashback');
  await expect(row).not.toContainText('QR Code');

  await phone.goto(`/signup/${merchant.slug}`);
  await expect(phone.getByText(/5% de cashback em compras a partir de R\$\s10,00/)).toBeVisible();
  await phone.goto(`/customer/dashboard/${buyer}?loja=${merchant.slug}`);
  await expect(phone.getByText('não rende cashback')).toBeVisible();
  await expect(phone.getByText('aguardando leitura do QR Code')).toHaveCount(0);

  await row.getByRole('button', { name: /^Número errado/ }).click();
  await expect(row).toContainText('Estornado');
});

test('a share of the purchase limits a redemption, before it is sent and by the server', async ({
  counter,
  merchant,
}) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 100_000);
  await openSettings(counter);
  await toggle(counter, 'Limitar a parte da compra paga com cashback');
  await counter.getByLabel('Parte máxima da compra').fill('50');
  await save(counter);

  await findCustomer(counter, customerPhone);
  await expect(counter.getByLabel('Valor da compra')).toBeFocused();
  await counter.getByLabel('Valor a resgatar').fill('25,01');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Informe o valor da compra').first()).toBeVisible();
  await counter.getByLabel('Valor da compra').fill('50,00');
  await expect(
    counter.getByText(/Até R\$\s25,00 podem ser pagos com cashback nesta compra \(50%\)\./),
  ).toBeVisible();
  await counter.getByRole('button', { name: 'Gerar QR Code de Resgate' }).click();
  await expect(
    counter.getByText(/O resgate pode cobrir até 50% da compra: R\$\s25,00\./).first(),
  ).toBeVisible();
  await expect(counter.getByRole('dialog')).toHaveCount(0);

  // The rule is tightened while the form is open: the server's own refusal stands beside the field.
  await asOwner('UPDATE merchants SET redemption_max_share_basis_points = 2000 WHERE signup_link_slug = $1', [
    merchant.slug,
  ]);
  await counter.getByRole('button', { name: 'Usar o máximo' }).click();
  await expect(counter.getByLabel('Valor a resgatar')).toHaveValue(/25,00/);
  await counter.getByRole('button', { name: 'Gerar QR Code de Resgate' }).click();
  await expect(
    counter.getByText(/O resgate pode cobrir até 20% da compra: R\$\s10,00\./).first(),
  ).toBeVisible();
  await counter.getByRole('button', { name: 'Usar o máximo' }).click();
  await counter.getByRole('button', { name: 'Gerar QR Code de Resgate' }).click();
  await expect(
    counter
      .getByRole('dialog')
      .getByText(/R\$\s10,00/)
      .first(),
  ).toBeVisible();
  const stored = await asOwner<{ purchase: number }>(
    `SELECT purchase_amount_cents::int AS purchase FROM redemptions r JOIN merchants m ON m.id = r.merchant_id
     WHERE m.signup_link_slug = $1`,
    [merchant.slug],
  );
  expect(stored).toEqual([{ purchase: 5_000 }]);
});

test('a least balance is said in place of the form', async ({ counter }) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await openSettings(counter);
  await toggle(counter, 'Exigir um saldo mínimo');
  await counter.getByLabel('Saldo mínimo', { exact: true }).fill('20,00');
  await save(counter);
  await findCustomer(counter, customerPhone);
  await expect(counter.getByText(/Resgate a partir de R\$\s20,00 de saldo/).first()).toBeVisible();
  await expect(counter.getByLabel('Valor a resgatar')).toHaveCount(0);
});

test('a credit that matures is shown with its day and cannot be redeemed yet', async ({ counter }) => {
  await openSettings(counter);
  await toggle(counter, 'Liberar o cashback imediatamente');
  await counter.getByLabel('Dias para liberar').fill('91');
  await counter.getByRole('button', { name: 'Salvar' }).click();
  await expect(counter.getByText('Use de 1 a 90 dias')).toBeVisible();
  await counter.getByLabel('Dias para liberar').fill('10');
  await save(counter);
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await findCustomer(counter, customerPhone);
  const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(
    Date.now() + 10 * 86_400_000,
  );
  await expect(counter.getByText(`A liberar em ${day}`)).toBeVisible();
  await expect(counter.getByText('Cliente sem saldo')).toBeVisible();
});

test('an operator reads who may change the settings, and the way there stays', async ({
  counter,
  merchant,
}) => {
  await asOwner(`UPDATE employees SET role = 'operator' WHERE email = $1`, [merchant.email]);
  await counter.goto('/dashboard');
  await counter.getByRole('link', { name: 'Configurações' }).click();
  await counter.getByRole('tab', { name: 'Cashback' }).click();
  await expect(counter.getByText(/Somente o proprietário e administradores podem alterar/)).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Salvar' })).toHaveCount(0);
});
