import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, issueCashback, newPhone, test } from '../src/merchant.ts';

test('the period is a setting; a customer without movement sees the notice and is kept by its button', async ({
  counter,
  phone,
  merchant,
}) => {
  const customer = newPhone();

  await test.step('the owner sets after how long', async () => {
    await counter.goto('/settings?aba=geral');
    const months = counter.getByLabel(/^Apagar depois de/);
    await expect(months).toHaveValue('60');
    await months.fill('6');
    await counter.getByRole('button', { name: 'Salvar' }).click();
    await expect(months).toBeFocused();
    await expect(months).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(counter, 'a period that is refused');
    await months.fill('24');
    await counter.getByRole('button', { name: 'Salvar' }).click();
    await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
  });

  // So that the phone of the first purchase is known as the customer's.
  await asOwner("UPDATE merchants SET redemption_proof = 'always' WHERE signup_link_slug = $1", [
    merchant.slug,
  ]);
  const path = new URL(await issueCashback(counter, customer, '100,00')).pathname;
  await phone.goto(path);
  await expect(phone.getByRole('heading', { name: 'Parabéns!' })).toBeVisible();
  const statement = `/customer/dashboard/${customer}?loja=${merchant.slug}`;
  await phone.goto(statement);
  await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
  await expect(phone.getByText(/^Seus dados serão apagados/)).toHaveCount(0);
  // As if the job had found no movement for two years.
  await asOwner(
    `INSERT INTO inactivity_notices (merchant_id, customer_id, noticed_at, erases_at)
     SELECT c.merchant_id, c.id, now() + interval '1 second', now() + interval '25 months'
     FROM customers c JOIN merchants m ON m.id = c.merchant_id
     WHERE m.signup_link_slug = $1 AND c.phone = $2`,
    [merchant.slug, customer],
  );

  await test.step('the record says when it goes', async () => {
    const id = await counterApiOf(counter.request).customerId(customer);
    await counter.goto(`/customers/${id}`);
    await expect(counter.getByText(/^Este cadastro será apagado em \d\d\/\d\d\/\d{4}/)).toBeVisible();
    await expectAccessible(counter, 'a record with a notice');
  });

  await test.step('the customer sees it, and keeps everything', async () => {
    await phone.goto(statement);
    const note = phone.getByText(/^Seus dados serão apagados em \d\d\/\d\d\/\d{4} por falta de movimento$/);
    await expect(note).toBeVisible();
    await expectAccessible(phone, 'a balance with a notice');
    await phone.setViewportSize({ width: 320, height: 640 });
    await expectPageWidth(phone, 320);
    await phone.setViewportSize({ width: 390, height: 780 });
    await phone.getByRole('link', { name: 'Manter meus dados' }).press('Enter');
    await expect(phone.getByRole('heading', { name: 'Seus dados serão mantidos' })).toBeVisible();
    await expectAccessible(phone, 'kept');
    await phone.goto(statement);
    await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
    await expect(note).toHaveCount(0);
  });
});
