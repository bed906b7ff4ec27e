import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import {
  type Credentials,
  expect,
  issueCashback,
  type Merchant,
  newPhone,
  openSession,
  test,
} from '../src/merchant.ts';

/** An employee of the merchant, with the owner's password. */
async function hire(merchant: Merchant): Promise<Credentials> {
  const email = `operador-${merchant.email}`;
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, password_hash, role)
     SELECT merchant_id, gen_random_uuid(), 'Olga Operadora', $2, password_hash, 'operator' FROM employees WHERE email = $1`,
    [merchant.email, email],
  );
  return { email, password: merchant.password };
}

test('an owner hides phones and emails from operators, whose lists and counter go on without them', async ({
  counter,
  merchant,
  browser,
  request,
}) => {
  const phone = newPhone();
  const formatted = `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;
  const masked = `(11) *****-**${phone.slice(-2)}`;
  const counterApi = await openCounterApi(request, merchant);
  await counterApi.credit(phone, 20_000);
  await asOwner(
    `UPDATE customers SET name = 'Ana Souza', email = 'ana.souza@exemplo.com.br' WHERE phone = $1`,
    [phone],
  );

  await test.step('the owner sets it, and the audit log says so', async () => {
    await counter.goto('/settings?aba=geral');
    await counter.getByText('Ocultar telefones e emails de operadores e funcionários').click();
    await expectAccessible(counter, 'general settings, contacts hidden');
    await counter.getByRole('button', { name: 'Salvar' }).click();
    await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
    await counter.getByRole('link', { name: 'Auditoria' }).click();
    await counter.getByText('Detalhes').first().click();
    await expect(counter.getByText('Oculta telefones e emails').first()).toBeVisible();
    await counter.goto('/customers');
    await expect(counter.getByRole('table', { name: 'Clientes' })).toContainText(formatted);
  });

  const operator = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await openSession(operator, await hire(merchant));
  const list = operator.getByRole('table', { name: 'Clientes' });

  await test.step('the operator is shown enough to tell customers apart, and finds them by a whole number', async () => {
    await operator.goto('/customers');
    await expect(list).toContainText(masked);
    await expect(list).toContainText('a***@exemplo.com.br');
    await expect(list.getByRole('link', { name: /^Ver Detalhes/ })).toHaveCount(0);
    await expectAccessible(operator, 'customers with masked contacts');
    const search = operator.getByLabel('Buscar', { exact: true });
    await search.fill(formatted);
    await expect(list.locator('tbody').getByRole('row')).toHaveCount(1);
    await search.fill(phone.slice(-4));
    await expect(
      operator.getByText(/busque por outra parte do nome ou pelo telefone completo/),
    ).toBeVisible();
    await search.fill('ana');
    await list.getByRole('link', { name: 'Ana Souza' }).click();
    await expect(operator.getByText(masked).first()).toBeVisible();
    await expect(operator.locator('body')).not.toContainText(formatted);
  });

  await test.step('a segment lists the operator no message to send, as it would hold the phone', async () => {
    await operator.goto('/reports/customers?segmento=novos');
    const segment = operator.getByRole('table', { name: 'Clientes: Novos' });
    await expect(segment).toContainText(masked);
    await expect(segment.getByRole('columnheader', { name: 'Ações' })).toHaveCount(0);
    await expect(segment.getByRole('link', { name: /WhatsApp/ })).toHaveCount(0);
  });

  await test.step('at the counter what was typed stays whole, and WhatsApp opens for it', async () => {
    await operator.goto('/redemption');
    await operator.getByLabel('Telefone do cliente').fill(phone);
    await operator.keyboard.press('Enter');
    await expect(operator.getByText(/Máximo: R\$/)).toBeVisible();
    await operator.getByLabel('Valor a resgatar').fill('1,00');
    await operator.keyboard.press('Enter');
    const dialog = operator.getByRole('dialog');
    await expect(dialog).toContainText(formatted);
    await expect(dialog.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      new RegExp(`^https://wa\\.me/55${phone}\\?`),
    );
    await operator.keyboard.press('Escape');
    await expect(operator.getByRole('list', { name: 'Últimos resgates' })).toContainText(masked);
  });
  await operator.context().close();
});

test('an employee who opened a thousand customers in an hour is told so at the list, and the counter goes on', async ({
  counter,
  merchant,
}) => {
  await issueCashback(counter, newPhone(), '10,00');
  await asOwner(
    `INSERT INTO customer_views AS v (merchant_id, viewer_id, employee_id, in_hour, hour_began_at, unaudited, unaudited_since)
     SELECT merchant_id, id, id, 1000, now(), 0, now() FROM employees WHERE email = $1
     ON CONFLICT (merchant_id, viewer_id) DO UPDATE SET in_hour = 1000, hour_began_at = now()`,
    [merchant.email],
  );
  // A new employee: contacts seen within the hour are shown again.
  await asOwner(
    `INSERT INTO customers (merchant_id, id, phone) SELECT merchant_id, gen_random_uuid(), $2 FROM employees WHERE email = $1`,
    [merchant.email, newPhone()],
  );
  await counter.goto('/customers');
  await expect(
    counter.getByText('Você já abriu os dados de clientes demais nesta hora. Tente novamente mais tarde;'),
  ).toBeVisible();
  await expectAccessible(counter, 'customers refused');
  await issueCashback(counter, newPhone(), '10,00');
});
