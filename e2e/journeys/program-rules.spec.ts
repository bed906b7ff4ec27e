import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone, test } from '../src/merchant.ts';

const RULES = { name: 'Regulamento do programa' };

/** Opens what the link leads to, in this tab or in a new one. */
async function followed(page: Page, link: string): Promise<Page> {
  const locator = page.getByRole('link', { name: link, exact: true });
  if ((await locator.getAttribute('target')) !== '_blank') {
    await locator.click();
    return page;
  }
  const opened = page.waitForEvent('popup');
  await locator.click();
  return await opened;
}

test('the customer finds the regulation and the privacy notice at sign-up, on the receipt and at the balance', async ({
  counter,
  merchant,
  phone,
}) => {
  const api = await openCounterApi(counter.request, merchant);
  const customerPhone = newPhone();

  await test.step('at sign-up, and what is typed stays', async () => {
    await phone.goto(`/signup/${merchant.slug}`);
    await phone.getByLabel('Nome Completo').fill('Ana Beatriz');
    const rules = await followed(phone, 'regulamento');
    await expect(rules.getByRole('heading', { level: 1, ...RULES })).toBeVisible();
    await expect(rules.getByText('R$\u00a0100,00 em compras dão R$\u00a05,00')).toBeVisible();
    await expectPageWidth(rules, 390);
    await expectAccessible(rules, 'regulation');
    await rules.close();
    const privacy = await followed(phone, 'política de privacidade');
    await expect(privacy.getByRole('heading', { level: 1, name: 'Política de privacidade' })).toBeVisible();
    await expectPageWidth(privacy, 390);
    await expectAccessible(privacy, 'privacy notice');
    await privacy.close();
    await expect(phone.getByLabel('Nome Completo')).toHaveValue('Ana Beatriz');
    await expectAccessible(phone, 'customer sign-up');
  });

  await test.step('on the receipt', async () => {
    const { path } = await api.sell(customerPhone, 10_000);
    await phone.goto(path);
    await expect(phone.getByText('Parabéns!')).toBeVisible();
    await expectPageWidth(phone, 390);
    await expectAccessible(phone, 'receipt');
    await followed(phone, 'Regulamento');
    await expect(phone.getByRole('heading', { level: 1, ...RULES })).toBeVisible();
  });

  await test.step('at the balance, to which the regulation leads back', async () => {
    await phone.goto(`/customer/dashboard/${customerPhone}?loja=${merchant.slug}`);
    await expectAccessible(phone, 'balance');
    await followed(phone, 'Regulamento e privacidade');
    await followed(phone, 'Privacidade');
    await expect(phone.getByRole('heading', { level: 1, name: 'Política de privacidade' })).toBeVisible();
    await followed(phone, 'Regulamento');
    await followed(phone, 'Meu saldo');
    await expect(phone).toHaveURL(/customer\/dashboard/);
  });
});

test('a saved change makes a version, credits name theirs, and each version keeps its page', async ({
  counter,
  merchant,
  phone,
}) => {
  const api = await openCounterApi(counter.request, merchant);
  const customerPhone = newPhone();
  await api.credit(customerPhone, 10_000);
  const waiting = await api.sell(customerPhone, 5_000);

  await test.step('the settings say so and lead to the regulation', async () => {
    await counter.goto('/settings?aba=cashback');
    await counter.getByRole('tab', { name: 'Cashback' }).click();
    await expect(counter.getByText('Cada mudança salva faz uma nova versão do regulamento.')).toBeVisible();
    await counter.getByLabel('Percentual de cashback').fill('7');
    await counter.getByRole('button', { name: 'Salvar' }).click();
    await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
    await expectAccessible(counter, 'settings, cashback');
    const rules = await followed(counter, 'Ver o regulamento');
    await expect(rules.getByText(/Versão 2, desde/)).toBeVisible();
    await expect(
      rules.getByText('Percentual: 7% do valor da compra (antes: 5% do valor da compra).'),
    ).toBeVisible();
    await rules.close();
  });

  await test.step('a customer’s credits name their versions', async () => {
    await api.confirm(waiting);
    await counter.goto(`/customers/${await api.customerId(customerPhone)}`);
    const both = counter.getByRole('row', { name: /Crédito da compra de R\$\s50,00/ });
    await expect(both).toContainText('Regulamento v2, percentual do v1');
    const row = counter.getByRole('row', { name: /Crédito da compra de R\$\s100,00/ });
    await expect(row).toContainText('Regulamento v1');
    await expectAccessible(counter, 'customer, ledger with versions');
    const opened = counter.waitForEvent('popup');
    await row.getByRole('link', { name: 'Regulamento v1' }).click();
    const rules = await opened;
    await expect(rules.getByText('Esta versão já foi substituída.')).toBeVisible();
    await expectAccessible(rules, 'former version');
    await rules.getByRole('link', { name: 'Versão atual' }).click();
    await expect(rules.getByText('Versão 2 (esta página)')).toBeVisible();
    await rules.close();
  });

  await test.step('it is printed without what is pressed', async () => {
    await phone.goto(`/regulamento/${merchant.slug}`);
    await phone.emulateMedia({ media: 'print' });
    await expect(phone.getByRole('heading', { level: 1, ...RULES })).toBeVisible();
    await expect(phone.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
    await expect(phone.getByText('Nesta página').filter({ visible: true })).toHaveCount(0);
  });
});
