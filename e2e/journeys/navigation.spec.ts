import { expect, logIn, test } from '../src/merchant.ts';

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

test('every entry of the sidebar leads somewhere', async ({ counter }) => {
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
  // The page also tries again with each answered call; in this journey only the button does.
  await counter.addInitScript(() =>
    window.addEventListener('volta:connection', (event) => event.stopImmediatePropagation()),
  );
  let isDead = true;
  await counter.route('**/remotes/mfe-backoffice/**', (route) => (isDead ? route.abort() : route.fallback()));
  await counter.goto('/cashback');
  const retry = counter.getByRole('button', { name: 'Tentar novamente' });
  await expect(retry).toBeVisible();
  await expect(counter.getByRole('navigation').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  isDead = false;
  await retry.click();
  await expect(counter.getByLabel('Telefone do cliente')).toBeVisible();
});
