import type { Page } from '@playwright/test';
import { formatPhone } from 'domain/phone';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone, openSession, test } from '../src/merchant.ts';

const ACTION = 'Apagar dados do cliente';
const dialog = (page: Page) => page.getByRole('dialog', { name: ACTION });

test.use({ viewport: { width: 390, height: 844 } });

test('an owner erases a customer: what is kept is said, the phone confirms, and the record names nobody', async ({
  counter,
}) => {
  const phone = newPhone();
  const api = counterApiOf(counter.request);
  await api.credit(phone, 100_000);
  await counter.goto(`/customers/${await api.customerId(phone)}`);
  await counter.getByRole('button', { name: ACTION }).click();
  await expect(dialog(counter).getByText('O saldo de R$ 50,00 é cancelado')).toBeVisible();
  await expect(dialog(counter).getByText('O que fica, e por quê')).toBeVisible();
  await expectAccessible(counter, 'erasing a customer');
  await expectPageWidth(counter, 390);

  const confirmation = dialog(counter).getByLabel('Telefone do cliente, para confirmar');
  await confirmation.fill(newPhone());
  await counter.keyboard.press('Enter');
  await expect(dialog(counter).getByText('Este não é o telefone deste cadastro')).toBeVisible();
  await expect(confirmation).toBeFocused();
  await expectAccessible(counter, 'erasing a customer, another phone');
  await confirmation.fill(phone);
  await counter.keyboard.press('Enter');

  await expect(counter.getByText('Dados do cliente apagados!')).toBeVisible();
  await expect(counter.getByRole('heading', { level: 1 })).toHaveText('Cliente apagado');
  await expect(counter.getByText(/Os dados deste cliente foram apagados em/)).toBeVisible();
  await expect(counter.getByText('Cashback cancelado na exclusão').first()).toBeVisible();
  await expect(counter.getByRole('button', { name: ACTION })).toHaveCount(0);
  await expect(counter.locator('main')).not.toContainText(formatPhone(phone));
  await expectAccessible(counter, 'an erased customer');
  await expectPageWidth(counter, 390);

  await counter.goto('/cashback');
  await expect(counter.getByText('Cliente apagado').first()).toBeVisible();
  await counter.goto('/customers');
  await expect(counter.locator('main')).not.toContainText(formatPhone(phone));
});

test('a manager is not offered it', async ({ counter, merchant }) => {
  const phone = newPhone();
  const api = counterApiOf(counter.request);
  await api.credit(phone, 10_000);
  const address = `/customers/${await api.customerId(phone)}`;
  await asOwner("UPDATE employees SET role = 'manager' WHERE email = $1", [merchant.email]);
  await openSession(counter, merchant);
  await counter.goto(address);
  await expect(counter.getByRole('button', { name: 'Ajustar saldo' })).toBeVisible();
  await expect(counter.getByRole('button', { name: ACTION })).toHaveCount(0);
});
