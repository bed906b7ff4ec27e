import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, type Merchant, newAddress, newPhone, openSession, test } from '../src/merchant.ts';

async function openCustomer(counter: Page, customerPhone: string): Promise<void> {
  await counter.goto(`/customers/${await counterApiOf(counter.request).customerId(customerPhone)}`);
  await expect(counter.getByRole('table', { name: 'Extrato' })).toBeVisible();
}

async function signUp(
  request: APIRequestContext,
  { slug }: Merchant,
  customer: { name: string; phone: string; email?: string },
): Promise<void> {
  const answer = await request.post('/trpc/customers.signUp', {
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': newAddress() },
    data: { slug, ...customer },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const heading = (counter: Page) => counter.getByRole('heading', { level: 1 });
const dialog = (counter: Page) => counter.getByRole('dialog', { name: 'Editar cadastro' });
const fact = (counter: Page, label: string) =>
  counter.locator('dl > div', { has: counter.getByText(label, { exact: true }) }).locator('dd');

test('name and e-mail are edited, wrong ones keep what was typed, and the change is in the audit log', async ({
  counter,
}) => {
  const phone = newPhone();
  await counterApiOf(counter.request).credit(phone, 10_000);
  await openCustomer(counter, phone);
  await expect(heading(counter)).toHaveText('Nome não informado');
  await counter.getByRole('button', { name: 'Editar cadastro' }).click();
  await dialog(counter).getByLabel('Nome').fill('Ana Beatriz Souza');
  await dialog(counter).getByLabel('Email').fill('ana@');
  await counter.keyboard.press('Enter');
  await expect(dialog(counter).getByText('Email inválido')).toBeVisible();
  await expect(dialog(counter).getByLabel('Email')).toBeFocused();
  await expectAccessible(counter, 'editing a customer, error');
  await counter.route('**/trpc/customers.edit*', (route) => route.abort(), { times: 1 });
  await dialog(counter).getByLabel('Email').fill('Ana@Mail.example');
  await counter.keyboard.press('Enter');
  await expect(dialog(counter).getByText('Erro ao salvar o cadastro. Tente novamente.')).toBeVisible();
  await expect(dialog(counter).getByLabel('Nome')).toHaveValue('Ana Beatriz Souza');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Cadastro salvo!')).toBeVisible();
  await expect(heading(counter)).toHaveText('Ana Beatriz Souza');
  await expect(fact(counter, 'Email')).toHaveText('ana@mail.example');
  await expect(counter.getByRole('button', { name: 'Editar cadastro' })).toBeFocused();

  await counter.getByRole('button', { name: 'Editar cadastro' }).click();
  await dialog(counter).getByLabel('Email').fill('');
  await counter.keyboard.press('Enter');
  await expect(fact(counter, 'Email')).toHaveText('Não informado');
  await counter.goto('/audit?acao=customer.edit');
  const entries = counter.getByRole('table', { name: 'Auditoria' }).locator('tbody').getByRole('row');
  await expect(entries.first()).toContainText('Email: a***@mail.example → não definido');
  await expect(entries.nth(1)).toContainText('Nome: não definido → A. B. S.');
});

test('a sign-up completes a record that a purchase began; another name waits for a manager', async ({
  counter,
  merchant,
}) => {
  const phone = newPhone();
  await counterApiOf(counter.request).credit(phone, 10_000);
  await signUp(counter.request, merchant, { name: 'Ana Souza', phone, email: 'ana@mail.example' });
  await openCustomer(counter, phone);
  await expect(heading(counter)).toHaveText('Ana Souza');
  await expect(fact(counter, 'Email')).toHaveText('ana@mail.example');

  await signUp(counter.request, merchant, { name: 'Beatriz Lima', phone, email: 'bia@mail.example' });
  await counter.reload();
  const note = counter
    .getByRole('note')
    .filter({ hasText: 'Informou outro nome ao se cadastrar: Beatriz Lima' });
  await expect(note).toBeVisible();
  await expect(heading(counter)).toHaveText('Ana Souza');
  await expect(fact(counter, 'Email')).toHaveText('ana@mail.example');
  await expectAccessible(counter, 'another name');
  await note.getByRole('button', { name: 'Manter' }).click();
  await expect(note).toHaveCount(0);
  await expect(heading(counter)).toHaveText('Ana Souza');

  await signUp(counter.request, merchant, { name: 'Beatriz Lima', phone });
  await counter.reload();
  await note.getByRole('button', { name: 'Usar este nome' }).click();
  await expect(heading(counter)).toHaveText('Beatriz Lima');
  await expect(note).toHaveCount(0);
});

test('an operator fills in what is missing and changes nothing that is there', async ({
  counter,
  merchant,
}) => {
  const phone = newPhone();
  await counterApiOf(counter.request).credit(phone, 10_000);
  await asOwner("UPDATE employees SET role = 'operator' WHERE email = $1", [merchant.email]);
  await openSession(counter, merchant);
  await openCustomer(counter, phone);
  await counter.getByRole('button', { name: 'Editar cadastro' }).click();
  await dialog(counter).getByLabel('Nome').fill('Ana Souza');
  await counter.keyboard.press('Enter');
  await expect(heading(counter)).toHaveText('Ana Souza');
  await counter.getByRole('button', { name: 'Editar cadastro' }).click();
  await expect(dialog(counter).getByLabel('Nome')).toHaveCount(0);
  // A manager was quicker.
  await asOwner("UPDATE customers SET email = 'ana@mail.example' WHERE phone = $1", [phone]);
  await dialog(counter).getByLabel('Email').fill('bia@mail.example');
  await counter.keyboard.press('Enter');
  await expect(dialog(counter).getByText(/Peça a um gerente para alterar/)).toBeVisible();
  await counter.reload();
  await expect(fact(counter, 'Email')).toHaveText('ana@mail.example');
  await expect(counter.getByRole('button', { name: 'Editar cadastro' })).toHaveCount(0);
});

test('from a customer to the counter with the phone, to a chat with a text, and the tab has the name', async ({
  counter,
  merchant,
}) => {
  const phone = newPhone();
  await signUp(counter.request, merchant, { name: 'Ana Beatriz Souza', phone });
  await counterApiOf(counter.request).credit(phone, 10_000);
  await openCustomer(counter, phone);
  await expect(counter).toHaveTitle('Ana Beatriz Souza · Clientes · Volta');
  const chat = counter.getByRole('link', { name: 'WhatsApp' });
  const href = new URL((await chat.getAttribute('href')) ?? '');
  expect(href.pathname).toBe(`/55${phone}`);
  expect(href.searchParams.get('text')).toBe(
    `Olá, Ana! ${merchant.name}: você tem R$\u00a05,00 de cashback para usar na próxima compra.`,
  );

  await counter.getByRole('link', { name: 'Gerar cashback' }).click();
  await expect(counter).toHaveURL(/\/cashback$/);
  const digits = async () =>
    (await counter.getByLabel('Telefone do cliente').inputValue()).replace(/\D/g, '');
  await expect.poll(digits).toBe(phone);
  // The phone is handed over once: the next purchase is another customer's.
  await counter.reload();
  await expect(counter.getByLabel('Telefone do cliente')).toHaveValue('');
  await counter.goBack();
  await expect(heading(counter)).toHaveText('Ana Beatriz Souza');
  await counter.getByRole('link', { name: 'Resgatar' }).click();
  await expect(counter).toHaveURL(/\/redemption$/);
  await expect(counter.getByText(/Máximo: R\$\s5,00/)).toBeVisible();
});

test('a redemption of two credits is one line that unfolds, on a phone as well', async ({ counter }) => {
  const phone = newPhone();
  const api = counterApiOf(counter.request);
  await api.credit(phone, 11_020);
  await api.credit(phone, 2_000);
  expect(await api.confirm(await api.redeem(phone, 599))).toBe(200);
  await openCustomer(counter, phone);
  const rows = counter.getByRole('table', { name: 'Extrato' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(/Resgate.*\u2212R\$\s5,99R\$\s0,52/);
  const parts = rows.first().getByRole('listitem');
  await expect(parts.first()).toBeHidden();
  await rows.first().getByText('2 créditos').click();
  await expect(parts).toHaveText([/\u2212R\$\s0,48Crédito de/, /\u2212R\$\s5,51Crédito de/]);
  await expectAccessible(counter, 'an unfolded movement');
  await counter.setViewportSize({ width: 320, height: 700 });
  await expectPageWidth(counter, 320);
  await expectAccessible(counter, 'an unfolded movement on a phone');
});
