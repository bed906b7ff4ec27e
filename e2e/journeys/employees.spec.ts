import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, logIn, type Merchant, openSession, qrLink, test } from '../src/merchant.ts';

const PASSWORD = 'cafe-coado-na-hora';
const NEW_PASSWORD = 'broa-de-milho-morna';
const row = (counter: Page, name: string): Locator =>
  counter.getByRole('row').filter({ has: counter.getByRole('rowheader', { name }) });

async function openEmployees(counter: Page): Promise<void> {
  await counter.goto('/employees');
  await expect(counter.getByRole('rowheader').first()).toBeVisible();
}

async function fillForm(counter: Page, person: { name: string; email: string }): Promise<void> {
  await counter.getByRole('button', { name: 'Adicionar funcionário' }).click();
  await expect(counter.getByLabel('Nome')).toBeFocused();
  await counter.getByLabel('Nome').fill(person.name);
  await counter.getByLabel('Email').fill(person.email);
}

/** An employee with the owner's password, inserted directly into the database. */
async function insertColleague(merchant: Merchant, name: string, role: string): Promise<{ email: string }> {
  const email = `colega.${merchant.email}`;
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT merchant_id, gen_random_uuid(), $2, $3, $4, password_hash FROM employees WHERE email = $1`,
    [merchant.email, name, email, role],
  );
  return { email };
}

/** By a link, at a browser that may be anywhere; leads on to `next`. */
async function setPassword(phone: Page, link: string, password: string, next: RegExp): Promise<void> {
  // Only the fragment differs between two links: without a page between them the browser would not load.
  await phone.goto('/login');
  await phone.goto(link);
  await phone.getByLabel('Nova senha', { exact: true }).fill(password);
  await phone.getByLabel('Confirmar senha', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(phone).toHaveURL(next);
}

async function changeRole(counter: Page, name: string, role: string): Promise<void> {
  await counter.getByRole('button', { name: `Alterar função de ${name}` }).click();
  await counter.getByLabel('Função', { exact: true }).selectOption({ label: role });
  await counter.getByRole('dialog').getByRole('button', { name: 'Alterar função' }).click();
}

test('a new person sets a password by the link, comes in, and is out with the next click once deactivated', async ({
  counter,
  phone,
  merchant,
}) => {
  const email = `ana.${merchant.email}`;
  await openEmployees(counter);
  await fillForm(counter, { name: 'Ana Beatriz', email });
  await expectAccessible(counter, 'the form');
  await counter.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(counter.getByText('Funcionário adicionado com sucesso!')).toBeVisible();
  await expectAccessible(counter, 'the link');
  const lost = await qrLink(counter);
  await counter.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(counter.getByRole('button', { name: 'Adicionar funcionário' })).toBeFocused();
  await expect(row(counter, 'Ana Beatriz')).toContainText(/Operador.*Convidado/);

  await counter.getByRole('button', { name: 'Reenviar convite de Ana Beatriz' }).click();
  const link = await qrLink(counter);
  await counter.keyboard.press('Escape');
  await expect(counter.getByRole('button', { name: 'Reenviar convite de Ana Beatriz' })).toBeFocused();
  await phone.goto(lost);
  await expect(phone.getByText(/Este link é inválido ou já foi usado/)).toBeVisible();
  // Signed in at once, at the counter, where an operator works.
  await setPassword(phone, link, PASSWORD, /\/cashback$/);
  await expect(phone.getByLabel('Telefone do cliente')).toBeVisible();

  await counter.reload();
  await expect(row(counter, 'Ana Beatriz')).toContainText(/Operador.*Ativo/);
  await expect(row(counter, 'Ana Beatriz')).not.toContainText('Convidado');
  const forgotten = counter.getByRole('button', { name: 'Enviar link de nova senha para Ana Beatriz' });
  await forgotten.click();
  await expect(counter.getByRole('dialog')).toContainText(
    'Link para criar uma nova senha, válido por 1 hora',
  );
  await expectAccessible(counter, 'the link to a new password');
  const reset = await qrLink(counter);
  await counter.keyboard.press('Escape');
  await expect(forgotten).toBeFocused();
  await setPassword(phone, reset, NEW_PASSWORD, /\/login$/);
  await logIn(phone, { email, password: NEW_PASSWORD });
  const told = phone.getByText(/Rita de Cássia \(Proprietário\) gerou um link para trocar a sua senha/);
  await expect(told).toBeVisible();
  await expectAccessible(phone, 'told of the link');
  await phone.reload();
  await expect(told).toBeVisible();
  await phone.getByRole('button', { name: 'Entendi' }).click();
  await expect(told).toBeHidden();
  await phone.reload();
  await expect(phone.getByText('Nenhuma venda registrada ainda')).toBeVisible();
  await expect(told).toBeHidden();

  await counter.getByRole('button', { name: 'Desativar Ana Beatriz' }).click();
  await expect(counter.getByRole('dialog')).toContainText('Ana sai do painel agora');
  await expectAccessible(counter, 'the question');
  await counter.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
  await expect(counter.getByText('Funcionário desativado')).toBeVisible();
  await expect(row(counter, 'Ana Beatriz')).toContainText('Inativo');
  await phone
    .getByRole('navigation', { name: 'Barra inferior' })
    .getByRole('link', { name: 'Resgate' })
    .click();
  await expect(phone).toHaveURL(/\/login/);

  await counter.getByRole('button', { name: 'Ativar Ana Beatriz' }).click();
  await expect(counter.getByText('Funcionário ativado')).toBeVisible();
  await openSession(phone, { email, password: NEW_PASSWORD });
  await phone.goto('/cashback');
  await expect(told).toBeVisible();
});

test('an owner hands over: another owner first, asked twice, then the own role; the last one stays', async ({
  counter,
  merchant,
}) => {
  await openEmployees(counter);
  await expect(row(counter, 'Rita de Cássia')).toContainText('Único proprietário ativo');
  await insertColleague(merchant, 'Carla Dias', 'manager');
  await counter.reload();
  await counter.getByRole('button', { name: 'Alterar função de Carla Dias' }).click();
  await counter.getByRole('dialog').getByRole('button', { name: 'Alterar função' }).click();
  await expect(counter.getByText('Escolha uma função diferente da atual')).toBeVisible();
  await counter.keyboard.press('Escape');

  await changeRole(counter, 'Carla Dias', 'Proprietário');
  await expect(counter.getByRole('dialog')).toContainText('Dar a Carla Dias a função de Proprietário?');
  await expectAccessible(counter, 'what an owner may');
  await counter.getByRole('button', { name: 'Dar a função', exact: true }).click();
  await expect(counter.getByText('Função alterada!')).toBeVisible();
  await expect(row(counter, 'Carla Dias')).toContainText('Proprietário');
  await expectAccessible(counter, 'the list');

  await changeRole(counter, 'Rita de Cássia', 'Gerente');
  await expect(counter).toHaveURL(/\/login/);
  await openSession(counter, merchant);
  await openEmployees(counter);
  await expect(row(counter, 'Carla Dias')).toContainText('Só um proprietário altera');
  await expect(row(counter, 'Rita de Cássia')).toContainText(/Gerente.*Seu próprio acesso/);
  await counter.getByRole('button', { name: 'Adicionar funcionário' }).click();
  await expect(counter.getByLabel('Função').locator('option')).toHaveText(['Operador', 'Funcionário']);
});

test('what cannot be is said where it belongs, and the four states', async ({ counter, merchant }) => {
  await openEmployees(counter);
  await fillForm(counter, { name: '', email: merchant.email.toUpperCase() });
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Nome é obrigatório')).toBeVisible();
  await expect(counter.getByLabel('Nome')).toBeFocused();
  await counter.getByLabel('Nome').fill('Outra Rita');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Este email já está cadastrado')).toBeVisible();
  await expect(counter.getByLabel('Email')).toBeFocused();
  await counter.route('**/trpc/employees.add', (route) => route.abort());
  await counter.getByLabel('Email').fill(`nova.${merchant.email}`);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Erro ao adicionar funcionário')).toBeVisible();
  await expect(counter.getByLabel('Nome')).toHaveValue('Outra Rita');

  await counter.route('**/trpc/employees.list*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await counter.reload();
  await expect(counter.getByText('Erro ao carregar funcionários')).toBeVisible();
  await expectAccessible(counter, 'failed');
  await counter.unroute('**/trpc/employees.list*');
  await counter.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(counter.getByRole('rowheader')).toHaveCount(1);
  const empty = { result: { data: { employees: [], invitationsBy: 'email' } } };
  await counter.route('**/trpc/employees.list*', (route) => route.fulfill({ json: empty }));
  await counter.reload();
  await expect(counter.getByText('Nenhum funcionário cadastrado')).toBeVisible();
  await counter.getByRole('button', { name: 'Adicionar funcionário' }).click();
  await expect(counter.getByText('A pessoa recebe por email um link')).toBeVisible();

  await asOwner(`UPDATE employees SET role = 'operator' WHERE email = $1`, [merchant.email]);
  await counter.reload();
  await expect(
    counter.getByText('Somente proprietários, administradores e gerentes gerenciam funcionários'),
  ).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Adicionar funcionário' })).toHaveCount(0);
  await expectAccessible(counter, 'not allowed');
});
