import { expect, newPhone, test } from '../src/merchant.ts';

test('a customer signs up by the link, is welcomed back the second time, and lands on the balance', async ({
  merchant,
  phone,
}) => {
  const customerPhone = newPhone();
  for (const visit of ['first', 'second']) {
    await phone.goto(`/signup/${merchant.slug}`);
    await expect(phone.getByText(merchant.name).first()).toBeVisible();
    await phone.getByLabel('Nome Completo').fill('Ana Beatriz');
    await phone.getByLabel('Telefone').fill(customerPhone);
    await phone.getByRole('button', { name: 'Cadastrar e Começar' }).click();
    await expect(phone).toHaveURL(new RegExp(`/customer/dashboard/${customerPhone}`));
    if (visit === 'second') await expect(phone.getByText(/de volta/)).toBeVisible();
    await expect(phone.getByText('Nenhuma transação ainda')).toBeVisible();
  }
  await expect(phone.locator('body')).not.toContainText('Ana Beatriz');
});

test('the signup form says what is wrong at its field', async ({ merchant, phone }) => {
  await phone.goto(`/signup/${merchant.slug}`);
  await phone.getByRole('button', { name: 'Cadastrar e Começar' }).click();
  await expect(phone.getByText('Por favor, preencha nome e telefone')).toHaveCount(1);
  await expect(phone.getByText('Informe o seu nome')).toBeVisible();
  await expect(phone.getByText('Informe o seu telefone')).toBeVisible();
  await phone.getByLabel('Nome Completo').fill('Ana');
  await phone.getByLabel('Telefone').fill('119');
  await phone.getByLabel('Email', { exact: true }).fill('nada');
  await phone.getByRole('button', { name: 'Cadastrar e Começar' }).click();
  await expect(phone.getByText('Email inválido').first()).toBeVisible();
  await phone.getByLabel('Email', { exact: true }).fill('');
  await phone.getByRole('button', { name: 'Cadastrar e Começar' }).click();
  await expect(phone.getByText('Número de telefone inválido').first()).toBeVisible();
  await expect(phone.getByLabel('Nome Completo')).toHaveValue('Ana');
});
