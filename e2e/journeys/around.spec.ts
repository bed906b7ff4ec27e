import { expect, logIn, newPhone, test } from '../src/merchant.ts';

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
  await expect(phone.getByText('Por favor, preencha nome e telefone').first()).toBeVisible();
  await phone.getByLabel('Nome Completo').fill('Ana');
  await phone.getByLabel('Telefone').fill('119');
  await phone.getByLabel('Email').fill('nada');
  await phone.getByRole('button', { name: 'Cadastrar e Começar' }).click();
  await expect(phone.getByText('Email inválido').first()).toBeVisible();
  await phone.getByLabel('Email').fill('');
  await phone.getByRole('button', { name: 'Cadastrar e Começar' }).click();
  await expect(phone.getByText('Número de telefone inválido').first()).toBeVisible();
  await expect(phone.getByLabel('Nome Completo')).toHaveValue('Ana');
});

test('strangers are led to the login, and Sair ends the session on the server too', async ({
  page,
  merchant,
  context,
}) => {
  for (const path of ['/', '/cashback', '/settings', '/no-such-page']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
  await logIn(page, merchant);
  const [cookie] = (await context.cookies()).filter(({ name }) => name.includes('session'));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const stored = await page.evaluate(() => window.localStorage.getItem('auth-storage'));
  expect(stored).toContain(merchant.email);
  expect(stored).not.toContain(cookie?.value ?? 'no cookie');
  await page.getByRole('button', { name: 'Sair' }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  if (cookie) await context.addCookies([cookie]);
  await page.goto('/cashback');
  await expect(page).toHaveURL(/\/login$/);
});

test('every entry of the sidebar leads somewhere, also from the mobile menu', async ({ counter }) => {
  const entries = [
    'Dashboard',
    'Cashback',
    'Resgate',
    'Clientes',
    'Funcionários',
    'Relatórios',
    'Integrações',
    'Configurações',
    'Auditoria',
  ];
  await counter.goto('/dashboard');
  for (const entry of entries) {
    const link = counter.getByRole('navigation').getByRole('link', { name: entry });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(counter.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await counter.setViewportSize({ width: 390, height: 780 });
  await counter.getByRole('button', { name: /menu/i }).click();
  await counter.getByRole('link', { name: 'Cashback' }).click();
  await expect(counter).toHaveURL(/\/cashback$/);
  await expect(counter.getByLabel('Telefone do cliente')).toBeVisible();
});

test('/force-update clears what the browser kept and logs out', async ({ counter }) => {
  const said: string[] = [];
  counter.on('dialog', async (dialog) => {
    said.push(dialog.message());
    await dialog.accept();
  });
  await counter.goto('/force-update');
  await expect(counter.getByText('Limpando Cache...')).toBeVisible();
  await expect(counter).toHaveURL(/\/login$/);
  expect(said).toEqual(['Cache limpo com sucesso! Faça login novamente.']);
  await counter.goto('/cashback');
  await expect(counter).toHaveURL(/\/login$/);
});

test('a dead remote is one message on one page, and comes back with "Tentar novamente"', async ({
  counter,
}) => {
  await counter.route('**/remotes/mfe-backoffice/**', (route) => route.abort());
  await counter.goto('/cashback');
  await expect(counter.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  await expect(counter.getByRole('navigation').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await counter.unroute('**/remotes/mfe-backoffice/**');
  await counter.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(counter.getByLabel('Telefone do cliente')).toBeVisible();
});
