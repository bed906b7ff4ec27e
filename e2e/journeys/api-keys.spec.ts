import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, newPhone, test } from '../src/merchant.ts';

const TAB = '/integrations?aba=api';

const button = (counter: Page, name: string | RegExp) => counter.getByRole('button', { name });
const keys = (counter: Page) => counter.getByRole('table', { name: 'Chaves de API' });

/** '(11) 98765-4321' */
const shown = (phone: string) => phone.replace(/^(..)(.{5})(.{4})$/, '($1) $2-$3');

/** A point of sale: no browser, no cookie, only the key. */
async function buy(request: APIRequestContext, key: string, phone: string) {
  return await request.post('/api/v1/purchases', {
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
    data: { phone, amountCents: 15_000 },
  });
}

test('a key is made with the keyboard alone, shown once, records a purchase that appears, and is revoked', async ({
  counter,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await counter.goto(TAB);
  await expect(counter.getByText('Nenhuma chave de API')).toBeVisible();
  await expectAccessible(counter, 'no key');

  await button(counter, 'Nova chave').focus();
  await counter.keyboard.press('Enter');
  const name = counter.getByLabel('Nome', { exact: true });
  await expect(name).toBeFocused();
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Dê um nome à chave')).toBeVisible();
  await expect(counter.getByText('Escolha ao menos uma permissão')).toBeVisible();
  await expect(name).toBeFocused();
  await expectAccessible(counter, 'errors');
  await counter.keyboard.type('Caixa 1');
  await counter.keyboard.press('Tab');
  await expect(counter.getByLabel('Em nome de')).toBeFocused();
  await counter.keyboard.press('Tab');
  await counter.keyboard.press('Space');
  await expect(counter.getByLabel('Registrar compras')).toBeChecked();
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Chave criada!')).toBeVisible();

  await expect(counter.getByRole('dialog', { name: 'Chave de Caixa 1' })).toBeVisible();
  const key = await counter.getByRole('textbox', { name: 'Chave de API' }).inputValue();
  expect(key).toMatch(/^cbk_/);
  await button(counter, 'Copiar Chave de API').click();
  await expect(counter.getByText('Copiado!')).toBeVisible();
  expect(await counter.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expectAccessible(counter, 'the key');
  await button(counter, 'Já guardei').press('Enter');
  await expect(button(counter, 'Nova chave')).toBeFocused();
  await expect(keys(counter).getByRole('row', { name: /Caixa 1/ })).toContainText('Nunca usada');
  await expect(keys(counter)).toContainText(`${key.slice(0, 12)}…`);
  expect(await counter.content()).not.toContain(key);
  await expectAccessible(counter, 'one key');

  const phone = newPhone();
  const bought = await buy(request, key, phone);
  expect(bought.status(), await bought.text()).toBe(201);
  await counter.goto('/cashback');
  await expect(counter.getByRole('list').filter({ hasText: shown(phone) })).toContainText(/R\$\s150,00/);
  await counter.goto(TAB);
  await expect(keys(counter).getByRole('row', { name: /Caixa 1/ })).toContainText(
    /\d\d\/\d\d\/\d{4} às \d\d:\d\d/,
  );

  await button(counter, 'Revogar Caixa 1').click();
  await expect(counter.getByText('Não dá para desfazer')).toBeVisible();
  await expectAccessible(counter, 'before it is revoked');
  await counter.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
  await expect(counter.getByText('Chave revogada')).toBeVisible();
  await expect(keys(counter).getByRole('row', { name: /Caixa 1/ })).toContainText('Revogada');
  await expect(button(counter, 'Nova chave')).toBeFocused();
  expect((await buy(request, key, phone)).status()).toBe(401);
});

test('a key acts for an employee within their rights, its use is explained, and a failure can be retried', async ({
  counter,
  merchant,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await asOwner(
    `INSERT INTO employees (id, merchant_id, name, email, role, is_active)
     SELECT gen_random_uuid(), id, 'Bia', 'bia-' || id || '@loja.example', 'employee', true FROM merchants
     WHERE signup_link_slug = $1`,
    [merchant.slug],
  );
  await counter.route('**/trpc/apiKeys.list*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await counter.goto(TAB);
  await expect(counter.getByText('Erro ao carregar as chaves de API')).toBeVisible();
  await expectAccessible(counter, 'failed');
  await counter.unroute('**/trpc/apiKeys.list*');
  await button(counter, 'Tentar novamente').click();

  await button(counter, 'Nova chave').click();
  await counter.getByLabel('Nome', { exact: true }).fill('Caixa da Bia');
  await counter.getByText('Estornar', { exact: true }).click();
  await counter.getByLabel('Em nome de').selectOption('Bia (Funcionário)');
  await expect(counter.getByText('A função Funcionário não permite: Estornar')).toBeVisible();
  await expect(counter.getByRole('checkbox', { name: 'Estornar' })).toHaveCount(0);
  await expectAccessible(counter, 'for an employee with fewer rights');
  await button(counter, 'Criar chave').click();
  await expect(counter.getByText('Escolha ao menos uma permissão')).toBeVisible();
  await counter.getByText('Registrar compras', { exact: true }).click();
  await counter.route('**/trpc/apiKeys.create*', (route) => route.abort());
  await button(counter, 'Criar chave').click();
  await expect(counter.getByRole('dialog').getByText('Erro ao criar a chave')).toBeVisible();
  await counter.unroute('**/trpc/apiKeys.create*');
  // Meanwhile the employee was deactivated.
  await asOwner(`UPDATE employees SET is_active = false WHERE name = 'Bia' AND email LIKE 'bia-%'`);
  await button(counter, 'Criar chave').click();
  await expect(counter.getByText('Escolha uma pessoa ativa.')).toBeVisible();
  await asOwner(`UPDATE employees SET is_active = true WHERE name = 'Bia' AND email LIKE 'bia-%'`);
  await button(counter, 'Criar chave').click();
  const key = await counter.getByRole('textbox', { name: 'Chave de API' }).inputValue();
  await button(counter, 'Já guardei').click();
  await expect(keys(counter).getByRole('row', { name: /Caixa da Bia/ })).toContainText(
    /Registrar compras\s*Bia/,
  );
  const phone = newPhone();
  expect((await buy(request, key, phone)).status()).toBe(201);
  await counter.goto('/cashback');
  await expect(counter.getByRole('list').filter({ hasText: shown(phone) })).toContainText('Bia');

  await counter.goto(TAB);
  const origin = new URL(counter.url()).origin;
  await button(counter, 'Copiar Endereço base').click();
  await expect(button(counter, 'Copiado Endereço base')).toBeVisible();
  expect(await counter.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/api/v1`);
  await button(counter, /^Copiar Registrar uma compra/).click();
  await expect(button(counter, /^Copiado Registrar uma compra/)).toBeVisible();
  const documentation = counter.getByRole('link', { name: 'Documentação (OpenAPI)' });
  const openapi = await request.get((await documentation.getAttribute('href')) ?? '');
  expect(await openapi.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  await counter.setViewportSize({ width: 390, height: 780 });
  await expectAccessible(counter, 'a key on a phone');
});
