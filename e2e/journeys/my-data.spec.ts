import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { mailOrigin, mailTo } from '../src/mails.ts';
import { expect, newPhone, test } from '../src/merchant.ts';

// A customer's own data, at a merchant who asks for no proof. On the product that sends mail.
test.use({ baseURL: mailOrigin() });

const LONG_NAME = 'Maximiliana Aparecida dos Santos Albuquerque de Vasconcelos e Souza';

async function writeEmailDown(counter: Page, customerId: string, email: string): Promise<void> {
  const answer = await counter.request.post('/trpc/customers.edit', {
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    data: { customerId, email },
  });
  expect(answer.status()).toBe(200);
}

async function download(phone: Page, button: string): Promise<string> {
  const saving = phone.waitForEvent('download');
  await phone.getByRole('button', { name: button }).click();
  return readFileSync(await (await saving).path(), 'utf8');
}

test('a customer proves it by a code, sees, withdraws, corrects, downloads, erases, and is new at the next purchase', async ({
  counter,
  merchant,
  phone,
}) => {
  const customer = newPhone();
  const api = counterApiOf(counter.request);
  await api.credit(customer, 10_000);
  const customerId = await api.customerId(customer);
  const email = `cliente${customer}@mail.example`;
  await writeEmailDown(counter, customerId, email);

  await test.step('the phone, then a code by e-mail', async () => {
    await phone.goto(`/meus-dados/${merchant.slug}`);
    await phone.getByRole('button', { name: 'Continuar' }).click();
    await expect(phone.getByText('Informe o seu telefone')).toBeVisible();
    await expect(phone.getByLabel('Telefone do cadastro')).toBeFocused();
    await expectAccessible(phone, 'my data without a phone');
    await phone.getByLabel('Telefone do cadastro').fill(customer);
    await phone.keyboard.press('Enter');
    await expect(phone.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
    await expectAccessible(phone, 'my data without proof');
    await phone.getByRole('button', { name: 'Receber código por email' }).click();
    const code = /\b\d{6}\b/.exec((await mailTo(email)).text)?.[0] ?? '';
    await phone.getByLabel('Código de 6 números').fill(code);
    await phone.keyboard.press('Enter');
    await expect(phone.getByRole('heading', { name: 'Meus dados', exact: true })).toBeVisible();
  });

  await test.step('all that is stored, in words', async () => {
    await expect(phone.getByText(email).first()).toBeVisible();
    await phone.locator('summary', { hasText: /^Compras\d/ }).click();
    await expect(phone.getByText(/R\$\s100,00/).first()).toBeVisible();
    await expect(phone.getByRole('heading', { name: 'Com quem foi compartilhado' })).toBeVisible();
    await expect(phone.getByText(/^Nada guardado:.* Resgates/)).toBeVisible();
    await expect(phone.locator('summary', { hasText: 'Resgates' })).toHaveCount(0);
    await expectAccessible(phone, 'my data');
    for (const width of [320, 1440, 390]) {
      await phone.setViewportSize({ width, height: 780 });
      await expectPageWidth(phone, width);
    }
  });

  await test.step('a consent, given and withdrawn', async () => {
    const offers = phone.getByRole('switch', { name: /pelo WhatsApp$/ });
    await expect(offers).not.toBeChecked();
    await phone.getByText(/pelo WhatsApp$/).click();
    await expect(offers).toBeChecked();
    await phone.getByText(/pelo WhatsApp$/).click();
    await expect(phone.getByText('Pronto! Você não recebe mais ofertas.')).toBeVisible();
    await phone.reload();
    await phone.getByLabel('Telefone do cadastro').fill(customer);
    await phone.keyboard.press('Enter');
    await expect(offers).not.toBeChecked();
    await counter.goto(`/customers/${customerId}`);
    await expect(counter.getByText(/em Meus dados/).first()).toBeVisible();
  });

  await test.step('another name', async () => {
    await phone.getByLabel('Email', { exact: true }).fill('nenhum');
    await phone.getByRole('button', { name: 'Salvar' }).click();
    await expect(phone.getByText('Email inválido')).toBeVisible();
    await expectAccessible(phone, 'my data with a wrong e-mail');
    await phone.getByLabel('Email', { exact: true }).fill(email);
    await phone.getByLabel('Nome', { exact: true }).fill(LONG_NAME);
    await phone.getByRole('button', { name: 'Salvar' }).click();
    await expect(phone.getByText('Dados corrigidos!')).toBeVisible();
    await expect(phone.locator('details').first()).toContainText(LONG_NAME);
    await phone.setViewportSize({ width: 320, height: 780 });
    await expectPageWidth(phone, 320);
    await phone.setViewportSize({ width: 390, height: 780 });
  });

  await test.step('both files', async () => {
    const file = JSON.parse(await download(phone, 'Baixar em JSON'));
    expect(file.records[0]).toMatchObject({ phone: customer, name: LONG_NAME, cashbackBalanceCents: 500 });
    expect(await download(phone, 'Baixar para ler ou imprimir')).toContain(LONG_NAME);
  });

  await test.step('erased, with the phone typed', async () => {
    await expect(phone.getByText(/O seu saldo de R\$\s5,00 é cancelado/)).toBeVisible();
    const confirmation = phone.getByLabel('Seu telefone, para confirmar');
    await confirmation.fill(newPhone());
    await phone.getByRole('button', { name: 'Apagar meus dados' }).click();
    await expect(phone.getByText('Este não é o telefone deste cadastro')).toBeVisible();
    await expect(confirmation).toBeFocused();
    await expectAccessible(phone, 'erasing my data, another phone');
    await confirmation.fill(customer);
    await phone.keyboard.press('Enter');
    await expect(phone.getByRole('heading', { name: 'Seus dados foram apagados' })).toBeVisible();
    await expectAccessible(phone, 'my data, erased');
    await phone.reload();
    await phone.getByLabel('Telefone do cadastro').fill(customer);
    await phone.keyboard.press('Enter');
    await expect(phone.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
  });

  await test.step('the next purchase makes a new customer', async () => {
    await api.credit(customer, 2_000);
    expect(await api.customerId(customer)).not.toBe(customerId);
  });
});
