import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import {
  type Credentials,
  expect,
  issueCashback,
  logIn,
  type Merchant,
  newAddress,
  newPhone,
  openSession,
  test,
} from '../src/merchant.ts';
import { reais, valueUnder } from '../src/reports-screen.ts';

const SWITCH = 'Ocultar faturamento e relatórios de operadores e funcionários';
const menu = (page: Page) => page.getByRole('navigation', { name: 'Principal' });
const closed = (page: Page) =>
  page.getByText('Esta loja mostra os relatórios só a gerentes, administradores e proprietários');

/** An operator of the merchant, with the owner's password. */
async function hire(merchant: Merchant): Promise<Credentials> {
  const email = `operador-${merchant.email}`;
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, password_hash, role)
     SELECT merchant_id, gen_random_uuid(), 'Olga Operadora', $2, password_hash, 'operator' FROM employees WHERE email = $1`,
    [merchant.email, email],
  );
  return { email, password: merchant.password };
}

async function flip(owner: Page): Promise<void> {
  await owner.goto('/settings?aba=geral');
  await owner.getByText(SWITCH).click();
  await owner.getByRole('button', { name: 'Salvar' }).click();
  await expect(owner.getByText('Configurações salvas com sucesso!')).toBeVisible();
}

test('an owner hides the revenue from operators, who lose it at the next call and keep their own day', async ({
  counter: owner,
  merchant,
  browser,
  request,
}) => {
  const counterApi = await openCounterApi(request, merchant);
  await counterApi.sell(newPhone(), 20_000);
  const credentials = await hire(merchant);
  const context = await browser.newContext({
    locale: 'pt-BR',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  const operator = await context.newPage();
  await openSession(operator, credentials);
  await operator.goto('/reports');
  await expect(valueUnder(operator, 'Receita Total')).toHaveText(reais(20_000));

  await test.step('the owner sets it, and the audit log says so', async () => {
    await flip(owner);
    await expect(owner.getByLabel(SWITCH)).toBeChecked();
    await expectAccessible(owner, 'general settings, reports hidden');
    await owner.getByRole('link', { name: 'Auditoria' }).click();
    await owner.getByText('Detalhes').first().click();
    await expect(owner.getByText('Oculta faturamento e relatórios').first()).toBeVisible();
    await owner.goto('/reports');
    await expect(valueUnder(owner, 'Receita Total')).toHaveText(reais(20_000));
  });

  await test.step('the operator’s open report closes at its next call, and the menu with it', async () => {
    await expect(valueUnder(operator, 'Receita Total')).toHaveText(reais(20_000));
    await operator.getByRole('button', { name: 'Hoje' }).click();
    await expect(closed(operator)).toBeVisible();
    await expect(valueUnder(operator, 'Receita Total')).toHaveCount(0);
    await expect(menu(operator).getByRole('link')).toHaveText([
      'Dashboard',
      'Cashback',
      'Resgate',
      'Clientes',
      'Configurações',
    ]);
    await expectAccessible(operator, 'hidden reports');
  });

  await test.step('a typed address says why, and leads to the own day', async () => {
    await operator.goto('/reports/team');
    await expect(closed(operator)).toBeVisible();
    await operator.getByRole('link', { name: 'Ver o meu dia' }).click();
    await expect(operator).toHaveURL(/\/dashboard$/);
    await expect(valueUnder(operator, 'Suas vendas')).toHaveText('0');
    await expect(operator.getByText(/o ranking da equipe ficam com gerentes/)).toBeVisible();
  });

  await test.step('a purchase of theirs is in their day; nobody else’s is', async () => {
    await issueCashback(operator, newPhone(), '1.234,50');
    await operator.goto('/dashboard');
    await expect(valueUnder(operator, 'Suas vendas')).toHaveText('1');
    await expect(valueUnder(operator, 'Valor vendido')).toHaveText(reais(123_450));
    await expectAccessible(operator, 'the own day');
    for (const width of [320, 768]) {
      await operator.setViewportSize({ width, height: 800 });
      await expectPageWidth(operator, width);
    }
    await operator.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the search and the list of customers hold nothing of it', async () => {
    await operator.keyboard.press('Control+k');
    await expect(operator.getByRole('option', { name: 'Dashboard' })).toBeVisible();
    for (const hidden of ['Relatórios', 'Números por funcionário', 'Cashback a pagar'])
      await expect(operator.getByRole('option', { name: hidden })).toHaveCount(0);
    await operator.keyboard.press('Escape');
    await operator.goto('/customers');
    await expect(operator.getByRole('table', { name: 'Clientes' })).toBeVisible();
    await expect(valueUnder(operator, 'Total Gasto')).toHaveCount(0);
    await expectAccessible(operator, 'customers without the summary');
  });

  await test.step('a login ends at the dashboard; shown again, the next page has it all', async () => {
    await operator.getByRole('button', { name: 'Sair', exact: true }).click();
    await logIn(operator, credentials);
    await expect(valueUnder(operator, 'Suas vendas')).toHaveText('1');
    await flip(owner);
    await operator.goto('/reports');
    await expect(valueUnder(operator, 'Receita Total')).toHaveText(reais(143_450));
    await expect(menu(operator).getByRole('link', { name: 'Relatórios' })).toBeVisible();
  });
  await context.close();
});
