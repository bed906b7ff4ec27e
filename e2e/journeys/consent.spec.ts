import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, type Merchant, newPhone, test } from '../src/merchant.ts';

const boxes = (phone: Page) => phone.getByRole('group', { name: 'Ofertas da loja (opcional)' });
const box = (phone: Page, channel: string) => boxes(phone).getByRole('checkbox', { name: channel });
/** The whole line is the target. */
const tick = (phone: Page, channel: string) => boxes(phone).getByText(channel).click();

async function fill(phone: Page, merchant: Merchant, customerPhone: string): Promise<void> {
  await phone.goto(`/signup/${merchant.slug}`);
  await phone.getByLabel('Nome Completo').fill('Ana Lima');
  await phone.getByLabel('Telefone').fill(customerPhone);
}

async function signUp(phone: Page, customerPhone: string): Promise<void> {
  await phone.getByRole('button', { name: 'Cadastrar e Começar' }).click();
  await expect(phone).toHaveURL(new RegExp(`/customer/dashboard/${customerPhone}`));
}

const consentsOf = (merchant: Merchant, customerPhone: string) =>
  asOwner<{ channel: string; is_given: boolean; text_version: number; source: string }>(
    `SELECT n.channel, n.is_given, n.text_version, n.source FROM consents n
     JOIN customers c ON c.merchant_id = n.merchant_id AND c.id = n.customer_id
     JOIN merchants m ON m.id = n.merchant_id
     WHERE m.signup_link_slug = $1 AND c.phone = $2 ORDER BY n.channel, n.number`,
    [merchant.slug, customerPhone],
  );

async function openCustomer(counter: Page, customerPhone: string): Promise<void> {
  await counter.goto(`/customers/${await counterApiOf(counter.request).customerId(customerPhone)}`);
  await expect(counter.getByRole('heading', { name: 'Consentimento para ofertas' })).toBeVisible();
}

const channel = (counter: Page, name: string) =>
  counter
    .getByRole('listitem')
    .filter({ has: counter.getByRole('button', { name: `Anotar recusa de ${name}` }) });

test('a customer signs up without a tick, and no consent is recorded', async ({ merchant, phone }) => {
  const customerPhone = newPhone();
  await fill(phone, merchant, customerPhone);
  for (const each of ['por email', 'pelo WhatsApp']) await expect(box(phone, each)).not.toBeChecked();
  await expectPageWidth(phone, 390);
  await expectAccessible(phone, 'sign-up with its boxes');
  await signUp(phone, customerPhone);
  expect(await consentsOf(merchant, customerPhone)).toEqual([]);
});

test('a customer ticks both, is asked for the e-mail, and the record shows the sentences', async ({
  counter,
  merchant,
  phone,
}) => {
  const customerPhone = newPhone();
  await fill(phone, merchant, customerPhone);
  await tick(phone, 'por email');
  await tick(phone, 'pelo WhatsApp');
  await phone.getByRole('button', { name: 'Cadastrar e Começar' }).click();
  await expect(phone.getByText('Informe o email, ou desmarque as ofertas por email')).toBeVisible();
  await expect(phone.getByLabel('Email', { exact: true })).toBeFocused();
  await expectAccessible(phone, 'sign-up, offers by e-mail without one');
  await tick(phone, 'por email');
  await expect(phone.getByText('Informe o email, ou desmarque')).toBeHidden();
  await tick(phone, 'por email');
  await phone.getByLabel('Email', { exact: true }).fill('ana@mail.example');
  await signUp(phone, customerPhone);
  const given = { is_given: true, text_version: 2, source: 'signup' };
  expect(await consentsOf(merchant, customerPhone)).toEqual([
    { channel: 'email', ...given },
    { channel: 'whatsapp', ...given },
  ]);

  await openCustomer(counter, customerPhone);
  await expect(channel(counter, 'Email')).toContainText(/Com consentimento.*Deu consentimento no cadastro/);
  await counter.getByText('Ver todas as respostas').click();
  await expect(
    counter.getByText('Texto 2: “Quero receber ofertas e novidades desta loja por email”'),
  ).toBeVisible();
  await expectAccessible(counter, 'a customer with consents');
  await counter.setViewportSize({ width: 320, height: 720 });
  await expectPageWidth(counter, 320);
});

