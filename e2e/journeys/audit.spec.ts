import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expect, newPhone, openSession, test } from '../src/merchant.ts';

test('who did what is read, searched, and kept from who may not see it', async ({ counter, merchant }) => {
  const customerPhone = newPhone();
  const unknown = randomUUID();
  await counterApiOf(counter.request).sell(customerPhone, 10_000);
  await counter.goto('/settings?aba=cashback');
  await counter.getByLabel('Percentual de cashback').fill('7,5');
  await counter.getByRole('button', { name: 'Salvar' }).click();
  await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await counter.goto(`/customers/${unknown}`);
  await expect(counter.getByText('Cliente não encontrado').first()).toBeVisible();

  await counter.getByRole('link', { name: 'Auditoria' }).click();
  const table = counter.getByRole('table', { name: 'Auditoria' });
  const row = (text: string) => table.getByRole('row', { name: text });
  await expect(row('Registrou uma compra')).toContainText(/R\$\s100,00/);
  await expect(row('Registrou uma compra')).toContainText('Rita de Cássia');
  await expect(row('Registrou uma compra')).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
  await expect(row('Registrou uma compra')).toContainText(/10\.\d+\.\d+\.\d+/);
  const change = row('Alterou as configurações de cashback');
  await expect(change).toContainText('Percentual de cashback: 5% → 7,5%');
  const attempt = row('Abriu um endereço que não existe').first();
  await expect(attempt).toHaveCount(0);
  await counter.getByLabel('O quê').selectOption({ label: 'Abriu um endereço que não existe' });
  await attempt.getByText('Detalhes').click();
  await expect(attempt).toContainText(unknown);
  await expectAccessible(counter, 'the audit log, an entry unfolded');

  await expect(row('Registrou uma compra')).toHaveCount(0);
  await counter.getByLabel('O quê').selectOption({ label: 'Tudo o que foi feito' });
  await expect(row('Registrou uma compra')).toBeVisible();
  await counter.getByLabel('O quê').selectOption({ label: 'Configurações: todas' });
  await expect(row('Registrou uma compra')).toHaveCount(0);
  await expect(change).toBeVisible();
  await expect(counter).toHaveURL(/\?acao=settings$/);
  await counter.reload();
  await expect(change).toBeVisible();
  await expect(counter.getByLabel('O quê')).toHaveValue('settings');
  await counter.getByLabel('Até').fill('01/01/2020');
  await expect(counter.getByText('Nenhum registro com estes filtros')).toBeVisible();
  await counter.getByLabel('De', { exact: true }).fill('02/01/2020');
  await expect(counter.getByText('O fim não pode vir antes do início')).toBeVisible();
  await expectAccessible(counter, 'a period the wrong way round');
  await counter.getByRole('button', { name: 'Limpar filtros' }).click();

  await row('Registrou uma compra').getByText('Detalhes').click();
  await row('Registrou uma compra').getByRole('button', { name: 'Tudo sobre este cliente' }).click();
  await expect(change).toHaveCount(0);
  await expect(counter).toHaveURL(/\?registro=[0-9a-f-]{36}$/);
  await counter.setViewportSize({ width: 390, height: 780 });
  await expectAccessible(counter, 'the audit log of one customer on a phone');

  await asOwner(`UPDATE employees SET role = 'manager' WHERE email = $1`, [merchant.email]);
  await counter.goto('/dashboard');
  await expect(counter.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(counter.getByRole('link', { name: 'Auditoria' })).toHaveCount(0);
  await counter.goto('/audit');
  await expect(
    counter.getByText('Somente o proprietário e administradores podem ver a auditoria'),
  ).toBeVisible();
});

test('a log that cannot be had is asked for again, and a long one page by page', async ({
  counter,
  merchant,
  context,
}) => {
  await asOwner(
    `INSERT INTO audit_log (merchant_id, action, entity, created_at)
     SELECT id, 'auth.logout', 'employee', now() - n * interval '1 minute' FROM merchants, generate_series(1, 60) n
     WHERE signup_link_slug = $1`,
    [merchant.slug],
  );
  await counter.route('**/trpc/**audit.list**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await counter.goto('/audit');
  const retry = counter.getByRole('button', { name: 'Tentar novamente' });
  await expect(retry).toBeVisible();
  await counter.unroute('**/trpc/**audit.list**');
  await retry.click();
  const rows = counter.getByRole('table', { name: 'Auditoria' }).getByRole('rowheader');
  await expect(rows).toHaveCount(50);
  await counter.getByRole('button', { name: 'Carregar mais' }).click();
  // Sixty of them, the signup, the acceptance of its terms and the login.
  await expect(rows).toHaveCount(63);
  await expect(counter.getByRole('button', { name: 'Carregar mais' })).toHaveCount(0);

  await counter.getByRole('button', { name: 'Sair' }).first().click();
  await expect(counter).toHaveURL(/\/login$/);
  await context.clearCookies();
  await openSession(counter, merchant);
  await counter.goto('/audit?acao=auth.logout');
  await expect(rows.first()).toContainText('Saiu do painel');
  await expect(counter.getByRole('row', { name: /Saiu do painel.*Rita de Cássia/ })).toHaveCount(1);
});