test('a consent for a known phone is not recorded, and the answer is the same', async ({
  counter,
  merchant,
  phone,
}) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  await fill(phone, merchant, customerPhone);
  await tick(phone, 'pelo WhatsApp');
  await signUp(phone, customerPhone);
  await expect(phone.getByText('Bem-vindo de volta!')).toBeVisible();
  expect(await consentsOf(merchant, customerPhone)).toEqual([]);
});

test('an employee writes a withdrawal down, which stays and stands in the audit log', async ({
  counter,
  merchant,
  phone,
}) => {
  const customerPhone = newPhone();
  await fill(phone, merchant, customerPhone);
  await tick(phone, 'pelo WhatsApp');
  await signUp(phone, customerPhone);
  await openCustomer(counter, customerPhone);
  const asking = counter.getByRole('button', { name: 'Anotar recusa de WhatsApp' });
  const dialog = counter.getByRole('dialog', { name: 'Anotar recusa de ofertas pelo WhatsApp' });
  await asking.click();
  await expectAccessible(counter, 'asking before a withdrawal');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(asking).toBeFocused();
  await asking.click();
  await counter.route('**/trpc/customers.withdrawConsent*', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Anotar recusa' }).click();
  await expect(dialog.getByText('Erro ao anotar a recusa. Tente novamente.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Anotar recusa' }).click();
  await expect(counter.getByText('Recusa anotada!')).toBeVisible();
  await expect(asking).toBeHidden();
  await expect(counter.getByText(/Recusou na loja, .*, anotado por/).first()).toBeVisible();
  await expectAccessible(counter, 'a customer who withdrew');
  expect((await consentsOf(merchant, customerPhone)).at(-1)).toMatchObject({
    channel: 'whatsapp',
    is_given: false,
  });
  await counter.goto('/audit?acao=customer.withdraw_consent');
  const entries = counter.getByRole('table', { name: 'Auditoria' }).locator('tbody').getByRole('row');
  await expect(entries).toHaveCount(1);
  await expect(entries.first()).toContainText('Canal: WhatsApp');
});

test('what a provider did not confirm is listed to be done by hand, and goes once it is', async ({
  counter,
  merchant,
}) => {
  const customerPhone = newPhone();
  const api = counterApiOf(counter.request);
  await api.credit(customerPhone, 10_000);
  const customerId = await api.customerId(customerPhone);
  // As eight failed attempts of hours leave it.
  await asOwner(
    `WITH m AS (SELECT id FROM merchants WHERE signup_link_slug = $1), named AS (
       UPDATE customers SET name = 'Maximiliana Aparecida dos Santos Albuquerque de Vasconcelos' FROM m
       WHERE merchant_id = m.id AND customers.id = $2
     ), withdrawn AS (
       INSERT INTO consents (merchant_id, id, customer_id, channel, is_given, source, created_at)
       SELECT m.id, gen_random_uuid(), $2, 'email', false, 'counter', now() FROM m
     ), config AS (
       INSERT INTO integration_configs (merchant_id, id, provider)
       SELECT m.id, gen_random_uuid(), 'mailchimp' FROM m RETURNING merchant_id, id
     )
     INSERT INTO integration_sync_log (merchant_id, integration_config_id, customer_id, action, status, created_at)
     SELECT config.merchant_id, config.id, $2, action, 'error', now()
     FROM config, unnest(ARRAY['consent', 'erase']) AS action`,
    [merchant.slug, customerId],
  );
  await counter.goto('/integrations');
  const list = counter.getByRole('note').filter({ hasText: 'Faça à mão' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(counter, 'withdrawals to be done by hand');
  for (const width of [320, 390, 1440]) {
    await counter.setViewportSize({ width, height: 800 });
    await expectPageWidth(counter, width);
  }
  await list
    .getByRole('button', { name: /^Já descadastrei: Mailchimp: não confirmou em .* Maximiliana/ })
    .focus();
  await counter.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list
    .getByRole('button', { name: /^Já apaguei: Mailchimp: .* um endereço anterior de Maximiliana/ })
    .click();
  await expect(list).toHaveCount(0);
  await counter.reload();
  await expect(counter.getByRole('heading', { name: 'Conta do Mailchimp' })).toBeVisible();
  await expect(list).toHaveCount(0);
});
